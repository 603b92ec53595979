"""What each decision at a tie is worth, from the cards that are left then.

The tied cards are gone and whatever else has been seen; of the rest t is the chance that
the next two match, and T that all wars of the hand tie. A war that does not tie to the
end wins one ante or loses two, equally likely, so that with w antes for a tied war

    EV(war) = -(1 - T) / 2 + w T        EV(surrender) = -(forfeited share)

and T = t unless tied wars repeat. Under the rule `even` that is (3t - 1) / 2, which no
surrender of half the ante can beat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from casino_war.game.round import Decision
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.odds.composition import Composition, require_cards
from casino_war.odds.endings import FIRST_TIED, UNIT_CENTS, UnitWager, payoffs
from casino_war.odds.hands import dot, gives_up, tie_runs, tied_endings
from casino_war.odds.numbers import Number, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOdds(Generic[Number]):
    """The decisions of a tied hand, amounts in antes or units of the tie bet.

    All are what the hand nets from its deal on: a surrender of half the ante is -1/2.
    """

    p_next_match: Number
    """The chance that the war's first cards tie."""
    ev_war: Number
    ev_surrender: Number | None
    """None where the table does not offer it."""
    ev_second_tie_bet: Number | None
    """Expected net of the tie bet placed with the raise; None where not offered."""
    ev_tie_bet: Mapping[Decision, Number]
    """Expected net of a tie bet that still stands, by what the hand with it does.

    Empty unless the table has a ladder: elsewhere the tie has settled the bet.
    """
    best: Decision
    """War or surrender, whichever is worth more to ante and raise."""
    surrender_break_even: Number
    """The forfeited share of the ante below which surrendering beats going to war."""

    def value_cents(self, decision: Decision, ante_cents: int, tie_bet_cents: int = 0) -> Number:
        """Return what a decision is worth to a hand, in cents.

        ``tie_bet_cents`` is the hand's tie bet, which counts only if it still stands.

        Raises:
            KeyError: the table does not offer the decision.
        """
        return self.offered[decision] * ante_cents + self.standing(decision) * tie_bet_cents

    def values_cents(self, ante_cents: int, tie_bet_cents: int = 0) -> dict[Decision, Number]:
        """Return what each offered decision is worth to a hand; see `value_cents`."""
        return {
            decision: self.value_cents(decision, ante_cents, tie_bet_cents)
            for decision in self.offered
        }

    @property
    def offered(self) -> Mapping[Decision, Number]:
        """What each offered decision is worth per ante, the second tie bet included."""
        found = {Decision.WAR: self.ev_war}
        if self.ev_surrender is not None:
            found[Decision.SURRENDER] = self.ev_surrender
        if self.ev_second_tie_bet is not None:
            found[Decision.WAR_WITH_TIE_BET] = self.ev_war + self.ev_second_tie_bet
        return found

    def standing(self, decision: Decision) -> Number | int:
        """Return what the standing tie bet is worth per unit, 0 if it is settled."""
        surrenders = decision is Decision.SURRENDER
        return self.ev_tie_bet.get(Decision.SURRENDER if surrenders else Decision.WAR, 0)


def decision_odds(
    rules: TableRules, left: Composition, ratio: Ratio[Number]
) -> DecisionOdds[Number]:
    """Return what the decisions of a tied hand are worth when *left* are the cards left.

    Raises:
        InvalidCompositionError: the wars could run out of cards.
    """
    wars = rules.wars_in_a_row_max
    require_cards(left, 2 * (min(left.pairs, wars - 1) + 1))
    paid = payoffs(rules)
    runs = tie_runs(left, wars)
    tied, deals = tied_endings(runs), runs[0]

    def ev(nets: tuple[int, ...]) -> Number:
        return ratio(dot(tied, nets[FIRST_TIED:]), deals * UNIT_CENTS)

    ante = paid[UnitWager.ANTE]
    second = paid.get(UnitWager.SECOND_TIE_BET)
    may_surrender = rules.surrender is not Surrender.NOT_OFFERED
    standing: dict[Decision, Number] = {}
    if rules.tie_ladder:
        tie_bet = paid[UnitWager.TIE_BET]
        standing[Decision.WAR] = ev(tie_bet.war)
        if may_surrender:
            standing[Decision.SURRENDER] = ev(tie_bet.surrender)
    ev_war = ev(ante.war)
    return DecisionOdds(
        p_next_match=ratio(runs[1], deals),
        ev_war=ev_war,
        ev_surrender=ev(ante.surrender) if may_surrender else None,
        ev_second_tie_bet=ev(second.war) if second else None,
        ev_tie_bet=standing,
        best=Decision.SURRENDER if gives_up(rules, tied, ante) else Decision.WAR,
        surrender_break_even=-ev_war,
    )
