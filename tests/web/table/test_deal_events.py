"""The events that the script plays: what each moves, and how many the player has seen."""

import re
from collections.abc import Iterator

import pytest

from casino_war.game.cards import parse_cards
from casino_war.game.events import CasinoEvent
from casino_war.game.notation import parse_notation, replay
from casino_war.game.table_rules import TableRules
from casino_war.web.table.deal_events import KINDS, EventRow, event_rows
from tests.web.browser import Browser, is_tie_then_win, seed_where
from tests.web.conftest import MakeApp

CARDS = parse_cards("2D 7D KD 7S 3D 3S 3H 9D 4S " + "AC " * 303)
LINE = "casino-war/1 classic@1 shoe=1@1 bets=10+5,20 decisions="


@pytest.fixture
def in_english(make_app: MakeApp) -> Iterator[None]:
    """Sentences and amounts need a request to know their language."""
    with make_app().test_request_context():
        yield


def rows_of(decisions: str) -> tuple[EventRow, ...]:
    _, events = replay(TableRules(), CARDS, parse_notation(LINE + decisions))
    return event_rows(events, 2)


def brief(row: EventRow) -> str:
    return " ".join(row.told.attributes.values())


@pytest.mark.usefixtures("in_english")
def test_a_row_says_what_moves_and_where() -> None:
    assert [brief(row) for row in rows_of("W")] == [
        "wager-placed 1 ante 10",
        "wager-placed 1 tie_bet 5",
        "wager-placed 2 ante 20",
        "card-turned 1 1 7D",
        "card-turned 2 1 KD",
        "card-turned dealer 1 7S",
        "hand-tied 1",
        "wager-settled 1 tie_bet won 5 50 5",
        "wager-settled 2 ante won 20 20 20",
        "hand-settled 2 +20",
        "war-declared 1",
        "wager-placed 1 raise 10",
        "cards-burned 3",
        "card-turned 1 2 9D",
        "card-turned dealer 2 4S",
        "wager-settled 1 ante pushed 10 10",
        "wager-settled 1 raise won 10 10 10",
        "hand-settled 1 +60",
        "round-settled",
    ]


@pytest.mark.usefixtures("in_english")
def test_a_surrender_gives_half_back() -> None:
    assert [brief(row) for row in rows_of("S")[10:12]] == [
        "surrendered 1",
        "wager-settled 1 ante surrendered 10 5",
    ]


def test_every_event_has_a_name() -> None:
    assert set(KINDS) == set(CasinoEvent.__args__)


def listed(page: str) -> list[dict[str, str]]:
    """The attributes of the events that a page lists."""
    items = re.findall(r"<li[^>]*?( data-event=[^>]*)>", page)
    return [dict(re.findall(r'data-([a-z]+)="([^"]*)"', item)) for item in items]


def played_from(page: str) -> str:
    found = re.search(r'data-played-from="(\d+)"', page)
    assert found
    return found[1]


def test_a_table_tells_a_round_as_far_as_it_has_come(make_app: MakeApp) -> None:
    player = Browser(make_app(seed_where(is_tie_then_win)))
    player.sit("classic")
    assert listed(player.get("/tables/classic")) == []
    player.deal("classic", ante_1="10", tie_bet_1="5")
    page = player.get("/tables/classic")
    dealt = listed(page)
    assert [each["event"] for each in dealt] == [
        *("wager-placed", "wager-placed", "card-turned", "card-turned"),
        *("hand-tied", "wager-settled"),
    ]
    assert [each["bankroll"] for each in dealt] == ["990", "985", "985", "985", "985", "1,040"]
    assert played_from(page) == "0"
    player.decide("classic", "war")
    page = player.get("/tables/classic")
    decided = listed(page)
    assert decided[: len(dealt)] == dealt
    assert played_from(page) == str(len(dealt))
    assert [each["bankroll"] for each in decided if each["event"].startswith("wager")][3:] == [
        *("1,030", "1,040", "1,060"),
    ]
    assert listed(player.get("/history/1"))[-1]["event"] == "round-settled"


def test_a_rebuy_before_a_decision_is_no_part_of_the_round(make_app: MakeApp) -> None:
    player = Browser(make_app(seed_where(is_tie_then_win)))
    player.sit("classic", amount="10")
    player.deal("classic", ante_1="10")
    player.submit("/tables/classic", "/cashier/buy-in", amount="50")
    player.decide("classic", "war")
    page = player.get("/tables/classic")
    assert [each["bankroll"] for each in listed(page)[int(played_from(page)) :]][-1] == "70"
