"""How the stake of a session follows from what went before: systems as data.

Most systems are a table of steps: how much to stake, and the step that comes next after a
win and after a loss; a push repeats the step. Two are not: Oscar's grind goes by what its
series has gained, proportional staking by the bankroll.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino_war.errors import N_, InvalidInputError

STEPS_MAX = 100
"""Steps of a progression of one's own."""
STAKE_MAX = 100_000
"""No system stakes more antes than that, whatever its table takes."""
PAROLI_WINS = 3
"""Wins in a row after which Paroli begins anew."""


class Staking(StrEnum):
    """A system of stakes; each begins with one ante.

    `MARTINGALE` doubles after a loss, `PAROLI` after a win, up to three in a row.
    `DALEMBERT` stakes one ante more after a loss and one less after a win. `FIBONACCI`
    goes up the series 1, 1, 2, 3, 5, ... after a loss and two places down after a win.
    `OSCAR` stakes one ante more after a win until its series has gained one, and never
    more than that takes. `PROPORTIONAL` stakes a share of the bankroll, in whole antes.
    """

    FLAT = "flat"
    MARTINGALE = "martingale"
    PAROLI = "paroli"
    DALEMBERT = "dalembert"
    FIBONACCI = "fibonacci"
    OSCAR = "oscars_grind"
    PROPORTIONAL = "proportional"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a progression: antes to stake, and the places of the steps that follow."""

    stake: int
    after_win: int
    after_loss: int


Steps = tuple[Step, ...]


def steps_of(staking: Staking, stake_max: int) -> Steps:
    """Return the steps of a system whose stakes end at *stake_max* antes.

    Systems that are no table, and a progression of one's own, have none here.
    """
    make = _SYSTEMS.get(staking)
    return () if make is None else make(stake_max)


def _martingale(stake_max: int) -> Steps:
    stakes = [1]
    while stakes[-1] < stake_max:
        stakes.append(min(2 * stakes[-1], stake_max))
    return _up_after_loss(stakes, lambda place: 0)


def _fibonacci(stake_max: int) -> Steps:
    stakes = [1, 1]
    while stakes[-1] < stake_max:
        stakes.append(min(stakes[-1] + stakes[-2], stake_max))
    return _up_after_loss(stakes, lambda place: max(0, place - 2))


def _dalembert(stake_max: int) -> Steps:
    return _up_after_loss(range(1, stake_max + 1), lambda place: max(0, place - 1))


def _paroli(stake_max: int) -> Steps:
    stakes = [min(2**wins, stake_max) for wins in range(PAROLI_WINS)]
    return tuple(Step(stake, (place + 1) % PAROLI_WINS, 0) for place, stake in enumerate(stakes))


def _up_after_loss(stakes: list[int] | range, after_win: Callable[[int], int]) -> Steps:
    """Climb after each loss, and stay at the highest stake that the table takes."""
    last = len(stakes) - 1
    return tuple(
        Step(stake, after_win(place), min(place + 1, last)) for place, stake in enumerate(stakes)
    )


_SYSTEMS: Mapping[Staking, Callable[[int], Steps]] = {
    Staking.FLAT: lambda _: (Step(1, 0, 0),),
    Staking.MARTINGALE: _martingale,
    Staking.PAROLI: _paroli,
    Staking.DALEMBERT: _dalembert,
    Staking.FIBONACCI: _fibonacci,
}


def read_steps(text: str) -> Steps:
    """Read a progression: steps ``stake:after win/after loss`` apart by blanks.

    Steps are numbered from 1. ``1:1/2 2:1/3 4:1/1`` doubles twice after losses, begins anew
    after a win, and gives up after the third loss in a row.

    Raises:
        InvalidInputError: it is no such table.
    """
    words = text.split()
    if not 1 <= len(words) <= STEPS_MAX:
        raise InvalidInputError(
            N_("A progression has 1 to %(limit)s steps, such as 1:1/2 2:1/1."),
            reason="progression",
            limit=STEPS_MAX,
        )
    return tuple(_step(word, len(words)) for word in words)


def _step(word: str, count: int) -> Step:
    stake, _, places = word.partition(":")
    win, _, loss = places.partition("/")
    numbers = [
        int(part) if part.isascii() and part.isdigit() and len(part) <= 6 else 0
        for part in (stake, win, loss)
    ]
    if 1 <= numbers[0] <= STAKE_MAX and all(1 <= place <= count for place in numbers[1:]):
        return Step(numbers[0], numbers[1] - 1, numbers[2] - 1)
    raise InvalidInputError(
        N_(
            "%(step)s is no step of a progression: 2:1/3 stakes 2 antes, and goes to step 1 "
            "after a win and to step 3 after a loss."
        ),
        reason="progression",
        step=repr(word[:40]),
    )


def spell_steps(steps: Steps) -> str:
    """Write a progression as `read_steps` reads it."""
    return " ".join(f"{step.stake}:{step.after_win + 1}/{step.after_loss + 1}" for step in steps)
