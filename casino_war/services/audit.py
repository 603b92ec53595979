"""The audit: every named invariant of the ledger, and every round played again."""

from casino_war.ledger import audit as ledger_audit
from casino_war.ledger.audit import Violation
from casino_war.services.house import House
from casino_war.services.rounds import replay_for_audit


def audit(house: House) -> list[Violation]:
    """Check all invariants; an empty list means that every chip is accounted for."""
    with house.database.reading() as connection:
        return ledger_audit.audit(connection, replay=replay_for_audit)
