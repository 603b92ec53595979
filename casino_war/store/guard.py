"""Whether anybody could have changed what the triggers keep from changing.

Whoever wants to rewrite such a row must first take its trigger away, or rebuild its table,
and the database itself keeps count of that: SQLite in the version of its schema, PostgreSQL
in the identity of every trigger, function and table and of who last touched them.

Not everything leaves that trace. Who may write SQLite's file byte by byte, or set its
counters, and a superuser of PostgreSQL who lets triggers rest for a session, can change
old rows unseen; only an audit that reads every row finds them.
"""

import hashlib

from sqlalchemy import Connection, bindparam, text

from casino_war.store.schema import METADATA
from casino_war.store.triggers_sql import POSTGRESQL_FUNCTION_NAMES

_TRACES = """
SELECT 'trigger', oid::text, xmin::text, tgname::text, tgenabled::text
FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT 'function', oid::text, xmin::text, proname::text, ''
FROM pg_proc WHERE proname IN :functions
UNION ALL SELECT 'table', oid::text, relfilenode::text, relname::text, ''
FROM pg_class WHERE relkind = 'r' AND relname IN :tables
ORDER BY 1, 2
"""


def guard_of(connection: Connection) -> str:
    """Return a word that changes with every change of a trigger or a table.

    It says nothing in itself: hold it against the one that was noted before.
    """
    if connection.dialect.name != "postgresql":
        version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
        return f"schema {version}"
    query = text(_TRACES).bindparams(
        bindparam("functions", POSTGRESQL_FUNCTION_NAMES, expanding=True),
        bindparam("tables", sorted(METADATA.tables), expanding=True),
    )
    rows = [tuple(row) for row in connection.execute(query)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()
