"""Rules of War as the numbers that the kernels take."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from casino_war.game.cards import JOKERS, PACK, Card, Rank
from casino_war.game.stock import face_down
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_events import EndReason, Outcome
from casino_war.game.war_pack import lowest_rank, pack_of, strength_of
from casino_war.game.war_rules import (
    CapturedTo,
    Choice,
    Combine,
    JokerPlacement,
    LimitResult,
    Objective,
    PickupOrder,
    ShortRule,
    TieAction,
    UndealtCards,
    WarEntrants,
    WarRules,
    WinningCard,
)
from casino_war.game.war_state import is_deterministic

CARDS = (*PACK, *JOKERS)
"""Cards by the number that stands for each in a kernel."""

RANKS = 16
"""Places of a table by rank: two to joker, by the number of the rank."""

IRRELEVANT = {
    "games_to_win": "It ends a match, and every game is played for itself.",
    "choice": "The kernel plays games without decisions alone.",
}
"""Fields of `WarRules` that change nothing in the kernel, and why."""

SHORT_RULES = tuple(ShortRule)
CAPTURED_TO = tuple(CapturedTo)
PICKUP_ORDERS = tuple(PickupOrder)
OBJECTIVES = tuple(Objective)
REASONS = tuple(EndReason)
OUTCOMES = tuple(Outcome)


class Rule(IntEnum):
    """Places of the numbers that the kernel reads."""

    PLAYERS = 0
    PARTS_JOKERS = 1
    LOWEST_WINS = 2
    LIFTED = 3
    """Rank that beats an ace that is compared with it; 0 for none."""
    CARRIES_UNDEALT = 4
    SPLITS = 5
    ONLY_TIED = 6
    SHORT_RULE = 7
    CAPTURED_TO = 8
    PICKUP_ORDER = 9
    OBJECTIVE = 10
    WARS_TO_WIN = 11
    BATTLES_MAX = 12
    """Battles after which a limit ends the game; 0 for no limit."""
    LIMIT_IS_TIME = 13
    """Whether the time limit is the first to end it."""
    MOST_WINS = 14
    TURNED = 15
    SUBTRACTS = 16
    FINDS_CYCLES = 17


STRENGTHS = len(Rule)
"""Two tables: what a single card is worth by rank, and what it is beside an ace."""
NUMBERS = STRENGTHS + 2 * RANKS
"""What a card is worth by rank where two are turned."""
FACE_DOWN = NUMBERS + RANKS
"""Two tables: cards buried by the tied rank, in the first step of a war and in later ones."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The arrays of rules."""

    cards: Any
    """Numbers of the cards that are shuffled."""
    rules: Any
    """In the order of `Rule`, and then the tables by rank."""


def unsupported(rules: WarRules) -> str | None:
    """Say why the kernel cannot play these rules, None if it can."""
    return "a game with decisions" if rules.choice is not Choice.NOTHING else None


def pack(rules: WarRules) -> Packed:
    """Return the arrays of rules without decisions."""
    time_limit = rules.time_limit_min * BATTLES_A_MINUTE
    limits = [limit for limit in (rules.battle_limit, time_limit) if limit]
    numbers = {
        Rule.PLAYERS: rules.players,
        Rule.PARTS_JOKERS: rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK,
        Rule.LOWEST_WINS: rules.winning_card is WinningCard.LOWEST,
        Rule.LIFTED: lowest_rank(rules) if rules.lowest_beats_ace else 0,
        Rule.CARRIES_UNDEALT: rules.undealt_cards is UndealtCards.TO_FIRST_WINNER,
        Rule.SPLITS: rules.tie_action is TieAction.SPLIT,
        Rule.ONLY_TIED: rules.war_entrants is WarEntrants.TIED,
        Rule.SHORT_RULE: SHORT_RULES.index(rules.short_rule),
        Rule.CAPTURED_TO: CAPTURED_TO.index(rules.captured_to),
        Rule.PICKUP_ORDER: PICKUP_ORDERS.index(rules.pickup_order),
        Rule.OBJECTIVE: OBJECTIVES.index(rules.objective),
        Rule.WARS_TO_WIN: rules.wars_to_win,
        Rule.BATTLES_MAX: min(limits, default=0),
        Rule.LIMIT_IS_TIME: bool(limits) and min(limits) != rules.battle_limit,
        Rule.MOST_WINS: rules.limit_result is LimitResult.MOST_CARDS,
        Rule.TURNED: rules.cards_per_turn,
        Rule.SUBTRACTS: rules.combine is Combine.DIFFERENCE,
        Rule.FINDS_CYCLES: is_deterministic(rules),
    }
    return Packed(
        cards=np.array([CARDS.index(card) for card in pack_of(rules)], dtype=np.uint8),
        rules=np.concatenate(
            [
                np.array([int(numbers[place]) for place in Rule], dtype=np.int64),
                _strengths(rules).ravel(),
                _numbers(rules),
                _face_down(rules).ravel(),
            ]
        ),
    )


def _strengths(rules: WarRules) -> Any:
    """Ask the game for the strength of each rank, alone and beside an ace; doubled."""
    rows = np.zeros((2, RANKS), dtype=np.int64)
    strength = strength_of(rules)
    ace = _any_card(Rank.ACE)
    for rank in Rank:
        card = _any_card(rank)
        rows[0, rank] = 2 * strength([(card,)])[0]
        rows[1, rank] = 2 * strength([(card,), (ace,)])[0]
    return rows


def _numbers(rules: WarRules) -> Any:
    row = np.zeros(RANKS, dtype=np.int64)
    for rank in Rank:
        row[rank] = abs(strength_of(rules)([(_any_card(rank),)])[0])
    return row


def _face_down(rules: WarRules) -> Any:
    rows = np.zeros((2, RANKS), dtype=np.int64)
    for step in (1, 2):
        for rank in Rank:
            rows[step - 1, rank] = face_down(rules, step, _any_card(rank))
    return rows


def _any_card(rank: Rank) -> Card:
    return next(card for card in CARDS if card.rank is rank)
