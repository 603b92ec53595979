"""The command line: what it prints, and how it fails."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from casino_war.store import migrate
from casino_war.web.cli import db as db_cli
from casino_war.web.cli.main import main
from casino_war.web.operations import server
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.terminal import bare_home, line_of_refusal, run
from tests.web.vectors import VECTORS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and a bare environment."""
    return bare_home(tmp_path, monkeypatch)


def _verify(vector: dict[str, Any], *more: str) -> Result:
    return run(
        "verify",
        "--server-seed", vector["server_seed"],
        "--client-seed", vector["client_seed"],
        "--nonce", str(vector["nonce"]),
        "--decks", str(vector["decks"]),
        *more,
    )  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS)
def test_verify_prints_the_vectors(home: Path, vector: dict[str, Any]) -> None:
    result = _verify(vector, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == {
        "commitment": vector["commitment"],
        "cards": vector["cards"],
    }
    plain = _verify(vector).stdout
    assert plain == f"commitment {vector['commitment']}\ncards {vector['cards']}\n"
    assert not (home / "instance").exists()


@pytest.mark.parametrize("vector", VECTORS)
def test_verify_compares_what_it_is_given(home: Path, vector: dict[str, Any]) -> None:
    cards = vector["cards"].split()
    given = ("--from", "5", "--cards", f"{cards[4]} ? {cards[6]}")
    kept = _verify(vector, "--commitment", vector["commitment"], *given)
    assert kept.exit_code == 0
    assert kept.stdout.splitlines()[2:] == ["the commitment matches", "cards 5 to 7 match"]
    broken = _verify(vector, "--commitment", "0" * 64, "--from", str(len(cards)), *given[2:])
    assert broken.exit_code == 1
    assert broken.stdout.splitlines()[2:] == [
        "the commitment differs",
        f"card {len(cards)} differs: {cards[-1]} by the seeds, {cards[4]} dealt",
        f"card {len(cards) + 1} differs: none by the seeds, unseen dealt",
        f"card {len(cards) + 2} differs: none by the seeds, {cards[6]} dealt",
    ]
    as_json = _verify(vector, "--json", "--commitment", "0" * 64, "--cards", "?")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout) == {
        "commitment": vector["commitment"],
        "cards": vector["cards"],
        "commitment_matches": False,
        "differences": [],
    }


def test_verify_refuses_what_is_no_card(home: Path) -> None:
    assert "'2X' is not a card" in line_of_refusal(_verify(VECTORS[0], "--cards", "2D 2X"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"server_seed": "xyz"},
        {"client_seed": "a:b"},
        {"nonce": "-1"},
        {"nonce": "x"},
        {"nonce": ""},
        {"decks": "9"},
    ],
)
def test_verify_refuses_with_exit_status_2(home: Path, wrong: dict[str, str]) -> None:
    result = _verify(VECTORS[0] | wrong)
    assert result.exit_code == 2
    assert result.stderr
    assert not result.stdout


def test_a_refused_seed_is_told_in_one_line(home: Path) -> None:
    result = _verify(VECTORS[0] | {"server_seed": "xyz"})
    assert result.stderr.count("\n") == 1
    assert "64 hexadecimal characters" in result.stderr


NO_DIGITS = ["٣", "1_0", " 1", "1 ", "+1", "-1", "1.0", "0x1", "²", "", "9" * 5000]


def _integer_options() -> list[tuple[str, str]]:
    return [
        (name, option.opts[0])
        for name, command in main.commands.items()
        for option in command.params
        if isinstance(option, click.Option) and isinstance(option.type, click.types.IntParamType)
    ]


@pytest.mark.parametrize("number", NO_DIGITS)
@pytest.mark.parametrize(("command", "option"), _integer_options())
def test_every_number_is_read_in_plain_digits_only(
    home: Path, command: str, option: str, number: str
) -> None:
    result = run(command, option, number)
    assert result.exit_code == 2
    assert f"Invalid value for '{option}'" in result.stderr


def test_the_options_with_numbers_are_found() -> None:
    assert {option for _, option in _integer_options()} == {
        "--port", "--workers", "--threads", "--lab-workers", "--nonce", "--decks", "--from",
        "--player", "--every", "--shuffles",
    }  # fmt: skip


def test_a_version_in_the_environment_is_not_an_option(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_VERSION", "1.2.3")
    assert _verify(VECTORS[0]).exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        ("--help",),
        ("run", "--help"),
        ("db", "--help"),
        ("db", "upgrade", "--help"),
        ("db",),
        ("nonsense",),
        ("run", "--port", "x"),
        ("db", "upgrade", ""),
        ("db", "upgrade", "--nonsense"),
        ("audit", "nonsense"),
    ],
)
def test_what_needs_no_folder_makes_none(home: Path, command: tuple[str, ...]) -> None:
    assert isinstance(run(*command).exception, SystemExit | None)
    assert list(home.iterdir()) == []


LOOKING = [
    ("db", "current"),
    ("db", "check"),
    ("db", "downgrade", "--yes"),
    ("audit",),
    ("watch", "--once"),
    ("watch", "--status"),
    ("luck", "catch-up"),
    ("user", "list"),
    ("user", "freeze", "1"),
    ("table", "results"),
    ("table", "close", "classic"),
]


@pytest.mark.parametrize("command", LOOKING)
def test_only_upgrade_and_run_make_a_database(home: Path, command: tuple[str, ...]) -> None:
    assert "There is no database yet at " in line_of_refusal(run(*command))
    assert list(home.iterdir()) == []


def test_what_luck_has_still_to_measure(home: Path) -> None:
    assert run("db", "upgrade").exit_code == 0
    assert run("luck", "catch-up").stdout == "rounds measured: 0\n"


