"""Where the cut card stands, when a shoe is finished, and what it deals."""

from dataclasses import replace

import pytest

from casino_war.errors import ShoeExhaustedError
from casino_war.game.cards import PACK
from casino_war.game.casino import deal
from casino_war.game.events import ShoeEnd, ShoeFinished
from casino_war.game.randomness import RandomSource
from casino_war.game.round import Settled
from casino_war.game.shoe import Shoe, shoe_end, shuffled_shoe
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar
from tests.game.rounds import BOUNDLESS_CENTS, bet, settled, shoe_of


class NoSwaps(RandomSource):
    """A source under which Fisher-Yates leaves every card where it is."""

    def below(self, bound: int) -> int:
        return bound - 1


@pytest.mark.parametrize(
    ("decks", "penetration_percent", "cut_position"),
    [(6, 75, 234), (1, 25, 13), (1, 95, 49), (1, 50, 26), (8, 33, 137), (7, 29, 105)],
)
def test_the_cut_stands_at_the_floor_of_penetration_times_cards(
    decks: int, penetration_percent: int, cut_position: int
) -> None:
    rules = TableRules(decks=decks, penetration_percent=penetration_percent)
    assert rules.cut_position == cut_position


@pytest.mark.parametrize("shoe_rule", ShoeRule)
def test_the_opening_burn_takes_the_first_positions_of_fresh_shoes_too(
    shoe_rule: ShoeRule,
) -> None:
    shoe = shuffled_shoe(TableRules(decks=2, shoe=shoe_rule, opening_burn=4), NoSwaps())
    assert shoe == Shoe(PACK + PACK, 4)
    assert shoe.cards_left == 100


@pytest.mark.parametrize(
    ("position", "reason"),
    [(231, None), (232, ShoeEnd.CUT_CARD), (233, ShoeEnd.CUT_CARD)],
)
def test_a_round_in_which_the_cut_shows_is_finished_and_ends_the_shoe(
    position: int, reason: ShoeEnd | None
) -> None:
    """Position 234 of six decks, the opening burn counted; the round takes two cards."""
    shoe = replace(shuffled_shoe(TableRules(), NoSwaps()), position=position)
    king_high = replace(shoe, cards=shoe.cards[:position] + shoe_of("KD 2C").cards * 60)
    state, events = deal(TableRules(), king_high, [bet(10)], BOUNDLESS_CENTS)
    assert isinstance(state, Settled)
    assert state.shoe_end is reason
    finished = [event for event in events if isinstance(event, ShoeFinished)]
    assert finished == ([] if reason is None else [ShoeFinished(reason=reason)])


def test_a_war_goes_on_past_the_cut() -> None:
    rules = TableRules(decks=1, hands_max=1, penetration_percent=25)
    text = " ".join(["2D"] * 12 + ["9D", "9C", "3D", "3H", "3S", "KD", "QC"])
    shoe = Shoe(shoe_of(text).cards, 12)
    state, _ = deal(rules, shoe, [bet(10)], BOUNDLESS_CENTS)
    assert state.shoe.position == 14 > rules.cut_position
    assert not isinstance(state, Settled)


@pytest.mark.parametrize(("cards_left", "reason"), [(15, None), (14, ShoeEnd.TOO_FEW_CARDS)])
def test_a_shoe_ends_when_the_rest_cannot_serve_the_worst_case(
    cards_left: int, reason: ShoeEnd | None
) -> None:
    rules = TableRules(decks=1, hands_max=7, penetration_percent=95)
    assert rules.worst_case_cards == 15
    assert shoe_end(rules, Shoe(PACK, 52 - cards_left)) is reason


def test_the_worst_case_of_the_table_counts_even_if_one_hand_is_played() -> None:
    rules = TableRules(decks=1, hands_max=7, penetration_percent=95)
    shoe = Shoe(shoe_of(" ".join(["KD 2C"] * 26)).cards, 36)
    state, _ = deal(rules, shoe, [bet(10)], BOUNDLESS_CENTS)
    assert isinstance(state, Settled)
    assert state.shoe_end is ShoeEnd.TOO_FEW_CARDS


def test_a_shoe_shuffled_every_round_ends_with_its_round() -> None:
    state, events = settled(TableRules(shoe=ShoeRule.FRESH), "KD 2C", [bet(10)])
    assert state.shoe_end is ShoeEnd.FRESH_EVERY_ROUND
    assert events[-1] == ShoeFinished(reason=ShoeEnd.FRESH_EVERY_ROUND)


@pytest.mark.parametrize("tied_war", [TiedWar.EVEN, TiedWar.REPEAT])
def test_a_new_shoe_always_deals_a_first_round(tied_war: TiedWar) -> None:
    """Even at the least penetration and the most burned cards."""
    rules = TableRules(
        decks=1, hands_max=7, tied_war=tied_war, penetration_percent=25, opening_burn=5
    )
    assert shoe_end(rules, shuffled_shoe(rules, NoSwaps())) is None


def test_a_shoe_refuses_more_cards_than_it_holds() -> None:
    shoe = Shoe(shoe_of("KD 2C").cards, 1)
    with pytest.raises(ShoeExhaustedError) as refused:
        shoe.take(2)
    assert refused.value.facts == {"left": 1, "count": 2}
    cards, rest = shoe.take(1)
    assert ([card.code for card in cards], rest.cards_left) == (["2C"], 0)
