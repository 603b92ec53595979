"""A casino under load that is struck at random moments: its parts killed, its ground shaken.

Killed are a worker, a whole server with its workers, or PostgreSQL with all its processes,
and what was killed is started again; `tests.faults.troubles` has what else may happen.
Nothing here knows a test: a benchmark may run it with more of everything.
"""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from threading import Event

from tests.faults.jumpy import JUMPY
from tests.faults.player import CrashPlayer
from tests.faults.server import CasinoServer
from tests.faults.troubles import cut_connections, fill_disk, jump
from tests.postgres import PostgresServer
from tests.web.live import COMMAND

PATIENT_SECONDS = 60
_DELAY_SECONDS_MAX = 0.1


class Victim(StrEnum):
    """What is struck: the first three are killed."""

    WORKER = "worker"
    SERVER = "server"
    DATABASE = "database"
    CONNECTIONS = "connections"
    DISK = "disk"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How many players, servers and kills; *victims* are struck in turn, shuffled by *seed*.

    ``rounds`` is how many all players together have acknowledged between two of them.
    """

    seed: int
    victims: Sequence[Victim]
    kills: int = 5
    rounds: int = 15
    players: int = 8
    servers: int = 1
    workers: int = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the players wrote down, and what the servers said."""

    players: Sequence[CrashPlayer]
    killed: Sequence[Victim]
    log: str

    def __str__(self) -> str:
        rounds = sum(len(player.rounds) for player in self.players)
        repeats = sum(player.repeats for player in self.players)
        return f"{rounds} rounds, {repeats} forms sent again, struck: {', '.join(self.killed)}"


def crash(
    plan: Plan, database_url: str, folder: Path, postgres: PostgresServer | None = None
) -> Outcome:
    """Carry out the plan on a database at head; *postgres* is its server, if it may be killed."""
    chance = Random(plan.seed)
    # Only where it is to be wrong is the clock not the machine's own.
    command = JUMPY if Victim.CLOCK in plan.victims else (COMMAND, "run")
    servers = [
        CasinoServer(
            database_url, folder, f"server-{number}", workers=plan.workers, command=command
        )
        for number in range(plan.servers)
    ]
    killed: list[Victim] = []
    is_over = Event()
    with ExitStack() as running, ThreadPoolExecutor(plan.players) as pool:
        for server in servers:
            running.callback(server.stop)
            server.start()
        players = [
            CrashPlayer(f"player-{number}", [each.port for each in servers], Random(seed))
            for number, seed in enumerate(chance.sample(range(10**6), plan.players))
        ]
        # Whatever happens here, the players must not be waited for in vain.
        running.callback(is_over.set)
        playing = [pool.submit(player.play, is_over.is_set) for player in players]
        try:
            for victim in _order(plan, chance):
                _await_rounds(plan.rounds, players, playing)
                time.sleep(chance.uniform(0, _DELAY_SECONDS_MAX))
                _strike(victim, chance, servers, postgres, database_url, folder)
                killed.append(victim)
            _await_rounds(plan.rounds, players, playing)
        finally:
            is_over.set()
        for each in playing:
            each.result()
    return Outcome(players, killed, "".join(server.log for server in servers))


def _order(plan: Plan, chance: Random) -> list[Victim]:
    order = [plan.victims[number % len(plan.victims)] for number in range(plan.kills)]
    chance.shuffle(order)
    return order


def _await_rounds(
    rounds: int, players: Sequence[CrashPlayer], playing: Sequence["Future[None]"]
) -> None:
    wanted = rounds + sum(len(player.rounds) for player in players)
    give_up_at = time.monotonic() + PATIENT_SECONDS
    while sum(len(player.rounds) for player in players) < wanted:
        # Nobody may leave before it is over: what drove a player away is raised.
        for each in wait(playing, timeout=0.01).done:
            each.result()
        assert time.monotonic() < give_up_at, "nobody plays on"


def _strike(
    victim: Victim,
    chance: Random,
    servers: Sequence[CasinoServer],
    postgres: PostgresServer | None,
    database_url: str,
    folder: Path,
) -> None:
    server = chance.choice(servers)
    match victim:
        case Victim.WORKER:
            server.kill_worker(chance)
        case Victim.SERVER:
            server.kill()
            server.start()
        case Victim.DATABASE:
            assert postgres is not None
            postgres.kill()
            time.sleep(chance.uniform(0, _DELAY_SECONDS_MAX))
            postgres.restart()
        case Victim.CONNECTIONS:
            cut_connections(database_url)
        case Victim.DISK:
            fill_disk(database_url, servers)
        case Victim.CLOCK:
            jump(folder, chance)
