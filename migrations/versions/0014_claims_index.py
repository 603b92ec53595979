"""An index of the commands that claimed accounts, for the audit that holds members to them.

Revision: 0014, after 0013.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | None = None
depends_on: str | None = None

CLAIMS = sa.text("kind = 'ClaimAccount'")


def upgrade() -> None:
    op.create_index(
        "ix_command_claims_player_id",
        "command",
        ["player_id"],
        unique=False,
        sqlite_where=CLAIMS,
        postgresql_where=CLAIMS,
    )


def downgrade() -> None:
    op.drop_index("ix_command_claims_player_id", table_name="command")
