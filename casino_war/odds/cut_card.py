"""Dealing down to a cut card: how far it lies from a fresh shoe for every round.

A round with a tie uses more cards, so that a shoe in which many rounds tie has fewer
rounds: counted round by round, ties come up a little less often than in rounds from full
shoes. By how much is measured, not computed.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import ShoeRule, TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardBias:
    """What so many hands of one player, one a round and always to war, came to."""

    hands: int
    decks: int
    cut_position: int
    """Cards before the cut card."""
    p_tie_bias: float
    """Share of hands whose first cards tied, less the exact share from a full shoe."""
    p_tie_standard_error: float
    house_edge_bias: float
    """House edge of the ante, less the exact one from a full shoe."""
    house_edge_standard_error: float

    def to_data(self) -> dict[str, int | float]:
        """Return every figure by its name."""
        return asdict(self)


def cases() -> Mapping[str, TableRules]:
    """Return the rules to measure: every table with a cut card, and few decks cut early."""
    tables = {
        preset.key: preset.rules for preset in PRESETS if preset.rules.shoe is ShoeRule.CUT_CARD
    }
    one = replace(find("single_deck").rules, shoe=ShoeRule.CUT_CARD, penetration_percent=50)
    return {"one_deck_half": one, "two_decks_half": replace(one, decks=2), **tables}
