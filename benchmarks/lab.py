"""How fast the laboratory is beside plain loops in C: ``python -m benchmarks.lab [SECONDS]``.

The C loops are compiled there and then, where there is a compiler, with ``-O3
-march=native``. They deal the same games from `SplitMix64`, one number drawn for each card
or swap, and count the same endings. Rates are of processor time, and every ratio is of
one run: each pair is timed in turns, and the middle ratio of several turns is told.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from casino_war.game.table_presets import find as find_table
from casino_war.game.war_rules import WarRules
from casino_war.lab import runner
from casino_war.lab.backends import Backend, play_chunk
from casino_war.lab.plan import HandsPlan, WarPlan
from casino_war.odds.composition import full_shoe
from casino_war.odds.numbers import FAST
from casino_war.odds.report import hand_odds
from casino_war.odds.strategy import Strategy

TURNS = 5
SECONDS = 1.0
ERRORS = 5
SOURCE = Path(__file__).with_name("lab.c")
Rate = Callable[[float], float]
"""Works for so many seconds of processor time and returns how much it did in each."""


def compiled(folder: str) -> ctypes.CDLL | None:
    """Compile the C loops; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = Path(folder) / "lab.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run([compiler, *options], check=True)
    loops = ctypes.CDLL(str(library))
    for name in ("fresh_hands", "shoe_hands", "war_games"):
        getattr(loops, name).restype = ctypes.c_double
    return loops


def rate_of(work: Callable[[int], None], amount: int) -> Rate:
    """Return a rate of work that is done in steps of such an amount."""

    def rate(seconds: float) -> float:
        start, done = time.process_time(), 0
        while time.process_time() - start < seconds:
            work(done)
            done += 1
        return amount * done / (time.process_time() - start)

    return rate


def hands_rate(table: str) -> Rate:
    """Return the rate of the kernel at a table, one hand a round."""
    rules = find_table(table).rules
    size = 2**18
    plan = HandsPlan(rules=rules, hands=2**40, ante_cents=1000, chunk_rounds=size)
    return rate_of(lambda index: ignore(play_chunk(plan, Backend.KERNEL, index)), size)


def games_rate(buried: int) -> Rate:
    """Return the rate of the kernel of War with so many cards buried."""
    size = 2**12
    plan = WarPlan(rules=WarRules(war_face_down=buried), games=2**40, chunk_games=size)
    return rate_of(lambda index: ignore(play_chunk(plan, Backend.KERNEL, index)), size)


def ignore(_: object) -> None:
    """Drop a result."""


def c_hands_rate(loops: ctypes.CDLL, table: str) -> Rate:
    """Return the rate of the C loop of such a table, whose house edge must be right."""
    rules = find_table(table).rules
    is_fresh = table == "single_deck"
    edge = hand_odds(rules, full_shoe(rules.decks), Strategy.ALWAYS_WAR, FAST).house_edge
    size = 2**20

    def play(index: int, hands: int = size) -> float:
        seed = ctypes.c_uint64(index * 7919 + 1)
        if is_fresh:
            found = loops.fresh_hands(ctypes.c_int64(hands), rules.cards, seed)
        else:
            cut, burn = rules.cut_position, rules.war_burn
            found = loops.shoe_hands(ctypes.c_int64(hands), rules.cards, cut, burn, seed)
        return float(found)

    hands = 4 * 10**6
    assert abs(play(0, hands) + edge * hands) < ERRORS * 1.06 * hands**0.5, "the C loop is wrong"
    return rate_of(lambda index: ignore(play(index)), size)


def c_games_rate(loops: ctypes.CDLL, buried: int) -> Rate:
    """Return the rate of the C loop of War, whose games must be as long as the kernel's."""
    size = 2**12

    def play(index: int, games: int = size) -> float:
        seed = ctypes.c_uint64(index * 7919 + 1)
        return float(loops.war_games(ctypes.c_int64(games), buried, seed))

    games = 20_000
    plan = WarPlan(rules=WarRules(war_face_down=buried), games=games)
    lengths = runner.simulate_war(plan).summary.lengths
    battles = sum(length * often for length, often in lengths.items())
    assert abs(play(0, games) / battles - 1) < 0.03, "the C loop is wrong"
    return rate_of(lambda index: ignore(play(index)), size)


def compare(name: str, ours: Rate, theirs: Rate | None, target: float, seconds: float) -> bool:
    """Print both rates and their ratio; say whether it is less than the target."""
    ours(0.1)
    if theirs is None:
        print(f"{name:34}{ours(seconds):>16,.0f}{'no compiler':>16}")
        return False
    theirs(0.1)
    turns = [(ours(seconds), theirs(seconds)) for _ in range(TURNS)]
    own, other = sorted(turns, key=lambda turn: turn[0] / turn[1])[TURNS // 2]
    print(f"{name:34}{own:>16,.0f}{other:>16,.0f}{own / other:>9.0%}{target:>9.0%}")
    return own / other < target


def two_processes(seconds: float) -> bool:
    """Print how much faster two processes are than one, by the clock.

    So many hands that starting the processes, most of a second, hardly counts.
    """
    hands = round(4 * 10**9 * seconds)
    plan = HandsPlan(rules=find_table("classic").rules, hands=hands, ante_cents=1000)
    times = []
    for jobs in (1, 2):
        runner.simulate_hands(replace(plan, hands=2**20), jobs)
        start = time.perf_counter()
        runner.simulate_hands(plan, jobs)
        times.append(time.perf_counter() - start)
    print(f"{'two processes, by the clock':34}{times[0] / times[1]:>41.2f}{1.8:>9}")
    return times[0] / times[1] < 1.8


def main() -> None:
    """Print a line for each loop; exit with 1 if one is too slow."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    is_slow = False
    print(f"{'':34}{'kernel /s':>16}{'C /s':>16}{'ratio':>9}{'target':>9}")
    with tempfile.TemporaryDirectory() as folder:
        loops = compiled(folder)
        for table in ("single_deck", "classic"):
            theirs = c_hands_rate(loops, table) if loops else None
            name = f"Casino War, hands, {table}"
            is_slow |= compare(name, hands_rate(table), theirs, 0.6, seconds)
        for buried, target in ((3, 2.0), (1, 1.3)):
            theirs = c_games_rate(loops, buried) if loops else None
            name = f"War, games, {buried} buried"
            is_slow |= compare(name, games_rate(buried), theirs, target, seconds)
    is_slow |= two_processes(seconds)
    sys.exit(1 if is_slow else 0)


if __name__ == "__main__":
    main()
