"""The command ``casino-war``: serve, migrate, audit, luck, verify, odds, simulate, operate.

Whatever only some commands need is imported by them: asking for help must be quick, and
must neither build an application nor leave a file behind.
"""

import sys
from typing import Any

import click

from casino_war import __version__
from casino_war.errors import CasinoWarError
from casino_war.web.cli.copy import backup, restore
from casino_war.web.cli.db import database_url, db, shown
from casino_war.web.cli.developer import routes, shell
from casino_war.web.cli.export import export, replay
from casino_war.web.cli.lab import WORKERS_MAX as LAB_WORKERS_MAX
from casino_war.web.cli.lab import lab, laboratory
from casino_war.web.cli.luck import luck
from casino_war.web.cli.odds import odds
from casino_war.web.cli.one_line import (
    INTERRUPTED,
    Digits,
    examples,
    exit_status_table,
    fail,
    name_variables,
)
from casino_war.web.cli.operator import table, user
from casino_war.web.cli.proof import audit, verify
from casino_war.web.cli.rng_report import rng_report
from casino_war.web.cli.secret import secret
from casino_war.web.cli.session import session
from casino_war.web.cli.simulate import simulate
from casino_war.web.cli.war import war
from casino_war.web.cli.watch import EVERY_SECONDS as WATCH_EVERY_SECONDS
from casino_war.web.cli.watch import watch, watchman
from casino_war.web.operations import log_lines
from casino_war.web.operations.shared_metrics import shared_metrics

THREADS = 8
WORKERS = 2
VARIABLES_PREFIX = "CASINO_WAR"


class _Group(click.Group):
    """A group whose commands tell what a user can mend in one line, with exit status 2."""

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


@click.group(
    cls=_Group,
    context_settings={"auto_envvar_prefix": VARIABLES_PREFIX},
    epilog=exit_status_table(),
)
@click.version_option(
    __version__,
    message="casino-war %(version)s",
    # CASINO_WAR_VERSION may well say which version is installed.
    allow_from_autoenv=False,
)
def main() -> None:
    """Casino War in the browser, played with virtual chips."""
    if log_lines.is_json():
        log_lines.write_json_lines()


_COMMANDS = (
    *(audit, backup, db, export, lab, luck, odds, replay, restore, rng_report, routes),
    *(secret, shell, simulate, table, user, verify, war, watch),
)
for _command in _COMMANDS:
    main.add_command(_command)
simulate.add_command(session)


@main.command(
    epilog=examples("casino-war run", "casino-war run --host 0.0.0.0 --port 80 --workers 4")
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=Digits(0, 65535),
    help="Port to listen on; 0 for any that is free.",
)
@click.option(
    "--workers",
    default=WORKERS,
    show_default=True,
    type=Digits(1, 64),
    help="Processes that answer.",
)
@click.option(
    "--threads",
    default=THREADS,
    show_default=True,
    type=Digits(1, 256),
    help="Threads of each of them.",
)
@click.option(
    "--lab-workers",
    default=1,
    show_default=True,
    type=Digits(0, LAB_WORKERS_MAX),
    help="Processes that play the runs of the laboratory; 0 where casino-war lab work does.",
)
@click.option("--watch", "is_watched", is_flag=True, help="Keep the house's watch beside it.")
def run(
    host: str, port: int, workers: int, threads: int, lab_workers: int, is_watched: bool
) -> None:
    """Serve the site; an SQLite database is brought up to date first."""
    from casino_war.web import create_app
    from casino_war.web.operations import server

    server.require_free(host, port)
    server.prepare(database_url(may_make=True))
    with (
        shared_metrics(),
        laboratory(lab_workers) as tend_laboratory,
        watchman(is_watched, WATCH_EVERY_SECONDS) as tend_watch,
    ):

        def tend_all() -> None:
            tend_laboratory()
            tend_watch()

        server.serve(
            create_app(),
            host=host,
            port=port,
            workers=workers,
            threads=threads,
            tend=tend_all,
        )


name_variables(main, VARIABLES_PREFIX)
