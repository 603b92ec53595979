"""Casino War as compiled code: any table rules, hands and strategies, one generic kernel.

It takes all its numbers from `hands_pack` and plays exactly as `hands_engine`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from casino_war.lab.hands_pack import Packed, Rule
from casino_war.lab.hands_summary import (
    ANTE,
    MEASURES,
    PAIRS,
    ROUNDS,
    SECOND_TIE_BET,
    TIE_BET,
    TIES,
    HandsSummary,
)
from casino_war.lab.jit import Int, jit, whole
from casino_war.lab.plan import Chunk
from casino_war.lab.stream import LEFT, STATE, deal, fill

Array = Any
Play = Callable[..., Int]
"""Plays rounds as `play_all` does."""

_MEASURES = len(MEASURES)
IS_FRESH, CUT, OPENING_BURN, WAR_BURN = map(
    int, (Rule.IS_FRESH, Rule.CUT, Rule.OPENING_BURN, Rule.WAR_BURN)
)
BURNS_EACH, WARS, WORST_CASE, SPOTS = map(
    int, (Rule.BURNS_EACH, Rule.WARS, Rule.WORST_CASE, Rule.SPOTS)
)
FIGHTS, SURRENDER_NET, TIED_WAR_NET = map(int, (Rule.FIGHTS, Rule.SURRENDER_NET, Rule.TIED_WAR_NET))
TIE_BETS, TIE_BET_TO_ONE, LOWEST_NET = map(
    int, (Rule.TIE_BETS, Rule.TIE_BET_TO_ONE, Rule.LOWEST_NET)
)
MATCHES, UNSEEN = 13, 14
"""Places behind the counts of ranks: ways to draw two cards that match, and cards unseen."""
UNDECIDED = -1


def simulate_packed(packed: Packed, chunk: Chunk, play: Play | None = None) -> HandsSummary:
    """Play the rounds of a chunk, by the generic loop if no other is given."""
    endings = np.zeros((2, packed.units.shape[1]), dtype=np.int64)
    sums = np.zeros(_MEASURES, dtype=np.int64)
    products = np.zeros(len(PAIRS), dtype=np.int64)
    nets = np.zeros(packed.places, dtype=np.int64)
    stream = np.zeros(4, dtype=np.uint64)
    stream[STATE] = chunk.seed
    shoes = (play or play_all)(
        packed.rules,
        packed.ranks.copy(),
        stream,
        chunk.size,
        (packed.units, packed.nets),
        (endings, sums, products, nets),
    )
    lowest = int(packed.rules[LOWEST_NET])
    return HandsSummary(
        rounds=chunk.size,
        shoes=int(shoes),
        wagered_cents=int((endings * packed.stakes_cents).sum()),
        endings=(tuple(endings[0].tolist()), tuple(endings[1].tolist())),
        sums=tuple(sums.tolist()),
        products=tuple(products.tolist()),
        nets={
            (int(place) + lowest) * packed.unit_cents: int(nets[place])
            for place in nets.nonzero()[0]
        },
    )


def play_all(rules: Array, cards: Array, stream: Array, rounds: Int, paid: Any, found: Any) -> Int:
    """Play so many rounds and keep nothing but the sums; return how many shoes were begun."""
    nothing = np.zeros((0, 0), dtype=np.int64)
    return play_rounds(rules, cards, stream, rounds, paid, found, nothing)


def endings_in_order(packed: Packed, chunk: Chunk) -> Array:
    """Play the rounds of a chunk: the ending of every hand by round and spot.

    100 is added for a hand with a tie bet, and 1,000 for the first round of a shoe.
    """
    trace = np.zeros((chunk.size, packed.rules[SPOTS]), dtype=np.int64)

    def play(rules: Array, cards: Array, stream: Array, rounds: Int, paid: Any, found: Any) -> Int:
        return play_rounds(rules, cards, stream, rounds, paid, found, trace)

    simulate_packed(packed, chunk, play)
    return trace


@jit
def play_rounds(
    rules: Array, cards: Array, stream: Array, rounds: Int, paid: Any, found: Any, trace: Array
) -> Int:
    """Play so many rounds; return how many shoes were begun. *trace*: `endings_in_order`."""
    spots = rules[SPOTS]
    shoe = np.zeros(_MEASURES, dtype=np.int64)
    counts = np.zeros(15, dtype=np.int64)
    counting = rules[FIGHTS] == 2 or rules[TIE_BETS] == 2
    outcome = np.zeros(spots, dtype=np.int64)
    own = np.zeros(spots, dtype=np.int64)
    shoes = 0
    is_open = False
    for played in range(rounds):
        begins = not is_open
        if begins:
            shoes += 1
            open_shoe(rules, cards, stream, counts, counting)
            is_open = True
        bets = bets_on_tie(rules, counts)
        play_round(rules, cards, stream, counts, counting, outcome, own)
        add_round(paid, found, shoe, outcome, bets, rules[LOWEST_NET])
        if played < len(trace):
            for spot in range(spots):
                trace[played, spot] = outcome[spot] + 100 * bets + 1000 * begins
        if is_finished(rules, cards, stream):
            close_shoe(found, shoe)
            is_open = False
    if is_open:
        close_shoe(found, shoe)
    return shoes


@jit
def open_shoe(rules: Array, cards: Array, stream: Array, counts: Array, counting: bool) -> None:
    """Shuffle all cards and burn the first; count them where decisions go by what is left."""
    fill(cards, stream)
    for _ in range(rules[OPENING_BURN]):
        deal(cards, stream)
    if counting:
        count_anew(counts, len(cards))


@jit
def is_finished(rules: Array, cards: Array, stream: Array) -> bool:
    """Say after a round whether its shoe is dealt no further."""
    left = whole(stream[LEFT])
    is_cut = len(cards) - left >= rules[CUT]
    return bool(rules[IS_FRESH] or is_cut or left < rules[WORST_CASE])


@jit
def count_anew(counts: Array, cards: Int) -> None:
    """Count a full shoe."""
    each = cards // 13
    counts[:13] = each
    counts[MATCHES] = cards * (each - 1)
    counts[UNSEEN] = cards


@jit
def see(counts: Array, rank: Int) -> None:
    """Take a card that was shown out of the count."""
    counts[rank] -= 1
    counts[MATCHES] -= 2 * counts[rank]
    counts[UNSEEN] -= 1


@jit
def bets_on_tie(rules: Array, counts: Array) -> Int:
    """Say whether the tie bet is placed: 1, or 0."""
    if rules[TIE_BETS] < 2:
        return rules[TIE_BETS]
    ways = counts[UNSEEN] * (counts[UNSEEN] - 1)
    return whole((rules[TIE_BET_TO_ONE] + 1) * counts[MATCHES] > ways)


@jit
def fights(rules: Array, counts: Array) -> bool:
    """Say whether tied hands go to war: from what they net in the ways of dealing a war.

    A war that does not tie nets half of the sum of a win and two losses, in half antes.
    Where both are worth the same, what is worth more if all wars tie.
    """
    if rules[FIGHTS] < 2:
        return bool(rules[FIGHTS] == 1)
    ways = counts[UNSEEN] * (counts[UNSEEN] - 1)
    ties = counts[MATCHES]
    war = rules[TIED_WAR_NET] * ties - (ways - ties)
    surrender = rules[SURRENDER_NET] * ways
    return not (
        surrender > war or (surrender == war and rules[SURRENDER_NET] > rules[TIED_WAR_NET])
    )


@jit
def play_round(
    rules: Array,
    cards: Array,
    stream: Array,
    counts: Array,
    counting: bool,
    outcome: Array,
    own: Array,
) -> None:
    """Deal one round and leave the ending of every hand in *outcome*."""
    spots = rules[SPOTS]
    for spot in range(spots):
        own[spot] = deal(cards, stream)
    dealers = whole(deal(cards, stream))
    tied = 0
    for spot in range(spots):
        if own[spot] == dealers:
            outcome[spot] = UNDECIDED
            tied += 1
        else:
            outcome[spot] = whole(own[spot] < dealers)
    if counting:
        for spot in range(spots):
            see(counts, own[spot])
        see(counts, dealers)
    if tied == 0:
        return
    wars = rules[WARS]
    if not fights(rules, counts):
        for spot in range(spots):
            if outcome[spot] == UNDECIDED:
                outcome[spot] = 2 * wars + 3
        return
    fight(rules, cards, stream, counts, counting, outcome, own)


@jit
def fight(
    rules: Array,
    cards: Array,
    stream: Array,
    counts: Array,
    counting: bool,
    outcome: Array,
    own: Array,
) -> None:
    """Fight the wars of all hands that are still undecided."""
    spots, wars, burn = rules[SPOTS], rules[WARS], rules[WAR_BURN]
    each = rules[BURNS_EACH]
    for step in range(1, wars + 1):
        if not each:
            for _ in range(burn):
                deal(cards, stream)
        for spot in range(spots):
            if outcome[spot] == UNDECIDED:
                if each:
                    for _ in range(burn):
                        deal(cards, stream)
                own[spot] = deal(cards, stream)
                if counting:
                    see(counts, own[spot])
        if each:
            for _ in range(burn):
                deal(cards, stream)
        dealers = whole(deal(cards, stream))
        if counting:
            see(counts, dealers)
        tied = 0
        for spot in range(spots):
            if outcome[spot] == UNDECIDED:
                if own[spot] == dealers:
                    tied += 1
                else:
                    outcome[spot] = 2 * step + whole(own[spot] < dealers)
        if tied == 0:
            return
    for spot in range(spots):
        if outcome[spot] == UNDECIDED:
            outcome[spot] = 2 * wars + 2


@jit
def add_round(paid: Any, found: Any, shoe: Array, outcome: Array, bets: Int, lowest: Int) -> None:
    """Count a round: endings, and what it nets."""
    units, nets = paid
    endings, _, _, histogram = found
    total = 0
    for spot in range(len(outcome)):
        ending = outcome[spot]
        endings[bets, ending] += 1
        total += nets[bets, ending]
        shoe[ANTE] += units[bets, ending, ANTE]
        shoe[TIE_BET] += units[bets, ending, TIE_BET]
        shoe[SECOND_TIE_BET] += units[bets, ending, SECOND_TIE_BET]
        shoe[TIES] += whole(ending > 1)
    shoe[ROUNDS] += 1
    histogram[total - lowest] += 1


@jit
def close_shoe(found: Any, shoe: Array) -> None:
    """Add what a shoe came to, and its products, to the sums over shoes."""
    _, sums, products, _ = found
    place = 0
    for one in range(_MEASURES):
        sums[one] += shoe[one]
        for other in range(one, _MEASURES):
            products[place] += shoe[one] * shoe[other]
            place += 1
    shoe[:] = 0
