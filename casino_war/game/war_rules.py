"""The rules of one game of War: a frozen value, validated on construction."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, Self

from casino_war.errors import N_, InvalidRulesError
from casino_war.game.war_conflicts import Conflict, conflicts
from casino_war.game.war_terms import (
    BY_RANK,
    SAME,
    AceRank,
    CapturedTo,
    Choice,
    Combine,
    JokerPlacement,
    LimitResult,
    Objective,
    PickupOrder,
    RankCount,
    RankValues,
    ShortRule,
    TieAction,
    UndealtCards,
    WarEntrants,
    WinningCard,
)

# The words of the rules are to be had here as well.
__all__ = [
    "BY_RANK",
    "CHOICES",
    "LIMIT_MAX",
    "SAME",
    "AceRank",
    "CapturedTo",
    "Choice",
    "Combine",
    "JokerPlacement",
    "LimitResult",
    "Objective",
    "PickupOrder",
    "RankCount",
    "RankValues",
    "ShortRule",
    "TieAction",
    "UndealtCards",
    "Value",
    "WarEntrants",
    "WarRules",
    "WinningCard",
    "disagreements",
    "faults_of",
    "read_values",
]

Value = int | str
"""What a field is in data: a number, or a word."""

CHOICES: Mapping[str, tuple[Value, ...]] = MappingProxyType(
    {
        "players": (2, 3, 4),
        "deck": (52, 36, 32),
        "jokers": (0, 2),
        "joker_placement": tuple(JokerPlacement),
        "ace_rank": tuple(AceRank),
        "winning_card": tuple(WinningCard),
        "lowest_beats_ace": (False, True),
        "undealt_cards": tuple(UndealtCards),
        "tie_action": tuple(TieAction),
        "war_face_down": (0, 1, 2, 3, 4, 5, BY_RANK),
        "rank_count": tuple(RankCount),
        "rank_values": tuple(RankValues),
        "repeat_face_down": (SAME, 0),
        "war_entrants": tuple(WarEntrants),
        "short_rule": tuple(ShortRule),
        "captured_to": tuple(CapturedTo),
        "pickup_order": tuple(PickupOrder),
        "objective": tuple(Objective),
        "wars_to_win": tuple(range(11)),
        "battle_limit": (),
        "time_limit_min": tuple(range(0, 61, 5)),
        "limit_result": tuple(LimitResult),
        "games_to_win": (1, 2, 3, 4, 5),
        "cards_per_turn": (1, 2),
        "combine": tuple(Combine),
        "choice": tuple(Choice),
    }
)
"""The values of each field; an empty tuple stands for any whole number of `LIMIT_MAX` at most."""

LIMIT_MAX = 1_000_000
_SHOWN = 40
"""Characters of a refused name or value that its message repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarRules:
    """Everything in which one game of War differs from another.

    The defaults are the classic game. Sources are named after each field; where they are
    silent or contradict each other it says what was chosen.

    Raises:
        InvalidRulesError: a value is none of `CHOICES`, or fields disagree.
    """

    players: int = 2
    """Seats, 2-4 (all sources)."""
    deck: int = 52
    """One pack: 52, 36 (six to ace, Russian pages) or 32 (seven to ace, German pages)."""
    jokers: int = 0
    """Jokers added, 0 or 2: equal, above every other card (pagat)."""
    joker_placement: JokerPlacement = JokerPlacement.SHUFFLED
    """``one_in_each_stock`` deals without them and puts one at a random depth of each of
    two stocks (pagat); that the depth is uniform is the project's choice."""
    ace_rank: AceRank = AceRank.HIGH
    """High or low (score-sheet games)."""
    winning_card: WinningCard = WinningCard.HIGHEST
    """``lowest`` inverts every comparison (Peace)."""
    lowest_beats_ace: bool = False
    """An ace among compared cards lifts the pack's lowest rank above it (pagat)."""
    undealt_cards: UndealtCards = UndealtCards.SET_ASIDE
    """Cards that do not divide evenly: unseen, to the first winner, or the lowest ranks
    stripped before dealing (Romanian page); the first is the project's choice."""
    tie_action: TieAction = TieAction.WAR
    """``split``: the tied take their own cards back and share the rest (score sheet)."""
    war_face_down: int | Literal["by_rank"] = 1
    """Cards buried before each war card, 0-5 (pagat, Bicycle's four, Peace's five), or
    ``by_rank`` of the tied card (Război)."""
    rank_count: RankCount = RankCount.TOTAL
    """Under ``by_rank``: rank v means v cards with the upturned one, or v and one (pagat)."""
    rank_values: RankValues = RankValues.COURT10_ACE11
    """Under ``by_rank``: court cards count 10 and aces 11 (Romanian page), aces 1, or all
    by index, 11 to 14. Jokers count 11, by index 15, which is the project's choice."""
    repeat_face_down: Literal["same", 0] = SAME
    """Cards buried in the second and later step of a war: the ``same``, or 0 (ThoughtCo)."""
    war_entrants: WarEntrants = WarEntrants.ALL
    """Who fights: all who turned a card (pagat), or only those who tied (score sheet)."""
    short_rule: ShortRule = ShortRule.ELIMINATED
    """What becomes of an entrant with too few cards (pagat has two rules, others more)."""
    captured_to: CapturedTo = CapturedTo.STOCK_BOTTOM
    """Where won cards go: under the stock, to a pile that becomes the stock when it is
    empty (shuffled or turned over), or to a pile that only counts (Tod und Leben)."""
    pickup_order: PickupOrder = PickupOrder.SHUFFLED
    """The order of won cards. No source fixes it; fixed orders can make a game endless."""
    objective: Objective = Objective.COLLECT_ALL
    """What ends the game, and for whom it is good (pagat, Russian and German pages)."""
    wars_to_win: int = 0
    """Wars that win the game, 1-10, under ``wars_won`` (ThoughtCo); it counts nowhere else."""
    battle_limit: int = 0
    """Battles after which the game stops (one-face-down page); 0 for no limit."""
    time_limit_min: int = 0
    """Minutes after which the game stops, 0-60 by 5 (score sheet); 0 for no limit. That
    the battle in progress is finished first is the project's choice."""
    limit_result: LimitResult = LimitResult.DRAW
    """What a limit gives: a draw, or the game to the most cards (score sheet)."""
    games_to_win: int = 1
    """Games that win the match, 1-5 (score sheet)."""
    cards_per_turn: int = 1
    """Cards that each turns up at once: 2 in Addition and Subtraction War (classroom pages)."""
    combine: Combine = Combine.SUM
    """What two cards of a turn are worth: their sum (Addition War) or the higher less the
    lower (Subtraction War), with jack to ace as 11 to 14, a low ace as 1, a joker as 15.
    A war buries as ever and turns two again; one card alone counts for itself; the
    project's choices."""
    choice: Choice = Choice.NOTHING
    """What players decide: see `casino_war.game.war_choices`."""

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise fault

    def to_data(self) -> dict[str, Value]:
        """Return every field by name, as numbers and words; `from_data` reads it back."""
        data: dict[str, Value] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            is_number = isinstance(value, int) and not isinstance(value, bool)
            data[field.name] = value if is_number else _printed(value)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """Read fields by name; those left out have their defaults.

        Values are numbers or words; numbers may be written in ASCII digits.

        Raises:
            InvalidRulesError: a name or a value is unknown, or fields disagree.
        """
        for name in data:
            if name not in CHOICES:
                raise _unknown(name)
        values: dict[str, Any] = {name: _read(name, value) for name, value in data.items()}
        return cls(**values)


