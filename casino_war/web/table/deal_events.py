"""The events of a round as rows of a page, for the script that plays them one by one.

Only what has happened is told: a row holds no card that the round has not turned.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, zip_longest

from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandSettled,
    HandTied,
    RoundSettled,
    Seat,
    ShoeFinished,
    Surrendered,
    WagerPlaced,
    WagerSettled,
    WarDeclared,
)
from casino_war.services.pages import TablePage
from casino_war.web.format import chips, signed_chips
from casino_war.web.language import Reader, reader
from casino_war.web.table.narrate import tell

KINDS: dict[type[CasinoEvent], str] = {
    WagerPlaced: "wager-placed",
    CardTurned: "card-turned",
    CardsBurned: "cards-burned",
    HandTied: "hand-tied",
    WarDeclared: "war-declared",
    Surrendered: "surrendered",
    WagerSettled: "wager-settled",
    HandSettled: "hand-settled",
    RoundSettled: "round-settled",
    ShoeFinished: "shoe-finished",
}
"""What the script calls each event."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToldEvent:
    """One event: its sentence, and as attributes what moves on the felt and where.

    It is the same object on page after page, so that what is drawn of it is kept by it.
    """

    text: str
    attributes: Mapping[str, str]
    """Values of ``data-`` attributes by their names; amounts are printed as chips."""
    stacks_cents: Mapping[str, int]
    """What the script stacks as chips, by the attribute that prints the amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """An event in its round."""

    told: ToldEvent
    bankroll: str = ""
    """The bankroll after the event, printed; blank where it is not followed."""


def event_rows(
    events: Sequence[CasinoEvent], hands: int, bankrolls_cents: Iterable[int] = ()
) -> tuple[EventRow, ...]:
    """Tell the events of a round of *hands* hands, and what the bankroll held after each."""
    laid: Counter[Seat] = Counter()
    rows = []
    for event, after_cents in zip_longest(events, bankrolls_cents):
        nth = 0
        if isinstance(event, CardTurned):
            laid[event.seat] += 1
            nth = laid[event.seat]
        told = _told(event, hands, nth, reader())
        bankroll = "" if after_cents is None else chips(after_cents)
        rows.append(EventRow(told=told, bankroll=bankroll))
    return tuple(rows)


# The same cards and bets come round after round.
@lru_cache(maxsize=4096)
def _told(event: CasinoEvent, hands: int, nth: int, _reading: Reader) -> ToldEvent:
    """Tell an event, the *nth* card of its seat if it is a card."""
    stacks_cents = {name: cents for name, cents in _stacks_cents(event).items() if cents}
    attributes = {
        "event": KINDS[type(event)],
        **_attributes(event, nth),
        **{name: chips(cents) for name, cents in stacks_cents.items()},
    }
    return ToldEvent(text=tell(event, hands), attributes=attributes, stacks_cents=stacks_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvents:
    """The events of the round that a table shows, and how many were told before."""

    rows: tuple[EventRow, ...] = ()
    played_from: int = 0
    """Events before the last deal or decision: the player has seen those."""
    bankroll_before: str = ""
    """The bankroll before the first event, printed."""


def shown_events(page: TablePage) -> ShownEvents:
    """Tell the round that the table shows, with what it made of the bankroll step by step."""
    seat, player = page.seat, page.player
    if player is None or seat is None or seat.shown_round is None:
        return ShownEvents()
    commands = seat.shown_commands
    events = [event for command in commands for event in command]
    moves = [bankroll_move_cents(event) for event in events]
    # Told backwards from what the bankroll holds now: a rebuy in a held round came before
    # the decision that is played.
    before_cents = player.bankroll_cents - sum(moves)
    before, *after = accumulate(moves, initial=before_cents)
    return ShownEvents(
        rows=event_rows(events, len(seat.shown_round.hands), after),
        played_from=len(events) - len(commands[-1]),
        bankroll_before=chips(before),
    )


def bankroll_move_cents(event: CasinoEvent) -> int:
    """Return what an event brings into the bankroll, in cents; below zero what it takes."""
    match event:
        case WagerPlaced(amount_cents=amount_cents):
            return -amount_cents
        case WagerSettled():
            return event.returned_cents + event.won_cents + event.bonus_cents
        case _:
            return 0


def _stacks_cents(event: CasinoEvent) -> dict[str, int]:
    match event:
        case WagerPlaced(amount_cents=amount_cents):
            return {"amount": amount_cents}
        case WagerSettled():
            return {
                "amount": event.stake_cents,
                "paid": event.won_cents + event.bonus_cents,
                "returned": event.returned_cents,
            }
        case _:
            return {}


def _attributes(event: CasinoEvent, nth: int) -> dict[str, str]:
    match event:
        case WagerPlaced(hand=hand, wager=wager):
            return {"hand": str(hand + 1), "wager": wager.value}
        case CardTurned(seat=seat, card=card):
            hand_name = "dealer" if seat == DEALER else str(seat + 1)
            return {"hand": hand_name, "nth": str(nth), "card": card.code}
        case CardsBurned(count=count):
            return {"count": str(count)}
        case WagerSettled(hand=hand, wager=wager, result=result):
            return {"hand": str(hand + 1), "wager": wager.value, "result": result.value}
        case HandTied(hand=hand) | WarDeclared(hand=hand) | Surrendered(hand=hand):
            return {"hand": str(hand + 1)}
        case HandSettled(hand=hand):
            return {"hand": str(hand + 1), "net": signed_chips(event.net_cents)}
        case _:
            return {}
