"""The page of the luck meter: whom it knows, what it says, where its marker stands."""

import pytest
from flask import Flask

from casino_war.services import tables
from casino_war.services.luck import Luck
from casino_war.store.luck_sums import LuckSums
from casino_war.web.format import average_chips
from casino_war.web.player.luck import luck_rank, luck_verdict, meter_of
from tests.web.browser import Browser, is_tie, is_win, seed_where
from tests.web.conftest import MakeApp


def lucky(deviations: float) -> Luck:
    sums = LuckSums(
        rounds=100, hands=100, net_cents=round(deviations * 1000), variance_cents2=10**6
    )
    return Luck(sums=sums, expected_ties=7.4, tie_bet_expected_cents=0.0)


def test_a_stranger_has_no_luck_yet(visitor: Browser) -> None:
    page = visitor.get("/history/luck")
    assert "No rounds yet" in page
    assert "<svg" not in page


def test_a_surrendered_tie_is_told(make_app: MakeApp) -> None:
    player = Browser(make_app(seed_where(is_tie)))
    player.sit("classic")
    player.deal("classic", ante_1="10")
    player.decide("classic", "surrender")
    page = player.get("/history/luck")
    for part in (
        "−0.29",  # 10 chips at 2.8771 %
        "−1.11",  # 10 x 3/2 x 1181/15965
        "−3.60",  # the rest of the five chips lost
        "−5.00",
        "1 decision was worth less than another",
        "1 of 1",
        "7.4\N{NO-BREAK SPACE}%",
        "After 1 round that says little",
    ):
        assert part in page, part
    assert "Table by table" not in page
    assert "/history/luck" in player.get("/history")


def test_rounds_that_are_not_measured_are_told_and_measured_on_demand(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Browser(make_app())
    player.sit("classic")
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        player.deal("classic", ante_1="10")
        if "/decide" in player.get("/tables/classic"):
            player.decide("classic", "war")
    page = player.get("/history/luck")
    assert "Classic: 1 round to measure" in page
    assert "No rounds yet" not in page
    assert "verdict-heading" not in page
    player.submit("/history/luck", "/history/luck")
    page = player.get("/history/luck")
    assert "to measure" not in page
    assert "verdict-heading" in page


def test_a_verdict_waits_until_all_is_measured(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Browser(make_app(seed_where(is_win)))
    player.sit("classic")
    player.deal("classic", ante_1="10")
    assert "So far" not in player.get("/history/luck")
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        player.deal("classic", ante_1="10")
    page = player.get("/history/luck")
    assert "Of the 1 round that is measured" in page
    assert "So far" in page


def test_a_stranger_has_nothing_to_measure(visitor: Browser) -> None:
    token = visitor.form("/cashier", "/cashier/buy-in")["csrf_token"]
    answer = visitor.send("/history/luck", {"csrf_token": token}, 403)
    assert "needs a bankroll" in answer.text


def test_the_marker_stays_in_the_picture() -> None:
    middle, right, beyond = (meter_of(lucky(each)) for each in (0.0, 4.0, -9.5))
    assert (middle.marker, right.marker, beyond.marker) == (180, 340, 20)
    assert (middle.is_beyond, right.is_beyond, beyond.is_beyond) == (False, False, True)
    assert middle.bands == ((3, 60, 240), (2, 100, 160), (1, 140, 80))
    assert [place for place, _ in middle.ticks] == [100, 180, 260]
    assert 0 < beyond.label < beyond.width


@pytest.mark.parametrize(
    ("deviations", "verdict", "rank"),
    [
        (0.5, "About what everybody gets", "about 69 would"),
        (-0.5, "About what everybody gets", "about 31 would"),
        (1.5, "Luckier than most", "about 93 would"),
        (-2.1, "Very unlucky", "about 2 would"),
        (-7.0, "Bad luck that is hardly ever seen", "fewer than one"),
        (3.2, "Luck that is hardly ever seen", "all but one"),
    ],
)
def test_words(app: Flask, deviations: float, verdict: str, rank: str) -> None:
    with app.test_request_context():
        assert luck_verdict(lucky(deviations)) == verdict
        assert rank in luck_rank(lucky(deviations))


def test_amounts_of_no_whole_cent(app: Flask) -> None:
    with app.test_request_context():
        printed = [average_chips(each) for each in (123456.4, -28.77, 500, 0.3, -0.3)]
    assert printed == ["+1,234.56", "−0.29", "+5.00", "0.00", "0.00"]
