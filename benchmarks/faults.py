"""What is lost while a casino is struck again and again: nothing, or this says what.

``python -m benchmarks.faults [STRIKES [KIND]]`` lets 16 players play through two servers of two
workers each, on SQLite and then on PostgreSQL, while at random moments a worker, a server
with its workers or the database server is killed, all connections are cut, the disk is full
for a while, or the clock jumps by up to a year. Every player writes down what the site
acknowledged; in the end the books are held against that and audited. It prints what was
tried and what was lost, and exits with 1 if anything was. The seed makes the same choices
again, though not at the same moments.
"""

import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from casino_war.store import migrate
from tests.databases import opened
from tests.faults.crash import Plan, Victim, crash
from tests.faults.reckoning import differences
from tests.postgres import CRASH_SETTINGS, PostgresServer

STRIKES = 60
PLAYERS = 16
SERVERS = 2
ROUNDS = 30
"""Rounds that all players together have acknowledged between two strikes."""

ON_SQLITE = (Victim.WORKER, Victim.SERVER, Victim.DISK, Victim.CLOCK)
ON_POSTGRESQL = (*ON_SQLITE, Victim.DATABASE, Victim.CONNECTIONS)


def struck(
    kind: str,
    url: str,
    victims: Sequence[Victim],
    strikes: int,
    postgres: PostgresServer | None = None,
) -> list[str]:
    """Carry it out on a database at head, print what was tried, and return what was lost."""
    plan = Plan(
        seed=secrets.randbelow(10**6),
        victims=victims,
        kills=strikes,
        rounds=ROUNDS,
        players=PLAYERS,
        servers=SERVERS,
    )
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        try:
            outcome = crash(plan, url, Path(name), postgres)
        except Exception:
            print(plan, *(log.read_text()[-5000:] for log in Path(name).glob("*.log")), sep="\n")
            raise
    seconds = time.monotonic() - begun
    with opened(url) as database:
        lost = differences(database, outcome.players)
    if "Traceback" in outcome.log:
        lost.append("the log has a traceback:\n" + outcome.log.partition("Traceback")[2][:2000])
    tried = ", ".join(f"{count} {victim}" for victim, count in Counter(outcome.killed).items())
    rounds = sum(len(player.rounds) for player in outcome.players)
    forms = sum(len(player.answered) for player in outcome.players)
    repeats = sum(player.repeats for player in outcome.players)
    print(f"{kind}, seed {plan.seed}: {PLAYERS} players, {SERVERS} servers, {seconds:.0f} s")
    print(f"  struck: {tried}")
    print(f"  {rounds} rounds and {forms} forms acknowledged, {repeats} forms sent again")
    print(f"  lost: {'nothing' if not lost else ''}", *lost, sep="\n    " if lost else "")
    return lost


def on_sqlite(strikes: int) -> list[str]:
    """Strike a casino in a file."""
    with tempfile.TemporaryDirectory() as name:
        url = f"sqlite:///{name}/casino_war.sqlite3"
        migrate.upgrade(url)
        return struck("SQLite", url, ON_SQLITE, strikes)


def on_postgresql(strikes: int) -> list[str]:
    """Strike a casino on a server."""
    server = PostgresServer(CRASH_SETTINGS)
    server.start()
    try:
        migrate.upgrade(server.url)
        return struck("PostgreSQL", server.url, ON_POSTGRESQL, strikes, server)
    finally:
        server.stop()


def main() -> None:
    """Strike both kinds of database, or the one that is named."""
    strikes = int(sys.argv[1]) if len(sys.argv) > 1 else STRIKES
    kinds = {"sqlite": on_sqlite, "postgresql": on_postgresql}
    chosen = kinds.values() if len(sys.argv) < 3 else (kinds[sys.argv[2]],)
    lost = [loss for strike in chosen for loss in strike(strikes)]
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
