"""The casino's rounds, fought again as War between two: one battle code for both games."""

from collections.abc import Sequence
from itertools import islice

from hypothesis import given, settings

from casino_war.game.battle import Contest, Laid, Placement, compare, fight_war
from casino_war.game.cards import Card, Cards, parse_card
from casino_war.game.events import DEALER, HandOutcome, Seat
from casino_war.game.randomness import SplitMix64
from casino_war.game.round import Decision, Hand, Settled
from casino_war.game.stock import StockSupply
from casino_war.game.war_pack import strength_of
from casino_war.game.war_rules import ShortRule, WarRules
from tests.game.strategies import UNHURRIED, Journey, journeys

SUDDEN = WarRules(war_face_down=0, short_rule=ShortRule.PLAY_AVAILABLE)
"""Wars of single cards: what the casino burns, nobody lays."""


class Served:
    """A supply of the very cards that a casino round turned for one hand and its dealer."""

    def __init__(self, hand: Cards, dealer: Cards) -> None:
        self.cards = {0: hand, DEALER: dealer}

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        return Laid()

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        return Laid(tuple(Placement(seat, self.cards[seat][step], True) for seat in entrants))


def refought(hand: Hand, round_: Settled) -> tuple[HandOutcome, int]:
    """Return outcome and ties of a hand as its battle with the dealer alone."""
    contest = Contest((0, DEALER))
    supply = Served(hand.cards, round_.dealer_cards)
    shown = supply.turn(contest.seats, 0).upturned
    best, ties = compare(contest, shown), 0
    if len(best) == 1:
        return (HandOutcome.WIN if best == (0,) else HandOutcome.LOSS), ties
    ties = 1
    if hand.decision is Decision.SURRENDER:
        return HandOutcome.SURRENDER, ties
    if hand.decision is None and len(hand.cards) == 1:
        return HandOutcome.TIED, ties
    war = fight_war(supply, [contest], shown)
    for fought in islice(war, round_.rules.wars_in_a_row_max):
        best = compare(contest, fought.upturned)
        ties += len(best) > 1
    if len(best) > 1:
        return HandOutcome.TIED_WAR, ties
    return (HandOutcome.WAR_WIN if best == (0,) else HandOutcome.WAR_LOSS), ties


def told(hand: Hand, outcome: HandOutcome) -> HandOutcome:
    """Return how the casino calls an outcome; without an ante only the tie bet counts."""
    if hand.wagers.ante_cents:
        return outcome
    is_untied = outcome in (HandOutcome.WIN, HandOutcome.LOSS)
    return HandOutcome.NOT_TIED if is_untied else HandOutcome.TIED


@settings(UNHURRIED, max_examples=60)
@given(journeys())
def test_every_hand_ends_as_its_battle_with_the_dealer(journey: Journey) -> None:
    for hand in journey.end.hands:
        outcome, ties = refought(hand, journey.end)
        assert (hand.outcome, hand.ties) == (told(hand, outcome), ties)


@settings(UNHURRIED, max_examples=60)
@given(journeys())
def test_every_war_goes_as_between_two_stocks_of_the_pile_game(journey: Journey) -> None:
    """The stocks of War, with its ranks and its rules for a war, decide the same."""
    for hand in journey.end.hands:
        if len(hand.cards) == 1:
            continue
        stocks = (hand.cards, journey.end.dealer_cards[: len(hand.cards)])
        supply = StockSupply(SUDDEN, stocks, ((), ()), SplitMix64(1))
        contest, strength = Contest((0, 1)), strength_of(SUDDEN)
        shown = supply.turn(contest.seats, 0).upturned
        assert compare(contest, shown, strength) == (0, 1)
        war = fight_war(supply, [contest], shown, strength)
        steps = list(islice(war, len(hand.cards) - 1))
        best = compare(contest, steps[-1].upturned, strength)
        assert [step.is_decisive for step in steps] == [True] * (len(hand.cards) - 1)
        assert [supply.holds(seat) for seat in contest.seats] == [0, 0]
        assert len(steps) + (len(best) > 1) == hand.ties
        if hand.wagers.ante_cents and len(best) == 1:
            assert (hand.outcome is HandOutcome.WAR_WIN) == (best == (0,))


def test_a_tied_war_of_two_hands_is_seen_as_such() -> None:
    """The comparison itself, by hand: K-K, then 9-9."""
    supply = Served(_cards("KD 9D"), _cards("KH 9S"))
    contest = Contest((0, DEALER))
    shown = supply.turn(contest.seats, 0).upturned
    (step,) = islice(fight_war(supply, [contest], shown), 1)
    assert compare(contest, step.upturned) == (0, DEALER)


def _cards(text: str) -> Cards:
    return tuple(map(parse_card, text.split()))
