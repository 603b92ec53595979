"""The whole audit of a house, as tests ask for it after whatever they did."""

from casino_war.ledger.audit import Violation, violations_in
from casino_war.services.audit import CASINO_WAR
from casino_war.services.house import House


def audit(house: House) -> list[Violation]:
    """List every violation in the books of a house; no mark is read or left."""
    with house.database.reading() as connection:
        return violations_in(connection, game=CASINO_WAR)
