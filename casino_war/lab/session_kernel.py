"""Sessions as compiled code: any table, system of stakes and end.

It takes all its numbers from `session_pack`, plays its hands by `hands_kernel` and leaves
what `session_engine` leaves: one row a session, and its bankroll at each mark.
"""

from typing import Any

import numpy as np

from casino_war.lab.hands_kernel import (
    FIGHTS,
    IS_FRESH,
    WARS,
    is_finished,
    open_shoe,
    play_round,
)
from casino_war.lab.jit import Int, high, jit, whole
from casino_war.lab.plan import Chunk
from casino_war.lab.session_pack import Packed, System, Term
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import (
    ENDS,
    PATHS_SHOWN,
    End,
    Row,
    SessionSummary,
    summarise,
)
from casino_war.lab.stream import STATE, six_word

Array = Any

BANKROLL, GOAL, STOP_LOSS, HANDS = map(int, (Term.BANKROLL, Term.GOAL, Term.STOP_LOSS, Term.HANDS))
STAKE_MAX, COVER, IS_CREDIT, SYSTEM, SHARE_PERCENT = map(
    int, (Term.STAKE_MAX, Term.COVER, Term.IS_CREDIT, Term.SYSTEM, Term.SHARE_PERCENT)
)
BY_GOAL, BY_RUIN, BY_STOP_LOSS, BY_HANDS = map(
    ENDS.index, (End.GOAL, End.RUIN, End.STOP_LOSS, End.HANDS)
)
OSCAR, PROPORTIONAL = int(System.OSCAR), int(System.PROPORTIONAL)
_1 = np.uint64(1)
PLACE, STAKE, GAINED = 0, 1, 2
"""Places of what a system remembers."""
PLAYING = -1
_NET, _STAKED, _SHORT, _HANDLE, _HANDS = range(1, 6)


def simulate_packed(plan: SessionPlan, packed: Packed, chunk: Chunk) -> SessionSummary:
    """Play the sessions of a chunk."""
    rows, paths = play_chunk(packed, chunk)
    return summarise(
        plan,
        [column.tolist() for column in rows.T],
        paths[:PATHS_SHOWN].tolist(),
        [_counted(column) for column in paths.T],
    )


def _counted(values: Array) -> dict[int, int]:
    found, often = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), often.tolist(), strict=True))


def play_chunk(packed: Packed, chunk: Chunk) -> tuple[Array, Array]:
    """Play the sessions of a chunk; return their rows and their ways."""
    rows = np.zeros((chunk.size, len(Row._fields)), dtype=np.int64)
    paths = np.zeros((chunk.size, len(packed.marks)), dtype=np.int64)
    stream = np.zeros(4, dtype=np.uint64)
    stream[STATE] = chunk.seed
    play_sessions(
        (packed.hand.rules, packed.short_rules, packed.pays),
        packed.hand.ranks.copy(),
        stream,
        (packed.terms, packed.steps, packed.marks),
        rows,
        paths,
    )
    return rows, paths


@jit
def play_sessions(
    table: Any, cards: Array, stream: Array, asked: Any, rows: Array, paths: Array
) -> None:
    """Play a session for each row."""
    room = np.zeros(20, dtype=np.int64)
    for session in range(len(rows)):
        play_session(table, cards, stream, asked, room, rows[session], paths[session])


@jit
def end_of(terms: Array, bankroll: Int, hands: Int) -> Int:
    """Say why a session ends, if it does."""
    if bankroll >= terms[GOAL]:
        return BY_GOAL
    if bankroll < terms[COVER]:
        return BY_RUIN
    if bankroll <= terms[STOP_LOSS]:
        return BY_STOP_LOSS
    return BY_HANDS if hands == terms[HANDS] else PLAYING


@jit
def wanted(terms: Array, steps: Array, memory: Array, bankroll: Int) -> Int:
    """Return what the system would stake."""
    if terms[SYSTEM] == OSCAR:
        return memory[STAKE]
    if terms[SYSTEM] == PROPORTIONAL:
        return max(1, bankroll * terms[SHARE_PERCENT] // 200)
    return steps[memory[PLACE], 0]


@jit
def note(steps: Array, memory: Array, net: Int) -> None:
    """Go on to the next stake after a hand that netted so much."""
    if net > 0:
        memory[PLACE] = steps[memory[PLACE], 1]
    elif net < 0:
        memory[PLACE] = steps[memory[PLACE], 2]
    memory[GAINED] += net
    if memory[GAINED] >= 2:
        memory[STAKE] = 1
        memory[GAINED] = 0
    elif net > 0:
        memory[STAKE] = min(memory[STAKE] + 1, (3 - memory[GAINED]) // 2)


@jit
def fresh_hand(cards: Array, stream: Array, is_fought: bool) -> Int:
    """Play a hand from all cards, with one war at most: one word is enough for its four.

    Returns the ending that `play_round` would leave.
    """
    count = np.uint64(len(cards))
    last = len(cards) - 1
    rest = six_word(stream, count)
    chosen = whole(high(rest, count))
    rest *= count
    own = cards[chosen]
    cards[chosen] = cards[last]
    cards[last] = own
    chosen = whole(high(rest, count - _1))
    rest *= count - _1
    dealers = cards[chosen]
    cards[chosen] = cards[last - 1]
    cards[last - 1] = dealers
    if own != dealers:
        return whole(own < dealers)
    if not is_fought:
        return 5
    for place in range(last - 2, last - 4, -1):
        left = np.uint64(place + 1)
        chosen = whole(high(rest, left))
        rest *= left
        card = cards[chosen]
        cards[chosen] = cards[place]
        cards[place] = card
    own, dealers = cards[last - 2], cards[last - 3]
    if own == dealers:
        return 4
    return 2 + whole(own < dealers)


@jit
def play_session(
    table: Any, cards: Array, stream: Array, asked: Any, room: Array, row: Array, path: Array
) -> None:
    """Play one session with a new shoe."""
    rules, short_rules, pays = table
    terms, steps, marks = asked
    counts, outcome, own, memory = room[:15], room[15:16], room[16:17], room[17:20]
    counting = rules[FIGHTS] == 2
    is_plain = rules[IS_FRESH] and rules[WARS] == 1 and not counting
    memory[:] = 0
    memory[STAKE] = 1
    bankroll = terms[BANKROLL]
    hands = marked = 0
    is_open = False
    while True:
        end = end_of(terms, bankroll, hands)
        if end != PLAYING:
            break
        stake = min(wanted(terms, steps, memory, bankroll), terms[STAKE_MAX])
        stake = min(stake, bankroll // terms[COVER])
        is_short = terms[IS_CREDIT] == 0 and bankroll < 4 * stake
        if is_plain:
            ending = fresh_hand(cards, stream, rules[FIGHTS] == 1 and not is_short)
        else:
            if not is_open:
                open_shoe(rules, cards, stream, counts, counting)
                is_open = True
            dealt = short_rules if is_short else rules
            play_round(dealt, cards, stream, counts, counting, outcome, own)
            ending = outcome[0]
            is_open = not is_finished(rules, cards, stream)
        net = stake * pays[ending, 0]
        row[_STAKED] += 2 * stake
        row[_SHORT] += 2 * stake if is_short else 0
        row[_HANDLE] += stake * pays[ending, 1]
        bankroll += net
        hands += 1
        note(steps, memory, net)
        if marked < len(marks) and hands == marks[marked]:
            path[marked] = bankroll
            marked += 1
    path[marked:] = bankroll
    row[0] = end
    row[_NET] = bankroll - terms[BANKROLL]
    row[_HANDS] = hands
