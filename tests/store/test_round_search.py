"""Searching rounds: every one that fits is found once, and no search looks at too many."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, event

from casino_war.store import round_search, rounds
from casino_war.store.database import Database
from casino_war.store.round_search import OPEN, BalancePoint, Place, RoundFilter, Sums
from casino_war.store.rounds import StoredRound
from casino_war.store.rules import ensure_rules
from casino_war.store.seats import StoredSeat, add_seat
from tests.databases import ONLY_SQLITE
from tests.store.rows import FACTS, round_row, seat_row, shoe_row

OUTCOMES = ("win", "loss", "war_win,loss", "tied_war", "win,win")
ROUNDS = 40


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.writing() as connection:
        yield connection


@pytest.fixture
def seats(connection: Connection, at: datetime) -> tuple[StoredSeat, StoredSeat]:
    """Two seats of one player and many rounds at both, with another player's between them.

    The clock is set back once, and two rounds fall into the same moment now and then.
    """
    mine = seat_row(connection, at)
    rules = ensure_rules(connection, key="bonus", version=1, title="B", rules_json="{}", at=at)
    second = add_seat(
        connection, player_id=mine.player_id, table_key="bonus", rules_id=rules.id, at=at
    )
    other = seat_row(connection, at, "q")
    shoes = {seat.id: shoe_row(connection, seat, at) for seat in (mine, second, other)}
    for number in range(ROUNDS):
        seat = (mine, mine, second, other)[number % 4]
        minutes = number // 2 if number < ROUNDS // 2 else number // 2 - 5
        dealt_at = at + timedelta(minutes=minutes)
        stored = round_row(connection, seat, shoes[seat.id], dealt_at)
        facts = replace(
            FACTS,
            outcome_text=OUTCOMES[number % len(OUTCOMES)],
            wagered_cents=100 * (number + 1),
            net_cents=100 * (number - 20),
        )
        rounds.settle_round(connection, stored.id, facts=facts, at=dealt_at)
    round_row(connection, second, shoes[second.id], at + timedelta(hours=3))
    return mine, second


def all_of(connection: Connection, seat: StoredSeat) -> list[StoredRound]:
    query = rounds.ROUND.select().where(rounds.ROUND.c.player_id == seat.player_id)
    found = [StoredRound(**row) for row in connection.execute(query).mappings()]
    return sorted(found, key=lambda each: each.id, reverse=True)


def fits(each: StoredRound, wanted: RoundFilter) -> bool:
    """The same question in Python."""
    if wanted.outcome == OPEN:
        if not each.is_open:
            return False
    elif wanted.outcome is not None and wanted.outcome not in (each.outcome_text or "").split(","):
        return False
    bounds: Sequence[tuple[int | None, int | None, int | None]] = (
        (each.wagered_cents, wanted.wagered_from_cents, wanted.wagered_to_cents),
        (each.net_cents, wanted.net_from_cents, wanted.net_to_cents),
    )
    for value, lowest, highest in bounds:
        is_bounded = lowest is not None or highest is not None
        if is_bounded and value is None:
            return False
        if lowest is not None and value is not None and value < lowest:
            return False
        if highest is not None and value is not None and value > highest:
            return False
    return (
        (wanted.seat_id is None or each.seat_id == wanted.seat_id)
        and (wanted.dealt_from is None or each.dealt_at >= wanted.dealt_from)
        and (wanted.dealt_before is None or each.dealt_at < wanted.dealt_before)
    )


def all_pages(connection: Connection, player_id: int, asked: RoundFilter, limit: int) -> list[int]:
    found: list[int] = []
    after: Place | None = None
    for _ in range(2 * ROUNDS):
        page = round_search.search_rounds(connection, player_id, asked, after, limit)
        found += [each.id for each in page.rounds]
        after = page.stopped_at
        if len(page.rounds) == limit:
            after = Place(page.rounds[-1].dealt_at, page.rounds[-1].id)
        if after is None:
            return found
    raise AssertionError("the search comes to no end")


def sums_of(expected: Sequence[StoredRound]) -> Sums:
    return Sums(
        rounds=len(expected),
        wagered_cents=sum(each.wagered_cents or 0 for each in expected),
        net_cents=sum(each.net_cents or 0 for each in expected),
    )


FILTERS = [
    RoundFilter(),
    RoundFilter(outcome="win"),
    RoundFilter(outcome="war_win"),
    RoundFilter(outcome=OPEN),
    RoundFilter(wagered_from_cents=900, wagered_to_cents=2000),
    RoundFilter(net_from_cents=-500, net_to_cents=500, outcome="loss"),
    RoundFilter(net_from_cents=10**15),
]


@pytest.mark.parametrize(("scan", "limit"), [(3, 5), (7, 4), (10_000, 6)])
def test_pages_hold_every_round_that_fits_once(
    connection: Connection,
    seats: tuple[StoredSeat, StoredSeat],
    monkeypatch: pytest.MonkeyPatch,
    at: datetime,
    scan: int,
    limit: int,
) -> None:
    monkeypatch.setattr(round_search, "SCAN_MAX", scan)
    mine, second = seats
    first, last = at + timedelta(minutes=4), at + timedelta(minutes=11)
    played = all_of(connection, mine)
    for wanted in FILTERS:
        within = replace(wanted, dealt_from=first, dealt_before=last)
        for asked in (wanted, replace(wanted, seat_id=second.id), within):
            expected = [each for each in played if fits(each, asked)]
            if asked.dealt_from is not None:
                expected.sort(key=lambda each: (each.dealt_at, each.id), reverse=True)
            found = all_pages(connection, mine.player_id, asked, limit)
            assert found == [each.id for each in expected]
            if scan > ROUNDS:
                sums = round_search.sum_rounds(connection, mine.player_id, asked)
                assert sums == sums_of(expected)


def test_sums_of_too_many_rounds_are_not_known(
    connection: Connection, seats: tuple[StoredSeat, StoredSeat], monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(all_of(connection, seats[0]))
    for scan, is_known in ((count - 1, False), (count, True)):
        monkeypatch.setattr(round_search, "SCAN_MAX", scan)
        sums = round_search.sum_rounds(connection, seats[0].player_id, RoundFilter())
        assert (sums is not None) == is_known


def test_balances_by_number(
    connection: Connection, seats: tuple[StoredSeat, StoredSeat], at: datetime
) -> None:
    player_id = seats[0].player_id
    assert round_search.numbers_between(connection, player_id, RoundFilter()) == (1, 31)
    day = RoundFilter(dealt_from=at + timedelta(days=1))
    assert round_search.numbers_between(connection, player_id, day) is None
    points = round_search.balances_at(connection, player_id, [1, 30, 31, 99])
    assert [point.number for point in points] == [1, 30]
    assert isinstance(points[0], BalancePoint)


def test_tables_of_a_history(connection: Connection, seats: tuple[StoredSeat, StoredSeat]) -> None:
    found = round_search.seats_of(connection, seats[0].player_id, 9)
    assert [(each.table_key, each.title) for each in found] == [
        ("bonus", "B"),
        ("classic", "Classic"),
    ]


@ONLY_SQLITE
@pytest.mark.parametrize("wanted", [*FILTERS[:6], RoundFilter(seat_id=1)])
@pytest.mark.parametrize("is_dated", [False, True])
def test_searches_walk_an_index_and_sort_nothing(
    database: Database, at: datetime, wanted: RoundFilter, is_dated: bool
) -> None:
    statements: list[tuple[str, Any]] = []
    day = at + timedelta(days=1)
    asked = replace(wanted, dealt_from=at, dealt_before=day) if is_dated else wanted
    with database.reading() as connection:

        def note(*call: object) -> None:
            statements.append((str(call[2]), call[3]))

        event.listen(connection, "before_cursor_execute", note)
        round_search.search_rounds(connection, 1, asked, Place(at + timedelta(hours=9), 5), 26)
        round_search.sum_rounds(connection, 1, asked)
        event.remove(connection, "before_cursor_execute", note)
        searches = [each for each in statements if each[0].startswith("SELECT")]
        assert len(searches) == 4
        for statement, parameters in searches:
            plan = connection.exec_driver_sql("EXPLAIN QUERY PLAN " + statement, parameters).all()
            told = "\n".join(str(row) for row in plan)
            whose = "seat_id" if asked.seat_id else "player_id"
            assert "SEARCH round USING" in told, told
            assert f"({whose}=?" in told, told
            assert not is_dated or "dealt_at<?" in told or "dealt_at>?" in told, told
            if "ORDER BY" in statement:
                assert ("dealt_at_id" in told) == is_dated, told
            assert "TEMP B-TREE" not in told, told
