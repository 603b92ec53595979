"""Practice games: one game of War each, its seeds, its seats, and where it has come to.

What was played is told by its stretches (`casino_war.store.practice_stretches`). Server
seeds are shown only once a game is finished. No chips: nothing here points to a ledger.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    select,
)
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.practice_seats import PRACTICE_SEAT
from casino_war.store.rows import add_row, by_id, every, first


class PracticeGame(StoreModel, table=True):
    """One game.

    ``link`` is all that whoever watches must know. ``pending_text`` holds secret choices of
    seats that wait for others to choose, ``turn`` counts the rounds of choices revealed.
    ``is_changed`` says that the rules are not those of the preset, but for the players.
    ``clock`` is the battle in which the clock rang, 0 if it has not, None without a limit.
    ``supplied_at`` is when the game was given out to be played without a connection, if it was.
    """

    __tablename__ = "practice_game"
    __table_args__ = (
        UniqueConstraint("link"),
        UniqueConstraint("start_key"),
        Index("ix_practice_game_player_id_id", "player_id", "id"),
        check("link_length", "length(link) >= 22"),
        check("server_seed_length", "length(server_seed) = 64"),
        check("commitment_length", "length(commitment) = 64"),
        check("client_seed_length", "length(client_seed) BETWEEN 1 AND 64"),
        check("nonce_from_zero", "nonce >= 0"),
        check("version_from_zero", "version >= 0"),
        check("elapsed_from_zero", "elapsed_ms >= 0"),
        check("battles_from_zero", "battles >= 0"),
        check("battles_once_dealt", "dealt_at IS NOT NULL OR battles = 0"),
        check("finished_with_reason", "(finished_at IS NULL) = (end_reason IS NULL)"),
        check("finished_stands_still", "finished_at IS NULL OR running_since IS NULL"),
    )

    id: int = Field(sa_column=id_column())
    link: str = Field(sa_column=Column(String(64), nullable=False))
    start_key: str = Field(sa_column=Column(String(128), nullable=False))
    start_hash: str = Field(sa_column=Column(String(64), nullable=False))
    player_id: int = Field(sa_column=reference("player.id"))
    preset_key: str = Field(sa_column=Column(String(64), nullable=False))
    preset_version: int = Field(sa_column=Column(Integer, nullable=False))
    rules_json: str = Field(sa_column=Column(Text, nullable=False))
    is_changed: bool = Field(sa_column=Column(Boolean, nullable=False))
    deal_of_id: int | None = Field(sa_column=reference("practice_game.id", is_optional=True))
    match_of_id: int | None = Field(
        sa_column=reference("practice_game.id", is_optional=True, is_indexed=True)
    )
    server_seed: str = Field(sa_column=Column(String(64), nullable=False))
    commitment: str = Field(sa_column=Column(String(64), nullable=False))
    client_seed: str = Field(sa_column=Column(String(64), nullable=False))
    nonce: int = Field(sa_column=Column(Integer, nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    last_key: str | None = Field(sa_column=Column(String(128), nullable=True))
    last_hash: str | None = Field(sa_column=Column(String(64), nullable=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    dealt_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    running_since: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    elapsed_ms: int = Field(sa_column=Column(BigInteger, nullable=False))
    clock: int | None = Field(sa_column=Column(Integer, nullable=True))
    battles: int = Field(sa_column=Column(Integer, nullable=False))
    turn: int = Field(sa_column=Column(Integer, nullable=False))
    pending_text: str = Field(sa_column=Column(Text, nullable=False))
    war_lies: bool = Field(sa_column=Column(Boolean, nullable=False))
    tally_json: str = Field(sa_column=Column(Text, nullable=False))
    finished_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    end_reason: str | None = Field(sa_column=Column(String(32), nullable=True))
    outcome: str | None = Field(sa_column=Column(String(16), nullable=True))
    named_seats: str | None = Field(sa_column=Column(String(8), nullable=True))
    period: int | None = Field(sa_column=Column(Integer, nullable=True))
    wars: int | None = Field(sa_column=Column(Integer, nullable=True))
    longest_war: int | None = Field(sa_column=Column(Integer, nullable=True))
    lead_changes: int | None = Field(sa_column=Column(Integer, nullable=True))
    fewest: int | None = Field(sa_column=Column(Integer, nullable=True))
    is_comeback: bool | None = Field(sa_column=Column(Boolean, nullable=True))
    player_result: str | None = Field(sa_column=Column(String(8), nullable=True))
    supplied_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A row of `PracticeGame`; what must stay secret stays out of its printed form too."""

    id: int
    link: str
    start_key: str
    start_hash: str
    player_id: int
    preset_key: str
    preset_version: int
    rules_json: str
    is_changed: bool
    deal_of_id: int | None
    match_of_id: int | None
    server_seed: str = field(repr=False)
    commitment: str
    client_seed: str
    nonce: int
    version: int
    last_key: str | None
    last_hash: str | None
    created_at: datetime
    dealt_at: datetime | None
    running_since: datetime | None
    elapsed_ms: int
    clock: int | None
    battles: int
    turn: int
    pending_text: str = field(repr=False)
    war_lies: bool
    tally_json: str
    finished_at: datetime | None
    end_reason: str | None
    outcome: str | None
    named_seats: str | None
    period: int | None
    wars: int | None
    longest_war: int | None
    lead_changes: int | None
    fewest: int | None
    is_comeback: bool | None
    player_result: str | None
    supplied_at: datetime | None


