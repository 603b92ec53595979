"""Burned cards, the most cards that a round can use, and the tables that this excludes."""

from dataclasses import fields, replace

import pytest

from casino_war.errors import InvalidRulesError
from casino_war.game.casino import deal, decide
from casino_war.game.events import CardsBurned, CardTurned
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules, TiedWar
from tests.game.rounds import BOUNDLESS_CENTS, bet, of_type, play, settled, shoe_of


def laid(events: tuple[object, ...]) -> list[str]:
    """Burns as numbers and upturned cards by their codes, in order."""
    return [
        str(event.count) if isinstance(event, CardsBurned) else event.card.code
        for event in events
        if isinstance(event, CardsBurned | CardTurned)
    ]


def test_a_war_burns_once_for_all_hands() -> None:
    _, events = settled(TableRules(), "9D 9H 9C 2D 2H 2S 5D KD 4C", [bet(10), bet(20)], "WW")
    assert laid(events) == ["9D", "9H", "9C", "3", "5D", "KD", "4C"]


def test_a_war_burns_before_each_war_card_where_the_table_says_so() -> None:
    rules = TableRules(war_burn=2, war_burn_each=True)
    cards = "9D 9H 9C 2D 2H 5D 2S 2C KD 3D 3H 4C"
    _, events = settled(rules, cards, [bet(10), bet(20)], "WW")
    assert laid(events) == ["9D", "9H", "9C", "2", "5D", "2", "KD", "2", "4C"]


def test_each_repeated_war_burns_again() -> None:
    rules = TableRules(tied_war=TiedWar.REPEAT, war_burn=1)
    _, events = settled(rules, "9D 9C 2D 8D 8C 2H 7D 7C 2S KD QC", [bet(10)], "W")
    assert of_type(CardsBurned, events) == [CardsBurned(count=1, step=n) for n in (1, 2, 3)]


@pytest.mark.parametrize("burns_each", [False, True])
def test_a_table_without_burns_says_nothing_of_them(burns_each: bool) -> None:
    rules = TableRules(war_burn=0, war_burn_each=burns_each)
    _, events = settled(rules, "9D 9C KD QC", [bet(10)], "W")
    assert of_type(CardsBurned, events) == []


def test_nobody_sees_a_burned_card() -> None:
    """Two shoes that differ in burned cards alone tell the same events."""
    one = settled(TableRules(), "9D 9C 2D 2H 2S KD QC", [bet(10)], "W")
    other = settled(TableRules(), "9D 9C AD AH AS KD QC", [bet(10)], "W")
    assert one[1] == other[1]
    assert one[0].hands == other[0].hands
    assert [field.name for field in fields(CardsBurned)] == ["count", "step"]


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (TableRules(decks=1, hands_max=7), 15),
        (TableRules(decks=1, hands_max=7, tied_war=TiedWar.REPEAT), 29),
        (TableRules(decks=1, hands_max=7, war_burn_each=True), 8 + 3 * 4 + 4),
        (TableRules(decks=1, hands_max=2), 2 + 1 + 3 + 3),
        (TableRules(decks=2, hands_max=7), 7 + 1 + 3 + 8),
        (TableRules(decks=8, hands_max=7, tied_war=TiedWar.REPEAT), 8 + 3 * 11),
    ],
)
def test_the_worst_case_is_hands_dealer_and_every_war(rules: TableRules, cards: int) -> None:
    assert rules.worst_case_cards == cards


def test_a_worst_case_of_140_cards_is_no_one_deck_table() -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules(decks=1, hands_max=7, tied_war=TiedWar.REPEAT, war_burn=10, war_burn_each=True)
    assert refused.value.facts == {"needed": 140, "available": 51}


def test_the_opening_burn_counts_against_a_fresh_shoe() -> None:
    """Seven hands of one deck with repeating wars and ten burned cards can use fifty."""
    narrow = TableRules(decks=1, hands_max=7, tied_war=TiedWar.REPEAT, war_burn=10, opening_burn=2)
    assert narrow.worst_case_cards == 50
    with pytest.raises(InvalidRulesError) as refused:
        replace(narrow, opening_burn=3)
    assert refused.value.facts == {"needed": 50, "available": 49}
    assert "opening_burn" in refused.value.fields


@pytest.mark.parametrize("burns_each", [False, True])
@pytest.mark.parametrize("tied_war", [TiedWar.EVEN, TiedWar.REPEAT])
def test_the_worst_case_can_happen_and_uses_just_its_cards(
    tied_war: TiedWar, burns_each: bool
) -> None:
    """Three hands tie the dealer's first card, and go on tying as long as there are wars."""
    burn = ["2D", "2H"]
    rules = TableRules(
        decks=8, hands_max=3, tied_war=tied_war, war_burn=2, war_burn_each=burns_each
    )
    tie = ["9D", "9H", "9S", "9C"]
    cards = list(tie)
    for _ in range(rules.wars_in_a_row_max):
        for place, card in enumerate(tie):
            cards += [*burn, card] if burns_each or place == 0 else [card]
    assert len(cards) == rules.worst_case_cards
    state, _ = settled(rules, " ".join(cards), [bet(10)] * 3, "WWW")
    assert [hand.ties for hand in state.hands] == [1 + rules.wars_in_a_row_max] * 3


def test_a_shoe_goes_on_where_the_last_round_left_it() -> None:
    shoe = shoe_of("AS 9D 9C 2D 2H 2S KD QC 3D 4C")
    state, _ = deal(TableRules(), Shoe(shoe.cards, 1), [bet(10)], BOUNDLESS_CENTS)
    assert isinstance(state, AwaitingDecision)
    state, _ = decide(state, Decision.WAR, BOUNDLESS_CENTS)
    assert state.shoe == Shoe(shoe.cards, 8)
    following, _ = deal(TableRules(), state.shoe, [bet(10)], BOUNDLESS_CENTS)
    assert following.dealer_cards[0].code == "4C"


def test_surrendered_rounds_burn_nothing() -> None:
    _, events = play(TableRules(), "9D 9C", [bet(10)], "S")
    assert of_type(CardsBurned, events) == []
