"""The real command, which can be killed without warning and started again."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.processes import children_of, kill_all
from tests.web.live import COMMAND

PATIENT_SECONDS = 60


class CasinoServer:
    """One server with its workers; it keeps its port, and its log is ``log`` in *folder*.

    Servers of one casino share the folder of their instance, and so their secret key.
    """

    def __init__(
        self,
        database_url: str,
        folder: Path,
        name: str = "server",
        *,
        workers: int = 2,
        command: Sequence[str | Path] = (COMMAND, "run"),
    ) -> None:
        self._command = command
        self.port = 0
        self._log = folder / f"{name}.log"
        self._workers = workers
        self._environment = {
            **os.environ,
            "CASINO_WAR_INSTANCE": str(folder / "instance"),
            "DATABASE_URL": database_url,
            # All children of the server are to be those that answer.
            "CASINO_WAR_RUN_LAB_WORKERS": "0",
        }
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start; returns once it listens."""
        command = [*self._command, "--port", str(self.port), "--workers", str(self._workers)]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                command,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                # Of a group of its own, so that all of it can be killed at once.
                start_new_session=True,
            )
        assert self._process.stdout is not None
        told = re.search(r"http://[^:]+:([0-9]+)/", self._process.stdout.readline())
        assert told is not None, self.log
        self.port = int(told[1])

    def workers(self) -> list[int]:
        """Return the process numbers of the living workers."""
        assert self._process is not None
        return children_of(self._process.pid)

    def kill_worker(self, chance: Random) -> None:
        """Kill one worker; the server starts another by itself."""
        workers = self.workers()
        if workers:
            kill_all([chance.choice(workers)])

    def kill(self) -> None:
        """Kill the server and all its workers."""
        assert self._process is not None
        workers = self.workers()
        os.killpg(self._process.pid, signal.SIGKILL)
        kill_all([self._process.pid, *workers])
        self._end()

    def stop(self) -> None:
        """End the server as its keeper would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._end()

    @property
    def log(self) -> str:
        """All that the server has said on its standard error."""
        return self._log.read_text()

    def _end(self) -> None:
        assert self._process is not None
        self._process.wait(timeout=PATIENT_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
