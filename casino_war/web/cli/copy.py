"""The commands that move a casino: ``db copy``, ``backup``, ``restore``."""

import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino_war.errors import N_, CasinoWarError
from casino_war.web.cli.common import JSON, examples
from casino_war.web.cli.one_line import fail
from casino_war.web.cli.open_house import database_url, shown
from casino_war.web.config import DATABASE_VARIABLE

if TYPE_CHECKING:
    from casino_war.services.copy import CopyReport

_FILE = click.Path(path_type=Path)
_DIGITS_OF_DIGEST = 16


@click.command(
    "copy",
    epilog=examples(
        "casino-war db copy sqlite:///instance/casino_war.sqlite3 sqlite:///moved.sqlite3",
        "casino-war db copy sqlite:////srv/casino.sqlite3 postgresql://casino@db/casino",
    ),
)
@click.argument("source")
@click.argument("target")
@JSON
def copy(source: str, target: str, as_json: bool) -> None:
    """Copy the casino at the address SOURCE into the empty database at TARGET.

    SQLite or PostgreSQL, from any to any. SOURCE may be played meanwhile: the copy is of
    the moment at which it began, and what is played afterwards is not in it. No server may
    run on TARGET. After an interruption give the same command again.
    """
    from casino_war.services.copy import copy_casino

    shown = f"{_shown('SOURCE', source)} to {_shown('TARGET', target)}"
    with _named(shown), _Told() as progress:
        report = copy_casino(source, target, progress)
    _print(report, as_json=as_json)


@click.command(
    epilog=examples(
        "casino-war backup saved.sqlite3", "casino-war backup --force --json saved.sqlite3"
    )
)
@click.argument("file", type=_FILE)
@click.option("--force", is_flag=True, allow_from_autoenv=False, help="Replace FILE.")
@JSON
def backup(file: Path, force: bool, as_json: bool) -> None:
    """Write the casino to FILE, an SQLite database, while it is played.

    FILE is of one moment, audited, and on the disk before it gets its name. It holds the
    seeds of unfinished shoes: keep it as secret as the database.
    """
    from casino_war.services import backup as backups

    url = database_url()
    with _named(f"{_shown(DATABASE_VARIABLE, url)} to {file}"), _Told() as progress:
        backups.backup(url, file, progress, may_replace=force)
    size = file.stat().st_size
    if as_json:
        click.echo(json.dumps({"file": str(file), "bytes": size, "violations": []}))
    else:
        click.echo(f"{file} {size} bytes\naudit clean")


@click.command(
    epilog=examples(
        "DATABASE_URL=sqlite:///restored.sqlite3 casino-war restore saved.sqlite3",
    )
)
@click.argument("file", type=_FILE)
@JSON
def restore(file: Path, as_json: bool) -> None:
    """Bring the casino in FILE, a backup, into the empty database of DATABASE_URL.

    An older backup is brought up to date. No server may run on the database. After an
    interruption give the same command again.
    """
    from casino_war.services import backup as backups

    url = database_url(may_make=True)
    with _named(f"{file} to {_shown(DATABASE_VARIABLE, url)}"), _Told() as progress:
        report = backups.restore(file, url, progress)
    _print(report, as_json=as_json)


class _Told:
    """Progress in one line of a terminal that is wiped in the end; nothing elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = _has_terminal()

    def __enter__(self) -> "_Told":
        return self

    def __exit__(self, *_: object) -> None:
        self._show("")

    def __call__(self, what: str, rows: int) -> None:
        self._show(f"{what} {rows}" if rows else what)

    def _show(self, line: str) -> None:
        if self._is_terminal:
            # Back to the margin, and away with what stood there.
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)


def _has_terminal() -> bool:
    return sys.stderr.isatty()


@contextmanager
def _named(what: str) -> Generator[None]:
    """Say which databases an error is about: the drivers seldom do."""
    from sqlalchemy.exc import DBAPIError

    # What is logged for a server's keeper is told here in one line.
    silent = logging.NullHandler()
    logger = logging.getLogger("casino_war")
    logger.addHandler(silent)
    try:
        yield
    except (CasinoWarError, DBAPIError, OSError) as error:
        fail(f"{what}: {getattr(error, 'orig', error)}", error)
    finally:
        logger.removeHandler(silent)


def _shown(name: str, address: str) -> str:
    """Print a database's address without its password."""
    try:
        return shown(address)
    except CasinoWarError as error:
        if name == DATABASE_VARIABLE:
            raise
        raise CasinoWarError(
            N_(
                "%(name)s is no address of a database: it must begin with sqlite:// or postgresql://."
            ),
            reason="database_url",
            name=name,
        ) from error


def _print(report: "CopyReport", *, as_json: bool) -> None:
    if as_json:
        tables = [
            {"table": each.name, "rows": each.rows, "sha256": each.digest} for each in report.tables
        ]
        found = {"tables": tables, "balances": report.balances, "violations": []}
        click.echo(json.dumps(found))
        return
    for table in report.tables:
        click.echo(f"{table.name} {table.rows} rows, SHA-256 {table.digest[:_DIGITS_OF_DIGEST]}")
    click.echo(f"{report.balances} balances equal\naudit clean")
