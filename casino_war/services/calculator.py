"""The odds calculator: one question about a table, a shoe and a way to play, answered exactly."""

from dataclasses import dataclass
from fractions import Fraction

from casino_war.errors import N_, BetRefusedError
from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import (
    Composition,
    full_shoe,
    require_tie_gone,
    shoe_after_tie,
)
from casino_war.odds.counted import first_deals
from casino_war.odds.decisions import DecisionOdds, decision_odds
from casino_war.odds.endings import UnitWager, payoffs
from casino_war.odds.foresight import same_decision
from casino_war.odds.hands import require_round
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import HandOdds, WagerOdds, bet_odds, hand_odds
from casino_war.odds.rounds import RoundOdds, round_odds
from casino_war.odds.strategy import Strategy, as_surrendered, check_strategy

FIRST_DEALS_MAX = 2_000
"""Choices of first cards that may be gone through while somebody waits for a page.

Each takes some 0.15 milliseconds. Three hands from thirteen ranks have 1,820.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the calculator is asked."""

    rules: TableRules
    left: Composition | None = None
    """Cards left before the round, or after the tie; None for a full shoe."""
    strategy: Strategy = Strategy.ALWAYS_WAR
    hands: int = 1
    """Hands of the round, all with equal antes."""
    is_after_tie: bool = False
    """Whether the decisions of a tied hand are asked for, not a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was found: of a round the odds of a hand and of all, after a tie the decisions."""

    left: Composition
    hand: HandOdds[Fraction] | None = None
    both: WagerOdds[Fraction] | None = None
    """An ante and a tie bet of one unit each; None where the table takes no tie bet."""
    together: RoundOdds[Fraction] | None = None
    """The round of several hands; None where one is asked for."""
    decision: DecisionOdds[Fraction] | None = None


def calculate(question: Question) -> Answer:
    """Answer a question.

    Raises:
        InvalidCompositionError: a round, or the war, could run out of cards, or no tie can
            leave the cards that are said to be left by one.
        IllegalDecisionError: the table does not offer what the strategy does.
        BetRefusedError: the table does not deal so many hands, or they would have to be
            counted deal by deal, which takes too long for a page.
    """
    rules = question.rules
    left = question.left
    check_strategy(rules, question.strategy)
    if not 1 <= question.hands <= rules.hands_max:
        raise BetRefusedError(
            N_("Hands a round at this table: 1 to %(maximum)s, not %(hands)s."),
            reason="hands",
            hands=question.hands,
            maximum=rules.hands_max,
        )
    if question.is_after_tie:
        left = left or shoe_after_tie(rules.decks)
        require_tie_gone(left, rules.decks)
        return Answer(left=left, decision=decision_odds(rules, left, EXACT))
    left = left or full_shoe(rules.decks)
    hand = hand_odds(rules, left, question.strategy, EXACT)
    both = None
    if rules.tie_bet_offered:
        stakes = {UnitWager.ANTE: 1, UnitWager.TIE_BET: 1}
        both = bet_odds(rules, left, question.strategy, stakes, EXACT)
    if question.hands == 1:
        return Answer(left=left, hand=hand, both=both)
    _require_soon(question, left)
    together = round_odds(rules, left, question.hands, question.strategy, EXACT)
    return Answer(left=left, hand=hand, both=both, together=together)


def _require_soon(question: Question, left: Composition) -> None:
    """Refuse rounds that would have to be counted deal by deal for longer than pages wait.

    The shoe is checked first, since `same_decision` takes for granted that there are cards
    to fight a war with.
    """
    rules, hands = as_surrendered(question.rules, question.strategy), question.hands
    ante = payoffs(rules)[UnitWager.ANTE]
    require_round(left, rules, hands)
    if first_deals(left.counts, hands) <= FIRST_DEALS_MAX:
        return
    if same_decision(rules, left, hands, question.strategy, ante) is None:
        raise BetRefusedError(
            N_(
                "With these rules the best decision depends on every hand's cards, and there "
                "are too many ways to deal %(hands)s hands to count here: ask for fewer hands, "
                "or the command line."
            ),
            reason="slow",
            hands=hands,
        )
