"""The real command with its two workers, and a browser of many hands to use it with."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode

from tests.web.browser import find_form

COMMAND = Path(sys.executable).with_name("casino-war")
PATIENT_SECONDS = 60


@contextmanager
def serving(database_url: str, folder: Path) -> Generator[int]:
    """Serve from a database at head and return the port; nothing may go wrong there."""
    log = folder / "server.log"
    environment = {
        **os.environ,
        "CASINO_WAR_INSTANCE": str(folder / "instance"),
        "DATABASE_URL": database_url,
    }
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [COMMAND, "run", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as server,
    ):
        assert server.stdout is not None
        try:
            told = re.search(r"http://[^:]+:([0-9]+)/", server.stdout.readline())
            assert told is not None, log.read_text()
            yield int(told[1])
        finally:
            server.send_signal(signal.SIGTERM)
    assert "Traceback" not in log.read_text(), log.read_text()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said."""

    status: int
    location: str | None
    retry_after: str | None
    text: str


class LiveBrowser:
    """One visitor, who can send many forms at the same moment."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._cookie = ""

    def get(self, path: str) -> str:
        answer = self.fetch(path)
        assert answer.status == 200, answer.text
        return answer.text

    def fetch(self, path: str) -> Answer:
        return self._ask("GET", path)

    def form(self, path: str, action: str) -> dict[str, str]:
        """Return the fields of the page's form with that action, as the page fills them."""
        return find_form(self.get(path), action)

    def post(self, action: str, fields: dict[str, str]) -> Answer:
        return self._ask("POST", action, urlencode(fields))

    def submit(self, path: str, action: str, **fields: str) -> None:
        answer = self.post(action, self.form(path, action) | fields)
        assert answer.status == 303, answer.text

    def post_at_once(self, action: str, forms: Iterable[dict[str, str]]) -> list[Answer]:
        """Send all forms from as many threads, which wait for each other."""
        sent = list(forms)
        barrier = Barrier(len(sent))

        def post(fields: dict[str, str]) -> Answer:
            barrier.wait(timeout=PATIENT_SECONDS)
            return self.post(action, fields)

        with ThreadPoolExecutor(len(sent)) as pool:
            return list(pool.map(post, sent))

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENT_SECONDS)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        cookie = response.getheader("Set-Cookie")
        if cookie is not None:
            self._cookie = cookie.partition(";")[0]
        return Answer(
            response.status,
            response.getheader("Location"),
            response.getheader("Retry-After"),
            text,
        )
