"""What must be true of rules: those in the books are those that the house published."""

from collections.abc import Iterator

from sqlalchemy import Connection

from casino_war.ledger.game import Game
from casino_war.store.rules import TABLE_RULES, StoredRules


def rules_are_as_published(connection: Connection, game: Game) -> Iterator[str]:
    """Require no stored rules to be other than the house has them: they decide all payouts."""
    for row in connection.execute(TABLE_RULES.select().order_by(TABLE_RULES.c.id)).mappings():
        stored = StoredRules(**row)
        fault = game.fault_of_rules(stored)
        if fault is not None:
            yield f"the rules {stored.key} in version {stored.version} {fault}"
