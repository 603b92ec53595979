"""Every command has help, examples that it understands, and speaks JSON where it reports."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from casino_war.web.cli.common import EXIT_STATUS
from casino_war.web.cli.main import main
from tests.web.terminal import bare_home, line_of_refusal, run

WITHOUT_JSON = {
    "lab work": "it plays until it is stopped, and prints nothing",
    "run": "it serves until it is stopped",
    "shell": "it is a prompt",
    "simulate cut-card": "it prints JSON in any case",
    "war measure": "it prints JSON in any case",
}


def commands(
    group: click.Group = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Walk the tree: every command and group under its words, the program's name left out."""
    for name, command in sorted(group.commands.items()):
        here = (*path, name)
        yield " ".join(here), command
        if isinstance(command, click.Group):
            yield from commands(command, here)


TREE = dict(commands())
LEAVES = {name: each for name, each in TREE.items() if not isinstance(each, click.Group)}


def example_lines(command: click.Command) -> list[str]:
    """Return the command lines of a command's examples, continued lines joined."""
    shown = (command.epilog or "").replace("\\\n", " ")
    return [line.strip() for line in shown.splitlines() if "casino-war" in line]


def words_of(line: str) -> list[str]:
    """Return what the program itself is given by a line: no variables, pipes or files."""
    # Where a pipe joins two, the last one is explained.
    words = shlex.split(line.rpartition("casino-war ")[2])
    ends = [words.index(mark) for mark in ("|", ">") if mark in words]
    return words[: min(ends, default=len(words))]


@pytest.mark.parametrize("name", ["", *TREE])
def test_every_command_refuses_an_option_in_one_line(name: str) -> None:
    assert "'--nonsense'" in line_of_refusal(run(*name.split(), "--nonsense"))


@pytest.mark.parametrize("name", LEAVES)
def test_every_option_has_the_variable_of_its_name(name: str) -> None:
    for option in LEAVES[name].params:
        if isinstance(option, click.Option) and option.allow_from_autoenv:
            variable = f"CASINO_WAR {name} {option.opts[0].lstrip('-')}"
            assert option.envvar == variable.replace(" ", "_").replace("-", "_").upper()


def test_a_variable_stands_for_its_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_home(tmp_path, monkeypatch)
    monkeypatch.setenv("CASINO_WAR_ROUTES_JSON", "1")
    assert json.loads(run("routes").stdout)


def test_no_such_command_is_one_line() -> None:
    for words in (["nonsense"], ["db", "nonsense"], ["war", "nonsense"]):
        assert "No such command 'nonsense'." in line_of_refusal(run(*words))


@pytest.mark.parametrize("name", TREE)
def test_every_command_explains_itself(name: str) -> None:
    command = TREE[name]
    assert command.help, "no help"
    assert command.get_short_help_str(200).endswith("."), "its first sentence does not stand alone"
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"no help for {option.opts[0]}"
        elif isinstance(option, click.Argument):
            assert (option.metavar or option.human_readable_name).upper() in command.help
    lines = example_lines(command)
    assert lines, "no example"
    assert all(" ".join(words_of(line)).startswith(name) for line in lines)


def test_a_command_without_json_has_its_reason() -> None:
    silent = {
        name
        for name, command in LEAVES.items()
        if not any("--json" in option.opts for option in command.params)
    }
    assert silent == set(WITHOUT_JSON)


@pytest.mark.parametrize("name", TREE)
def test_the_examples_are_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_home(tmp_path, monkeypatch)
    (tmp_path / "rounds.csv").touch()
    for line in example_lines(TREE[name]):
        words = words_of(line)
        path: list[str] = []
        while words and " ".join([*path, words[0]]) in TREE:
            path.append(words.pop(0))
        command = LEAVES[" ".join(path)]
        with command.make_context(path[-1], words, parent=click.Context(main)):
            pass


def test_the_help_tells_every_exit_status() -> None:
    told = run("--help").stdout
    assert [f"{status:5}  " in told for status in EXIT_STATUS] == [True] * 4


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
@pytest.mark.parametrize("words", [("war", "measure"), ("audit",)])
def test_an_interrupt_ends_every_command_alike(
    words: tuple[str, ...], error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(**_: object) -> None:
        raise error

    monkeypatch.setattr(TREE[" ".join(words)], "callback", interrupted)
    result = run(*words)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "casino-war: interrupted\n"


def test_the_routes_are_listed_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_home(tmp_path, monkeypatch)
    rows = json.loads(run("routes", "--json").stdout)
    deal = next(row for row in rows if row["endpoint"] == "tables.deal")
    assert deal["methods"] == ["POST"]
    assert deal["rule"].startswith("/tables/<")
    assert "tables.deal" in run("routes", "--sort", "rule").stdout
    assert list(tmp_path.iterdir()) == []


def test_the_shell_knows_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_home(tmp_path, monkeypatch)
    monkeypatch.delenv("PYTHONSTARTUP", raising=False)
    result = CliRunner().invoke(main, ["shell"], input="print(type(house).__name__, app.name)\n")
    assert result.exit_code == 0, result.output
    assert "House casino_war.web" in result.output
    assert [each.name for each in tmp_path.iterdir()] == ["instance"]
