"""Cursors for PostgreSQL: what they leave out is nobody's loss."""

from sqlalchemy import Integer, bindparam, select, text

from casino_war.store.database import Database
from tests.databases import ONLY_POSTGRESQL

pytestmark = ONLY_POSTGRESQL

_PREPARED = text("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%of_size%'")


def test_a_statement_is_prepared_once_for_numbers_of_any_size(database: Database) -> None:
    query = select(bindparam("size", type_=Integer).label("of_size"))
    with database.reading() as connection:
        for size in (1, 70_000) * 8:
            assert connection.scalar(query, {"size": size}) == size
        prepared = connection.scalars(_PREPARED).all()
        assert len([each for each in prepared if "pg_prepared" not in each]) == 1


def test_answers_are_described_where_somebody_asks(database: Database) -> None:
    with database.reading() as connection:
        # Nothing is known of this text before it is run.
        rows = connection.execute(text("SELECT 1 AS one, 'a%' AS two"))
        assert tuple(rows.keys()) == ("one", "two")
        assert rows.all() == [(1, "a%")]
        driver = connection.connection.driver_connection
        assert driver is not None
        with driver.cursor() as cursor:
            cursor.execute("SELECT 1 AS one, $1::text AS two", ("b",))
            assert len(cursor.description) == 2
            assert [each.name for each in cursor.description] == ["one", "two"]
            cursor.execute("SET LOCAL lock_timeout = 1000")
            assert cursor.description is None


def test_rows_are_read_piece_by_piece(database: Database) -> None:
    query = text("SELECT number FROM generate_series(1, :last) AS number")
    with database.reading() as connection:
        rows = connection.execution_options(yield_per=10).execute(query, {"last": 25})
        assert list(rows.scalars()) == list(range(1, 26))
