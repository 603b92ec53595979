"""The calculator's form: from the fields of an address to a question, with every fault named.

The fields are those of the address of a page, so that a calculation can be linked. One that
is left out is as in the table that ``table`` names, or as in the standard table; a blank
one is not set. What is no field of the form is none of its business: links collect such.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from casino_war.errors import (
    N_,
    BetRefusedError,
    IllegalDecisionError,
    InvalidCompositionError,
    InvalidFormError,
    UnknownPresetError,
)
from casino_war.game.money import shorten
from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import RANKS, Composition, parse_counts
from casino_war.odds.strategy import Strategy
from casino_war.services.calculator import Answer, Question, calculate
from casino_war.web.asked import Asked
from casino_war.web.table.draft import Draft, read_draft
from casino_war.web.table.rule_fields import NO, RULE_FIELDS, YES
from casino_war.web.words import word

LEFT = tuple(f"left-{rank.symbol}" for rank in RANKS)
"""Fields of the cards left, by rank."""
RULES = tuple(rule.name for rule in RULE_FIELDS.values())
"""Fields of the rules."""
MOVING = (
    "decks",
    "tied_war",
    "surrender",
    "tie_bet_to_one",
    "second_tie_bet_to_one",
    "tie_ladder",
    "tie_bet_alone",
)
UNMOVING = tuple(name for name in RULES if name not in MOVING)
"""Rules that change nothing about the odds of a single round."""
PLAY = ("strategy", "hands", "after_tie")
_DIGITS_MAX = 9
_DEFAULTS: Mapping[str, str] = {"strategy": Strategy.ALWAYS_WAR, "hands": "1", "after_tie": NO}


@dataclass(slots=True)
class CalculatorAsked(Asked):
    """The calculator's form as it was sent, and the answer if nothing is wrong."""

    draft: Draft = field(default_factory=lambda: read_draft({}, TableRules()))
    """The rules of the form."""
    answer: Answer | None = None

    @property
    def preset_key(self) -> str:
        """The table whose rules these are; blank for rules of one's own."""
        if "table" in self.faults:
            return self.fields["table"]
        same = (preset.key for preset in PRESETS if preset.rules == self.draft.rules)
        return next(same, "")

    @property
    def has_counts(self) -> bool:
        """Whether something stands in the fields of the cards left, or is wrong with them."""
        return any(self.fields.get(name) or name in self.faults for name in (*LEFT, "left"))

    @property
    def is_elsewhere_at_fault(self) -> bool:
        """Whether a rule is at fault that does not move the odds, and so is folded away."""
        return any(name in self.faults for name in UNMOVING)

    @property
    def first_fault(self) -> str:
        """The first field whose fault is told, in the order of the form; blank if none is."""
        names = ("table", *MOVING, *PLAY, "left", *LEFT, *UNMOVING)
        return next((name for name in names if self.faults.get(name)), "")


def read_calculator(args: MultiDict[str, str]) -> CalculatorAsked:
    """Read and answer the calculator's form, or say of each field what is wrong with it."""
    asked = CalculatorAsked(dict(_DEFAULTS))
    _read_rules(asked, args)
    for name in (*PLAY, *LEFT):
        text = asked.read(args, name)
        if text is not None:
            asked.fields[name] = text
    _take_counts(asked, args)
    left = _left(asked, asked.draft.sound("decks"))
    strategy, hands = _strategy(asked), _hands(asked)
    is_after_tie = _is_after_tie(asked)
    if asked.faults or strategy is None or hands is None or asked.draft.rules is None:
        return asked
    if is_after_tie:
        _check_after_tie(asked, strategy, hands)
        if asked.faults:
            return asked
    question = Question(
        rules=asked.draft.rules,
        left=left,
        strategy=strategy,
        hands=hands,
        is_after_tie=is_after_tie,
    )
    try:
        asked.answer = calculate(question)
    except InvalidCompositionError as error:
        asked.blame(error, "left", *LEFT)
    except IllegalDecisionError as error:
        asked.blame(error, "strategy", "surrender")
    except BetRefusedError as error:
        _blame_hands(asked, error)
    return asked


