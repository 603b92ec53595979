"""The audit: every named invariant of the ledger, and every round played again."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, NoResultFound

from casino_war.errors import N_, DatabaseBusyError, DatabaseUnusableError, InvalidRulesError
from casino_war.game import notation, table_presets
from casino_war.game.cards import parse_cards
from casino_war.game.round import Settled
from casino_war.game.table_rules import TableRules
from casino_war.ledger import marks
from casino_war.ledger.audit import Game, ReplayedRound, ShoeRules, Violation, violations_in
from casino_war.ledger.scope import EVERYTHING, Scope
from casino_war.services.commands import ChangeTable, MakeTable
from casino_war.services.house import House
from casino_war.services.measure import luck_of_round
from casino_war.services.own_tables import bounds_faults
from casino_war.services.rounds import rules_of
from casino_war.store.audit_marks import StoredMark
from casino_war.store.guard import guard_of
from casino_war.store.house_tables import OPERATOR_VERSIONS_FROM
from casino_war.store.own_tables import is_own_key
from casino_war.store.quiet import quiet_reading
from casino_war.store.rounds import ROUND, StoredRound
from casino_war.store.rows import count_rows
from casino_war.store.rules import StoredRules
from casino_war.store.transfers import TRANSFER
from casino_war.store.unreadable import unreadable_told

UNREADABLE = "rows-can-be-read"
"""What is violated where a row stops the audit itself."""

_TEXT_MAX = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What an audit found, and what it looked at.

    ``since`` is when the audit was made from which this one went on, None where it read
    everything; ``why`` says then in a few words why it had to, and is empty if it was asked.
    """

    violations: tuple[Violation, ...]
    since: datetime | None
    why: str
    rounds: int
    transfers: int


def run_audit(house: House, *, is_full: bool = False) -> AuditReport:
    """Check all invariants of what is new since the last clean audit, or of everything.

    Everything is also looked at where that mark cannot be trusted. A clean audit leaves a
    mark of its own where it can: not while writers are under way all the time, nor in a
    database that it may only read. One that finds violations takes the mark away, so that
    everything is read until it is clean.

    Raises:
        DatabaseBusyError: the database did not answer in time.
        DatabaseUnusableError: it cannot be read.
    """
    at = house.clock()
    standing, guard = None, ""
    mark: StoredMark | None = None
    with quiet_reading(house.database) as (connection, is_quiet):
        scope, since, why = EVERYTHING, None, ""
        if not is_full:
            found = _find_scope(connection)
            if isinstance(found, marks.Untrusted):
                why = found.why
            else:
                scope, mark, since = found.scope, found.mark, found.mark.made_at
        violations = find_violations(connection, scope)
        report = AuditReport(
            violations=violations,
            since=since,
            why=why,
            rounds=count_rows(connection, ROUND, scope.rows(ROUND)),
            transfers=count_rows(connection, TRANSFER, scope.rows(TRANSFER)),
        )
        if is_quiet and not violations:
            standing, guard = marks.standing_now(connection, scope), guard_of(connection)
    # The report stands whether or not the mark can be written.
    with suppress(DatabaseBusyError, DatabaseUnusableError, DBAPIError, ValueError):
        if violations:
            house.database.write(marks.drop_mark)
        elif standing is not None:
            with house.database.writing() as connection:
                marks.keep_mark(connection, standing, guard, at, mark)
    return report


def find_violations(connection: Connection, scope: Scope = EVERYTHING) -> tuple[Violation, ...]:
    """Check every invariant; a row that not even an invariant can read violates the books too.

    SQLite keeps text where a number belongs, once somebody has switched its checks off, and
    neither database adds up what outgrows its numbers.
    """
    try:
        with unreadable_told(connection):
            return tuple(violations_in(connection, game=CASINO_WAR, scope=scope))
    except (ArithmeticError, LookupError, NoResultFound, TypeError, ValueError) as error:
        text = f"the audit cannot go on: {type(error).__name__}: {error}"
        return (Violation(UNREADABLE, " ".join(text[:_TEXT_MAX].split())),)


