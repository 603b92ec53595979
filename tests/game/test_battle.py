"""Contests over upturned cards, as the casino and a game of piles both need them."""

from collections.abc import Sequence

from casino_war.game.battle import Contest, Laid, Placement, ace_high, compare, tied_contests
from casino_war.game.cards import Card, Rank, parse_card
from casino_war.game.events import DEALER


def six_beats_ace(cards: Sequence[Card]) -> Sequence[int]:
    """A strength that depends on the other cards of the battle."""
    ace_lies = any(card.rank is Rank.ACE for card in cards)
    return [20 if ace_lies and card.rank is Rank.SIX else card.rank for card in cards]


UPTURNED = {
    0: parse_card("6D"),
    1: parse_card("AH"),
    2: parse_card("AS"),
    DEALER: parse_card("KC"),
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


def test_contests_that_nobody_won_go_on() -> None:
    contests = [Contest((0, 1)), Contest((1, 2)), Contest((0, 1, 2))]
    assert tied_contests(contests, UPTURNED) == (contests[1], contests[2])
    assert tied_contests(contests, UPTURNED, six_beats_ace) == (contests[1],)


def test_ace_is_high_and_suits_never_count() -> None:
    cards = [parse_card(code) for code in ("2D", "2C", "TD", "AD")]
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
    assert laid.upturned == {0: parse_card("4D")}
    assert laid.out == ()
