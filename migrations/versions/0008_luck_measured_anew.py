"""Luck measured anew: the spread of luck is that of the wars that were fought.

What seats were measured before was the spread of the best decisions. Sums hold nothing
that the rounds do not tell: they are dropped here, and added up again with the next rounds
of their seats, from the page of the luck meter, or by ``casino-war luck``. The mark of the
last clean audit counts on them and goes too.

Revision: 0008, after 0007.
"""

from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    _forget_luck()


def downgrade() -> None:
    _forget_luck()


def _forget_luck() -> None:
    op.execute("DELETE FROM audit_mark")
    op.execute("DELETE FROM seat_luck")
