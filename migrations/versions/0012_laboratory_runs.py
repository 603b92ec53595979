"""Runs of the laboratory: what is simulated for players, and what came of it.

Revision: 0012, after 0011.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "lab_run",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("command_key", sa.String(length=128), nullable=False),
        sa.Column("request_json", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("total", BIG_ID, nullable=False),
        sa.Column("done", BIG_ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("is_cancel_asked", sa.Boolean(), nullable=False),
        sa.Column("worker", sa.String(length=128), nullable=True),
        sa.Column("result_json", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'lost', 'running', 'finished', 'cancelled', 'failed')",
            name=op.f("ck_lab_run_state_known"),
        ),
        sa.CheckConstraint(
            "done >= 0 AND done <= total", name=op.f("ck_lab_run_done_within_total")
        ),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_lab_run_attempts_counted")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_lab_run_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lab_run")),
        sa.UniqueConstraint("link", name=op.f("uq_lab_run_link")),
        sa.UniqueConstraint("command_key", name=op.f("uq_lab_run_command_key")),
    )
    op.create_index("ix_lab_run_state", "lab_run", ["state"], unique=False)
    op.create_index("ix_lab_run_player_id", "lab_run", ["player_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_lab_run_player_id", table_name="lab_run")
    op.drop_index("ix_lab_run_state", table_name="lab_run")
    op.drop_table("lab_run")
