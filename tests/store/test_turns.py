"""What a turn and a visit read at once is what its parts are one by one."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from casino_war.ledger import book
from casino_war.ledger.accounts import AccountKind, bankroll, felt
from casino_war.ledger.posting import PlannedTransfer, TransferCode, buy_in
from casino_war.store import players, rounds, rules, seats, shoes, turns
from casino_war.store.changes import make
from casino_war.store.database import Database
from casino_war.store.days import StoredDay, kept_day
from casino_war.store.luck import LuckBefore, StoredLuck, kept_luck
from casino_war.store.luck_sums import LuckSums
from casino_war.store.seats import StoredSeat
from tests.store.rows import FACTS, command_row, round_row, seat_row, shoe_row

TODAY = 5


def turn_of(
    connection: Connection, seat: StoredSeat, account: str = "bankroll:0"
) -> turns.StoredTurn | None:
    return turns.turn_at(
        connection, seat.player_id, seat.table_key, account, command_key="k1", day=TODAY
    )


def test_a_turn_is_what_its_parts_are_one_by_one(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        present = shoe_row(connection, seat, at)
        shoe_row(connection, seat, at)
        shoes.start_shoe(connection, present.id, order_text="KD 2H", position=1, at=at)
        turn = turn_of(connection, seat)
        assert turn is not None
        assert turn.funds_cents == 0
        assert turn.seat == seat
        assert turn.rules == rules.rules_by_id(connection, seat.rules_id)
        assert turn.shoe == shoes.shoe_by_id(connection, present.id)
        assert not turn.has_open_round
        assert shoes.order_of(connection, present.id) == "KD 2H"
        round_row(connection, seat, present, at)
        turn = turn_of(connection, seat)
        assert turn is not None
        assert turn.has_open_round
        for player_id, table_key in ((seat.player_id + 1, "classic"), (seat.player_id, "bonus")):
            elsewhere = replace(seat, player_id=player_id, table_key=table_key)
            assert turn_of(connection, elsewhere) is None


def test_a_turn_knows_what_the_account_that_pays_it_holds(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe_row(connection, seat, at)
        name = bankroll(seat.player_id)
        moved = buy_in(seat.player_id, 70_000)
        book.post(connection, moved, command_key="bought", at=at)
        turn = turn_of(connection, seat, str(name))
        assert turn is not None
        assert turn.funds_cents == book.balance(connection, name) == 70_000


def test_a_turn_knows_the_command_of_a_key(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe_row(connection, seat, at)
        player = players.player_by_id(connection, seat.player_id)
        assert player is not None
        command_row(connection, player, "another", None, at)
        turn = turn_of(connection, seat)
        assert turn is not None
        assert turn.known is None
        recorded = command_row(connection, player, "k1", None, at)
        turn = turn_of(connection, seat)
        assert turn is not None
        assert turn.known == recorded


def test_a_turn_knows_the_sums_that_all_rounds_are_in(database: Database, at: datetime) -> None:
    def known(connection: Connection) -> LuckBefore | None:
        turn = turn_of(connection, seat)
        assert turn is not None
        return turn.luck

    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe = shoe_row(connection, seat, at)
        assert known(connection) is None
        first = round_row(connection, seat, shoe, at)
        rounds.settle_round(connection, first.id, facts=FACTS, at=at)
        sums = LuckSums(rounds=1, hands=1, expected_microcents=-(10**30))
        luck = StoredLuck(last_round_id=first.id, sums=sums)
        make(connection, [kept_luck(seat.id, seat.rules_id, luck, is_new=True)])
        before = LuckBefore(rules_id=seat.rules_id, luck=luck, day=None, run=0)
        assert known(connection) == before
        day = StoredDay(last_round_id=first.id, sums=sums, rounds_won=1, run=1, longest_won=1)
        # Of days and rules only the present ones, but the run goes on.
        newer = rules.ensure_rules(
            connection, key="classic", version=2, title="Classic", rules_json="{}", at=at
        )
        for number in (TODAY - 1, TODAY):
            make(connection, [kept_day((seat.id, seat.rules_id, number), day, is_new=True)])
            is_today = number == TODAY
            assert known(connection) == replace(before, day=day if is_today else None, run=1)
        seats.set_seat_rules(connection, seat.id, newer.id)
        assert known(connection) == LuckBefore(rules_id=newer.id, luck=None, day=None, run=1)
        second = round_row(connection, seat, shoe, at)
        # An open round is not late.
        assert known(connection) is not None
        rounds.settle_round(connection, second.id, facts=FACTS, at=at)
        assert known(connection) is None


def test_a_visit_is_what_its_parts_are_one_by_one(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        ended, present, following = (shoe_row(connection, seat, at) for _ in range(3))
        token = "p" * 22
        player = players.player_by_token(connection, token)
        assert player is not None
        stored = rules.rules_by_id(connection, seat.rules_id)
        kinds = (AccountKind.BANKROLL, AccountKind.FELT)
        seated = turns.visit_of(connection, token, seat.table_key, kinds)
        none = (0, 0)
        assert seated == turns.StoredVisit(
            player=player,
            sums_cents=none,
            seat=seat,
            rules=stored,
            shoes=(ended, present, following),
            finished_shoe_id=None,
        )
        shoes.finish_shoe(connection, ended.id, end_reason="cut_card", at=at)
        later = turns.visit_of(connection, token, seat.table_key, kinds)
        assert later == replace(seated, shoes=(present, following), finished_shoe_id=ended.id)
        bets = [
            PlannedTransfer(bankroll(player.id), felt(player.id, key), cents, TransferCode.ANTE)
            for key, cents in (("classic", 2000), ("bonus", 500))
        ]
        moved = (*buy_in(player.id, 70_000), *bets)
        book.post(connection, moved, command_key="bought", at=at)
        sums = book.purse(connection, player.id)
        assert sums == (67_500, 2500)
        passing = turns.visit_of(connection, token, "bonus", kinds)
        assert passing == turns.StoredVisit(
            player=player, sums_cents=sums, seat=None, rules=None, shoes=(), finished_shoe_id=None
        )
        assert turns.visit_of(connection, "x" * 22, seat.table_key, kinds) is None
