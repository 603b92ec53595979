"""The wheel, installed into an empty environment outside the checkout, is the whole app."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = "casino_war/web/static"


def call(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what its metadata asks for, at the locked versions."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    # Names and versions only: hashes would oblige the wheel itself to be in the lock.
    pins = [line.rstrip(" \\") for line in lock.splitlines() if re.match(r"[a-z0-9]", line)]
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(pins) + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", folder / "venv/bin/python", "install")
    call(*pip, "--only-binary", ":all:", "--constraint", constraints, wheel, cwd=folder)
    return folder


def clean_environment(folder: Path) -> dict[str, str]:
    """The variables of a user who has never seen the checkout."""
    kept = {key: os.environ[key] for key in ("HOME", "LANG", "TMPDIR") if key in os.environ}
    return kept | {
        "PATH": f"{folder / 'venv/bin'}:/usr/bin:/bin",
        "DATABASE_URL": f"sqlite:///{folder / 'casino.sqlite3'}",
        "CASINO_WAR_INSTANCE": str(folder / "instance"),
    }


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run the installed command on a free port and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "server.log"
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            [folder / "venv/bin/casino-war", "run", "--host", "127.0.0.1", "--port", str(port)],
            cwd=folder,
            env=clean_environment(folder),
            stdout=output,
            stderr=output,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, server, log)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            fetch(address + "/")
        except urllib.error.HTTPError as error:
            pytest.fail(f"{error}: {log.read_text(encoding='utf-8')}")
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"no answer in a minute: {log.read_text(encoding='utf-8')}")


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as response:
        assert response.status == 200
        body: bytes = response.read()
    return body


def files_below(folder: str, suffixes: tuple[str, ...] = ()) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and (not suffixes or path.suffix in suffixes)
    }


def test_wheel_carries_every_file_that_the_app_needs_and_no_more(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    beside = files_below("templates") | files_below("migrations")
    expected = files_below("casino_war") | {f"casino_war/{name}" for name in beside}
    assert names == expected
    assert any(name.startswith(f"{STATIC}/") for name in names)
    assert any(name.startswith("casino_war/templates/") for name in names)
    assert "casino_war/translations/sv/LC_MESSAGES/messages.po" in names
    assert any(name.startswith("casino_war/migrations/versions/") for name in names)


def test_installed_wheel_finds_its_data_inside_itself(installed: Path) -> None:
    code = (
        "from casino_war.resources import data_dir; import casino_war; "
        "print(casino_war.__file__, data_dir('templates'), data_dir('migrations'), sep='\\n')"
    )
    python = installed / "venv/bin/python"
    found = call(python, "-c", code, cwd=installed, env=clean_environment(installed))
    package = Path(found.splitlines()[0]).parent
    assert package.is_relative_to(installed / "venv")
    assert found.splitlines()[1:] == [str(package / "templates"), str(package / "migrations")]


def test_installed_command_migrates_and_serves_pages_and_static_files(installed: Path) -> None:
    command = installed / "venv/bin/casino-war"
    call(command, "db", "upgrade", cwd=installed, env=clean_environment(installed))
    assert (installed / "casino.sqlite3").is_file()
    with serving(installed) as address:
        lobby = fetch(f"{address}/").decode()
        table = re.search(r'href="(/tables/[a-z0-9_-]+)"', lobby)
        assert table is not None, lobby
        assert fetch(address + table[1])
        sheet = re.search(r'href="(/static/[^"]+\.css)', lobby)
        assert sheet is not None, lobby
        relative = sheet[1].removeprefix("/static/").partition("/")[2]
        assert fetch(address + sheet[1]) == (ROOT / STATIC / relative).read_bytes()
