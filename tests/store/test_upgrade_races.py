"""Upgrades at the same moment: Alembic is not made for threads, so these are processes."""

import subprocess
import sys
from pathlib import Path

from casino_war.store import migrate
from tests.databases import Databases

ROOT = Path(__file__).parents[2]
UPGRADERS = 2
CODE = """
import sys, alembic.command
from casino_war.store import migrate
print("ready", flush=True)
sys.stdin.readline()
migrate.upgrade(sys.argv[1])
"""


def test_upgrades_at_the_same_moment_all_end_well(databases: Databases) -> None:
    url = databases.empty()
    upgraders = [
        subprocess.Popen(
            [sys.executable, "-c", CODE, url],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(UPGRADERS)
    ]
    for each in upgraders:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in upgraders:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    told = [each.communicate(timeout=60) for each in upgraders]
    assert [each.returncode for each in upgraders] == [0] * UPGRADERS, told
    assert migrate.check(url) == []
    databases.discard(url)
