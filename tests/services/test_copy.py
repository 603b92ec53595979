"""A casino moved to another database, of each kind from each kind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.pool import NullPool

from casino_war.errors import CasinoWarError
from casino_war.ledger.balances import all_balances
from casino_war.services import copy
from casino_war.services.audit import run_audit
from casino_war.services.copy import copy_casino
from casino_war.services.house import House
from casino_war.store import copy_target, migrate
from casino_war.store.address import read_url
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.copy import copy_tables
from casino_war.store.database import Database
from casino_war.store.engine import make_engine
from casino_war.store.schema import METADATA
from tests.audits import audit
from tests.databases import KINDS, ONLY_SQLITE, Databases, opened
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.moved import (
    address,
    break_at,
    is_only_marked,
    play,
    prepare,
    prepare_everything,
    quiet,
    rows_of,
)

ROOT = Path(__file__).parents[2]


def _of_kind(request: pytest.FixtureRequest, kind: str) -> Databases:
    name = "sqlite_databases" if kind == KINDS[0] else "postgres_databases"
    databases: Databases = request.getfixturevalue(name)
    return databases


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of each kind, for every kind of the source."""
    databases = _of_kind(request, request.param)
    url = databases.empty()
    yield url
    databases.discard(url)


@pytest.fixture
def across(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """An empty database of the other kind than the source."""
    (other,) = set(KINDS) - {databases.kind}
    others = _of_kind(request, other)
    url = others.empty()
    yield url
    others.discard(url)


@pytest.fixture
def casino(databases: Databases) -> Iterator[Database]:
    url = databases.copy(databases.prepared("a casino to be moved", prepare))
    with opened(url) as database:
        yield database
    databases.discard(url)


@pytest.fixture
def whole(databases: Databases) -> Iterator[Database]:
    """A casino in which no table is empty."""
    url = databases.copy(databases.prepared("a casino with everything", prepare_everything))
    with opened(url) as database:
        yield database
    databases.discard(url)


def test_a_row_that_cannot_be_read_is_told(casino: Database, across: str) -> None:
    spoilt = "x" if casino.url.get_backend_name() == KINDS[0] else "infinity"
    with casino.writing() as connection:
        connection.execute(text(f"UPDATE player SET created_at = '{spoilt}' WHERE id = 2"))
    with pytest.raises(CasinoWarError, match=rf"table player cannot be copied: .*'{spoilt}'"):
        copy_casino(address(casino), across, quiet)


@ONLY_SQLITE
def test_a_text_of_no_encoding_is_told(casino: Database, across: str) -> None:
    with casino.writing() as connection:
        connection.execute(text("UPDATE player SET care_text = CAST(x'eda080' AS TEXT)"))
    with pytest.raises(CasinoWarError, match=r"table player cannot be copied: .*decode"):
        copy_casino(address(casino), across, quiet)


def test_every_row_comes_along_and_play_goes_on(whole: Database, target: str) -> None:
    # The mark of an audit is of one database alone.
    assert [name for name, rows in rows_of(whole).items() if not rows] == [AUDIT_MARK.name]
    report = copy_casino(address(whole), target, quiet)
    assert migrate.check(target) == []
    with opened(target) as database:
        copied = rows_of(database)
        assert copied == rows_of(whole)
        assert {each.name: each.rows for each in report.tables} == {
            name: len(rows) for name, rows in copied.items() if name != AUDIT_MARK.name
        }
        with database.reading() as new, whole.reading() as old:
            balances = list(all_balances(old))
            assert list(all_balances(new)) == balances
        assert report.balances == len(balances) > 2
        moved = House(database=database)
        assert audit(moved) == []
        Guest(moved, visitor="Cy").buy_in().sit().deal(bet(10))
        assert audit(moved) == []


def test_the_copy_is_of_one_moment(casino: Database, across: str) -> None:
    before = rows_of(casino)
    late = iter(["Dee"])

    def play_on(what: str, rows: int) -> None:
        for visitor in late:
            play(House(database=casino), visitor)

    copy_casino(address(casino), across, play_on)
    with opened(across) as database:
        assert rows_of(database) == before != rows_of(casino)


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(("player", "transfer", "audit"), id="some"),
        # Each is a copy of its own.
        pytest.param((*METADATA.tables, "audit"), id="every", marks=pytest.mark.slow),
    ],
)
def test_an_interruption_leaves_the_mark_alone_and_the_copy_begins_anew(
    casino: Database, across: str, points: tuple[str, ...]
) -> None:
    for point in points:
        with pytest.raises(RuntimeError, match=f"interrupted at {point}"):
            copy_casino(address(casino), across, break_at(point))
        assert is_only_marked(across)
    for act in (migrate.require_head, migrate.upgrade, migrate.row_counts):
        with pytest.raises(CasinoWarError, match=r"copy of .* is not finished: run") as caught:
            act(across)
        assert caught.value.reason == "database_unfinished"
    with pytest.raises(CasinoWarError, match=r"source cannot be copied: .* is not finished"):
        copy_casino(across, address(casino), quiet)
    copy_casino(address(casino), across, quiet)
    assert migrate.check(across) == []
    with opened(across) as database:
        assert rows_of(database) == rows_of(casino)


