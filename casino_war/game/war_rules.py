"""The rules of one game of War: a frozen value, validated on construction."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, Self

from casino_war.errors import N_, InvalidRulesError

Value = int | str
"""What a field is in data: a number, or a word."""


class JokerPlacement(StrEnum):
    """How jokers come among the cards."""

    SHUFFLED = "shuffled"
    ONE_IN_EACH_STOCK = "one_in_each_stock"


class AceRank(StrEnum):
    """Where the ace ranks; low is below the lowest pip card."""

    HIGH = "high"
    LOW = "low"


class WinningCard(StrEnum):
    """Which of the compared cards is best."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class UndealtCards(StrEnum):
    """What becomes of cards that do not divide evenly."""

    SET_ASIDE = "set_aside"
    TO_FIRST_WINNER = "to_first_winner"
    STRIP_LOWEST = "strip_lowest"


class TieAction(StrEnum):
    """What a tie for best starts."""

    WAR = "war"
    SPLIT = "split"


class RankCount(StrEnum):
    """Which cards of a war are as many as the tied rank's value."""

    TOTAL = "total"
    FACE_DOWN = "face_down"


class RankValues(StrEnum):
    """Values of court cards and aces where the tied rank sets the size of a war."""

    COURT10_ACE11 = "court10_ace11"
    COURT10_ACE1 = "court10_ace1"
    INDEX = "index"


class WarEntrants(StrEnum):
    """Who must take part in a war."""

    ALL = "all"
    TIED = "tied"


class ShortRule(StrEnum):
    """What becomes of an entrant with fewer cards than a war step asks for."""

    ELIMINATED = "eliminated"
    LAST_CARD_STANDS = "last_card_stands"
    PLAY_AVAILABLE = "play_available"
    MATCH_FEWEST = "match_fewest"
    SHARE_POT = "share_pot"


class CapturedTo(StrEnum):
    """Where won cards go."""

    STOCK_BOTTOM = "stock_bottom"
    PILE_SHUFFLED = "pile_shuffled"
    PILE_TURNED = "pile_turned"
    SCORED = "scored"


class PickupOrder(StrEnum):
    """The order in which won cards go where they go, the carry always first.

    ``as_played`` keeps table order: every placement in seat order, one card each.
    """

    SHUFFLED = "shuffled"
    WINNER_FIRST = "winner_first"
    LOSER_FIRST = "loser_first"
    AS_PLAYED = "as_played"
    WINNER_CHOOSES = "winner_chooses"


class Objective(StrEnum):
    """What ends a game, and for whom it is good."""

    COLLECT_ALL = "collect_all"
    AVOID_COLLECTING_ALL = "avoid_collecting_all"
    AVOID_RUNNING_OUT = "avoid_running_out"
    MOST_CARDS = "most_cards"
    WARS_WON = "wars_won"


class LimitResult(StrEnum):
    """What a battle or time limit gives."""

    DRAW = "draw"
    MOST_CARDS = "most_cards"


class Combine(StrEnum):
    """How several cards of one turn make one number."""

    SUM = "sum"
    DIFFERENCE = "difference"


class Choice(StrEnum):
    """What players decide: nothing, a theft, a card of the hand, the order of their spoils."""

    NOTHING = "nothing"
    STEAL = "steal"
    HAND = "hand"
    SPOILS = "spoils"


BY_RANK: Literal["by_rank"] = "by_rank"
SAME: Literal["same"] = "same"

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
        for name, choices in CHOICES.items():
            _check_value(name, getattr(self, name), choices)
        for disagree, names in _conflicts(self):
            if disagree:
                raise InvalidRulesError(
                    N_("These rules do not go together: %(values)s."),
                    fields=names,
                    values=", ".join(f"{name}={_printed(getattr(self, name))}" for name in names),
                )

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
                raise InvalidRulesError(
                    N_("There is no rule called %(name)s; the nearest names are %(nearest)s."),
                    fields=(name,),
                    name=repr(name[:_SHOWN]),
                    nearest=", ".join(get_close_matches(name, CHOICES, n=3, cutoff=0.0)),
                )
        values: dict[str, Any] = {name: _read(name, value) for name, value in data.items()}
        return cls(**values)


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


