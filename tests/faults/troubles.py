"""Troubles that kill nobody: connections are cut, disks are full for a while, clocks jump."""

import resource
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import psycopg
from sqlalchemy.engine import make_url

from tests.faults.jumpy import offset_file
from tests.faults.server import CasinoServer

FULL_SECONDS = 0.5
YEAR_SECONDS = 365 * 24 * 60 * 60

FULL_TRIGGER = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device'
USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON transfer EXECUTE FUNCTION no_room()
"""
_CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


def cut_connections(database_url: str) -> None:
    """Have the server hang up on everybody who uses the database."""
    with psycopg.connect(database_url, autocommit=True) as keeper:
        keeper.execute(_CUT)


def fill_disk(database_url: str, servers: Sequence[CasinoServer]) -> None:
    """Leave no room to write anything down for a while."""
    if make_url(database_url).get_backend_name() == "postgresql":
        # The server's own error, though for another reason: a full disk takes a mount.
        with psycopg.connect(database_url, autocommit=True) as keeper:
            keeper.execute(FULL_TRIGGER)
            time.sleep(FULL_SECONDS)
            keeper.execute("DROP FUNCTION no_room CASCADE")
        return
    journal = Path(f"{database_url.removeprefix('sqlite:///')}-wal")
    bytes_max = journal.stat().st_size if journal.exists() else 0
    limited = [worker for server in servers for worker in server.workers()]
    for worker in limited:
        _limit(worker, bytes_max)
    time.sleep(FULL_SECONDS)
    for worker in limited:
        _limit(worker, resource.RLIM_INFINITY)


def jump(folder: Path, chance: Random) -> None:
    """Let the clock of the servers in *folder* jump by up to a year, either way, or be right."""
    seconds = chance.choice((0.0, YEAR_SECONDS, -YEAR_SECONDS, chance.uniform(-1, 1) * 86_400))
    offset = offset_file(folder)
    new = offset.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(offset)


def _limit(pid: int, bytes_max: int) -> None:
    try:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (bytes_max, resource.RLIM_INFINITY))
    except ProcessLookupError:
        return
