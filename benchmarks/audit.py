"""How long an audit takes beside how old the casino is.

``python -m benchmarks.audit [ROUNDS ...]`` makes books of that many rounds of 2,000 players
in SQLite, plays 200 more through the services, and prints what the audit of the new ones
takes, and for the smallest book what the audit of all takes. Processor time is this
program's, SQLite included.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.books import PRESET, WAGERS, make_books
from casino_war.game.round import Decision
from casino_war.services import tables
from casino_war.services.audit import AuditReport, run_audit
from casino_war.services.commands import DealRound, Decide
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from casino_war.store.database import Database

AGES = (2_000, 20_000, 200_000)
COPIES = 99
PLAYERS = 20
NEW = 200


def play_on(house: House, tokens: list[str], rounds: int) -> None:
    """Play rounds through the services, each player in turn."""
    for number in range(rounds):
        token = tokens[number % len(tokens)]
        while True:
            seat = table_page(house, token, PRESET.key).seat
            assert seat is not None
            key = f"new-{random.getrandbits(64):x}"
            if seat.open_round_id is None:
                break
            tables.decide(
                house,
                token,
                Decide(
                    key=key,
                    version=seat.version,
                    table_key=PRESET.key,
                    round_id=seat.open_round_id,
                    decision=Decision.WAR,
                ),
            )
        command = DealRound(key=key, version=seat.version, table_key=PRESET.key, wagers=WAGERS)
        tables.deal_round(house, token, command)


def timed(house: House, *, is_full: bool) -> tuple[AuditReport, float, float]:
    """Audit, and return the report with seconds of the clock and of the processor."""
    start, cpu_start = time.perf_counter(), time.process_time()
    report = run_audit(house, is_full=is_full)
    return report, time.perf_counter() - start, time.process_time() - cpu_start


def main() -> None:
    """Audit books of each age."""
    ages = tuple(map(int, sys.argv[1:])) or AGES
    for age in ages:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'casino_war.sqlite3'}"
            tokens = make_books(url, age // (COPIES + 1), PLAYERS, COPIES)
            house = House(database=Database(url))
            play_on(house, tokens, NEW)
            for is_full in (False, True):
                if is_full and age > min(ages):
                    continue
                report, seconds, cpu_seconds = timed(house, is_full=is_full)
                assert not report.violations, report.violations
                assert is_full == (report.since is None), report.why
                print(
                    f"{age + NEW:,} rounds, {report.rounds:,} looked at: "
                    f"{seconds * 1000:,.0f} ms, {cpu_seconds * 1000:,.0f} of the processor"
                )
            house.database.dispose()


if __name__ == "__main__":
    main()
