"""What a player may see: choices with their costs and prospects, and no undealt card."""

import itertools
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given

from casino_war.game.cards import PACK, Card
from casino_war.game.casino import legal_decisions
from casino_war.game.events import CardTurned, HandOutcome, ShoeEnd
from casino_war.game.notation import RoundNotation, replay
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.views import Choice, Prospect, view_round
from casino_war.game.wagers import HandWagers
from tests.game.rounds import LETTERS, awaiting, bet, of_type, settled
from tests.game.strategies import UNHURRIED, Journey, journeys

BONUS = TableRules(tied_war=TiedWar.BONUS_ANTE, second_tie_bet_to_one=10)
LADDER = find("ladder").rules


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)


def prospect(outcome: HandOutcome, net_cents: int) -> Prospect:
    return Prospect(outcome=outcome, net_cents=net_cents)


def test_a_tie_shows_each_choice_with_its_cost_and_what_it_can_bring() -> None:
    view = view_round(awaiting(BONUS, "9D 9C", [bet(10, 5)]), 1_500)
    assert view.deciding == 0
    assert view.choices == (
        Choice(
            decision=Decision.SURRENDER,
            stake_cents=0,
            is_legal=True,
            prospects=(prospect(HandOutcome.SURRENDER, -500),),
        ),
        Choice(
            decision=Decision.WAR,
            stake_cents=1_000,
            is_legal=True,
            prospects=(
                prospect(HandOutcome.WAR_WIN, 1_000),
                prospect(HandOutcome.WAR_LOSS, -2_000),
                prospect(HandOutcome.TIED_WAR, 2_000),
            ),
        ),
        Choice(
            decision=Decision.WAR_WITH_TIE_BET,
            stake_cents=2_000,
            is_legal=False,
            prospects=(
                prospect(HandOutcome.WAR_WIN, 0),
                prospect(HandOutcome.WAR_LOSS, -3_000),
                prospect(HandOutcome.TIED_WAR, 12_000),
            ),
        ),
    )


def test_choices_that_the_table_does_not_offer_are_not_shown() -> None:
    rules = TableRules(surrender=Surrender.NOT_OFFERED)
    view = view_round(awaiting(rules, "9D 9C", [bet(10)]), 0)
    assert [(choice.decision, choice.is_legal) for choice in view.choices] == [
        (Decision.WAR, False)
    ]


@pytest.mark.parametrize(
    ("letter", "raise_cents", "second_cents"), [("S", 0, 0), ("W", 1_000, 0), ("T", 1_000, 1_000)]
)
def test_a_hand_shows_the_stakes_that_its_decision_added(
    letter: str, raise_cents: int, second_cents: int
) -> None:
    view = view_round(awaiting(BONUS, "9D 9H 9C", [bet(10), bet(20)], letter), 0)
    assert view.hands[0].raise_cents == raise_cents
    assert view.hands[0].second_tie_bet_cents == second_cents
    assert (view.net_cents, view.shoe_end, view.wars_fought) == (None, None, 0)


def test_a_settled_round_shows_its_results() -> None:
    state, _ = settled(BONUS, "9D 9C 2D 2H 2S KD QC", [bet(10, 5)], "W")
    view = view_round(state, 0)
    assert (view.deciding, view.choices, view.wars_fought) == (None, (), 1)
    assert (view.net_cents, view.shoe_end) == (6_000, ShoeEnd.TOO_FEW_CARDS)
    assert [card.code for card in view.dealer_cards] == ["9C", "QC"]
    (hand,) = view.hands
    assert (hand.seat, hand.outcome, hand.net_cents) == (0, HandOutcome.WAR_WIN, 6_000)
    assert (hand.ties, hand.decision, len(hand.settled)) == (1, Decision.WAR, 3)


@UNHURRIED
@given(journeys())
def test_a_view_holds_the_upturned_cards_and_no_other(journey: Journey) -> None:
    turned = {id(event.card) for event in of_type(CardTurned, journey.events)}
    for state, funds in zip(journey.states, journey.funds_then, strict=True):
        shown = list(cards_in(view_round(state, funds)))
        count = sum(len(hand.cards) for hand in state.hands) + len(state.dealer_cards)
        assert len(shown) == count
        assert {id(card) for card in shown} <= turned


@UNHURRIED
@given(journeys())
def test_a_view_does_not_depend_on_undealt_or_burned_cards(journey: Journey) -> None:
    """The same round from a shoe in which every card but the upturned ones is another."""
    upturned, position = set(), journey.shoe.position
    for event in journey.events:
        if isinstance(event, CardTurned):
            upturned.add(position)
        position += getattr(event, "count", 1 if isinstance(event, CardTurned) else 0)
    other = tuple(
        card if place in upturned else PACK[(PACK.index(card) + 17) % 52]
        for place, card in enumerate(journey.shoe.cards)
    )
    for count, (state, funds) in enumerate(zip(journey.states, journey.funds_then, strict=True)):
        notation = RoundNotation(
            rules_key="own",
            rules_version=1,
            shoe="s",
            position=journey.shoe.position,
            wagers=journey.wagers,
            decisions=tuple(journey.decisions[:count]),
        )
        again, _ = replay(journey.rules, other, notation)
        assert view_round(again, funds) == view_round(state, funds)


@UNHURRIED
@given(journeys())
def test_a_view_offers_just_the_legal_decisions(journey: Journey) -> None:
    for state, funds in journey.awaiting:
        view = view_round(state, funds)
        legal = tuple(choice.decision for choice in view.choices if choice.is_legal)
        assert legal == legal_decisions(state, funds)
        assert isinstance(state, AwaitingDecision)
        assert view.deciding == state.deciding


