"""What a bankroll lives through at flat stakes: exactly, as a Markov chain.

The bankroll moves from hand to hand by what a hand from a full shoe nets, whatever came
before: its ways to the goal and to ruin are a chain with the chances of `report`. All
bankrolls are whole steps of half an ante, the least that a surrender leaves. Without a
limit of hands the chances are the solution of

    x(i) = sum over nets d of P(d) x(i + d)   for every bankroll i that still plays,

with x known where the session has ended; the expected hands solve the same with 1 added.
A limit of hands is played through hand by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from casino_war.errors import N_, InvalidInputError

STATES_MAX = 40_000
"""Bankrolls, in half antes, between ruin and goal of a chain that is solved."""
STEPS_MAX = 8_000_000
"""Bankrolls times hands of a chain that is played through: some seconds."""
_NEVER = 1e-40

Moves = Mapping[int, float]
"""The chance of each net of a hand, in half antes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A session at flat stakes of one ante; amounts in half antes."""

    bankroll: int
    goal: int | None
    leaves_at: int | None
    """The stop-loss: with so much or less the session ends."""
    hands: int | None
    needed: int
    """The least that a hand can be played with; ruin is to have less."""
    moves: Moves
    """What a hand nets."""
    short_below: int
    """With less than that the raise is not covered ..."""
    short_moves: Moves
    """... and hands net this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """How sessions end, exactly."""

    p_goal: float
    p_ruin: float
    p_stop_loss: float
    p_hands: float
    """The chance to be still playing when the limit of hands is reached."""
    expected_hands: float
    finals: Mapping[int, float]
    """The chance of each bankroll at the end, in half antes."""

    @property
    def expected_final(self) -> float:
        """The mean bankroll at the end, in half antes."""
        return sum(value * chance for value, chance in self.finals.items())

    def quantile(self, share: float) -> int:
        """Return the smallest final bankroll that so large a share does not exceed."""
        reached = 0.0
        for value in sorted(self.finals):
            reached += self.finals[value]
            # Sums of floats miss a whole share by their last digits.
            if reached >= share - 1e-12:
                return value
        return max(self.finals)


def moves_of(distribution: Mapping[Fraction, float]) -> Moves:
    """Turn the chances of a hand's net in antes into moves of half antes."""
    return {int(2 * net): chance for net, chance in distribution.items()}


def fate(chain: Chain) -> Fate:
    """Return how the sessions of a chain end.

    Raises:
        InvalidInputError: it has neither a goal nor a limit of hands, or is too large.
    """
    if chain.hands is not None:
        return _played(chain, chain.hands)
    if chain.goal is None:
        raise InvalidInputError(
            N_("Exact chances need a goal or a number of hands."), reason="endless"
        )
    return _solved(chain, chain.goal)


def _lowest(chain: Chain) -> int:
    """Return the least bankroll that plays on."""
    leaves_at = chain.needed - 1 if chain.leaves_at is None else chain.leaves_at
    return max(chain.needed, leaves_at + 1)


def _moves(chain: Chain, bankroll: int) -> Moves:
    return chain.short_moves if bankroll < chain.short_below else chain.moves


def _solved(chain: Chain, goal: int) -> Fate:
    lowest = _lowest(chain)
    count = goal - lowest
    if count > STATES_MAX:
        raise _too_large()
    drop = -min(*chain.moves, *chain.short_moves)
    rise = max(*chain.moves, *chain.short_moves)
    rows = [
        {place + net: chance for net, chance in _moves(chain, lowest + place).items() if chance}
        for place in range(count)
    ]
    # Where the visits end is what is wanted, so that the chain is run backwards: visits v of
    # each bankroll solve v(j) = [j is the first] + sum of v(i) P(i to j).
    visits = _visits(rows, chain.bankroll - lowest, drop, rise)
    finals: dict[int, float] = {}
    for place, row in enumerate(rows):
        for target, chance in row.items():
            if not 0 <= target < count:
                value = lowest + target
                finals[value] = finals.get(value, 0.0) + visits[place] * chance
    return _fate(chain, finals, {}, sum(visits))


