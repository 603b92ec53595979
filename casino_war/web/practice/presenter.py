"""What the templates of the practice room draw, worked out from a game's page."""

from dataclasses import dataclass

from casino_war.game.cards import Card, Cards, format_cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import SEATS, Action, Pick
from casino_war.game.war_nearest import spell
from casino_war.game.war_pack import pack_of
from casino_war.game.war_rules import CapturedTo, Choice, WarRules
from casino_war.game.war_views import SeatView
from casino_war.services.practice.felt import Felt, FeltSeat, Laid
from casino_war.services.practice.page import GamePage
from casino_war.services.practice.people import People
from casino_war.services.practice.stage import Stage
from casino_war.web.language import _
from casino_war.web.practice.chart import Chart, chart_of
from casino_war.web.practice.endings import tell_end
from casino_war.web.practice.places import called, compass, place_name, place_names
from casino_war.web.practice.words import tell_action, tell_battle, tell_outcome

ORDER: dict[int, tuple[Seat, ...]] = {2: (1, 0), 3: (1, 2, 0), 4: (2, 1, 3, 0)}
"""Seats as they are drawn: those opposite first, South last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSeat:
    """One seat on the felt; counts are of cards."""

    seat: Seat
    letter: str
    name: str
    place: str
    stock_count: int
    pile_count: int | None
    """None where these rules have no side piles."""
    pile_top: Card | None
    hand_count: int | None
    wars_won: int
    is_out: bool
    has_taken: bool
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """The felt in one battle."""

    number: int
    players: int
    seats: tuple[ShownSeat, ...]
    pot_count: int
    carry: Cards
    carry_count: int
    set_aside_count: int
    is_war: bool
    is_open: bool
    outcome: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A choice on its button."""

    value: str
    label: str
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """What goes with a game beside its felt."""

    table: ShownTable | None
    names: tuple[str, ...]
    own_seats: tuple[Seat, ...]
    chart: Chart | None
    offers: tuple[Offer, ...]
    own: SeatView | None
    """The seat that is choosing, with its own cards."""
    is_spoils: bool
    result: str
    may_flip_on: bool
    """Whether more battles can be asked for than one, over a war that lies there too."""
    can_play_alone: bool
    """Whether battles follow each other without anybody's choice."""
    clock: str
    dealt: str
    """The cards in the order of dealing, as a check of shoes takes them; empty until known."""
    pack: str
    """The cards that are shuffled, in the order of the scheme."""
    is_plain_pack: bool
    """Whether the pack is the one that shoes are made of."""
    spelled: str
    """The rules as the editor's link carries them."""
    winners: str
    """Who has won the match, blank while it goes on."""


def people_of(people: People) -> dict[Seat, str]:
    """Return what seats are called but by their places, which are others for each who looks."""
    named = {seat.seat: seat.name for seat in people.seats if seat.name}
    if not people.is_shared:
        return named
    computers = [seat.seat for seat in people.seats if seat.strategy_key is not None]
    calling = {seat.seat: _("Player %(number)s", number=seat.seat + 1) for seat in people.seats}
    for number, seat in enumerate(computers, start=1):
        calling[seat] = (
            _("Computer") if len(computers) == 1 else _("Computer %(number)s", number=number)
        )
    return calling | named


def shown_page(page: GamePage) -> ShownPage:
    """Work out what the page of a game draws."""
    with called(people_of(page.people)):
        return _shown_page(page)


def _shown_page(page: GamePage) -> ShownPage:
    rules, chooser = page.rules, page.chooser
    has_persons = any(seat.strategy_key is None and not seat.is_stood_in for seat in page.seats)
    plays_alone = rules.choice is Choice.NOTHING or not has_persons
    own = None if chooser is None or chooser.viewer is None else chooser.seats[chooser.viewer]
    return ShownPage(
        table=None if page.felt is None else shown_table(page.felt, page.people),
        names=tuple(place_name(seat, rules.players) for seat in range(rules.players)),
        own_seats=tuple(seat.seat for seat in page.seats if seat.is_yours),
        chart=chart_of(page.points),
        offers=() if chooser is None else _offers(chooser.legal, rules),
        own=own,
        is_spoils=rules.choice is Choice.SPOILS,
        result=_result(page),
        may_flip_on=page.stage is Stage.FLIP or (page.stage is Stage.CLEAR and plays_alone),
        can_play_alone=plays_alone,
        clock=_clock(page.elapsed_seconds),
        dealt=format_cards(page.proof.dealt),
        pack=format_cards(pack_of(rules)),
        is_plain_pack=len(pack_of(rules)) == 52 and not rules.jokers,
        spelled=spell(rules, page.preset),
        winners=_winners(page),
    )


def shown_table(felt: Felt, people: People | None = None) -> ShownTable:
    """Work out what the felt shows in one battle; in a shared game everybody sits South."""
    rules = felt.view.rules
    south = people.own[0] if people is not None and people.is_shared and people.own else 0
    seats = [(seat + south) % rules.players for seat in ORDER[rules.players]]
    return ShownTable(
        number=felt.number,
        players=rules.players,
        seats=tuple(_seat(felt.seats[seat], rules, south) for seat in seats),
        pot_count=felt.pot_count,
        carry=felt.carry,
        carry_count=felt.carry_count,
        set_aside_count=felt.view.set_aside_count,
        is_war=felt.is_war,
        is_open=felt.is_open,
        outcome=tell_outcome(felt.events, rules),
        sentences=tuple(tell_battle(felt.events, rules)),
    )


def _seat(seat: FeltSeat, rules: WarRules, south: Seat) -> ShownSeat:
    view = seat.view
    has_pile = rules.captured_to is not CapturedTo.STOCK_BOTTOM
    return ShownSeat(
        seat=view.seat,
        letter=SEATS[view.seat],
        name=place_name(view.seat, rules.players),
        place=compass((view.seat - south) % rules.players, rules.players),
        stock_count=view.stock_count,
        pile_count=view.pile_count if has_pile else None,
        pile_top=view.pile[-1] if view.pile else None,
        hand_count=view.hand_count if rules.choice is Choice.HAND else None,
        wars_won=view.wars_won,
        is_out=view.is_out,
        has_taken=seat.has_taken,
        laid=seat.laid,
    )


def _offers(legal: tuple[Action, ...], rules: WarRules) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            value=str(action),
            label=tell_action(action, rules.players),
            card=action.card if isinstance(action, Pick) else None,
        )
        for action in legal
    )


def _clock(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def _winners(page: GamePage) -> str:
    if page.match is None or not page.match.winners:
        return ""
    return place_names(page.match.winners, page.rules.players)


def _result(page: GamePage) -> str:
    """Say how the game ended, nothing while it goes on or where it was given up."""
    if page.stage is not Stage.OVER or page.ended is None:
        return ""
    return tell_end(page.ended, page.rules)
