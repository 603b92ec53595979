"""Indexes by which a history is searched in the order of time.

Revision: 0005, after 0004.
"""

from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(
        "ix_round_player_id_dealt_at_id", "round", ["player_id", "dealt_at", "id"], unique=False
    )
    op.create_index(
        "ix_round_seat_id_dealt_at_id", "round", ["seat_id", "dealt_at", "id"], unique=False
    )


def downgrade() -> None:
    op.drop_index("ix_round_seat_id_dealt_at_id", table_name="round")
    op.drop_index("ix_round_player_id_dealt_at_id", table_name="round")
