"""Sums of nets and of their products over all ways of dealing one hand, or two."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import TypeVar

from casino_war.odds.endings import Payoffs, UnitWager
from casino_war.odds.hands import HandWays
from casino_war.odds.pairs import PairWays

WagerPair = tuple[UnitWager, UnitWager]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """Nets and products of nets in cents of a unit, added over ``deals`` ways.

    Those of two hands, ``cross``, are added over ``pair_deals`` ways.
    """

    deals: int
    means: Mapping[UnitWager, int]
    staked: Mapping[UnitWager, int]
    own: Mapping[WagerPair, int]
    pair_deals: int = 1
    cross: Mapping[WagerPair, int] = field(default_factory=dict)

    @classmethod
    def of_hand(cls, ways: HandWays, paid: Mapping[UnitWager, Payoffs]) -> "Sums":
        """Add up one hand."""
        return cls(
            deals=ways.deals,
            means={wager: ways.mean(one) for wager, one in paid.items()},
            staked={wager: ways.staked(one) for wager, one in paid.items()},
            own=_symmetric(paid, ways.product),
        )

    def with_pairs(
        self, ways: PairWays, paid: Mapping[UnitWager, Payoffs], *, surrenders: bool
    ) -> "Sums":
        """Add up two hands that both do the same at every tie."""
        nets = {wager: one.surrender if surrenders else one.war for wager, one in paid.items()}
        cross = _symmetric(nets, ways.product)
        return replace(self, pair_deals=ways.deals, cross=cross)


def _symmetric(
    values: Mapping[UnitWager, Value], product: Callable[[Value, Value], int]
) -> dict[WagerPair, int]:
    """Multiply every two values, in both orders, by a product that does not mind the order."""
    found: dict[WagerPair, int] = {}
    for one, other in combinations_with_replacement(values, 2):
        found[one, other] = found[other, one] = product(values[one], values[other])
    return found
