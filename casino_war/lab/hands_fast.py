"""Casino War, one hand a round, as fast as it goes: the usual table and nothing else.

One war at most, the same decision at every tie, the tie bet always or never placed. What
it counts and what it leaves in the stream are those of `hands_kernel`.
"""

from typing import Any

import numpy as np

from casino_war.lab.hands_kernel import (
    BURNS_EACH,
    CUT,
    FIGHTS,
    IS_FRESH,
    LOWEST_NET,
    OPENING_BURN,
    SPOTS,
    TIE_BETS,
    WAR_BURN,
    WARS,
    WORST_CASE,
    close_shoe,
)
from casino_war.lab.hands_pack import Packed
from casino_war.lab.hands_summary import ROUNDS, TIES
from casino_war.lab.jit import Int, high, jit, whole
from casino_war.lab.stream import LEFT, batch_word, deal, fill

Array = Any

_1, _6 = np.uint64(1), np.uint64(6)
WIN, LOSS, WAR_WIN, WAR_LOSS, TIED_WAR, LEFT_AT_TIE = range(6)


def is_plain(packed: Packed) -> bool:
    """Say whether these loops can play a plan."""
    rules = packed.rules
    return bool(
        rules[SPOTS] == 1 and rules[WARS] == 1 and rules[FIGHTS] < 2 and rules[TIE_BETS] < 2
    )


@jit
def play_plain(
    rules: Array, cards: Array, stream: Array, rounds: Int, paid: Any, found: Any
) -> Int:
    """Play so many rounds; return how many shoes were begun."""
    units, nets = paid
    endings, _, _, histogram = found
    bets = rules[TIE_BETS]
    counted = np.zeros(6, dtype=np.int64)
    if rules[IS_FRESH]:
        fresh_rounds(rules, cards, stream, rounds, counted)
        add_endings(units[bets], found, counted)
        shoes = rounds
    else:
        shoes = shoe_rounds(rules, cards, stream, rounds, counted, units[bets], found)
    lowest = rules[LOWEST_NET]
    for ending in range(6):
        endings[bets, ending] += counted[ending]
        histogram[nets[bets, ending] - lowest] += counted[ending]
    return shoes


@jit
def add_endings(units: Array, found: Any, counted: Array) -> None:
    """Add the sums of so many shoes of one round by its ending."""
    _, sums, products, _ = found
    one = np.zeros(5, dtype=np.int64)
    for ending in range(6):
        one[:3] = units[ending]
        one[TIES] = whole(ending > 1)
        one[ROUNDS] = 1
        place = 0
        for left in range(5):
            sums[left] += counted[ending] * one[left]
            for right in range(left, 5):
                products[place] += counted[ending] * one[left] * one[right]
                place += 1


@jit
def count_endings(
    counted: Array, rounds: Int, wins: Int, ties: Int, war_wins: Int, war_losses: Int, fights: Int
) -> None:
    """Count so many rounds by how they ended, from what was counted while they were played."""
    counted[WIN] = wins
    counted[LOSS] = rounds - wins - ties
    counted[WAR_WIN] = war_wins
    counted[WAR_LOSS] = war_losses
    counted[TIED_WAR] = ties - war_wins - war_losses if fights else 0
    counted[LEFT_AT_TIE] = 0 if fights else ties


@jit
def fresh_rounds(rules: Array, cards: Array, stream: Array, rounds: Int, counted: Array) -> None:
    """Play each round from all cards: one word is enough for the four that can be seen."""
    count = np.uint64(len(cards))
    fights = rules[FIGHTS]
    last = len(cards) - 1
    wins = ties = war_wins = war_losses = 0
    for _ in range(rounds):
        rest = batch_word(stream, count, _6)
        chosen = whole(high(rest, count))
        rest *= count
        own = cards[chosen]
        cards[chosen] = cards[last]
        cards[last] = own
        chosen = whole(high(rest, count - _1))
        dealers = cards[chosen]
        cards[chosen] = cards[last - 1]
        cards[last - 1] = dealers
        wins += whole(own > dealers)
        if own == dealers:
            ties += 1
            if fights:
                rest *= count - _1
                for place in range(last - 2, last - 4, -1):
                    left = np.uint64(place + 1)
                    chosen = whole(high(rest, left))
                    rest *= left
                    card = cards[chosen]
                    cards[chosen] = cards[place]
                    cards[place] = card
                war_wins += whole(cards[last - 2] > cards[last - 3])
                war_losses += whole(cards[last - 2] < cards[last - 3])
    count_endings(counted, rounds, wins, ties, war_wins, war_losses, fights)


