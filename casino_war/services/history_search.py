"""A player's rounds as asked for, and the course of the bankroll over them."""

from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from casino_war.ledger import accounts, book
from casino_war.services.carry_out import find_player
from casino_war.services.history import row_of
from casino_war.services.house import House
from casino_war.services.pages import RoundRow, TableSign
from casino_war.store import round_search
from casino_war.store.round_search import OPEN as OPEN
from casino_war.store.round_search import SCAN_MAX as SCAN_MAX
from casino_war.store.round_search import BalancePoint as BalancePoint
from casino_war.store.round_search import RoundFilter as RoundFilter
from casino_war.store.round_search import SeatTitle, Sums

ROUNDS_PER_PAGE = 25

POINTS_MAX = 300
"""How many points the course of a bankroll has, however many rounds it spans."""

TABLES_MAX = 200
"""How many tables a history can be narrowed to: those of the latest seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySearch:
    """What a player asks for; ``table_key`` None is every table, ``rounds`` is the rest."""

    table_key: str | None = None
    rounds: RoundFilter = field(default_factory=RoundFilter)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Rounds, newest first; ``older`` is the id to ask for the next page with.

    ``is_cut`` says that the search stopped before the page was full: it looked at
    `SCAN_MAX` rounds and goes on from ``older``. ``sums`` are those of all rounds asked
    for, known on the first page and where they are not too many; ``tables`` are those
    that the player can narrow the history to.
    """

    rounds: tuple[RoundRow, ...]
    older: int | None
    is_cut: bool
    sums: Sums | None
    tables: tuple[TableSign, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankrollPage:
    """The bankroll after every so many rounds, oldest first; ``step`` is how many."""

    points: tuple[BalancePoint, ...]
    step: int


def history_page(
    house: House,
    token: str | None,
    before: int | None,
    search: HistorySearch | None = None,
    limit: int | None = None,
) -> HistoryPage:
    """Return a page of the player's rounds as asked for, from behind round *before* on.

    It has *limit* rounds, or as many as the pages of the history have.
    """
    most = ROUNDS_PER_PAGE if limit is None else limit
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return HistoryPage(rounds=(), older=None, is_cut=False, sums=None, tables=())
        seats = round_search.seats_of(connection, player.id, TABLES_MAX)
        wanted = _filter(search or HistorySearch(), seats)
        after = None if before is None else round_search.place_of(connection, player.id, before)
        if before is not None and after is None:
            wanted = None
        found = round_search.Found((), None)
        sums = None
        if wanted is not None:
            found = round_search.search_rounds(connection, player.id, wanted, after, most + 1)
            sums = round_search.sum_rounds(connection, player.id, wanted) if not after else None
        shown = found.rounds[:most]
        older = None if found.stopped_at is None else found.stopped_at.round_id
        if len(found.rounds) > most:
            older = shown[-1].id
        funds_cents = book.balance(connection, accounts.bankroll(player.id))
        return HistoryPage(
            rounds=tuple(row_of(connection, stored, funds_cents) for stored in shown),
            older=older,
            is_cut=found.stopped_at is not None and len(found.rounds) <= most,
            sums=sums,
            tables=tuple(TableSign(key=seat.table_key, title=seat.title) for seat in seats),
        )


def bankroll_page(house: House, token: str | None, search: HistorySearch) -> BankrollPage:
    """Return the course of the bankroll over the time that is asked for, at all tables."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return BankrollPage(points=(), step=1)
        return _course(connection, player.id, search.rounds)


def _course(connection: Connection, player_id: int, wanted: RoundFilter) -> BankrollPage:
    time_alone = replace(
        RoundFilter(), dealt_from=wanted.dealt_from, dealt_before=wanted.dealt_before
    )
    span = round_search.numbers_between(connection, player_id, time_alone)
    if span is None:
        return BankrollPage(points=(), step=1)
    # The clock may have been set back between two rounds.
    first, last = min(span), max(span)
    step = -(-(last - first + 1) // (POINTS_MAX - 1))
    numbers = {*range(first, last + 1, step), last}
    return BankrollPage(points=round_search.balances_at(connection, player_id, numbers), step=step)


def filter_of(
    connection: Connection, player_id: int, search: HistorySearch | None
) -> RoundFilter | None:
    """Return what a search, or None for everything, asks for; None where it finds nothing."""
    return _filter(
        search or HistorySearch(), round_search.seats_of(connection, player_id, TABLES_MAX)
    )


def _filter(search: HistorySearch, seats: tuple[SeatTitle, ...]) -> RoundFilter | None:
    """Ask for the seat at the table; None where the player has none there."""
    if search.table_key is None:
        return search.rounds
    for seat in seats:
        if seat.table_key == search.table_key:
            return replace(search.rounds, seat_id=seat.seat_id)
    return None
