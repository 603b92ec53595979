"""What must be true of rules: those in the books are those that were published.

The house publishes its tables' rules, by its program or by its operator, and a player those
of a table of their own.
"""

from collections.abc import Iterator

from sqlalchemy import Connection

from casino_war.ledger.audited_game import Game
from casino_war.ledger.invariants.operator import (
    digest_of_rules,
    published_digests,
    rules_subject,
)
from casino_war.ledger.invariants.own_table import Sent, digests_of_sent_rules
from casino_war.store.house_tables import OPERATOR_VERSIONS_FROM
from casino_war.store.own_tables import is_own_key
from casino_war.store.rules import TABLE_RULES, StoredRules


def rules_are_as_published(connection: Connection, game: Game) -> Iterator[str]:
    """Require no stored rules to be other than they were published: they decide all payouts."""
    sent: Sent | None = None
    published = published_digests(connection)
    for row in connection.execute(TABLE_RULES.select().order_by(TABLE_RULES.c.id)).mappings():
        stored = StoredRules(**row)
        fault = game.fault_of_rules(stored)
        if fault is None and is_own_key(stored.key):
            if sent is None:
                sent = digests_of_sent_rules(connection)
            if sent.get((stored.key, stored.version)) != game.digest_of_own_rules(stored):
                fault = "are not those that their owner sent"
        elif fault is None and stored.version >= OPERATOR_VERSIONS_FROM:
            subject = rules_subject(stored.key, stored.version)
            if published.get(subject) != digest_of_rules(stored):
                fault = "are not those that the operator published"
        if fault is not None:
            yield f"the rules {stored.key} in version {stored.version} {fault}"
