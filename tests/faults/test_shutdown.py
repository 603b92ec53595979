"""A server that is told to end: what is in hand is finished, and nothing is left behind."""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.databases import SqliteFiles
from tests.faults.closed import DEAL, TABLE
from tests.faults.server import CasinoServer
from tests.faults.slow import HELD, SLOW, mark_of
from tests.web.live import LiveBrowser

PATIENT_SECONDS = 30
VISITS = 12


def await_that(is_so: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + PATIENT_SECONDS
    while not is_so():
        assert time.monotonic() < give_up_at
        time.sleep(0.02)


def await_file(path: Path) -> str:
    await_that(lambda: path.exists() and path.read_text() != "")
    return path.read_text()


def listening_socket(port: int) -> str:
    """Return the one socket of this machine that listens at the port, as proc(5) names it."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    # Local address, state (0A listens) and inode.
    (inode,) = (row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A")
    return f"socket:[{inode}]"


def has_open(pid: int, name: str) -> bool:
    names = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        # Others come and go meanwhile.
        with suppress(FileNotFoundError):
            names.add(str(each.readlink()))
    return name in names


def counting_folder(worker: int) -> Path:
    """Return the folder in which a worker counts, from what it has mapped."""
    found = re.search(
        r"(/\S*/casino-war-metrics-[^/\s]+)/", Path(f"/proc/{worker}/maps").read_text()
    )
    assert found is not None
    return Path(found[1])


def visits(port: int) -> float:
    """Return how often the cashier was visited, as whichever worker answers has it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENT_SECONDS)
    connection.request("GET", "/metrics", headers={"Host": f"127.0.0.1:{port}"})
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    assert answer.status == 200, page
    found = re.search(r'seconds_count\{endpoint="cashier.index",[^}]*\} (\S+)', page)
    processes = re.search(r"^casino_war_processes (\S+)", page, re.MULTILINE)
    assert processes is not None
    assert float(processes[1]) == 2
    return float(found[1]) if found else 0.0


def deal_form(browser: LiveBrowser) -> dict[str, str]:
    while f'action="{TABLE}/decide"' in browser.get(TABLE):
        browser.submit(TABLE, f"{TABLE}/decide", decision="surrender")
    return browser.form(TABLE, DEAL) | {"ante-1": "5"}


def is_open(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENT_SECONDS)
    try:
        connection.connect()
    except OSError:
        return False
    finally:
        connection.close()
    return True


@contextmanager
def holding(folder: Path, browser: LiveBrowser) -> Iterator[int]:
    """Have a deal in hand; give the worker that has it; it is answered in the end."""
    form, mark = deal_form(browser), mark_of(folder)
    held = mark.with_name(HELD)
    held.unlink(missing_ok=True)
    mark.touch()
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(browser.post, DEAL, form)
        yield int(await_file(held))
        assert not sent.done()
        mark.unlink()
        assert sent.result().status == 303


def test_what_is_in_hand_is_finished(
    sqlite_databases: SqliteFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_LOG", "json")
    server = CasinoServer(sqlite_databases.fresh(), tmp_path, command=SLOW)
    server.start()
    try:
        browser = LiveBrowser(server.port)
        browser.submit(TABLE, "/cashier/buy-in", amount="1000")
        # Each visit goes to either worker, and either tells of all.
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: browser.get("/cashier"), range(VISITS)))
        assert {visits(server.port) for _ in range(6)} == {VISITS}
        # A keeper, or a machine short of memory, may tell one worker alone to end.
        with holding(tmp_path, browser) as worker:
            address = listening_socket(server.port)
            assert has_open(worker, address)
            counted = counting_folder(worker)
            assert counted.is_dir()
            os.kill(worker, signal.SIGTERM)
            await_that(lambda: not has_open(worker, address))
        with holding(tmp_path, browser):
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            # Whoever comes now is told at once, and goes to another machine.
            await_that(lambda: not is_open(server.port))
        stopping.join()
    finally:
        server.stop()
    assert not counted.exists()
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert (lines[-1]["route"], lines[-1]["status"]) == ("/tables/<key>/deal", 303)
    assert lines[-1]["player"] == 1
    assert {line["level"] for line in lines} == {"INFO"}
