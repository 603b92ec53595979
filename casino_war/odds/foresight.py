"""Whether the best decision is the same at every tie, whatever the other hands show."""

from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import Composition
from casino_war.odds.endings import Payoffs
from casino_war.odds.hands import gives_up
from casino_war.odds.strategy import Strategy


def same_decision(
    rules: TableRules, composition: Composition, hands: int, strategy: Strategy, ante: Payoffs
) -> bool | None:
    """Say whether a player of *hands* hands surrenders at every tie, or at none.

    None if the best decision is not sure to be the same from all compositions that the
    first cards can leave. What war is worth runs in a straight line with the chance that
    its wars tie to the end. That chance lies between nothing and the chance that one pair
    matches, which of m cards left is at most Q / (m (m - 1)), with Q the sum of c (c - 1)
    before the deal. If both bounds call for the same, so does everything between.
    """
    if strategy is not Strategy.BEST:
        return strategy is Strategy.ALWAYS_SURRENDER
    left = composition.cards - hands - 1
    pairs = left * (left - 1)
    matches = min(sum(count * (count - 1) for count in composition.counts), pairs)
    at_least = gives_up(rules, _tied(rules, 0, 1), ante)
    at_most = gives_up(rules, _tied(rules, matches, pairs), ante)
    return at_least if at_least is at_most else None


def _tied(rules: TableRules, to_the_end: int, deals: int) -> tuple[int, ...]:
    """Return ways, out of twice as many, of a war that ties to the end so often.

    When a war is decided makes no difference to what it nets.
    """
    decided = deals - to_the_end
    later = (0, 0) * (rules.wars_in_a_row_max - 1)
    return (decided, decided, *later, 2 * to_the_end)
