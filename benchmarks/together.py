"""What shared practice games cost: many who watch one game, and many games at once.

``python -m benchmarks.together [SECONDS]`` serves the site with gunicorn and two workers on
SQLite. First 200 browsers watch one game, each asking for news every two seconds, while a
battle is flipped every second. Then 200 games of two browsers each are played at once: all
400 ask every second, and in each game a battle is flipped every eight seconds. A flip is
the POST and the page behind it. A time begins when the request was due, so that waiting
counts; processor time is that of the workers. Before each the same browsers ask the route
``/hello`` as often: what is late there, the machine is late with.
"""

import itertools
import re
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from benchmarks.table import Workers, serving

SECONDS = 15.0
WATCHERS = 200
GAMES = 200
WATCHERS_ASK_SECONDS = 2.0
PLAYERS_ASK_SECONDS = 1.0
FLIP_SECONDS = 8.0
HANDS = 32
"""Threads that ask: more would only wait for each other."""


class Looker:
    """One browser at one game."""

    def __init__(self, port: int, path: str = "") -> None:
        self._port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookie = ""
        self._lock = threading.Lock()
        self.path = path
        self.page = ""
        self.seen = 0

    def start(self) -> None:
        """Start a game that waits for one more player."""
        page = self._ask("GET", "/practice/rules/classic")[1]
        form = {"rules": "classic", "seats": "person,elsewhere", "key": secrets.token_hex(16)}
        form["csrf_token"] = _value(page, "csrf_token")
        self.path = self._ask("POST", "/practice/games", form)[2]
        self.look()

    def look(self) -> None:
        """Open the game's page."""
        self.page = self._ask("GET", self.path)[1]
        self.seen = int(_found(r'data-version="(\d+)"', self.page))

    def act(self, name: str, /, **fields: str) -> None:
        """Send a form of the game, as it stands, and open the page behind it."""
        with self._lock:
            known = {each: _value(self.page, each) for each in ("csrf_token", "version")}
            known["version"] = str(self.seen)
            form = {**known, "key": secrets.token_hex(16), **fields}
            self._ask("POST", f"{self.path}/{name}", form)
            self.look()

    def flip(self) -> None:
        """Flip a battle, or clear the war that lies there."""
        is_war = f'action="{self.path}/acknowledge"' in self.page
        self.act("acknowledge" if is_war else "flip", **({} if is_war else {"battles": "1"}))

    def ask_news(self) -> None:
        """Ask what is new."""
        with self._lock:
            status, text, _ = self._ask("GET", f"{self.path}/news?after={self.seen}&beside=")
            if status == 200:
                self.seen = int(_found(r'data-version="(\d+)"', text))
                if 'name="csrf_token"' in text:
                    self.page = text

    def hello(self) -> None:
        """Ask for the least."""
        with self._lock:
            self._ask("GET", "/hello")

    def _ask(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        body = None if form is None else urlencode(form)
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except (BrokenPipeError, ConnectionError):
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        text = response.read().decode()
        assert response.status in (200, 204, 303), text
        cookie = response.getheader("Set-Cookie")
        if cookie is not None:
            self._cookie = cookie.partition(";")[0]
        return response.status, text, response.getheader("Location") or ""


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, pattern
    return found[1]


def _value(page: str, name: str) -> str:
    return _found(rf'name="{name}" value="([^"]*)"', page)


def at_rate(acts: Sequence[Callable[[], None]], rate: float, seconds: float) -> list[float]:
    """Do *acts* in turn at a common rate for so long; return how late each was done."""
    begin, turns = time.monotonic(), itertools.count()

    def work(_: int) -> list[float]:
        times = []
        while (turn := next(turns)) < rate * seconds:
            due = begin + turn / rate
            time.sleep(max(0.0, due - time.monotonic()))
            acts[turn % len(acts)]()
            times.append(time.monotonic() - due)
        return times

    with ThreadPoolExecutor(HANDS) as pool:
        return [each for times in pool.map(work, range(HANDS)) for each in times]


def measured(
    what: str,
    workers: Workers,
    askers: tuple[Sequence[Looker], float],
    flips: tuple[Sequence[Callable[[], None]], float],
    seconds: float,
) -> None:
    """Ask and flip at the same time and print the figures; each goes with its rate."""
    lookers, rate = askers
    asks = ([each.ask_news for each in lookers], rate)
    greeted = at_rate([each.hello for each in lookers], rate, seconds / 3)
    before = workers.cpu_seconds()
    with ThreadPoolExecutor(2) as pool:
        polls = pool.submit(at_rate, *asks, seconds)
        flipped = pool.submit(at_rate, *flips, seconds)
        told = {"poll": polls.result(), "flip": flipped.result()}
    cpu = (workers.cpu_seconds() - before) / seconds
    print(f"{what}: {cpu:.2f} s of the processor a second")
    for name, times in {"hello": greeted, **told}.items():
        cuts = quantiles(times, n=100)
        percentiles = ", ".join(f"p{each} {cuts[each - 1] * 1000:.0f}" for each in (50, 95, 99))
        print(f"  {name}: {len(times)} times, ms {percentiles}")


def _shared_game(port: int) -> tuple[Looker, Looker]:
    host = Looker(port)
    host.start()
    guest = Looker(port, host.path)
    guest.look()
    guest.act("take-seat", name="Guest", seat="B")
    guest.act("deal")
    host.look()
    return host, guest


def main() -> None:
    """Measure both."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'casino_war.sqlite3'}"
        with serving(url, folder) as (port, workers), ThreadPoolExecutor(HANDS) as pool:
            host, _ = _shared_game(port)
            watchers = [Looker(port, host.path) for _ in range(WATCHERS)]
            list(pool.map(Looker.look, watchers))
            measured(
                f"{WATCHERS} watch one game",
                workers,
                (watchers, WATCHERS / WATCHERS_ASK_SECONDS),
                ([host.flip], 1.0),
                seconds,
            )
            pairs = list(pool.map(_shared_game, [port] * GAMES))
            measured(
                f"{GAMES} games of two",
                workers,
                (
                    [player for pair in pairs for player in pair],
                    2 * GAMES / PLAYERS_ASK_SECONDS,
                ),
                ([host.flip for host, _ in pairs], GAMES / FLIP_SECONDS),
                seconds,
            )


if __name__ == "__main__":
    main()
