"""Ways to spoil players and their seats in the book of ``spoilers``."""

from tests.ledger.spoilers import COMMAND, OTHER_RULES, Spoiler

_TOKEN = "x" * 22
_PLAYER = (
    "INSERT INTO player (id, token, version, created_at)"
    f" SELECT 2, '{_TOKEN}', 0, created_at FROM player WHERE id = 1"
)
_SEAT = (
    "INSERT INTO seat (id, player_id, table_key, rules_id, version, created_at)"
    " SELECT 2, player_id, 'bonus', 2, 0, created_at FROM seat WHERE id = 1"
)
_SHOE_OF_SEAT_2 = (
    "INSERT INTO shoe (seat_id, nonce, server_seed, commitment, client_seed, decks, position,"
    " created_at) SELECT 2, nonce, server_seed, commitment, client_seed, decks, 0, created_at"
    " FROM shoe WHERE seat_id = 1"
)

PLAYERS: list[Spoiler] = [
    ((_PLAYER,), {"players-have-first-commands": "player 2 was made by 0 first commands"}),
    (
        ("UPDATE command SET answer = 'other' WHERE key = 'key-1-1'",),
        {"players-have-first-commands": "player 1 was made by 0 first commands"},
    ),
    (
        ("UPDATE command SET visitor = NULL WHERE key = 'key-1-1'",),
        {"players-have-first-commands": "player 1 was made by 0 first commands"},
    ),
    (
        (
            OTHER_RULES.format(key="bonus", version=1, json="{}"),
            _SEAT,
            _SHOE_OF_SEAT_2,
            "DELETE FROM command WHERE key = 'sit-1'",
        ),
        {"seats-have-commands": "player 1 has 2 seats, and took at most 1"},
    ),
    (
        (_PLAYER, COMMAND.format(kind="SitDown", answer="").replace(", 1, ", ", 2, ")),
        {
            "players-have-first-commands": "player 2 was made by 0 first commands",
            "seats-have-commands": "player 2 has 0 seats, and took at most 1",
        },
    ),
]
