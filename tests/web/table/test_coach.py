"""The panel of odds at a table: only for who asked, and with what was asked for."""

import pytest

from casino_war.services import coach as service
from casino_war.web.settings import COOKIE
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"


@pytest.fixture(scope="module")
def tie_seed() -> str:
    return seed_where(is_tie)


def asking(browser: Browser, hints: str) -> Browser:
    browser.client.set_cookie(COOKIE, f"hints={hints}")
    return browser


def test_nothing_is_reckoned_unless_asked_for(
    player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "coach", lambda *_: pytest.fail("reckoned"))
    assert 'id="coach"' not in player.get(TABLE)
    asking(player, "off")
    assert 'id="coach"' not in player.get(TABLE)


def test_a_stranger_is_told_nothing(visitor: Browser) -> None:
    assert 'id="coach"' not in asking(visitor, "full").get(TABLE)


def test_a_hint_names_the_better_choice_without_amounts(make_app: MakeApp, tie_seed: str) -> None:
    player = asking(Browser(make_app(tie_seed)), "hint")
    player.sit("classic")
    panel = panel_of(player)
    assert "Chance of a tie, each hand" in panel
    assert "chips" not in panel
    player.deal("classic", ante_1="10")
    panel = panel_of(player)
    assert "Worth most here: Go to war." in panel
    assert "chips" not in panel
    player.decide("classic", "surrender")
    assert "Hand 1: Go to war would have been worth more than Surrender." in panel_of(player)


def test_amounts_are_told_in_full(make_app: MakeApp, tie_seed: str) -> None:
    player = asking(Browser(make_app(tie_seed)), "full")
    player.sit("classic")
    for part in (
        "7.40\N{NO-BREAK SPACE}%",
        "−0.14",
        "−2.88\N{NO-BREAK SPACE}%",
        "−18.65\N{NO-BREAK SPACE}%",
        "with the decision at every tie that is best for the ante",
    ):
        assert part in panel_of(player), part
    player.deal("classic", ante_1="100", tie_bet_1="20")
    for part in ("−50.00 chips", "−38.90 chips"):
        assert part in panel_of(player), part
    player.decide("classic", "surrender")
    assert "Surrender was worth 11.10 chips less than Go to war." in panel_of(player)


def test_war_was_as_good_as_any_choice(make_app: MakeApp, tie_seed: str) -> None:
    player = asking(Browser(make_app(tie_seed)), "hint")
    player.sit("classic")
    player.deal("classic", ante_1="10")
    player.decide("classic", "war")
    assert "Hand 1: Go to war was as good as any choice." in panel_of(player)


def test_bets_are_weighed_without_scripts(player: Browser) -> None:
    asking(player, "full")
    fields = player.form(TABLE, f"{TABLE}/deal") | {"ante-1": "200", "tie_bet-1": "20"}
    before = player.ledger()
    answer = player.send(f"{TABLE}/odds", fields)
    assert answer.headers["Location"] == f"{TABLE}?ante-1=200&tie_bet-1=20"
    page = player.get(answer.headers["Location"])
    assert 'value="200"' in page
    assert "−9.48" in page
    assert player.ledger() == before


@pytest.mark.parametrize("ante", ["ten", "-5", "9" * 40, ""])
def test_what_is_no_bet_is_not_weighed(player: Browser, ante: str) -> None:
    asking(player, "full")
    fields = player.form(TABLE, f"{TABLE}/deal") | {"ante-1": ante}
    address = player.send(f"{TABLE}/odds", fields).headers["Location"]
    assert ">–</output>" in player.get(address)


def panel_of(player: Browser) -> str:
    _, _, rest = player.get(TABLE).partition('id="coach"')
    panel, _, _ = rest.partition("</section>")
    return panel