def faults_of(data: Mapping[str, object]) -> tuple[InvalidRulesError, ...]:
    """List all that keeps these values, read as by `WarRules.from_data`, from being rules.

    A field that is wrong by itself is reported once, without the conflicts with other
    fields that follow from it.
    """
    unknown = [_unknown(name) for name in data if name not in CHOICES]
    return (*unknown, *_faults(_unchecked(data)))


def read_values(data: Mapping[str, object]) -> dict[str, Value]:
    """Read values as `WarRules.from_data`, and return every field as `WarRules.to_data`.

    What cannot be read stays the text that it is; names that are no fields are left out.
    """
    return _unchecked(data).to_data()


def disagreements(data: Mapping[str, object]) -> tuple[Conflict, ...]:
    """List the conflicts between these values, leaving out fields that are wrong by themselves."""
    rules = _unchecked(data)
    return tuple(
        _conflicts_besides(rules, {n for each in _field_faults(rules) for n in each.fields})
    )


def _unchecked(data: Mapping[str, object]) -> WarRules:
    rules = object.__new__(WarRules)
    for field in fields(WarRules):
        given = field.name in data
        value = _read(field.name, data[field.name]) if given else field.default
        object.__setattr__(rules, field.name, value)
    return rules


def _faults(rules: WarRules) -> Iterator[InvalidRulesError]:
    wrong: set[str] = set()
    for fault in _field_faults(rules):
        wrong.update(fault.fields)
        yield fault
    for conflict in _conflicts_besides(rules, wrong):
        values = (f"{name}={_printed(getattr(rules, name))}" for name in conflict.fields)
        yield InvalidRulesError(
            N_("These rules do not go together: %(values)s."),
            fields=conflict.fields,
            reason="conflict",
            values=", ".join(values),
        )


def _conflicts_besides(rules: WarRules, wrong: Collection[str]) -> Iterator[Conflict]:
    """Find what disagrees among fields that are right by themselves."""
    if wrong:
        # What is no number cannot be compared with one.
        right = {field.name for field in fields(rules)}.difference(wrong)
        rules = _unchecked({name: getattr(rules, name) for name in right})
    yield from (each for each in conflicts(rules) if each.is_apart_from(wrong))


def _unknown(name: str) -> InvalidRulesError:
    return InvalidRulesError(
        N_("There is no rule called %(name)s; the nearest names are %(nearest)s."),
        fields=(name,),
        name=repr(name[:_SHOWN]),
        nearest=", ".join(get_close_matches(name, CHOICES, n=3, cutoff=0.0)),
    )


def _printed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read(name: str, value: object) -> object:
    text = _printed(value)
    for known in CHOICES[name]:
        if _printed(known) == text:
            return known
    is_number = not CHOICES[name] and text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number else value


def _field_faults(rules: WarRules) -> Iterator[InvalidRulesError]:
    for name, choices in CHOICES.items():
        value = getattr(rules, name)
        if any(value == known and type(value) is type(known) for known in choices):
            continue
        if not choices and type(value) is int and 0 <= value <= LIMIT_MAX:
            continue
        yield InvalidRulesError(
            N_("%(field)s cannot be %(value)s; possible: %(choices)s."),
            fields=(name,),
            field=name,
            value=repr(value if not isinstance(value, StrEnum) else value.value)[:_SHOWN],
            choices=", ".join(map(_printed, choices)) or f"0, 1, 2, ... {LIMIT_MAX}",
        )
