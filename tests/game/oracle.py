"""What a hand gains, worked out a second time from its cards: no code shared with the game.

It reads the sentences of the rules in the order in which a pit boss would say them.
"""

from collections.abc import Sequence

from casino_war.game.table_rules import TableRules

TIED_WAR_NETS = {
    "even": 1,
    "bonus_ante": 2,
    "triple_raise": 3,
    "triple_total": 6,
    "push": 0,
    "lose": -2,
    "repeat": 0,
}


def net_of_hand(
    rules: TableRules,
    bets: tuple[int, int],
    cards: tuple[Sequence[int], Sequence[int]],
    decision: str | None,
) -> int:
    """Return the net in cents of ante and tie bet, given the ranks turned by both sides."""
    ante, tie_bet = bets
    steps = list(zip(*cards, strict=True))
    ties = next((n for n, (own, dealer) in enumerate(steps) if own != dealer), len(steps))
    own, dealer = steps[-1]
    side = (own > dealer) - (own < dealer)
    net = _tie_bet(rules, tie_bet, ties)
    if not ante:
        return net
    if ties == 0:
        return net + side * ante
    if decision == "surrender":
        return net - {"half": ante // 2, "all": ante}[rules.surrender.value]
    if decision == "war_with_tie_bet":
        net += ante * (rules.second_tie_bet_to_one or 0) if ties > 1 else -ante
    if side > 0:
        return net + ante
    if side < 0:
        return net - 2 * ante
    return net + TIED_WAR_NETS[rules.tied_war.value] * ante


def _tie_bet(rules: TableRules, tie_bet: int, ties: int) -> int:
    if ties == 0:
        return -tie_bet
    if rules.tie_ladder:
        return tie_bet * rules.tie_ladder[:ties][-1]
    return tie_bet * (rules.tie_bet_to_one or 0)
