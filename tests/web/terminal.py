"""The command line as a user has it: an empty folder, a bare environment, one line of refusal."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino_war.web.cli.main import main
from casino_war.web.operations import server


def bare_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder, without any setting of ours in the environment.

    What should have been refused fails there: a test that serves would never end.
    """
    monkeypatch.setattr(server, "serve", lambda *_, **__: pytest.fail("it served"))
    monkeypatch.chdir(folder)
    for name in ("DATABASE_URL", "CASINO_WAR_INSTANCE", "CASINO_WAR_SECRET_KEY", "FLASK_APP"):
        monkeypatch.delenv(name, raising=False)
    return folder


def run(*args: str) -> Result:
    """Run a command within this process."""
    return CliRunner().invoke(main, args)


def line_of_refusal(result: Result) -> str:
    """Return the one line, without a traceback, in which a command was refused."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2, result.output
    assert not result.stdout
    assert result.stderr.startswith("casino-war: ")
    assert result.stderr.count("\n") == 1
    return result.stderr
