"""Numbered commands, the mark of the last clean audit, and an index of shoes in play.

Revision: 0003, after 0002.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IN_PLAY = sa.text("finished_at IS NULL")
COLUMNS = ("key", "player_id", "visitor", "kind", "content_hash", "answer", "created_at")


def upgrade() -> None:
    if _is_postgresql():
        # The rows are numbered in the order in which they lie, which is that of their coming.
        op.execute("ALTER TABLE command ADD COLUMN id BIGSERIAL")
        op.execute("ALTER TABLE command DROP CONSTRAINT pk_command")
        op.execute("ALTER TABLE command ADD CONSTRAINT pk_command PRIMARY KEY (id)")
        op.execute("ALTER TABLE command ADD CONSTRAINT uq_command_key UNIQUE (key)")
    else:
        _rebuild_commands(is_numbered=True)
    op.create_table(
        "audit_mark",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("guard", sa.String(length=64), nullable=False),
        sa.Column("program", sa.String(length=64), nullable=False),
        sa.Column("standing_json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_mark")),
    )
    op.create_index(
        "ix_shoe_in_play_seat_id_nonce",
        "shoe",
        ["seat_id", "nonce"],
        unique=False,
        sqlite_where=IN_PLAY,
        postgresql_where=IN_PLAY,
    )


def downgrade() -> None:
    op.drop_index("ix_shoe_in_play_seat_id_nonce", table_name="shoe")
    op.drop_table("audit_mark")
    if _is_postgresql():
        op.execute("ALTER TABLE command DROP CONSTRAINT pk_command")
        op.execute("ALTER TABLE command DROP CONSTRAINT uq_command_key")
        op.execute("ALTER TABLE command ADD CONSTRAINT pk_command PRIMARY KEY (key)")
        op.execute("ALTER TABLE command DROP COLUMN id")
    else:
        _rebuild_commands(is_numbered=False)


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def _rebuild_commands(*, is_numbered: bool) -> None:
    """Copy all commands, in the order of their coming, into a table with or without ids."""
    key = sa.Column("key", sa.String(length=128), nullable=False)
    if is_numbered:
        identity: list[sa.schema.SchemaItem] = [
            sa.Column("id", BIG_ID, nullable=False),
            key,
            sa.PrimaryKeyConstraint("id", name=op.f("pk_command")),
            sa.UniqueConstraint("key", name=op.f("uq_command_key")),
        ]
    else:
        identity = [key, sa.PrimaryKeyConstraint("key", name=op.f("pk_command"))]
    op.create_table(
        "command_rebuilt",
        *identity,
        sa.Column("player_id", BIG_ID, nullable=True),
        sa.Column("visitor", sa.String(length=128), nullable=True),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(key) > 0", name=op.f("ck_command_key_present")),
        sa.CheckConstraint(
            "player_id IS NOT NULL OR visitor IS NOT NULL", name=op.f("ck_command_has_author")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_command_player_id_player")
        ),
        sa.UniqueConstraint("visitor", name=op.f("uq_command_visitor")),
    )
    old, new = (_commands(name) for name in ("command", "command_rebuilt"))
    rows = sa.select(*old.c).order_by(sa.text("rowid"))
    op.execute(new.insert().from_select(list(COLUMNS), rows))
    op.drop_table("command")
    op.rename_table("command_rebuilt", "command")


def _commands(name: str) -> sa.TableClause:
    columns: list[sa.ColumnClause[str]] = [sa.column(column) for column in COLUMNS]
    return sa.table(name, *columns)