KILLED = """
import os, signal, sys
from casino_war.services.copy import copy_casino
def tell(what, rows):
    if what == "transfer":
        os.kill(os.getpid(), signal.SIGKILL)
copy_casino(sys.argv[1], sys.argv[2], tell)
"""


def test_a_killed_copy_begins_anew(
    casino: Database, across: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the server may be slow to see that its client has died.
    monkeypatch.setattr(copy_target, "BUSY_TIMEOUT_MS", 60_000)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, address(casino), across],
        cwd=ROOT,
        env=os.environ,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert is_only_marked(across)
    copy_casino(address(casino), across, quiet)
    with opened(across) as database:
        assert rows_of(database) == rows_of(casino)


def test_a_migrated_database_without_a_row_is_empty(casino: Database, across: str) -> None:
    migrate.upgrade(across)
    copy_casino(address(casino), across, quiet)
    assert migrate.check(across) == []


def _refused(source: str, target: str, match: str) -> None:
    with pytest.raises(CasinoWarError, match=match):
        copy_casino(source, target, quiet)


def test_a_database_that_was_audited_while_empty_is_empty(
    make_house: MakeHouse, casino: Database
) -> None:
    house = make_house()
    assert run_audit(house).violations == ()
    house.database.dispose()
    copy_casino(address(casino), address(house.database), quiet)
    report = run_audit(house)
    house.database.dispose()
    assert (report.violations, report.since) == ((), None)


def test_a_database_that_holds_anything_is_left_alone(
    make_house: MakeHouse, casino: Database
) -> None:
    full = make_house().database
    Guest(House(database=full)).buy_in()
    full.dispose()
    before = rows_of(full)
    full.dispose()
    _refused(address(casino), address(full), r"not empty, it has account \(2\), .*player \(1\)")
    assert rows_of(full) == before
    migrate.require_head(address(full))


@pytest.mark.parametrize("revision", ["base", "head"])
def test_another_programs_tables_are_left_alone(
    casino: Database, across: str, revision: str
) -> None:
    if revision == "head":
        migrate.upgrade(across)
    engine = make_engine(read_url(across), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE song (id INTEGER)"))
    engine.dispose()
    _refused(address(casino), across, "another program's.*song|song .another program's")
    assert not is_only_marked(across)


def test_a_database_is_not_copied_to_itself(make_house: MakeHouse) -> None:
    empty = make_house().database
    empty.dispose()
    _refused(address(empty), address(empty), "very database")
    migrate.require_head(address(empty))


def test_a_source_that_is_not_up_to_date_is_not_copied(databases: Databases, across: str) -> None:
    url = databases.fresh()
    migrate.downgrade(url, "base")
    _refused(url, across, "source cannot be copied: .*casino-war db upgrade")
    databases.discard(url)


def test_a_database_that_somebody_has_open_is_left_alone(
    casino: Database, across: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy_target, "BUSY_TIMEOUT_MS", 50)
    migrate.upgrade(across)
    with opened(across) as server:
        with server.reading() as connection:
            connection.execute(text("SELECT 1 FROM player"))
        _refused(address(casino), across, "Somebody else has the database open")
    migrate.require_head(across)


def test_what_has_come_over_as_something_else_is_refused(
    casino: Database, across: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = copy_target.finish

    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE seat SET version = version + 1 WHERE id = 1"))
        finish(connection)

    monkeypatch.setattr(copy, "finish", spoil)
    _refused(address(casino), across, "table seat has come over as other rows")
    assert is_only_marked(across)


def test_a_balance_that_has_come_over_as_another_is_refused(
    casino: Database, across: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoil(source: Connection, target: Connection, progress: object) -> object:
        copied = copy_tables(source, target, quiet)
        target.execute(text("UPDATE account SET balance_cents = 7 WHERE kind = 'felt'"))
        return copied

    monkeypatch.setattr(copy, "copy_tables", spoil)
    _refused(address(casino), across, r"balances \('felt:1:classic', 0\) has become .*, 7\)")
    assert is_only_marked(across)


def test_a_casino_that_is_not_clean_is_not_copied(casino: Database, across: str) -> None:
    with casino.writing() as connection:
        connection.execute(text("UPDATE account SET balance_cents = 9 WHERE kind = 'felt'"))
    _refused(address(casino), across, "found .* violations, the first being balances-equal")
    assert is_only_marked(across)


@ONLY_SQLITE
def test_a_row_that_postgresql_cannot_hold_is_told(casino: Database, across: str) -> None:
    with casino.writing() as connection:
        connection.execute(text("UPDATE player SET version = 'many'"))
    _refused(address(casino), across, 'table player cannot be copied: .*integer: "many"$')
    assert is_only_marked(across)
