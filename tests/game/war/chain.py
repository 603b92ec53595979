"""A game of War as a Markov chain, exactly: every draw of the engine instead of one of them.

Suits do not count, so a position is the ranks of both stocks; and all orders of a pot that
look the same are one. A position's battle is played once for each order of its pot.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from casino_war.game import war
from casino_war.game.cards import FRENCH_SUITS, Card, Cards, Rank
from casino_war.game.randomness import RandomSource
from casino_war.game.war_events import Outcome, Taken
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import WarState

Ranks = tuple[Rank, ...]
Position = tuple[Ranks, ...]


class Given(RandomSource):
    """Chance that puts the items of its one shuffle in a given order."""

    def __init__(self, order: Sequence[int] | None = None) -> None:
        self._order = order
        self.shuffled = 0

    def below(self, bound: int) -> int:
        raise AssertionError("the pickup is the only draw")

    def swaps(self, count: int) -> Iterator[int]:
        assert not self.shuffled, "one shuffle a battle"
        self.shuffled = count
        if self._order is None:
            yield from range(count - 1, 0, -1)
            return
        lies = list(range(count))
        for place in range(count - 1, 0, -1):
            found = lies.index(self._order[place])
            lies[place], lies[found] = lies[found], lies[place]
            yield found


@dataclass(frozen=True, slots=True)
class Step:
    """What one battle leads to: positions that go on, and endings (None for a draw)."""

    positions: Mapping[Position, Fraction]
    winner: int | None = None


@cache
def step_of(rules: WarRules) -> Callable[[Position], Step]:
    """Return the function from a position to what its battle leads to."""

    @cache
    def step(position: Position) -> Step:
        state = war.from_stocks(rules, _cards(position))
        after, events = war.play_battle(state, Given())
        if after.ended is not None:
            won = after.ended.outcome is Outcome.WIN
            return Step({}, after.ended.seats[0] if won else None)
        (pot,) = (event.cards for event in events if isinstance(event, Taken))
        orders = list(_orders(pot))
        reached = (war.play_battle(state, Given(order))[0] for order in orders)
        counts = Counter(map(_position, reached))
        return Step({to: Fraction(count, len(orders)) for to, count in counts.items()})

    return step


def _cards(position: Position) -> list[Cards]:
    seen: Counter[Rank] = Counter()
    stocks: list[Cards] = []
    for ranks in position:
        stock: list[Card] = []
        for rank in ranks:
            stock.append(Card(rank, FRENCH_SUITS[seen[rank]]))
            seen[rank] += 1
        stocks.append(tuple(stock))
    return stocks


def _position(state: WarState) -> Position:
    assert not state.carry
    return tuple(tuple(card.rank for card in stock) for stock in state.stocks)


def _orders(pot: Cards) -> Iterator[tuple[int, ...]]:
    """Yield one order of the pot for each sequence of its ranks; all are equally likely."""
    places: defaultdict[Rank, list[int]] = defaultdict(list)
    for place, card in enumerate(pot):
        places[card.rank].append(place)

    def arrange(left: Counter[Rank], laid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(laid) == len(pot):
            yield laid
        for rank in places:
            if left[rank]:
                at = places[rank][-left[rank]]
                yield from arrange(left - Counter({rank: 1}), (*laid, at))

    return arrange(Counter({rank: len(found) for rank, found in places.items()}), ())


@dataclass(slots=True)
class Law:
    """The exact outcome of a game whose start is drawn from given positions."""

    p_wins: list[float]
    p_draw: float = 0.0
    expected_battles: float = 0.0


def law(rules: WarRules, starts: Mapping[Position, float], rest: float = 1e-12) -> Law:
    """Follow the chain until less than *rest* of all games is still in play."""
    step = step_of(rules)
    found = Law([0.0] * rules.players)
    playing = dict(starts)
    while (mass := sum(playing.values())) > rest:
        found.expected_battles += mass
        after: defaultdict[Position, float] = defaultdict(float)
        for position, share in playing.items():
            next_ = step(position)
            for reached, chance in next_.positions.items():
                after[reached] += share * float(chance)
            if not next_.positions and next_.winner is None:
                found.p_draw += share
            elif not next_.positions and next_.winner is not None:
                found.p_wins[next_.winner] += share
        playing = after
    return found
