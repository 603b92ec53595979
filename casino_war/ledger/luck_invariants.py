"""What must be true of the sums of luck when all rounds are played again."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict

from sqlalchemy import Connection

from casino_war.ledger.shoe_histories import ShoeHistory
from casino_war.store.luck import LuckSums, every_luck

_Place = tuple[int, int]
"""A seat and the rules it was played by, by their ids."""


class LuckAddedUp:
    """The luck of all rounds of the shoes that were shown to it, by seat and rules."""

    def __init__(self) -> None:
        self._sums: dict[_Place, LuckSums] = defaultdict(LuckSums)
        self._unknown: set[_Place] = set()

    def add(self, history: ShoeHistory) -> None:
        """Measure the settled rounds of one shoe."""
        shown: list[str] = []
        for dealt in history.rounds:
            stored, replayed = dealt.stored, dealt.replayed
            place = (stored.seat_id, stored.rules_id)
            if replayed is None:
                self._unknown.add(place)
            elif replayed.luck is not None:
                self._sums[place] += replayed.luck(tuple(shown))
            if stored.cards_text is not None:
                shown.append(stored.cards_text)

    def differences(self, connection: Connection) -> Iterator[str]:
        """Say which stored sums are not those of the rounds.

        A seat without sums has not been measured yet, which changes nothing: they are
        added up when they are asked for. What a round that cannot be replayed adds is
        not known, nor then the sum.
        """
        stored = every_luck(connection)
        measured = {seat_id for seat_id, _ in stored}
        due = {place for place in self._sums if place[0] in measured}
        for place in sorted((due | stored.keys()) - self._unknown):
            seat_id, rules_id = place
            was = asdict(stored.get(place, LuckSums()))
            ought = asdict(self._sums.get(place, LuckSums()))
            wrong = [name for name in was if was[name] != ought[name]]
            if wrong:
                told = ", ".join(f"{name} {was[name]} for {ought[name]}" for name in wrong)
                yield f"the luck of seat {seat_id} by rules {rules_id} has {told} of its rounds"
