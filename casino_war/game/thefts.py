"""Which of several thefts of one turn stand, and in which order the piles move.

Pure: seats only, no cards. All piles are stolen as they lay when the choices were made,
so that nobody steals what was stolen in the same turn.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from casino_war.game.events import Seat
from casino_war.game.war_events import Forestalled, Protected

Void = Protected | Forestalled
"""Why a thief has to play the card after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thefts:
    """What becomes of all attempts to steal in one turn."""

    voids: tuple[Void, ...]
    """The thefts that fell, in the order in which they did."""
    robberies: tuple[tuple[Seat, Seat], ...]
    """Thief and victim of each pile that moves alone. A thief who is robbed comes after
    the one who robs him, so that each pile moves whole and unchanged."""
    rings: tuple[tuple[Seat, ...], ...]
    """Thieves of whom each robs the next, and the last the first: their piles change
    hands together."""


def settle(
    attempts: Mapping[Seat, Seat], matching: Collection[Seat], order: Sequence[Seat]
) -> Thefts:
    """Settle the attempts, victim by thief; *order* lists all seats, the first served first.

    *matching* are the seats whose card is of the rank of their own pile's top: those of
    them who play it cannot be robbed. A void theft makes its thief play, which can void
    further thefts; protection is looked at again after each of them, and two thieves of
    one pile only when nobody else is protected. (One pack has four cards of a rank, too
    few for a forced card to protect from a third player: packs that have more may.)
    """
    standing = {thief: attempts[thief] for thief in order if thief in attempts}
    voids: list[Void] = []
    while (void := _protected(standing, matching) or _forestalled(standing)) is not None:
        voids.append(void)
        del standing[void.thief]
    return Thefts(voids=tuple(voids), robberies=_robberies(standing), rings=_rings(standing))


def _protected(standing: Mapping[Seat, Seat], matching: Collection[Seat]) -> Protected | None:
    for thief, victim in standing.items():
        if victim in matching and victim not in standing:
            return Protected(seat=victim, thief=thief)
    return None


def _forestalled(standing: Mapping[Seat, Seat]) -> Forestalled | None:
    firsts: dict[Seat, Seat] = {}
    for thief, victim in standing.items():
        first = firsts.setdefault(victim, thief)
        if first != thief:
            return Forestalled(thief=thief, victim=victim, first=first)
    return None


def _robberies(standing: Mapping[Seat, Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """List the thefts of each chain from the thief whom nobody robs onwards."""
    robberies: list[tuple[Seat, Seat]] = []
    for thief in standing:
        if thief not in standing.values():
            robberies.extend((seat, standing[seat]) for seat in _followed(standing, thief))
    return tuple(robberies)


def _rings(standing: Mapping[Seat, Seat]) -> tuple[tuple[Seat, ...], ...]:
    """List the rings, each from its first thief: no pile has two thieves any more."""
    rings: list[tuple[Seat, ...]] = []
    for thief in standing:
        ring = _followed(standing, thief)
        if standing[ring[-1]] == thief and not any(thief in known for known in rings):
            rings.append(ring)
    return tuple(rings)


def _followed(standing: Mapping[Seat, Seat], thief: Seat) -> tuple[Seat, ...]:
    """Go from thief to victim until somebody does not steal, or all have been met."""
    met = [thief]
    while (seat := standing[met[-1]]) in standing and seat not in met:
        met.append(seat)
    return tuple(met)
