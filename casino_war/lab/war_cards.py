"""The cards of a game of War in a kernel: stocks, piles and table, and who lays what.

As `casino_war.game.stock`. A game is one array of numbers, by the places named below, and
the stream of its chance: more arrays to hand on would make every call slow. Cards are the
numbers of `war_pack.CARDS`. A stock is a ring of 64 places, from its head on; a pile lies in
order. Sets of seats are the bits of a number.
"""

from typing import Any

import numpy as np

from casino_war.game.war_rules import CapturedTo, ShortRule
from casino_war.lab.jit import Int, jit
from casino_war.lab.stream import shuffle
from casino_war.lab.war_pack import CAPTURED_TO, SHORT_RULES, Rule

Array = Any
Game = Any

SEATS, ROOM = 4, 64
RING = ROOM - 1

STOCKS = 0
PILES = STOCKS + SEATS * ROOM
# Numbers of the seats, a place for each seat.
HEAD, SIZE, PILE, WARS_WON, SHOWN, NEW, ASKED = range(
    PILES + SEATS * ROOM, PILES + SEATS * ROOM + 7 * SEATS, SEATS
)
CARDS_SHOWN = ASKED + SEATS
"""Two places for each seat: the cards that it has turned up."""
TABLE_CARDS = CARDS_SHOWN + 2 * SEATS
TABLE_SEATS = TABLE_CARDS + ROOM
CARRY_CARDS = TABLE_SEATS + ROOM
SPARE = CARRY_CARDS + ROOM
"""Room for cards on their way to a seat."""
DEPTHS = SPARE + ROOM
"""Wars of the game by their steps."""
NUMBERS = DEPTHS + ROOM
(
    TABLE,
    CARRY,
    ALIVE,
    BATTLES,
    ANY_SHORT,
    DEAD,
    WARS,
    FOUGHT,
    LEADER,
    CHANGES,
    REASON,
    OUTCOME,
    CHOSEN,
    PERIOD,
    MARK_BATTLES,
    REACH,
) = range(NUMBERS, NUMBERS + 16)
MARK = NUMBERS + 16
"""The position that is watched for."""
MARK_ROOM = 3 * SEATS + 1 + (2 * SEATS + 1) * ROOM
PLACES = MARK + MARK_ROOM

PLAYERS = int(Rule.PLAYERS)
CAPTURED = int(Rule.CAPTURED_TO)
SHORT = int(Rule.SHORT_RULE)
TURNED = int(Rule.TURNED)
STOCK_BOTTOM, PILE_SHUFFLED, PILE_TURNED, SCORED = map(CAPTURED_TO.index, CapturedTo)
ELIMINATED, LAST_CARD_STANDS, PLAY_AVAILABLE, MATCH_FEWEST, SHARE_POT = map(
    SHORT_RULES.index, ShortRule
)


def new_game() -> Game:
    """Return the arrays of one game; `war_kernel.begin` deals into them."""
    return np.zeros(PLACES, dtype=np.int64), np.zeros(4, dtype=np.uint64)


@jit
def rank_of(card: Int) -> Int:
    """Return the rank of a card's number: four of each from two on, then jokers."""
    return (card >> 2) + 2


@jit
def seats_in(mask: Int) -> Int:
    """Count a set of seats."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@jit
def first_of(mask: Int) -> Int:
    """Return the lowest seat of a set that is not empty."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@jit
def holds(rules: Array, g: Array, seat: Int) -> Int:
    """Count the cards that a seat can still lay."""
    if rules[CAPTURED] == SCORED:
        return g[SIZE + seat]
    return g[SIZE + seat] + g[PILE + seat]


@jit
def holders(rules: Array, g: Array, mask: Int) -> Int:
    """Return those of a set of seats that can still lay a card."""
    able = 0
    for seat in range(rules[PLAYERS]):
        if mask >> seat & 1 and holds(rules, g, seat) > 0:
            able |= 1 << seat
    return able


@jit
def capture(rules: Array, game: Game, seat: Int, cards: Int) -> None:
    """Give a seat the first so many cards of the spare ones."""
    g = game[0]
    if rules[CAPTURED] == STOCK_BOTTOM:
        tail = g[HEAD + seat] + g[SIZE + seat]
        for place in range(cards):
            g[STOCKS + seat * ROOM + ((tail + place) & RING)] = g[SPARE + place]
        g[SIZE + seat] += cards
    else:
        for place in range(cards):
            g[PILES + seat * ROOM + g[PILE + seat] + place] = g[SPARE + place]
        g[PILE + seat] += cards


