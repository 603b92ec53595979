"""Every deal of a tiny deck, played to its end."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations

from casino_war.errors import N_, InvalidRulesError
from casino_war.game import war
from casino_war.game.cards import FRENCH_SUITS, Card, Rank
from casino_war.game.randomness import RandomSource
from casino_war.game.war_events import EndReason, Outcome
from casino_war.game.war_rules import Choice, WarRules


@dataclass(slots=True, kw_only=True)
class Tally:
    """How the deals ended; ``battles_sum`` and ``longest`` are over those without a cycle."""

    deals: int = 0
    a_wins: int = 0
    b_wins: int = 0
    draws: int = 0
    cycles: int = 0
    battles_sum: int = 0
    longest: int = 0

    def to_data(self) -> dict[str, int]:
        """Return the counts by name."""
        return asdict(self)


def enumerate_deals(rules: WarRules, ranks: int, suits: int, source: RandomSource) -> Tally:
    """Play each distinct sequence of ranks; A gets the first half, rounded up.

    Raises:
        InvalidRulesError: not 1-13 ranks, 1-4 suits and two players with a card each, or
            players decide something.
        InvalidCardError: the pack has fewer ranks.
    """
    if rules.choice is not Choice.NOTHING:
        raise InvalidRulesError(
            N_("Games in which players decide something cannot be enumerated."),
            fields=("choice",),
        )
    if not (1 <= ranks <= 13 and 1 <= suits <= 4 and ranks * suits > 1 and rules.players == 2):
        raise InvalidRulesError(
            N_(
                "A tiny deck has 1 to 13 ranks in 1 to 4 suits for two players, two cards at least."
            ),
            fields=("ranks", "suits", "players"),
        )
    tally = Tally()
    half = (ranks * suits + 1) // 2
    for cards in _sequences(tuple(Rank(Rank.ACE - i) for i in range(ranks)), suits):
        state = war.from_stocks(rules, (cards[:half], cards[half:]))
        while state.ended is None:
            state, _ = war.play_battle(state, source)
        ended = state.ended
        tally.deals += 1
        if ended.reason is EndReason.CYCLE:
            tally.cycles += 1
            continue
        tally.battles_sum += state.battles
        tally.longest = max(tally.longest, state.battles)
        if ended.outcome is Outcome.DRAW:
            tally.draws += 1
        elif (ended.outcome is Outcome.WIN) == (ended.seats == (0,)):
            tally.a_wins += 1
        else:
            tally.b_wins += 1
    return tally


def _sequences(ranks: tuple[Rank, ...], suits: int) -> Iterator[tuple[Card, ...]]:
    """Yield each order of the ranks once; suits come in order within a rank."""

    def place(rank: int, free: tuple[int, ...], placed: dict[int, Card]) -> Iterator[None]:
        if rank == len(ranks):
            yield None
            return
        for places in combinations(free, suits):
            for suit, at in zip(FRENCH_SUITS, places, strict=False):
                placed[at] = Card(ranks[rank], suit)
            yield from place(rank + 1, tuple(i for i in free if i not in places), placed)

    count = len(ranks) * suits
    placed: dict[int, Card] = {}
    for _ in place(0, tuple(range(count)), placed):
        yield tuple(placed[i] for i in range(count))
