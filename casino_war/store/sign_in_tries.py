"""How often a sign-in was tried of late: counted in the database, for all its servers alike."""

import secrets
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, bindparam, text
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, table_of

BUCKET_LENGTH = 64


class SignInTry(StoreModel, table=True):
    """Tries of one bucket since a moment; a bucket is the digest of a name or an address."""

    __tablename__ = "sign_in_try"
    __table_args__ = (
        check("bucket_digest", f"length(bucket) = {BUCKET_LENGTH}"),
        check("tries_positive", "tries >= 1"),
    )

    id: int = Field(sa_column=id_column())
    bucket: str = Field(sa_column=Column(String(BUCKET_LENGTH), nullable=False, unique=True))
    tries: int = Field(sa_column=Column(Integer, nullable=False))
    since: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


SIGN_IN_TRY = table_of(SignInTry)

# A bucket from the future is of a clock that went back: it begins anew too.
_COUNT = text(
    "INSERT INTO sign_in_try (bucket, tries, since) VALUES (:bucket, 1, :at)"
    " ON CONFLICT (bucket) DO UPDATE SET"
    " tries = CASE WHEN sign_in_try.since BETWEEN :start AND :at"
    " THEN sign_in_try.tries + 1 ELSE 1 END,"
    " since = CASE WHEN sign_in_try.since BETWEEN :start AND :at"
    " THEN sign_in_try.since ELSE :at END"
    " RETURNING tries"
).bindparams(
    bindparam("at", type_=UtcDateTime()),
    bindparam("start", type_=UtcDateTime()),
)


def count_try(connection: Connection, bucket: str, *, start: datetime, at: datetime) -> int:
    """Count a try at that moment; return how many the bucket has had since *start*."""
    values = {"bucket": bucket, "start": start, "at": at}
    return int(connection.execute(_COUNT, values).scalar_one())


def forget_tries(connection: Connection, bucket: str) -> None:
    """Let a bucket begin anew."""
    connection.execute(SIGN_IN_TRY.delete().where(SIGN_IN_TRY.c.bucket == bucket))


def drop_old_tries(connection: Connection, before: datetime) -> None:
    """Forget all buckets that began before that moment."""
    connection.execute(SIGN_IN_TRY.delete().where(SIGN_IN_TRY.c.since < before))


def try_to_write(connection: Connection, at: datetime) -> None:
    """Write a row that is to be rolled back: here none would mean anything if it stayed.

    Its bucket is nobody's, so that two who try this never wait for each other.
    """
    bucket = secrets.token_hex(BUCKET_LENGTH // 2)
    connection.execute(SIGN_IN_TRY.insert().values(bucket=bucket, tries=1, since=at))
