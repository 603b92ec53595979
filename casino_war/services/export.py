"""Everything that is stored about a player, read page by page so that it is never held whole."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from casino_war.services.carry_out import find_player, no_bankroll
from casino_war.services.house import House
from casino_war.store import members, player_rows

Row = Mapping[str, Any]

_ReadPage = Callable[[Connection, int], player_rows.Page]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows of one kind, as JSON has them: moments in ISO 8601, amounts in cents."""

    name: str
    rows: Iterator[Row]


def export_player(house: House, token: str | None) -> Iterator[Section]:
    """Return all that is stored about the player of the token, to be read in its order.

    The order of a shoe and its server seed are left out until the shoe is finished, those
    of practice games always: their pages tell them. What is played meanwhile may be in it
    or not.

    Raises:
        NoBankrollError: the token is no player's.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            raise no_bankroll()
        member = members.member_of(connection, player.id)
        rules = player_rows.rules_of_player(connection, player.id)
        accounts = player_rows.accounts_of(connection, player.id)
    about = {
        "number": player.id,
        "name": None if member is None else member.name,
        "claimed_at": None if member is None else member.claimed_at,
        "created_at": player.created_at,
        "limits": None if player.care_text is None else json.loads(player.care_text),
    }
    return _sections(house, player.id, about, rules, accounts)


def _sections(
    house: House, player_id: int, about: Row, rules: player_rows.Page, accounts: dict[int, str]
) -> Iterator[Section]:
    yield Section(name="player", rows=iter([_told(about)]))
    yield Section(name="rules", rows=(_told(row) for row in rules))
    for name in player_rows.SECTIONS:
        yield Section(name=name, rows=_rows(house, _reader(name, player_id)))
    yield Section(name="transfers", rows=_transfers(house, accounts))


def _reader(name: str, player_id: int) -> _ReadPage:
    def read(connection: Connection, after_id: int) -> player_rows.Page:
        return player_rows.page_of(connection, name, player_id, after_id)

    return read


def _transfers(house: House, accounts: dict[int, str]) -> Iterator[Row]:
    for account_id in accounts:
        yield from _rows(house, _reader_of_account(account_id, set(accounts)))


def _reader_of_account(account_id: int, own: set[int]) -> _ReadPage:
    def read(connection: Connection, after_id: int) -> player_rows.Page:
        return player_rows.transfers_page(connection, account_id, own, after_id)

    return read


def _rows(house: House, read: _ReadPage) -> Iterator[Row]:
    """Read page after page, each in a transaction of its own, which keeps no writer waiting."""
    after_id = 0
    while True:
        with house.database.reading() as connection:
            page = read(connection, after_id)
        for row in page:
            yield _told(row)
        if len(page) < player_rows.PAGE_ROWS:
            return
        after_id = page[-1]["id"]


def _told(row: Row) -> Row:
    """Return a row as JSON has it, without what must stay secret for now."""
    is_secret = "order_text" in row and row["finished_at"] is None
    hidden = ("order_text", "server_seed") if is_secret else ()
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
        if name not in hidden
    }
