"""Whether anybody could have changed what the triggers keep from changing.

Whoever wants to rewrite such a row must first take its trigger away, or rebuild its table,
and the database itself keeps count of that: SQLite in the version of its schema, PostgreSQL
in the identity of every trigger, function, constraint, rule and table and of who last
touched them. The guard also names the database, so that a mark which was copied with the
rows of another is not taken for its own.

It is a lock for honest people, and not all that gets past triggers leaves a trace:

* on SQLite, a connection that switches triggers off for itself, a schema edited by hand
  (``writable_schema``), a schema version set back, the file written byte by byte;
* on PostgreSQL, a session in which triggers rest (``session_replication_role``);
* on both, a mark that was forged: who can write to the database can write that too.

Old rows changed so are found only by an audit that reads every row, so that one is due
regularly.
"""

import hashlib

from sqlalchemy import Connection, bindparam, text

from casino_war.store.identity import file_identity
from casino_war.store.schema import METADATA
from casino_war.store.triggers_sql import POSTGRESQL_FUNCTION_NAMES

# Triggers with those that the server itself has made for references.
_TRACES = """
WITH ours AS (
    SELECT oid, relname, relfilenode FROM pg_class WHERE relkind = 'r' AND relname IN :tables
)
SELECT 'database', oid::text, '', datname::text, ''
FROM pg_database WHERE datname = current_database()
UNION ALL SELECT 'trigger', pg_trigger.oid::text, pg_trigger.xmin::text, tgname::text,
    tgenabled::text
FROM pg_trigger JOIN ours ON tgrelid = ours.oid
UNION ALL SELECT 'constraint', pg_constraint.oid::text, pg_constraint.xmin::text, conname::text,
    convalidated::text
FROM pg_constraint JOIN ours ON conrelid = ours.oid
UNION ALL SELECT 'rule', pg_rewrite.oid::text, pg_rewrite.xmin::text, rulename::text,
    ev_enabled::text
FROM pg_rewrite JOIN ours ON ev_class = ours.oid
UNION ALL SELECT 'function', oid::text, xmin::text, proname::text, ''
FROM pg_proc WHERE proname IN :functions
UNION ALL SELECT 'table', oid::text, relfilenode::text, relname::text, '' FROM ours
ORDER BY 1, 2
"""


def guard_of(connection: Connection) -> str:
    """Return a word that changes with every trigger, constraint or table that is changed.

    It says nothing in itself: hold it against the one that was noted before.
    """
    if connection.dialect.name != "postgresql":
        version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
        traces: object = (version, file_identity(connection))
    else:
        query = text(_TRACES).bindparams(
            bindparam("functions", POSTGRESQL_FUNCTION_NAMES, expanding=True),
            bindparam("tables", sorted(METADATA.tables), expanding=True),
        )
        traces = [tuple(row) for row in connection.execute(query)]
    return hashlib.sha256(repr(traces).encode()).hexdigest()
