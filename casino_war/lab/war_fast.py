"""War between two, as fast as it goes: the plain game with shuffled pickup and nothing else.

Single cards, the highest wins, a fixed number buried before each war card, who cannot lay
on is out, won cards are shuffled under the stock, no limit but the technical cap. What it
counts is what `war_kernel` counts.

A stock is a stretch of a line of bytes, from its head to its tail; the line is long enough
for most games, and a stock that comes near its end is moved back. A battle without a war is
one word, whose first bit says whether the two cards change their order, and no branch: both
cards are written behind both stocks at once, and the winner's tail alone moves on.
"""

import sys
from math import prod
from typing import Any

import numpy as np

from casino_war.game.war_state import BATTLES_MAX as CAP_BATTLES
from casino_war.lab.jit import Int, high, inlined, jit, whole
from casino_war.lab.stream import GAMMA, mixed, word
from casino_war.lab.war_cards import (
    BATTLES,
    CAPTURED,
    CHANGES,
    CHOSEN,
    DEPTHS,
    ELIMINATED,
    FOUGHT,
    MARK,
    OUTCOME,
    PLAYERS,
    REASON,
    ROOM,
    SHORT,
    STOCK_BOTTOM,
    TURNED,
    WARS,
    Array,
    Game,
)
from casino_war.lab.war_close import (
    BATTLES_MAX,
    BOTH_RAN_OUT,
    CAP,
    COLLECT_ALL,
    COLLECTED,
    DRAW,
    OBJECTIVE,
    RAN_OUT_IN_WAR,
    UNENDED,
    WIN,
)
from casino_war.lab.war_fight import LIFTED, LOWEST_WINS, PICKUP, SHUFFLED, SPLITS
from casino_war.lab.war_kernel import CARRIES_UNDEALT, PARTS_JOKERS, count_game
from casino_war.lab.war_pack import FACE_DOWN, RANKS, STRENGTHS, Packed

# With a sign beside it, a number without one would become a float.
_0, _1, _2, _6, _8, _63 = (np.uint64(number) for number in (0, 1, 2, 6, 8, 63))

