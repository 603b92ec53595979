"""The luck of each seat, added up.

Revision: 0002, after 0001.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DIGITS = sa.String(length=64)


def upgrade() -> None:
    """Make the table, empty: rounds played before are measured as their seats play on."""
    op.create_table(
        "seat_luck",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("seat_id", BIG_ID, nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=False),
        sa.Column("last_round_id", BIG_ID, nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("ties", sa.Integer(), nullable=False),
        sa.Column("wagered_cents", sa.BigInteger(), nullable=False),
        sa.Column("net_cents", sa.BigInteger(), nullable=False),
        sa.Column("expected_microcents", DIGITS, nullable=False),
        sa.Column("variance_cents2", DIGITS, nullable=False),
        sa.Column("wars", sa.Integer(), nullable=False),
        sa.Column("wars_won", sa.Integer(), nullable=False),
        sa.Column("wars_tied", sa.Integer(), nullable=False),
        sa.Column("surrenders", sa.Integer(), nullable=False),
        sa.Column("lesser_decisions", sa.Integer(), nullable=False),
        sa.Column("decision_cost_microcents", DIGITS, nullable=False),
        sa.Column("tie_bets", sa.Integer(), nullable=False),
        sa.Column("tie_bets_won", sa.Integer(), nullable=False),
        sa.Column("tie_bet_cents", sa.BigInteger(), nullable=False),
        sa.Column("tie_bet_net_cents", sa.BigInteger(), nullable=False),
        *_checks(),
        sa.ForeignKeyConstraint(
            ["last_round_id"], ["round.id"], name=op.f("fk_seat_luck_last_round_id_round")
        ),
        sa.ForeignKeyConstraint(
            ["rules_id"], ["table_rules.id"], name=op.f("fk_seat_luck_rules_id_table_rules")
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_seat_luck_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_luck")),
        sa.UniqueConstraint("seat_id", "rules_id", name=op.f("uq_seat_luck_seat_id_rules_id")),
    )


def downgrade() -> None:
    """Drop the table; its sums can be added up from the rounds again."""
    op.drop_table("seat_luck")


def _checks() -> list[sa.CheckConstraint]:
    return [
        sa.CheckConstraint("rounds >= 1", name=op.f("ck_seat_luck_rounds_positive")),
        sa.CheckConstraint(
            "ties >= 0 AND ties <= hands", name=op.f("ck_seat_luck_ties_within_hands")
        ),
        sa.CheckConstraint(
            "tie_bets_won >= 0 AND tie_bets_won <= tie_bets",
            name=op.f("ck_seat_luck_tie_bets_won_within_tie_bets"),
        ),
        sa.CheckConstraint(
            "wars_won >= 0 AND wars_tied >= 0 AND wars_won <= wars",
            name=op.f("ck_seat_luck_wars_won_within_wars"),
        ),
    ]
