"""A PostgreSQL server that only the tests of faults use, and may kill."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from psycopg import sql
from sqlalchemy.engine import make_url

from casino_war.services.house import House
from casino_war.store import migrate
from casino_war.web import create_app
from tests.audits import audit
from tests.compiled import compile_once
from tests.databases import Databases
from tests.postgres import CRASH_SETTINGS, PostgresServer
from tests.services.conftest import make_house as make_house


@pytest.fixture(scope="session")
def mortal_postgres() -> Iterator[PostgresServer]:
    server = PostgresServer(CRASH_SETTINGS)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def mortal_url(mortal_postgres: PostgresServer) -> str:
    """A database at head on that server; it is deleted with the server."""
    name = f"casino_war_{secrets.token_hex(4)}"
    with psycopg.connect(mortal_postgres.url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = make_url(mortal_postgres.url).set(database=name).render_as_string()
    migrate.upgrade(url)
    return url


@pytest.fixture
def database_app(databases: Databases, tmp_path: Path) -> Iterator[Flask]:
    """A site on a database of its own; the books must be in order at the end."""
    url = databases.fresh()
    app = create_app({"DATABASE_URL": url, "INSTANCE_PATH": str(tmp_path / "instance")})
    house: House = app.extensions["casino_war"]
    yield compile_once(app)
    assert audit(house) == []
    house.database.dispose()
    databases.discard(url)
