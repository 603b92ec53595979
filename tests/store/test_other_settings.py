"""PostgreSQL set up otherwise than we would: what we count on is asked for, or refused at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

from casino_war.errors import CasinoWarError
from casino_war.store import commands, migrate
from casino_war.store.changes import make
from tests.databases import ONLY_POSTGRESQL, Databases, opened
from tests.store.rows import player_row

pytestmark = ONLY_POSTGRESQL


@contextmanager
def keeper(url: str) -> Iterator[psycopg.Connection]:
    """Open the database for its keeper, who may set anything."""
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


@pytest.fixture(
    params=[
        "datestyle = 'German, DMY'",
        "datestyle = 'SQL, DMY'",
        "client_encoding = 'LATIN1'",
        "client_encoding = 'SQL_ASCII'",
        "timezone = 'Asia/Kathmandu'",
        "quote_all_identifiers = on",
        "standard_conforming_strings = off",
        "default_transaction_isolation = 'serializable'",
    ]
)
def other(databases: Databases, request: pytest.FixtureRequest) -> Iterator[str]:
    url = databases.fresh()
    name = sql.Identifier(make_url(url).database or "")
    alter = sql.SQL("ALTER DATABASE {} {}")
    with keeper(url) as connection:
        connection.execute(alter.format(name, sql.SQL(f"SET {request.param}")))
    yield url
    with keeper(url) as connection:
        connection.execute(alter.format(name, sql.SQL("RESET ALL")))
    databases.discard(url)


def test_moments_texts_and_triggers_are_the_same(other: str, at: datetime) -> None:
    answer = "Łódź \\ ’; 10 % :x"
    with opened(other) as database:
        with database.writing() as connection:
            player = player_row(connection, at)
            step = commands.recorded_command(
                key="k",
                player_id=player.id,
                visitor=None,
                kind="BuyIn",
                content_hash="0" * 64,
                answer=answer,
                at=at,
            )
            make(connection, [step])
        with database.reading() as connection:
            found = commands.find_command(connection, "k")
    assert found is not None
    assert (player.created_at, found.created_at, found.answer) == (at, at, answer)
    assert migrate.check(other) == []


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_cannot_keep_every_text_is_refused(
    databases: Databases, encoding: str
) -> None:
    url = databases.empty()
    here = make_url(url)
    odd = f"{here.database}_odd"
    with keeper(url) as connection:
        connection.execute(
            sql.SQL(
                "CREATE DATABASE {} TEMPLATE template0 ENCODING {} LC_COLLATE 'C' LC_CTYPE 'C'"
            ).format(sql.Identifier(odd), encoding)
        )
        with pytest.raises(CasinoWarError, match=f"keeps texts as {encoding}") as caught:
            migrate.upgrade(here.set(database=odd).render_as_string(hide_password=False))
        assert caught.value.reason == "database_encoding"
        connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(odd)))
    databases.discard(url)
