"""Parts of the casino die at random moments; what was acknowledged is there all the same."""

import logging
import secrets
from pathlib import Path

import pytest

from tests.databases import SqliteFiles, opened
from tests.faults.crash import Plan, Victim, crash
from tests.faults.reckoning import differences
from tests.postgres import PostgresServer

_log = logging.getLogger(__name__)

SHORT = pytest.param(5, id="5-kills")
LONG = pytest.param(50, id="50-kills", marks=pytest.mark.slow)


def check(plan: Plan, url: str, folder: Path, postgres: PostgresServer | None) -> None:
    # A failure shows the log, and so the seed: the moments differ, the choices do not.
    _log.warning("%s", plan)
    outcome = crash(plan, url, folder, postgres)
    _log.warning("%s", outcome)
    assert len(outcome.killed) == plan.kills
    with opened(url) as database:
        assert differences(database, outcome.players) == []
    assert "Traceback" not in outcome.log, outcome.log


@pytest.mark.parametrize("kills", [SHORT, LONG])
def test_on_sqlite(kills: int, sqlite_databases: SqliteFiles, tmp_path: Path) -> None:
    victims = (Victim.SERVER, Victim.WORKER)
    plan = Plan(seed=secrets.randbelow(10**6), victims=victims, kills=kills)
    check(plan, sqlite_databases.fresh(), tmp_path, None)


@pytest.mark.parametrize("kills", [SHORT, LONG])
def test_on_postgresql(
    kills: int, mortal_postgres: PostgresServer, mortal_url: str, tmp_path: Path
) -> None:
    victims = (Victim.DATABASE, Victim.WORKER, Victim.SERVER)
    plan = Plan(seed=secrets.randbelow(10**6), victims=victims, kills=kills)
    check(plan, mortal_url, tmp_path, mortal_postgres)


SHAKEN = (Victim.DISK, Victim.CLOCK, Victim.WORKER, Victim.SERVER)


@pytest.mark.slow
def test_two_servers_on_sqlite_with_full_disks_and_wrong_clocks(
    sqlite_databases: SqliteFiles, tmp_path: Path
) -> None:
    seed = secrets.randbelow(10**6)
    plan = Plan(seed=seed, victims=SHAKEN, kills=16, players=16, servers=2)
    check(plan, sqlite_databases.fresh(), tmp_path, None)


@pytest.mark.slow
def test_two_servers_on_postgresql_with_all_that_may_happen(
    mortal_postgres: PostgresServer, mortal_url: str, tmp_path: Path
) -> None:
    victims = (*SHAKEN, Victim.CONNECTIONS, Victim.DATABASE)
    plan = Plan(seed=secrets.randbelow(10**6), victims=victims, kills=18, players=16, servers=2)
    check(plan, mortal_url, tmp_path, mortal_postgres)
