"""The rules of a table as the API tells and takes them: see `casino_war.game.table_rules`."""

from typing import Annotated

from pydantic import BaseModel, Field

from casino_war.game.table_rules import (
    ShoeRule,
    Shortfall,
    Surrender,
    TableRules,
    TiedWar,
)
from casino_war.web.api.values import Answer, Body

# Larger amounts fit no column; what a table may take is for its rules to say.
_CENTS_MAX = 10**12

_Cents = Annotated[int, Field(ge=0, le=_CENTS_MAX)]
_Small = Annotated[int, Field(ge=0, le=1000)]


class _Rules(BaseModel):
    decks: Annotated[_Small, Field(description="Packs of 52 in the shoe, 1 to 8.")] = 6
    shoe: Annotated[
        ShoeRule, Field(description="Shuffled before every round, or dealt to a cut card.")
    ] = ShoeRule.CUT_CARD
    penetration_percent: Annotated[
        _Small, Field(description="Hundredths of the shoe before the cut card, 25 to 95.")
    ] = 75
    opening_burn: Annotated[_Small, Field(description="Cards burned from a new shoe, 0 to 5.")] = 1
    war_burn: Annotated[_Small, Field(description="Cards burned before a war, 0 to 10.")] = 3
    war_burn_each: Annotated[
        bool, Field(description="Whether they are burned before each war card, not once.")
    ] = False
    tied_war: Annotated[TiedWar, Field(description="What a tied war is worth.")] = TiedWar.EVEN
    surrender: Annotated[
        Surrender, Field(description="Whether a tied hand may be given up, and for what.")
    ] = Surrender.HALF
    tie_bet_to_one: Annotated[
        _Small | None, Field(description="What the tie bet pays to one, 9 to 12; null: none.")
    ] = 10
    tie_bet_min_cents: Annotated[
        _Cents | None, Field(description="Smallest tie bet; null for one step.")
    ] = None
    tie_bet_max_cents: Annotated[
        _Cents | None, Field(description="Largest tie bet; null for the ante's maximum.")
    ] = None
    tie_bet_max_share_percent: Annotated[
        _Small | None, Field(description="Largest tie bet in hundredths of the largest ante.")
    ] = None
    tie_bet_alone: Annotated[
        bool, Field(description="Whether a tie bet may stand without an ante.")
    ] = False
    second_tie_bet_to_one: Annotated[
        _Small | None, Field(description="What a tie bet at war pays to one; null: none.")
    ] = None
    tie_ladder: Annotated[
        tuple[_Small, ...],
        Field(max_length=4, description="What the tie bet pays for 1, 2, ... ties in a row."),
    ] = ()
    ante_min_cents: Annotated[_Cents, Field(description="Smallest ante.")] = 500
    ante_max_cents: Annotated[_Cents, Field(description="Largest ante.")] = 50_000
    ante_step_cents: Annotated[
        _Cents, Field(description="What antes and tie bets are multiples of.")
    ] = 500
    hands_max: Annotated[_Small, Field(description="Hands that a player may play, 1 to 7.")] = 5
    shortfall: Annotated[
        Shortfall, Field(description="What becomes of a tie that the bankroll cannot raise.")
    ] = Shortfall.HOLD


class Rules(_Rules, Answer):
    """The rules of a table; amounts in cents."""


class GivenRules(_Rules, Body):
    """Rules for a table; a field that is left out has the standard table's value."""

    def value(self) -> TableRules:
        """Return the rules as the game has them.

        Raises:
            InvalidRulesError: fields are out of range, or disagree.
        """
        return TableRules(**self.model_dump())
