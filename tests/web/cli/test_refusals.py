"""The command line in odd surroundings: one line, exit status 2, and nothing left behind."""

import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from casino_war.web.operations import server
from casino_war.web.operations.shared_metrics import FOLDER_VARIABLE, shared_metrics
from tests.web.terminal import bare_home, line_of_refusal, run

# The usual port may be in use, which would be refused first.
ANY_PORT = ["run", "--port", "0"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and a bare environment."""
    return bare_home(tmp_path, monkeypatch)


# What may stand in the environment; {home} is a folder with the files made below.
ODD_ADDRESSES = [
    " ",
    "nonsense",
    "sqlite://",
    "sqlite:///:memory:",
    "sqlite:///file:x?mode=memory&uri=true",
    "sqlite:////nowhere/at/all/x.sqlite3",
    "sqlite:///{home}/no/such/folder/x.sqlite3",
    "sqlite:///{home}/folder",
    "sqlite:///{home}/text",
    "sqlite:///{home}/text/x.sqlite3",
    "sqlite:///{home}/foreign.sqlite3",
    "sqlite:///{home}/newer.sqlite3",
    "sqlite:///file:{home}/newer.sqlite3?mode=ro&uri=true",
    "sqlite:///{home}/" + "x" * 5000,
    "sqlite:///{home}/\udcff",
    "sqlite:///{home}/x?timeout=soon",
    "oracle9://x",
    "mysql://u:p@h/x",
    "postgres://h/x",
    "postgresql+asyncpg://h/x",
    "postgresql://[/x",
    "postgresql://127.0.0.1:port/x",
    "postgresql://127.0.0.1:99999/x",
    "postgresql://" + "h" * 80 + "/x",
    "postgresql://127.0.0.1:1/x?nonsense=1",
    "postgresql+psycopg://nobody:hush@127.0.0.1:1/x",
]


@pytest.fixture
def odd_home(home: Path) -> Path:
    (home / "folder").mkdir()
    (home / "text").write_text("no database at all\n" * 100)
    for name in ("newer", "foreign"):
        (home / f"{name}.sqlite3").touch()
    with closing(sqlite3.connect(home / "foreign.sqlite3")) as connection, connection:
        connection.execute("CREATE TABLE song (id INTEGER)")
    with closing(sqlite3.connect(home / "newer.sqlite3")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    return home


@pytest.mark.parametrize("url", ODD_ADDRESSES)
def test_a_database_that_cannot_be_used_is_one_line(
    odd_home: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    before = sorted(odd_home.iterdir())
    monkeypatch.setenv("DATABASE_URL", url.replace("{home}", str(odd_home)))
    for command in (
        ("run", "--port", "0"),
        ("db", "upgrade"),
        ("db", "upgrade", "9999"),
        ("db", "downgrade"),
        ("db", "downgrade", "--yes"),
        ("audit",),
    ):
        assert "hush" not in line_of_refusal(run(*command))
    for command in (("db", "current"), ("db", "check")):
        # These may look at what only others have to refuse.
        if not url.endswith((".sqlite3", "mode=ro&uri=true")):
            line_of_refusal(run(*command))
        assert isinstance(run(*command).exception, SystemExit | None)
    # SQLite's own files beside a database come and go.
    after = [path for path in odd_home.iterdir() if not path.name.endswith(("-wal", "-shm"))]
    assert sorted(after) == before


def _as_text(home: Path) -> None:
    (home / "instance").write_text("")


def _in_text(home: Path) -> None:
    (home / "text").write_text("")
    (home / "instance").symlink_to(home / "text" / "instance")


def _with_binary_key(home: Path) -> None:
    (home / "instance").mkdir()
    (home / "instance" / "secret_key").write_bytes(b"\xff\x00\n")


def _with_accented_key(home: Path) -> None:
    (home / "instance").mkdir()
    (home / "instance" / "secret_key").write_text("nyckel å\n")


def _with_empty_key(home: Path) -> None:
    (home / "instance").mkdir()
    (home / "instance" / "secret_key").touch()


def _with_folder_for_key(home: Path) -> None:
    (home / "instance" / "secret_key").mkdir(parents=True)


def _with_pipe_for_key(home: Path) -> None:
    (home / "instance").mkdir()
    os.mkfifo(home / "instance" / "secret_key")


def _with_folder_for_database(home: Path) -> None:
    (home / "instance" / "casino_war.sqlite3").mkdir(parents=True)


@pytest.mark.parametrize(
    ("spoil", "commands"),
    [
        (_as_text, ["run", "upgrade", "current", "audit"]),
        (_in_text, ["run", "upgrade", "current", "audit"]),
        (_with_folder_for_database, ["run", "upgrade", "current", "audit"]),
        (_with_binary_key, ["run"]),
        (_with_accented_key, ["run"]),
        (_with_empty_key, ["run"]),
        (_with_folder_for_key, ["run"]),
        (_with_pipe_for_key, ["run"]),
    ],
)
def test_an_instance_folder_that_cannot_be_used_is_one_line(
    home: Path, spoil: Callable[[Path], None], commands: list[str]
) -> None:
    spoil(home)
    words = {"upgrade": ["db", "upgrade"], "current": ["db", "current"], "run": ANY_PORT}
    for command in commands:
        assert "instance" in line_of_refusal(run(*words.get(command, [command])))


def test_a_secret_key_that_is_no_text_is_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", "\udcff")
    assert "CASINO_WAR_SECRET_KEY" in line_of_refusal(run("run", "--port", "0"))


@pytest.mark.parametrize("name", ["what? 100%", "%41", "å b", "a#b&c=d", ":memory:", "file:x"])
def test_any_name_of_a_folder_will_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("CASINO_WAR_INSTANCE", str(home / name))
    assert run("db", "upgrade").exit_code == 0
    assert (home / name / "casino_war.sqlite3").exists()
    assert run("audit").exit_code == 0


@pytest.mark.parametrize(
    "address",
    [("", 0), ("nowhere.invalid", 0), ("." * 3, 0), ("x" * 80, 0), ("203.0.113.1", 0), ("::zz", 0)],
)
def test_an_address_that_is_not_here_is_one_line(home: Path, address: tuple[str, int]) -> None:
    line_of_refusal(run("run", "--host", address[0], "--port", str(address[1])))
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_a_busy_port_is_one_line(home: Path, host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        line = line_of_refusal(run("run", "--host", host, "--port", str(port)))
    assert f"Cannot listen on {host}:{port}: Address already in use." in line
    assert list(home.iterdir()) == []


def test_a_server_that_has_ended_leaves_no_folder_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    with shared_metrics():
        assert Path(os.environ[FOLDER_VARIABLE]).is_dir()
    assert FOLDER_VARIABLE not in os.environ


def test_a_server_that_replaces_itself_keeps_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNICORN_PID", "1")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        server.require_free("127.0.0.1", busy.getsockname()[1])
