"""A settled round as the charts see it: how far it lies from what it was to bring.

The cards and decisions are read from the round, what it brought from the chips that moved
between its player and the house, and what it was to bring from `casino_war.odds.par`: the
code that settles rounds is asked nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from casino_war.game.notation import RoundNotation, parse_cards_line, parse_notation
from casino_war.game.table_rules import TableRules
from casino_war.odds.control import Deviation, Figure
from casino_war.odds.par import at_deal, at_wars, dealt_cents, first_cards
from casino_war.odds.stages import TiedHand
from casino_war.store.watched_rounds import MovedRound


@dataclass(frozen=True, slots=True)
class Weighed:
    """One round: its deviations, and what it adds to its table's totals."""

    figures: Mapping[Figure, Deviation]
    hands: int
    net_cents: int
    """What its player gained, by the chips."""
    expected_cents: float
    variance_cents2: float


@dataclass(slots=True)
class Totals:
    """What a table's rounds came to in all; amounts in cents, seen from the house."""

    rounds: int = 0
    hands: int = 0
    wagered_cents: int = 0
    result_cents: int = 0
    """What the house won from its players, less what it paid them."""
    expected_cents: float = 0.0
    """What it was to win of those bets, given the ties that fell and what was decided."""
    variance_cents2: float = 0.0

    def add(self, round_: MovedRound, weighed: Weighed) -> None:
        """Add one round."""
        # First, for it is what a row may hold something else in; then nothing is added.
        self.wagered_cents += round_.wagered_cents
        self.rounds += 1
        self.hands += weighed.hands
        self.result_cents -= weighed.net_cents
        self.expected_cents -= weighed.expected_cents
        self.variance_cents2 += weighed.variance_cents2

    @property
    def z(self) -> float:
        """How many standard deviations the result lies above expectation."""
        if not self.variance_cents2:
            return 0.0
        return (self.result_cents - self.expected_cents) / sqrt(self.variance_cents2)

    def to_data(self) -> dict[str, Any]:
        """Return the sums as plain values, the fields of `Totals`."""
        return asdict(self)


def weigh(rules: TableRules, round_: MovedRound) -> Weighed:
    """Weigh a round against the rule sheet.

    Raises:
        CasinoWarError: its notation or its cards cannot be read.
    """
    line = parse_notation(round_.notation)
    rows = [row[0].rank for row in parse_cards_line(round_.cards_text)]
    dealer = rows.pop()
    hands = len(line.wagers)
    deal = at_deal(rules, line.wagers)
    reach, expected, variance = deal.reach_cents, deal.mean_cents, deal.variance_cents2
    signs = [(rank > dealer) - (rank < dealer) for rank in rows]
    stake = sum(hand.total_cents for hand in line.wagers)
    tied = _tied(line, [sign == 0 for sign in signs])
    at_war = Deviation()
    if tied:
        wars = at_wars(rules, tied)
        expected += wars.mean_cents
        variance += wars.variance_cents2
        reach = max(reach, wars.reach_cents)
        beyond = round_.moved_cents - dealt_cents(rules, line.wagers, signs) - wars.mean_cents
        at_war = Deviation(
            beyond / stake, wars.variance_cents2 / stake**2, wars.reach_cents / stake
        )
    par = first_cards(rules.decks, hands)
    return Weighed(
        figures={
            Figure.RESULT: Deviation(
                (round_.moved_cents - expected) / stake, variance / stake**2, reach / stake
            ),
            Figure.WARS: at_war,
            Figure.TIES: Deviation(len(tied) - par.ties, par.ties_variance, float(hands)),
            Figure.SIDES: Deviation(float(sum(signs)), par.sides_variance, float(hands)),
        },
        hands=hands,
        net_cents=round_.moved_cents,
        expected_cents=expected,
        variance_cents2=variance,
    )


def _tied(line: RoundNotation, is_tied: list[bool]) -> tuple[TiedHand, ...]:
    """List the tied hands; those with an ante decided, in seat order."""
    decisions = iter(line.decisions)
    return tuple(
        TiedHand(wagers, next(decisions, None) if wagers.ante_cents else None)
        for wagers, has_tied in zip(line.wagers, is_tied, strict=True)
        if has_tied
    )
