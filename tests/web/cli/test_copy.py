"""The commands that move a casino: what they print, and how they refuse."""

import json
import re
import shutil
from pathlib import Path

import pytest

from casino_war.store import migrate
from casino_war.store.copy_mark import mark_unfinished
from casino_war.web.cli import copy as copy_cli
from tests.databases import SqliteFiles, opened
from tests.services.moved import prepare, rows_of
from tests.web.terminal import bare_home, line_of_refusal, run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sqlite_databases: SqliteFiles) -> Path:
    """A working folder with a casino in it, where the environment says."""
    bare_home(tmp_path, monkeypatch)
    casino = sqlite_databases.prepared("a casino to be moved", prepare)
    shutil.copy(casino.removeprefix("sqlite:///"), tmp_path / "casino.sqlite3")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///casino.sqlite3")
    return tmp_path


REPORT = r"(?:[a-z_]+ \d+ rows, SHA-256 [0-9a-f]{16}\n)+\d+ balances equal\naudit clean\n"


def test_db_copy_reports_every_table(home: Path) -> None:
    result = run("db", "copy", "sqlite:///casino.sqlite3", "sqlite:///moved.sqlite3")
    assert result.exit_code == 0, result.output
    assert re.fullmatch(REPORT, result.stdout)
    assert "player 3 rows," in result.stdout
    assert result.stderr == ""
    with (
        opened("sqlite:///casino.sqlite3") as casino,
        opened("sqlite:///moved.sqlite3") as moved,
    ):
        assert rows_of(moved) == rows_of(casino)


def test_a_terminal_is_told_how_far_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_cli, "_has_terminal", lambda: True)
    result = run("db", "copy", "sqlite:///casino.sqlite3", "sqlite:///moved.sqlite3")
    assert re.fullmatch(REPORT, result.stdout)
    # Nobody's terminal is shown the codes that wipe a line.
    shown = result.stderr.split("\r")
    assert "player 3" in shown
    assert shown[-2:] == ["audit", ""]


def test_backup_and_restore(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("backup", "saved.sqlite3")
    assert result.exit_code == 0, result.output
    size = (home / "saved.sqlite3").stat().st_size
    assert (result.stdout, result.stderr) == (f"saved.sqlite3 {size} bytes\naudit clean\n", "")
    assert "--force" in line_of_refusal(run("backup", "saved.sqlite3"))
    assert run("backup", "--force", "saved.sqlite3").exit_code == 0
    assert "not empty" in line_of_refusal(run("restore", "saved.sqlite3"))
    monkeypatch.delenv("DATABASE_URL")
    restored = run("restore", "saved.sqlite3")
    assert restored.exit_code == 0, restored.output
    assert re.fullmatch(REPORT, restored.stdout)
    assert run("audit").exit_code == 0


def test_programs_are_told_the_same(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = json.loads(run("backup", "saved.sqlite3", "--json").stdout)
    size = (home / "saved.sqlite3").stat().st_size
    assert saved == {"file": "saved.sqlite3", "bytes": size, "violations": []}
    copied = run("db", "copy", "sqlite:///casino.sqlite3", "sqlite:///moved.sqlite3", "--json")
    monkeypatch.delenv("DATABASE_URL")
    restored = json.loads(run("restore", "saved.sqlite3", "--json").stdout)
    assert restored == json.loads(copied.stdout)
    players = next(each for each in restored["tables"] if each["table"] == "player")
    assert players["rows"] == 3
    assert restored["balances"] > 0


COMMANDS = [
    ["db", "copy", "sqlite:///none.sqlite3", "sqlite:///moved.sqlite3"],
    ["db", "copy", "sqlite:///casino.sqlite3", "sqlite:///casino.sqlite3"],
    ["db", "copy", "sqlite:///casino.sqlite3", "sqlite://"],
    ["db", "copy", "sqlite:///casino.sqlite3", "sqlite:///no/such/folder.sqlite3"],
    ["db", "copy", "sqlite:///casino.sqlite3", "postgresql://nobody:hush@127.0.0.1:1/x"],
    ["db", "copy", "postgresql://nobody:hush@127.0.0.1:1/x", "sqlite:///moved.sqlite3"],
    ["db", "copy", "casino.sqlite3", "sqlite:///moved.sqlite3"],
    ["db", "copy", "sqlite:///casino.sqlite3", "mysql://u:hush@h/x"],
    ["backup", "no/such/folder.sqlite3"],
    ["backup", "."],
    ["backup", "--force", "casino.sqlite3"],
    ["restore", "none.sqlite3"],
    ["restore", "."],
    ["restore", "casino.sqlite3"],
]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_done_is_one_line(home: Path, command: list[str]) -> None:
    before = sorted(home.iterdir())
    assert "hush" not in line_of_refusal(run(*command))
    assert sorted(home.iterdir()) == before


def test_an_unfinished_copy_is_served_to_nobody(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///half.sqlite3")
    (home / "half.sqlite3").touch()
    with opened("sqlite:///half.sqlite3") as half, half.writing() as connection:
        mark_unfinished(connection, "sqlite:///casino.sqlite3")
    commands = (
        *(["run", "--port", "0"], ["audit"], ["backup", "x"]),
        *(["db", "upgrade"], ["db", "current"], ["db", "check"]),
    )
    for command in commands:
        line = line_of_refusal(run(*command))
        assert "copy of sqlite:///casino.sqlite3 and is not finished" in line
    result = run("db", "copy", "sqlite:///casino.sqlite3", "sqlite:///half.sqlite3")
    assert result.exit_code == 0, result.output
    migrate.require_head("sqlite:///half.sqlite3")
    assert run("audit").exit_code == 0
