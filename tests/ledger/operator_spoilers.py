"""Ways to change the house without an act of its operator, in the book of ``spoilers``."""

from tests.ledger.spoilers import OTHER_RULES, Spoiler

_ACT = (
    "INSERT INTO operator_act (kind, subject, note, digest, made_at)"
    " SELECT '{kind}', '{subject}', '', '{digest}', created_at FROM player"
)
_TABLE = "INSERT INTO house_table (key, version, closed_at) SELECT 'classic', {version}, {closed}"
_NAME = "acts-stand-behind-changes"

ACTS: list[Spoiler] = [
    (
        ("UPDATE player SET frozen_at = created_at",),
        {_NAME: "nobody has noted the act freeze of player 1"},
    ),
    (
        (_ACT.format(kind="freeze", subject="player 1", digest=""),),
        {_NAME: "the act freeze of player 1 is noted, and does not hold"},
    ),
    (
        (_TABLE.format(version="NULL", closed="created_at FROM player"),),
        {_NAME: "nobody has noted the act close of table classic"},
    ),
    (
        (
            OTHER_RULES.format(key="classic", version=1001, json="{}"),
            _TABLE.format(version=1001, closed="NULL"),
        ),
        {
            _NAME: "nobody has noted the act publish of rules classic@1001",
            "rules-are-as-published": "are not those that the operator published",
        },
    ),
    (
        (
            OTHER_RULES.format(key="classic", version=1001, json="{}"),
            _TABLE.format(version=1001, closed="NULL"),
            _ACT.format(kind="publish", subject="rules classic@1001", digest="0" * 64),
        ),
        {"rules-are-as-published": "are not those that the operator published"},
    ),
]
