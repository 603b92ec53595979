"""The command ``casino-war war``, in this process or in one of its own."""

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from casino_war.web.cli.main import main

PROGRAM = "from casino_war.web.cli.main import main; main()"


def war(*args: str) -> Result:
    """Run the command."""
    settings = {name: None for name in os.environ if name.startswith("CASINO_WAR")}
    return CliRunner().invoke(main, ("war", *args), env=settings)


def play(*args: str) -> dict[str, Any]:
    """Play a game and return its record."""
    done = war("play", *args, "--json")
    assert done.exit_code == 0, done.output
    record = json.loads(done.stdout)
    assert isinstance(record, dict)
    return record


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "war", *args],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )


def environment() -> dict[str, str]:
    """The variables of a process that finds the package and is told nothing else."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("CASINO_WAR")}
    return {**bare, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
