"""The command ``casino-war``: serve, migrate, audit, verify."""

import json
import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import click
from flask import current_app
from flask.cli import FlaskGroup

from casino_war import __version__
from casino_war.errors import CasinoWarError
from casino_war.game.cards import format_cards
from casino_war.game.table_rules import DECKS_MAX
from casino_war.web.factory import create_app

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 8
WORKERS = 2
FAILED = 2
VIOLATED = 1


class _Group(FlaskGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        """List what is here; asking for help must not build an application."""
        return sorted(self.commands)


def _in_one_line(function: Callable[P, R]) -> Callable[P, R]:
    """Turn errors that a user can mend into one line and exit status 2."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except _mendable() as error:
            text = str(getattr(error, "orig", None) or error)
            click.echo(f"casino-war: {' '.join(text.split())}", err=True)
            raise SystemExit(FAILED) from error

    return wrapped


def _mendable() -> tuple[type[Exception], ...]:
    """Return the errors that a user can mend; asked only once one is raised."""
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    return (CasinoWarError, OSError, CommandError, SQLAlchemyError)


@_in_one_line
def _create_app() -> object:
    return create_app()


@click.group(
    cls=_Group,
    create_app=_create_app,
    add_default_commands=False,
    add_version_option=False,
    load_dotenv=False,
    set_debug_flag=False,
    context_settings={"auto_envvar_prefix": "CASINO_WAR"},
)
@click.version_option(__version__, message="casino-war %(version)s")
def main() -> None:
    """Casino War in the browser, played with virtual chips."""


# Flask's own options choose another application; this command has only one.
main.params = [option for option in main.params if option.name == "version"]


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=WORKERS, show_default=True, type=click.IntRange(1, 64))
@click.option("--threads", default=THREADS, show_default=True, type=click.IntRange(1, 256))
@_in_one_line
def run(host: str, port: int, workers: int, threads: int) -> None:
    """Serve the site; an SQLite database is brought up to date first."""
    from casino_war.web import server

    server.prepare(current_app.config["DATABASE_URL"])
    server.serve(host=host, port=port, workers=workers, threads=threads)


@main.group()
def db() -> None:
    """Look after the database that DATABASE_URL names."""


@db.command()
@click.argument("revision", default="head")
@_in_one_line
def upgrade(revision: str) -> None:
    """Bring the database up to REVISION (head: the newest)."""
    from casino_war.store import migrate

    migrate.upgrade(current_app.config["DATABASE_URL"], revision)


@db.command()
@click.argument("revision", default="-1")
@_in_one_line
def downgrade(revision: str) -> None:
    """Take the database back to REVISION (-1: one step)."""
    from casino_war.store import migrate

    migrate.downgrade(current_app.config["DATABASE_URL"], revision)


@db.command()
@_in_one_line
def current() -> None:
    """Print the database's revision."""
    from casino_war.store import migrate

    click.echo(migrate.current(current_app.config["DATABASE_URL"]) or "-")


@db.command()
@_in_one_line
def check() -> None:
    """Exit with 1 and a line for each difference between the database and the code."""
    from casino_war.store import migrate

    differences = migrate.check(current_app.config["DATABASE_URL"])
    for difference in differences:
        click.echo(difference)
    sys.exit(VIOLATED if differences else os.EX_OK)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the violations as JSON.")
@_in_one_line
def audit(as_json: bool) -> None:
    """Check every invariant of the books; exit with 1 and a line for each violation."""
    from casino_war.services.audit import audit as find_violations
    from casino_war.web.pages import current_house

    violations = find_violations(current_house())
    if as_json:
        rows = [{"name": violation.name, "text": violation.text} for violation in violations]
        click.echo(json.dumps({"violations": rows}))
    else:
        for violation in violations:
            click.echo(f"{violation.name}: {' '.join(violation.text.split())}")
    sys.exit(VIOLATED if violations else os.EX_OK)


@main.command(with_appcontext=False)
@click.option("--server-seed", required=True, help="64 lower-case hexadecimal characters.")
@click.option("--client-seed", required=True, help="1-64 printable characters, no colon.")
@click.option("--nonce", required=True, type=click.IntRange(0), help="0, 1, 2, ...")
@click.option("--decks", default=6, show_default=True, type=click.IntRange(1, DECKS_MAX))
@click.option("--json", "as_json", is_flag=True, help="Print commitment and cards as JSON.")
@_in_one_line
def verify(server_seed: str, client_seed: str, nonce: int, decks: int, as_json: bool) -> None:
    """Shuffle a finished shoe again and print its commitment and its cards."""
    from casino_war.services.fairness import verify as shuffle_again

    found = shuffle_again(server_seed, client_seed, nonce, decks)
    cards = format_cards(found.cards)
    if as_json:
        click.echo(json.dumps({"commitment": found.commitment, "cards": cards}))
    else:
        click.echo(f"commitment {found.commitment}\ncards {cards}")
