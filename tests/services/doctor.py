"""Somebody who has the file and a shell without triggers, checks and references."""

import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from casino_war.services.audit import audit
from casino_war.services.house import House
from casino_war.store.database import Database


def doctored(house: House, *statements: str) -> list[str]:
    """Run statements on a copy of a clean house's file; return the lines of its audit."""
    assert audit(house) == []
    source = file_of(house)
    path = source.with_name("doctored.sqlite3")
    house.database.dispose()  # which also writes the log into the file
    shutil.copy(source, path)
    shell = sqlite3.connect(path)
    shell.execute("PRAGMA ignore_check_constraints = ON")
    triggers = shell.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        shell.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        shell.execute(statement)
    shell.commit()
    shell.close()
    database = Database(f"sqlite:///{path}")
    found = [str(violation) for violation in audit(House(database=database))]
    database.dispose()
    return found


def file_of(house: House) -> Path:
    """The file of the house's database."""
    name = house.database.url.database
    assert name is not None
    return Path(name)


def look_up(house: House, query: str) -> list[tuple[Any, ...]]:
    """Read rows from the house's file."""
    shell = sqlite3.connect(file_of(house))
    rows = shell.execute(query).fetchall()
    shell.close()
    return rows


def without_round(round_id: int, net_cents: int) -> Iterable[str]:
    """Unmake a round of one deal: transfers, command, numbers and all balances after it.

    It is player 1's at table ``classic``, whose round of the id has that net.
    """
    after = f"id > (SELECT max(id) FROM transfer WHERE round_id = {round_id})"
    for side in ("source", "target"):
        yield (
            f"UPDATE transfer SET {side}_balance_cents = {side}_balance_cents - {net_cents}"
            f" WHERE {after} AND {side}_id = (SELECT id FROM account WHERE name = 'bankroll:1')"
        )
    yield f"UPDATE account SET balance_cents = balance_cents - {net_cents} WHERE name='bankroll:1'"
    yield (
        f"UPDATE round SET balance_after_cents = balance_after_cents - {net_cents}"
        f" WHERE id > {round_id}"
    )
    yield f"DELETE FROM transfer WHERE round_id = {round_id}"
    yield f"DELETE FROM command WHERE kind = 'DealRound' AND answer = '{round_id}'"
    yield f"DELETE FROM round WHERE id = {round_id}"
    yield f"UPDATE round SET number = number - 1 WHERE id > {round_id}"
    yield "UPDATE seat SET version = version - 1 WHERE table_key = 'classic'"