def _blame_hands(asked: Asked, error: BetRefusedError) -> None:
    is_too_many = error.reason == "hands" and error.facts["hands"] != 0
    if is_too_many:
        error = BetRefusedError(
            N_(
                "Hands a round at this table: %(maximum)s at most, not %(hands)s. Take fewer here, "
                "or more below."
            ),
            reason=error.reason,
            **error.facts,
        )
    asked.blame(error, "hands", *(["hands_max"] if is_too_many else []))


def _check_after_tie(asked: Asked, strategy: Strategy, hands: int) -> None:
    """Refuse what a decision does not ask for: it is of one hand, and weighs every choice."""
    first = Strategy(_DEFAULTS["strategy"])
    meant = {"strategy": (strategy is not first, word(first)), "hands": (hands != 1, "1")}
    for name, (is_meant, unmeant) in meant.items():
        if is_meant:
            asked.blame(
                InvalidFormError(
                    N_("%(field)s has no part in the decision of a tied hand: choose “%(value)s”."),
                    reason="unasked",
                    field=name,
                    value=unmeant,
                ),
                name,
                "after_tie",
            )


def _read_rules(asked: CalculatorAsked, args: MultiDict[str, str]) -> None:
    base = _base(asked, asked.read(args, "table"))
    sent = {name: text for name in RULES if (text := asked.read(args, name)) is not None}
    asked.draft = read_draft(sent, base)
    asked.fields |= asked.draft.texts
    for fault in asked.draft.found:
        asked.mark(fault.said, *(RULE_FIELDS[name].name for name in fault.attributes))


def _base(asked: Asked, table: str | None) -> TableRules:
    if not table:
        return TableRules()
    asked.fields["table"] = table
    try:
        return find(table).rules
    except UnknownPresetError as error:
        asked.blame(error, "table")
        return TableRules()


def _take_counts(asked: Asked, args: MultiDict[str, str]) -> None:
    """Spread ``counts``, the cards left in one field, over those of the ranks."""
    # No field of the form has that name: the group of those it spreads over tells its faults.
    text = asked.read(args, "counts", at="left")
    if text is None:
        return
    words = text.split()
    both = [name for name in LEFT if args.get(name, "").strip(" ")]
    if both:
        asked.blame(
            InvalidFormError(
                N_("The cards left came twice, as counts and by rank; only one can be meant."),
                reason="repeated",
            ),
            "left",
            *both,
        )
        return
    if len(words) > len(LEFT):
        _blame_counts(asked, words)
    asked.fields |= dict(zip(LEFT, words, strict=False))


def _blame_counts(asked: Asked, words: Sequence[str]) -> None:
    try:
        parse_counts(" ".join(words))
    except InvalidCompositionError as error:
        asked.blame(error, "left")


def _hands(asked: Asked) -> int | None:
    text = asked.fields["hands"].strip(" ")
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX:
        return int(text)
    asked.blame(
        InvalidFormError(
            N_("%(field)s takes whole numbers in digits, not %(text)s."),
            reason="number",
            field="hands",
            text=shorten(text),
        ),
        "hands",
    )
    return None


def _is_after_tie(asked: Asked) -> bool:
    text = asked.fields["after_tie"]
    if text not in (NO, YES):
        asked.blame(
            InvalidFormError(
                N_("%(field)s takes %(yes)s or nothing, not %(text)s."),
                reason="answer",
                field="after_tie",
                yes=repr(YES),
                text=shorten(text),
            ),
            "after_tie",
        )
    return text == YES


def _strategy(asked: Asked) -> Strategy | None:
    text = asked.fields["strategy"]
    if text in set(Strategy):
        return Strategy(text)
    asked.blame(
        InvalidFormError(
            N_("There is no strategy called %(text)s; there are %(names)s."),
            reason="strategy",
            text=shorten(text),
            names=", ".join(Strategy),
        ),
        "strategy",
    )
    return None


def _left(asked: Asked, decks: int) -> Composition | None:
    """Read the cards left: None where all fields are blank, and a blank among others is none."""
    texts = [asked.fields.get(name, "").strip(" ") for name in LEFT]
    if not any(texts):
        return None
    counts = []
    for place, (name, text) in enumerate(zip(LEFT, texts, strict=True)):
        try:
            # With the ranks before it, so that what is said of a count names its own rank.
            read = parse_counts(" ".join([*["0"] * place, text or "0"]), decks)
            counts.append(read.counts[place])
        except InvalidCompositionError as error:
            asked.blame(error, name)
    return Composition(tuple(counts))
