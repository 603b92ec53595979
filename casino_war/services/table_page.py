"""What a table shows to who looks at it."""

from sqlalchemy import Connection

from casino_war.game.notation import parse_notation
from casino_war.game.table_rules import TableRules
from casino_war.services.carry_out import find_player
from casino_war.services.history import row_of
from casino_war.services.house import House
from casino_war.services.pages import SeatPage, TablePage
from casino_war.services.players import bar_of
from casino_war.services.rounds import rules_of
from casino_war.services.shoes import shoe_state
from casino_war.services.tables import find_table
from casino_war.store import rounds, seats, shoes
from casino_war.store import rules as rules_store
from casino_war.store.seats import StoredSeat

LAST_ROUNDS = 8


def table_page(house: House, token: str | None, table_key: str) -> TablePage:
    """Show a table to a stranger, a player or who sits at it.

    Raises:
        NotFoundError: there is no such table.
    """
    preset = find_table(table_key)
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return TablePage(preset=preset, rules=preset.rules, player=None, seat=None)
        bar = bar_of(connection, player)
        seat = seats.seat_at(connection, player.id, table_key)
        if seat is None:
            return TablePage(preset=preset, rules=preset.rules, player=bar, seat=None)
        rules = rules_of(rules_store.rules_by_id(connection, seat.rules_id).rules_json)
        seat_page = _seat_page(connection, seat, rules, bar.bankroll_cents)
        return TablePage(preset=preset, rules=rules, player=bar, seat=seat_page)


def _seat_page(
    connection: Connection, seat: StoredSeat, rules: TableRules, funds_cents: int
) -> SeatPage:
    present, following = shoes.shoes_in_play(connection, seat.id)
    last = rounds.last_rounds(connection, seat.id, LAST_ROUNDS)
    rows = tuple(row_of(connection, stored, funds_cents) for stored in last)
    shown = last[0] if last else None
    finished = shoes.last_finished_shoe(connection, seat.id)
    return SeatPage(
        version=seat.version,
        shoe=shoe_state(present, following, rules),
        open_round_id=shown.id if shown is not None and shown.is_open else None,
        shown_round_id=None if shown is None else shown.id,
        shown_round=rows[0].view if rows else None,
        last_wagers=() if shown is None else parse_notation(shown.notation).wagers,
        finished_shoe_id=None if finished is None else finished.id,
        last_rounds=tuple(row for row in rows if row.net_cents is not None),
    )
