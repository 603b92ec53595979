"""What must be true of rules that players keep under names: commands stored every version."""

from collections.abc import Iterator

from sqlalchemy import Connection, func, or_, select

from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.scope import Scope
from casino_war.store.commands import COMMAND
from casino_war.store.own_war_rules import OWN_WAR_RULES

_KINDS = (CommandKind.KEEP_WAR_RULES.value, CommandKind.DROP_WAR_RULES.value)


def own_rules_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every version to be stored by its player's command, and none to be missing."""
    kept = OWN_WAR_RULES.c
    query = (
        select(kept.id, kept.command_key)
        .join_from(OWN_WAR_RULES, COMMAND, kept.command_key == COMMAND.c.key, isouter=True)
        .where(
            or_(
                COMMAND.c.key.is_(None),
                COMMAND.c.kind.not_in(_KINDS),
                COMMAND.c.player_id != kept.player_id,
            )
        )
        .order_by(kept.id)
    )
    for row in connection.execute(query):
        yield f"version {row.id} of own rules was not stored by the command {row.command_key!r}"
    counted = (
        select(
            kept.player_id,
            kept.name,
            func.count().label("told"),
            func.max(kept.version).label("newest"),
        )
        .group_by(kept.player_id, kept.name)
        .having(func.count() != func.max(kept.version))
        .order_by(kept.player_id, kept.name)
    )
    for row in connection.execute(counted):
        yield (
            f"the rules {row.name!r} of player {row.player_id} "
            f"have {row.told} of {row.newest} versions"
        )
