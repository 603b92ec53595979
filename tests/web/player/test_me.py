"""The player's own pages: statistics, limits and breaks, and that they are nobody else's."""

import pytest
from flask import Flask

from tests.web.alert import alert_of
from tests.web.browser import Browser, is_loss, is_tie, seed_where
from tests.web.conftest import MakeApp

CARE = "/me/care"


@pytest.fixture
def loser(make_app: MakeApp) -> Browser:
    """A player who has lost ten chips at once."""
    player = Browser(make_app(seed_where(is_loss)))
    player.sit("classic")
    player.deal("classic", ante_1="10")
    return player


def limit(player: Browser, status: int = 303, **fields: str) -> str:
    blank = {"loss": "", "wagered": "", "minutes": "", "reminder": ""}
    return player.submit(CARE, f"{CARE}/limits", status, **(blank | fields)).text


def test_strangers_are_told_what_will_stand_here(reader: Browser) -> None:
    assert "No rounds yet" in reader.get("/me")
    assert "Once you have bought in" in reader.get(CARE)


def test_statistics(loser: Browser) -> None:
    loser.submit("/tables/bonus", "/tables/bonus/sit")
    loser.deal("bonus", ante_1="20")
    if "/decide" in loser.get("/tables/bonus"):
        loser.decide("bonus", "war")
    page = loser.get("/me")
    for part in ("Handle", "Wars won", "Lost in a row", "1 round", "46.3", "<svg", "Bonus"):
        assert part in page, part
    assert "Days since the first round" in loser.get("/me?by=time")
    one = loser.get("/me?table=classic")
    assert "\N{MINUS SIGN}10 chips" in one
    assert "Table by table" not in one
    assert "path-heading" not in one
    assert "No rounds there" in loser.get("/me?table=moon")
    assert "path-heading" not in loser.get("/me?period=week")


@pytest.mark.parametrize("query", ["period=aeon", "by=moon", "period=week&period=month"])
def test_what_is_no_choice_is_refused(loser: Browser, query: str) -> None:
    loser.get(f"/me?{query}", 422)


def test_statistics_are_the_players_own(app: Flask, player: Browser) -> None:
    player.deal("classic", ante_1="10")
    if "/decide" in player.get("/tables/classic"):
        player.decide("classic", "war")
    other = Browser(app)
    other.sit("classic")
    assert "No rounds yet" in other.get("/me")
    assert "No rounds yet" in Browser(app).get("/me")


def test_limits_are_held_at_the_table(loser: Browser) -> None:
    limit(loser, loss="25")
    assert "Now: 25 chips." in loser.get(f"{CARE}?saved=limits")
    before = loser.ledger()
    text = loser.deal("classic", 422, ante_1="10").text
    assert "These bets can lose 20 chips, a war included." in alert_of(text)
    assert "You are down 10 in this session, and your limit is 25: bet less." in alert_of(text)
    assert loser.ledger() == before
    limit(loser, loss="500")
    page = loser.get(CARE)
    assert "Now: 25 chips. From " in page
    assert "on: 500 chips." in page


def test_a_break_is_taken(loser: Browser) -> None:
    loser.submit(CARE, f"{CARE}/break", length="hour")
    assert "Enjoy your break" in loser.get(f"{CARE}?saved=break")
    assert "You are taking a break until" in loser.get("/tables/classic")
    assert "taking a break until" in alert_of(loser.deal("classic", 422, ante_1="10").text)


def test_the_reminder_stands_at_the_table(loser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(loser, reminder="15")
    assert "You have been playing for" not in loser.get("/tables/classic")
    monkeypatch.setattr("casino_war.services.care.Session.minutes", lambda *_: 75)
    page = loser.get("/tables/classic")
    assert "You have been playing for 1 hour and 15 minutes" in page
    assert "\N{MINUS SIGN}10 chips" in page


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("loss", "x"),
        ("loss", "0"),
        ("wagered", "-5"),
        ("minutes", "9" * 40),
        ("minutes", "1441"),
        ("loss", "9" * 20),
        ("reminder", "7"),
    ],
)
def test_what_is_no_limit_is_told_beside_its_field(loser: Browser, field: str, text: str) -> None:
    page = limit(loser, 422, **{field: text})
    assert f'id="{field}-fault">' in page
    assert "Now: no limit." in loser.get(CARE)


def test_no_other_breaks_can_be_chosen(loser: Browser) -> None:
    form = loser.form(CARE, f"{CARE}/break")
    loser.send(f"{CARE}/break", form | {"length": "second"}, 422)
    assert "You are taking a break" not in loser.get(CARE)


@pytest.mark.parametrize("form", ["limits", "break"])
def test_forms_without_a_player_do_nothing(app: Flask, form: str) -> None:
    stranger = Browser(app)
    stranger.send(f"{CARE}/{form}", {"length": "hour"}, 400)
    token = stranger.form("/account", "/account/claim")["csrf_token"]
    stranger.send(f"{CARE}/{form}", {"csrf_token": token, "length": "hour"}, 403)


def test_an_open_round_is_finished_whatever_the_limits(make_app: MakeApp) -> None:
    player = Browser(make_app(seed_where(is_tie)))
    player.sit("classic")
    player.deal("classic", ante_1="10")
    limit(player, loss="1", wagered="1", minutes="1")
    player.submit(CARE, f"{CARE}/break", length="month")
    player.decide("classic", "war")
    assert "/decide" not in player.get("/tables/classic")
