"""Ways to spoil tables that players made, of which the book of ``spoilers`` has none."""

from tests.ledger.spoilers import COMMAND, OTHER_RULES, Spoiler

_KEY = "own-" + "0" * 32
_TABLE = (
    "INSERT INTO own_table (id, key, player_id, title, version, command_key, created_at)"
    f" SELECT 1, '{_KEY}', 1, 'Mine', 1, 'key-1-1', created_at FROM player WHERE id = 1"
)

OWN_TABLES: list[Spoiler] = [
    (
        (_TABLE,),
        {
            "own-tables-have-commands": f"{_KEY} was not made by the command 'key-1-1'",
            "own-tables-fit-their-rules": f"{_KEY} has the version 1, and 0 versions",
        },
    ),
    (
        (
            COMMAND.format(kind="ChangeTable", answer=f"{_KEY}@two"),
            OTHER_RULES.format(key=_KEY, version=1, json="{}"),
        ),
        {
            "own-tables-have-commands": "has 0 later versions of them, and asked for 1",
            "own-tables-fit-their-rules": f"rules of a table {_KEY}, which nobody made",
            "rules-are-as-published": "are not those that their owner sent",
        },
    ),
]
