"""Limits that a player sets for themself: what holds now, what will, and a break. Pure.

A tighter limit holds at once, a looser one a day later: who wants to go on right now is not
the one who should decide it. Amounts are cents, times minutes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

LOOSENED_AFTER = timedelta(hours=24)

LIMITS = ("loss_cents", "wagered_cents", "minutes")
"""What can be limited in a session: what is lost, what is staked, and how long it lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """One limit; None is none at all. ``then`` holds from ``then_at`` on, if that is set."""

    value: int | None = None
    then: int | None = None
    then_at: datetime | None = None

    def at(self, now: datetime) -> int | None:
        """Return what holds at that moment."""
        return self.then if self.then_at is not None and now >= self.then_at else self.value

    def pending_at(self, now: datetime) -> bool:
        """Say whether another value is still to come."""
        return self.then_at is not None and now < self.then_at

    def set_to(self, wanted: int | None, now: datetime) -> "Limit":
        """Return the limit as it is after *wanted* was asked for.

        Asked for the same looser value again, or for one less loose, it holds no later.
        """
        present = self.at(now)
        if not _is_looser(wanted, present):
            return Limit(value=wanted)
        then_at = now + LOOSENED_AFTER
        if self.pending_at(now) and self.then_at and not _is_looser(wanted, self.then):
            then_at = min(self.then_at, then_at)
        return Limit(value=present, then=wanted, then_at=then_at)

    def joined(self, other: "Limit", now: datetime) -> "Limit":
        """Return the tighter of two limits: what either holds back until later, both do."""
        value = _tighter(self.at(now), other.at(now))
        pending = [each for each in (self, other) if each.pending_at(now)]
        then_at = max((each.then_at for each in pending if each.then_at), default=None)
        if then_at is None:
            return Limit(value=value)
        then = _tighter(self.at(then_at), other.at(then_at))
        return (
            Limit(value=value) if then == value else Limit(value=value, then=then, then_at=then_at)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """Everything that a player has set; ``reminder_minutes`` is how often to be told of time."""

    limits: Mapping[str, Limit] = field(default_factory=dict)
    reminder_minutes: int | None = None
    break_until: datetime | None = None

    def limit(self, name: str) -> Limit:
        """Return one of `LIMITS`."""
        return self.limits.get(name, Limit())

    def with_limits(self, wanted: Mapping[str, int | None], now: datetime) -> "Care":
        """Return what holds after these limits were asked for, all of `LIMITS`."""
        return replace(
            self, limits={name: self.limit(name).set_to(wanted[name], now) for name in LIMITS}
        )

    def with_break(self, length: timedelta, now: datetime) -> "Care":
        """Return what holds after a break was asked for; one that is longer stays."""
        until = now + length
        if self.break_until is not None and self.break_until > until:
            return self
        return replace(self, break_until=until)

    def joined(self, other: "Care", now: datetime) -> "Care":
        """Return what holds for one who was two players: of everything the stricter."""
        return Care(
            limits={name: self.limit(name).joined(other.limit(name), now) for name in LIMITS},
            reminder_minutes=min(
                filter(None, (self.reminder_minutes, other.reminder_minutes)), default=None
            ),
            break_until=max(filter(None, (self.break_until, other.break_until)), default=None),
        )

    def is_needed(self, now: datetime) -> bool:
        """Say whether anything is set, or still to come."""
        return (
            self.reminder_minutes is not None
            or (self.break_until is not None and self.break_until > now)
            or any(
                each.at(now) is not None or each.pending_at(now) for each in self.limits.values()
            )
        )

    def to_text(self) -> str:
        """Print it for the store."""
        limits = {
            name: [each.value, each.then, _text(each.then_at)] for name, each in self.limits.items()
        }
        data = {
            "limits": limits,
            "reminder_minutes": self.reminder_minutes,
            "break_until": _text(self.break_until),
        }
        return json.dumps(data, sort_keys=True)


def read_care(text: str | None) -> Care:
    """Read what `Care.to_text` printed; None is nothing set."""
    if text is None:
        return Care()
    data: dict[str, Any] = json.loads(text)
    return Care(
        limits={
            name: Limit(value=value, then=then, then_at=_moment(then_at))
            for name, (value, then, then_at) in data["limits"].items()
        },
        reminder_minutes=data["reminder_minutes"],
        break_until=_moment(data["break_until"]),
    )


def _is_looser(one: int | None, other: int | None) -> bool:
    if other is None:
        return False
    return one is None or one > other


def _tighter(one: int | None, other: int | None) -> int | None:
    return other if _is_looser(one, other) else one


def _text(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
