from datetime import datetime

import pytest
from sqlalchemy import text

from casino_war.errors import BankrollTooSmallError, BrokenInvariantError, KeyReusedError
from casino_war.game.events import Wager
from casino_war.ledger import book
from casino_war.ledger.accounts import CASHIER, bankroll, felt, house
from casino_war.ledger.balances import all_balances
from casino_war.ledger.posting import PlannedTransfer, TransferCode, buy_in, cash_out
from casino_war.store.database import Database
from tests.ledger.table import Table, sit


def count(table: Table) -> int:
    return int(table.connection.execute(text("SELECT count(*) FROM transfer")).scalar_one())


def test_post_writes_what_was_planned(table: Table) -> None:
    planned = buy_in(table.player_id, 100_000)
    book.post(table.connection, planned, command_key="k", at=table.at)
    (posted,) = book.transfers_of_command(table.connection, "k")
    assert posted.planned == planned[0]
    assert (posted.key, posted.round_id, posted.created_at) == ("k:1", None, table.at)
    assert (posted.source_balance_cents, posted.target_balance_cents) == (None, 100_000)
    assert book.balance(table.connection, bankroll(table.player_id)) == 100_000
    assert book.balance(table.connection, CASHIER) == -100_000


def test_unopened_account_holds_nothing(table: Table) -> None:
    assert book.balance(table.connection, bankroll(99)) == 0
    assert book.balance(table.connection, house("classic")) == 0
    assert book.felt_cents(table.connection, table.player_id) == 0


def test_round_moves_chips_and_notes_every_balance(table: Table) -> None:
    table.buy_in(100_000)
    round_id = table.play("won", 1000)
    player, table_felt = bankroll(table.player_id), felt(table.player_id, "classic")
    ante, returned, won = book.transfers_of_round(table.connection, round_id)
    assert (ante.source, ante.target, ante.code) == (player, table_felt, TransferCode.ANTE)
    assert (ante.hand, ante.wager) == (0, Wager.ANTE)
    assert (ante.source_balance_cents, ante.target_balance_cents) == (99_000, 1000)
    assert (returned.source_balance_cents, returned.target_balance_cents) == (0, 100_000)
    assert (won.source_balance_cents, won.target_balance_cents) == (None, 101_000)
    assert [moved.line for moved in (ante, returned, won)] == [1, 2, 3]
    assert book.balance(table.connection, house("classic")) == -1000


def test_every_balance_is_read_kept_or_not(table: Table) -> None:
    assert list(all_balances(table.connection)) == []
    table.buy_in(100_000)
    table.play("won", 1000)
    table.play("open", 500)
    player, table_felt = bankroll(table.player_id), felt(table.player_id, "classic")
    assert dict(all_balances(table.connection)) == {
        str(CASHIER): -100_000,
        str(house("classic")): -1000,
        str(player): 100_500,
        str(table_felt): 500,
    }


def test_felts_of_all_tables_are_summed(table: Table) -> None:
    table.buy_in(100_000)
    table.play("open", 1000)
    elsewhere = PlannedTransfer(
        bankroll(table.player_id), felt(table.player_id, "bonus"), 500, TransferCode.ANTE
    )
    book.post(table.connection, [elsewhere], command_key="k", at=table.at)
    assert book.felt_cents(table.connection, table.player_id) == 1500
    assert book.felt_cents(table.connection, table.player_id + 1) == 0


def test_no_transfers_write_nothing(table: Table) -> None:
    book.post(table.connection, [], command_key="k", at=table.at)
    assert count(table) == 0


def test_same_key_with_same_content_posts_once(table: Table) -> None:
    planned = buy_in(table.player_id, 100_000)
    book.post(table.connection, planned, command_key="k", at=table.at)
    first = book.transfers_of_command(table.connection, "k")
    book.post(table.connection, planned, command_key="k", at=table.at)
    assert book.transfers_of_command(table.connection, "k") == first
    assert count(table) == 1
    assert book.balance(table.connection, bankroll(table.player_id)) == 100_000


