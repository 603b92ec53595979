"""The audit of what is new walks no table that grows with every round."""

from typing import Any

from sqlalchemy import event

from casino_war.ledger.marks import GROWING
from casino_war.services.audit import run_audit
from casino_war.services.house import House
from tests.databases import ONLY_SQLITE
from tests.services.guest import Guest, bet

_COUNTING = "SELECT count(*)"
"""Counting all rows reads no row: it walks the smallest index there is."""

_OF_FEW = (
    "uq_round_open_seat_id",
    "ix_shoe_in_play_seat_id_nonce",
    "ix_command_claims_player_id",
)
"""Indexes of rounds that wait, of shoes in play and of claims of accounts alone."""


@ONLY_SQLITE
def test_no_statement_reads_old_rows(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    run_audit(house)
    guest.table_key = "bonus"
    guest.sit().deal(bet(10))
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        asked.append((statement, parameters))

    event.listen(house.database.engine, "before_cursor_execute", note)
    report = run_audit(house)
    event.remove(house.database.engine, "before_cursor_execute", note)
    assert report.since is not None
    walked = {}
    growing = {table.name for table in GROWING} | {
        "earlier",
        "earlier_shoe",
        "brought",
        "came",
        "left_behind",
    }
    with house.database.reading() as connection:
        for statement, parameters in asked:
            if not statement.startswith(("SELECT", "WITH")):
                continue
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            scans = [
                row.detail
                for row in plan
                # An index that is made for one statement alone is a walk too.
                if (row.detail.startswith("SCAN ") or " AUTOMATIC " in row.detail)
                and not row.detail.endswith(_OF_FEW)
            ]
            if {scan.split()[1] for scan in scans} & growing:
                walked[" ".join(statement.split())] = scans
    assert len(asked) > len(GROWING)
    assert {each: scans for each, scans in walked.items() if not _only_counts(each)} == {}


def _only_counts(statement: str) -> bool:
    return statement.startswith(_COUNTING) and "WHERE" not in statement
