"""The page of the design shows what the site has, in every state, with nothing missing."""

import re

import pytest

from casino_war.game.events import HandOutcome
from casino_war.web.assets import STATIC_FOLDER
from casino_war.web.settings import COOKIE
from casino_war.web.style.pages import STATES
from casino_war.web.style.tokens import SCHEMES, colours, sizes
from casino_war.web.words import OUTCOMES
from tests.web.browser import Browser

SAID = {
    "idle": ["Shoe"],
    "betting": ["Deal", "125"],
    "refused": ["check this"],
    "deciding": ["You decide", "Goes to war", "Tie: waits", "Win", "Loss"],
    "settled": ["You win 352.50 chips.", "War won", "War lost", "Tied war", "Surrendered"],
}


@pytest.mark.parametrize("state", STATES)
def test_a_table_in_every_state_stands_on_the_page(visitor: Browser, state: str) -> None:
    page = visitor.get(f"/style?table={state}")
    felt = page[page.index("data-sample") : page.index("placard-heading")]
    assert [words for words in SAID[state] if words not in felt] == []


def test_every_token_outcome_and_picture_stands_on_the_page(visitor: Browser) -> None:
    page = visitor.get("/style")
    named = set(re.findall(r"<code>([a-z0-9-]+)</code>", page))
    assert {*colours(SCHEMES[0]), *sizes()} <= named
    assert all(str(OUTCOMES[outcome]) in page for outcome in HandOutcome)
    pictures = re.findall(r'src="/static/[0-9a-f]{12}/([^"]+\.svg)"', page)
    assert len(pictures) > 4 * 28
    assert [each for each in pictures if not (STATIC_FOLDER / each).exists()] == []


def test_the_practice_room_stands_on_the_page_with_all_that_can_lie_there(
    visitor: Browser,
) -> None:
    page = visitor.get("/style")
    part = page[page.index("practice-heading") :]
    for number in (2, 4):
        assert f"pt-felt--{number}" in part
    said = ["pt-felt--war", "War step 2", "3 cards face down", "takes", ">out<", "Turned up"]
    assert [words for words in said if words not in part] == []
    said = ["Take a seat", "The computer plays for you", "has been away", "Pass the screen to"]
    said += ["When all seats are taken", "Ida took it", "Otto wins the match"]
    assert [words for words in said if words.casefold() not in part.casefold()] == []
    # Ids of the page's own felt stay its own.
    ids = re.findall(r' id="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))


def test_a_form_of_the_page_moves_no_chips(player: Browser) -> None:
    before = player.get("/ledger").count("<tr")
    fields = player.form("/style", "/tables/classic/deal")
    assert player.client.post("/tables/classic/deal", data=fields).status_code == 409
    assert player.get("/ledger").count("<tr") == before


@pytest.mark.parametrize(
    ("theme", "link"),
    [
        ("auto", r'contrast\.css" media="\(prefers-contrast: more\)">'),
        ("contrast", r'contrast\.css">'),
    ],
)
def test_high_contrast_is_chosen_or_asked_for_by_the_device(
    visitor: Browser, theme: str, link: str
) -> None:
    visitor.client.set_cookie(COOKIE, f"theme={theme}")
    assert re.search(link, visitor.get("/"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whoever_chose_colours_has_these(visitor: Browser, theme: str) -> None:
    visitor.client.set_cookie(COOKIE, f"theme={theme}")
    assert "contrast.css" not in visitor.get("/")