def test_same_key_with_other_content_is_an_error(table: Table) -> None:
    first = buy_in(table.player_id, 100_000)
    book.post(table.connection, first, command_key="k", at=table.at)
    for other in (
        buy_in(table.player_id, 100_001),
        buy_in(table.player_id, 100_000, is_rebuy=True),
        cash_out(table.player_id, 100_000),
        first * 2,
        (),
    ):
        with pytest.raises(KeyReusedError, match="'k'"):
            book.post(table.connection, other, command_key="k", at=table.at)
    round_id = table.play("open", 1000)
    with pytest.raises(KeyReusedError):
        book.post(table.connection, first, command_key="k", round_id=round_id, at=table.at)
    assert count(table) == 2


def test_bankroll_is_never_overdrawn(table: Table) -> None:
    table.buy_in(500)
    with pytest.raises(BankrollTooSmallError) as caught:
        book.post(table.connection, cash_out(table.player_id, 501), command_key="k", at=table.at)
    assert caught.value.facts == {"amount_cents": 501, "limit_cents": 500}
    assert str(caught.value) == "That takes 5.01 chips, the bankroll holds 5: buy chips first."
    assert count(table) == 1


def test_all_of_a_post_or_nothing(table: Table) -> None:
    table.buy_in(500)
    transfers = cash_out(table.player_id, 400) * 2
    with pytest.raises(BankrollTooSmallError):
        book.post(table.connection, transfers, command_key="k", at=table.at)
    assert book.balance(table.connection, bankroll(table.player_id)) == 500


def test_felt_is_never_overdrawn(table: Table) -> None:
    loss = PlannedTransfer(felt(table.player_id, "classic"), house("classic"), 5, TransferCode.LOSS)
    with pytest.raises(BrokenInvariantError, match="felt:1:classic holds 0 chips"):
        book.post(table.connection, [loss], command_key="k", at=table.at)


def test_statement_is_the_bankroll_newest_first(table: Table) -> None:
    table.buy_in(100_000)
    round_id = table.play("won", 1000)
    table.play("lost", 2000)
    moved = book.statement(table.connection, table.player_id, None, 10)
    player = bankroll(table.player_id)
    told = [
        (each.code.value, each.amount_cents, each.balance_after_cents(player)) for each in moved
    ]
    assert told == [
        ("ante", 2000, 99_000),
        ("ante_payout", 1000, 101_000),
        ("stake_return", 1000, 100_000),
        ("ante", 1000, 99_000),
        ("buy_in", 100_000, 100_000),
    ]
    assert moved[1].round_id == round_id
    assert moved[1].balance_after_cents(house("classic")) is None
    assert moved[-1].balance_after_cents(house("classic")) is None


def test_statement_is_paged_by_keyset(table: Table) -> None:
    table.buy_in(100_000)
    for _ in range(4):
        table.play("won", 1000)
    whole = book.statement(table.connection, table.player_id, None, 100)
    pages: list[book.PostedTransfer] = []
    before_id: int | None = None
    while page := book.statement(table.connection, table.player_id, before_id, 3):
        assert len(page) <= 3
        pages.extend(page)
        before_id = page[-1].id
    assert tuple(pages) == whole
    assert book.statement(table.connection, 99, None, 3) == ()


def test_players_do_not_mix(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        one, two = sit(connection, at, "p"), sit(connection, at, "q")
        one.buy_in(500)
        two.buy_in(700)
        two.play("lost", 100)
        assert book.balance(connection, bankroll(one.player_id)) == 500
        assert book.balance(connection, bankroll(two.player_id)) == 600
        assert book.balance(connection, CASHIER) == -1200
        assert book.balance(connection, house("classic")) == 100
        assert len(book.statement(connection, one.player_id, None, 9)) == 1
