"""Practice games that are dealt ahead, to be played without a connection.

Revision: 0009, after 0008.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column(
        "practice_game", sa.Column("supplied_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("practice_game", "supplied_at")
