"""Days and milestones: what a seat's days came to, and how players stood after many rounds.

Luck is measured anew: its sums have a column more, and are added up for each day as well.
They are added up with the next rounds of their seats, from the page of the luck meter, or by
``casino-war luck catch-up``.

Revision: 0013, after 0012.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | None = None
depends_on: str | None = None

DIGITS = sa.String(length=64)
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # Sums hold nothing that the rounds do not tell: they are added up again, day by day.
    op.execute("DELETE FROM audit_mark")
    op.drop_table("seat_luck")
    op.create_table(
        "seat_luck",
        *_luck_columns("won"),
        *_luck_checks("seat_luck", "won"),
        *_references("seat_luck"),
        sa.UniqueConstraint("seat_id", "rules_id", name=op.f("uq_seat_luck_seat_id_rules_id")),
    )
    op.create_table(
        "seat_day",
        *_luck_columns("won"),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("rounds_won", sa.Integer(), nullable=False),
        sa.Column("rounds_lost", sa.Integer(), nullable=False),
        sa.Column("best_net_cents", sa.BigInteger(), nullable=False),
        sa.Column("worst_net_cents", sa.BigInteger(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("longest_won", sa.Integer(), nullable=False),
        sa.Column("longest_lost", sa.Integer(), nullable=False),
        *_luck_checks("seat_day", "won"),
        sa.CheckConstraint(
            "rounds_won >= 0 AND rounds_won + rounds_lost <= rounds",
            name=op.f("ck_seat_day_rounds_won_within_rounds"),
        ),
        *_references("seat_day"),
        sa.UniqueConstraint(
            "seat_id", "rules_id", "day", name=op.f("uq_seat_day_seat_id_rules_id_day")
        ),
    )
    op.create_index(
        "ix_seat_day_seat_id_last_round_id", "seat_day", ["seat_id", "last_round_id"], unique=False
    )
    op.create_table(
        "milestone",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("balance_cents", sa.BigInteger(), nullable=False),
        sa.Column("net_cents", sa.BigInteger(), nullable=False),
        sa.Column("expected_microcents", DIGITS, nullable=False),
        sa.Column("variance_cents2", DIGITS, nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "number >= 64 AND number % 64 = 0", name=op.f("ck_milestone_number_of_few")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_milestone_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_milestone")),
        sa.UniqueConstraint("player_id", "number", name=op.f("uq_milestone_player_id_number")),
    )


def downgrade() -> None:
    op.drop_table("milestone")
    op.drop_index("ix_seat_day_seat_id_last_round_id", table_name="seat_day")
    op.drop_table("seat_day")
    op.execute("DELETE FROM audit_mark")
    op.drop_table("seat_luck")
    op.create_table(
        "seat_luck",
        *_luck_columns(),
        *_luck_checks("seat_luck"),
        *_references("seat_luck"),
        sa.UniqueConstraint("seat_id", "rules_id", name=op.f("uq_seat_luck_seat_id_rules_id")),
    )


def _luck_columns(*more: str) -> list[sa.Column[Any]]:
    whole = ("rounds", "hands", *more, "ties", "wars", "wars_won", "wars_tied", "surrenders")
    whole += ("lesser_decisions", "tie_bets", "tie_bets_won")
    return [
        *(sa.Column(name, BIG_ID, nullable=False) for name in ("id", *_POINTERS)),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in whole),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _AMOUNTS),
        *(sa.Column(name, DIGITS, nullable=False) for name in _LONG),
    ]


_POINTERS = {"seat_id": "seat", "rules_id": "table_rules", "last_round_id": "round"}
_AMOUNTS = ("wagered_cents", "net_cents", "tie_bet_cents", "tie_bet_net_cents")
_LONG = ("expected_microcents", "variance_cents2", "decision_cost_microcents")


def _references(table: str) -> list[sa.Constraint]:
    return [
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}_{target}")
            )
            for column, target in _POINTERS.items()
        ),
    ]


def _luck_checks(table: str, *more: str) -> list[sa.CheckConstraint]:
    checks = {
        "rounds_positive": "rounds >= 1",
        "ties_within_hands": "ties >= 0 AND ties <= hands",
        "wars_won_within_wars": "wars_won >= 0 AND wars_tied >= 0 AND wars_won <= wars",
        "tie_bets_won_within_tie_bets": "tie_bets_won >= 0 AND tie_bets_won <= tie_bets",
    }
    if more:
        checks["won_within_hands"] = "won >= 0 AND won + ties <= hands"
    return [
        sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))
        for name, condition in checks.items()
    ]
