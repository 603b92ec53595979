"""What a table shows to who looks at it."""

from sqlalchemy import Connection

from casino_war.game.events import HandOutcome
from casino_war.game.notation import parse_notation
from casino_war.game.views import view_round
from casino_war.services.acting import note_player
from casino_war.services.care import CarePage, care_of
from casino_war.services.house import House
from casino_war.services.open_tables import OpenTable, find_table, open_table
from casino_war.services.pages import LastRound, PlayerBar, SeatPage, TablePage, TableSign
from casino_war.services.player_bar import bar_of, sign_of
from casino_war.services.rounds import events_by_command, rules_of, state_of
from casino_war.services.seats import find_visit
from casino_war.services.shoes import shoe_state
from casino_war.store import rounds
from casino_war.store.players import StoredPlayer
from casino_war.store.rounds import PlayedRound
from casino_war.store.rules import StoredRules
from casino_war.store.seats import StoredSeat
from casino_war.store.shoes import StoredShoe
from casino_war.store.turns import StoredVisit

LAST_ROUNDS = 8


def table_page(house: House, token: str | None, table_key: str) -> TablePage:
    """Show a table to a stranger, a player or who sits at it.

    Who sits is shown the rules and the title that are stored with the seat, also where the
    house has closed the table or has newer rules for it.

    Raises:
        NotFoundError: there is no such table, or it is closed and who asks has no seat there.
    """
    with house.database.reading() as connection:
        visit = find_visit(connection, token, table_key)
        if visit is None:
            return _page_of(find_table(connection, table_key), None)
        bar = bar_of(connection, visit.player, visit.sums_cents)
        note_player(visit.player.id)
        seat, stored = visit.seat, visit.rules
        if seat is None or stored is None:
            return _page_of(find_table(connection, table_key), bar)
        rules = rules_of(stored.rules_json)
        seat_page = _seat_page(connection, visit, seat, stored, bar.bankroll_cents)
        return TablePage(
            table=sign_of(connection, stored),
            rules=rules,
            player=bar,
            seat=seat_page,
            care=_care(connection, visit.player, house),
        )


def _care(connection: Connection, player: StoredPlayer, house: House) -> CarePage | None:
    """Return what a player has set, None who has set nothing, and costs no question."""
    return None if player.care_text is None else care_of(connection, player, house.clock())


def _page_of(table: OpenTable, bar: PlayerBar | None) -> TablePage:
    sign = TableSign(key=table.key, title=table.title)
    return TablePage(table=sign, rules=table.rules, player=bar, seat=None)


def _seat_page(
    connection: Connection,
    visit: StoredVisit,
    seat: StoredSeat,
    stored_rules: StoredRules,
    funds_cents: int,
) -> SeatPage:
    present, following = visit.shoes
    last = rounds.last_rounds(connection, seat.id, LAST_ROUNDS)
    shown = last[0] if last else None
    return SeatPage(
        version=seat.version,
        shoe=shoe_state(present, following, rules_of(stored_rules.rules_json)),
        open_round_id=shown.id if shown is not None and shown.is_open else None,
        shown_round_id=None if shown is None else shown.id,
        shown_round=(
            None if shown is None else view_round(state_of(connection, shown), funds_cents)
        ),
        shown_commands=() if shown is None else events_by_command(connection, shown),
        last_wagers=() if shown is None else parse_notation(shown.notation).wagers,
        finished_shoe_id=visit.finished_shoe_id,
        last_rounds=tuple(_last_round(each) for each in last if not each.is_open),
        shoes_to_newest=_shoes_to_newest(connection, stored_rules, following),
    )


def _last_round(stored: PlayedRound) -> LastRound:
    outcomes = (stored.outcome_text or "").split(",")
    return LastRound(
        round_id=stored.id,
        number=stored.number,
        outcome=HandOutcome(outcomes[0]) if len(outcomes) == 1 else None,
        net_cents=stored.net_cents or 0,
    )


def _shoes_to_newest(
    connection: Connection, stored: StoredRules, following: StoredShoe
) -> int | None:
    """Count the shoes before the newest rules: the next one may have other decks already."""
    table = open_table(connection, stored.key)
    if table is None or table.version <= stored.version:
        return None
    return 1 if following.decks == table.rules.decks else 2
