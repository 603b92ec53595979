"""Accounts that are claimed: names, passwords and tries at them; and what the operator did.

Revision: 0011, after 0010.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # No trigger stands on the players: columns are added in place.
    op.add_column("player", sa.Column("frozen_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("player", sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("player", sa.Column("care_text", sa.Text(), nullable=True))
    op.create_table(
        "member",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("name_key", sa.String(length=480), nullable=False),
        sa.Column("password_hash", sa.String(length=256), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 24", name=op.f("ck_member_name_length")),
        sa.CheckConstraint("length(name_key) > 0", name=op.f("ck_member_name_key_present")),
        sa.CheckConstraint(
            "substr(password_hash, 1, 9) = '$argon2id'", name=op.f("ck_member_password_hashed")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_member_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("name_key", name=op.f("uq_member_name_key")),
        sa.UniqueConstraint("player_id", name=op.f("uq_member_player_id")),
    )
    op.create_table(
        "sign_in_try",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("bucket", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(bucket) = 64", name=op.f("ck_sign_in_try_bucket_digest")),
        sa.CheckConstraint("tries >= 1", name=op.f("ck_sign_in_try_tries_positive")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_try")),
        sa.UniqueConstraint("bucket", name=op.f("uq_sign_in_try_bucket")),
    )
    op.create_table(
        "house_table",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "version IS NULL OR version >= 1001", name=op.f("ck_house_table_version_of_operator")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_table")),
        sa.UniqueConstraint("key", name=op.f("uq_house_table_key")),
    )
    op.create_table(
        "operator_act",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=96), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(note) <= 200", name=op.f("ck_operator_act_note_length")),
        sa.CheckConstraint(
            "(kind = 'publish') = (length(digest) = 64)",
            name=op.f("ck_operator_act_published_with_digest"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operator_act")),
    )
    op.create_index("ix_operator_act_subject_id", "operator_act", ["subject", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_operator_act_subject_id", table_name="operator_act")
    op.drop_table("operator_act")
    op.drop_table("house_table")
    op.drop_table("sign_in_try")
    op.drop_table("member")
    for column in ("care_text", "closed_at", "frozen_at"):
        op.drop_column("player", column)
