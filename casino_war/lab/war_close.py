"""The end of a battle of War in a kernel: who is out, and what ends the game.

As `casino_war.game.war_endings` and `war_state`, on the arrays of `war_cards`.
"""

from typing import Any

import numpy as np

from casino_war.game.war_state import BATTLES_MAX as CAP_BATTLES
from casino_war.lab.jit import jit
from casino_war.lab.war_cards import (
    ALIVE,
    ANY_SHORT,
    BATTLES,
    CAPTURED,
    CARRY,
    CHANGES,
    CHOSEN,
    DEAD,
    HEAD,
    LEADER,
    MARK_BATTLES,
    OUTCOME,
    PERIOD,
    PILE,
    REACH,
    REASON,
    RING,
    SCORED,
    SEATS,
    SIZE,
    WARS_WON,
    Array,
    Game,
    first_of,
    seats_in,
)
from casino_war.lab.war_fight import NOBODY, PLAYERS, fight, take
from casino_war.lab.war_pack import (
    OBJECTIVES,
    OUTCOMES,
    REASONS,
    EndReason,
    Objective,
    Outcome,
    Rule,
)

UNENDED = -1
OBJECTIVE = int(Rule.OBJECTIVE)
WARS_TO_WIN = int(Rule.WARS_TO_WIN)
BATTLES_MAX = int(Rule.BATTLES_MAX)
LIMIT_IS_TIME = int(Rule.LIMIT_IS_TIME)
MOST_WINS = int(Rule.MOST_WINS)
FINDS_CYCLES = int(Rule.FINDS_CYCLES)
COLLECT_ALL, AVOID_COLLECTING_ALL, AVOID_RUNNING_OUT, MOST_CARDS, WARS_COUNT = map(
    OBJECTIVES.index, Objective
)
WIN, LOSER, DRAW = map(OUTCOMES.index, (Outcome.WIN, Outcome.LOSER, Outcome.DRAW))
(
    COLLECTED,
    RAN_OUT,
    RAN_OUT_IN_WAR,
    BOTH_RAN_OUT,
    BATTLE_LIMIT,
    TIME_LIMIT,
    WARS_REACHED,
    STOCKS_PLAYED,
    CAP,
    CYCLE,
) = map(REASONS.index, EndReason)


@jit
def close(rules: Array, tables: Any, game: Game) -> None:
    """End the battle; the game's reason stays `UNENDED` unless it is over."""
    numbers = game[7]
    gone = leave(rules, game)
    objective_end(rules, game, gone)
    if numbers[REASON] == UNENDED and rules[FINDS_CYCLES] and is_marked(rules, game):
        end(numbers, CYCLE, DRAW, numbers[ALIVE])
        numbers[PERIOD] = numbers[BATTLES] - numbers[MARK_BATTLES]
    if numbers[REASON] == UNENDED:
        limit_end(rules, game)
    numbers[ANY_SHORT] = 0
    if numbers[REASON] == CAP and rules[FINDS_CYCLES]:
        find_late_cycle(rules, tables, game)
    if numbers[REASON] == UNENDED:
        if rules[FINDS_CYCLES]:
            mark_next(rules, game)
    elif numbers[CARRY] and numbers[OUTCOME] == WIN:
        take(rules, game, first_of(numbers[CHOSEN]))
    find_leader(rules, game)


@jit
def end(numbers: Array, reason: int, outcome: int, chosen: int) -> None:
    """Note why the game is over, and whom it singles out."""
    numbers[REASON] = reason
    numbers[OUTCOME] = outcome
    numbers[CHOSEN] = chosen


@jit
def owned(seats: Array, seat: int) -> int:
    """Count the cards of a seat, scored ones too."""
    return seats[SIZE, seat] + seats[PILE, seat]


@jit
def leave(rules: Array, game: Game) -> int:
    """Part with those who hold nothing and count the battle; return who went."""
    seats, numbers = game[2], game[7]
    gone = 0
    if rules[CAPTURED] != SCORED:
        for seat in range(SEATS):
            if numbers[ALIVE] >> seat & 1 and owned(seats, seat) == 0:
                gone |= 1 << seat
    numbers[ALIVE] &= ~gone
    if numbers[CARRY] and seats_in(numbers[ALIVE]) == 1:
        take(rules, game, first_of(numbers[ALIVE]))
    numbers[BATTLES] += 1
    return gone


@jit
def objective_end(rules: Array, game: Game, gone: int) -> None:
    """End the game if its objective is reached."""
    seats, numbers = game[2], game[7]
    alive, objective = numbers[ALIVE], rules[OBJECTIVE]
    if not alive:
        end(numbers, BOTH_RAN_OUT, DRAW, numbers[DEAD])
        return
    if objective == WARS_COUNT:
        for seat in range(SEATS):
            # The first of those with the most; only one can have won the last war.
            if seats[WARS_WON, seat] >= rules[WARS_TO_WIN]:
                end(numbers, WARS_REACHED, WIN, 1 << seat)
                return
    in_war = RAN_OUT_IN_WAR if numbers[ANY_SHORT] else RAN_OUT
    if objective == MOST_CARDS:
        for seat in range(rules[PLAYERS]):
            if seats[SIZE, seat] == 0:
                extreme(game, STOCKS_PLAYED, WIN, 1, False)
                return
    elif objective == AVOID_RUNNING_OUT:
        if gone:
            end(numbers, in_war, LOSER, gone)
    elif seats_in(alive) == 1:
        reason = RAN_OUT_IN_WAR if numbers[ANY_SHORT] else COLLECTED
        end(numbers, reason, LOSER if objective == AVOID_COLLECTING_ALL else WIN, alive)


