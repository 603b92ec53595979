"""The command ``casino-war``: serve, migrate, audit, luck, verify, odds, simulate, operate.

Whatever only some commands need is imported by them: asking for help must be quick, and
must neither build an application nor leave a file behind.
"""

import click

from casino_war import __version__
from casino_war.web.cli.common import Digits, examples, exit_status_table, name_variables
from casino_war.web.cli.copy import backup, restore
from casino_war.web.cli.db import db
from casino_war.web.cli.developer import routes, shell
from casino_war.web.cli.export import export, replay
from casino_war.web.cli.lab import WORKERS_MAX as LAB_WORKERS_MAX
from casino_war.web.cli.lab import lab, laboratory
from casino_war.web.cli.luck import luck
from casino_war.web.cli.odds import odds
from casino_war.web.cli.one_line import OneLineGroup
from casino_war.web.cli.open_house import database_url
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


@click.group(
    cls=OneLineGroup,
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
