from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlalchemy.engine import Engine
from sqlalchemy.pool import NullPool

from casino_war.errors import CasinoWarError
from casino_war.store import migrate
from casino_war.store.address import read_url
from casino_war.store.columns import check
from casino_war.store.database import Database
from casino_war.store.engine import make_engine
from casino_war.store.schema import METADATA, MODELS
from casino_war.store.triggers import (
    create_triggers,
    drop_triggers,
    standing_triggers,
    trigger_names,
)
from tests.databases import Databases, SqliteFiles


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    url = databases.empty()
    yield url
    databases.discard(url)


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = make_engine(read_url(url), poolclass=NullPool)
    yield engine
    engine.dispose()


def execute(engine: Engine, statement: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_upgrade_from_empty_stands_as_the_models_say(url: str) -> None:
    migrate.upgrade(url)
    assert migrate.current(url) == migrate.head()
    migrate.require_head(url)
    assert migrate.check(url) == []


def test_one_down_and_up_again(url: str) -> None:
    migrate.upgrade(url)
    migrate.downgrade(url)
    assert migrate.current(url) != migrate.head()
    assert migrate.check(url) != []
    migrate.upgrade(url)
    assert migrate.check(url) == []


def test_all_the_way_down_leaves_nothing(url: str, engine: Engine) -> None:
    migrate.upgrade(url)
    migrate.downgrade(url, "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]


LOOKS = [migrate.current, migrate.check, migrate.require_head, migrate.row_counts]
CHANGES = [migrate.upgrade, migrate.downgrade]


@pytest.mark.parametrize("look", [*LOOKS, migrate.downgrade])
def test_only_an_upgrade_makes_a_database(look: Callable[[str], object], tmp_path: Path) -> None:
    url = SqliteFiles(tmp_path).empty()
    with pytest.raises(CasinoWarError, match=r"no database yet at .*100% casino") as caught:
        look(url)
    assert caught.value.reason == "database_missing"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("act", [*LOOKS, *CHANGES])
@pytest.mark.parametrize(
    "address",
    ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"],
)
def test_a_database_in_memory_is_refused(act: Callable[[str], object], address: str) -> None:
    with pytest.raises(CasinoWarError, match="in memory"):
        act(address)


def test_a_database_that_is_not_at_head_is_refused(url: str) -> None:
    migrate.upgrade(url)
    migrate.downgrade(url, "base")
    assert migrate.current(url) is None
    with pytest.raises(CasinoWarError, match="casino-war db upgrade"):
        migrate.require_head(url)


@pytest.mark.parametrize("act", [migrate.require_head, migrate.row_counts, *CHANGES])
def test_another_programs_database_is_left_alone(
    act: Callable[[str], object], url: str, engine: Engine
) -> None:
    execute(engine, "CREATE TABLE song (id INTEGER)")
    with pytest.raises(CasinoWarError, match=r"another program's, with the tables song\."):
        act(url)
    assert inspect(engine).get_table_names() == ["song"]


@pytest.mark.parametrize("act", [migrate.require_head, migrate.row_counts, *CHANGES])
def test_a_newer_database_is_left_alone(
    act: Callable[[str], object], url: str, engine: Engine
) -> None:
    migrate.upgrade(url)
    execute(engine, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CasinoWarError, match=r"newer version.*'9999'"):
        act(url)
    assert migrate.current(url) == "9999"


def test_rows_are_counted_where_there_are_any(url: str, engine: Engine) -> None:
    migrate.upgrade(url)
    assert migrate.row_counts(url) == {}
    execute(
        engine,
        "INSERT INTO player (id, token, version, created_at)"
        f" VALUES (1, '{'t' * 22}', 0, '2026-01-02')",
    )
    assert migrate.row_counts(url) == {"player": 1}


def test_upgrade_twice_changes_nothing(url: str) -> None:
    migrate.upgrade(url)
    migrate.upgrade(url)
    assert migrate.check(url) == []


def test_triggers_stand_at_head(database: Database, databases: Databases) -> None:
    with database.reading() as connection:
        assert standing_triggers(connection) == trigger_names(databases.kind)


def drop_one_trigger(database: Database) -> None:
    with database.writing() as connection:
        place = " ON transfer" if connection.dialect.name == "postgresql" else ""
        connection.exec_driver_sql(f"DROP TRIGGER transfer_no_update{place}")


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


def test_check_misses_a_dropped_trigger(database: Database) -> None:
    drop_one_trigger(database)
    assert migrate.check(address(database)) == [
        "trigger transfer_no_update does not stand as it must"
    ]


def test_upgrade_brings_a_dropped_trigger_back(database: Database) -> None:
    drop_one_trigger(database)
    migrate.upgrade(address(database))
    assert migrate.check(address(database)) == []


def test_triggers_can_be_dropped_and_made_again(database: Database, databases: Databases) -> None:
    with database.writing() as connection:
        drop_triggers(connection)
        assert standing_triggers(connection) == frozenset()
        drop_triggers(connection)
        create_triggers(connection)
        assert standing_triggers(connection) == trigger_names(databases.kind)


def _checks(engine: Engine) -> set[tuple[str, str | None, str]]:
    inspector = inspect(engine)
    return {
        (table, constraint["name"], constraint["sqltext"])
        for table in inspector.get_table_names()
        for constraint in inspector.get_check_constraints(table)
    }


def test_check_constraints_are_those_of_the_models(database: Database, engine: Engine) -> None:
    METADATA.create_all(engine)
    assert _checks(database.engine) == _checks(engine)


def test_every_constraint_has_a_name() -> None:
    for table in METADATA.tables.values():
        assert all(constraint.name for constraint in table.constraints), table.name


def test_every_table_has_its_model() -> None:
    assert len(MODELS) == len(METADATA.tables)
    assert check("name", "1 = 1").name == "name"


def test_a_folder_without_migrations_has_no_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "versions").mkdir()
    monkeypatch.setattr(migrate, "data_dir", lambda name: tmp_path)
    migrate.head.cache_clear()
    with pytest.raises(FileNotFoundError, match="no migration"):
        migrate.head()
