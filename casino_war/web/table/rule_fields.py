"""The rules of a table as fields of a form: what each is called, takes and prints."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from casino_war.errors import InvalidAmountError
from casino_war.game.money import CENTS_PER_CHIP, parse_chips
from casino_war.game.table_rules import (
    DECKS_MAX,
    HANDS_MAX,
    ShoeRule,
    Shortfall,
    Surrender,
    TableRules,
    TiedWar,
)
from casino_war.web.format import in_chips
from casino_war.web.format import number as in_digits
from casino_war.web.language import Text, _
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.messages import field_word
from casino_war.web.words import word

Value = int | bool | Enum | tuple[int, ...] | None

YES, NO = "yes", ""
"""The texts of what holds or not, also of the odds calculator's own fields."""


class Kind(StrEnum):
    """How a field is filled in."""

    CHOICE = "choice"
    NUMBER = "number"
    CHIPS = "chips"
    RUNGS = "rungs"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleField:
    """One field: its attribute of `TableRules`, and what it takes."""

    attribute: str
    kind: Kind
    hint: Text | None = None
    values: tuple[Value, ...] = ()
    """What can be chosen, where it is a choice."""
    is_optional: bool = False

    @property
    def name(self) -> str:
        """The name in forms and links, where amounts are chips."""
        return self.attribute.removesuffix("_cents")

    @property
    def label(self) -> str:
        """What it is called, here as in the odds calculator and in errors."""
        return field_word(self.attribute)

    @property
    def is_number(self) -> bool:
        """Whether its choices are numbers, or none."""
        return any(type(value) is int for value in self.values)

    @property
    def is_wordy(self) -> bool:
        """Whether its values are sentences, which need room."""
        return any(isinstance(value, Enum) for value in self.values)

    def text(self, value: Value) -> str:
        """Write a value as the form sends it."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return YES if value else NO
        if isinstance(value, tuple):
            return ", ".join(str(rung) for rung in value)
        if isinstance(value, Enum):
            return str(value.value)
        return str(value // CENTS_PER_CHIP if self.kind is Kind.CHIPS else value)

    def read(self, text: str) -> Value:
        """Read what the form sent.

        Raises:
            ValueError: it is no value of this field; whether rules take it is not asked.
        """
        text = text.strip(" ")
        if self.kind is Kind.RUNGS:
            # The command line takes them without commas.
            return tuple(_whole(part) for part in text.replace(",", " ").split())
        if not text and (self.is_optional or None in self.values):
            return None
        if self.kind is Kind.CHOICE and not self.is_number:
            for value in self.values:
                if self.text(value) == text:
                    return value
            raise ValueError(text)
        if self.kind is Kind.CHIPS:
            try:
                return parse_chips(text)
            except InvalidAmountError as error:
                raise ValueError(text) from error
        return _whole(text)

    def words(self, value: Value) -> str:
        """Say a value in the reader's language."""
        if value is None or value == ():
            return _("none")
        if self.attribute == "war_burn_each":
            return _("before each war card") if value else _("once, before the first")
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, Enum):
            return word(value)
        if isinstance(value, tuple):
            return _("%(odds)s to 1", odds=", ".join(str(rung) for rung in value))
        if self.attribute.endswith("_to_one"):
            return _("%(odds)s to 1", odds=value)
        if self.attribute.endswith("_percent"):
            return _("%(share)s %%", share=in_digits(value))
        if self.kind is Kind.CHIPS:
            return in_chips(value)
        return in_digits(value)


_DIGITS_MAX = 9
_ODDS = (None, *range(9, 13))
_YES_NO = (False, True)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX):
        raise ValueError(text)
    return int(text)


def _choice(attribute: str, values: tuple[Value, ...]) -> RuleField:
    return RuleField(attribute=attribute, kind=Kind.CHOICE, values=values)


def _chips(attribute: str, hint: Text | None = None, is_optional: bool = False) -> RuleField:
    return RuleField(attribute=attribute, kind=Kind.CHIPS, hint=hint, is_optional=is_optional)


SECTIONS: tuple[tuple[Text, tuple[RuleField, ...]], ...] = (
    (
        _l("The shoe"),
        (
            _choice("decks", tuple(range(1, DECKS_MAX + 1))),
            _choice("shoe", tuple(ShoeRule)),
            RuleField(
                attribute="penetration_percent",
                kind=Kind.NUMBER,
                hint=_l("25 to 95; counts only with a cut card."),
            ),
            _choice("opening_burn", tuple(range(6))),
        ),
    ),
    (
        _l("Antes and hands"),
        (
            _chips("ante_min_cents"),
            _chips("ante_max_cents"),
            _chips("ante_step_cents", _l("Antes and tie bets are multiples of it.")),
            _choice("hands_max", tuple(range(1, HANDS_MAX + 1))),
            _choice("shortfall", tuple(Shortfall)),
        ),
    ),
    (
        _l("Ties and wars"),
        (
            _choice("tied_war", tuple(TiedWar)),
            _choice("surrender", tuple(Surrender)),
            _choice("war_burn", tuple(range(11))),
            _choice("war_burn_each", _YES_NO),
        ),
    ),
    (
        _l("Tie bets"),
        (
            _choice("tie_bet_to_one", _ODDS),
            _chips("tie_bet_min_cents", _l("Blank: one step."), True),
            _chips("tie_bet_max_cents", _l("Blank: as large as an ante."), True),
            RuleField(
                attribute="tie_bet_max_share_percent",
                kind=Kind.NUMBER,
                hint=_l("1 to 100; blank: no such limit."),
                is_optional=True,
            ),
            _choice("tie_bet_alone", _YES_NO),
            _choice("second_tie_bet_to_one", _ODDS),
            RuleField(
                attribute="tie_ladder",
                kind=Kind.RUNGS,
                hint=_l("Odds for 1, 2, ... ties in a row, by commas: 10, 25, 50, 200."),
                is_optional=True,
            ),
        ),
    ),
)
"""Every field, by the sections of the form."""

RULE_FIELDS: Mapping[str, RuleField] = {
    field.attribute: field for _title, fields in SECTIONS for field in fields
}
"""Every field by its attribute."""


def texts_of(rules: TableRules) -> dict[str, str]:
    """Write rules as a form or a link carries them."""
    return {
        field.name: field.text(getattr(rules, attribute))
        for attribute, field in RULE_FIELDS.items()
    }
