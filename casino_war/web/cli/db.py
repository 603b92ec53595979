"""The commands ``casino-war db``: look after the database."""

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from casino_war.errors import N_, CasinoWarError
from casino_war.web.cli.common import DONE, FAILED, FOUND, JSON, examples
from casino_war.web.cli.copy import copy
from casino_war.web.cli.open_house import database_url, shown

if TYPE_CHECKING:
    from casino_war.store.migrate import Step


class _Revision(click.ParamType[str]):
    """A revision's name, or steps such as ``-1``."""

    name = "revision"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if re.fullmatch(r"-[1-9][0-9]{0,3}|[^-\s][^\s]*", str(value)) is None:
            self.fail(f"{value!r} is neither a revision nor an option.", param, ctx)
        return str(value)


@click.group(epilog=examples("casino-war db check"))
def db() -> None:
    """Look after the database that DATABASE_URL names."""


db.add_command(copy)


@db.command(epilog=examples("casino-war db upgrade", "casino-war db upgrade --json"))
@click.argument("revision", default="head", type=_Revision())
@JSON
def upgrade(revision: str, as_json: bool) -> None:
    """Bring the database up to REVISION (head: the newest), making it if there is none."""
    from casino_war.store import migrate

    _print_step(migrate.upgrade(database_url(may_make=True), revision), as_json=as_json)


# -1 is a revision and no option.
@db.command(
    context_settings={"ignore_unknown_options": True},
    epilog=examples("casino-war db downgrade --yes", "casino-war db downgrade 0013 --yes --json"),
)
@click.argument("revision", default="-1", type=_Revision())
@click.option("--yes", is_flag=True, allow_from_autoenv=False, help="Do not ask.")
@JSON
def downgrade(revision: str, yes: bool, as_json: bool) -> None:
    """Take the database back to REVISION (-1: one step), deleting what is newer.

    The tables made since are deleted with all their rows, the ledger among them.
    """
    from casino_war.store import migrate

    url = database_url()
    rows = migrate.row_counts(url)
    if not yes:
        _confirm(url, revision, rows, is_aside=as_json)
    _print_step(migrate.downgrade(url, revision), as_json=as_json)


def _confirm(url: str, revision: str, rows: dict[str, int], *, is_aside: bool) -> None:
    """Ask whether it is meant; *is_aside* leaves the standard output to the answer."""
    if not _has_terminal():
        raise CasinoWarError(
            N_("Going back to %(revision)s deletes data: confirm it with --yes."),
            reason="unconfirmed",
            revision=revision,
        )
    held = ", ".join(f"{name} {count}" for name, count in rows.items()) or "none"
    click.echo(f"{shown(url)}\nholds rows: {held}.", err=is_aside)
    click.echo(
        f"Going back to {revision} deletes the tables made since with all their rows.",
        err=is_aside,
    )
    if not click.confirm("They cannot be brought back. Delete them?", err=is_aside):
        click.echo("Nothing was changed.", err=True)
        sys.exit(FAILED)


def _has_terminal() -> bool:
    return sys.stdin.isatty()


def _print_step(step: "Step", *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"from": step.before, "revision": step.after}))
    elif step.before != step.after:
        click.echo(f"{step.before or '-'} to {step.after or '-'}")


@db.command(epilog=examples("casino-war db current", "casino-war db current --json"))
@JSON
def current(as_json: bool) -> None:
    """Print the database's revision, - before the first."""
    from casino_war.store import migrate

    found = migrate.current(database_url())
    data = {"revision": found, "newest": migrate.head()} if as_json else {}
    click.echo(json.dumps(data) if as_json else found or "-")


@db.command(epilog=examples("casino-war db check", "casino-war db check --json"))
@JSON
def check(as_json: bool) -> None:
    """Exit with 1 and a line for each difference between the database and the code."""
    from casino_war.store import migrate

    differences = migrate.check(database_url())
    if as_json:
        click.echo(json.dumps({"differences": differences}))
    else:
        for difference in differences:
            click.echo(difference)
    sys.exit(FOUND if differences else DONE)
