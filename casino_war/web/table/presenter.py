"""What the page of a table shows beside what the service says."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.errors import BankrollTooSmallError, BetRefusedError, CasinoWarError
from casino_war.game.table_rules import Shortfall, TableRules
from casino_war.game.views import RoundView
from casino_war.game.wagers import HandWagers
from casino_war.services.pages import TablePage
from casino_war.web.format import field_chips
from casino_war.web.table.chips import typed_cents
from casino_war.web.table.form import used_spots

_DIGITS_MAX = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One spot of the bet form; both texts may be blank, or whatever was typed."""

    number: int
    ante: str
    tie_bet: str

    @property
    def is_used(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.ante or self.tie_bet)

    @property
    def is_short(self) -> bool:
        """Whether it may well be an amount, by the length of what stands in it."""
        return len(self.ante) <= _DIGITS_MAX and len(self.tie_bet) <= _DIGITS_MAX

    @property
    def cents(self) -> int:
        """What stands on it, as far as it is an amount."""
        return typed_cents(self.ante) + typed_cents(self.tie_bet)


def spots_of(page: TablePage, typed: Mapping[str, str]) -> tuple[Spot, ...]:
    """Fill the spots of a table: as typed before, else as bet last, else the smallest ante."""
    numbers = range(1, page.rules.hands_max + 1)
    if any(f"ante-{spot}" in typed for spot in numbers):
        return tuple(
            Spot(
                number=spot,
                ante=typed.get(f"ante-{spot}", ""),
                tie_bet=typed.get(f"tie_bet-{spot}", ""),
            )
            for spot in numbers
        )
    last = page.seat.last_wagers if page.seat else ()
    wagers = last or (HandWagers(ante_cents=page.rules.ante_min_cents),)
    return tuple(_spot(spot, wagers) for spot in numbers)


def fields_at_fault(error: CasinoWarError, typed: Mapping[str, str]) -> tuple[str, ...]:
    """Name the fields of the bet form that *error* is about, in their order; none if no one is.

    *typed* is the refused form, and the error counts hands by its spots.
    """
    used = used_spots(typed)
    if isinstance(error, BankrollTooSmallError):
        names = (f"{wager}-{spot}" for spot in used for wager in ("ante", "tie_bet"))
        return tuple(name for name in names if typed.get(name, "").strip(" "))
    # A spot that the table lacks has no field to mark.
    if not isinstance(error, BetRefusedError) or error.reason == "spot":
        return ()
    spot = error.facts.get("hand")
    if spot is None:
        # No hand has a wager, or more have one than the table deals.
        return tuple(f"ante-{spot}" for spot in used) or ("ante-1",)
    is_of_tie_bet = error.reason.startswith("tie_bet") and error.reason != "tie_bet_alone"
    return (f"{'tie_bet' if is_of_tie_bet else 'ante'}-{spot}",)


def needs_rebuy(page: TablePage) -> bool:
    """Say whether an open round offers something that the bankroll cannot pay for now."""
    seat = page.seat
    if seat is None or seat.open_round_id is None or seat.shown_round is None:
        return False
    if page.rules.shortfall is Shortfall.SURRENDER_ONLY:
        return False
    return any(not choice.is_legal for choice in seat.shown_round.choices)


def burned_cards(view: RoundView, rules: TableRules) -> int:
    """Count the cards that the wars of a round have burned."""
    if not rules.war_burn_each:
        return rules.war_burn * view.wars_fought
    turned = sum(len(hand.cards) - 1 for hand in view.hands) + view.wars_fought
    return rules.war_burn * turned


def _spot(number: int, wagers: tuple[HandWagers, ...]) -> Spot:
    wager = wagers[number - 1] if number <= len(wagers) else HandWagers()
    return Spot(
        number=number,
        ante=field_chips(wager.ante_cents),
        tie_bet=field_chips(wager.tie_bet_cents),
    )
