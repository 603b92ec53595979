"""The engine and the kernel of War side by side, battle by battle."""

from typing import Any

import numpy as np

from casino_war.game import war
from casino_war.game.cards import Cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import WarState
from casino_war.lab import war_cards as wc
from casino_war.lab import war_close, war_kernel, war_pack
from casino_war.lab.stream import STATE

CARDS = war_pack.CARDS


def cards_at(g: Any, start: int, count: int) -> Cards:
    return tuple(CARDS[number] for number in g[start : start + count])


def position(g: Any, players: int) -> dict[str, Any]:
    """What the arrays of a game say, in the words of a state."""
    reason = int(g[wc.REASON])
    return {
        "stocks": tuple(
            tuple(
                CARDS[g[wc.STOCKS + seat * wc.ROOM + ((g[wc.HEAD + seat] + place) & wc.RING)]]
                for place in range(g[wc.SIZE + seat])
            )
            for seat in range(players)
        ),
        "piles": tuple(
            cards_at(g, wc.PILES + seat * wc.ROOM, g[wc.PILE + seat]) for seat in range(players)
        ),
        "carry": cards_at(g, wc.CARRY_CARDS, g[wc.CARRY]),
        "wars_won": tuple(g[wc.WARS_WON : wc.WARS_WON + players].tolist()),
        "battles": int(g[wc.BATTLES]),
        "alive": seats_of(g[wc.ALIVE]),
        "ended": None
        if reason < 0
        else (
            war_pack.REASONS[reason],
            war_pack.OUTCOMES[g[wc.OUTCOME]],
            seats_of(g[wc.CHOSEN]),
            int(g[wc.PERIOD]) or None,
        ),
    }


def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(wc.SEATS) if int(mask) >> seat & 1)


def told(state: WarState) -> dict[str, Any]:
    """What a state says, in the same words."""
    ended = state.ended
    return {
        "stocks": state.stocks,
        "piles": state.piles,
        "carry": state.carry,
        "wars_won": state.wars_won,
        "battles": state.battles,
        "alive": state.alive,
        "ended": None
        if ended is None
        else (ended.reason, ended.outcome, tuple(sorted(ended.seats)), ended.period),
    }


def play_both(rules: WarRules, seed: int, battles_max: int = 10**6) -> WarState:
    """Deal and play a game both ways and compare every position and what is left of chance."""
    packed = war_pack.pack(rules)
    game = wc.new_game()
    room = np.zeros(wc.ROOM, dtype=np.uint8)
    war_kernel.begin(packed.rules, packed.cards, game, room, np.uint64(seed))
    source = SplitMix64(seed)
    state = war.deal(rules, source)
    while True:
        assert told(state) == position(game[0], rules.players)
        assert int(game[1][STATE]) == source._state
        if state.ended is not None or state.battles >= battles_max:
            return state
        state, _ = war.play_battle(state, source)
        war_kernel.play_battle(packed.rules, game)


def play_out(state: WarState) -> Any:
    """Let the kernel play a game from a state's stocks to its end; return its numbers."""
    packed = war_pack.pack(state.rules)
    game = wc.new_game()
    g = game[0]
    room = np.zeros(wc.ROOM, dtype=np.uint8)
    war_kernel.begin(packed.rules, packed.cards, game, room, np.uint64(1))
    for seat, stock in enumerate(state.stocks):
        for place, card in enumerate(stock):
            g[wc.STOCKS + seat * wc.ROOM + place] = CARDS.index(card)
        g[wc.SIZE + seat] = len(stock)
    if packed.rules[war_close.FINDS_CYCLES]:
        war_close.write_mark(packed.rules, game)
    war_kernel.play_to_the_end(packed.rules, game)
    return g
