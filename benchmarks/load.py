"""What the site takes: 200 players at once for five minutes, on two workers.

``python -m benchmarks.load [SECONDS [PLAYERS [KIND]]]`` serves the site by ``casino-war run``
on SQLite and then on PostgreSQL, or on the KIND that is named, and lets that many players
play at the classic table: a round, now and then a look at the history, the cashier or the
odds, and a breath between them, as people take one. It prints throughput, percentiles by
what was asked for, errors, the processor time of the workers, and their memory when all had
sat down and after each fifth of the time. The books are audited; it exits with 1 if anything
went wrong.
"""

import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from statistics import quantiles

from benchmarks.table import TICKS, Player
from casino_war.services.house import House
from casino_war.store import migrate
from tests.audits import audit
from tests.databases import opened
from tests.faults.server import CasinoServer
from tests.postgres import PostgresServer

SECONDS = 300.0
PLAYERS = 200
BREATH_SECONDS = 4.0
FIFTHS = 5
BESIDE = ("/history", "/cashier", "/ledger", "/", "/odds", "/me")
"""What players look at between rounds, one time in four."""


class Figures:
    """How long answers took by what was asked for, and what went wrong."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: Counter[str] = Counter()
        self.rounds = 0


class LoadPlayer(Player):
    """A browser whose owner takes a breath between rounds."""

    def __init__(self, port: int, figures: Figures, seed: int) -> None:
        self._figures = figures
        self._chance = random.Random(seed)
        super().__init__(port)

    def play(self, ends_at: float) -> int:
        """Play until that moment; return how many rounds were played to their end."""
        rounds = 0
        time.sleep(self._chance.uniform(0, BREATH_SECONDS))
        while time.monotonic() < ends_at:
            # What went wrong is counted where it did; the player looks at the table again.
            with suppress(AssertionError, OSError, HTTPException):
                self.round()
                rounds += 1
                if self._chance.random() < 0.25:
                    self.ask("GET", self._chance.choice(BESIDE))
            time.sleep(self._chance.uniform(0.5, 1.5) * BREATH_SECONDS)
        return rounds

    def ask(self, method: str, path: str, body: str | None = None) -> str:
        """Send one request, and note how long its answer took or that there was none."""
        begun = time.monotonic()
        try:
            page = super().ask(method, path, body)
        except (AssertionError, OSError, HTTPException) as error:
            self._figures.errors[f"{type(error).__name__} at {method} {path}"] += 1
            raise
        self._figures.times[f"{method} {path}"].append(time.monotonic() - begun)
        return page


def cpu_seconds(pids: list[int]) -> float:
    """Add up what the processes have used."""
    stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split() for pid in pids)
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS


def resident_mib(pids: list[int]) -> list[int]:
    """Return the resident memory of each."""
    pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return [round(each * os.sysconf("SC_PAGE_SIZE") / 2**20) for each in pages]


def loaded(kind: str, url: str, seconds: float, players: int) -> bool:
    """Play on a database at head, print what it took, and say whether all went well."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(players) as pool:
        server = CasinoServer(url, Path(name))
        server.start()
        try:
            seated = [pool.submit(LoadPlayer, server.port, figures, n) for n in range(players)]
            at_table = [each.result() for each in seated]
            workers = server.workers()
            memory = [max(resident_mib(workers))]
            figures.times.clear()
            used, begun = cpu_seconds(workers), time.monotonic()
            playing = [pool.submit(each.play, begun + seconds) for each in at_table]
            for fifth in range(1, FIFTHS + 1):
                wait(playing, timeout=begun + seconds * fifth / FIFTHS - time.monotonic())
                memory.append(max(resident_mib(workers)))
            figures.rounds = sum(each.result() for each in playing)
            took, used = time.monotonic() - begun, cpu_seconds(workers) - used
            if workers != server.workers():
                figures.errors["a worker died"] += 1
        finally:
            server.stop()
        if "Traceback" in server.log:
            figures.errors["traceback in the log"] += 1
    with opened(url) as database:
        figures.errors.update(str(each) for each in audit(House(database=database)))
    answers = sum(map(len, figures.times.values()))
    print(f"{kind}: {players} players, 2 workers, {took:.0f} s")
    print(f"  {figures.rounds / took:.1f} rounds/s, {answers / took:.1f} answers/s")
    print(
        f"  {used / took:.2f} s of the processor a second, {1000 * used / answers:.1f} ms an answer"
    )
    for asked, times in sorted(figures.times.items(), key=lambda each: -len(each[1])):
        print(f"  {asked}: {_told(times)}")
    print("  MiB resident of the larger worker:", *memory)
    print("  errors:", ", ".join(f"{n} {error}" for error, n in figures.errors.items()) or "none")
    return not figures.errors


def _told(times: list[float]) -> str:
    cuts = quantiles(times, n=100) if len(times) > 1 else times * 99
    percentiles = ", ".join(f"p{each} {cuts[each - 1] * 1000:.0f}" for each in (50, 95, 99))
    return f"{len(times)}, ms {percentiles}"


def on_sqlite(seconds: float, players: int) -> bool:
    """Load a casino in a file."""
    with tempfile.TemporaryDirectory() as name:
        url = f"sqlite:///{name}/casino_war.sqlite3"
        migrate.upgrade(url)
        return loaded("SQLite", url, seconds, players)


def on_postgresql(seconds: float, players: int) -> bool:
    """Load a casino on a server, which shares the machine."""
    server = PostgresServer()
    server.start()
    try:
        migrate.upgrade(server.url)
        return loaded("PostgreSQL", server.url, seconds, players)
    finally:
        server.stop()


def main() -> None:
    """Load both kinds of database, or the one that is named."""
    given = sys.argv[1:]
    seconds = float(given[0]) if given else SECONDS
    players = int(given[1]) if len(given) > 1 else PLAYERS
    kinds: dict[str, Callable[[float, int], bool]] = {
        "sqlite": on_sqlite,
        "postgresql": on_postgresql,
    }
    chosen = [*kinds.values()] if len(given) < 3 else [kinds[given[2]]]
    went_well = [load(seconds, players) for load in chosen]
    sys.exit(0 if all(went_well) else 1)


if __name__ == "__main__":
    main()
