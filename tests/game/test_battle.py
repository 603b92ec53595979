"""Contests over upturned cards, as the casino and a game of piles both need them."""

from collections.abc import Mapping, Sequence

import pytest

from casino_war.game.battle import (
    Contest,
    Laid,
    Placement,
    ace_high,
    compare,
    fight_war,
)
from casino_war.game.cards import Card, Cards, Rank, parse_card, parse_cards
from casino_war.game.events import DEALER, Seat


def six_beats_ace(turned: Sequence[Cards]) -> Sequence[int]:
    """A strength that depends on the other cards of the battle."""
    ace_lies = any(card.rank is Rank.ACE for (card,) in turned)
    return [20 if ace_lies and card.rank is Rank.SIX else card.rank for (card,) in turned]


UPTURNED: dict[Seat, Cards] = {
    0: parse_cards("6D"),
    1: parse_cards("AH"),
    2: parse_cards("AS"),
    DEALER: parse_cards("KC"),
}


def test_the_best_card_of_all_entrants_wins() -> None:
    assert compare(Contest((0, 1, DEALER)), UPTURNED) == (1,)


def test_equal_best_cards_tie_in_the_order_of_the_seats() -> None:
    assert compare(Contest((2, 0, 1)), UPTURNED) == (2, 1)


def test_only_the_seats_of_the_contest_are_compared() -> None:
    assert compare(Contest((0, DEALER)), UPTURNED) == (DEALER,)


def test_the_strength_of_a_card_may_depend_on_the_others() -> None:
    assert compare(Contest((0, 1)), UPTURNED, six_beats_ace) == (0,)
    assert compare(Contest((0, DEALER)), UPTURNED, six_beats_ace) == (DEALER,)


class Stacks:
    """A supply that turns given cards; a seat without one is out, all without one are dead."""

    def __init__(self, cards: Mapping[Seat, str]) -> None:
        self.cards = {
            seat: [parse_card(code) for code in text.split()] for seat, text in cards.items()
        }
        self.asked: list[tuple[str, tuple[Seat, ...]]] = []

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        self.asked.append((f"bury {step} over {tied.code}", tuple(entrants)))
        return Laid()

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        self.asked.append((f"turn {step}", tuple(entrants)))
        able = [seat for seat in entrants if self.cards[seat]]
        gone = tuple(seat for seat in entrants if seat not in able)
        if not able:
            return Laid(dead=gone)
        placements = (Placement(seat, self.cards[seat].pop(0), is_face_up=True) for seat in able)
        return Laid(tuple(placements), out=gone)


TIED = {seat: parse_cards("9D") for seat in (0, 1, 2, DEALER)}


def test_a_war_goes_on_while_any_contest_is_tied() -> None:
    supply = Stacks({0: "8D", 1: "7C 3D", DEALER: "7H 2H"})
    steps = list(fight_war(supply, [Contest((0, DEALER)), Contest((1, DEALER))], TIED))
    assert supply.asked == [
        ("bury 1 over 9D", (0, 1, DEALER)),
        ("turn 1", (0, 1, DEALER)),
        ("bury 2 over 7C", (1, DEALER)),
        ("turn 2", (1, DEALER)),
    ]
    assert [step.step for step in steps] == [1, 2]
    assert steps[1].upturned == {1: parse_cards("3D"), DEALER: parse_cards("2H")}


def test_all_entrants_of_a_contest_fight_on_unless_only_the_tied_are_asked() -> None:
    cards = {0: "8D 2D", 1: "7C 3D", 2: "8H 4D"}
    supply = Stacks(cards)
    assert [step.left for step in fight_war(supply, [Contest((0, 1, 2))], TIED)] == [(0, 1, 2)] * 2
    supply = Stacks(cards)
    war = fight_war(supply, [Contest((0, 1, 2))], TIED, only_tied=True)
    assert [step.left for step in war] == [(0, 1, 2), (0, 2)]


def test_who_is_left_alone_has_won_without_a_card_to_compare() -> None:
    (step,) = fight_war(Stacks({0: "", 1: "2D"}), [Contest((0, 1))], TIED)
    assert (step.left, step.turned.out) == ((1,), (0,))
    assert step.is_decisive


def test_a_dead_war_ends_undecided() -> None:
    (step,) = fight_war(Stacks({0: "", 1: ""}), [Contest((0, 1))], TIED)
    assert step.dead == (0, 1)
    assert not step.is_decisive


@pytest.mark.parametrize(
    ("buried", "is_decisive"),
    [
        (Laid(out=(0,)), True),
        (Laid(dead=(0, 1)), False),
        (Laid(is_exhausted=True), False),
    ],
)
def test_nobody_turns_a_card_once_the_buried_cards_have_decided(
    buried: Laid, is_decisive: bool
) -> None:
    class Buries(Stacks):
        def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
            return buried

    supply = Buries({0: "2D", 1: "3D"})
    (step,) = fight_war(supply, [Contest((0, 1))], TIED)
    assert supply.asked == []
    assert step.is_decisive is is_decisive


def test_ace_is_high_and_suits_never_count() -> None:
    cards = [parse_cards(code) for code in ("2D", "2C", "TD", "AD")]
    assert list(ace_high(cards)) == [2, 2, 10, 14]


def test_what_lies_face_up_before_a_seat_is_its_upturned_card() -> None:
    laid = Laid(
        (
            Placement(None, parse_card("2D"), is_face_up=False),
            Placement(0, parse_card("3D"), is_face_up=False),
            Placement(0, parse_card("4D"), is_face_up=True),
            Placement(None, parse_card("5D"), is_face_up=True),
        )
    )
    assert laid.upturned == {0: parse_cards("4D")}
    assert laid.out == ()
