"""The rules of one Casino War table: a frozen value, validated on construction."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from math import floor
from typing import Any, Self

from casino_war.errors import N_, InvalidRulesError
from casino_war.game.money import CENTS_PER_CHIP, shorten

CARDS_PER_DECK = 52
SUITS_PER_DECK = 4
DECKS_MAX = 8
HANDS_MAX = 7


class ShoeRule(StrEnum):
    """When the cards are shuffled."""

    FRESH = "fresh"
    CUT_CARD = "cut_card"


class TiedWar(StrEnum):
    """What a war that ties as well is worth; see `settlement.TIED_WAR_PAYS`."""

    EVEN = "even"
    BONUS_ANTE = "bonus_ante"
    TRIPLE_RAISE = "triple_raise"
    TRIPLE_TOTAL = "triple_total"
    PUSH = "push"
    LOSE = "lose"
    REPEAT = "repeat"


class Surrender(StrEnum):
    """What giving up a tied hand costs, where it is offered at all."""

    NOT_OFFERED = "not_offered"
    HALF = "half"
    ALL = "all"


class Shortfall(StrEnum):
    """What a player may do at a tie who cannot cover the raise.

    `REFUSE` refuses antes that the bankroll cannot double, `HOLD` keeps the round until
    a rebuy, `SURRENDER_ONLY` leaves nothing but surrender.
    """

    REFUSE = "refuse"
    HOLD = "hold"
    SURRENDER_ONLY = "surrender_only"


_RANGES: Mapping[str, tuple[int, int]] = {
    "decks": (1, DECKS_MAX),
    "penetration_percent": (25, 95),
    "opening_burn": (0, 5),
    "war_burn": (0, 10),
    "hands_max": (1, HANDS_MAX),
    "tie_bet_to_one": (9, 12),
    "second_tie_bet_to_one": (9, 12),
    "tie_bet_max_share_percent": (1, 100),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """Everything in which one Casino War table differs from another.

    The defaults are the standard table. Rules are those of casino rule sheets; where
    sheets word the same payout differently, the net payout is what counts.

    Raises:
        InvalidRulesError: a field is out of range, or fields disagree.
    """

    decks: int = 6
    """Packs of 52 in the shoe, 1-8."""
    shoe: ShoeRule = ShoeRule.CUT_CARD
    """Shuffled before every round, or dealt down to a cut card."""
    penetration_percent: int = 75
    """Hundredths of the shoe that stand before the cut card, 25-95."""
    opening_burn: int = 1
    """Cards burned from a new shoe, 0-5."""
    war_burn: int = 3
    """Cards burned before a war, 0-10."""
    war_burn_each: bool = False
    """Whether the burn comes before each war card instead of once."""
    tied_war: TiedWar = TiedWar.EVEN
    """What a tied war is worth."""
    surrender: Surrender = Surrender.HALF
    """Whether a tied hand may be given up, and what that forfeits."""
    tie_bet_to_one: int | None = 10
    """Odds to one of the tie bet, 9-12; None where it is not offered."""
    tie_bet_min_cents: int | None = None
    """Smallest tie bet; None for one step."""
    tie_bet_max_cents: int | None = None
    """Largest tie bet; None for the ante's maximum."""
    tie_bet_max_share_percent: int | None = None
    """Largest tie bet as hundredths of the ante's maximum, 1-100; None for no such limit."""
    tie_bet_alone: bool = False
    """Whether a tie bet may be placed without an ante."""
    second_tie_bet_to_one: int | None = None
    """Odds to one, 9-12, of a tie bet placed with the raise; None where not offered."""
    tie_ladder: tuple[int, ...] = ()
    """Odds to one of the tie bet for 1, 2, ... ties in a row, 2-4 rungs; empty for none."""
    ante_min_cents: int = 500
    """Smallest ante, a multiple of the step."""
    ante_max_cents: int = 50_000
    """Largest ante, a multiple of the step."""
    ante_step_cents: int = 500
    """What antes and tie bets are multiples of: whole chips."""
    hands_max: int = 5
    """Hands that one player may play against one dealer card, 1-7."""
    shortfall: Shortfall = Shortfall.HOLD
    """What happens at a tie that the bankroll cannot raise."""

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise fault

    @property
    def cards(self) -> int:
        """Cards in a full shoe."""
        return CARDS_PER_DECK * self.decks

    @property
    def cut_position(self) -> int:
        """How many cards stand before the cut card, the opening burn counted."""
        return floor(self.penetration_percent * self.cards / 100)

    @property
    def wars_in_a_row_max(self) -> int:
        """How many wars can follow one tie: three under `repeat`, otherwise one."""
        return 3 if self.tied_war is TiedWar.REPEAT else 1

    @property
    def worst_case_cards(self) -> int:
        """The most cards that a round of the table's maximum of hands can use."""
        fighting = min(self.hands_max, SUITS_PER_DECK * self.decks - 1)
        burns = fighting + 1 if self.war_burn_each else 1
        war = self.war_burn * burns + fighting + 1
        return self.hands_max + 1 + self.wars_in_a_row_max * war

    @property
    def tie_bet_offered(self) -> bool:
        """Whether the table takes tie bets at all."""
        return self.tie_bet_to_one is not None

    @property
    def tie_bet_floor_cents(self) -> int:
        """The smallest tie bet that the table takes."""
        return self.ante_step_cents if self.tie_bet_min_cents is None else self.tie_bet_min_cents

    @property
    def tie_bet_ceiling_cents(self) -> int:
        """The largest tie bet that the table takes.

        Its own maximum, or the ante's where none is set; less if its share of the ante's
        maximum is less.
        """
        limits = [self.ante_max_cents]
        if self.tie_bet_max_cents is not None:
            limits = [self.tie_bet_max_cents]
        if self.tie_bet_max_share_percent is not None:
            limits.append(self.ante_max_cents * self.tie_bet_max_share_percent // 100)
        return min(limits)

    def to_data(self) -> dict[str, Any]:
        """Return the rules as JSON-ready values; `from_data` reads them back."""
        data = asdict(self)
        data["tie_ladder"] = list(self.tie_ladder)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Build rules from `to_data`'s values; a field left out takes its default.

        Raises:
            InvalidRulesError: an unknown field, or rules that do not hold.
        """
        known = {field.name for field in fields(cls)}
        unknown = tuple(sorted(set(data) - known))
        if unknown:
            raise InvalidRulesError(
                N_("There is no table rule called %(names)s."),
                fields=unknown,
                names=", ".join(unknown),
            )
        values = dict(data)
        for name, kind in _ENUMS.items():
            if name in values:
                values[name] = _enum(kind, name, values[name])
        if isinstance(values.get("tie_ladder"), list):
            values["tie_ladder"] = tuple(values["tie_ladder"])
        return cls(**values)


_ENUMS: Mapping[str, type[StrEnum]] = {
    "shoe": ShoeRule,
    "tied_war": TiedWar,
    "surrender": Surrender,
    "shortfall": Shortfall,
}


def _enum(kind: type[StrEnum], name: str, value: object) -> StrEnum:
    try:
        return kind(str(value))
    except ValueError:
        raise InvalidRulesError(
            N_("%(field)s must be one of %(values)s, not %(value)s."),
            fields=(name,),
            field=name,
            values=", ".join(kind),
            value=shorten(value) if isinstance(value, str) else repr(value),
        ) from None


def faults_of(values: Mapping[str, Any]) -> tuple[InvalidRulesError, ...]:
    """List all that keeps these values of `TableRules`' fields from being rules.

    A field that is wrong by itself is reported once, without the conflicts with other
    fields that follow from it. A field left out has its default.
    """
    rules = object.__new__(TableRules)
    for field in fields(TableRules):
        object.__setattr__(rules, field.name, values.get(field.name, field.default))
    return tuple(_faults(rules))


def _faults(rules: TableRules) -> Iterator[InvalidRulesError]:
    wrong: set[str] = set()
    for check in (_check_types, _check_ranges):
        for fault in check(rules):
            wrong.update(fault.fields)
            yield fault
        if wrong and check is _check_types:
            # What is no number cannot be compared with one.
            return
    for check in _COMBINATIONS:
        for fault in check(rules):
            if wrong.isdisjoint(fault.fields):
                yield fault


def _check_types(rules: TableRules) -> Iterator[InvalidRulesError]:
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name in _ENUMS:
            fits = isinstance(value, _ENUMS[field.name])
        elif field.name == "tie_ladder":
            fits = isinstance(value, tuple) and all(type(rung) is int for rung in value)
        elif isinstance(field.default, bool):
            fits = isinstance(value, bool)
        else:
            may_be_none = "None" in str(field.type)
            fits = type(value) is int or (value is None and may_be_none)
        if not fits:
            yield InvalidRulesError(
                N_("%(field)s cannot be %(value)s."),
                fields=(field.name,),
                field=field.name,
                value=shorten(value) if isinstance(value, str) else repr(value),
            )


def _check_ranges(rules: TableRules) -> Iterator[InvalidRulesError]:
    for name, (lowest, highest) in _RANGES.items():
        value = getattr(rules, name)
        if value is not None and not lowest <= value <= highest:
            yield InvalidRulesError(
                N_("%(field)s must be %(lowest)s to %(highest)s, not %(value)s."),
                fields=(name,),
                field=name,
                lowest=lowest,
                highest=highest,
                value=value,
            )


def _check_limits(rules: TableRules) -> Iterator[InvalidRulesError]:
    step = rules.ante_step_cents
    if step < CENTS_PER_CHIP or step % CENTS_PER_CHIP:
        yield InvalidRulesError(
            N_("The step of the antes must be whole chips, 1 or more."),
            fields=("ante_step_cents",),
        )
        return
    for name in ("ante_min_cents", "ante_max_cents", "tie_bet_min_cents", "tie_bet_max_cents"):
        amount_cents = getattr(rules, name)
        if amount_cents is not None and (amount_cents < step or amount_cents % step):
            yield InvalidRulesError(
                N_("%(field)s must be a multiple of the step of %(step_chips)s."),
                fields=(name, "ante_step_cents"),
                field=name,
                step_cents=step,
            )
    if rules.ante_max_cents < rules.ante_min_cents:
        yield InvalidRulesError(
            N_("The largest ante cannot be smaller than the smallest."),
            fields=("ante_min_cents", "ante_max_cents"),
        )


def _check_tie_bet(rules: TableRules) -> Iterator[InvalidRulesError]:
    if not rules.tie_bet_offered:
        dependent = {
            "tie_bet_min_cents": rules.tie_bet_min_cents is not None,
            "tie_bet_max_cents": rules.tie_bet_max_cents is not None,
            "tie_bet_max_share_percent": rules.tie_bet_max_share_percent is not None,
            "tie_bet_alone": rules.tie_bet_alone,
            "tie_ladder": bool(rules.tie_ladder),
        }
        set_anyway = tuple(name for name, is_set in dependent.items() if is_set)
        if set_anyway:
            yield InvalidRulesError(
                N_("A table without a tie bet cannot set %(names)s."),
                fields=("tie_bet_to_one", *set_anyway),
                names=", ".join(set_anyway),
            )
    elif rules.tie_bet_ceiling_cents < rules.tie_bet_floor_cents:
        yield InvalidRulesError(
            N_("The largest tie bet cannot be smaller than the smallest."),
            fields=("tie_bet_min_cents", "tie_bet_max_cents", "tie_bet_max_share_percent"),
        )


def _check_ladder(rules: TableRules) -> Iterator[InvalidRulesError]:
    ladder = rules.tie_ladder
    if not ladder:
        return
    if not 2 <= len(ladder) <= 4 or sorted(ladder) != list(ladder):
        yield InvalidRulesError(
            N_("A tie ladder has two to four rungs, none lower than the one before it."),
            fields=("tie_ladder",),
        )
    if ladder[0] != rules.tie_bet_to_one:
        yield InvalidRulesError(
            N_("The first rung of the tie ladder must equal the odds of the tie bet."),
            fields=("tie_ladder", "tie_bet_to_one"),
        )
    if len(ladder) > 2 and rules.tied_war is not TiedWar.REPEAT:
        yield InvalidRulesError(
            N_("A tie ladder of more than two rungs needs tied wars that repeat."),
            fields=("tie_ladder", "tied_war"),
        )


def _check_shortfall(rules: TableRules) -> Iterator[InvalidRulesError]:
    surrender_only = rules.shortfall is Shortfall.SURRENDER_ONLY
    if surrender_only and rules.surrender is Surrender.NOT_OFFERED:
        yield InvalidRulesError(
            N_("A player short of the raise cannot be left to surrender where it is not offered."),
            fields=("shortfall", "surrender"),
        )


def _check_worst_case(rules: TableRules) -> Iterator[InvalidRulesError]:
    available = rules.cards - rules.opening_burn
    if rules.worst_case_cards > available:
        yield InvalidRulesError(
            N_("A round can need %(needed)s cards, but a new shoe deals only %(available)s."),
            fields=("decks", "hands_max", "war_burn", "war_burn_each", "tied_war", "opening_burn"),
            needed=rules.worst_case_cards,
            available=available,
        )


_COMBINATIONS = (
    _check_limits,
    _check_tie_bet,
    _check_ladder,
    _check_shortfall,
    _check_worst_case,
)
