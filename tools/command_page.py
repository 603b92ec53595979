"""The page docs/commands.md, written from the command tree itself.

``make docs`` writes it, and a test compares it with what is written here.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from inspect import cleandoc

import click

from casino_war.web.cli.common import EXIT_STATUS
from casino_war.web.cli.main import main

NOT_RUN = {
    "casino-war run*": "serves until it is stopped",
    "casino-war lab work*": "plays until it is stopped",
    "casino-war rng-report --shuffles 50000*": "takes a minute, and a seed that chance draws",
    "casino-war watch --picture*": "needs a table that has been played for long",
    "casino-war watch --every*": "watches until it is stopped",
    "casino-war db copy sqlite:////srv*": "needs a server of PostgreSQL",
}
"""Examples that no test can run, by patterns, and why."""

_HEAD = """\
# Commands

`make docs` writes this page from the commands themselves; `casino-war COMMAND --help` prints the
same. Options that are left out are taken from the environment: `CASINO_WAR_RUN_PORT=80` is
`casino-war run --port 80`.

## Exit status

| status | meaning |
|---|---|
{statuses}

Reports go to the standard output; progress, notices and refusals to the standard error, a refusal
in one line that begins with `casino-war: `. With `--json` the report is JSON, amounts in cents,
moments in UTC, and nothing else is on the standard output.

## Completion in a shell

The command tells its shell what can be typed; the line goes into the file that the shell reads
when it starts. The names of games, tables and players are not completed.

```sh not run: speaks to the shell that reads it
eval "$(_CASINO_WAR_COMPLETE=bash_source casino-war)"     # ~/.bashrc
eval "$(_CASINO_WAR_COMPLETE=zsh_source casino-war)"      # ~/.zshrc, behind compinit
_CASINO_WAR_COMPLETE=fish_source casino-war | source      # ~/.config/fish/config.fish
```

Each line starts the program once. Where a shell should start quicker, keep what it prints:

```sh
_CASINO_WAR_COMPLETE=bash_source casino-war > casino-war.bash
_CASINO_WAR_COMPLETE=zsh_source casino-war > _casino-war
_CASINO_WAR_COMPLETE=fish_source casino-war > casino-war.fish
```

## All commands
"""


def page() -> str:
    """Return the whole page."""
    statuses = "\n".join(f"| {status} | {meaning} |" for status, meaning in EXIT_STATUS.items())
    leaves = list(_leaves(main, "casino-war"))
    listed = [f"| [`{name}`](#{_anchor(name)}) | {_first(each)} |" for name, each in leaves]
    parts = [_HEAD.format(statuses=statuses), "| command | what it does |\n|---|---|"]
    return "\n".join([*parts, *listed, *(_told(name, each) for name, each in leaves)]) + "\n"


def _leaves(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    for name, command in sorted(group.commands.items()):
        here = f"{path} {name}"
        if isinstance(command, click.Group):
            yield from _leaves(command, here)
        else:
            yield here, command


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _first(command: click.Command) -> str:
    return command.get_short_help_str(200)


def _told(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    # Names in capitals are what the user puts there.
    parts = [f"\n### {name}\n", f"`{name} {usage}`\n", cleandoc(command.help or ""), ""]
    rows = [
        f"| `{names}` | {_escaped(text)} |"
        for names, text in (
            param.get_help_record(context) or ("", "")
            for param in command.params
            if isinstance(param, click.Option)
        )
        if names
    ]
    if rows:
        parts += ["| option | meaning |", "|---|---|", *map(_readable, rows), ""]
    parts += _fences(command)
    return "\n".join(parts).rstrip()


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def _readable(row: str) -> str:
    return row.replace("x>=", "at least ").replace("<=x<=", " to ")


def _fences(command: click.Command) -> Iterator[str]:
    """Yield the examples: those that a test runs, then each that none can, with its reason."""
    groups: dict[str, list[str]] = {}
    reason = ""
    for line in (command.epilog or "").splitlines()[2:]:
        if line.startswith("  casino-war") or "=" in line.partition("casino-war")[0]:
            fits = (why for pattern, why in NOT_RUN.items() if fnmatchcase(line[2:], pattern))
            reason = next(fits, "")
        groups.setdefault(reason, []).append(line[2:])
    for why, lines in groups.items():
        info = f"sh not run: {why}" if why else "sh"
        yield "\n".join([f"```{info}", *lines, "```"])
