"""War as compiled code: any rules without decisions, one generic kernel.

It takes all its numbers from `war_pack` and plays exactly as the engine does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from casino_war.game.war_state import BATTLES_MAX as CAP_BATTLES
from casino_war.lab.jit import Int, inlined, jit, whole
from casino_war.lab.plan import Chunk
from casino_war.lab.stream import STATE, below, shuffle, word
from casino_war.lab.war_cards import (
    ALIVE,
    BATTLES,
    CARRY,
    CARRY_CARDS,
    CHANGES,
    CHOSEN,
    DEPTHS,
    FOUGHT,
    LEADER,
    MARK,
    OUTCOME,
    PLAYERS,
    REACH,
    REASON,
    ROOM,
    SIZE,
    STOCKS,
    WARS,
    Array,
    Game,
    new_game,
)
from casino_war.lab.war_close import CYCLE, DRAW, FINDS_CYCLES, UNENDED, WIN, close, write_mark
from casino_war.lab.war_fight import NOBODY, fight, take
from casino_war.lab.war_pack import CARDS, REASONS, Packed, Rule
from casino_war.lab.war_summary import Extreme, WarSummary

PARTS_JOKERS = int(Rule.PARTS_JOKERS)
CARRIES_UNDEALT = int(Rule.CARRIES_UNDEALT)
FIRST_JOKER = len(CARDS) - 2
NO_LENGTH = 2**62
DRAWS, WINS, LOSSES, STEPS = 0, 1, 5, 9
SHORTEST, LONGEST = 0, 1

Play = Callable[..., None]
"""Plays so many games as `play_games` does."""


@jit
def begin(rules: Array, pack: Array, game: Game, cards: Array, seed: Any) -> None:
    """Deal a game from a seed; *cards* is room for the pack."""
    g, stream = game
    g[:MARK] = 0
    g[REASON] = UNENDED
    g[LEADER] = NOBODY
    players = rules[PLAYERS]
    g[ALIVE] = (1 << players) - 1
    stream[STATE] = seed
    count = len(pack)
    cards[:count] = pack
    shuffle(cards, 0, count, stream)
    each = count // players
    for seat in range(players):
        for place in range(each):
            g[STOCKS + seat * ROOM + place] = cards[seat + place * players]
        g[SIZE + seat] = each
    if rules[PARTS_JOKERS]:
        for seat in range(players):
            depth = whole(below(stream, np.uint64(each + 1)))
            for place in range(each, depth, -1):
                g[STOCKS + seat * ROOM + place] = g[STOCKS + seat * ROOM + place - 1]
            g[STOCKS + seat * ROOM + depth] = FIRST_JOKER + seat
            g[SIZE + seat] = each + 1
    if rules[CARRIES_UNDEALT]:
        g[CARRY] = count - each * players
        for place in range(g[CARRY]):
            g[CARRY_CARDS + place] = cards[each * players + place]
    if rules[FINDS_CYCLES]:
        g[REACH] = 1
        write_mark(rules, game)


@jit
def play_battle(rules: Array, game: Game) -> None:
    """Play one battle with every war it leads to."""
    winner = fight(rules, game)
    if winner != NOBODY:
        take(rules, game, winner)
    close(rules, game)


@jit
def play_to_the_end(rules: Array, game: Game) -> None:
    """Play battles until the game is over."""
    while game[0][REASON] == UNENDED:
        play_battle(rules, game)


@jit
def play_games(rules: Array, pack: Array, game: Game, chunk: Array, games: Int, found: Any) -> None:
    """Play so many games; *chunk* is the stream that their seeds are drawn from."""
    cards = np.zeros(ROOM, dtype=np.uint8)
    for _ in range(games):
        seed = word(chunk)
        begin(rules, pack, game, cards, seed)
        play_to_the_end(rules, game)
        count_game(rules, game[0], seed, found)


@inlined
def count_game(rules: Array, g: Array, seed: Any, found: Any) -> None:
    """Count an ended game."""
    lengths, wars, depths, changes, reasons, results, extremes, seeds = found
    reasons[g[REASON]] += 1
    changes[g[CHANGES]] += 1
    if g[OUTCOME] == DRAW:
        results[DRAWS] += 1
    else:
        for seat in range(rules[PLAYERS]):
            is_chosen = g[CHOSEN] >> seat & 1
            if g[OUTCOME] == WIN:
                results[WINS + seat] += is_chosen
            else:
                results[WINS + seat] += 1 - is_chosen
                results[LOSSES + seat] += is_chosen
    if g[REASON] == CYCLE:
        return
    battles = g[BATTLES]
    lengths[battles] += 1
    wars[g[WARS]] += 1
    results[STEPS] += g[FOUGHT]
    for depth in range(ROOM):
        depths[depth] += g[DEPTHS + depth]
    # Of games of one length the lowest seed is the shortest, the highest the longest.
    if battles < extremes[SHORTEST] or (battles == extremes[SHORTEST] and seed < seeds[SHORTEST]):
        extremes[SHORTEST], seeds[SHORTEST] = battles, seed
    if battles > extremes[LONGEST] or (battles == extremes[LONGEST] and seed > seeds[LONGEST]):
        extremes[LONGEST], seeds[LONGEST] = battles, seed


def simulate_packed(packed: Packed, chunk: Chunk, play: Play | None = None) -> WarSummary:
    """Play the games of a chunk, by the generic loop if no other is given."""
    counts = [np.zeros(size, dtype=np.int64) for size in (CAP_BATTLES + 1, CAP_BATTLES + 1, ROOM)]
    changes = np.zeros(CAP_BATTLES + 1, dtype=np.int64)
    reasons = np.zeros(len(REASONS), dtype=np.int64)
    results = np.zeros(10, dtype=np.int64)
    extremes = np.array([NO_LENGTH, -1], dtype=np.int64)
    seeds = np.zeros(2, dtype=np.uint64)
    stream = np.zeros(4, dtype=np.uint64)
    stream[STATE] = chunk.seed
    (play or play_games)(
        packed.rules,
        packed.cards,
        new_game(),
        stream,
        chunk.size,
        (*counts, changes, reasons, results, extremes, seeds),
    )
    players = int(packed.rules[PLAYERS])
    has_lengths = bool(extremes[LONGEST] >= 0)
    shortest, longest = (
        Extreme(int(battles), int(seed)) for battles, seed in zip(extremes, seeds, strict=True)
    )
    return WarSummary(
        lengths=_histogram(counts[0]),
        wars=_histogram(counts[1]),
        depths=_histogram(counts[2]),
        lead_changes=_histogram(changes),
        reasons=dict(sorted((REASONS[place].value, n) for place, n in _histogram(reasons).items())),
        wins=tuple(results[WINS : WINS + players].tolist()),
        losses=tuple(results[LOSSES : LOSSES + players].tolist()),
        draws=int(results[DRAWS]),
        steps=int(results[STEPS]),
        shortest=shortest if has_lengths else None,
        longest=longest if has_lengths else None,
    )


def _histogram(counts: Array) -> dict[int, int]:
    return {int(value): int(counts[value]) for value in counts.nonzero()[0]}
