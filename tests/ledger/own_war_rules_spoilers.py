"""Ways to spoil rules that players keep, of which the book of ``spoilers`` has none."""

from tests.ledger.spoilers import Spoiler

_ROW = (
    "INSERT INTO own_war_rules"
    " (id, player_id, name, version, rules_text, command_key, created_at)"
    " SELECT 1, 1, 'Mine', {version}, 'peace@1', '{key}', created_at FROM player WHERE id = 1"
)

OWN_RULES: list[Spoiler] = [
    (
        (_ROW.format(version=1, key="key-1-1"),),
        {"own-rules-have-commands": "rules was not stored by the command 'key-1-1'"},
    ),
    (
        (
            _ROW.format(version=2, key="keep-1"),
            (
                "INSERT INTO command"
                " (id, key, player_id, visitor, kind, content_hash, answer, created_at)"
                " SELECT 99, 'keep-1', 1, NULL, 'KeepWarRules', content_hash, '', created_at"
                " FROM command WHERE key = 'key-1-1'"
            ),
        ),
        {"own-rules-have-commands": "the rules 'Mine' of player 1 have 1 of 2 versions"},
    ),
]
