"""How fast the readable War engine is beside a bare loop over two deques.

``python -m benchmarks.engine [GAMES]`` plays the same classic games both ways, from the
same shuffles, checks that they take the same number of battles, and prints battles a
second and the ratio. Ratios are taken in one run, since machines differ and are noisy.
"""

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from casino_war.game import war
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.war_pack import pack_of
from casino_war.game.war_rules import PickupOrder, ShortRule, WarRules
from casino_war.game.war_state import BATTLES_MAX

GAMES = 200
ROUNDS = 5
CLASSIC = WarRules(short_rule=ShortRule.PLAY_AVAILABLE)


def engine_game(rules: WarRules, seed: int) -> int:
    """Play one game with the engine and return its battles."""
    source = SplitMix64(seed)
    state = war.deal(rules, source)
    while state.ended is None:
        state, _ = war.play_battle(state, source)
    return state.battles


def bare_game(rules: WarRules, seed: int) -> int:
    """Play the same game with nothing but ranks in two deques."""
    source = SplitMix64(seed)
    ranks = [int(card.rank) for card in shuffle(pack_of(rules), source)]
    a, b = deque(ranks[0::2]), deque(ranks[1::2])
    is_shuffled = rules.pickup_order is PickupOrder.SHUFFLED
    battles = 0
    while a and b and battles < BATTLES_MAX:
        battles += 1
        laid_a, laid_b = [a.popleft()], [b.popleft()]
        table = [laid_a[0], laid_b[0]]
        while laid_a[-1] == laid_b[-1] and a and b:
            buried_a, buried_b = len(a) > 1, len(b) > 1
            if buried_a:
                laid_a.append(a.popleft())
                table.append(laid_a[-1])
            if buried_b:
                laid_b.append(b.popleft())
                table.append(laid_b[-1])
            laid_a.append(a.popleft())
            laid_b.append(b.popleft())
            table += (laid_a[-1], laid_b[-1])
        if laid_a[-1] == laid_b[-1]:
            # Whoever has no card left for the war loses it; both, and the game is a draw.
            if not a and not b:
                return battles
            a_wins = bool(a)
        else:
            a_wins = laid_a[-1] > laid_b[-1]
        winner = a if a_wins else b
        if is_shuffled:
            winner.extend(shuffle(table, source))
        else:
            winner.extend(laid_a + laid_b if a_wins else laid_b + laid_a)
    return battles


def battles_a_second(play: Callable[[WarRules, int], int], rules: WarRules, games: int) -> float:
    """Play the games and return the battles played in a second of processor time."""
    start = time.process_time()
    battles = sum(play(rules, seed) for seed in range(games))
    return battles / (time.process_time() - start)


def main() -> None:
    """Compare both for shuffled and for fixed pickup, and print the median ratio of each."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for order in (PickupOrder.SHUFFLED, PickupOrder.WINNER_FIRST):
        rules = replace(CLASSIC, pickup_order=order)
        assert all(engine_game(rules, seed) == bare_game(rules, seed) for seed in range(20))
        runs = [
            (battles_a_second(engine_game, rules, games), battles_a_second(bare_game, rules, games))
            for _ in range(ROUNDS)
        ]
        engine, bare = sorted(runs, key=lambda run: run[1] / run[0])[ROUNDS // 2]
        print(
            f"{order.value}: engine {engine:,.0f} battles/s, "
            f"bare loop {bare:,.0f} battles/s, ratio {bare / engine:.1f}"
        )


if __name__ == "__main__":
    main()
