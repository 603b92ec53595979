"""The fenced blocks of the documentation, and a small shell that runs those with commands.

`casino-war` and `curl` run within this process; what stands beside them in a pipe does not.
"""

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from click.testing import CliRunner

from casino_war.web.cli.main import main
from tests.docs.curl import curl

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SECONDS_MAX = 180
"""Wall time that a line may take: a busy machine is no failure, serving for ever is one."""
_FENCE = "```"
_NOT_RUN = "not run: "
_OURS = ("casino-war", ".venv/bin/casino-war")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of a page; ``why_not`` says why no test runs it, and is empty otherwise."""

    page: str
    line: int
    language: str
    why_not: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def fences(path: Path) -> Iterator[Fence]:
    """Read the blocks of a page; of an info string only ours may go on behind the language."""
    name = path.relative_to(ROOT).as_posix()
    lines = iter(enumerate(path.read_text(encoding="utf-8").splitlines(), start=1))
    for number, line in lines:
        if not line.lstrip().startswith(_FENCE):
            continue
        indent = len(line) - len(line.lstrip())
        language, _, info = line.strip().removeprefix(_FENCE).partition(" ")
        assert language, f"{name}:{number} does not say what it is"
        assert not info or info.startswith(_NOT_RUN), f"{name}:{number}: {info}"
        block = []
        for _, inner in lines:
            if inner.strip() == _FENCE:
                break
            block.append(inner[indent:])
        else:
            raise AssertionError(f"{name}:{number} is not closed")
        yield Fence(name, number, language, info.removeprefix(_NOT_RUN), "\n".join(block))


def command_lines(text: str) -> list[str]:
    """Split a block into commands: lines that end in a backslash go on with the next."""
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]


def run_line(line: str) -> None:
    """Run one command, or several joined by ``|``; all of them must succeed, and soon."""
    with _alarm(line):
        _run_words(line)


@contextmanager
def _alarm(line: str) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise AssertionError(f"{line} goes on and on")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS_MAX)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _run_words(line: str) -> None:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    words = [os.path.expandvars(word.replace("$(uuidgen)", uuid4().hex)) for word in lexer]
    if not words:
        return
    target = None
    if ">" in words:
        *words, mark, target = words
        assert mark == ">", line
    given = b""
    while words:
        end = words.index("|") if "|" in words else len(words)
        given = _run(words[:end], given, line)
        words = words[end + 1 :]
    if target is not None:
        Path(target).write_bytes(given)


def _run(words: list[str], given: bytes, line: str) -> bytes:
    settings: dict[str, str] = {}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        settings[name] = value
    if words[0] == "curl":
        return curl(words[1:])
    if words[0] in _OURS:
        return _run_ours(words[1:], given, settings, line)
    done = subprocess.run(
        words,
        input=given,
        capture_output=True,
        check=False,
        timeout=SECONDS_MAX,
        env=os.environ | settings,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout!r}\n{done.stderr!r}"
    return done.stdout


def _run_ours(words: list[str], given: bytes, settings: Mapping[str, str], line: str) -> bytes:
    result = CliRunner().invoke(main, words, input=given, env=settings, prog_name="casino-war")
    assert result.exit_code == 0, f"{line}\n{result.output}\n{result.exception!r}"
    return result.stdout_bytes