GAME = table_of(PracticeGame)

_BY_LINK = GAME.select().where(GAME.c.link == bindparam("of_link"))
_LOCK = _BY_LINK.with_for_update(key_share=True)


def add_game(connection: Connection, **values: object) -> StoredGame:
    """Store a new game by its columns, version 0; what is left out has not happened yet."""
    blank = {
        "version": 0,
        "elapsed_ms": 0,
        "battles": 0,
        "turn": 0,
        "pending_text": "",
        "war_lies": False,
        "tally_json": "",
    }
    return add_row(connection, GAME, StoredGame, blank | values)


def next_nonce(connection: Connection, player_id: int) -> int:
    """Return how many shuffles of its own the player has had."""
    query = select(func.coalesce(func.max(GAME.c.nonce) + 1, 0)).where(
        GAME.c.player_id == player_id, GAME.c.deal_of_id.is_(None)
    )
    return int(connection.execute(query).scalar_one())


def game_by_link(connection: Connection, link: str) -> StoredGame | None:
    """Find a game."""
    return first(connection, _BY_LINK, StoredGame, {"of_link": link})


def game_by_id(connection: Connection, game_id: int) -> StoredGame:
    """Read the game that another points to."""
    return by_id(connection, GAME, game_id, StoredGame)


def game_by_start_key(connection: Connection, key: str) -> StoredGame | None:
    """Find the game that a command of that key started."""
    return first(connection, GAME.select().where(GAME.c.start_key == key), StoredGame)


def lock_game(connection: Connection, link: str) -> StoredGame | None:
    """Find a game and let no other writer have it before the end of the transaction."""
    return first(connection, _LOCK, StoredGame, {"of_link": link})


def change_game(
    connection: Connection, game_id: int, version: int, changes: Mapping[str, object]
) -> bool:
    """Change columns and step the version if it still is *version*; say whether it was."""
    statement = (
        GAME.update()
        .where(GAME.c.id == game_id, GAME.c.version == version)
        .values(version=version + 1, **changes)
    )
    return connection.execute(statement).rowcount == 1


def games_of_match(connection: Connection, match_id: int) -> tuple[StoredGame, ...]:
    """List the games of a match in their order; its first game gives it its id."""
    query = (
        GAME.select()
        .where((GAME.c.id == match_id) | (GAME.c.match_of_id == match_id))
        .order_by(GAME.c.id)
    )
    return every(connection, query, StoredGame)


def unfinished_games(connection: Connection, player_id: int, limit: int) -> tuple[StoredGame, ...]:
    """List the player's unfinished games, newest first; those dealt ahead wait elsewhere.

    They are those that the player started, and those of others in which the player sits.
    """
    joined = select(PRACTICE_SEAT.c.game_id).where(PRACTICE_SEAT.c.player_id == player_id)
    query = (
        GAME.select()
        .where(
            (GAME.c.player_id == player_id) | GAME.c.id.in_(joined),
            GAME.c.finished_at.is_(None),
            GAME.c.supplied_at.is_(None),
        )
        .order_by(GAME.c.id.desc())
        .limit(limit)
    )
    return every(connection, query, StoredGame)


def finished_games(connection: Connection, player_id: int, limit: int) -> tuple[StoredGame, ...]:
    """List the games that the player finished, newest first, but for what was given back."""
    is_played = GAME.c.supplied_at.is_(None) | GAME.c.outcome.is_not(None)
    query = (
        GAME.select()
        .where(GAME.c.player_id == player_id, GAME.c.finished_at.is_not(None), is_played)
        .order_by(GAME.c.finished_at.desc(), GAME.c.id.desc())
        .limit(limit)
    )
    return every(connection, query, StoredGame)


def games_before(
    connection: Connection, player_id: int, before: int | None, limit: int
) -> tuple[StoredGame, ...]:
    """List the games that a player started or sits in, the latest first, below that id.

    Those dealt ahead that nobody has played are left out.
    """
    joined = select(PRACTICE_SEAT.c.game_id).where(PRACTICE_SEAT.c.player_id == player_id)
    query = GAME.select().where(
        (GAME.c.player_id == player_id) | GAME.c.id.in_(joined),
        GAME.c.supplied_at.is_(None) | GAME.c.outcome.is_not(None),
    )
    if before is not None:
        query = query.where(GAME.c.id < before)
    return every(connection, query.order_by(GAME.c.id.desc()).limit(limit), StoredGame)
