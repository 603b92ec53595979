"""The mark of the last clean audit, from which the next one may go on."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, String, Text, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, id_column, table_of
from casino_war.store.rows import first


class AuditMark(StoreModel, table=True):
    """How far the books were clean; the row is the auditor's own and is replaced each time.

    ``guard`` is what `casino_war.store.guard` said then, ``program`` the audit that looked,
    ``standing_json`` all that the next audit must know of the rows it does not read again.
    """

    __tablename__ = "audit_mark"

    id: int = Field(sa_column=id_column())
    made_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    guard: str = Field(sa_column=Column(String(64), nullable=False))
    program: str = Field(sa_column=Column(String(64), nullable=False))
    standing_json: str = Field(sa_column=Column(Text, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMark:
    """A row of `AuditMark`."""

    id: int
    made_at: datetime
    guard: str
    program: str
    standing_json: str


AUDIT_MARK = table_of(AuditMark)


def last_mark(connection: Connection) -> StoredMark | None:
    """Read the latest mark.

    Raises:
        ValueError: its moment is none.
    """
    query = AUDIT_MARK.select().order_by(AUDIT_MARK.c.id.desc()).limit(1)
    return first(connection, query, StoredMark)


def last_marked_at(connection: Connection) -> datetime | None:
    """Read when the latest mark was made, and nothing of what it holds."""
    query = select(AUDIT_MARK.c.made_at).order_by(AUDIT_MARK.c.id.desc()).limit(1)
    return connection.scalar(query)


def delete_marks(connection: Connection) -> None:
    """Leave no mark."""
    connection.execute(AUDIT_MARK.delete())


def replace_mark(
    connection: Connection, *, guard: str, program: str, standing_json: str, at: datetime
) -> None:
    """Store a mark in the place of those before it."""
    delete_marks(connection)
    connection.execute(
        AUDIT_MARK.insert().values(
            made_at=at, guard=guard, program=program, standing_json=standing_json
        )
    )
