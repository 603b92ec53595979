"""The end of a battle of War in a kernel: who is out, and what ends the game.

As `casino_war.game.war_endings` and `war_state`, on the arrays of `war_cards`.
"""

from casino_war.game.war_events import EndReason, Outcome
from casino_war.game.war_rules import Objective
from casino_war.game.war_state import BATTLES_MAX as CAP_BATTLES
from casino_war.lab.jit import Int, jit
from casino_war.lab.war_cards import (
    ALIVE,
    ANY_SHORT,
    BATTLES,
    CAPTURED,
    CARRY,
    CARRY_CARDS,
    CHANGES,
    CHOSEN,
    DEAD,
    HEAD,
    LEADER,
    MARK,
    MARK_BATTLES,
    OUTCOME,
    PERIOD,
    PILE,
    PILES,
    PLAYERS,
    REACH,
    REASON,
    RING,
    ROOM,
    SCORED,
    SEATS,
    SIZE,
    STOCKS,
    WARS_WON,
    Array,
    Game,
    first_of,
    seats_in,
)
from casino_war.lab.war_fight import NOBODY, fight, take
from casino_war.lab.war_pack import (
    OBJECTIVES,
    OUTCOMES,
    REASONS,
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
def close(rules: Array, game: Game) -> None:
    """End the battle; the game's reason stays `UNENDED` unless it is over."""
    g = game[0]
    gone = leave(rules, game)
    objective_end(rules, game, gone)
    if g[REASON] == UNENDED and rules[FINDS_CYCLES] and is_marked(rules, game):
        end(g, CYCLE, DRAW, g[ALIVE])
        g[PERIOD] = g[BATTLES] - g[MARK_BATTLES]
    if g[REASON] == UNENDED:
        limit_end(rules, game)
    g[ANY_SHORT] = 0
    if g[REASON] == CAP and rules[FINDS_CYCLES]:
        find_late_cycle(rules, game)
    if g[REASON] == UNENDED:
        if rules[FINDS_CYCLES]:
            mark_next(rules, game)
    elif g[CARRY] and g[OUTCOME] == WIN:
        take(rules, game, first_of(g[CHOSEN]))
    find_leader(rules, game)


@jit
def end(g: Array, reason: Int, outcome: Int, chosen: Int) -> None:
    """Note why the game is over, and whom it singles out."""
    g[REASON] = reason
    g[OUTCOME] = outcome
    g[CHOSEN] = chosen


@jit
def owned(g: Array, seat: Int) -> Int:
    """Count the cards of a seat, scored ones too."""
    return g[SIZE + seat] + g[PILE + seat]


@jit
def leave(rules: Array, game: Game) -> Int:
    """Part with those who hold nothing and count the battle; return who went."""
    g = game[0]
    gone = 0
    if rules[CAPTURED] != SCORED:
        for seat in range(rules[PLAYERS]):
            if g[ALIVE] >> seat & 1 and owned(g, seat) == 0:
                gone |= 1 << seat
    g[ALIVE] &= ~gone
    if g[CARRY] and seats_in(g[ALIVE]) == 1:
        take(rules, game, first_of(g[ALIVE]))
    g[BATTLES] += 1
    return gone


@jit
def objective_end(rules: Array, game: Game, gone: Int) -> None:
    """End the game if its objective is reached."""
    g = game[0]
    alive, objective = g[ALIVE], rules[OBJECTIVE]
    if not alive:
        end(g, BOTH_RAN_OUT, DRAW, g[DEAD])
        return
    if objective == WARS_COUNT:
        for seat in range(rules[PLAYERS]):
            # The first of those with the most; only one can have won the last war.
            if g[WARS_WON + seat] >= rules[WARS_TO_WIN]:
                end(g, WARS_REACHED, WIN, 1 << seat)
                return
    in_war = RAN_OUT_IN_WAR if g[ANY_SHORT] else RAN_OUT
    if objective == MOST_CARDS:
        for seat in range(rules[PLAYERS]):
            if g[SIZE + seat] == 0:
                extreme(game, STOCKS_PLAYED, WIN, 1, False)
                return
    elif objective == AVOID_RUNNING_OUT:
        if gone:
            end(g, in_war, LOSER, gone)
    elif seats_in(alive) == 1:
        reason = RAN_OUT_IN_WAR if g[ANY_SHORT] else COLLECTED
        end(g, reason, LOSER if objective == AVOID_COLLECTING_ALL else WIN, alive)


@jit
def limit_end(rules: Array, game: Game) -> None:
    """End the game if it has reached a limit, or the technical cap."""
    g = game[0]
    if rules[BATTLES_MAX] and g[BATTLES] >= rules[BATTLES_MAX]:
        reason = TIME_LIMIT if rules[LIMIT_IS_TIME] else BATTLE_LIMIT
        if not rules[MOST_WINS]:
            end(g, reason, DRAW, g[ALIVE])
        elif rules[OBJECTIVE] == AVOID_COLLECTING_ALL:
            extreme(game, reason, LOSER, 1, False)
        elif rules[OBJECTIVE] == AVOID_RUNNING_OUT:
            extreme(game, reason, LOSER, -1, False)
        else:
            extreme(game, reason, WIN, 1, rules[OBJECTIVE] == WARS_COUNT)
    elif g[BATTLES] >= CAP_BATTLES:
        end(g, CAP, DRAW, g[ALIVE])


@jit
def extreme(game: Game, reason: Int, outcome: Int, sign: Int, by_wars: bool) -> None:
    """End the game for who has most (or, with sign -1, fewest) cards or wars alone."""
    g = game[0]
    found, most = 0, 0
    for seat in range(SEATS):
        if g[ALIVE] >> seat & 1:
            count = sign * (g[WARS_WON + seat] if by_wars else owned(g, seat))
            if not found or count > most:
                found, most = 1 << seat, count
            elif count == most:
                found |= 1 << seat
    end(g, reason, outcome if seats_in(found) == 1 else DRAW, found)


@jit
def find_leader(rules: Array, game: Game) -> None:
    """Count a change if another seat than before holds the most cards alone."""
    g = game[0]
    most, leader = -1, NOBODY
    for seat in range(rules[PLAYERS]):
        cards = owned(g, seat)
        if cards > most:
            most, leader = cards, seat
        elif cards == most:
            leader = NOBODY
    if leader != NOBODY:
        if g[LEADER] not in (NOBODY, leader):
            g[CHANGES] += 1
        g[LEADER] = leader


@jit
def write_mark(rules: Array, game: Game) -> None:
    """Keep the position, to compare later ones with."""
    g = game[0]
    walk_position(rules, game, True)
    g[MARK_BATTLES] = g[BATTLES]


@jit
def is_marked(rules: Array, game: Game) -> bool:
    """Say whether the position is the one that was kept."""
    return walk_position(rules, game, False)


@jit
def walk_position(rules: Array, game: Game, writes: bool) -> bool:
    """Write the position into the mark, or compare it with the mark up to the first difference.

    Sizes go first: most positions differ in them.
    """
    g = game[0]
    at = 0
    for seat in range(rules[PLAYERS]):
        for row in (SIZE, PILE, WARS_WON):
            value = g[row + seat]
            if row == WARS_WON and rules[OBJECTIVE] != WARS_COUNT:
                value = 0
            if not step_mark(g, MARK + at, value, writes):
                return False
            at += 1
    if not step_mark(g, MARK + at, g[CARRY], writes):
        return False
    at += 1
    for seat in range(rules[PLAYERS]):
        for place in range(g[SIZE + seat]):
            card = g[STOCKS + seat * ROOM + ((g[HEAD + seat] + place) & RING)]
            if not step_mark(g, MARK + at, card, writes):
                return False
            at += 1
        for place in range(g[PILE + seat]):
            if not step_mark(g, MARK + at, g[PILES + seat * ROOM + place], writes):
                return False
            at += 1
    for place in range(g[CARRY]):
        if not step_mark(g, MARK + at, g[CARRY_CARDS + place], writes):
            return False
        at += 1
    return True


@jit
def step_mark(g: Array, at: Int, value: Int, writes: bool) -> bool:
    """Write a number of the mark, or say whether it is there."""
    if writes:
        g[at] = value
        return True
    return bool(g[at] == value)


@jit
def mark_next(rules: Array, game: Game) -> None:
    """Keep this position if the one kept has been watched for long enough (Brent)."""
    g = game[0]
    if g[BATTLES] - g[MARK_BATTLES] >= g[REACH]:
        g[REACH] *= 2
        write_mark(rules, game)


@jit
def find_late_cycle(rules: Array, game: Game) -> None:
    """Play a capped game on, unseen: its position may lie on a cycle."""
    ended, stream = game
    g = ended.copy()
    unseen = (g, stream.copy())
    g[REASON] = UNENDED
    write_mark(rules, unseen)
    for period in range(1, CAP_BATTLES + 1):
        g[ANY_SHORT] = 0
        winner = fight(rules, unseen)
        if winner != NOBODY:
            take(rules, unseen, winner)
        objective_end(rules, unseen, leave(rules, unseen))
        if g[REASON] != UNENDED:
            return
        if is_marked(rules, unseen):
            end(ended, CYCLE, DRAW, ended[CHOSEN])
            ended[PERIOD] = period
            return
