"""One battle of War in a kernel: turn, fight the wars of ties, give the pot away.

As `casino_war.game.war_battle`, on the arrays of `war_cards`.
"""

from typing import Any

import numpy as np

from casino_war.lab.jit import jit
from casino_war.lab.stream import shuffle
from casino_war.lab.war_cards import (
    ALIVE,
    ANY_SHORT,
    CARRY,
    COUNTS,
    DEAD,
    LAST_CARD_STANDS,
    SEATS,
    SHORT,
    SHOWN,
    TABLE,
    TURNED,
    WARS,
    WARS_WON,
    Array,
    Game,
    bury,
    capture,
    first_of,
    rank_of,
    seats_in,
    turn,
)
from casino_war.lab.war_pack import PICKUP_ORDERS, PickupOrder, Rule

ACE = 14
NOBODY = -1
LIFTED = int(Rule.LIFTED)
ONLY_TIED = int(Rule.ONLY_TIED)
PICKUP = int(Rule.PICKUP_ORDER)
PLAYERS = int(Rule.PLAYERS)
SPLITS = int(Rule.SPLITS)
SUBTRACTS = int(Rule.SUBTRACTS)
LOWEST_WINS = int(Rule.LOWEST_WINS)
SHUFFLED, WINNER_FIRST, LOSER_FIRST = map(
    PICKUP_ORDERS.index,
    (PickupOrder.SHUFFLED, PickupOrder.WINNER_FIRST, PickupOrder.LOSER_FIRST),
)


@jit
def strength(rules: Array, tables: Any, shown: Array, cards: int, by_ace: int) -> int:
    """Return what the cards that a seat has turned up are worth."""
    strengths, numbers, _ = tables
    if rules[TURNED] == 1:
        return strengths[by_ace, rank_of(shown[0])]
    value = numbers[rank_of(shown[0])]
    if cards > 1:
        other = numbers[rank_of(shown[1])]
        value = abs(value - other) if rules[SUBTRACTS] else value + other
    return -value if rules[LOWEST_WINS] else value


@jit
def best_of(rules: Array, tables: Any, game: Game, mask: int) -> int:
    """Return those of a set of seats who have turned up the best: one, or who ties."""
    seats, shown = game[2], game[3]
    by_ace = 0
    if rules[LIFTED]:
        for seat in range(SEATS):
            if mask >> seat & 1 and rank_of(shown[seat, 0]) == ACE:
                by_ace = 1
    best, most = 0, 0
    for seat in range(SEATS):
        if mask >> seat & 1:
            own = strength(rules, tables, shown[seat], seats[SHOWN, seat], by_ace)
            if not best or own > most:
                best, most = 1 << seat, own
            elif own == most:
                best |= 1 << seat
    return best


@jit
def fight(rules: Array, tables: Any, game: Game) -> int:
    """Turn, and fight the war of a tie; return who wins the pot, or `NOBODY`."""
    shown, numbers, depths = game[3], game[7], game[8]
    numbers[DEAD] = 0
    everyone = numbers[ALIVE]
    turn(rules, game, everyone, 0)
    best = best_of(rules, tables, game, everyone)
    if seats_in(best) == 1:
        return first_of(best)
    if rules[SPLITS]:
        split(rules, game, best)
        return NOBODY
    contest = best if rules[ONLY_TIED] else everyone
    step = 0
    winner = NOBODY
    while True:
        step += 1
        tied = rank_of(shown[first_of(best), 0])
        left = war_step(rules, tables, game, contest, best, step, tied)
        if left == 0:
            break
        best = best_of(rules, tables, game, left)
        if seats_in(best) == 1:
            winner = first_of(best)
            game[2][WARS_WON, winner] += 1
            break
        contest = best if rules[ONLY_TIED] else left
    if numbers[COUNTS]:
        numbers[WARS] += 1
        depths[step] += 1
    return winner


@jit
def war_step(
    rules: Array, tables: Any, game: Game, contest: int, best: int, step: int, tied: int
) -> int:
    """Lay one step of a war; return who is left to compare, nobody if it is over."""
    numbers = game[7]
    asked = tables[2][0 if step == 1 else 1, tied]
    out, dead, is_exhausted = bury(rules, game, contest, asked)
    if is_exhausted:
        take_back(rules, game)
        return 0
    left = contest & ~out
    if seats_in(left) > 1 and not dead:
        turned_out, dead = turn(rules, game, left, step)
        left &= ~turned_out
        out |= turned_out
    if out:
        numbers[ANY_SHORT] = 1
    if dead:
        # Where last cards stand, an untied one has lost before its war could be fought.
        die(game, best if rules[SHORT] == LAST_CARD_STANDS else dead)
        return 0
    return left


@jit
def die(game: Game, dead: int) -> None:
    """Leave the pot to a later battle."""
    table, carry, numbers = game[4], game[5], game[7]
    numbers[DEAD] = dead
    numbers[ANY_SHORT] = 1
    for place in range(numbers[TABLE]):
        carry[numbers[CARRY] + place] = table[0, place]
    numbers[CARRY] += numbers[TABLE]
    numbers[TABLE] = 0


@jit
def add_own(game: Game, seat: int, cards: int) -> int:
    """Put what a seat has laid behind so many spare cards; return how many there are then."""
    table, spare, numbers = game[4], game[6], game[7]
    for place in range(numbers[TABLE]):
        if table[1, place] == seat:
            spare[cards] = table[0, place]
            cards += 1
    return cards


@jit
def take(rules: Array, game: Game, winner: int) -> None:
    """Give the winner carry and pot in the pickup order."""
    table, carry, spare, numbers = game[4], game[5], game[6], game[7]
    order = rules[PICKUP]
    cards = numbers[CARRY]
    spare[:cards] = carry[:cards]
    if order in (WINNER_FIRST, LOSER_FIRST):
        players = rules[PLAYERS]
        first = winner if order == WINNER_FIRST else winner + 1
        for seat in range(players):
            cards = add_own(game, (first + seat) % players, cards)
    else:
        for place in range(numbers[TABLE]):
            spare[cards] = table[0, place]
            cards += 1
    if order == SHUFFLED:
        shuffle(spare, 0, cards, game[10])
    capture(rules, game, winner, cards)
    numbers[CARRY] = 0
    numbers[TABLE] = 0


@jit
def split(rules: Array, game: Game, tied: int) -> None:
    """Give the tied their own cards back and share the rest, one at a time."""
    table, carry, spare, numbers = game[4], game[5], game[6], game[7]
    for place in range(numbers[TABLE]):
        if not tied >> np.int64(table[1, place]) & 1:
            carry[numbers[CARRY]] = table[0, place]
            numbers[CARRY] += 1
    pool, sharers = numbers[CARRY], seats_in(tied)
    even = pool - pool % sharers
    first = 0
    for seat in range(SEATS):
        if tied >> seat & 1:
            cards = add_own(game, seat, 0)
            for place in range(first, even, sharers):
                spare[cards] = carry[place]
                cards += 1
            capture(rules, game, seat, cards)
            first += 1
    for place in range(even, pool):
        carry[place - even] = carry[place]
    numbers[CARRY] = pool - even
    numbers[TABLE] = 0


@jit
def take_back(rules: Array, game: Game) -> None:
    """Give everybody the own cards back."""
    numbers = game[7]
    for seat in range(SEATS):
        if numbers[ALIVE] >> seat & 1:
            capture(rules, game, seat, add_own(game, seat, 0))
    numbers[TABLE] = 0
