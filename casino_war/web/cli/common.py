"""What commands share: exit status, examples, the option --json, numbers in plain digits."""

from collections.abc import Mapping
from textwrap import fill
from typing import Any

import click

DONE = 0
FOUND = 1
FAILED = 2
INTERRUPTED = 130

EXIT_STATUS: Mapping[int, str] = {
    DONE: "done, and nothing wrong was found",
    FOUND: "something wrong was found (audit, db check, replay, rng-report,"
    " verify, watch), or a part is missing:"
    " the cluster was lost, or the reader of a pipe went away",
    FAILED: "refused, and nothing was done: wrong options or input, a database that cannot be used",
    INTERRUPTED: "interrupted by Ctrl-C, but for what is served or kept until then"
    " (lab work, run, watch)",
}
"""What each exit status of every command means."""

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def examples(*lines: str) -> str:
    """Return the end of a command's help: command lines to copy, one a line."""
    # The mark keeps click from wrapping what follows.
    head = "Example:" if sum(line[0] != " " for line in lines) == 1 else "Examples:"
    return "\n".join(["\b", head, *(f"  {line}" for line in lines)])


def exit_status_table() -> str:
    """Return the end of the program's help: what each exit status means."""
    rows = (
        fill(meaning, 76, initial_indent=f"  {status:3}  ", subsequent_indent=" " * 7)
        for status, meaning in EXIT_STATUS.items()
    )
    return "\n".join(["\b", "Exit status:", *rows])


def name_variables(command: click.Command, prefix: str) -> None:
    """Let each option be asked for by the variable of its own name, as `--json` by ``…_JSON``.

    click would name it after the parameter of the function behind it.
    """
    for option in command.params:
        if isinstance(option, click.Option) and option.allow_from_autoenv and not option.envvar:
            word = option.opts[0].lstrip("-").replace("-", "_")
            option.envvar = f"{prefix}_{word}".upper()
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            name_variables(each, f"{prefix}_{name}".replace("-", "_"))


class Digits(click.IntRange):
    """A whole number in plain digits: int() would also read ``1_0``, ``+1`` and ``٣``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse everything else."""
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            self.fail(f"{value[:40]!r} is not a whole number in digits.", param, ctx)
        return super().convert(value, param, ctx)
