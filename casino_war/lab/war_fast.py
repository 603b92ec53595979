"""War between two, as fast as it goes: the plain game with shuffled pickup and nothing else.

Single cards, the highest wins, a fixed number buried before each war card, who cannot lay
on is out, won cards are shuffled under the stock, no limit but the technical cap. What it
counts is what `war_kernel` counts.

A battle without a war is one word, whose first bit says whether the two cards change their
order, and no branch: the winner's number picks the ring that takes them.
"""

from typing import Any

import numpy as np

from casino_war.game.war_state import BATTLES_MAX as CAP_BATTLES
from casino_war.lab.jit import Int, high, inlined, jit, whole
from casino_war.lab.stream import STATE, batch_word, mixed, six_word, word
from casino_war.lab.war_cards import (
    BATTLES,
    CAPTURED,
    CHANGES,
    CHOSEN,
    DEPTHS,
    ELIMINATED,
    LEADER,
    MARK,
    OUTCOME,
    REASON,
    RING,
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
    WIN,
)
from casino_war.lab.war_fight import LIFTED, LOWEST_WINS, PICKUP, PLAYERS, SHUFFLED, SPLITS
from casino_war.lab.war_kernel import CARRIES_UNDEALT, PARTS_JOKERS, count_game
from casino_war.lab.war_pack import FACE_DOWN, RANKS, STRENGTHS, Packed

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_1, _6, _63 = np.uint64(1), np.uint64(6), np.uint64(63)


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
    g, stream = game
    # Whatever orders the cards as the rules do: their strength stands for them.
    ranks = np.zeros(len(pack), dtype=np.int64)
    for place in range(len(pack)):
        ranks[place] = rules[STRENGTHS + (whole(pack[place]) >> 2) + 2]
    cards = np.zeros(len(pack), dtype=np.int64)
    pack_order = np.zeros(ROOM, dtype=np.int64)
    rings = np.zeros(2 * ROOM, dtype=np.int64)
    spare = np.zeros(ROOM, dtype=np.int64)
    heads = np.zeros(2, dtype=np.int64)
    sizes = np.zeros(2, dtype=np.int64)
    for _ in range(games):
        seed = word(chunk)
        stream[STATE] = seed
        g[DEPTHS:MARK] = 0
        for place in range(len(cards)):
            cards[place] = ranks[place]
        shuffle_under(pack_order, 0, 0, cards, len(cards), stream)
        half = len(cards) // 2
        for place in range(half):
            rings[place] = pack_order[2 * place]
            rings[ROOM + place] = pack_order[2 * place + 1]
        play_one(rings, spare, heads, sizes, half, rules[FACE_DOWN + 2], stream, g)
        count_game(rules, g, seed, found)


@inlined
def play_one(
    rings: Array,
    spare: Array,
    heads: Array,
    sizes: Array,
    half: Int,
    buried: Int,
    stream: Array,
    g: Array,
) -> None:
    """Play a dealt game to its end; cards lie in one ring of 64 places for each seat."""
    heads[0] = heads[1] = 0
    sizes[0] = sizes[1] = half
    reason = -1
    while reason < 0:
        reason = peace(rings, heads, sizes, stream, g)
        if reason < 0:
            reason = war(rings, spare, heads, sizes, buried, stream, g)
            lead(sizes[0], sizes[1], g)
            g[BATTLES] += 1
            if reason < 0 and g[BATTLES] >= CAP_BATTLES:
                reason = CAP
    g[REASON] = reason
    g[OUTCOME] = WIN if reason in (COLLECTED, RAN_OUT_IN_WAR) else DRAW
    g[CHOSEN] = 1 if sizes[0] else 2


@inlined
def lead(first: Int, second: Int, g: Array) -> None:
    """Note who holds the most cards alone, and whether that has changed."""
    if first != second:
        leader = 1 + whole(second > first)
        if g[LEADER] == 3 - leader:
            g[CHANGES] += 1
        g[LEADER] = leader


