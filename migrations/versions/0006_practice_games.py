"""Practice games, their seats and the stretches that tell what was played.

Revision: 0006, after 0005.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_games()
    _create_seats()
    _create_stretches()


def downgrade() -> None:
    for table in ("practice_stretch", "practice_seat", "practice_game"):
        op.drop_table(table)


def _create_games() -> None:
    op.create_table(
        "practice_game",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("start_key", sa.String(length=128), nullable=False),
        sa.Column("start_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("preset_key", sa.String(length=64), nullable=False),
        sa.Column("preset_version", sa.Integer(), nullable=False),
        sa.Column("rules_json", sa.Text(), nullable=False),
        sa.Column("is_changed", sa.Boolean(), nullable=False),
        sa.Column("deal_of_id", BIG_ID, nullable=True),
        sa.Column("match_of_id", BIG_ID, nullable=True),
        sa.Column("server_seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("client_seed", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("last_key", sa.String(length=128), nullable=True),
        sa.Column("last_hash", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("dealt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("running_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("elapsed_ms", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=True),
        sa.Column("battles", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("pending_text", sa.Text(), nullable=False),
        sa.Column("war_lies", sa.Boolean(), nullable=False),
        sa.Column("tally_json", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.String(length=32), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("named_seats", sa.String(length=8), nullable=True),
        sa.Column("period", sa.Integer(), nullable=True),
        sa.Column("wars", sa.Integer(), nullable=True),
        sa.Column("longest_war", sa.Integer(), nullable=True),
        sa.Column("lead_changes", sa.Integer(), nullable=True),
        sa.Column("fewest", sa.Integer(), nullable=True),
        sa.Column("is_comeback", sa.Boolean(), nullable=True),
        sa.Column("player_result", sa.String(length=8), nullable=True),
        sa.CheckConstraint(
            "(finished_at IS NULL) = (end_reason IS NULL)",
            name=op.f("ck_practice_game_finished_with_reason"),
        ),
        sa.CheckConstraint("battles >= 0", name=op.f("ck_practice_game_battles_from_zero")),
        sa.CheckConstraint(
            "dealt_at IS NOT NULL OR battles = 0", name=op.f("ck_practice_game_battles_once_dealt")
        ),
        sa.CheckConstraint("elapsed_ms >= 0", name=op.f("ck_practice_game_elapsed_from_zero")),
        sa.CheckConstraint(
            "finished_at IS NULL OR running_since IS NULL",
            name=op.f("ck_practice_game_finished_stands_still"),
        ),
        sa.CheckConstraint(
            "length(client_seed) BETWEEN 1 AND 64", name=op.f("ck_practice_game_client_seed_length")
        ),
        sa.CheckConstraint(
            "length(commitment) = 64", name=op.f("ck_practice_game_commitment_length")
        ),
        sa.CheckConstraint("length(link) >= 22", name=op.f("ck_practice_game_link_length")),
        sa.CheckConstraint(
            "length(server_seed) = 64", name=op.f("ck_practice_game_server_seed_length")
        ),
        sa.CheckConstraint("nonce >= 0", name=op.f("ck_practice_game_nonce_from_zero")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_practice_game_version_from_zero")),
        sa.ForeignKeyConstraint(
            ["deal_of_id"],
            ["practice_game.id"],
            name=op.f("fk_practice_game_deal_of_id_practice_game"),
        ),
        sa.ForeignKeyConstraint(
            ["match_of_id"],
            ["practice_game.id"],
            name=op.f("fk_practice_game_match_of_id_practice_game"),
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_practice_game_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_game")),
        sa.UniqueConstraint("link", name=op.f("uq_practice_game_link")),
        sa.UniqueConstraint("start_key", name=op.f("uq_practice_game_start_key")),
    )
    op.create_index(
        op.f("ix_practice_game_match_of_id"), "practice_game", ["match_of_id"], unique=False
    )
    op.create_index(
        "ix_practice_game_player_id_id", "practice_game", ["player_id", "id"], unique=False
    )


def _create_seats() -> None:
    op.create_table(
        "practice_seat",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("game_id", BIG_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=True),
        sa.Column("strategy", sa.String(length=64), nullable=True),
        sa.CheckConstraint(
            "player_id IS NULL OR strategy IS NULL",
            name=op.f("ck_practice_seat_person_or_computer"),
        ),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name=op.f("ck_practice_seat_seat_of_four")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["practice_game.id"], name=op.f("fk_practice_seat_game_id_practice_game")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_practice_seat_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_seat")),
        sa.UniqueConstraint("game_id", "seat", name=op.f("uq_practice_seat_game_id_seat")),
    )


def _create_stretches() -> None:
    op.create_table(
        "practice_stretch",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("game_id", BIG_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("battles_before", sa.Integer(), nullable=False),
        sa.Column("start_text", sa.Text(), nullable=False),
        sa.Column("flips", sa.Integer(), nullable=False),
        sa.Column("decisions_text", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "battles_before >= 0", name=op.f("ck_practice_stretch_battles_before_from_zero")
        ),
        sa.CheckConstraint("flips >= 0", name=op.f("ck_practice_stretch_flips_from_zero")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_practice_stretch_number_from_one")),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["practice_game.id"],
            name=op.f("fk_practice_stretch_game_id_practice_game"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_stretch")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_practice_stretch_game_id_number")),
    )