@UNHURRIED
@given(journeys())
def test_every_decision_ends_as_one_of_the_prospects_shown_for_it(journey: Journey) -> None:
    decided = zip(journey.awaiting, journey.decisions, strict=True)
    for (state, funds_cents), decision in decided:
        assert isinstance(state, AwaitingDecision)
        before, hand = state.hands[state.deciding], journey.end.hands[state.deciding]
        choices = view_round(state, funds_cents).choices
        (chosen,) = [choice for choice in choices if choice.decision is decision]
        assert (hand.outcome, hand.net_cents - before.net_cents) in [
            (shown.outcome, shown.net_cents) for shown in chosen.prospects
        ]


def test_where_wars_repeat_the_second_tie_bet_may_be_won_before_the_war_is() -> None:
    rules = TableRules(tied_war=TiedWar.REPEAT, second_tie_bet_to_one=10)
    *_, again = view_round(awaiting(rules, "9D 9C", [bet(10)]), 10_000).choices
    assert again.prospects == (
        Prospect(outcome=HandOutcome.WAR_WIN, net_cents=0),
        Prospect(outcome=HandOutcome.WAR_LOSS, net_cents=-3_000),
        Prospect(outcome=HandOutcome.WAR_WIN, net_cents=11_000, tied_wars=1),
        Prospect(outcome=HandOutcome.WAR_LOSS, net_cents=8_000, tied_wars=1),
        Prospect(outcome=HandOutcome.TIED_WAR, net_cents=10_000),
    )


def test_the_ladder_tells_what_its_open_tie_bet_brings_with_each_choice() -> None:
    surrender, war = view_round(awaiting(LADDER, "9D 9C", [bet(50, 25)]), 10_000).choices
    assert surrender.prospects == (prospect(HandOutcome.SURRENDER, 22_500),)
    assert war.prospects == (
        Prospect(outcome=HandOutcome.WAR_WIN, net_cents=30_000),
        Prospect(outcome=HandOutcome.WAR_LOSS, net_cents=15_000),
        Prospect(outcome=HandOutcome.WAR_WIN, net_cents=67_500, tied_wars=1),
        Prospect(outcome=HandOutcome.WAR_LOSS, net_cents=52_500, tied_wars=1),
        Prospect(outcome=HandOutcome.WAR_WIN, net_cents=130_000, tied_wars=2),
        Prospect(outcome=HandOutcome.WAR_LOSS, net_cents=115_000, tied_wars=2),
        Prospect(outcome=HandOutcome.TIED_WAR, net_cents=500_000),
    )


def test_a_tie_bet_that_was_paid_at_the_deal_is_no_prospect() -> None:
    (hand,) = view_round(awaiting(BONUS, "9D 9C", [bet(10, 5)]), 0).hands
    assert hand.open_tie_bet_cents == 0
    (hand,) = view_round(awaiting(LADDER, "9D 9C", [bet(10, 5)]), 0).hands
    assert hand.open_tie_bet_cents == 500


WAYS = [
    *[(HandOutcome.WAR_WIN, ties, "KD QC") for ties in range(3)],
    *[(HandOutcome.WAR_LOSS, ties, "QD KC") for ties in range(3)],
    *[(HandOutcome.TIED_WAR, ties, "") for ties in (1, 3)],
]
"""How a war can end, after how many tied wars, and on which last cards."""


LADDERS = [
    *itertools.product(TiedWar, [(), (10, 25)]),
    *itertools.product([TiedWar.REPEAT], [(10, 10, 50), (10, 25, 50, 200)]),
]


def played_out(
    rules: TableRules, wagers: HandWagers, letter: str
) -> dict[tuple[HandOutcome, int], int]:
    """Every outcome and net that the decision can lead to, after the fewest tied wars."""
    before = awaiting(rules, "9D 9C", [wagers]).hands[0].net_cents
    if letter == "S":
        end, _ = settled(rules, "9D 9C", [wagers], "S")
        return {(HandOutcome.SURRENDER, end.net_cents - before): 0}
    found: dict[tuple[HandOutcome, int], int] = {}
    for outcome, ties, last in WAYS:
        wars = ties + bool(last)
        if wars > rules.wars_in_a_row_max or (not last and wars < rules.wars_in_a_row_max):
            continue
        end, _ = settled(rules, "9D 9C " + "8H 8S " * ties + last, [wagers], letter)
        assert end.hands[0].outcome is outcome
        found.setdefault((outcome, end.net_cents - before), ties if last else 0)
    return found


@pytest.mark.parametrize("tie_bet", [0, 5])
@pytest.mark.parametrize("second_tie_bet_to_one", [None, 12])
@pytest.mark.parametrize(("tied_war", "ladder"), LADDERS)
def test_the_prospects_are_the_results_of_every_way_played_out(
    tied_war: TiedWar, ladder: tuple[int, ...], second_tie_bet_to_one: int | None, tie_bet: int
) -> None:
    rules = TableRules(
        tied_war=tied_war,
        tie_ladder=ladder,
        second_tie_bet_to_one=second_tie_bet_to_one,
        war_burn=0,
    )
    wagers = bet(10, tie_bet)
    for choice in view_round(awaiting(rules, "9D 9C", [wagers]), 10**6).choices:
        (letter,) = [name for name, decision in LETTERS.items() if decision is choice.decision]
        shown = {(each.outcome, each.net_cents): each.tied_wars for each in choice.prospects}
        assert shown == played_out(rules, wagers, letter)
        assert len(shown) == len(choice.prospects)
