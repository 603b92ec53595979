"""The one drawing process of a server process: started late, ended early, replaced if it dies."""

import json

# Runs this project's own file with this interpreter, and nothing else.
import subprocess  # nosec B404
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

CHILD = Path(__file__).with_name("child.py")
# Without -P the folder of the file would stand first among the places to import from.
COMMAND = (sys.executable, "-P", str(CHILD))

ANSWER_SECONDS_MAX = 20.0
"""How long a chart may take; the first one loads the library, which takes about a second."""
REST_SECONDS = 60.0
"""How long no chart is tried after one that took too long: its pages must not all wait."""
END_SECONDS_MAX = 2.0


class ChartError(Exception):
    """A chart that could not be drawn, and why."""


class ChartProcess:
    """Draws charts one at a time, for all threads of this process.

    Nothing is started before the first chart, so that a server may fork until then.
    """

    def __init__(
        self, command: Sequence[str] = COMMAND, answer_seconds_max: float = ANSWER_SECONDS_MAX
    ) -> None:
        self._command = command
        self._answer_seconds_max = answer_seconds_max
        self._lock = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._rests_until = 0.0

    @property
    def pid(self) -> int | None:
        """The id of the drawing process, None while there is none."""
        return self._child.pid if self._child else None

    def draw(self, spec: str) -> str:
        """Return the SVG of a specification, which is one line of JSON.

        A process that has died meanwhile is replaced, and the chart tried once more.

        Raises:
            ChartError: the specification is refused, or no process can draw it in time.
        """
        with self._lock:
            if monotonic() < self._rests_until:
                raise ChartError("an earlier chart took too long")
            is_fresh = self._child is None
            answer = self._ask(spec)
            if answer is None and not is_fresh and monotonic() >= self._rests_until:
                answer = self._ask(spec)
        if answer is None:
            raise ChartError("the drawing process died or took too long")
        if "svg" not in answer:
            raise ChartError(answer.get("error", "no answer"))
        return answer["svg"]

    def close(self) -> None:
        """End the process, if there is one; a later chart starts another."""
        with self._lock:
            self._end()

    def _ask(self, spec: str) -> dict[str, str] | None:
        """Return the child's answer, or None, the child gone, if it gives none in time."""
        child = self._child = self._child or self._start()
        if child.stdin is None or child.stdout is None:
            raise ChartError("the drawing process has no pipes")
        late = threading.Timer(self._answer_seconds_max, self._give_up, (child,))
        late.start()
        found: dict[str, str] | None = None
        # A broken pipe, half an answer or none: the child is gone, or no use.
        with suppress(OSError, ValueError):
            child.stdin.write(spec + "\n")
            child.stdin.flush()
            found = json.loads(child.stdout.readline())
        late.cancel()
        if found is not None:
            return found
        self._end()
        return None

    def _start(self) -> "subprocess.Popen[str]":
        try:
            # A fixed command, and no shell.
            return subprocess.Popen(  # nosec B603
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        except OSError as error:
            raise ChartError(f"the drawing process does not start: {error}") from error

    def _give_up(self, child: "subprocess.Popen[str]") -> None:
        self._rests_until = monotonic() + REST_SECONDS
        child.kill()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                # What was still to be written has nobody left to read it.
                with suppress(OSError):
                    pipe.close()
        try:
            child.wait(END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
