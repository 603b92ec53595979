"""What must be true of what operators do: each act is noted, and nothing came without one."""

import hashlib
import json
from collections.abc import Iterator

from sqlalchemy import Connection, select

from casino_war.ledger.scope import Scope
from casino_war.store.house_tables import changed_tables
from casino_war.store.operator_acts import ActKind, every_act
from casino_war.store.players import PLAYER
from casino_war.store.rules import StoredRules


def player_subject(player_id: int) -> str:
    """Name a player as the subject of an act."""
    return f"player {player_id}"


def tokens_subject(player_id: int) -> str:
    """Name the tokens of a player as the subject of an act: they are gone with it."""
    return f"tokens of {player_id}"


def table_subject(key: str) -> str:
    """Name a table as the subject of an act."""
    return f"table {key}"


def rules_subject(key: str, version: int) -> str:
    """Name a version of a table's rules as the subject of an act."""
    return f"rules {key}@{version}"


def digest_of_rules(stored: StoredRules) -> str:
    """Digest all of a version of rules that decides how it is played and what it is called."""
    text = json.dumps([stored.key, stored.version, stored.title, stored.rules_json])
    return hashlib.sha256(text.encode()).hexdigest()


def published_digests(connection: Connection) -> dict[str, str]:
    """Read the digests of what operators have published, by subject."""
    acts = every_act(connection)
    return {act.subject: act.digest for act in acts if act.kind == ActKind.PUBLISH.value}


def acts_stand_behind_changes(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require players to be frozen, and tables closed and changed, by acts that are noted."""
    last: dict[tuple[str, bool], str] = {}
    for act in every_act(connection):
        last[act.subject, act.kind == ActKind.PUBLISH.value] = act.kind
    frozen = select(PLAYER.c.id).where(PLAYER.c.frozen_at.is_not(None))
    is_frozen = {player_subject(player_id) for player_id in connection.scalars(frozen)}
    tables = changed_tables(connection).values()
    is_closed = {table_subject(each.key) for each in tables if each.closed_at is not None}
    ought = {
        ActKind.FREEZE: is_frozen,
        ActKind.CLOSE: is_closed,
        ActKind.PUBLISH: {
            rules_subject(each.key, each.version) for each in tables if each.version is not None
        },
    }
    for kind, subjects in ought.items():
        noted = {
            subject
            for (subject, is_publishing), last_kind in last.items()
            if last_kind == kind.value and is_publishing == (kind is ActKind.PUBLISH)
        }
        # Earlier versions of rules are published too, and not the newest any more.
        over = set() if kind is ActKind.PUBLISH else noted - subjects
        for subject in sorted(subjects - noted):
            yield f"nobody has noted the act {kind.value} of {subject}"
        for subject in sorted(over):
            yield f"the act {kind.value} of {subject} is noted, and does not hold"
