"""Rules of War that players keep under names of their own.

Revision: 0007, after 0006.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "own_war_rules",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rules_text", sa.Text(), nullable=False),
        sa.Column("command_key", sa.String(length=128), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "length(name) BETWEEN 1 AND 60", name=op.f("ck_own_war_rules_name_length")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_own_war_rules_version_from_one")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_own_war_rules_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_war_rules")),
        sa.UniqueConstraint("command_key", name=op.f("uq_own_war_rules_command_key")),
        sa.UniqueConstraint(
            "player_id", "name", "version", name=op.f("uq_own_war_rules_player_id_name_version")
        ),
    )


def downgrade() -> None:
    op.drop_table("own_war_rules")
