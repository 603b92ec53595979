"""What the operator has done, act after act: it can be read, and never be changed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Column, Connection, Index, String
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, table_of
from casino_war.store.rows import add_row, every

NOTE_LENGTH_MAX = 200
"""Characters of what an operator may note about an act."""


class ActKind(StrEnum):
    """What an operator can do; none of it moves a chip."""

    FREEZE = "freeze"
    """Let a player deal no more; open rounds can be finished."""
    UNFREEZE = "unfreeze"
    CLOSE = "close"
    """Let a table deal no more."""
    OPEN = "open"
    PUBLISH = "publish"
    """Give a table another version of its rules."""
    REVOKE = "revoke"
    """Revoke all tokens of a player."""


class OperatorAct(StoreModel, table=True):
    """One act on a subject: a player's number, a table's key, or key and version of rules.

    ``digest`` is that of the rules which were published, blank for other acts.
    """

    __tablename__ = "operator_act"
    __table_args__ = (
        Index("ix_operator_act_subject_id", "subject", "id"),
        check("note_length", f"length(note) <= {NOTE_LENGTH_MAX}"),
        check("published_with_digest", "(kind = 'publish') = (length(digest) = 64)"),
    )

    id: int = Field(sa_column=id_column())
    kind: str = Field(sa_column=Column(String(16), nullable=False))
    subject: str = Field(sa_column=Column(String(96), nullable=False))
    note: str = Field(sa_column=Column(String(NOTE_LENGTH_MAX), nullable=False))
    digest: str = Field(sa_column=Column(String(64), nullable=False))
    made_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAct:
    """A row of `OperatorAct`."""

    id: int
    kind: str
    subject: str
    note: str
    digest: str
    made_at: datetime


OPERATOR_ACT = table_of(OperatorAct)


def add_act(
    connection: Connection,
    kind: ActKind,
    subject: str,
    *,
    note: str,
    at: datetime,
    digest: str = "",
) -> None:
    """Note an act in the transaction that carries it out."""
    values = {
        "kind": kind.value,
        "subject": subject,
        "note": note,
        "digest": digest,
        "made_at": at,
    }
    add_row(connection, OPERATOR_ACT, StoredAct, values)


def acts_on(connection: Connection, subject: str) -> tuple[StoredAct, ...]:
    """List what was done to a subject, in order."""
    query = OPERATOR_ACT.select().where(OPERATOR_ACT.c.subject == subject)
    return every(connection, query.order_by(OPERATOR_ACT.c.id), StoredAct)


def every_act(connection: Connection) -> tuple[StoredAct, ...]:
    """List all that was ever done, in order."""
    return every(connection, OPERATOR_ACT.select().order_by(OPERATOR_ACT.c.id), StoredAct)
