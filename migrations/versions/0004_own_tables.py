"""Tables that players make for themselves.

Revision: 0004, after 0003.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OF_OWN_TABLES = sa.text("kind IN ('ChangeTable', 'CloseTable', 'MakeTable')")


def upgrade() -> None:
    op.create_table(
        "own_table",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("command_key", sa.String(length=128), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("length(key) >= 26", name=op.f("ck_own_table_key_length")),
        sa.CheckConstraint("substr(key, 1, 4) = 'own-'", name=op.f("ck_own_table_key_prefixed")),
        sa.CheckConstraint(
            "length(title) BETWEEN 1 AND 60", name=op.f("ck_own_table_title_length")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_own_table_version_from_one")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_own_table_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_table")),
        sa.UniqueConstraint("command_key", name=op.f("uq_own_table_command_key")),
        sa.UniqueConstraint("key", name=op.f("uq_own_table_key")),
    )
    op.create_index(
        "ix_command_own_tables_kind",
        "command",
        ["kind"],
        unique=False,
        sqlite_where=OF_OWN_TABLES,
        postgresql_where=OF_OWN_TABLES,
    )
    op.create_index("ix_own_table_player_id_id", "own_table", ["player_id", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_command_own_tables_kind", table_name="command")
    op.drop_table("own_table")
