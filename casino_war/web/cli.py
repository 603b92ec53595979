"""The command ``casino-war``: serve, migrate, audit, luck, verify, odds, simulate, operate.

Whatever only some commands need is imported by them: asking for help must be quick, and
must neither build an application nor leave a file behind.
"""

import json
import os
import re
import sys
from typing import Any

import click

from casino_war import __version__
from casino_war.errors import N_, CasinoWarError
from casino_war.game.cards import Card, format_cards
from casino_war.game.table_rules import DECKS_MAX
from casino_war.web import config, log_lines
from casino_war.web.copy_cli import backup, copy, restore
from casino_war.web.export_cli import export, replay
from casino_war.web.lab_cli import WORKERS_MAX as LAB_WORKERS_MAX
from casino_war.web.lab_cli import lab, laboratory
from casino_war.web.luck_cli import luck
from casino_war.web.odds_cli import odds
from casino_war.web.one_line import FAILED, Digits, fail
from casino_war.web.open_house import open_house
from casino_war.web.operator_cli import table, user
from casino_war.web.secret_cli import secret
from casino_war.web.session_cli import session
from casino_war.web.shared_metrics import shared_metrics
from casino_war.web.simulate_cli import simulate
from casino_war.web.war_cli import war

THREADS = 8
WORKERS = 2
VIOLATED = 1


class _Group(click.Group):
    """A group whose commands tell what a user can mend in one line, with exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of a pipe has had enough.
            raise
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
    return str(error) if original is None else f"{_shown(_database_url())}: {original}"


class _Revision(click.ParamType[str]):
    """A revision's name, or steps such as ``-1``."""

    name = "revision"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if re.fullmatch(r"-[1-9][0-9]{0,3}|[^-\s][^\s]*", str(value)) is None:
            self.fail(f"{value!r} is neither a revision nor an option.", param, ctx)
        return str(value)


@click.group(cls=_Group, context_settings={"auto_envvar_prefix": "CASINO_WAR"})
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


main.add_command(backup)
main.add_command(export)
main.add_command(lab)
main.add_command(luck)
main.add_command(odds)
main.add_command(replay)
main.add_command(restore)
main.add_command(secret)
main.add_command(simulate)
simulate.add_command(session)
main.add_command(table)
main.add_command(user)
main.add_command(war)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=Digits(0, 65535))
@click.option("--workers", default=WORKERS, show_default=True, type=Digits(1, 64))
@click.option("--threads", default=THREADS, show_default=True, type=Digits(1, 256))
@click.option(
    "--lab-workers",
    default=1,
    show_default=True,
    type=Digits(0, LAB_WORKERS_MAX),
    help="Processes that play the runs of the laboratory; 0 where casino-war lab work does.",
)
def run(host: str, port: int, workers: int, threads: int, lab_workers: int) -> None:
    """Serve the site; an SQLite database is brought up to date first."""
    from casino_war.web import create_app, server

    server.require_free(host, port)
    server.prepare(_database_url(may_make=True))
    with shared_metrics(), laboratory(lab_workers) as start_laboratory:
        server.serve(
            create_app(),
            host=host,
            port=port,
            workers=workers,
            threads=threads,
            when_ready=start_laboratory,
        )


@main.group()
def db() -> None:
    """Look after the database that DATABASE_URL names."""


db.add_command(copy)


@db.command()
@click.argument("revision", default="head", type=_Revision())
def upgrade(revision: str) -> None:
    """Bring the database up to REVISION (head: the newest), making it if there is none."""
    from casino_war.store import migrate

    migrate.upgrade(_database_url(may_make=True), revision)


# -1 is a revision and no option.
@db.command(context_settings={"ignore_unknown_options": True})
@click.argument("revision", default="-1", type=_Revision())
@click.option("--yes", is_flag=True, allow_from_autoenv=False, help="Do not ask.")
def downgrade(revision: str, yes: bool) -> None:
    """Take the database back to REVISION (-1: one step), deleting what is newer.

    The tables made since are deleted with all their rows, the ledger among them.
    """
    from casino_war.store import migrate

    url = _database_url()
    rows = migrate.row_counts(url)
    if not yes:
        _confirm(url, revision, rows)
    migrate.downgrade(url, revision)


def _confirm(url: str, revision: str, rows: dict[str, int]) -> None:
    if not _has_terminal():
        raise CasinoWarError(
            N_("Going back to %(revision)s deletes data: confirm it with --yes."),
            reason="unconfirmed",
            revision=revision,
        )
    held = ", ".join(f"{name} {count}" for name, count in rows.items()) or "none"
    click.echo(f"{_shown(url)}\nholds rows: {held}.")
    click.echo(f"Going back to {revision} deletes the tables made since with all their rows.")
    if not click.confirm("They cannot be brought back. Delete them?"):
        click.echo("Nothing was changed.", err=True)
        sys.exit(FAILED)


