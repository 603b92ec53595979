"""The command line: what it prints, and how it fails."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from casino_war.errors import CasinoWarError
from casino_war.store import migrate
from casino_war.web import server
from casino_war.web.cli import main
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.vectors import VECTORS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and a bare environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "CASINO_WAR_INSTANCE", "CASINO_WAR_SECRET_KEY", "FLASK_APP"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def _run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def _verify(vector: dict[str, Any], *more: str) -> Result:
    return _run(
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


@pytest.mark.parametrize(
    "wrong",
    [
        {"server_seed": "xyz"},
        {"client_seed": "a:b"},
        {"nonce": "-1"},
        {"nonce": "x"},
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


def test_help_and_version_make_nothing(home: Path) -> None:
    text_ = _run("--help").stdout
    for command in ("run", "db", "audit", "verify"):
        assert command in text_
    assert "--app" not in text_
    assert _run("--version").exit_code == 0
    assert list(home.iterdir()) == []


def test_the_database_is_brought_up_and_down(home: Path) -> None:
    assert _run("db", "current").stdout == "-\n"
    assert _run("db", "upgrade").exit_code == 0
    assert (home / "instance" / "casino_war.sqlite3").exists()
    assert _run("db", "current").stdout.strip() == migrate.head()
    check = _run("db", "check")
    assert (check.exit_code, check.stdout) == (0, "")
    assert _run("db", "downgrade").exit_code == 0
    assert _run("db", "check").exit_code == 1
    assert _run("db", "upgrade").exit_code == 0
    assert _run("db", "check").exit_code == 0


@pytest.mark.parametrize(
    "url", ["sqlite:////nowhere/at/all/x.sqlite3", "nonsense", "oracle9://x", "postgresql://[/x"]
)
def test_a_database_that_cannot_be_opened_is_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    for command in (("db", "current"), ("db", "upgrade"), ("db", "upgrade", "9999"), ("audit",)):
        result = _run(*command)
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith("casino-war: ")
        assert result.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("CASINO_WAR_INSTANCE", str(home / "file" / "instance"))
    result = _run("db", "upgrade")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_the_audit_names_every_violation(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/casino_war.sqlite3")
    monkeypatch.setenv("CASINO_WAR_INSTANCE", str(tmp_path / "instance"))
    visitor = Browser(make_app())
    visitor.sit("classic")
    sound = _run("audit")
    assert (sound.exit_code, sound.stdout) == (0, "")
    assert json.loads(_run("audit", "--json").stdout) == {"violations": []}
    with visitor.app.extensions["casino_war"].database.writing() as connection:
        connection.execute(
            text("UPDATE account SET balance_cents = balance_cents + 1 WHERE kind = 'bankroll'")
        )
    broken = _run("audit")
    assert broken.exit_code == 1
    assert broken.stdout.splitlines()
    assert all(re.match(r"[^:]+: .", line) for line in broken.stdout.splitlines())
    as_json = _run("audit", "--json")
    assert as_json.exit_code == 1
    assert len(json.loads(as_json.stdout)["violations"]) == len(broken.stdout.splitlines())


def test_a_server_database_is_not_changed_by_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "is_at_head", lambda url: False)
    with pytest.raises(CasinoWarError, match="casino-war db upgrade"):
        server.prepare("postgresql+psycopg://nobody@127.0.0.1:1/none")
    monkeypatch.setattr(migrate, "is_at_head", lambda url: True)
    server.prepare("postgresql+psycopg://nobody@127.0.0.1:1/none")


def test_run_serves_and_says_where(home: Path) -> None:
    code = "from casino_war.web.cli import main; main()"
    command = [sys.executable, "-c", code, "run", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
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
    code = "import sys, casino_war.web; print({'alembic', 'numpy'} & set(sys.modules))"
    python = shutil.which(sys.executable) or sys.executable
    result = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
