"""One battle of War in a kernel: turn, fight the wars of ties, give the pot away.

As `casino_war.game.war_battle`, on the arrays of `war_cards`.
"""

from casino_war.game.war_rules import PickupOrder
from casino_war.lab.jit import Int, jit, whole
from casino_war.lab.stream import shuffle
from casino_war.lab.war_cards import (
    ALIVE,
    ANY_SHORT,
    CARDS_SHOWN,
    CARRY,
    CARRY_CARDS,
    DEAD,
    DEPTHS,
    FOUGHT,
    LAST_CARD_STANDS,
    PLAYERS,
    SHORT,
    SHOWN,
    SPARE,
    TABLE,
    TABLE_CARDS,
    TABLE_SEATS,
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
from casino_war.lab.war_pack import (
    FACE_DOWN,
    NUMBERS,
    PICKUP_ORDERS,
    RANKS,
    STRENGTHS,
    Rule,
)

ACE = 14
NOBODY = -1
LIFTED = int(Rule.LIFTED)
ONLY_TIED = int(Rule.ONLY_TIED)
PICKUP = int(Rule.PICKUP_ORDER)
SPLITS = int(Rule.SPLITS)
SUBTRACTS = int(Rule.SUBTRACTS)
LOWEST_WINS = int(Rule.LOWEST_WINS)
SHUFFLED, WINNER_FIRST, LOSER_FIRST = map(
    PICKUP_ORDERS.index,
    (PickupOrder.SHUFFLED, PickupOrder.WINNER_FIRST, PickupOrder.LOSER_FIRST),
)


@jit
def strength(rules: Array, g: Array, seat: Int, by_ace: Int) -> Int:
    """Return what the cards that a seat has turned up are worth."""
    rank = rank_of(g[CARDS_SHOWN + 2 * seat])
    if rules[TURNED] == 1:
        return rules[STRENGTHS + by_ace * RANKS + rank]
    value = rules[NUMBERS + rank]
    if g[SHOWN + seat] > 1:
        other = rules[NUMBERS + rank_of(g[CARDS_SHOWN + 2 * seat + 1])]
        value = abs(value - other) if rules[SUBTRACTS] else value + other
    return -value if rules[LOWEST_WINS] else value


@jit
def best_of(rules: Array, game: Game, mask: Int) -> Int:
    """Return those of a set of seats who have turned up the best: one, or who ties."""
    g = game[0]
    by_ace = 0
    if rules[LIFTED]:
        for seat in range(rules[PLAYERS]):
            if mask >> seat & 1 and rank_of(g[CARDS_SHOWN + 2 * seat]) == ACE:
                by_ace = 1
    best, most = 0, 0
    for seat in range(rules[PLAYERS]):
        if mask >> seat & 1:
            own = strength(rules, g, seat, by_ace)
            if not best or own > most:
                best, most = 1 << seat, own
            elif own == most:
                best |= 1 << seat
    return best


@jit
def fight(rules: Array, game: Game) -> Int:
    """Turn, and fight the war of a tie; return who wins the pot, or `NOBODY`."""
    g = game[0]
    g[DEAD] = 0
    everyone = g[ALIVE]
    turn(rules, game, everyone, 0)
    best = best_of(rules, game, everyone)
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
        tied = rank_of(g[CARDS_SHOWN + 2 * first_of(best)])
        left = war_step(rules, game, contest, best, step, tied)
        if left == 0:
            break
        g[FOUGHT] += whole(seats_in(left) > 1)
        best = best_of(rules, game, left)
        if seats_in(best) == 1:
            winner = first_of(best)
            g[WARS_WON + winner] += 1
            break
        contest = best if rules[ONLY_TIED] else left
    g[WARS] += 1
    g[DEPTHS + step] += 1
    return winner


@jit
def war_step(rules: Array, game: Game, contest: Int, best: Int, step: Int, tied: Int) -> Int:
    """Lay one step of a war; return who is left to compare, nobody if it is over."""
    g = game[0]
    asked = rules[FACE_DOWN + (0 if step == 1 else RANKS) + tied]
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
        g[ANY_SHORT] = 1
    if dead:
        # Where last cards stand, an untied one has lost before its war could be fought.
        die(game, best if rules[SHORT] == LAST_CARD_STANDS else dead)
        return 0
    return left


@jit
def die(game: Game, dead: Int) -> None:
    """Leave the pot to a later battle."""
    g = game[0]
    g[DEAD] = dead
    g[ANY_SHORT] = 1
    for place in range(g[TABLE]):
        g[CARRY_CARDS + g[CARRY] + place] = g[TABLE_CARDS + place]
    g[CARRY] += g[TABLE]
    g[TABLE] = 0


@jit
def add_own(game: Game, seat: Int, cards: Int) -> Int:
    """Put what a seat has laid behind so many spare cards; return how many there are then."""
    g = game[0]
    for place in range(g[TABLE]):
        if g[TABLE_SEATS + place] == seat:
            g[SPARE + cards] = g[TABLE_CARDS + place]
            cards += 1
    return cards


@jit
def take(rules: Array, game: Game, winner: Int) -> None:
    """Give the winner carry and pot in the pickup order."""
    g = game[0]
    order = rules[PICKUP]
    cards = g[CARRY]
    for place in range(cards):
        g[SPARE + place] = g[CARRY_CARDS + place]
    if order in (WINNER_FIRST, LOSER_FIRST):
        players = rules[PLAYERS]
        first = winner if order == WINNER_FIRST else winner + 1
        for seat in range(players):
            cards = add_own(game, (first + seat) % players, cards)
    else:
        for place in range(g[TABLE]):
            g[SPARE + cards] = g[TABLE_CARDS + place]
            cards += 1
    if order == SHUFFLED:
        shuffle(g, SPARE, cards, game[1])
    capture(rules, game, winner, cards)
    g[CARRY] = 0
    g[TABLE] = 0


@jit
def split(rules: Array, game: Game, tied: Int) -> None:
    """Give the tied their own cards back and share the rest, one at a time."""
    g = game[0]
    for place in range(g[TABLE]):
        if not tied >> g[TABLE_SEATS + place] & 1:
            g[CARRY_CARDS + g[CARRY]] = g[TABLE_CARDS + place]
            g[CARRY] += 1
    pool, sharers = g[CARRY], seats_in(tied)
    even = pool - pool % sharers
    first = 0
    for seat in range(rules[PLAYERS]):
        if tied >> seat & 1:
            cards = add_own(game, seat, 0)
            for place in range(first, even, sharers):
                g[SPARE + cards] = g[CARRY_CARDS + place]
                cards += 1
            capture(rules, game, seat, cards)
            first += 1
    for place in range(even, pool):
        g[CARRY_CARDS + place - even] = g[CARRY_CARDS + place]
    g[CARRY] = pool - even
    g[TABLE] = 0


@jit
def take_back(rules: Array, game: Game) -> None:
    """Give everybody the own cards back."""
    g = game[0]
    for seat in range(rules[PLAYERS]):
        if g[ALIVE] >> seat & 1:
            capture(rules, game, seat, add_own(game, seat, 0))
    g[TABLE] = 0
