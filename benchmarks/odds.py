"""How long a full report takes: ``python -m benchmarks.odds``.

Each report is of what is left of six decks, drawn at random, with the figures of a hand
and of a round of five hands. Times are of the processor, in milliseconds: the median and
the slowest over all compositions, of the fastest of three tries each.
"""

import random
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time

from casino_war.game.table_presets import find
from casino_war.game.table_rules import SUITS_PER_DECK, TableRules, TiedWar
from casino_war.odds.composition import RANKS, Composition
from casino_war.odds.decisions import decision_odds
from casino_war.odds.hands import tie_runs
from casino_war.odds.numbers import EXACT, FAST, Number, Ratio
from casino_war.odds.pairs import pair_ways
from casino_war.odds.report import hand_odds
from casino_war.odds.rounds import round_odds
from casino_war.odds.strategy import Strategy

DECKS = 6
HANDS = 5
COMPOSITIONS = 200
TRIES = 3
FLOATS_MS_MAX, EXACT_MS_MAX = 1.0, 20.0

TABLES = {
    "classic": find("classic").rules,
    "ladder": find("ladder").rules,
    "second tie bet": TableRules(tied_war=TiedWar.BONUS_ANTE, second_tie_bet_to_one=11),
}


def compositions(seed: int) -> list[Composition]:
    """Draw remainders of a six-deck shoe, each rank's count on its own."""
    rng = random.Random(seed)
    most = SUITS_PER_DECK * DECKS
    return [
        Composition(tuple(rng.randint(most // 4, most) for _ in RANKS)) for _ in range(COMPOSITIONS)
    ]


def report_in(rules: TableRules, ratio: Ratio[Number], left: Composition) -> None:
    """Compute everything that can be asked of one composition before a round."""
    hand_odds(rules, left, Strategy.BEST, ratio)
    round_odds(rules, left, HANDS, Strategy.BEST, ratio)


def hint_in(rules: TableRules, ratio: Ratio[Number], left: Composition) -> None:
    """Compute what a player can be told at a tie."""
    decision_odds(rules, left, ratio)


def milliseconds(work: Callable[[Composition], None], lefts: Sequence[Composition]) -> list[float]:
    """Time the work on each composition, the fastest of a few tries, with nothing remembered."""
    times = []
    for left in lefts:
        tries = []
        for _ in range(TRIES):
            tie_runs.cache_clear()
            pair_ways.cache_clear()
            start = process_time()
            work(left)
            tries.append(1000 * (process_time() - start))
        times.append(min(tries))
    return times


def main() -> None:
    """Print a line for each table and kind of figures; exit with 1 if one is too slow."""
    lefts = compositions(seed=1)
    is_slow = False
    print(f"{'table':16}{'figures':16}{'median ms':>10}{'slowest ms':>12}{'of allowed':>12}")
    for name, rules in TABLES.items():
        works: dict[str, tuple[Callable[[Composition], None], float]] = {
            "report, floats": (partial(report_in, rules, FAST), FLOATS_MS_MAX),
            "report, exact": (partial(report_in, rules, EXACT), EXACT_MS_MAX),
            "hint, floats": (partial(hint_in, rules, FAST), FLOATS_MS_MAX),
            "hint, exact": (partial(hint_in, rules, EXACT), EXACT_MS_MAX),
        }
        for figures, (work, allowed) in works.items():
            times = milliseconds(work, lefts)
            median, slowest = statistics.median(times), max(times)
            is_slow = is_slow or median > allowed
            print(f"{name:16}{figures:16}{median:10.3f}{slowest:12.3f}{median / allowed:12.1%}")
    sys.exit(1 if is_slow else 0)


if __name__ == "__main__":
    main()