@inlined
def peace(rings: Array, heads: Array, sizes: Array, stream: Array, g: Array) -> Int:
    """Play on until two cards tie or the game is over; return why, or -1 at a tie."""
    head, size, total = heads[0], sizes[0], sizes[0] + sizes[1]
    # Both lay as many cards, so that one head tells the other, and one size the other.
    apart = heads[1] - head
    half = total >> 1
    state = stream[STATE]
    start = head
    limit = head + CAP_BATTLES - g[BATTLES]
    changes = 0
    card_0, card_1 = rings[head & RING], rings[ROOM + (head + apart & RING)]
    # Who leads: 0 or 1. Whoever wins the first battle is the first to lead.
    leads = whole(card_1 > card_0) if g[LEADER] == 0 else g[LEADER] - 1
    while card_0 != card_1:
        won = whole(card_1 > card_0)
        if size == half:
            # Whoever wins leads now.
            changes += won ^ leads
            leads = won
        state += _GAMMA
        # Of two cards the one that lies first stays first if the word's first bit is set.
        stays = whole(mixed(state) >> _63)
        # Masks instead of branches: nothing could foretell them.
        upper = card_1 ^ ((card_0 ^ card_1) & -stays)
        tail = head + (size ^ ((size ^ (apart + total - size)) & -won))
        ring = won << 6
        rings[ring + (tail & RING)] = upper
        rings[ring + (tail + 1 & RING)] = card_0 ^ card_1 ^ upper
        head += 1
        size += 1 - (won << 1)
        if size == 0 or size == total or head == limit:
            break
        card_0, card_1 = rings[head & RING], rings[ROOM + (head + apart & RING)]
    stream[STATE] = state
    heads[0], heads[1] = head, head + apart
    sizes[0], sizes[1] = size, total - size
    g[BATTLES] += head - start
    g[CHANGES] += changes
    if head > start:
        g[LEADER] = leads + 1
    if size == 0 or size == total:
        return COLLECTED
    return CAP if head == limit else -1


@inlined
def war(
    rings: Array,
    spare: Array,
    heads: Array,
    sizes: Array,
    buried: Int,
    stream: Array,
    g: Array,
) -> Int:
    """Fight the war of two top cards that tie; return why the game is over, or -1."""
    head_0, head_1 = heads
    left_0, left_1 = sizes
    fewer = min(left_0, left_1)
    laid = steps = 0
    is_short = False
    while True:
        # The first cards of a step tie with those before it, or open the battle.
        more = 1 if laid == 0 else buried + 1
        is_short = laid + more > fewer
        more = min(more, fewer - laid)
        for place in range(laid, laid + more):
            spare[2 * place] = rings[head_0 + place & RING]
            spare[2 * place + 1] = rings[ROOM + (head_1 + place & RING)]
        laid += more
        if is_short or spare[2 * laid - 2] != spare[2 * laid - 1]:
            break
        steps += 1
    g[WARS] += 1
    g[DEPTHS + steps] += 1
    heads[0], heads[1] = head_0 + laid, head_1 + laid
    sizes[0], sizes[1] = left_0 - laid, left_1 - laid
    if is_short and left_0 == left_1:
        return BOTH_RAN_OUT
    by_cards = spare[2 * laid - 1] > spare[2 * laid - 2]
    won = whole(left_1 > left_0) if is_short else whole(by_cards)
    cards = 2 * laid
    shuffle_under(rings, won << 6, heads[won] + sizes[won], spare, cards, stream)
    sizes[won] += cards
    if sizes[1 - won] == 0:
        return RAN_OUT_IN_WAR if is_short else COLLECTED
    return -1


@inlined
def shuffle_under(
    rings: Array, ring: Int, tail: Int, spare: Array, cards: Int, stream: Array
) -> None:
    """Shuffle the spare cards straight under a stock: what comes to a place stays there."""
    left = np.uint64(cards)
    while left > _6:
        rest = six_word(stream, left)
        for _ in range(6):
            chosen = high(rest, left)
            rest *= left
            left -= _1
            rings[ring + (tail + whole(left) & RING)] = spare[chosen]
            spare[chosen] = spare[left]
    if left > _1:
        rest = batch_word(stream, left, left - _1)
        while left > _1:
            chosen = high(rest, left)
            rest *= left
            left -= _1
            rings[ring + (tail + whole(left) & RING)] = spare[chosen]
            spare[chosen] = spare[left]
    rings[ring + (tail & RING)] = spare[0]
