"""Control charts of a table's rounds: they tell a broken table from bad luck.

Four figures are charted, each a sum of deviations from exact expectation (`par`), so that
at a right table it is a fair game (a martingale) whatever the players bet and decide:

* ``result``: the players' net, in stakes of its round, so that no large bet hides the others;
* ``wars``: what tied hands brought beyond the deal, likewise: few rounds, in which most of what
  can be paid wrongly is paid, and without the noise of all others;
* ``ties``: hands whose first card tied;
* ``sides``: hands whose first card won, less those whose first card lost.

Rounds are gathered into batches of `BATCH_ROUNDS`, and each batch is judged in three ways.

*A point beyond the limits* lies more than 3 standard deviations from expectation (W. A.
Shewhart, *Economic Control of Quality of Manufactured Product*, 1931): about one in 370 at a
right table. It is drawn, and rings no alarm.

*A jump* rings. Let S be a batch's deviation, V its variance and M the most that one stage of
a round could have moved it. D. A. Freedman ("On tail probabilities for martingales", Annals
of Probability 3, 1975) shows that a fair game comes so far with a chance of at most::

    exp(-S^2 / (2 (V + M |S| / 3)))

whatever its shape: no normal curve is assumed, so that a lone tie bet paid 200 to 1 is not
taken for a fault. The alarm rings below `JUMP_CHANCE` on either side: at a right table less
than once in 500,000 batches of each figure.

*A drift* rings: deviations too small for a single batch, but always on one side (E. S. Page,
"Continuous inspection schemes", Biometrika 41, 1954). With z a batch's deviation in standard
deviations, cut at `Z_MAX` so that one batch alone does not ring twice over::

    up = max(0, up + z - DRIFT_SLACK)        down = max(0, down - z - DRIFT_SLACK)

Either rings above `DRIFT_LIMIT` and starts anew at 0. By D. Siegmund's approximation
(*Sequential Analysis*, 1985; `batches_to_false_drift`) a right table rings falsely once in
some 430,000 batches of each figure, which a test compares with a simulation. A shift of d
standard deviations a batch is found after about ``DRIFT_LIMIT / (d - DRIFT_SLACK)`` batches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, sqrt
from typing import Any

BATCH_ROUNDS = 500
LIMIT_DEVIATIONS = 3.0
JUMP_CHANCE = 1e-6
DRIFT_SLACK = 0.25
DRIFT_LIMIT = 22.0
Z_MAX = 3.0
_NOTHING = 1e-9
"""What sums of floats come to that are nothing."""


class Figure(StrEnum):
    """What is charted."""

    RESULT = "result"
    WARS = "wars"
    TIES = "ties"
    SIDES = "sides"


class Alarm(StrEnum):
    """Why the alarm rings."""

    JUMP = "jump"
    DRIFT = "drift"


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far a figure lies from its expectation, with the variance of that and its reach."""

    by: float = 0.0
    variance: float = 0.0
    reach: float = 0.0
    """The most that one stage of one round could have moved it, either way."""

    def __add__(self, other: "Deviation") -> "Deviation":
        """Add what comes after."""
        return Deviation(
            self.by + other.by, self.variance + other.variance, max(self.reach, other.reach)
        )

    @property
    def z(self) -> float:
        """The deviation in standard deviations, 0 without variance."""
        return self.by / sqrt(self.variance) if self.variance else 0.0

    @property
    def chance(self) -> float:
        """At most how likely a fair game comes so far on this side (Freedman)."""
        if abs(self.by) < _NOTHING:
            return 1.0
        # Without variance nothing moves: whatever did was no chance.
        spread = self.variance + self.reach * abs(self.by) / 3
        return exp(-(self.by**2) / (2 * spread)) if spread else 0.0


@dataclass(frozen=True, slots=True)
class Drift:
    """How far a figure has drifted up and down."""

    up: float = 0.0
    down: float = 0.0

    def after(self, z: float) -> "Drift":
        """Return the drift with one batch more."""
        z = max(-Z_MAX, min(Z_MAX, z))
        return Drift(max(0.0, self.up + z - DRIFT_SLACK), max(0.0, self.down - z - DRIFT_SLACK))

    @property
    def is_too_far(self) -> bool:
        """Whether it rings."""
        return max(self.up, self.down) > DRIFT_LIMIT

    @property
    def anew(self) -> "Drift":
        """The drift as it goes on after it rang."""
        return Drift(*(0.0 if each > DRIFT_LIMIT else each for each in (self.up, self.down)))


@dataclass(frozen=True, slots=True)
class Judged:
    """One figure of a finished batch; ``drift`` is that right after it."""

    deviation: Deviation
    drift: Drift

    @property
    def is_beyond_limits(self) -> bool:
        """Whether the point lies beyond 3 standard deviations."""
        return abs(self.deviation.z) > LIMIT_DEVIATIONS

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """Why it rings, empty if it does not."""
        rings = {
            Alarm.JUMP: self.deviation.chance < JUMP_CHANCE,
            Alarm.DRIFT: self.drift.is_too_far,
        }
        return tuple(alarm for alarm, is_rung in rings.items() if is_rung)


Batch = Mapping[Figure, Deviation]
"""The deviations of a batch so far, by figure."""


def _nothing() -> dict[Figure, Deviation]:
    return {figure: Deviation() for figure in Figure}


@dataclass(slots=True)
class Chart:
    """The charts of one table: the batch being gathered, and the drifts so far."""

    batch_rounds: int = BATCH_ROUNDS
    batches: int = 0
    """Batches finished."""
    rounds: int = 0
    """Rounds in the batch being gathered."""
    batch: dict[Figure, Deviation] = field(default_factory=_nothing)
    drifts: dict[Figure, Drift] = field(default_factory=lambda: {each: Drift() for each in Figure})

    def add(self, round_: Batch) -> Mapping[Figure, Judged] | None:
        """Add a round; return how its batch is judged if the round finishes it."""
        for figure, deviation in round_.items():
            self.batch[figure] += deviation
        self.rounds += 1
        if self.rounds < self.batch_rounds:
            return None
        judged = {
            figure: Judged(deviation, self.drifts[figure].after(deviation.z))
            for figure, deviation in self.batch.items()
        }
        self.drifts = {figure: each.drift.anew for figure, each in judged.items()}
        self.batches += 1
        self.rounds, self.batch = 0, _nothing()
        return judged

    def to_data(self) -> dict[str, Any]:
        """Return the chart as plain values; `from_data` reads them."""
        return {
            "batches": self.batches,
            "rounds": self.rounds,
            "batch": {figure: [d.by, d.variance, d.reach] for figure, d in self.batch.items()},
            "drifts": {figure: [d.up, d.down] for figure, d in self.drifts.items()},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], *, batch_rounds: int = BATCH_ROUNDS) -> "Chart":
        """Read what `to_data` returned."""
        return cls(
            batch_rounds=batch_rounds,
            batches=data["batches"],
            rounds=data["rounds"],
            batch={figure: Deviation(*data["batch"][figure]) for figure in Figure},
            drifts={figure: Drift(*data["drifts"][figure]) for figure in Figure},
        )


def batches_to_false_drift(slack: float = DRIFT_SLACK, limit: float = DRIFT_LIMIT) -> float:
    """Return after how many batches a right table's drift rings on average, both sides watched.

    Siegmund's approximation: with b = limit + 1.166, one side rings after
    ``(exp(2 slack b) - 2 slack b - 1) / (2 slack^2)`` batches, and two sides twice as often.
    """
    far = 2 * slack * (limit + 1.166)
    return (exp(far) - far - 1) / (2 * slack**2) / 2