def _find_scope(connection: Connection) -> marks.Since | marks.Untrusted:
    try:
        with unreadable_told(connection):
            return marks.find_scope(connection)
    except ValueError:
        return marks.UNREADABLE


def replay_for_audit(stored: StoredRound, rules_json: str, order_text: str) -> ReplayedRound:
    """Play a stored round again and return what the audit compares.

    Raises:
        CasinoWarError: rules, notation or cards cannot be read, or do not go together.
    """
    line = notation.parse_notation(stored.notation)
    state, events = notation.replay(_read_rules(rules_json), parse_cards(order_text), line)
    replayed = ReplayedRound(
        rules_key=line.rules_key,
        rules_version=line.rules_version,
        shoe_name=line.shoe,
        position=line.position,
        decisions=len(line.decisions),
        position_after=state.shoe.position,
        events=events,
    )
    if not isinstance(state, Settled):
        return replayed
    return replace(
        replayed,
        shoe_end=state.shoe_end,
        cards_text=notation.cards_line(state),
        outcome_text=notation.outcomes_line(state),
        wagered_cents=state.wagered_cents,
        net_cents=state.net_cents,
        luck=lambda shown: luck_of_round(state, lambda: shown),
    )


def shoe_rules(rules_json: str) -> ShoeRules:
    """Read what rules say of a shoe.

    Raises:
        InvalidRulesError: the rules cannot be read.
    """
    rules = _read_rules(rules_json)
    return ShoeRules(decks=rules.decks, opening_burn=rules.opening_burn)


def fault_of_rules(stored: StoredRules) -> str | None:
    """Say what is wrong with stored rules, None if nothing can be.

    The version that a table has now must be as published, title and all, and none can be
    newer but those of the operator, whose acts the ledger knows. An earlier version, or a
    closed table's, is known from nowhere else: it must at least be rules. A player's own
    must be within the bounds of such tables.
    """
    try:
        rules = _read_rules(stored.rules_json)
    except InvalidRulesError as error:
        return f"cannot be read: {error}"
    if not stored.title.strip():
        return "have no title"
    if is_own_key(stored.key):
        return next((f"are no own table's: {fault}" for fault in bounds_faults(rules)), None)
    preset = next((each for each in table_presets.PRESETS if each.key == stored.key), None)
    is_operators = stored.version >= OPERATOR_VERSIONS_FROM
    if preset is None or stored.version < preset.version or is_operators:
        return None
    if stored.version > preset.version:
        return "were never published"
    if rules != preset.rules:
        return "are not those that the house published"
    if stored.title != preset.title:
        return f"are called {stored.title!r}, and were published as {preset.title!r}"
    return None


def digest_of_own_rules(stored: StoredRules) -> str:
    """Digest the command by which these rules of a player's own table must have been stored."""
    if stored.version == 1:
        return MakeTable(
            key="", version=0, title=stored.title, rules_json=stored.rules_json
        ).content_hash()
    return ChangeTable(
        key="",
        version=stored.version - 1,
        table_key=stored.key,
        title=stored.title,
        rules_json=stored.rules_json,
    ).content_hash()


# Few rules, many rounds: reading them anew would take a third of the audit's time.
@lru_cache(maxsize=64)
def _read_rules(rules_json: str) -> TableRules:
    try:
        return rules_of(rules_json)
    except (ValueError, TypeError) as error:
        raise InvalidRulesError(
            N_("%(text)s are no rules of a table."), fields=(), text=repr(rules_json)
        ) from error


CASINO_WAR = Game(
    replay=replay_for_audit,
    shoe_rules=shoe_rules,
    fault_of_rules=fault_of_rules,
    digest_of_own_rules=digest_of_own_rules,
)
"""Casino War as the audit plays it again."""
