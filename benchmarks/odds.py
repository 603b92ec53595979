"""How long a full report takes: ``python -m benchmarks.odds``.

Each report is of what is left of six decks, drawn at random, with the figures of a hand
and of a round of five hands. The page is the calculator's with that composition, best decisions
and five hands, from the request to the last byte. Times are of the processor, in
milliseconds: the median and the slowest over all compositions, of the fastest of three
tries each.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from tempfile import TemporaryDirectory
from time import process_time

from flask.testing import FlaskClient

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
from casino_war.store import migrate
from casino_war.web import create_app

DECKS = 6
HANDS = 5
COMPOSITIONS = 200
TRIES = 3
PAGES = 20
FLOATS_MS_MAX, EXACT_MS_MAX, PAGE_MS_MAX = 1.0, 20.0, 50.0

TABLES = {
    "classic": find("classic").rules,
    "ladder": find("ladder").rules,
    "second tie bet": TableRules(tied_war=TiedWar.BONUS_ANTE, second_tie_bet_to_one=11),
}


QUERIES = {
    "classic": {"table": "classic"},
    "ladder": {"table": "ladder"},
    "second tie bet": {"tied_war": "bonus_ante", "second_tie_bet_to_one": "11"},
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


def page_of(client: FlaskClient, query: Mapping[str, str], left: Composition) -> None:
    """Ask for the calculator's page."""
    counts = " ".join(map(str, left.counts))
    answer = client.get("/odds/calculator", query_string={**query, "counts": counts})
    if answer.status_code != 200:
        raise SystemExit(f"the calculator answered {answer.status}")


def page_times(lefts: Sequence[Composition]) -> Iterator[tuple[str, list[float]]]:
    """Time the calculator's page for each table, as it is for a stranger to an empty casino."""
    with TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/casino.db"
        migrate.upgrade(address)
        app = create_app({"DATABASE_URL": address, "INSTANCE_PATH": folder})
        client = app.test_client()
        for name, query in QUERIES.items():
            asked = {"hands": str(HANDS), "strategy": Strategy.BEST.value, **query}
            work = partial(page_of, client, asked)
            work(lefts[0])  # compiles the templates
            yield name, milliseconds(work, lefts)


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


def show(name: str, figures: str, times: Sequence[float], allowed: float) -> bool:
    """Print a line, and say whether the median is more than allowed."""
    median, slowest = statistics.median(times), max(times)
    print(f"{name:16}{figures:16}{median:10.3f}{slowest:12.3f}{median / allowed:12.1%}")
    return median > allowed


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
            is_slow = show(name, figures, times, allowed) or is_slow
    for name, times in page_times(lefts[:PAGES]):
        is_slow = show(name, "page", times, PAGE_MS_MAX) or is_slow
    sys.exit(1 if is_slow else 0)


if __name__ == "__main__":
    main()
