"""The figures of the reference tables, drawn from an enumeration of rounds."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction

from casino_war.game.events import HandOutcome, Wager
from tests.odds.enumeration import Result

Distribution = Mapping[Result, Fraction]
UNIT_CENTS = 1_000
"""Antes and tie bets of the enumerated rounds: one unit of the reference tables."""


class Figures:
    """What the named wagers of a distribution of rounds come to, in units."""

    def __init__(self, rounds: Distribution, *wagers: Wager) -> None:
        self.rounds = rounds
        self.wagers = wagers

    def net(self, result: Result) -> Fraction:
        return Fraction(result.net(*self.wagers), UNIT_CENTS)

    def expect(self, value: Callable[[Result], Fraction | int]) -> Fraction:
        return sum((chance * value(one) for one, chance in self.rounds.items()), Fraction(0))

    def chance(self, *outcomes: HandOutcome) -> Fraction:
        return self.expect(lambda one: one.outcome in outcomes)

    def part(self, outcome: HandOutcome) -> Fraction:
        """The share of the expected net that rounds of one outcome bring."""
        return self.expect(lambda one: self.net(one) if one.outcome is outcome else 0)

    @property
    def mean(self) -> Fraction:
        return self.expect(self.net)

    @property
    def variance(self) -> Fraction:
        return self.expect(lambda one: (self.net(one) - self.mean) ** 2)

    @property
    def action(self) -> Fraction:
        return self.expect(lambda one: Fraction(one.stake(*self.wagers), UNIT_CENTS))

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for one, chance in self.rounds.items():
            found[self.net(one)] += chance
        return found

    def given_tie(self) -> "Figures":
        """The same wagers in the rounds whose first cards tied, at their chances then."""
        tied = {one: chance for one, chance in self.rounds.items() if one.ties}
        total = sum(tied.values())
        return Figures({one: chance / total for one, chance in tied.items()}, *self.wagers)

    def all(self) -> dict[str, str]:
        """Every figure of the tables by its name there."""
        wins = self.chance(HandOutcome.WIN, HandOutcome.WAR_WIN)
        tied_war = self.chance(HandOutcome.TIED_WAR)
        values = {
            "house_edge_initial_bet": -self.mean,
            "element_of_risk_total_action": -self.mean / self.action,
            "avg_total_action_units": self.action,
            "variance_per_unit_initial_bet": self.variance,
            "rtp_initial_bet": 1 + self.mean,
            "rtp_total_action": 1 + self.mean / self.action,
            "rtp": 1 + self.mean,
            "p_win_initial": self.chance(HandOutcome.WIN),
            "p_lose_initial": self.chance(HandOutcome.LOSS),
            "p_tie_initial": self.expect(lambda one: one.ties > 0),
            "p_tie_given_tie": self.given_tie().expect(lambda one: one.ties > 1),
            "p_tie_then_tie": tied_war,
            "p_tie_then_win": self.chance(HandOutcome.WAR_WIN),
            "p_tie_then_lose": self.chance(HandOutcome.WAR_LOSS),
            "p_hand_won_when_always_war": wins + tied_war,
            "p_win_total": wins + tied_war,
            "p_all_other_wins": wins,
            "p_lose_original_bet": self.chance(HandOutcome.LOSS),
            "p_lose_after_war": self.chance(HandOutcome.WAR_LOSS),
            "return_lose_original_bet": self.part(HandOutcome.LOSS),
            "return_lose_after_war": self.part(HandOutcome.WAR_LOSS),
            "return_tie_then_tie": self.part(HandOutcome.TIED_WAR),
            "total_return": self.mean,
            "ev_of_going_to_war_given_tie_units": self.given_tie().mean,
            "breakeven_surrender_fraction": -self.given_tie().mean,
            "edge_of_war_decision_per_unit_of_the_two_units_at_risk": -self.given_tie().mean / 2,
            "house_edge_of_two_unit_initial_total": -self.mean / 2,
            "variance_units2": self.variance,
        }
        named = {name: f"{value.numerator}/{value.denominator}" for name, value in values.items()}
        named["standard_deviation_per_hand"] = f"sqrt({named['variance_per_unit_initial_bet']})"
        return named
