"""What commands share: errors in one line, and numbers in plain digits."""

from typing import Any, NoReturn

import click

from casino_war.errors import CasinoWarError

FAILED = 2


def fail(text: str, error: Exception) -> NoReturn:
    """Say in one line on stderr what is wrong, and exit with status 2."""
    click.echo(f"casino-war: {' '.join(text.split())}", err=True)
    raise SystemExit(FAILED) from error


class OneLineGroup(click.Group):
    """A group whose commands tell what is wrong with their input in one line, with status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except (CasinoWarError, click.UsageError) as error:
            text = error.format_message() if isinstance(error, click.UsageError) else str(error)
            fail(text, error)


class OneLineCommand(click.Command):
    """A command that tells in one line, with status 2, which options it does not know."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options."""
        try:
            return super().make_context(*args, **extra)
        except click.UsageError as error:
            fail(error.format_message(), error)


class Digits(click.IntRange):
    """A whole number in plain digits: int() would also read ``1_0``, ``+1`` and ``٣``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse everything else."""
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            self.fail(f"{value[:40]!r} is not a whole number in digits.", param, ctx)
        return super().convert(value, param, ctx)
