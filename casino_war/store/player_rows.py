"""Everything that is stored about one player, page by page in the order of the ids."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, Connection, Select, Table, select

from casino_war.store.accounts import ACCOUNT
from casino_war.store.api_tokens import API_TOKEN
from casino_war.store.luck import SEAT_LUCK
from casino_war.store.own_tables import OWN_TABLE
from casino_war.store.own_war_rules import OWN_WAR_RULES
from casino_war.store.practice import GAME
from casino_war.store.practice_seats import PRACTICE_SEAT
from casino_war.store.rounds import ROUND
from casino_war.store.rules import TABLE_RULES
from casino_war.store.runs import RUN
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.transfers import TRANSFER

PAGE_ROWS = 500

Page = tuple[dict[str, Any], ...]

_SOURCE = ACCOUNT.alias("source")
_TARGET = ACCOUNT.alias("target")

# Server seeds and secret choices are told by the pages that know when they may be.
_SECRETS_OF_GAMES = ("server_seed", "start_key", "start_hash", "last_key", "last_hash")
_OF_GAME = tuple(
    column for column in GAME.c if column.name not in (*_SECRETS_OF_GAMES, "pending_text")
)

# The worker that played a run is the house's.
_OF_RUN = tuple(column for column in RUN.c if column.name != "worker")

# What a program shows to be let in is nobody's to read.
_OF_TOKEN = tuple(column for column in API_TOKEN.c if column.name not in ("digest", "command_key"))

SECTIONS: Mapping[str, tuple[Table, tuple[Column[Any], ...]]] = {
    "seats": (SEAT, (*SEAT.c,)),
    "rounds": (ROUND, (*ROUND.c,)),
    "shoes": (SHOE, (*SHOE.c,)),
    "luck": (SEAT_LUCK, (*SEAT_LUCK.c,)),
    "api_tokens": (API_TOKEN, _OF_TOKEN),
    "own_tables": (OWN_TABLE, (*OWN_TABLE.c,)),
    "own_war_rules": (OWN_WAR_RULES, (*OWN_WAR_RULES.c,)),
    "lab_runs": (RUN, _OF_RUN),
    "practice_games": (GAME, _OF_GAME),
    "practice_seats": (PRACTICE_SEAT, (*PRACTICE_SEAT.c,)),
}
"""The tables whose rows are a player's, by what they are called, and which of their columns."""


def page_of(connection: Connection, name: str, player_id: int, after_id: int) -> Page:
    """Read the next rows of a section of `SECTIONS`, from behind *after_id* on."""
    table, columns = SECTIONS[name]
    query: Select[Any] = select(*columns)
    if "player_id" in table.c:
        query = query.where(table.c.player_id == player_id)
    else:
        query = query.join_from(table, SEAT, table.c.seat_id == SEAT.c.id).where(
            SEAT.c.player_id == player_id
        )
    return _page(connection, query, table, after_id)


def rules_of_player(connection: Connection, player_id: int) -> Page:
    """Read every version of rules that the player was dealt by."""
    played = select(ROUND.c.rules_id).where(ROUND.c.player_id == player_id)
    seated = select(SEAT.c.rules_id).where(SEAT.c.player_id == player_id)
    ids = played.union(seated)
    query = TABLE_RULES.select().where(TABLE_RULES.c.id.in_(ids)).order_by(TABLE_RULES.c.id)
    return tuple(row._asdict() for row in connection.execute(query))


def accounts_of(connection: Connection, player_id: int) -> dict[int, str]:
    """Read the player's accounts: bankroll and felts, by id."""
    query = select(ACCOUNT.c.id, ACCOUNT.c.name).where(ACCOUNT.c.player_id == player_id)
    return {row.id: row.name for row in connection.execute(query.order_by(ACCOUNT.c.id))}


def transfers_page(
    connection: Connection, account_id: int, own: Collection[int], after_id: int
) -> Page:
    """Read the next transfers out of an account, or into it from none of the player's *own*.

    So that each is read once, whichever of the player's accounts it moves chips between.
    """
    either = []
    for side in (
        TRANSFER.c.source_id == account_id,
        (TRANSFER.c.target_id == account_id) & TRANSFER.c.source_id.not_in(own),
    ):
        ids = select(TRANSFER.c.id).where(side, TRANSFER.c.id > after_id)
        either.append(connection.scalars(ids.order_by(TRANSFER.c.id).limit(PAGE_ROWS)).all())
    chosen = sorted({each for ids in either for each in ids})[:PAGE_ROWS]
    columns = [column for column in TRANSFER.c if column.name not in ("source_id", "target_id")]
    query = (
        select(*columns, _SOURCE.c.name.label("source"), _TARGET.c.name.label("target"))
        .join_from(TRANSFER, _SOURCE, TRANSFER.c.source_id == _SOURCE.c.id)
        .join(_TARGET, TRANSFER.c.target_id == _TARGET.c.id)
        .where(TRANSFER.c.id.in_(chosen))
        .order_by(TRANSFER.c.id)
    )
    return tuple(row._asdict() for row in connection.execute(query))


def _page(connection: Connection, query: Select[Any], table: Table, after_id: int) -> Page:
    query = query.where(table.c.id > after_id).order_by(table.c.id).limit(PAGE_ROWS)
    return tuple(row._asdict() for row in connection.execute(query))
