"""Ways to spoil what players leave behind in the book of ``spoilers``."""

from tests.ledger.spoilers import COMMAND, Spoiler

_LEFT = "UPDATE player SET closed_at = created_at, care_text = '{}'"
_MEMBER = (
    "INSERT INTO member (id, player_id, name, name_key, password_hash, claimed_at)"
    " SELECT 1, id, 'Ada', 'ada', '$argon2id$', created_at FROM player"
)
_TOKEN = (
    "INSERT INTO api_token (id, player_id, name, digest, scope, command_key, created_at)"
    f" SELECT 1, id, 'bot', '{64 * 'a'}', 'play', 'made', created_at FROM player"
)
_AS_GUEST_OUT = (
    "UPDATE transfer SET code = 'guest_out', source_id = target_id, target_id = source_id,"
    " source_balance_cents = target_balance_cents, target_balance_cents = NULL WHERE id = 1"
)

MEMBERS: list[Spoiler] = [
    (
        (_LEFT, _MEMBER, _TOKEN),
        {
            "left-players-hold-nothing": (
                "player 1 has left and still has chips, an open round, a name, limits, a token"
            ),
            "limits-can-be-read": "player 1 has limits that cannot be read",
            "members-have-claimed": "player 1 never claimed the account of member 1",
        },
    ),
    (
        (COMMAND.format(kind="ClaimAccount", answer=""),),
        {
            "members-have-claimed": (
                "player 1 claimed the account by 'new', has not left and is no member"
            )
        },
    ),
    *(
        (
            (f"UPDATE player SET care_text = '{care_text}'",),
            {"limits-can-be-read": "player 1 has limits that cannot be read"},
        )
        for care_text in (
            "{",
            '{"limits": {"loss": [5, null, null]}, "reminder_minutes": "", "break_until": null}',
            '{"limits": {}, "reminder_minutes": null, "break_until": "2026-01-01T00:00:00"}',
        )
    ),
    (
        (
            COMMAND.format(kind="ClaimAccount", answer=""),
            _MEMBER,
            "UPDATE member SET claimed_at = '2025-01-01 00:00:00.000000'",
        ),
        {"members-have-claimed": "player 1 never claimed the account of member 1"},
    ),
    (
        (
            "UPDATE transfer SET code = 'guest_in' WHERE id = 1",
            "UPDATE command SET kind = 'BringChips', visitor = NULL WHERE key = 'key-1-1'",
        ),
        {
            "guests-bring-what-they-left": "transfer 1 brings chips that no guest took along",
            "players-have-first-commands": "player 1 was made by 0 first commands",
        },
    ),
    (
        (
            _AS_GUEST_OUT,
            "UPDATE command SET kind = 'LeaveGuest', visitor = NULL WHERE key = 'key-1-1'",
        ),
        {
            "guests-bring-what-they-left": (
                "transfer 1 took 100000 cents along, and 0 came to an account"
            ),
            "players-have-first-commands": "player 1 was made by 0 first commands",
            "balances-equal-transfers": "bankroll:1 holds 98500 cents",
            "ledger-sums-to-zero": "all accounts together",
            "balances-run-on": "transfer",
        },
    ),
]
