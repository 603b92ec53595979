"""The cards of a game of War in a kernel: stocks, piles and table, and who lays what.

As `casino_war.game.stock`, on arrays. A game is a tuple of them:

- ``stocks``: a ring of 64 places for each seat, from its head on; ``piles``: in order;
- ``seats``: numbers of each seat, by the rows named below;
- ``shown``: the cards that each seat has turned up;
- ``table``: cards laid in this battle, and in a second row their seats;
- ``carry``; ``spare``: room for cards on their way to a seat;
- ``game``: numbers of the game, by the places named below; ``depths``: its wars by steps;
- ``mark``: the position that is watched for; ``stream``: the source of chance.

Sets of seats are the bits of a number.
"""

from typing import Any

import numpy as np

from casino_war.lab.jit import jit
from casino_war.lab.stream import shuffle
from casino_war.lab.war_pack import CAPTURED_TO, SHORT_RULES, CapturedTo, Rule, ShortRule

Array = Any
Game = Any

SEATS, ROOM = 4, 64
RING = ROOM - 1

HEAD, SIZE, PILE, WARS_WON, SHOWN, NEW, ASKED = range(7)
SEAT_ROWS = 7
(
    TABLE,
    CARRY,
    ALIVE,
    BATTLES,
    ANY_SHORT,
    DEAD,
    WARS,
    COUNTS,
    LEADER,
    CHANGES,
    REASON,
    OUTCOME,
    CHOSEN,
    PERIOD,
    MARK_BATTLES,
    REACH,
) = range(16)
GAME_PLACES = 16
MARK_ROOM = 2 * SEATS * (ROOM + 1) + SEATS + ROOM + 1

CAPTURED = int(Rule.CAPTURED_TO)
SHORT = int(Rule.SHORT_RULE)
TURNED = int(Rule.TURNED)
STOCK_BOTTOM, PILE_SHUFFLED, PILE_TURNED, SCORED = map(CAPTURED_TO.index, CapturedTo)
ELIMINATED, LAST_CARD_STANDS, PLAY_AVAILABLE, MATCH_FEWEST, SHARE_POT = map(
    SHORT_RULES.index, ShortRule
)


def new_game() -> Game:
    """Return the arrays of one game; `war_kernel.begin` deals into them."""
    return (
        np.zeros((SEATS, ROOM), dtype=np.uint8),
        np.zeros((SEATS, ROOM), dtype=np.uint8),
        np.zeros((SEAT_ROWS, SEATS), dtype=np.int64),
        np.zeros((SEATS, 2), dtype=np.uint8),
        np.zeros((2, ROOM), dtype=np.uint8),
        np.zeros(ROOM, dtype=np.uint8),
        np.zeros(ROOM, dtype=np.uint8),
        np.zeros(GAME_PLACES, dtype=np.int64),
        np.zeros(ROOM, dtype=np.int64),
        np.zeros(MARK_ROOM, dtype=np.uint8),
        np.zeros(4, dtype=np.uint64),
    )


@jit
def rank_of(card: int) -> int:
    """Return the rank of a card's number: four of each from two on, then jokers."""
    return np.int64(card) // 4 + 2


@jit
def seats_in(mask: int) -> int:
    """Count a set of seats."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@jit
def first_of(mask: int) -> int:
    """Return the lowest seat of a set that is not empty."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@jit
def holds(rules: Array, seats: Array, seat: int) -> int:
    """Count the cards that a seat can still lay."""
    if rules[CAPTURED] == SCORED:
        return seats[SIZE, seat]
    return seats[SIZE, seat] + seats[PILE, seat]


@jit
def holders(rules: Array, seats: Array, mask: int) -> int:
    """Return those of a set of seats that can still lay a card."""
    able = 0
    for seat in range(SEATS):
        if mask >> seat & 1 and holds(rules, seats, seat) > 0:
            able |= 1 << seat
    return able


@jit
def capture(rules: Array, game: Game, seat: int, cards: int) -> None:
    """Give a seat the first so many cards of the spare ones."""
    stocks, piles, seats, _, _, _, spare, _, _, _, _ = game
    if rules[CAPTURED] == STOCK_BOTTOM:
        tail = seats[HEAD, seat] + seats[SIZE, seat]
        for place in range(cards):
            stocks[seat, (tail + place) & RING] = spare[place]
        seats[SIZE, seat] += cards
    else:
        for place in range(cards):
            piles[seat, seats[PILE, seat] + place] = spare[place]
        seats[PILE, seat] += cards


