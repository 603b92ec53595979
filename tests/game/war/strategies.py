"""Random rules and small positions of War, for property tests."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from casino_war.errors import InvalidRulesError
from casino_war.game import war
from casino_war.game.cards import JOKERS, PACK, Card, Cards, Rank
from casino_war.game.war_pack import lowest_rank
from casino_war.game.war_rules import (
    BY_RANK,
    CHOICES,
    AceRank,
    CapturedTo,
    Choice,
    JokerPlacement,
    Objective,
    PickupOrder,
    ShortRule,
    TieAction,
    WarEntrants,
    WarRules,
)
from casino_war.game.war_state import WarState

FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(choices) for name, choices in CHOICES.items() if choices},
    "battle_limit": st.sampled_from([0, 0, 1, 5, 60]),
    "time_limit_min": st.sampled_from([0, 0, 0, 5, 60]),
}
"""Values of every field of the rules that are valid one by one; limits are low or none."""

WITHOUT_CHOICES: Mapping[str, st.SearchStrategy[Any]] = {"choice": st.just(Choice.NOTHING)}


def rules(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[WarRules]:
    """Any valid rules; the strategies given replace those of `FIELDS`.

    Fields that disagree are settled, so that a replaced field may come out with another
    value all the same.
    """
    built = st.fixed_dictionaries({**FIELDS, **fields}).map(_built)
    return built.filter(lambda found: found is not None).map(_not_none)


def plain_rules(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[WarRules]:
    """Any valid rules of a game in which nobody decides anything."""
    return rules(**{**WITHOUT_CHOICES, **fields})


def _built(values: dict[str, Any]) -> WarRules | None:
    """Settle the commonest quarrels between fields; None if others are left."""
    _settle_choice(values)
    if values["captured_to"] is CapturedTo.SCORED:
        values["objective"] = Objective.MOST_CARDS
    elif values["objective"] is Objective.MOST_CARDS:
        values["objective"] = Objective.COLLECT_ALL
    if values["short_rule"] is ShortRule.SHARE_POT:
        if values["captured_to"] is not CapturedTo.SCORED:
            values["short_rule"] = ShortRule.ELIMINATED
        elif values["players"] > 2:
            values["war_entrants"] = WarEntrants.ALL
    if values["jokers"] != 2 or values["players"] != 2:
        values["joker_placement"] = JokerPlacement.SHUFFLED
    if values["objective"] is Objective.WARS_WON:
        values["wars_to_win"] = max(1, values["wars_to_win"])
        values["tie_action"] = TieAction.WAR
    if values["tie_action"] is TieAction.SPLIT and not values["time_limit_min"]:
        values["battle_limit"] = values["battle_limit"] or 20
    if values["cards_per_turn"] > 1:
        values["lowest_beats_ace"] = False
        if values["war_face_down"] == BY_RANK:
            values["war_face_down"] = 3
    if values["lowest_beats_ace"]:
        values["ace_rank"] = AceRank.HIGH
    try:
        return WarRules(**values)
    except InvalidRulesError:
        return None


def _settle_choice(values: dict[str, Any]) -> None:
    """Give a game with decisions what its moves are written for, the others nothing of it."""
    choice = values["choice"]
    if choice is Choice.SPOILS:
        values["pickup_order"] = PickupOrder.WINNER_CHOOSES
    elif values["pickup_order"] is PickupOrder.WINNER_CHOOSES:
        values["pickup_order"] = PickupOrder.SHUFFLED
    if choice is Choice.NOTHING:
        return
    values |= {"tie_action": TieAction.WAR, "cards_per_turn": 1}
    values["captured_to"] = CapturedTo.STOCK_BOTTOM
    if choice is Choice.STEAL:
        values["captured_to"] = CapturedTo.PILE_SHUFFLED
        values["short_rule"] = ShortRule.ELIMINATED
    if choice is Choice.HAND:
        values["short_rule"] = ShortRule.PLAY_AVAILABLE
        values |= {"players": 2, "repeat_face_down": 0}


def _not_none(found: WarRules | None) -> WarRules:
    assert found is not None
    return found


@st.composite
def positions(
    draw: st.DrawFn,
    of_rules: st.SearchStrategy[WarRules],
    begin: Callable[[WarRules, Sequence[Cards]], WarState] = war.from_stocks,
    cards_max: int = 24,
) -> WarState:
    """A game about to begin with few cards of few ranks, so that ties and shortage are common."""
    found = draw(of_rules)
    lowest = lowest_rank(found)
    ranks = draw(
        st.lists(
            st.sampled_from([rank for rank in Rank if lowest <= rank < Rank.JOKER]),
            min_size=1,
            max_size=4,
            unique=True,
        )
    )
    pack: list[Card] = [card for card in PACK if card.rank in ranks]
    pack.extend(JOKERS[: found.jokers])
    cards = draw(st.permutations(pack))[:cards_max]
    cuts = st.lists(
        st.integers(1, len(cards) - 1),
        min_size=found.players - 1,
        max_size=found.players - 1,
        unique=True,
    )
    places = [0, *sorted(draw(cuts)), len(cards)]
    stocks = [tuple(cards[start:end]) for start, end in pairwise(places)]
    return begin(found, stocks)