@jit
def limit_end(rules: Array, game: Game) -> None:
    """End the game if it has reached a limit, or the technical cap."""
    numbers = game[7]
    if rules[BATTLES_MAX] and numbers[BATTLES] >= rules[BATTLES_MAX]:
        reason = TIME_LIMIT if rules[LIMIT_IS_TIME] else BATTLE_LIMIT
        if not rules[MOST_WINS]:
            end(numbers, reason, DRAW, numbers[ALIVE])
        elif rules[OBJECTIVE] == AVOID_COLLECTING_ALL:
            extreme(game, reason, LOSER, 1, False)
        elif rules[OBJECTIVE] == AVOID_RUNNING_OUT:
            extreme(game, reason, LOSER, -1, False)
        else:
            extreme(game, reason, WIN, 1, rules[OBJECTIVE] == WARS_COUNT)
    elif numbers[BATTLES] >= CAP_BATTLES:
        end(numbers, CAP, DRAW, numbers[ALIVE])


@jit
def extreme(game: Game, reason: int, outcome: int, sign: int, by_wars: bool) -> None:
    """End the game for who has most (or, with sign -1, fewest) cards or wars alone."""
    seats, numbers = game[2], game[7]
    found, most = 0, 0
    for seat in range(SEATS):
        if numbers[ALIVE] >> seat & 1:
            count = sign * (seats[WARS_WON, seat] if by_wars else owned(seats, seat))
            if not found or count > most:
                found, most = 1 << seat, count
            elif count == most:
                found |= 1 << seat
    end(numbers, reason, outcome if seats_in(found) == 1 else DRAW, found)


@jit
def find_leader(rules: Array, game: Game) -> None:
    """Count a change if another seat than before holds the most cards alone."""
    seats, numbers = game[2], game[7]
    most, leader = -1, NOBODY
    for seat in range(rules[PLAYERS]):
        cards = owned(seats, seat)
        if cards > most:
            most, leader = cards, seat
        elif cards == most:
            leader = NOBODY
    if leader != NOBODY:
        if numbers[LEADER] not in (NOBODY, leader):
            numbers[CHANGES] += 1
        numbers[LEADER] = leader


@jit
def write_mark(rules: Array, game: Game) -> None:
    """Keep the position, to compare later ones with."""
    walk_position(rules, game, True)
    game[7][MARK_BATTLES] = game[7][BATTLES]


@jit
def is_marked(rules: Array, game: Game) -> bool:
    """Say whether the position is the one that was kept."""
    return walk_position(rules, game, False)


@jit
def walk_position(rules: Array, game: Game, writes: bool) -> bool:
    """Write the position into the mark, or compare it with the mark up to the first difference.

    Sizes go first: most positions differ in them.
    """
    stocks, piles, seats, _, _, carry, _, numbers, _, mark, _ = game
    at = 0
    for seat in range(rules[PLAYERS]):
        for row in (SIZE, PILE, WARS_WON):
            value = seats[row, seat]
            if row == WARS_WON and rules[OBJECTIVE] != WARS_COUNT:
                value = 0
            if not step_mark(mark, at, value, writes):
                return False
            at += 1
    if not step_mark(mark, at, numbers[CARRY], writes):
        return False
    at += 1
    for seat in range(rules[PLAYERS]):
        for place in range(seats[SIZE, seat]):
            card = stocks[seat, (seats[HEAD, seat] + place) & RING]
            if not step_mark(mark, at, np.int64(card), writes):
                return False
            at += 1
        for place in range(seats[PILE, seat]):
            if not step_mark(mark, at, np.int64(piles[seat, place]), writes):
                return False
            at += 1
    for place in range(numbers[CARRY]):
        if not step_mark(mark, at, np.int64(carry[place]), writes):
            return False
        at += 1
    return True


@jit
def step_mark(mark: Array, at: int, value: int, writes: bool) -> bool:
    """Write a number of the mark, or say whether it is there."""
    if writes:
        mark[at] = value
        return True
    return bool(mark[at] == value)


@jit
def mark_next(rules: Array, game: Game) -> None:
    """Keep this position if the one kept has been watched for long enough (Brent)."""
    numbers = game[7]
    if numbers[BATTLES] - numbers[MARK_BATTLES] >= numbers[REACH]:
        numbers[REACH] *= 2
        write_mark(rules, game)


@jit
def copied(game: Game) -> Game:
    """Return a game that can be played on without touching this one."""
    stocks, piles, seats, shown, table, carry, spare, numbers, depths, mark, stream = game
    return (
        stocks.copy(),
        piles.copy(),
        seats.copy(),
        shown.copy(),
        table.copy(),
        carry.copy(),
        spare.copy(),
        numbers.copy(),
        depths.copy(),
        mark.copy(),
        stream.copy(),
    )


@jit
def find_late_cycle(rules: Array, tables: Any, game: Game) -> None:
    """Play a capped game on, unseen: its position may lie on a cycle."""
    unseen = copied(game)
    numbers = unseen[7]
    numbers[REASON] = UNENDED
    write_mark(rules, unseen)
    for period in range(1, CAP_BATTLES + 1):
        numbers[ANY_SHORT] = 0
        winner = fight(rules, tables, unseen)
        if winner != NOBODY:
            take(rules, unseen, winner)
        objective_end(rules, unseen, leave(rules, unseen))
        if numbers[REASON] != UNENDED:
            return
        if is_marked(rules, unseen):
            end(game[7], CYCLE, DRAW, game[7][CHOSEN])
            game[7][PERIOD] = period
            return
