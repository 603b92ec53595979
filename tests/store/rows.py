"""Rows that tests stand on: a player with a seat, its shoes and its rounds."""

from datetime import datetime

from sqlalchemy import Connection

from casino_war.store import commands
from casino_war.store.changes import make
from casino_war.store.commands import StoredCommand
from casino_war.store.own_tables import StoredOwnTable, add_own_table
from casino_war.store.players import StoredPlayer, add_player
from casino_war.store.practice import StoredGame, add_game, next_nonce
from casino_war.store.rounds import RoundFacts, StoredRound, add_round
from casino_war.store.rules import ensure_rules
from casino_war.store.seats import StoredSeat, add_seat
from casino_war.store.shoes import StoredShoe, add_shoe

SERVER_SEED = "5e" * 32
COMMITMENT = "c0" * 32
FACTS = RoundFacts(
    cards_text="KD | 2H",
    outcome_text="win",
    wagered_cents=1000,
    net_cents=1000,
    balance_after_cents=101_000,
)


def player_row(connection: Connection, at: datetime, letter: str = "p") -> StoredPlayer:
    return add_player(connection, token=letter * 22, at=at)


def seat_row(
    connection: Connection, at: datetime, letter: str = "p", table_key: str = "classic"
) -> StoredSeat:
    player = player_row(connection, at, letter)
    rules = ensure_rules(
        connection, key="classic", version=1, title="Classic", rules_json="{}", at=at
    )
    return add_seat(connection, player_id=player.id, table_key=table_key, rules_id=rules.id, at=at)


def shoe_row(connection: Connection, seat: StoredSeat, at: datetime) -> StoredShoe:
    return add_shoe(
        connection,
        seat_id=seat.id,
        server_seed=SERVER_SEED,
        commitment=COMMITMENT,
        client_seed="lucky",
        decks=6,
        at=at,
    )


def round_row(
    connection: Connection, seat: StoredSeat, shoe: StoredShoe, at: datetime
) -> StoredRound:
    return add_round(
        connection,
        player_id=seat.player_id,
        seat_id=seat.id,
        table_key=seat.table_key,
        rules_id=seat.rules_id,
        shoe_id=shoe.id,
        notation="casino-war/1 classic@1 shoe=1@1 bets=10 decisions=-",
        at=at,
    )


def own_key(number: int) -> str:
    return f"own-{number:032x}"


def own_table_row(
    connection: Connection, player_id: int, at: datetime, *, number: int = 1
) -> StoredOwnTable:
    return add_own_table(
        connection,
        key=own_key(number),
        player_id=player_id,
        title=f"Table {number}",
        command_key=f"made-{number}",
        at=at,
    )


def practice_row(
    connection: Connection, player_id: int, at: datetime, **values: object
) -> StoredGame:
    """A dealt practice game; they are counted by their nonces."""
    nonce = next_nonce(connection, player_id)
    return add_game(
        connection,
        link=f"link-{nonce:022d}",
        start_key=f"start-{nonce}",
        start_hash="0" * 64,
        player_id=player_id,
        preset_key="classic",
        preset_version=1,
        rules_json="{}",
        is_changed=False,
        server_seed=SERVER_SEED,
        commitment=COMMITMENT,
        client_seed="lucky",
        nonce=nonce,
        created_at=at,
        dealt_at=at,
        **values,
    )


def command_row(
    connection: Connection, player: StoredPlayer, key: str, visitor: str | None, at: datetime
) -> StoredCommand | None:
    make(
        connection,
        [
            commands.recorded_command(
                key=key,
                player_id=player.id,
                visitor=visitor,
                kind="BuyIn",
                content_hash="0" * 64,
                answer="{}",
                at=at,
            )
        ],
    )
    return commands.find_command(connection, key)
