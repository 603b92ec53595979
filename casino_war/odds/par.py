"""What rounds are to bring by the rule sheet, reckoned apart from the code that settles them.

The house's watch holds the chips that moved against these figures. Everything else in
`casino_war.odds` takes what a hand pays from `casino_war.game.settlement`, and would agree
with a settlement that pays wrongly; here the rules are read a second time. Only the counting
of cards is shared, which pays nobody.

A round is weighed in two stages, each given all that was decided before it. At the deal an
ante nets 1, -1, or for the moment nothing at a tie, so that it is expected to net nothing;
a tie bet nets its first rung or is lost. At a tie the hand's war is expected to net, with u
the chance that it ties as well (one war; P what a tied war nets in antes)::

    -(1 - u) / 2 + u P        if it goes to war: half of (1 - u) wins 1, half loses 2
    -1/2, or -1               if it surrenders

So what a round nets, less both, is a fair game whatever the player decides and for whatever
reason: its expectation is zero at each stage, and the variances of the stages add up. The
cards left at a tie are those of a full shoe without the tied ones; what earlier rounds of
the shoe have shown moves u by a few thousandths, either way alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from casino_war.game.round import Decision
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import full_shoe, shoe_after_tie
from casino_war.odds.hands import tie_runs, tied_endings
from casino_war.odds.pairs import PairWays, pair_ways
from casino_war.odds.stages import TiedHand

TIED_WAR_ANTES: Mapping[TiedWar, int] = {
    TiedWar.EVEN: 1,
    TiedWar.BONUS_ANTE: 2,
    TiedWar.TRIPLE_RAISE: 3,
    TiedWar.TRIPLE_TOTAL: 6,
    TiedWar.PUSH: 0,
    TiedWar.LOSE: -2,
    TiedWar.REPEAT: 0,
}
"""Net of ante and raise together, in antes, when the last war of a hand ties."""

_Values = Sequence[float]


@dataclass(frozen=True, slots=True)
class _Chances:
    """How likely each ending of a hand is, and each pair of endings of two hands."""

    one: tuple[float, ...]
    two: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a stage of a round is to net, in cents, and how far it can lie from that."""

    mean_cents: float
    variance_cents2: float
    reach_cents: float
    """The furthest that the net can lie from its mean, either way."""


@dataclass(frozen=True, slots=True)
class FirstCards:
    """What the first cards of a round of so many hands come to: ties, and wins less losses."""

    ties: float
    ties_variance: float
    sides_variance: float
    """Wins less losses are expected to be none: exchanging the sides changes nothing."""


@lru_cache(maxsize=1024)
def at_deal(rules: TableRules, wagers: tuple[HandWagers, ...]) -> Expected:
    """Weigh the deal of these hands from a full shoe; an ante nets nothing at a tie."""
    return _weighed(_deal_chances(rules.decks), [_at_deal(rules, hand) for hand in wagers])


def dealt_cents(rules: TableRules, wagers: Sequence[HandWagers], sides: Sequence[int]) -> float:
    """Return what the deal nets by the sheet; *sides* are 1 for won, -1 for lost, 0 for tied."""
    place = {1: 0, -1: 1, 0: 2}
    return sum(_at_deal(rules, hand)[place[side]] for hand, side in zip(wagers, sides, strict=True))


@lru_cache(maxsize=1024)
def at_wars(rules: TableRules, tied: tuple[TiedHand, ...]) -> Expected:
    """Weigh the wars of a round's tied hands, surrenders among them, beyond `at_deal`."""
    chances = _war_chances(rules.decks, len(tied), rules.wars_in_a_row_max)
    return _weighed(chances, [_at_war(rules, hand) for hand in tied])


@lru_cache(maxsize=128)
def first_cards(decks: int, hands: int) -> FirstCards:
    """Weigh the first cards of a round of *hands* hands, which share the dealer's card."""
    chances = _deal_chances(decks)
    ties = _weighed(chances, [(0.0, 0.0, 1.0)] * hands)
    sides = _weighed(chances, [(1.0, -1.0, 0.0)] * hands)
    return FirstCards(ties.mean_cents, ties.variance_cents2, sides.variance_cents2)


@lru_cache(maxsize=16)
def _deal_chances(decks: int) -> _Chances:
    shoe = full_shoe(decks)
    deals, ties = tie_runs(shoe, 1)
    decided = (deals - ties) // 2
    return _chances((decided, decided, ties), deals, pair_ways(shoe, 0))


@lru_cache(maxsize=128)
def _war_chances(decks: int, tied: int, wars: int) -> _Chances:
    """Weigh the wars from a full shoe without the dealer's card and those that tied with it."""
    left = shoe_after_tie(decks, tied)
    runs = tie_runs(left, wars)
    return _chances(tied_endings(runs), runs[0], pair_ways(left, wars - 1))


def _chances(ways: Sequence[int], deals: int, pairs: PairWays) -> _Chances:
    return _Chances(
        tuple(one / deals for one in ways),
        tuple(tuple(one / pairs.deals for one in row) for row in pairs.matrix),
    )


def _at_deal(rules: TableRules, hand: HandWagers) -> _Values:
    """Return what a hand nets if its first card wins, loses or ties."""
    ante, tie_bet = float(hand.ante_cents), hand.tie_bet_cents
    return ante - tie_bet, -ante - tie_bet, float((rules.tie_bet_to_one or 0) * tie_bet)


def _at_war(rules: TableRules, hand: TiedHand) -> _Values:
    """Return what a tied hand nets beyond the deal: won or lost at each war, or tied to the end."""
    wars, ante = rules.wars_in_a_row_max, float(hand.wagers.ante_cents)
    endings = range(2 * wars + 1)
    if hand.decision is Decision.SURRENDER:
        return [-ante if rules.surrender is Surrender.ALL else -ante / 2 for _ in endings]
    nets = []
    for place in endings:
        # An ending's place tells how many ties came before it, the first cards' included.
        ties = place // 2 + 1
        is_tied = place == 2 * wars
        net = ante * (TIED_WAR_ANTES[rules.tied_war] if is_tied else -2 if place % 2 else 1)
        if hand.decision is Decision.WAR_WITH_TIE_BET:
            net += ante * ((rules.second_tie_bet_to_one or 0) if ties > 1 else -1)
        if rules.tie_ladder:
            rungs = rules.tie_ladder
            net += (rungs[min(ties, len(rungs)) - 1] - rungs[0]) * hand.wagers.tie_bet_cents
        nets.append(net)
    return nets


def _weighed(chances: _Chances, values: Sequence[_Values]) -> Expected:
    """Weigh the values of several hands by their endings."""
    means = [_dot(chances.one, hand) for hand in values]
    variance = sum(
        _dot(chances.one, [(value - mean) ** 2 for value in hand])
        for hand, mean in zip(values, means, strict=True)
    )
    for (one, one_mean), (other, other_mean) in combinations(zip(values, means, strict=True), 2):
        product = sum(value * _dot(row, other) for value, row in zip(one, chances.two, strict=True))
        variance += 2 * (product - one_mean * other_mean)
    reach = sum(
        max(abs(value - mean) for value in hand) for hand, mean in zip(values, means, strict=True)
    )
    return Expected(sum(means), variance, reach)


def _dot(chances: Sequence[float], values: _Values) -> float:
    return sum([chance * value for chance, value in zip(chances, values, strict=True)])