@jit
def draw_ahead(cards: Array, stream: Array, places: Int) -> Int:
    """Draw whole batches as long as so many places are left; return the cards drawn."""
    left = np.uint64(len(cards))
    while whole(left) - 6 >= places and left > np.uint64(12):
        rest = batch_word(stream, left, _6)
        for _ in range(6):
            chosen = high(rest, left)
            rest *= left
            left -= _1
            card = cards[chosen]
            cards[chosen] = cards[left]
            cards[left] = card
    stream[LEFT] = left
    return len(cards) - whole(left)


@jit
def shoe_rounds(
    rules: Array,
    cards: Array,
    stream: Array,
    rounds: Int,
    counted: Array,
    units: Array,
    found: Any,
) -> Int:
    """Play rounds down to the cut card, shoe after shoe; return the shoes begun."""
    count = len(cards)
    # Where a shoe has dealt so many cards it is finished.
    enough = min(rules[CUT], count - rules[WORST_CASE] + 1)
    shoe = np.zeros(5, dtype=np.int64)
    in_shoe = np.zeros(6, dtype=np.int64)
    played = shoes = 0
    while played < rounds:
        shoes += 1
        fill(cards, stream)
        ahead = draw_ahead(cards, stream, count - enough)
        dealt = rules[OPENING_BURN]
        # A shoe that may deal few cards has none drawn ahead, not even those it burns.
        for _ in range(ahead, dealt):
            deal(cards, stream)
        in_shoe[:] = 0
        begun = played
        dealt, more = rounds_ahead(rules, cards, dealt, ahead, rounds - played, in_shoe)
        played += more
        while dealt < enough and played < rounds:
            dealt = last_round(rules, cards, stream, dealt, ahead, in_shoe)
            played += 1
        for ending in range(6):
            counted[ending] += in_shoe[ending]
            for wager in range(3):
                shoe[wager] += in_shoe[ending] * units[ending, wager]
        shoe[TIES] = played - begun - in_shoe[WIN] - in_shoe[LOSS]
        shoe[ROUNDS] = played - begun
        close_shoe(found, shoe)
    return shoes


@jit
def rounds_ahead(
    rules: Array, cards: Array, dealt: Int, ahead: Int, rounds: Int, in_shoe: Array
) -> tuple[Int, Int]:
    """Play rounds as long as all their cards are drawn; return cards dealt and rounds."""
    once = rules[WAR_BURN]
    each = once if rules[BURNS_EACH] else 0
    fights = rules[FIGHTS]
    top = len(cards) - 1 - dealt
    lowest = len(cards) - 1 - ahead + 4 + once + each
    wins = ties = war_wins = war_losses = played = 0
    while played < rounds and top >= lowest:
        own, dealers = cards[top], cards[top - 1]
        top -= 2
        wins += whole(own > dealers)
        if own == dealers:
            ties += 1
            if fights:
                top -= once
                own = cards[top]
                top -= 1 + each
                dealers = cards[top]
                top -= 1
                war_wins += whole(own > dealers)
                war_losses += whole(own < dealers)
        played += 1
    count_endings(in_shoe, played, wins, ties, war_wins, war_losses, fights)
    return len(cards) - 1 - top, played


@jit
def take(cards: Array, stream: Array, dealt: Int, ahead: Int) -> Any:
    """Return the card at place *dealt* of the shoe, which may have to be drawn."""
    return cards[len(cards) - 1 - dealt] if dealt < ahead else deal(cards, stream)


@jit
def last_round(
    rules: Array, cards: Array, stream: Array, dealt: Int, ahead: Int, in_shoe: Array
) -> Int:
    """Play a round near the end of a shoe; return the cards dealt."""
    own = take(cards, stream, dealt, ahead)
    dealers = take(cards, stream, dealt + 1, ahead)
    dealt += 2
    if own != dealers:
        in_shoe[WIN if own > dealers else LOSS] += 1
        return dealt
    if not rules[FIGHTS]:
        in_shoe[LEFT_AT_TIE] += 1
        return dealt
    for _ in range(rules[WAR_BURN]):
        take(cards, stream, dealt, ahead)
        dealt += 1
    own = take(cards, stream, dealt, ahead)
    dealt += 1
    for _ in range(rules[WAR_BURN] if rules[BURNS_EACH] else 0):
        take(cards, stream, dealt, ahead)
        dealt += 1
    dealers = take(cards, stream, dealt, ahead)
    if own == dealers:
        in_shoe[TIED_WAR] += 1
    else:
        in_shoe[WAR_WIN if own > dealers else WAR_LOSS] += 1
    return dealt + 1
