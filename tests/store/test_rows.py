"""Each noun: what is written is read back, what is not there is None."""

from dataclasses import fields, replace
from datetime import datetime

import pytest
from sqlalchemy.exc import IntegrityError

from casino_war.errors import BrokenInvariantError
from casino_war.store import commands, players, rounds, rules, seats, shoe_history, shoes
from casino_war.store.changes import make
from casino_war.store.database import Database
from casino_war.store.rounds import PlayedRound
from tests.store.rows import (
    FACTS,
    SERVER_SEED,
    command_row,
    player_row,
    round_row,
    seat_row,
    shoe_row,
)


def test_player(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        player = player_row(connection, at)
        assert (player.version, player.created_at) == (0, at)
        assert players.player_by_token(connection, player.token) == player
        assert players.player_by_token(connection, "x" * 22) is None


def test_player_version_is_compared_and_swapped(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        player = player_row(connection, at)
        assert players.bump_player_version(connection, player.id, 0)
        assert not players.bump_player_version(connection, player.id, 0)
        assert players.player_by_token(connection, player.token) == replace(player, version=1)


def test_short_token_is_refused(database: Database, at: datetime) -> None:
    with pytest.raises(IntegrityError, match="token_length"), database.writing() as connection:
        players.add_player(connection, token="short", at=at)


def test_rules_are_stored_once_and_never_differ(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        stored = rules.ensure_rules(
            connection, key="classic", version=1, title="Classic", rules_json="{}", at=at
        )
        again = rules.ensure_rules(
            connection, key="classic", version=1, title="Renamed", rules_json="{}", at=at
        )
        assert again == stored
        second = rules.ensure_rules(
            connection, key="classic", version=2, title="Classic", rules_json="[]", at=at
        )
        assert rules.find_rules(connection, "classic", 2) == second
        assert rules.find_rules(connection, "classic", 3) is None
        assert rules.rules_by_id(connection, stored.id) == stored
        assert rules.rules_by_id(connection, second.id) == second
        with pytest.raises(BrokenInvariantError, match="'classic' in version 1"):
            rules.ensure_rules(
                connection, key="classic", version=1, title="Classic", rules_json="[]", at=at
            )


def test_seat(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        assert seats.seat_at(connection, seat.player_id, "classic") == seat
        assert seats.seat_at(connection, seat.player_id, "bonus") is None
        assert seats.bump_seat_version(connection, seat.id, 0)
        assert not seats.bump_seat_version(connection, seat.id, 0)
        newer = rules.ensure_rules(
            connection, key="classic", version=2, title="Classic", rules_json="{}", at=at
        )
        seats.set_seat_rules(connection, seat.id, newer.id)
        changed = replace(seat, version=1, rules_id=newer.id)
        assert seats.seat_at(connection, seat.player_id, "classic") == changed


def test_one_seat_for_a_player_at_a_table(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
    again = {"player_id": seat.player_id, "rules_id": seat.rules_id}
    with (
        pytest.raises(IntegrityError, match=r"(?i)unique|replaced|one open round"),
        database.writing() as connection,
    ):
        seats.add_seat(connection, table_key="classic", at=at, **again)


def test_shoes_count_their_nonces_and_follow_each_other(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        first, second = shoe_row(connection, seat, at), shoe_row(connection, seat, at)
        other = shoe_row(connection, seat_row(connection, at, "q"), at)
        assert (first.nonce, second.nonce, other.nonce) == (0, 1, 0)
        assert shoes.shoes_in_play(connection, seat.id) == (first, second)
        shoes.finish_shoe(connection, first.id, end_reason="cut_card", at=at)
        finished = replace(first, finished_at=at, end_reason="cut_card")
        assert shoes.shoes_in_play(connection, seat.id) == (second,)
        assert shoes.shoe_by_id(connection, first.id) == finished
        assert shoe_row(connection, seat, at).nonce == 2


def test_client_seed_until_the_start(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe, unplayed = shoe_row(connection, seat, at), shoe_row(connection, seat, at)
        assert shoes.set_client_seed(connection, shoe.id, "mine")
        shoes.start_shoe(connection, shoe.id, order_text="KD 2H", position=1, at=at)
        assert not shoes.set_client_seed(connection, shoe.id, "later")
        shoes.finish_shoe(connection, unplayed.id, end_reason="new_shoe", at=at)
        assert not shoes.set_client_seed(connection, unplayed.id, "later")
        make(connection, [shoes.advanced_shoe(shoe.id, 2)])
        (in_play,) = shoes.shoes_in_play(connection, seat.id)
        assert in_play == replace(
            shoe, client_seed="mine", order_text="KD 2H", position=2, started_at=at
        )


def test_secrets_stay_out_of_the_printed_shoe(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        shoe = shoe_row(connection, seat_row(connection, at), at)
    printed = repr(replace(shoe, order_text="KD 2H"))
    assert SERVER_SEED not in printed
    assert "KD 2H" not in printed


def test_shoes_of_a_player(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        one, two, unfinished = (shoe_row(connection, seat, at) for _ in range(3))
        for shoe in (one, two):
            shoes.finish_shoe(connection, shoe.id, end_reason="cut_card", at=at)
        stranger = player_row(connection, at, "q")
        found = shoe_history.shoe_of_player(connection, seat.player_id, unfinished.id)
        assert found == shoe_history.TableShoe(unfinished, "classic", "Classic")
        assert shoe_history.shoe_of_player(connection, stranger.id, one.id) is None
        listed = shoe_history.finished_shoes_before(connection, seat.player_id, None, 9)
        assert [entry.shoe.id for entry in listed] == [two.id, one.id]
        listed = shoe_history.finished_shoes_before(connection, seat.player_id, two.id, 9)
        assert [entry.shoe.id for entry in listed] == [one.id]
        listed = shoe_history.finished_shoes_before(connection, seat.player_id, None, 1)
        assert [entry.shoe.id for entry in listed] == [two.id]
        assert not shoe_history.finished_shoes_before(connection, stranger.id, None, 9)


def test_round_from_deal_to_settlement(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        stored = round_row(connection, seat, shoe_row(connection, seat, at), at)
        assert stored.is_open
        assert stored.number == 1
        assert rounds.open_rounds(connection, seat.player_id) == (stored,)
        rounds.set_notation(connection, stored.id, "decided")
        rounds.settle_round(connection, stored.id, facts=FACTS, at=at)
        settled = rounds.round_of_player(connection, seat.player_id, stored.id)
        assert settled is not None
        assert not settled.is_open
        assert (settled.notation, settled.settled_at) == ("decided", at)
        assert (settled.cards_text, settled.outcome_text) == ("KD | 2H", "win")
        assert (settled.wagered_cents, settled.net_cents) == (1000, 1000)
        assert settled.balance_after_cents == 101_000
        assert rounds.open_rounds(connection, seat.player_id) == ()
        assert rounds.round_of_player(connection, seat.player_id + 1, stored.id) is None


def test_a_round_that_its_deal_settles_is_returned_as_it_is_stored(
    database: Database, at: datetime
) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe = shoe_row(connection, seat, at)
        stored = rounds.add_round(
            connection,
            player_id=seat.player_id,
            seat_id=seat.id,
            table_key=seat.table_key,
            rules_id=seat.rules_id,
            shoe_id=shoe.id,
            notation="dealt",
            at=at,
            facts=FACTS,
        )
        assert rounds.round_of_player(connection, seat.player_id, stored.id) == stored
        (last,) = rounds.last_rounds(connection, seat.id, 9)
        assert last == PlayedRound(
            **{each.name: getattr(stored, each.name) for each in fields(last)}
        )
        assert not stored.is_open


def test_rounds_newest_first(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe = shoe_row(connection, seat, at)
        for _ in range(3):
            stored = round_row(connection, seat, shoe, at)
            rounds.settle_round(connection, stored.id, facts=FACTS, at=at)
        assert [entry.number for entry in rounds.last_rounds(connection, seat.id, 2)] == [3, 2]


@pytest.mark.parametrize("column", ["player_id", "seat_id"])
def test_rounds_are_paged_by_their_index(database: Database, column: str) -> None:
    query = f"SELECT * FROM round WHERE {column} = 1 AND id < 9 ORDER BY id DESC LIMIT 5"
    with database.reading() as connection:
        explain = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            explain = "EXPLAIN"
            # Few rows are found faster without any index.
            for way in ("seqscan", "bitmapscan"):
                connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        plan = str(connection.exec_driver_sql(f"{explain} {query}").all())
    assert f"ix_round_{column}_id" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


def test_one_open_round_at_a_seat(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe = shoe_row(connection, seat, at)
        round_row(connection, seat, shoe, at)
    with (
        pytest.raises(IntegrityError, match=r"(?i)unique|replaced|one open round"),
        database.writing() as connection,
    ):
        round_row(connection, seat, shoe, at)


def test_command(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        player = player_row(connection, at)
        recorded = command_row(connection, player, "k1", None, at)
        assert recorded is not None
        assert (recorded.key, recorded.player_id, recorded.created_at) == ("k1", player.id, at)
        assert commands.find_command(connection, "k2") is None


def test_a_browser_makes_one_player(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        made = command_row(connection, player_row(connection, at), "k1", "a browser", at)
        command_row(connection, player_row(connection, at, "q"), "k2", None, at)
        command_row(connection, player_row(connection, at, "r"), "k3", None, at)
        assert made is not None
        assert commands.command_of_visitor(connection, "a browser") == made
        assert commands.command_of_visitor(connection, "another") is None
    with pytest.raises(IntegrityError, match="visitor"), database.writing() as connection:
        command_row(connection, player_row(connection, at, "s"), "k4", "a browser", at)
