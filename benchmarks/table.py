"""What a round at the table costs, beside the least that the same server can be asked.

``python -m benchmarks.table [SECONDS]`` serves the site with gunicorn and two workers, on
SQLite and on PostgreSQL (the tests' server), and lets 8 players deal as fast as they can,
then at half that rate. A round is the POST that deals and the page behind it; a tie is given
up by one more POST. Processor time is that of the workers. It prints ratios to the route
``/hello`` and to bare transactions of one row, taken in the same run; rounds and hellos take
turns by the second, so that other work on the machine weighs upon both alike.
"""

import itertools
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from sqlalchemy import text

from casino_war.store.database import Database
from tests.postgres import PostgresServer

SECONDS = 10.0
PLAYERS = 8
TABLE = "/tables/classic"
TICKS = os.sysconf("SC_CLK_TCK")


class Player:
    """One browser that keeps its connection."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookie = ""
        self.page = self.ask("GET", TABLE)
        self._send("/cashier/buy-in", amount="10000", table="classic")

    def hello(self) -> None:
        """Ask for the least."""
        self.ask("GET", "/hello")

    def round(self) -> None:
        """Deal a round to its end."""
        self._send(f"{TABLE}/deal", **{"ante-1": "10", "tie_bet-1": ""})
        while f'action="{TABLE}/decide"' in self.page:
            self._send(f"{TABLE}/decide", round=self._value("round"), decision="surrender")

    def _send(self, action: str, **fields: str) -> None:
        known = {name: self._value(name) for name in ("csrf_token", "version")}
        form = {**known, "key": secrets.token_hex(16), **fields}
        self.ask("POST", action, urlencode(form))
        self.page = self.ask("GET", TABLE)

    def _value(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        assert found is not None, name
        return found[1]

    def ask(self, method: str, path: str, body: str | None = None) -> str:
        """Send one request and read its answer."""
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except (BrokenPipeError, ConnectionResetError):
            # The server closes what was idle for long; a form sent twice is carried out once.
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        page = response.read().decode()
        assert response.status in (200, 303), page
        cookie = response.getheader("Set-Cookie")
        if cookie is not None:
            self._cookie = cookie.partition(";")[0]
        return page


class Workers:
    """The processes behind the server's own."""

    def __init__(self, server: int) -> None:
        self._server = server

    @property
    def _ids(self) -> list[str]:
        # They are not there yet when the server says where it is.
        return Path(f"/proc/{self._server}/task/{self._server}/children").read_text().split()

    def cpu_seconds(self) -> float:
        """Add up what all of them have used."""
        total = 0
        for each in self._ids:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(") ")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def resident_mib(self) -> float:
        """Return the memory of the largest."""
        pages = [int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in self._ids]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def serving(database_url: str, folder: Path) -> Generator[tuple[int, Workers]]:
    """Serve from a database; give the port and the workers."""
    known = {"DATABASE_URL": database_url, "CASINO_WAR_INSTANCE": str(folder / "instance")}
    command = [sys.executable, "-m", "benchmarks.site"]
    with subprocess.Popen(
        command, env={**os.environ, **known}, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            told = re.search(r":([0-9]+)/", server.stdout.readline())
            assert told is not None
            yield int(told[1]), Workers(server.pid)
        finally:
            server.terminate()


def timed(
    players: list[Player], act: Callable[[Player], None], seconds: float, rate: float | None = None
) -> list[float]:
    """Let all players act for so long, at a common *rate* if one is given; return the times.

    A time begins when the act was due, so that waiting for one's turn counts.
    """
    begin = time.monotonic()
    turns = itertools.count()

    def play(player: Player) -> list[float]:
        times = []
        while (now := time.monotonic()) < begin + seconds:
            due = now if rate is None else begin + next(turns) / rate
            time.sleep(max(0.0, due - now))
            act(player)
            times.append(time.monotonic() - due)
        return times

    with ThreadPoolExecutor(len(players)) as pool:
        return [each for times in pool.map(play, players) for each in times]


def bare_transactions(url: str, seconds: float) -> float:
    """Return how many transactions of one row a second a program alone writes."""
    database = Database(url)
    insert = text("INSERT INTO bare_loop (content) VALUES ('x')")
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE bare_loop (content TEXT)"))
    done, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with database.writing() as connection:
            connection.execute(insert)
        done += 1
    with database.writing() as connection:
        connection.execute(text("DROP TABLE bare_loop"))
    database.dispose()
    return done / seconds


def measure(kind: str, url: str, folder: Path, seconds: float) -> None:
    """Print the figures of one kind of database."""
    with serving(url, folder) as (port, workers):
        players = [Player(port) for _ in range(PLAYERS)]
        timed(players, Player.round, 1.0)
        acts = {"hello": Player.hello, "round": Player.round}
        found: dict[str, list[float]] = {name: [] for name in acts}
        spent = dict.fromkeys(acts, 0.0)
        slices = max(1, round(seconds))
        for name in itertools.chain.from_iterable(acts for _ in range(slices)):
            before = workers.cpu_seconds()
            found[name] += timed(players, acts[name], seconds / slices)
            spent[name] += workers.cpu_seconds() - before
        cpu_ms = {name: spent[name] / len(times) * 1000 for name, times in found.items()}
        for name, times in found.items():
            print(f"{kind} {name}: {_told(times, seconds)}, {cpu_ms[name]:.2f} ms of the processor")
        rounds_a_second = len(found["round"]) / seconds
        rate = rounds_a_second / 2
        times = timed(players, Player.round, seconds, rate)
        print(f"{kind} round at half the rate: {_told(times, seconds)}")
        memory = workers.resident_mib()
    bare = bare_transactions(url, min(seconds, 3.0))
    print(
        f"{kind} ratios: a round is {cpu_ms['round'] / cpu_ms['hello']:.1f} hellos of "
        f"processor time, {bare:,.0f} bare transactions/s are {bare / rounds_a_second:.1f} "
        f"of its rate; {memory:.0f} MiB a worker"
    )


def _told(times: list[float], seconds: float) -> str:
    cuts = quantiles(times, n=100)
    percentiles = ", ".join(f"p{each} {cuts[each - 1] * 1000:.0f}" for each in (50, 95, 99))
    return f"{len(times) / seconds:.0f}/s, ms {percentiles}"


def import_seconds() -> float:
    """Return the processor time in which a fresh interpreter has the web application."""
    code = "import time; from casino_war.web import create_app; print(time.process_time())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(told.stdout)


def main() -> None:
    """Measure both kinds of database."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print(f"importing the web application: {import_seconds():.2f} s of the processor")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure("SQLite", f"sqlite:///{folder / 'casino_war.sqlite3'}", folder, seconds)
        server = PostgresServer()
        server.start()
        try:
            measure("PostgreSQL", server.url, folder, seconds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