@jit
def next_card(rules: Array, game: Game, seat: Int) -> Int:
    """Take the top card of a seat that holds one; an empty stock is refilled first."""
    g, stream = game
    if g[SIZE + seat] == 0:
        cards = g[PILE + seat]
        if rules[CAPTURED] == PILE_SHUFFLED:
            shuffle(g, PILES + seat * ROOM, cards, stream)
        for place in range(seat * ROOM, seat * ROOM + cards):
            g[STOCKS + place] = g[PILES + place]
        g[HEAD + seat] = 0
        g[SIZE + seat] = cards
        g[PILE + seat] = 0
    card = g[STOCKS + seat * ROOM + (g[HEAD + seat] & RING)]
    g[HEAD + seat] += 1
    g[SIZE + seat] -= 1
    return card


@jit
def lay(rules: Array, game: Game, mask: Int, is_up: bool) -> None:
    """Lay one card of each of these seats."""
    g = game[0]
    for seat in range(rules[PLAYERS]):
        if not mask >> seat & 1:
            continue
        card = next_card(rules, game, seat)
        place = g[TABLE]
        g[TABLE_CARDS + place] = card
        g[TABLE_SEATS + place] = seat
        g[TABLE] = place + 1
        if is_up:
            if g[NEW + seat]:
                g[NEW + seat] = 0
                g[SHOWN + seat] = 0
            g[CARDS_SHOWN + 2 * seat + g[SHOWN + seat]] = card
            g[SHOWN + seat] += 1


@jit
def lay_each(rules: Array, game: Game, mask: Int, is_up: bool) -> None:
    """Lay up to as many cards of each seat as it is asked for, one card each at a time."""
    g = game[0]
    most = 0
    for seat in range(rules[PLAYERS]):
        if mask >> seat & 1:
            most = max(most, g[ASKED + seat])
    for nth in range(most):
        laying = 0
        for seat in range(rules[PLAYERS]):
            if mask >> seat & 1 and g[ASKED + seat] > nth and holds(rules, g, seat) > 0:
                laying |= 1 << seat
        lay(rules, game, laying, is_up)


@jit
def lay_to_the_end(rules: Array, game: Game, mask: Int, asked: Int, is_up: bool) -> tuple[Int, Int]:
    """Lay one card each at a time; return who was out, and who ran out together."""
    g = game[0]
    out, left = 0, mask
    for _ in range(asked):
        able = holders(rules, g, left)
        unable = left & ~able
        left = able
        if not able:
            return out, unable
        out |= unable
        if seats_in(able) == 1:
            return out, 0
        lay(rules, game, able, is_up)
    return out, 0


@jit
def turn(rules: Array, game: Game, mask: Int, step: Int) -> tuple[Int, Int]:
    """Turn the cards of a turn; return who was out, and who ran out together."""
    g = game[0]
    asked = rules[TURNED]
    for seat in range(rules[PLAYERS]):
        g[NEW + seat] = 1
    if step > 0:
        if rules[SHORT] == ELIMINATED:
            return lay_to_the_end(rules, game, mask, asked, True)
        if rules[SHORT] == MATCH_FEWEST:
            for seat in range(rules[PLAYERS]):
                if mask >> seat & 1:
                    asked = min(asked, holds(rules, g, seat))
        mask = holders(rules, g, mask)
    for seat in range(rules[PLAYERS]):
        g[ASKED + seat] = asked
    lay_each(rules, game, mask, True)
    return 0, 0


@jit
def bury(rules: Array, game: Game, mask: Int, asked: Int) -> tuple[Int, Int, bool]:
    """Lay the cards of a war step face down.

    Return who was out, who ran out together, and whether the war cannot be fought.
    """
    g = game[0]
    short = rules[SHORT]
    if short == ELIMINATED:
        out, dead = lay_to_the_end(rules, game, mask, asked, False)
        return out, dead, False
    able = holders(rules, g, mask)
    out = mask & ~able
    if short == SHARE_POT:
        for seat in range(rules[PLAYERS]):
            g[ASKED + seat] = asked
            if mask >> seat & 1 and holds(rules, g, seat) < asked + rules[TURNED]:
                return 0, 0, True
        lay_each(rules, game, mask, False)
        return 0, 0, False
    if not able:
        return 0, mask, False
    if short == LAST_CARD_STANDS:
        able, out = mask, 0
    elif seats_in(able) == 1:
        return out, 0, False
    fewest = asked
    for seat in range(rules[PLAYERS]):
        if able >> seat & 1:
            spare = max(0, min(asked, holds(rules, g, seat) - rules[TURNED]))
            g[ASKED + seat] = spare
            fewest = min(fewest, spare)
    if short == MATCH_FEWEST:
        for seat in range(rules[PLAYERS]):
            g[ASKED + seat] = fewest
    lay_each(rules, game, able, False)
    return out, 0, False
