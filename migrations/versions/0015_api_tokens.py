"""Tokens by which programs play for a player.

Revision: 0015, after 0014.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "api_token",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=8), nullable=False),
        sa.Column("command_key", sa.String(length=128), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_day", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_api_token_name_length")),
        sa.CheckConstraint("length(digest) = 64", name=op.f("ck_api_token_digest_length")),
        sa.CheckConstraint("scope IN ('read', 'play')", name=op.f("ck_api_token_scope_known")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_api_token_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("command_key", name=op.f("uq_api_token_command_key")),
        sa.UniqueConstraint("digest", name=op.f("uq_api_token_digest")),
    )
    op.create_index(op.f("ix_api_token_player_id"), "api_token", ["player_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_api_token_player_id"), table_name="api_token")
    op.drop_table("api_token")
