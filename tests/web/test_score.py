"""The score sheet as the server sends it: a worked example, and words for the browser."""

import re
from html import unescape

from casino_war.game.score_sheet import SETTINGS, SheetSettings
from casino_war.web.assets import STATIC_FOLDER
from casino_war.web.score.pages import worked_example
from casino_war.web.score.words import SAID
from casino_war.web.score.words import SETTINGS as WORDED
from tests.web.browser import Browser

SCRIPTS = {
    path.name: path.read_text("utf-8") for path in (STATIC_FOLDER / "js" / "score").glob("*.js")
}


def cells(page: str, table: int = 0) -> list[list[str]]:
    """The texts of a table of the page, by row."""
    found = re.findall(r"<tr>.*?</tr>", page.split("<table")[1 + table], re.DOTALL)
    return [
        [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in found
    ]


def test_the_worked_example_is_on_the_page_without_scripts(reader: Browser) -> None:
    page = reader.get("/score")
    example = page[page.index('id="score-example" open') :]
    assert [row[:4] for row in cells(example)] == [
        ["Game no.", "Took it", "Ida", "Otto"],
        ["1", "Otto", "0", "1"],
        ["2", "Ida", "1", "1"],
        ["3", "Otto", "1", "2"],
        ["4", "Otto", "1", "3"],
    ]
    assert "Otto wins the match." in example
    with reader.app.test_request_context():
        match = worked_example().match
    assert [(line.place, line.player, line.games_won) for line in match.standings] == [
        (1, "Otto", 3),
        (2, "Ida", 1),
    ]
    blank = example[example.index("<noscript>") : example.index("</noscript>")]
    assert len(cells(blank)) == 1 + 9
    assert all(str(each.hint) in unescape(blank) for each in WORDED)


def test_the_page_is_the_same_for_everybody_and_holds_no_token(player: Browser) -> None:
    page = player.get("/score")
    assert page == Browser(player.app).get("/score")
    assert "csrf" not in page
    # The choice of a language is all that is sent.
    assert re.findall(r'<form [^>]*action="([^"]*)', page) == ["/settings/language"]
    assert page.count("<form") == 1


def test_the_practice_room_leads_to_it(reader: Browser) -> None:
    assert 'href="/score"' in reader.get("/practice")


def test_every_setting_and_each_of_its_values_has_words() -> None:
    assert {each.name: set(each.words) for each in WORDED} == {
        name: set(allowed) for name, allowed in SETTINGS.items()
    }


def test_the_browser_begins_with_the_same_settings() -> None:
    source = SCRIPTS["rules.js"]
    block = re.search(r"export const DEFAULTS = \{(.*?)\};", source, re.DOTALL)
    assert block is not None
    given = dict(re.findall(r"(\w+): '?(\w+)'?,", block[1]))
    assert given == {name: str(getattr(SheetSettings(), name)) for name in SETTINGS}


def test_every_sentence_that_scripts_say_is_sent_and_every_sent_one_is_said() -> None:
    source = "".join(SCRIPTS.values())
    quoted = set(re.findall(r"'([a-z]+(?:-[a-z]+)*)'", source))
    assert set(SAID) - quoted == set()
    said = set(re.findall(r"say\('([a-z-]+)'", source))
    refused = set(re.findall(r"(?:Refused|Unreadable|refuse)\('([a-z-]+)'", source))
    assert len(refused) > 20
    assert (said | refused) - set(SAID) == set()


def test_the_facts_that_sentences_name_are_given() -> None:
    source = "".join(SCRIPTS.values())
    named = {fact for text in SAID.values() for fact in re.findall(r"\{(\w+)\}", str(text))}
    assert {fact for fact in named if not re.search(rf"\b{fact}\b", source)} == set()