def _visits(rows: Sequence[Mapping[int, float]], start: int, drop: int, rise: int) -> list[float]:
    """Return how often each place is visited: elimination within the band of a hand's moves.

    The matrix is one of chances that leak: its pivots need no exchange, and what is
    subtracted never cancels more than the leak itself.
    """
    count = len(rows)
    # Row j: what flows into j, as coefficients of the places j - rise .. j + drop.
    width = drop + rise + 1
    matrix = [[0.0] * width for _ in range(count)]
    for place, row in enumerate(rows):
        matrix[place][rise] += 1.0
        for target, chance in row.items():
            if 0 <= target < count:
                matrix[target][place - target + rise] -= chance
    known = [0.0] * count
    known[start] = 1.0
    for pivot in range(count):
        band = matrix[pivot]
        for below in range(pivot + 1, min(count, pivot + rise + 1)):
            other = matrix[below]
            shift = pivot - below + rise
            factor = other[shift] / band[rise]
            if factor:
                for step in range(drop + 1):
                    other[shift + step] -= factor * band[rise + step]
                known[below] -= factor * known[pivot]
    for pivot in range(count - 1, -1, -1):
        band = matrix[pivot]
        for step in range(1, min(drop, count - 1 - pivot) + 1):
            known[pivot] -= band[rise + step] * known[pivot + step]
        known[pivot] /= band[rise]
    return known


def _played(chain: Chain, hands: int) -> Fate:
    lowest = _lowest(chain)
    finals: dict[int, float] = {}
    # The chances of the bankrolls first, first + 1, ... that still play.
    first, playing = chain.bankroll, [1.0]
    steps, expected = 0, 0.0
    for _ in range(hands):
        if not playing:
            break
        steps += len(playing)
        if steps > STEPS_MAX:
            raise _too_large()
        expected += sum(playing)
        first, playing = _after_a_hand(chain, first, playing)
        for value in range(first, min(lowest, first + len(playing))):
            _add(finals, value, playing[value - first])
        if first < lowest:
            first, playing = lowest, playing[lowest - first :]
        if chain.goal is not None:
            for value in range(max(first, chain.goal), first + len(playing)):
                _add(finals, value, playing[value - first])
            del playing[max(0, chain.goal - first) :]
        first, playing = _trimmed(first, playing)
    left = {first + place: chance for place, chance in enumerate(playing) if chance}
    return _fate(chain, finals, left, expected)


def _after_a_hand(chain: Chain, first: int, playing: Sequence[float]) -> tuple[int, list[float]]:
    """Return the least bankroll after one more hand, and the chances from there up."""
    lowest_net = min(*chain.moves, *chain.short_moves)
    reach = max(*chain.moves, *chain.short_moves) - lowest_net
    following = [0.0] * (len(playing) + reach)
    # Few bankrolls are short of the raise, and those are the first.
    short = min(max(0, chain.short_below - first), len(playing))
    for moves, begin, end in ((chain.short_moves, 0, short), (chain.moves, short, len(playing))):
        part = playing[begin:end]
        for net, share in moves.items():
            place = begin + net - lowest_net
            into = following[place : place + len(part)]
            following[place : place + len(part)] = [
                known + share * chance for known, chance in zip(into, part, strict=True)
            ]
    return first + lowest_net, following


def _trimmed(first: int, playing: list[float]) -> tuple[int, list[float]]:
    """Leave out the ends whose chances are too small to change any figure."""
    begin, end = 0, len(playing)
    while begin < end and playing[begin] < _NEVER:
        begin += 1
    while end > begin and playing[end - 1] < _NEVER:
        end -= 1
    return first + begin, playing[begin:end]


def _add(finals: dict[int, float], value: int, chance: float) -> None:
    if chance:
        finals[value] = finals.get(value, 0.0) + chance


def _fate(
    chain: Chain, ended: Mapping[int, float], playing: Mapping[int, float], expected: float
) -> Fate:
    goal = chain.goal
    at_goal = sum(p for value, p in ended.items() if goal is not None and value >= goal)
    ruined = sum(p for value, p in ended.items() if value < chain.needed)
    return Fate(
        p_goal=at_goal,
        p_ruin=ruined,
        p_stop_loss=max(0.0, sum(ended.values()) - at_goal - ruined),
        p_hands=sum(playing.values()),
        expected_hands=expected,
        finals=dict(sorted({**ended, **playing}.items())),
    )


def _too_large() -> InvalidInputError:
    return InvalidInputError(
        N_("That is too large to be counted exactly: ask for a smaller goal or fewer hands."),
        reason="exact",
    )
