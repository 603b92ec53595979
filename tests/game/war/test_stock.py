"""How many cards a war asks for, and from where they come."""

import pytest

from casino_war.game.cards import JOKERS, Card, Rank, Suit, parse_card, parse_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.stock import StockSupply, face_down
from casino_war.game.war_rules import BY_RANK, CapturedTo, RankCount, RankValues, WarRules

VALUES = {
    RankValues.COURT10_ACE11: [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11, 11],
    RankValues.COURT10_ACE1: [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1, 11],
    RankValues.INDEX: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
}
"""From two to ace, and the joker."""


@pytest.mark.parametrize("values", RankValues)
@pytest.mark.parametrize("count", RankCount)
def test_the_tied_rank_sets_the_size_of_a_war(values: RankValues, count: RankCount) -> None:
    rules = WarRules(war_face_down=BY_RANK, rank_values=values, rank_count=count, jokers=2)
    tied = [Card(rank, Suit.SPADES) for rank in Rank if rank is not Rank.JOKER] + [JOKERS[0]]
    upturned = 1 if count is RankCount.TOTAL else 0
    assert [face_down(rules, 1, card) + upturned for card in tied] == VALUES[values]


@pytest.mark.parametrize("asked", range(6))
def test_otherwise_every_war_buries_alike(asked: int) -> None:
    tied = parse_card("AS")
    assert [face_down(WarRules(war_face_down=asked), step, tied) for step in (1, 2, 9)] == [
        asked
    ] * 3


def test_a_second_step_may_bury_nothing() -> None:
    rules = WarRules(war_face_down=BY_RANK, repeat_face_down=0)
    assert [face_down(rules, step, parse_card("9S")) for step in (1, 2, 3)] == [8, 0, 0]


@pytest.mark.parametrize("captured_to", CapturedTo)
def test_won_cards_are_played_again_unless_they_only_count(captured_to: CapturedTo) -> None:
    rules = WarRules(captured_to=captured_to) if captured_to is not CapturedTo.SCORED else SCORED
    supply = StockSupply(rules, [parse_cards("2S"), parse_cards("2H")], [(), ()], SplitMix64(1))
    supply.capture(0, parse_cards("9S 9H"))
    assert supply.holds(0) == (1 if captured_to is CapturedTo.SCORED else 3)
    assert supply.next_card(0) == parse_card("2S")
    assert supply.recycled == []
    if supply.holds(0):
        assert supply.next_card(0) in parse_cards("9S 9H")
    assert supply.recycled == ([0] if "pile" in captured_to else [])


SCORED = WarRules.from_data({"captured_to": "scored", "objective": "most_cards"})


def test_a_pile_turned_over_starts_with_what_was_captured_first() -> None:
    rules = WarRules(captured_to=CapturedTo.PILE_TURNED)
    supply = StockSupply(rules, [(), ()], [parse_cards("9S 9H 9D"), ()], SplitMix64(1))
    assert [supply.next_card(0).code for _ in range(3)] == ["9S", "9H", "9D"]
