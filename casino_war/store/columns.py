"""The ground all tables stand on: names of constraints, column types, and what makes them.

Constraints are named before the first migration, so that a later one can drop them by
name on every database. Column types are portable: what SQLite lacks has a variant.
"""

from datetime import UTC, datetime
from typing import ClassVar, cast

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    inspect,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# SQLite makes a primary key automatic only where its type reads INTEGER.
BIG_ID = BigInteger().with_variant(Integer(), "sqlite")


# Validators that nothing asks for are not built: that takes a good part of a start.
class StoreModel(SQLModel, defer_build=True):
    """Base of every table model.

    Table models do not validate: commands and CHECK constraints do. Rows are read and
    written through SQLAlchemy Core, the models declare them.
    """

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMING_CONVENTION)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC: aware in Python, without an offset where the database keeps none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn a moment into UTC; a naive one would be a guess and is refused."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} does not say its time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give a moment its zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def id_column() -> Column[int]:
    """Make the ``id`` of a table: a whole number from 1 up, given by the database."""
    return Column("id", BIG_ID, primary_key=True)


def reference(target: str, *, is_optional: bool = False, is_indexed: bool = False) -> Column[int]:
    """Make a column that points to *target*, such as ``player.id``."""
    return Column(BIG_ID, ForeignKey(target), nullable=is_optional, index=is_indexed)


def check(name: str, condition: str) -> CheckConstraint:
    """Make a CHECK constraint of that name; *condition* is portable SQL."""
    return CheckConstraint(condition, name=name)


def table_of(model: type[SQLModel]) -> Table:
    """Return the Core table of a table model."""
    return cast(Table, inspect(model).local_table)
