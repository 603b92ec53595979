"""Exact odds: of a table, of any rules, and of a shoe some of whose cards are known."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from casino_war.errors import N_
from casino_war.game.round import Decision
from casino_war.game.table_rules import DECKS_MAX, HANDS_MAX, SUITS_PER_DECK, TableRules
from casino_war.odds.composition import RANKS, Composition
from casino_war.odds.decisions import DecisionOdds
from casino_war.odds.report import HandOdds, WagerOdds
from casino_war.odds.rounds import RoundOdds
from casino_war.odds.strategy import Strategy
from casino_war.services.api_tokens import Scope
from casino_war.services.calculator import Answer as Found
from casino_war.services.calculator import Question, calculate
from casino_war.services.table_page import table_page
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Keyed, Link
from casino_war.web.api.rules import GivenRules
from casino_war.web.api.values import AddressNumber, Answer, Body, Query

AREA = Area("odds", N_("Odds"))


class Exact(Answer):
    """A number, and the same as a fraction without any rounding."""

    value: float
    exact: Annotated[str, Field(examples=["-1/2"])]


class WagerFigures(Answer):
    """What one unit staked comes to, in units."""

    ev: Exact
    average_action: Exact
    edge: Exact
    element_of_risk: Exact
    standard_deviation: float
    distribution: Annotated[
        dict[str, Exact], Field(description="The chance of each net that can happen.")
    ]


class HandFigures(Answer):
    """A hand dealt alone, in antes; null where the table has no such bet or no tie is left."""

    p_win: Exact
    p_lose: Exact
    p_tie: Exact
    p_tied_war: Exact | None
    p_hand_won: Exact
    ante: WagerFigures
    tie_bet: WagerFigures | None
    lone_tie_bet: WagerFigures | None
    second_tie_bet: WagerFigures | None
    tie_bet_break_even_to_one: Exact | None
    surrender_break_even: Exact | None


class RoundFigures(Answer):
    """A round of several hands with equal antes, in antes."""

    hands: int
    p_any_tie: Exact
    mean: Exact
    action: Exact
    variance: Exact
    standard_deviation: float
    correlation: Exact | None


class DecisionFigures(Answer):
    """The decisions of a tied hand, in antes."""

    p_next_match: Exact
    ev_war: Exact
    ev_surrender: Exact | None
    ev_second_tie_bet: Exact | None
    best: Decision
    surrender_break_even: Exact


class Odds(Answer):
    """What was found; ``left`` are the cards by rank from two to ace."""

    left: tuple[int, ...]
    hand: HandFigures | None
    ante_and_tie_bet: WagerFigures | None
    round: RoundFigures | None
    decision: DecisionFigures | None


_Count = Annotated[int, Field(ge=0, le=SUITS_PER_DECK * DECKS_MAX)]


class OddsBody(Body):
    """A question to the calculator."""

    rules: Annotated[GivenRules, Field(default_factory=GivenRules)]
    left: Annotated[
        tuple[_Count, ...] | None,
        Field(
            min_length=len(RANKS),
            max_length=len(RANKS),
            description="Cards left by rank from two to ace; null for a full shoe.",
        ),
    ] = None
    strategy: Strategy = Strategy.ALWAYS_WAR
    hands: Annotated[int, Field(ge=1, le=HANDS_MAX)] = 1
    is_after_tie: Annotated[
        bool, Field(description="Whether the decisions at a tie are asked for.")
    ] = False


class OddsQuery(Query):
    """How a table's odds are asked for."""

    strategy: Strategy = Strategy.ALWAYS_WAR
    hands: Annotated[
        AddressNumber, Field(ge=1, le=HANDS_MAX, description="Hands of the round.")
    ] = 1


@AREA.get("/tables/<key>/odds", N_("Tell the odds of a table"))
def show_odds(call: Call, key: str, query: OddsQuery) -> Odds:
    """Tell what every bet costs from a full shoe, by the rules that the player finds there."""
    rules = table_page(call.house, call.token, key).rules
    return _odds(rules, None, query.strategy, query.hands)


@AREA.post(
    "/odds",
    N_("Ask the calculator"),
    keyed=Keyed.NOT,
    scope=Scope.READ,
    links=(Link(operation="list_tables"),),
)
def ask_odds(call: Call, body: OddsBody) -> Odds:
    """Tell the odds of any rules, and of a shoe some of whose cards are gone. Nothing is kept."""
    left = None if body.left is None else Composition(body.left)
    return _odds(body.rules.value(), left, body.strategy, body.hands, body.is_after_tie)


def _odds(
    rules: TableRules,
    left: Composition | None,
    strategy: Strategy,
    hands: int,
    is_after_tie: bool = False,
) -> Odds:
    found: Found = calculate(
        Question(rules=rules, left=left, strategy=strategy, hands=hands, is_after_tie=is_after_tie)
    )
    return Odds(
        left=found.left.counts,
        hand=None if found.hand is None else _hand(found.hand),
        ante_and_tie_bet=_wager(found.both),
        round=None if found.together is None else _round(found.together),
        decision=None if found.decision is None else _decision(found.decision),
    )


def _exact(number: Fraction | int) -> Exact:
    return Exact(value=float(number), exact=str(number))


def _perhaps(number: Fraction | None) -> Exact | None:
    return None if number is None else _exact(number)


def _distribution(found: Mapping[Fraction, Fraction]) -> dict[str, Exact]:
    return {str(net): _exact(chance) for net, chance in found.items()}


def _wager(odds: WagerOdds[Fraction] | None) -> WagerFigures | None:
    if odds is None:
        return None
    return WagerFigures(
        ev=_exact(odds.ev),
        average_action=_exact(odds.average_action),
        edge=_exact(odds.edge),
        element_of_risk=_exact(odds.element_of_risk),
        standard_deviation=odds.standard_deviation,
        distribution=_distribution(odds.distribution),
    )


def _hand(odds: HandOdds[Fraction]) -> HandFigures:
    return HandFigures.model_validate(
        {
            **{
                name: _exact(getattr(odds, name))
                for name in ("p_win", "p_lose", "p_tie", "p_hand_won")
            },
            **{
                name: _perhaps(getattr(odds, name))
                for name in ("p_tied_war", "tie_bet_break_even_to_one", "surrender_break_even")
            },
            **{
                name: _wager(getattr(odds, name))
                for name in ("ante", "tie_bet", "lone_tie_bet", "second_tie_bet")
            },
        }
    )


def _round(odds: RoundOdds[Fraction]) -> RoundFigures:
    return RoundFigures(
        hands=odds.hands,
        p_any_tie=_exact(odds.p_any_tie),
        mean=_exact(odds.round_mean),
        action=_exact(odds.round_action),
        variance=_exact(odds.round_variance),
        standard_deviation=odds.round_standard_deviation,
        correlation=_perhaps(odds.correlation),
    )


def _decision(odds: DecisionOdds[Fraction]) -> DecisionFigures:
    return DecisionFigures(
        p_next_match=_exact(odds.p_next_match),
        ev_war=_exact(odds.ev_war),
        ev_surrender=_perhaps(odds.ev_surrender),
        ev_second_tie_bet=_perhaps(odds.ev_second_tie_bet),
        best=odds.best,
        surrender_break_even=_exact(odds.surrender_break_even),
    )
