"""First tables: players, rules, seats, shoes, rounds, commands, accounts, transfers.

Revision: 0001, the first.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_players()
    _create_rules()
    _create_accounts()
    _create_commands()
    _create_seats()
    _create_shoes()
    _create_rounds()
    _create_transfers()


def downgrade() -> None:
    for table in (
        "transfer",
        "round",
        "shoe",
        "seat",
        "command",
        "account",
        "table_rules",
        "player",
    ):
        op.drop_table(table)


def _create_players() -> None:
    op.create_table(
        "player",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(token) >= 22", name=op.f("ck_player_token_length")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_player_version_from_zero")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("token", name=op.f("uq_player_token")),
    )


def _create_rules() -> None:
    op.create_table(
        "table_rules",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("rules_json", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_table_rules_version_from_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_rules")),
        sa.UniqueConstraint("key", "version", name=op.f("uq_table_rules_key_version")),
    )


def _create_accounts() -> None:
    op.create_table(
        "account",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=True),
        sa.Column("table_key", sa.String(length=64), nullable=True),
        sa.Column("may_overdraw", sa.Boolean(), nullable=False),
        sa.Column("balance_cents", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "may_overdraw = (balance_cents IS NULL)", name=op.f("ck_account_balance_kept")
        ),
        sa.CheckConstraint(
            "may_overdraw OR balance_cents >= 0", name=op.f("ck_account_no_overdraft")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_account_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_index("ix_account_player_id_kind", "account", ["player_id", "kind"], unique=False)


def _create_commands() -> None:
    op.create_table(
        "command",
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("player_id", BIG_ID, nullable=True),
        sa.Column("visitor", sa.String(length=128), nullable=True),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(key) > 0", name=op.f("ck_command_key_present")),
        sa.CheckConstraint(
            "player_id IS NOT NULL OR visitor IS NOT NULL", name=op.f("ck_command_has_author")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_command_player_id_player")
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_command")),
        sa.UniqueConstraint("visitor", name=op.f("uq_command_visitor")),
    )


def _create_seats() -> None:
    op.create_table(
        "seat",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("table_key", sa.String(length=64), nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("version >= 0", name=op.f("ck_seat_version_from_zero")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["rules_id"], ["table_rules.id"], name=op.f("fk_seat_rules_id_table_rules")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("player_id", "table_key", name=op.f("uq_seat_player_id_table_key")),
    )


def _create_shoes() -> None:
    op.create_table(
        "shoe",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("seat_id", BIG_ID, nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("server_seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("client_seed", sa.String(length=64), nullable=False),
        sa.Column("decks", sa.Integer(), nullable=False),
        sa.Column("order_text", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.String(length=32), nullable=True),
        sa.CheckConstraint(
            "(finished_at IS NULL) = (end_reason IS NULL)",
            name=op.f("ck_shoe_finished_with_reason"),
        ),
        sa.CheckConstraint(
            "(started_at IS NULL) = (order_text IS NULL)", name=op.f("ck_shoe_started_with_order")
        ),
        sa.CheckConstraint("decks >= 1", name=op.f("ck_shoe_decks_positive")),
        sa.CheckConstraint(
            "length(client_seed) BETWEEN 1 AND 64", name=op.f("ck_shoe_client_seed_length")
        ),
        sa.CheckConstraint("length(commitment) = 64", name=op.f("ck_shoe_commitment_length")),
        sa.CheckConstraint("length(server_seed) = 64", name=op.f("ck_shoe_server_seed_length")),
        sa.CheckConstraint("nonce >= 0", name=op.f("ck_shoe_nonce_from_zero")),
        sa.CheckConstraint("position >= 0", name=op.f("ck_shoe_position_from_zero")),
        sa.CheckConstraint(
            "started_at IS NOT NULL OR position = 0", name=op.f("ck_shoe_dealt_once_started")
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_shoe_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shoe")),
        sa.UniqueConstraint("seat_id", "nonce", name=op.f("uq_shoe_seat_id_nonce")),
    )


def _create_rounds() -> None:
    op.create_table(
        "round",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("player_id", BIG_ID, nullable=False),
        sa.Column("seat_id", BIG_ID, nullable=False),
        sa.Column("table_key", sa.String(length=64), nullable=False),
        sa.Column("rules_id", BIG_ID, nullable=False),
        sa.Column("shoe_id", BIG_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("dealt_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cards_text", sa.Text(), nullable=True),
        sa.Column("outcome_text", sa.Text(), nullable=True),
        sa.Column("wagered_cents", sa.BigInteger(), nullable=True),
        sa.Column("net_cents", sa.BigInteger(), nullable=True),
        sa.Column("balance_after_cents", sa.BigInteger(), nullable=True),
        *_round_checks(),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_round_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["rules_id"], ["table_rules.id"], name=op.f("fk_round_rules_id_table_rules")
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_round_seat_id_seat")),
        sa.ForeignKeyConstraint(["shoe_id"], ["shoe.id"], name=op.f("fk_round_shoe_id_shoe")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("player_id", "number", name=op.f("uq_round_player_id_number")),
    )
    _create_round_indexes()


def _round_checks() -> list[sa.CheckConstraint]:
    return [
        sa.CheckConstraint(
            "(settled_at IS NULL) = (balance_after_cents IS NULL)",
            name=op.f("ck_round_settled_with_balance"),
        ),
        sa.CheckConstraint(
            "(settled_at IS NULL) = (cards_text IS NULL)", name=op.f("ck_round_settled_with_cards")
        ),
        sa.CheckConstraint(
            "(settled_at IS NULL) = (net_cents IS NULL)", name=op.f("ck_round_settled_with_net")
        ),
        sa.CheckConstraint(
            "(settled_at IS NULL) = (outcome_text IS NULL)",
            name=op.f("ck_round_settled_with_outcome"),
        ),
        sa.CheckConstraint(
            "(settled_at IS NULL) = (wagered_cents IS NULL)",
            name=op.f("ck_round_settled_with_wagered"),
        ),
        sa.CheckConstraint(
            "balance_after_cents >= 0", name=op.f("ck_round_balance_after_from_zero")
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_round_number_from_one")),
        sa.CheckConstraint("wagered_cents > 0", name=op.f("ck_round_wagered_positive")),
    ]


def _create_round_indexes() -> None:
    op.create_index("ix_round_player_id_id", "round", ["player_id", "id"], unique=False)
    op.create_index("ix_round_seat_id_id", "round", ["seat_id", "id"], unique=False)
    op.create_index(op.f("ix_round_shoe_id"), "round", ["shoe_id"], unique=False)
    op.create_index(
        "uq_round_open_seat_id",
        "round",
        ["seat_id"],
        unique=True,
        sqlite_where=sa.text("settled_at IS NULL"),
        postgresql_where=sa.text("settled_at IS NULL"),
    )


def _create_transfers() -> None:
    op.create_table(
        "transfer",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("source_id", BIG_ID, nullable=False),
        sa.Column("target_id", BIG_ID, nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("command_key", sa.String(length=128), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("round_id", BIG_ID, nullable=True),
        sa.Column("hand", sa.Integer(), nullable=True),
        sa.Column("wager", sa.String(length=32), nullable=True),
        sa.Column("source_balance_cents", sa.BigInteger(), nullable=True),
        sa.Column("target_balance_cents", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_transfer_amount_positive")),
        sa.CheckConstraint("hand >= 0", name=op.f("ck_transfer_hand_from_zero")),
        sa.CheckConstraint("line >= 1", name=op.f("ck_transfer_line_from_one")),
        sa.CheckConstraint(
            "source_balance_cents >= 0", name=op.f("ck_transfer_source_not_overdrawn")
        ),
        sa.CheckConstraint("source_id <> target_id", name=op.f("ck_transfer_two_accounts")),
        sa.CheckConstraint(
            "target_balance_cents >= 0", name=op.f("ck_transfer_target_not_overdrawn")
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["round.id"], name=op.f("fk_transfer_round_id_round")
        ),
        sa.ForeignKeyConstraint(
            ["source_id"], ["account.id"], name=op.f("fk_transfer_source_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["target_id"], ["account.id"], name=op.f("fk_transfer_target_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
        sa.UniqueConstraint("command_key", "line", name=op.f("uq_transfer_command_key_line")),
    )
    op.create_index("ix_transfer_round_id_id", "transfer", ["round_id", "id"], unique=False)
    op.create_index("ix_transfer_source_id_id", "transfer", ["source_id", "id"], unique=False)
    op.create_index("ix_transfer_target_id_id", "transfer", ["target_id", "id"], unique=False)
