"""The calculator's form: from the fields of an address to a question, with every fault named.

The fields are those of the address of a page, so that a calculation can be linked. One that
is left out is as in the table that ``table`` names, or as in the standard table; a blank
one is not set. What is no field of the form is none of its business: links collect such.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from werkzeug.datastructures import MultiDict

from casino_war.errors import (
    N_,
    BetRefusedError,
    CasinoWarError,
    IllegalDecisionError,
    InvalidCompositionError,
    InvalidFormError,
    InvalidRulesError,
    UnknownPresetError,
)
from casino_war.game.money import parse_chips, shorten
from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import RANKS, Composition, parse_counts
from casino_war.odds.strategy import Strategy
from casino_war.services.odds import Answer, Question, calculate
from casino_war.web.messages import tell_error
from casino_war.web.rule_fields import YES, texts_of
from casino_war.web.words import word

CENTS = "_cents"
LEFT = tuple(f"left-{rank.symbol}" for rank in RANKS)
"""Fields of the cards left, by rank."""
RULES = tuple(rule.name.removesuffix(CENTS) for rule in fields(TableRules))
"""Fields of the rules: by their names, amounts in chips."""
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
KNOWN = frozenset((*RULES, *PLAY, *LEFT))

_ENUMS = ("shoe", "tied_war", "surrender", "shortfall")
_ANSWERS = ("war_burn_each", "tie_bet_alone")
_DIGITS_MAX = 9
_DEFAULTS: Mapping[str, str] = {"strategy": Strategy.ALWAYS_WAR, "hands": "1", "after_tie": ""}


@dataclass(slots=True)
class Asked:
    """A form as it was sent: the text of each field, what is wrong, and the answer if nothing."""

    fields: dict[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    """By field, in the reader's language; blank where another field says it."""
    as_sent: TableRules = field(default_factory=TableRules)
    """The rules of the form, those at fault as they stand in the standard table."""
    rules: TableRules | None = None
    answer: Answer | None = None

    def blame(self, error: CasinoWarError, *names: str) -> None:
        """Note a fault: told at the first field named, marked at the others."""
        for name in names:
            self.faults.setdefault(name, tell_error(error) if name == names[0] else "")

    def read(self, args: MultiDict[str, str], name: str, at: str = "") -> str | None:
        """Return a field that was sent, None if it was not; sent twice, it is at fault."""
        texts = args.getlist(name)
        if len(texts) > 1:
            self.blame(
                InvalidFormError(
                    N_("%(field)s came more than once, and only one can be meant."),
                    reason="repeated",
                    field=at or name,
                ),
                at or name,
            )
        return texts[0] if texts else None

    @property
    def preset_key(self) -> str:
        """The table whose rules these are; blank for rules of one's own."""
        if "table" in self.faults:
            return self.fields["table"]
        same = (preset.key for preset in PRESETS if preset.rules == self.as_sent)
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


def read_calculator(args: MultiDict[str, str]) -> Asked:
    """Read and answer the calculator's form, or say of each field what is wrong with it."""
    asked = Asked(dict(_DEFAULTS))
    base = _base(asked, asked.read(args, "table"))
    # Rungs stand here as the command line takes them, without commas.
    asked.fields |= {**texts_of(base), "tie_ladder": " ".join(map(str, base.tie_ladder))}
    for name in sorted(KNOWN.intersection(args)):
        asked.fields[name] = asked.read(args, name) or ""
    _take_counts(asked, args)
    rules = asked.as_sent = _rules(asked)
    left = _left(asked, rules.decks)
    strategy, hands = _strategy(asked), _number(asked, "hands", asked.fields["hands"].strip(" "))
    is_after_tie = _answer(asked, "after_tie")
    if asked.faults or strategy is None or hands is None:
        return asked
    if is_after_tie:
        _check_after_tie(asked, strategy, hands)
        if asked.faults:
            return asked
    question = Question(
        rules=rules, left=left, strategy=strategy, hands=hands, is_after_tie=is_after_tie
    )
    try:
        asked.answer = calculate(question)
        asked.rules = rules
    except InvalidCompositionError as error:
        asked.blame(error, "left", *LEFT)
    except IllegalDecisionError as error:
        asked.blame(error, "strategy", "surrender")
    except BetRefusedError as error:
        if error.facts.get("maximum"):
            error = BetRefusedError(
                N_(
                    "This table deals up to %(maximum)s hands a round, not %(hands)s: take fewer "
                    "here, or more below."
                ),
                reason="hands",
                hands=hands,
                maximum=rules.hands_max,
            )
        asked.blame(error, "hands", *(["hands_max"] if error.reason == "hands" else []))
    return asked


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


def _rules(asked: Asked) -> TableRules:
    """Read the rules, those at fault as they stand in the standard table.

    A table tells one fault of its rules at a time; putting it right here and asking again
    finds the next.
    """
    standard = TableRules().to_data()
    data = {name: _rule(asked, name) for name in standard}
    data |= {name: standard[name] for name in data if name.removesuffix(CENTS) in asked.faults}
    for _field in data:
        try:
            return TableRules.from_data(data)
        except InvalidRulesError as error:
            asked.blame(error, *(name.removesuffix(CENTS) for name in error.fields))
            data |= {name: standard[name] for name in error.fields}
    return TableRules()


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


def _rule(asked: Asked, name: str) -> object:
    """Read one rule; what it may be is for the rules to say."""
    field_name = name.removesuffix(CENTS)
    text = asked.fields[field_name].strip(" ")
    if name in _ENUMS:
        return text
    if name in _ANSWERS:
        return _answer(asked, name)
    if name == "tie_ladder":
        rungs = [_number(asked, name, rung) for rung in text.replace(",", " ").split()]
        return [rung for rung in rungs if rung is not None]
    if not text and _may_be_blank(name):
        return None
    if name.endswith(CENTS):
        try:
            return parse_chips(text)
        except CasinoWarError as error:
            asked.blame(error, field_name)
            return None
    return _number(asked, name, text)


def _answer(asked: Asked, name: str) -> bool:
    text = asked.fields[name]
    if text not in ("", YES):
        asked.blame(
            InvalidFormError(
                N_("%(field)s takes %(yes)s or nothing, not %(text)s."),
                reason="answer",
                field=name,
                yes=repr(YES),
                text=shorten(text),
            ),
            name,
        )
    return text == YES


def _may_be_blank(name: str) -> bool:
    return name.startswith(("tie_bet", "second_tie_bet"))


def _number(asked: Asked, name: str, text: str) -> int | None:
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX:
        return int(text)
    asked.blame(
        InvalidFormError(
            N_("%(field)s takes whole numbers in digits, not %(text)s."),
            reason="number",
            field=name,
            text=shorten(text),
        ),
        name,
    )
    return None


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