def test_help_and_version_make_nothing(home: Path) -> None:
    text_ = run("--help").stdout
    for command in ("run", "db", "audit", "verify"):
        assert command in text_
    assert "--app" not in text_
    assert run("--version").exit_code == 0
    assert list(home.iterdir()) == []


def test_the_database_is_brought_up_and_down(home: Path) -> None:
    newest = migrate.head()
    assert run("db", "upgrade").stdout == f"- to {newest}\n"
    assert run("db", "upgrade").stdout == ""
    assert (home / "instance" / "casino_war.sqlite3").exists()
    assert not (home / "instance" / "secret_key").exists()
    assert run("db", "current").stdout.strip() == migrate.head()
    check = run("db", "check")
    assert (check.exit_code, check.stdout) == (0, "")
    assert run("db", "downgrade", "--yes", "base").exit_code == 0
    assert run("db", "current").stdout == "-\n"
    assert json.loads(run("db", "current", "--json").stdout) == {
        "revision": None,
        "newest": newest,
    }
    check = run("db", "check", "--json")
    assert check.exit_code == 1
    assert run("db", "check").stdout.splitlines() == json.loads(check.stdout)["differences"]
    assert "casino-war db upgrade" in line_of_refusal(run("audit"))
    up = {"from": None, "revision": newest}
    assert json.loads(run("db", "upgrade", "--json").stdout) == up
    assert json.loads(run("db", "check", "--json").stdout) == {"differences": []}
    down = run("db", "downgrade", "base", "--yes", "--json")
    assert json.loads(down.stdout) == {"from": newest, "revision": None}


@pytest.mark.parametrize("revision", [(), ("-1",), ("base",)])
def test_going_back_is_not_done_unasked(home: Path, revision: tuple[str, ...]) -> None:
    run("db", "upgrade")
    assert "confirm it with --yes" in line_of_refusal(run("db", "downgrade", *revision))
    assert run("db", "check").exit_code == 0


def test_going_back_by_the_environment_is_asked_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_DB_DOWNGRADE_YES", "1")
    run("db", "upgrade")
    assert "confirm it with --yes" in line_of_refusal(run("db", "downgrade"))


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 2), ("", 2)])
def test_going_back_says_what_is_lost(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/casino_war.sqlite3")
    monkeypatch.setattr(db_cli, "_has_terminal", lambda: True)
    Browser(make_app()).sit("classic")
    result = CliRunner().invoke(main, ["db", "downgrade", "base"], input=f"{answer}\n")
    assert result.exit_code == status
    assert re.search(r"holds rows: .*\bplayer 1, .*\btransfer \d+\.\n", result.stdout)
    assert ("Nothing was changed." in result.stderr) == (status == 2)
    assert (run("db", "current").stdout == "-\n") == (status == 0)


@pytest.mark.parametrize("revision", ["9999", "--nonsense", "-x", "-0", "", "a b", "+99", "-99"])
@pytest.mark.parametrize("command", [("upgrade",), ("downgrade", "--yes")])
def test_a_revision_that_is_none_changes_nothing(
    home: Path, command: tuple[str, ...], revision: str
) -> None:
    run("db", "upgrade")
    result = run("db", *command, revision)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2
    assert run("db", "check").exit_code == 0


def test_the_audit_names_every_violation(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/casino_war.sqlite3")
    monkeypatch.setenv("CASINO_WAR_INSTANCE", str(tmp_path / "instance"))
    visitor = Browser(make_app())
    visitor.sit("classic")
    sound = run("audit")
    assert (sound.exit_code, sound.stdout) == (
        0,
        "full audit (there is no clean audit to go on from): 0 rounds, 1 transfers\n",
    )
    anew = json.loads(run("audit", "--json").stdout)
    assert datetime.fromisoformat(anew.pop("since"))
    assert anew == {"violations": [], "full": False, "why": None, "rounds": 0, "transfers": 0}
    assert run("audit", "--full").stdout == "full audit: 0 rounds, 1 transfers\n"
    with visitor.app.extensions["casino_war"].database.writing() as connection:
        connection.execute(
            text("UPDATE account SET balance_cents = balance_cents + 1 WHERE kind = 'bankroll'")
        )
    broken = run("audit")
    assert broken.exit_code == 1
    *lines, last = broken.stdout.splitlines()
    assert last.startswith("audit of what is new since 20")
    assert lines
    assert all(re.match(r"[^:]+: .", line) for line in lines)
    as_json = run("audit", "--json")
    assert as_json.exit_code == 1
    assert len(json.loads(as_json.stdout)["violations"]) == len(lines)


def test_a_server_database_is_not_changed_by_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    asked: list[str] = []
    monkeypatch.setattr(migrate, "require_head", asked.append)
    monkeypatch.setattr(migrate, "upgrade", lambda url: pytest.fail("changed"))
    server.prepare(url)
    assert asked == [url]


def test_run_serves_and_says_where(home: Path) -> None:
    code = "from casino_war.web.cli.main import main; main()"
    command = [sys.executable, "-c", code, "run", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(
        command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"Casino War is open at (http://127\.0\.0\.1:\d+/)\n", line)
            assert found is not None, line
            with urllib.request.urlopen(found[1], timeout=10) as response:
                assert b"Casino War" in response.read()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=20)
    assert process.returncode == 0
    assert (home / "instance" / "secret_key").exists()


def test_importing_the_site_is_quick_and_leaves_heavy_things_alone() -> None:
    code = (
        "import gc, sys; from casino_war.web import create_app; "
        "print({'alembic', 'numpy'} & set(sys.modules), gc.isenabled(), gc.get_freeze_count() > 0)"
    )
    python = shutil.which(sys.executable) or sys.executable
    result = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set() True True"
