"""Which rules of War do not go together, and why."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino_war.errors import N_
from casino_war.game.war_terms import (
    BY_RANK,
    AceRank,
    CapturedTo,
    Choice,
    JokerPlacement,
    Objective,
    PickupOrder,
    ShortRule,
    TieAction,
    WarEntrants,
)

if TYPE_CHECKING:
    from casino_war.game.war_rules import WarRules


@dataclass(frozen=True, slots=True)
class Conflict:
    """Fields that disagree, and why; the reason is a message id."""

    fields: tuple[str, ...]
    reason: str

    def is_apart_from(self, names: Collection[str]) -> bool:
        """Say whether none of these fields takes part."""
        return not any(name in self.fields for name in names)


_Row = tuple[bool, tuple[str, ...], str]
"""Whether fields disagree, which they are, and why they then do."""


def conflicts(rules: "WarRules") -> Iterator[Conflict]:
    """Find all that cannot be together in values that each may stand by itself."""
    for rows in (_of_cards(rules), _of_endings(rules), _of_turns(rules), _of_choices(rules)):
        for disagree, fields, reason in rows:
            if disagree:
                yield Conflict(fields, reason)


def _of_cards(rules: "WarRules") -> tuple[_Row, ...]:
    parts_jokers = rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK
    return (
        (
            rules.ace_rank is AceRank.LOW and rules.lowest_beats_ace,
            ("ace_rank", "lowest_beats_ace"),
            N_("An ace that ranks low is below the lowest card already."),
        ),
        (
            parts_jokers and (rules.jokers != 2 or rules.players != 2),
            ("joker_placement", "jokers", "players"),
            N_("One joker in each stock takes two jokers and two players."),
        ),
    )


def _of_endings(rules: "WarRules") -> tuple[_Row, ...]:
    is_scored = rules.captured_to is CapturedTo.SCORED
    is_shared = rules.short_rule is ShortRule.SHARE_POT
    is_split = rules.tie_action is TieAction.SPLIT
    counts_wars = rules.objective is Objective.WARS_WON
    return (
        (
            is_scored != (rules.objective is Objective.MOST_CARDS),
            ("captured_to", "objective"),
            N_(
                "Won cards that only count, and the game to whoever has won most: one needs "
                "the other."
            ),
        ),
        (
            is_shared and not is_scored,
            ("short_rule", "captured_to"),
            N_("A pot is shared out at the end only where won cards are never played again."),
        ),
        (
            is_shared and rules.players > 2 and rules.war_entrants is not WarEntrants.ALL,
            ("short_rule", "players", "war_entrants"),
            N_("A pot is shared out among three or four only if all of them fight."),
        ),
        (
            counts_wars and not rules.wars_to_win,
            ("objective", "wars_to_win"),
            N_("A game to a number of wars needs that number."),
        ),
        (
            counts_wars and is_split,
            ("objective", "tie_action"),
            N_("Where a tie splits the pot there are no wars to win."),
        ),
        (
            is_split and not (rules.battle_limit or rules.time_limit_min),
            ("tie_action", "battle_limit", "time_limit_min"),
            N_("Where a tie splits the pot aces never change hands, so a limit must end the game."),
        ),
    )


def _of_turns(rules: "WarRules") -> tuple[_Row, ...]:
    turns_several = rules.cards_per_turn > 1
    return (
        (
            turns_several and rules.lowest_beats_ace,
            ("cards_per_turn", "lowest_beats_ace"),
            N_("Two cards turned together have no single rank that an ace could lift."),
        ),
        (
            turns_several and rules.war_face_down == BY_RANK,
            ("cards_per_turn", "war_face_down"),
            N_("Two cards turned together have no single rank to size a war by."),
        ),
        (
            (rules.pickup_order is PickupOrder.WINNER_CHOOSES) != (rules.choice is Choice.SPOILS),
            ("pickup_order", "choice"),
            N_("The winner orders the won cards exactly where that is what players decide."),
        ),
    )


def _of_choices(rules: "WarRules") -> tuple[_Row, ...]:
    """List what a game with decisions needs: its moves are written for these rules."""
    steals = rules.choice is Choice.STEAL
    holds = rules.choice is Choice.HAND
    chooses = rules.choice is not Choice.NOTHING
    return (
        (
            steals and rules.captured_to is not CapturedTo.PILE_SHUFFLED,
            ("choice", "captured_to"),
            N_("Thieves need piles of won cards, which are shuffled to become the stock."),
        ),
        (
            chooses and not steals and rules.captured_to is not CapturedTo.STOCK_BOTTOM,
            ("choice", "captured_to"),
            N_("In this game with decisions won cards go under the stock."),
        ),
        (
            steals and rules.short_rule is not ShortRule.ELIMINATED,
            ("choice", "short_rule"),
            N_("In Steal War whoever runs out in a war is out."),
        ),
        (
            holds and rules.short_rule is not ShortRule.PLAY_AVAILABLE,
            ("choice", "short_rule"),
            N_("With a hand of cards the short lay what they have."),
        ),
        (
            holds and rules.players != 2,
            ("choice", "players"),
            N_("The game with a hand of cards is for two."),
        ),
        (
            holds and rules.repeat_face_down != 0,
            ("choice", "repeat_face_down"),
            N_("With a hand of cards a further tie buries nothing more."),
        ),
        (
            chooses and rules.tie_action is not TieAction.WAR,
            ("choice", "tie_action"),
            N_("Games with decisions fight their ties."),
        ),
        (
            chooses and rules.cards_per_turn > 1,
            ("choice", "cards_per_turn"),
            N_("Games with decisions turn one card at a time."),
        ),
    )
