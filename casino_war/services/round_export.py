"""Rounds on their way out: every settled one, or those asked for, as records."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.game.notation import parse_notation
from casino_war.ledger import book
from casino_war.ledger.posting import PlannedTransfer
from casino_war.services.carry_out import find_player
from casino_war.services.fairness import format_dealt
from casino_war.services.history_search import HistorySearch, RoundFilter, filter_of
from casino_war.services.house import House
from casino_war.services.round_record import FORMAT, RoundRecord, moved_chips
from casino_war.services.rounds import dealt_cards, replay
from casino_war.store import round_export
from casino_war.store.round_export import RoundInFull


@dataclass(frozen=True, slots=True)
class Export:
    """How many rounds there are, and their records, which are read while they are taken."""

    rows: int
    records: Iterator[RoundRecord]


@contextmanager
def export_of_player(
    house: House, token: str | None, search: HistorySearch | None = None
) -> Iterator[Export]:
    """Read the player's settled rounds as asked for, the oldest first, from one snapshot."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        wanted = None if player is None else filter_of(connection, player.id, search)
        if player is None or wanted is None:
            yield Export(0, iter(()))
        else:
            yield _export(connection, player.id, wanted)


@contextmanager
def export_of_house(house: House, player_id: int | None = None) -> Iterator[Export]:
    """Read the settled rounds of one player or, with None, of all, from one snapshot."""
    with house.database.reading() as connection:
        yield _export(connection, player_id, RoundFilter())


def _export(connection: Connection, player_id: int | None, wanted: RoundFilter) -> Export:
    rows = round_export.count_rounds(connection, player_id, wanted)
    return Export(rows, _records(connection, player_id, wanted, rows))


def _records(
    connection: Connection, player_id: int | None, wanted: RoundFilter, rows: int
) -> Iterator[RoundRecord]:
    row, digest = 0, ""
    for batch in round_export.rounds_in_full(connection, player_id, wanted):
        transfers = book.transfers_of_rounds(connection, [each.stored.id for each in batch])
        for each in batch:
            row += 1
            record = record_of(
                each, tuple(moved.planned for moved in transfers[each.stored.id]), row, rows
            ).sealed(digest)
            digest = record.digest
            yield record


def record_of(
    each: RoundInFull, transfers: tuple[PlannedTransfer, ...], row: int, rows: int
) -> RoundRecord:
    """Tell a settled round whole, as record *row* of *rows*, without its seal."""
    stored, rules, shoe = each.stored, each.rules, each.shoe
    _, events = replay(stored, rules.rules_json, shoe.order_text)
    return RoundRecord(
        format=FORMAT,
        row=row,
        rows=rows,
        player=stored.player_id,
        number=stored.number,
        round_id=stored.id,
        table=rules.key,
        rules_version=rules.version,
        dealt_at=stored.dealt_at.isoformat(),
        settled_at=stored.settled_at.isoformat() if stored.settled_at else "",
        notation=stored.notation,
        cards=stored.cards_text or "",
        outcomes=stored.outcome_text or "",
        wagered_cents=stored.wagered_cents or 0,
        net_cents=stored.net_cents or 0,
        balance_after_cents=stored.balance_after_cents or 0,
        shoe=shoe.id,
        nonce=shoe.nonce,
        decks=shoe.decks,
        position=parse_notation(stored.notation).position,
        dealt=format_dealt(dealt_cards(stored, events)),
        commitment=shoe.commitment,
        client_seed=shoe.client_seed,
        server_seed=None if shoe.finished_at is None else shoe.server_seed,
        transfers=tuple(map(moved_chips, transfers)),
        rules=rules.rules_json,
    )