def _check_value(name: str, value: object, choices: tuple[Value, ...]) -> None:
    if any(value == known and type(value) is type(known) for known in choices):
        return
    if not choices and type(value) is int and 0 <= value <= LIMIT_MAX:
        return
    raise InvalidRulesError(
        N_("%(field)s cannot be %(value)s; possible: %(choices)s."),
        fields=(name,),
        field=name,
        value=repr(value if not isinstance(value, StrEnum) else value.value)[:_SHOWN],
        choices=", ".join(map(_printed, choices)) or f"0, 1, 2, ... {LIMIT_MAX}",
    )


def _conflicts(rules: WarRules) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """List what cannot be together, and the fields to name."""
    is_scored = rules.captured_to is CapturedTo.SCORED
    is_shared = rules.short_rule is ShortRule.SHARE_POT
    is_split = rules.tie_action is TieAction.SPLIT
    counts_wars = rules.objective is Objective.WARS_WON
    has_limit = bool(rules.battle_limit or rules.time_limit_min)
    is_arranged = rules.pickup_order is PickupOrder.WINNER_CHOOSES
    turns_several = rules.cards_per_turn > 1
    return (
        (
            rules.ace_rank is AceRank.LOW and rules.lowest_beats_ace,
            ("ace_rank", "lowest_beats_ace"),
        ),
        (
            rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK
            and (rules.jokers != 2 or rules.players != 2),
            ("joker_placement", "jokers", "players"),
        ),
        (
            is_scored != (rules.objective is Objective.MOST_CARDS),
            ("captured_to", "objective"),
        ),
        (is_shared and not is_scored, ("short_rule", "captured_to")),
        (
            is_shared and rules.players > 2 and rules.war_entrants is not WarEntrants.ALL,
            ("short_rule", "players", "war_entrants"),
        ),
        (counts_wars and not rules.wars_to_win, ("objective", "wars_to_win")),
        (counts_wars and is_split, ("objective", "tie_action")),
        (is_split and not has_limit, ("tie_action", "battle_limit", "time_limit_min")),
        (turns_several and rules.lowest_beats_ace, ("cards_per_turn", "lowest_beats_ace")),
        (turns_several and rules.war_face_down == BY_RANK, ("cards_per_turn", "war_face_down")),
        (is_arranged != (rules.choice is Choice.SPOILS), ("pickup_order", "choice")),
        *_choice_conflicts(rules),
    )


def _choice_conflicts(rules: WarRules) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """List what a game with decisions needs: its moves are written for these rules."""
    steals = rules.choice is Choice.STEAL
    holds = rules.choice is Choice.HAND
    chooses = rules.choice is not Choice.NOTHING
    return (
        (
            steals and rules.captured_to is not CapturedTo.PILE_SHUFFLED,
            ("choice", "captured_to"),
        ),
        (
            chooses and not steals and rules.captured_to is not CapturedTo.STOCK_BOTTOM,
            ("choice", "captured_to"),
        ),
        (
            steals and rules.short_rule is not ShortRule.ELIMINATED,
            ("choice", "short_rule"),
        ),
        (
            holds and rules.short_rule is not ShortRule.PLAY_AVAILABLE,
            ("choice", "short_rule"),
        ),
        (holds and rules.players != 2, ("choice", "players")),
        (holds and rules.repeat_face_down != 0, ("choice", "repeat_face_down")),
        (chooses and rules.tie_action is not TieAction.WAR, ("choice", "tie_action")),
        (chooses and rules.cards_per_turn > 1, ("choice", "cards_per_turn")),
    )