def _has_terminal() -> bool:
    return sys.stdin.isatty()


@db.command()
def current() -> None:
    """Print the database's revision."""
    from casino_war.store import migrate

    click.echo(migrate.current(_database_url()) or "-")


@db.command()
def check() -> None:
    """Exit with 1 and a line for each difference between the database and the code."""
    from casino_war.store import migrate

    differences = migrate.check(_database_url())
    for difference in differences:
        click.echo(difference)
    sys.exit(VIOLATED if differences else os.EX_OK)


@main.command()
@click.option("--full", "is_full", is_flag=True, help="Read everything, not only what is new.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def audit(is_full: bool, as_json: bool) -> None:
    """Check every invariant of the books; exit with 1 and a line for each violation.

    Only what is new since the last clean audit is read, as long as the database shows that
    nobody can have changed the rest. The last line says what was looked at.
    """
    from casino_war.services.audit import run_audit

    with open_house() as house:
        report = run_audit(house, is_full=is_full)
    since = None if report.since is None else report.since.isoformat(timespec="seconds")
    looked = {"rounds": report.rounds, "transfers": report.transfers}
    if as_json:
        rows = [{"name": each.name, "text": each.text} for each in report.violations]
        scope = {"full": since is None, "since": since, "why": report.why or None}
        click.echo(json.dumps({"violations": rows, **scope, **looked}))
    else:
        for violation in report.violations:
            click.echo(f"{violation.name}: {' '.join(violation.text.split())}")
        why = f" ({report.why})" if report.why else ""
        mode = f"full audit{why}" if since is None else f"audit of what is new since {since}"
        click.echo(f"{mode}: {report.rounds} rounds, {report.transfers} transfers")
    sys.exit(VIOLATED if report.violations else os.EX_OK)


@main.command()
@click.option("--server-seed", required=True, help="64 lower-case hexadecimal characters.")
@click.option("--client-seed", required=True, help="1-64 printable characters, no colon.")
@click.option("--nonce", required=True, type=Digits(0), help="0, 1, 2, ...")
@click.option("--decks", default=6, show_default=True, type=Digits(1, DECKS_MAX))
@click.option("--commitment", help="The one that you noted, to be compared.")
@click.option("--cards", "dealt", help="Cards that were dealt, to be compared; ? for a burned one.")
@click.option("--from", "first", default=1, show_default=True, type=Digits(1), help="Their place.")
@click.option("--json", "as_json", is_flag=True, help="Print commitment and cards as JSON.")
def verify(
    server_seed: str,
    client_seed: str,
    nonce: int,
    decks: int,
    commitment: str | None,
    dealt: str | None,
    first: int,
    as_json: bool,
) -> None:
    """Shuffle a finished shoe again and print its commitment and its cards.

    With --commitment or --cards, exit with 1 if they are not what the seeds give.
    """
    from casino_war.services import fairness

    claimed = fairness.parse_dealt(dealt or "")
    found = fairness.verify(server_seed, client_seed, nonce, decks)
    facts: dict[str, Any] = {
        "commitment": found.commitment,
        "cards": format_cards(found.cards),
    }
    lines = [f"{name} {fact}" for name, fact in facts.items()]
    if commitment is not None:
        is_kept = commitment.strip().lower() == found.commitment
        facts["commitment_matches"] = is_kept
        lines.append("the commitment " + ("matches" if is_kept else "differs"))
    if claimed:
        facts["differences"] = differences = [
            {"place": place.number, "shuffled": _code(place.shuffled), "dealt": _code(place.dealt)}
            for place in fairness.places(found.cards, claimed, first)
            if place.is_kept is False
        ]
        lines += [
            f"card {each['place']} differs: {each['shuffled'] or 'none'} by the seeds,"
            f" {each['dealt'] or 'unseen'} dealt"
            for each in differences
        ] or [f"cards {first} to {first + len(claimed) - 1} match"]
    click.echo(json.dumps(facts) if as_json else "\n".join(lines))
    is_refuted = facts.get("commitment_matches") is False or bool(facts.get("differences"))
    sys.exit(VIOLATED if is_refuted else os.EX_OK)


def _code(card: Card | None) -> str | None:
    return None if card is None else card.code


def _database_url(*, may_make: bool = False) -> str:
    return config.environment_url(config.instance_folder(), may_make=may_make)


def _shown(database_url: str) -> str:
    """Print a database's address without its password."""
    from casino_war.store.database import read_url

    return read_url(database_url).render_as_string()
