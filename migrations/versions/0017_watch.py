"""The house's own watch: who keeps it, what it has found, and the charts of the tables.

Revision: 0017, after 0015; there is no 0016.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0015"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "watch_state",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("holder", sa.String(length=128), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("audited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_clean", sa.Boolean(), nullable=True),
        sa.Column("violations_json", sa.Text(), nullable=False),
        sa.Column("last_transfer_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_watch_state_only_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_state")),
    )
    op.create_table(
        "watch_finding",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('violation', 'cleared', 'chart', 'acknowledged')",
            name=op.f("ck_watch_finding_kind_known"),
        ),
        _reference("watch_finding"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_finding")),
    )
    op.create_index("ix_watch_finding_kind_id", "watch_finding", ["kind", "id"], unique=False)
    op.create_table(
        "watch_chart",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=False),
        sa.Column("chart_json", sa.Text(), nullable=False),
        sa.Column("totals_json", sa.Text(), nullable=False),
        _reference("watch_chart"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_chart")),
        sa.UniqueConstraint("rules_id", name=op.f("uq_watch_chart_rules_id")),
    )
    op.create_table(
        "watch_point",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("figures_json", sa.Text(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_watch_point_number_from_one")),
        _reference("watch_point"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_point")),
        sa.UniqueConstraint("rules_id", "number", name=op.f("uq_watch_point_rules_id_number")),
    )


def downgrade() -> None:
    for table in ("watch_point", "watch_chart", "watch_finding", "watch_state"):
        op.drop_table(table)


def _reference(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["rules_id"], ["table_rules.id"], name=op.f(f"fk_{table}_rules_id_table_rules")
    )
