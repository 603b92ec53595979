"""What lies on the table of a practice game, as everybody or one seat may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.war_events import Compared, Ended, Stood, Taken, Turned, WarEvent, WarStepped
from casino_war.game.war_state import WarState
from casino_war.game.war_views import (
    SeatView,
    SeenBuried,
    SeenEvent,
    SeenTaken,
    WarView,
    seen,
    view,
)
from casino_war.services.practice.course import Course, PlayedBattle


@dataclass(slots=True)
class Laid:
    """What a seat has laid in one step of a battle, 0 for its opening; None is face down."""

    step: int
    cards: list[Card | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltSeat:
    """A seat with its counts, the cards that it has laid, and whether it took the pot."""

    view: SeatView
    laid: tuple[Laid, ...]
    has_taken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """One battle on the table, over or still open; number 0 is the deal."""

    number: int
    view: WarView
    seats: tuple[FeltSeat, ...]
    pot_count: int
    """Cards that lie on the table, or lay there before they were taken: pot and carry."""
    carry: Cards
    carry_count: int
    events: tuple[SeenEvent, ...]
    is_war: bool
    is_open: bool
    ended: Ended | None


def felt_of_battle(battle: PlayedBattle, viewer: Seat | None) -> Felt:
    """Show a battle that is over, with the counts after it."""
    return _felt(battle.number, battle.before, battle.after, battle.events, viewer, is_open=False)


def felt_of_course(course: Course, viewer: Seat | None) -> Felt:
    """Show the battle at hand; before its first card the last one, or the deal."""
    if course.events:
        number = course.state.battles + 1
        return _felt(
            number, course.before, course.state, tuple(course.events), viewer, is_open=True
        )
    if course.battles:
        return felt_of_battle(course.battles[-1], viewer)
    return _felt(course.state.battles, course.state, course.state, (), viewer, is_open=False)


def _felt(
    number: int,
    before: WarState,
    after: WarState,
    events: Sequence[WarEvent],
    viewer: Seat | None,
    *,
    is_open: bool,
) -> Felt:
    told = tuple(seen(event, viewer, after.rules) for event in events)
    laid = laid_cards(told, len(after.stocks))
    takers = {event.seat for event in told if isinstance(event, Taken | SeenTaken)}
    shown = view(after, viewer)
    on_table = sum(len(step.cards) for steps in laid.values() for step in steps)
    return Felt(
        number=number,
        view=shown,
        seats=tuple(
            FeltSeat(view=seat, laid=tuple(laid[seat.seat]), has_taken=seat.seat in takers)
            for seat in shown.seats
        ),
        pot_count=on_table + len(before.carry),
        carry=before.carry_shown,
        carry_count=len(before.carry),
        events=told,
        is_war=any(isinstance(event, WarStepped) for event in told),
        is_open=is_open,
        ended=after.ended,
    )


def laid_cards(events: Sequence[SeenEvent], seats: int) -> Mapping[Seat, list[Laid]]:
    """Return what each seat has laid, step by step; a standing card is not laid again."""
    laid: dict[Seat, list[Laid]] = {seat: [] for seat in range(seats)}
    step, standing = 0, frozenset[Seat]()

    def lay(seat: Seat, cards: Sequence[Card | None]) -> None:
        if not cards:
            return
        if not laid[seat] or laid[seat][-1].step != step:
            laid[seat].append(Laid(step))
        laid[seat][-1].cards.extend(cards)

    for event in events:
        match event:
            case WarStepped():
                step, standing = event.step, frozenset()
            case Turned():
                for seat, cards in event.cards.items():
                    lay(seat, cards)
            case SeenBuried():
                for seat, count in event.counts.items():
                    lay(seat, [None] * count)
            case Stood():
                standing = frozenset(event.seats)
            case Compared():
                for seat, cards in event.cards.items():
                    if seat not in standing:
                        lay(seat, cards)
            case _:
                pass
    return laid
