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
from casino_war.lab.jit import high, jit
from casino_war.lab.stream import STATE, batch_word, mixed, shuffle, word
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
    rank_of,
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
def play_plain(rules: Array, pack: Array, game: Game, chunk: Array, games: int, found: Any) -> None:
    """Play so many games; *chunk* is the stream that their seeds are drawn from."""
    g, stream = game
    # Whatever orders the cards as the rules do: their strength stands for them.
    ranks = np.zeros(len(pack), dtype=np.int64)
    for place in range(len(pack)):
        ranks[place] = rules[STRENGTHS + rank_of(np.int64(pack[place]))]
    cards = np.zeros(len(pack), dtype=np.int64)
    rings = np.zeros(2 * ROOM, dtype=np.int64)
    spare = np.zeros(ROOM, dtype=np.int64)
    for _ in range(games):
        seed = word(chunk)
        stream[STATE] = seed
        g[DEPTHS:MARK] = 0
        cards[:] = ranks
        shuffle(cards, 0, len(cards), stream)
        half = len(cards) // 2
        for place in range(half):
            rings[place] = cards[2 * place]
            rings[ROOM + place] = cards[2 * place + 1]
        play_one(rings, spare, half, rules[FACE_DOWN + 2], stream, g)
        count_game(rules, g, seed, found)


@jit
def play_one(rings: Array, spare: Array, half: int, buried: int, stream: Array, g: Array) -> None:
    """Play a dealt game to its end; cards lie in one ring of 64 places for each seat."""
    heads = np.zeros(2, dtype=np.int64)
    sizes = np.array([half, half], dtype=np.int64)
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


@jit
def lead(first: int, second: int, g: Array) -> None:
    """Note who holds the most cards alone, and whether that has changed."""
    if first != second:
        leader = 1 + np.int64(second > first)
        if g[LEADER] == 3 - leader:
            g[CHANGES] += 1
        g[LEADER] = leader


@jit
def peace(rings: Array, heads: Array, sizes: Array, stream: Array, g: Array) -> int:
    """Play on until two cards tie or the game is over; return why, or -1 at a tie."""
    head_0, head_1 = heads
    tail_0, tail_1 = head_0 + sizes[0], head_1 + sizes[1]
    size, total = sizes[0], sizes[0] + sizes[1]
    half = total >> 1
    state = stream[STATE]
    battles = g[BATTLES]
    left = CAP_BATTLES - battles
    played = changes = 0
    card_0, card_1 = rings[head_0 & RING], rings[ROOM + (head_1 & RING)]
    # Who leads: 0 or 1. Whoever wins the first battle is the first to lead.
    leads = np.int64(card_1 > card_0) if g[LEADER] == 0 else g[LEADER] - 1
    is_tied = card_0 == card_1
    while not is_tied:
        won = np.int64(card_1 > card_0)
        state += _GAMMA
        # Of two cards the one that lies first stays first if the word's first bit is set.
        stays = np.int64(mixed(state) >> _63)
        # Masks instead of branches: nothing could foretell them.
        upper = card_1 ^ ((card_0 ^ card_1) & -stays)
        tail = tail_0 ^ ((tail_0 ^ tail_1) & -won)
        ring = won << 6
        rings[ring + (tail & RING)] = upper
        rings[ring + (tail + 1 & RING)] = card_0 + card_1 - upper
        head_0 += 1
        head_1 += 1
        tail_1 += won << 1
        tail_0 += 2 - (won << 1)
        size += 1 - (won << 1)
        played += 1
        changed = (np.int64(size < half) ^ leads) & np.int64(size != half)
        changes += changed
        leads ^= changed
        if size == 0 or size == total or played == left:
            break
        card_0, card_1 = rings[head_0 & RING], rings[ROOM + (head_1 & RING)]
        is_tied = card_0 == card_1
    stream[STATE] = state
    heads[0], heads[1] = head_0, head_1
    sizes[0], sizes[1] = size, total - size
    g[BATTLES] = battles + played
    g[CHANGES] += changes
    if played:
        g[LEADER] = leads + 1
    if size == 0 or size == total:
        return COLLECTED
    return CAP if played == left else -1


@jit
def war(
    rings: Array,
    spare: Array,
    heads: Array,
    sizes: Array,
    buried: int,
    stream: Array,
    g: Array,
) -> int:
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
    if is_short:
        won = np.int64(left_1 > left_0)
    else:
        won = np.int64(spare[2 * laid - 1] > spare[2 * laid - 2])
    cards = 2 * laid
    shuffle_under(rings, won << 6, heads[won] + sizes[won], spare, cards, stream)
    sizes[won] += cards
    if sizes[1 - won] == 0:
        return RAN_OUT_IN_WAR if is_short else COLLECTED
    return -1


@jit
def shuffle_under(
    rings: Array, ring: int, tail: int, spare: Array, cards: int, stream: Array
) -> None:
    """Shuffle the spare cards straight under a stock: what comes to a place stays there."""
    left = np.uint64(cards)
    while left > _1:
        size = _6 if left > _6 else left - _1
        rest = batch_word(stream, left, size)
        for _ in range(size):
            chosen = high(rest, left)
            rest *= left
            left -= _1
            rings[ring + (tail + np.int64(left) & RING)] = spare[chosen]
            spare[chosen] = spare[left]
    rings[ring + (tail & RING)] = spare[0]
