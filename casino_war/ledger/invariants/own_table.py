"""What must be true of tables that players made: commands made them, and their rules follow.

The rules of a house's table are published in the code; those of a player's own are known
from the commands that stored them, whose digests tell what was sent. Such tables and their
commands are few, and always read.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, and_, func, literal, or_, select

from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.invariants.counts import miscounted
from casino_war.ledger.scope import Scope
from casino_war.store.commands import COMMAND, OF_OWN_TABLES
from casino_war.store.own_tables import OWN_PREFIX, OWN_TABLE
from casino_war.store.rules import TABLE_RULES

Sent = Mapping[tuple[str, int], str]
"""The digest of the command that stored each version of own rules, by key and version."""


def answer_of(table_key: str, version: int) -> str:
    """Return what the command that stored a later version answered with."""
    return f"{table_key}@{version}"


def own_tables_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require a command for every own table, for every later version, and for every closing."""
    query = (
        select(OWN_TABLE.c.key, OWN_TABLE.c.command_key)
        .join_from(OWN_TABLE, COMMAND, OWN_TABLE.c.command_key == COMMAND.c.key, isouter=True)
        .where(
            or_(
                COMMAND.c.key.is_(None),
                COMMAND.c.kind != CommandKind.MAKE_TABLE.value,
                COMMAND.c.player_id != OWN_TABLE.c.player_id,
            )
        )
        .order_by(OWN_TABLE.c.key)
    )
    for row in connection.execute(query):
        yield f"the table {row.key} was not made by the command {row.command_key!r}"
    tables = select(OWN_TABLE.c.player_id, literal(1).label("told"))
    versions = select(OWN_TABLE.c.player_id, (OWN_TABLE.c.version - 1).label("told"))
    counted = (
        ("tables of their own", CommandKind.MAKE_TABLE, tables),
        ("later versions of them", CommandKind.CHANGE_TABLE, versions),
        (
            "of them closed",
            CommandKind.CLOSE_TABLE,
            tables.where(OWN_TABLE.c.closed_at.is_not(None)),
        ),
    )
    for what, kind, told in counted:
        is_counted = and_(OF_OWN_TABLES, COMMAND.c.kind == kind.value)
        for player_id, has, given in miscounted(connection, told, is_counted):
            yield f"player {player_id} has {has} {what}, and asked for {given}"


def own_tables_fit_their_rules(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the versions 1, 2, ... of every own table, the newest under the table's title."""
    key = TABLE_RULES.c.key
    versions = (
        select(
            key,
            func.count().label("versions"),
            func.max(TABLE_RULES.c.version).label("newest"),
        )
        .where(func.substr(key, 1, len(OWN_PREFIX)) == OWN_PREFIX)
        .group_by(key)
        .subquery("versions")
    )
    newest = TABLE_RULES.alias("newest")
    query = (
        select(
            OWN_TABLE.c.key,
            OWN_TABLE.c.version,
            OWN_TABLE.c.title,
            func.coalesce(versions.c.versions, 0).label("versions"),
            func.coalesce(versions.c.newest, 0).label("newest"),
            newest.c.title.label("rules_title"),
        )
        .join_from(OWN_TABLE, versions, versions.c.key == OWN_TABLE.c.key, isouter=True)
        .join(
            newest,
            (newest.c.key == OWN_TABLE.c.key) & (newest.c.version == OWN_TABLE.c.version),
            isouter=True,
        )
        .order_by(OWN_TABLE.c.key)
    )
    for row in connection.execute(query):
        yield from _faults(row)
    orphans = (
        select(versions.c.key)
        .join_from(versions, OWN_TABLE, versions.c.key == OWN_TABLE.c.key, isouter=True)
        .where(OWN_TABLE.c.key.is_(None))
        .order_by(versions.c.key)
    )
    for row in connection.execute(orphans):
        yield f"there are rules of a table {row.key}, which nobody made"


def digests_of_sent_rules(connection: Connection) -> Sent:
    """Read what was sent for each version of own rules: the digests of the commands."""
    made = select(OWN_TABLE.c.key, COMMAND.c.content_hash).join_from(
        OWN_TABLE, COMMAND, OWN_TABLE.c.command_key == COMMAND.c.key
    )
    sent = {(row.key, 1): row.content_hash for row in connection.execute(made)}
    changed = select(COMMAND.c.answer, COMMAND.c.content_hash).where(
        OF_OWN_TABLES, COMMAND.c.kind == CommandKind.CHANGE_TABLE.value
    )
    for row in connection.execute(changed):
        key, _, version = row.answer.partition("@")
        if version.isdecimal():
            sent[key, int(version)] = row.content_hash
    return sent


def _faults(row: Any) -> Iterator[str]:
    if (row.versions, row.newest) != (row.version, row.version):
        yield (
            f"the table {row.key} has the version {row.version}, "
            f"and {row.versions} versions of rules up to {row.newest}"
        )
    elif row.rules_title != row.title:
        yield f"the table {row.key} is called {row.title!r}, by its rules {row.rules_title!r}"