@jit
def next_card(rules: Array, game: Game, seat: int) -> Any:
    """Take the top card of a seat that holds one; an empty stock is refilled first."""
    stocks, piles, seats, _, _, _, _, _, _, _, stream = game
    if seats[SIZE, seat] == 0:
        cards = seats[PILE, seat]
        if rules[CAPTURED] == PILE_SHUFFLED:
            shuffle(piles[seat], 0, cards, stream)
        stocks[seat, :cards] = piles[seat, :cards]
        seats[HEAD, seat] = 0
        seats[SIZE, seat] = cards
        seats[PILE, seat] = 0
    card = stocks[seat, seats[HEAD, seat] & RING]
    seats[HEAD, seat] += 1
    seats[SIZE, seat] -= 1
    return card


@jit
def lay(rules: Array, game: Game, mask: int, is_up: bool) -> None:
    """Lay one card of each of these seats."""
    _, _, seats, shown, table, _, _, numbers, _, _, _ = game
    for seat in range(SEATS):
        if not mask >> seat & 1:
            continue
        card = next_card(rules, game, seat)
        place = numbers[TABLE]
        table[0, place] = card
        table[1, place] = seat
        numbers[TABLE] = place + 1
        if is_up:
            if seats[NEW, seat]:
                seats[NEW, seat] = 0
                seats[SHOWN, seat] = 0
            shown[seat, seats[SHOWN, seat]] = card
            seats[SHOWN, seat] += 1


@jit
def lay_each(rules: Array, game: Game, mask: int, is_up: bool) -> None:
    """Lay up to as many cards of each seat as it is asked for, one card each at a time."""
    seats = game[2]
    most = 0
    for seat in range(SEATS):
        if mask >> seat & 1:
            most = max(most, seats[ASKED, seat])
    for nth in range(most):
        laying = 0
        for seat in range(SEATS):
            if mask >> seat & 1 and seats[ASKED, seat] > nth and holds(rules, seats, seat) > 0:
                laying |= 1 << seat
        lay(rules, game, laying, is_up)


@jit
def lay_to_the_end(rules: Array, game: Game, mask: int, asked: int, is_up: bool) -> tuple[int, int]:
    """Lay one card each at a time; return who was out, and who ran out together."""
    seats = game[2]
    out, left = 0, mask
    for _ in range(asked):
        able = holders(rules, seats, left)
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
def turn(rules: Array, game: Game, mask: int, step: int) -> tuple[int, int]:
    """Turn the cards of a turn; return who was out, and who ran out together."""
    seats = game[2]
    asked = rules[TURNED]
    for seat in range(SEATS):
        seats[NEW, seat] = 1
    if step > 0:
        if rules[SHORT] == ELIMINATED:
            return lay_to_the_end(rules, game, mask, asked, True)
        if rules[SHORT] == MATCH_FEWEST:
            for seat in range(SEATS):
                if mask >> seat & 1:
                    asked = min(asked, holds(rules, seats, seat))
        mask = holders(rules, seats, mask)
    for seat in range(SEATS):
        seats[ASKED, seat] = asked
    lay_each(rules, game, mask, True)
    return 0, 0


@jit
def bury(rules: Array, game: Game, mask: int, asked: int) -> tuple[int, int, bool]:
    """Lay the cards of a war step face down.

    Return who was out, who ran out together, and whether the war cannot be fought.
    """
    seats = game[2]
    short = rules[SHORT]
    if short == ELIMINATED:
        out, dead = lay_to_the_end(rules, game, mask, asked, False)
        return out, dead, False
    able = holders(rules, seats, mask)
    out = mask & ~able
    if short == SHARE_POT:
        for seat in range(SEATS):
            seats[ASKED, seat] = asked
            if mask >> seat & 1 and holds(rules, seats, seat) < asked + rules[TURNED]:
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
    for seat in range(SEATS):
        if able >> seat & 1:
            spare = max(0, min(asked, holds(rules, seats, seat) - rules[TURNED]))
            seats[ASKED, seat] = spare
            fewest = min(fewest, spare)
    if short == MATCH_FEWEST:
        seats[ASKED] = fewest
    lay_each(rules, game, able, False)
    return out, 0, False
