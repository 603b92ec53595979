"""Commands, files and links that the documentation names are there."""

import re
from pathlib import Path

import click
import pytest

from casino_war.web.cli.main import main
from tests.docs.fences import PAGES, ROOT

# A line may end within a command.
_COMMAND = re.compile(r"`casino-war\s([^`]+)`")
_LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
_PATH = re.compile(r"`((?:casino_war|tests|tools|templates|migrations|docs|examples)/[\w./-]*)`")


def _command(words: list[str]) -> tuple[click.Command, list[str]]:
    command: click.Command = main
    while words and isinstance(command, click.Group) and words[0] in command.commands:
        command = command.commands[words.pop(0)]
    return command, words


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_commands_named_are_there(path: Path) -> None:
    for text in _COMMAND.findall(path.read_text(encoding="utf-8")):
        if text.startswith("COMMAND"):
            continue
        command, rest = _command(text.split())
        assert command is not main, text
        known = {name for param in command.params for name in param.opts} | {"--help"}
        used = {word.partition("=")[0] for word in rest if word.startswith("--")}
        assert used <= known, text
        named = [word for word in rest if word.islower() and not word.startswith("-")]
        assert not (isinstance(command, click.Group) and named), text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target, _ in _LINK.findall(text):
        assert (path.parent / target).exists(), target
    for target in _PATH.findall(text):
        assert (ROOT / target).exists(), target


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    listed = {target for target, _ in _LINK.findall(index)}
    assert {path.name for path in PAGES if path.parent.name == "docs"} - {"README.md"} <= listed
