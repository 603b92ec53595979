"""Practice games of several browsers: names, presence, stand-ins, and what follows a game.

Revision: 0010, after 0009.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # No table points to the seats, and no trigger stands on them: they may be rebuilt.
    with op.batch_alter_table("practice_seat") as seats:
        seats.add_column(sa.Column("name", sa.String(length=24), nullable=True))
        seats.add_column(sa.Column("stand_in", sa.String(length=64), nullable=True))
        seats.add_column(sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))
        seats.create_check_constraint(
            op.f("ck_practice_seat_stand_in_for_person"),
            "stand_in IS NULL OR player_id IS NOT NULL",
        )
        seats.create_check_constraint(
            op.f("ck_practice_seat_name_length"), "name IS NULL OR length(name) BETWEEN 1 AND 24"
        )
    op.create_index(
        op.f("ix_practice_seat_player_id"), "practice_seat", ["player_id"], unique=False
    )
    op.create_table(
        "practice_rematch",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("game_id", BIG_ID, nullable=False),
        sa.Column("next_id", BIG_ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["practice_game.id"],
            name=op.f("fk_practice_rematch_game_id_practice_game"),
        ),
        sa.ForeignKeyConstraint(
            ["next_id"],
            ["practice_game.id"],
            name=op.f("fk_practice_rematch_next_id_practice_game"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_rematch")),
        sa.UniqueConstraint("game_id", name=op.f("uq_practice_rematch_game_id")),
        sa.UniqueConstraint("next_id", name=op.f("uq_practice_rematch_next_id")),
    )


def downgrade() -> None:
    op.drop_table("practice_rematch")
    op.drop_index(op.f("ix_practice_seat_player_id"), table_name="practice_seat")
    with op.batch_alter_table("practice_seat") as seats:
        seats.drop_constraint(op.f("ck_practice_seat_name_length"), type_="check")
        seats.drop_constraint(op.f("ck_practice_seat_stand_in_for_person"), type_="check")
        for column in ("seen_at", "stand_in", "name"):
            seats.drop_column(column)
