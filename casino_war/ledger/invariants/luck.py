"""What must be true of the sums of luck when all rounds are played again."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict

from sqlalchemy import Connection

from casino_war.ledger.shoe_histories import ShoeHistory
from casino_war.ledger.standing import Standing
from casino_war.store.luck import StoredLuck, every_luck
from casino_war.store.luck_sums import LuckSums

_Place = tuple[int, int]
"""A seat and the rules it was played by, by their ids."""

NO_LUCK = StoredLuck(last_round_id=0, sums=LuckSums())
"""The sums of a seat without a round."""


class LuckAddedUp:
    """The luck of the rounds of the shoes that are shown to it, by seat and rules.

    Rounds behind the last one that a seat has measured do not count: they are added when
    the seat plays on. What *since* counts already is not measured again.
    """

    def __init__(self, connection: Connection, since: Standing) -> None:
        self._stored = every_luck(connection)
        self._last: dict[int, int] = defaultdict(int)
        for (seat_id, _), luck in self._stored.items():
            self._last[seat_id] = max(self._last[seat_id], luck.last_round_id)
        self._due: dict[_Place, StoredLuck] = {
            (seat_id, rules_id): luck
            for seat_id, of_seat in since.luck.items()
            for rules_id, luck in of_seat.items()
        }
        self._counted = {
            seat_id: max(luck.last_round_id for luck in of_seat.values())
            for seat_id, of_seat in since.luck.items()
        }
        self._unknown: set[_Place] = set()

    def add(self, history: ShoeHistory) -> None:
        """Measure the settled rounds of one shoe."""
        shown = list(history.shown_before)
        for dealt in history.rounds:
            stored, replayed = dealt.stored, dealt.replayed
            place = (stored.seat_id, stored.rules_id)
            if stored.id > self._last[stored.seat_id]:
                continue
            if replayed is None:
                self._unknown.add(place)
            elif replayed.luck is not None and stored.id > self._counted.get(stored.seat_id, 0):
                before = self._due.get(place, NO_LUCK)
                sums = before.sums + replayed.luck(tuple(shown))
                last_id = max(before.last_round_id, stored.id)
                self._due[place] = StoredLuck(last_round_id=last_id, sums=sums)
            if stored.cards_text is not None:
                shown.append(stored.cards_text)

    def differences(self) -> Iterator[str]:
        """Say which stored sums are not those of the rounds.

        What a round that cannot be replayed adds is not known, nor then the sum.
        """
        for place in sorted((self._due.keys() | self._stored.keys()) - self._unknown):
            seat_id, rules_id = place
            told = wrong_sums(self._stored.get(place, NO_LUCK), self._due.get(place, NO_LUCK))
            if told:
                yield f"the luck of seat {seat_id} by rules {rules_id} has {told} of its rounds"


def wrong_sums(found: StoredLuck, ought: StoredLuck) -> str:
    """Say which sums are not as they ought to be, and how they ought; blank if all are."""
    was, due = _figures(found), _figures(ought)
    return ", ".join(
        f"{name} {value} for {due[name]}" for name, value in was.items() if value != due[name]
    )


def _figures(luck: StoredLuck) -> dict[str, int]:
    return {**asdict(luck.sums), "last_round_id": luck.last_round_id}
