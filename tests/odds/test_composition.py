"""Counts of cards: read, taken from, refused."""

import pytest

from casino_war.errors import InvalidCompositionError
from casino_war.game.cards import Rank
from casino_war.odds.composition import (
    Composition,
    full_shoe,
    parse_counts,
    require_tie_gone,
    shoe_after_tie,
)


def test_counts_are_read_lowest_rank_first() -> None:
    assert parse_counts(" 22 24\t24 ").counts == (22, 24, 24) + (0,) * 10
    assert parse_counts("1 " * 13).counts == (1,) * 13
    assert parse_counts("24", decks=6).cards == 24
    assert parse_counts("9" * 12).cards == 10**12 - 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "length"),
        ("1 " * 14, "length"),
        ("-1", "count"),
        ("+1", "count"),
        ("1.0", "count"),
        ("1_0", "count"),
        ("٣", "count"),
        ("²", "count"),
        ("1,2", "count"),
        ("x", "count"),
        ("9" * 13, "count"),
        ("4 5", "decks"),
    ],
)
def test_what_is_no_shoe_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidCompositionError) as refused:
        parse_counts(text, decks=1)
    assert refused.value.reason == reason
    assert str(refused.value)


def test_seen_cards_are_taken_out() -> None:
    left = full_shoe(1).without([Rank.TWO, Rank.ACE, Rank.ACE])
    assert left.counts == (3, *(4,) * 11, 2)
    assert (left.cards, left.pairs) == (49, 24)
    for gone in (Composition((4, 0)), Composition((4,))):
        with pytest.raises(InvalidCompositionError):
            gone.without([Rank.THREE])


@pytest.mark.parametrize("counts", [(4,) * 13, (3,) * 13, (4,) * 12 + (3,)])
def test_a_tie_takes_two_cards_of_a_rank(counts: tuple[int, ...]) -> None:
    with pytest.raises(InvalidCompositionError) as refused:
        require_tie_gone(Composition(counts), 1)
    assert refused.value.reason == "tie"
    require_tie_gone(Composition(counts), 2)
    require_tie_gone(Composition(counts[:-1]), 1)
    require_tie_gone(shoe_after_tie(1), 1)
