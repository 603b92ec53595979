"""Moving a casino to another database, and the proof that every chip has come along."""

from dataclasses import dataclass
from itertools import zip_longest

from sqlalchemy import Connection

from casino_war.errors import N_, CasinoWarError
from casino_war.ledger.balances import all_balances
from casino_war.services.audit import find_violations
from casino_war.store import migrate
from casino_war.store.address import database_file, shown_url
from casino_war.store.copy import Progress, TableCopy, copy_tables, refuse_differences
from casino_war.store.copy_target import copy_target, finish
from casino_war.store.database import Database
from casino_war.store.identity import identity


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What was copied, and how many balances were compared."""

    tables: tuple[TableCopy, ...]
    balances: int


def copy_casino(
    source_url: str, target_url: str, progress: Progress, *, source_name: str | None = None
) -> CopyReport:
    """Copy a casino as it stands at this moment into an empty database.

    The source may be played on; what is played from now on stays there alone. Nothing
    is in the target unless everything is: every table is read back, every balance
    compared and the whole audited before it is committed. *source_name* is told to
    whoever finds the target unfinished; without it, the source's address is.

    Raises:
        CasinoWarError: the source is not up to date, the target is not empty or the same,
            others have it open, or the proof fails.
        DatabaseBusyError: one of them cannot be reached, or is kept busy.
    """
    _require_source(source_url)
    name = source_name or shown_url(source_url)
    source = Database(source_url)
    try:
        _refuse_same(source, target_url)
        with copy_target(target_url, name) as written:
            with source.reading() as read:
                copied = copy_tables(read, written, progress)
                balances = _compare_balances(read, written)
            finish(written)
            refuse_differences(written, copied, progress)
            progress("audit", 0)
            refuse_violations(written)
    finally:
        source.dispose()
    return CopyReport(copied, balances)


def refuse_violations(connection: Connection) -> None:
    """Audit all that the connection sees.

    Raises:
        CasinoWarError: an invariant does not hold; it names the first.
    """
    violations = find_violations(connection)
    if violations:
        raise CasinoWarError(
            N_(
                "The audit of the copy found %(violations)s violations, the first being "
                "%(first)s: casino-war audit tells what is wrong with the original."
            ),
            reason="copy_violated",
            violations=len(violations),
            first=str(violations[0]),
        )


def _require_source(url: str) -> None:
    try:
        migrate.require_head(url)
    except CasinoWarError as error:
        raise CasinoWarError(
            N_("The source cannot be copied: %(why)s"), reason="copy_source", why=str(error)
        ) from error


def _refuse_same(source: Database, target_url: str) -> None:
    target = Database(target_url)
    migrate.refuse_missing(target.url, may_make=True)
    if target.url.get_backend_name() != source.url.get_backend_name():
        return
    path = database_file(target.url)
    if path is not None and not path.exists():
        return
    try:
        with source.reading() as one, target.reading() as other:
            is_same = identity(one) == identity(other)
    finally:
        target.dispose()
    if is_same:
        raise CasinoWarError(
            N_("The copy would go to the very database that it comes from."), reason="copy_same"
        )


def _compare_balances(source: Connection, target: Connection) -> int:
    """Return how many accounts hold in both what they hold in one.

    Raises:
        CasinoWarError: an account holds another amount.
    """
    count = 0
    for expected, found in zip_longest(all_balances(source), all_balances(target)):
        if expected != found:
            raise CasinoWarError(
                N_("Of the balances %(expected)s has become %(found)s."),
                reason="copy_differs",
                expected=repr(expected),
                found=repr(found),
            )
        count += 1
    return count
