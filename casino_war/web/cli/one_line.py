"""Refusals in one line on the standard error, with the exit status that goes with them."""

import sys
from typing import Any, NoReturn

import click

from casino_war.errors import CasinoWarError
from casino_war.web.cli.common import FAILED, INTERRUPTED
from casino_war.web.cli.open_house import database_url, shown


def fail(text: str, error: Exception) -> NoReturn:
    """Say in one line on stderr what is wrong, and exit with status 2."""
    click.echo(f"casino-war: {' '.join(text.split())}", err=True)
    raise SystemExit(FAILED) from error


class OneLineGroup(click.Group):
    """The program: its commands tell what a user can mend in one line, with exit status 2.

    The groups and commands below it need nothing of the kind: their errors pass through here.
    """

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options before the command."""
        try:
            return super().make_context(*args, **extra)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            fail(error.format_message(), error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of a pipe has had enough.
            raise
        except click.exceptions.NoArgsIsHelpError:
            # Whoever only names a group is shown its commands.
            raise
        except click.UsageError as error:
            fail(error.format_message(), error)
        except (KeyboardInterrupt, click.Abort):
            click.echo("casino-war: interrupted", err=True)
            sys.exit(INTERRUPTED)
        except _mendable() as error:
            fail(_told(error), error)


def _mendable() -> tuple[type[Exception], ...]:
    """Return the errors that a user can mend; asked only once one is raised."""
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    return (CasinoWarError, OSError, CommandError, SQLAlchemyError)


def _told(error: Exception) -> str:
    original = getattr(error, "orig", None)
    # The driver seldom says which database it speaks of.
    return str(error) if original is None else f"{shown(database_url())}: {original}"