LINE = 1024
"""Bytes of each seat's line."""
_LINE = np.uint64(LINE)
_PAIRS = np.uint64(LINE // 2)
_FAR = np.uint64(LINE // 2 - ROOM)
"""A tail here, in pairs of cards, has yet room for a war of all cards."""
_CAP = np.uint64(CAP_BATTLES)
_NOBODY = np.uint64(2)
_FIRST_SHIFT, _SECOND_SHIFT = (_0, _8) if sys.byteorder == "little" else (_8, _0)
"""Where in a pair lies the card that comes up first."""

_PRODUCTS = np.array(
    [prod(range(left, max(left - 6, 1), -1)) for left in range(ROOM)], dtype=np.uint64
)
"""The product of the bounds that share a word, by how many places are left to fill."""


def is_plain(packed: Packed) -> bool:
    """Say whether this loop can play the rules."""
    rules = packed.rules
    buried = rules[FACE_DOWN + 2 : FACE_DOWN + RANKS]
    later = rules[FACE_DOWN + RANKS + 2 : FACE_DOWN + 2 * RANKS]
    plain = {
        PLAYERS: 2,
        PARTS_JOKERS: 0,
        LOWEST_WINS: 0,
        LIFTED: 0,
        CARRIES_UNDEALT: 0,
        SPLITS: 0,
        SHORT: ELIMINATED,
        CAPTURED: STOCK_BOTTOM,
        PICKUP: SHUFFLED,
        OBJECTIVE: COLLECT_ALL,
        BATTLES_MAX: 0,
        TURNED: 1,
    }
    is_fixed = bool((buried == buried[0]).all() and (later == buried[0]).all())
    return is_fixed and all(rules[place] == value for place, value in plain.items())


@jit
def play_plain(rules: Array, pack: Array, game: Game, chunk: Array, games: Int, found: Any) -> None:
    """Play so many games; *chunk* is the stream that their seeds are drawn from."""
    g = game[0]
    count = np.uint64(len(pack))
    # Whatever orders the cards as the rules do: their strength stands for them.
    ranks = np.zeros(ROOM, dtype=np.uint8)
    for place in range(len(pack)):
        ranks[place] = rules[STRENGTHS + (whole(pack[place]) >> 2) + 2]
    spare = np.zeros(ROOM, dtype=np.uint8)
    dealt = np.zeros(ROOM, dtype=np.uint8)
    cards = np.zeros(2 * LINE, dtype=np.uint8)
    buried = np.uint64(rules[FACE_DOWN + 2])
    half = count >> _1
    head = half & _1
    for _ in range(games):
        seed = word(chunk)
        g[DEPTHS:MARK] = 0
        spare[:] = ranks
        state = shuffle_under(dealt, _0, spare, count, seed)
        for place in range(half):
            cards[head + place] = dealt[_2 * place]
            cards[_LINE + head + place] = dealt[_2 * place + _1]
        play_one(cards, spare, half, buried, state, g)
        count_game(rules, g, seed, found)


@inlined
def play_one(cards: Array, spare: Array, half: Any, buried: Any, state: Any, g: Array) -> None:
    """Play a dealt game to its end."""
    pairs = cards.view(np.uint16)
    total = half + half
    stops = _1 | _1 << half | _1 << total
    # Both heads move on together. Tails are even, and counted in pairs of cards.
    head, apart = half & _1, _LINE
    tail_0 = (head + half) >> _1
    tail_1 = _PAIRS + tail_0
    size, battles = half, _0
    # Whoever is the first to lead changes nothing.
    leads, changes = _NOBODY, -1
    reason = UNENDED
    while reason == UNENDED:
        if max(tail_0, tail_1 - _PAIRS) >= _FAR:
            head_1, tail_1 = move_back(cards, head + apart, total - size, _LINE)
            head, tail_0 = move_back(cards, head, size, _0)
            apart = head_1 - head
        if cards[head] == cards[head + apart]:
            laid, tail_0, tail_1, size, state, reason = war(
                cards, spare, head, apart, tail_0, tail_1, size, total, buried, state, g
            )
            head += laid
            battles += _1
            if size != half:
                leads, changes = lead(np.uint64(size < half), leads, changes)
        else:
            if size == half:
                # Whoever wins leads now.
                leads, changes = lead(np.uint64(cards[head + apart] > cards[head]), leads, changes)
            begun = head
            limit = head + min(_FAR - max(tail_0, tail_1 - _PAIRS), _CAP - battles)
            head, tail_0, tail_1, size, state = peace(
                cards, pairs, head, apart, tail_0, tail_1, size, stops, limit, state
            )
            battles += head - begun
        if reason == UNENDED:
            if size in (_0, total):
                reason = COLLECTED
            elif battles == _CAP:
                reason = CAP
    g[BATTLES] = whole(battles)
    g[CHANGES] = max(changes, 0)
    g[REASON] = reason
    g[OUTCOME] = WIN if reason in (COLLECTED, RAN_OUT_IN_WAR) else DRAW
    g[CHOSEN] = 1 if size else 2


@inlined
def lead(leader: Any, leads: Any, changes: Int) -> Any:
    """Return who leads now, and how often that has changed."""
    return leader, changes + whole(leader != leads)


@inlined
def peace(
    cards: Array,
    pairs: Array,
    head: Any,
    apart: Any,
    tail_0: Any,
    tail_1: Any,
    size: Any,
    stops: Any,
    limit: Any,
    state: Any,
) -> Any:
    """Play on until two cards tie or the head reaches its limit.

    It pauses at those sizes of the first stock, too, whose bit is set in *stops*.
    """
    card_0, card_1 = cards[head], cards[head + apart]
    while True:
        state += GAMMA
        one, other = np.uint64(card_0), np.uint64(card_1)
        stays = one << _FIRST_SHIFT | other << _SECOND_SHIFT
        turned = other << _FIRST_SHIFT | one << _SECOND_SHIFT
        # Of two cards the one that lies first stays first if the word's first bit is set.
        pair = stays if mixed(state) >> _63 else turned
        pairs[tail_0] = pair
        pairs[tail_1] = pair
        won = np.uint64(card_1 > card_0)
        tail_1 += won
        tail_0 += _1 - won
        size += _1 - won - won
        head += _1
        card_0, card_1 = cards[head], cards[head + apart]
        if stops >> size & _1 or card_0 == card_1 or head == limit:
            return head, tail_0, tail_1, size, state


@inlined
def war(
    cards: Array,
    spare: Array,
    head: Any,
    apart: Any,
    tail_0: Any,
    tail_1: Any,
    size: Any,
    total: Any,
    buried: Any,
    state: Any,
    g: Array,
) -> Any:
    """Fight the war of two top cards that tie; return also what each has laid."""
    left = total - size
    laid, steps, is_short = lay(cards, head, apart, min(size, left), buried)
    g[WARS] += 1
    g[DEPTHS + steps] += 1
    g[FOUGHT] += steps - whole(is_short)
    if is_short and size == left:
        return laid, tail_0, tail_1, size, state, BOTH_RAN_OUT
    last = head + laid - _1
    won = left > size if is_short else cards[last + apart] > cards[last]
    for place in range(laid):
        spare[_2 * place] = cards[head + place]
        spare[_2 * place + _1] = cards[head + apart + place]
    state = shuffle_under(cards, _2 * (tail_1 if won else tail_0), spare, _2 * laid, state)
    if won:
        tail_1 += laid
        size -= laid
    else:
        tail_0 += laid
        size += laid
    return laid, tail_0, tail_1, size, state, RAN_OUT_IN_WAR if is_short else UNENDED


@inlined
def lay(cards: Array, head: Any, apart: Any, fewer: Any, buried: Any) -> Any:
    """Return how many cards each lays, in how many steps, and whether somebody is short."""
    place = _0
    steps = 0
    while True:
        steps += 1
        place += buried + _1
        if place >= fewer:
            return fewer, steps, True
        if cards[head + place] != cards[head + apart + place]:
            return place + _1, steps, False


@jit
def move_back(cards: Array, head: Any, size: Any, line: Any) -> Any:
    """Move a stock to the beginning of its line; return its head and tail."""
    start = line + (size & _1)
    for place in range(size):
        cards[start + place] = cards[head + place]
    return start, (start + size) >> _1


@inlined
def shuffle_under(cards: Array, tail: Any, spare: Array, count: Any, state: Any) -> Any:
    """Shuffle the spare cards straight under a stock: what comes to a place stays there."""
    left = count
    while left > _6:
        rest, state = batch(_PRODUCTS[left], state)
        for _ in range(6):
            chosen = high(rest, left)
            rest *= left
            left -= _1
            cards[tail + left] = spare[chosen]
            spare[chosen] = spare[left]
    if left > _1:
        rest, state = batch(_PRODUCTS[left], state)
        while left > _1:
            chosen = high(rest, left)
            rest *= left
            left -= _1
            cards[tail + left] = spare[chosen]
            spare[chosen] = spare[left]
    cards[tail] = spare[0]
    return state


@inlined
def batch(product: Any, state: Any) -> Any:
    """Draw a word that serves bounds of this product."""
    while True:
        state += GAMMA
        drawn = mixed(state)
        rest = drawn * product
        if rest >= product or rest >= (_0 - product) % product:
            return drawn, state
