"""What a strategy does at the ties to come, and whether it is the same at all of them."""

from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import Composition
from casino_war.odds.endings import Payoffs
from casino_war.odds.hands import Ways, gives_up, tie_runs_by_rank, tied_endings
from casino_war.odds.series import add_up
from casino_war.odds.strategy import Strategy


def same_decision(
    rules: TableRules, composition: Composition, hands: int, strategy: Strategy, ante: Payoffs
) -> bool | None:
    """Say whether a player of *hands* hands surrenders at every tie, or at none.

    None if the best decision is not sure to be the same from all compositions that the
    first cards can leave. What war is worth runs in a straight line with the chance T
    that its wars tie to the end, so if the decision is the same at both bounds of T it is
    the same between them.

    Of the m cards left, one pair matches with the chance Q / (m (m - 1)), where Q is the
    sum of c (c - 1) over the ranks. T is at most that with the Q of before the deal. It is
    at least nothing, or, where only one war is fought, that with the smallest Q that the
    first cards can leave: a card of a rank with c lowers Q by 2 (c - 1), the more the
    larger c is, so each is taken from the largest rank.
    """
    if strategy is not Strategy.BEST:
        return strategy is Strategy.ALWAYS_SURRENDER
    left = composition.cards - hands - 1
    pairs = left * (left - 1)
    counts = list(composition.counts)
    most = min(_matches(counts), pairs)
    for _ in range(hands + 1):
        counts[counts.index(max(counts))] -= 1
    least = _matches(counts) if rules.wars_in_a_row_max == 1 else 0
    at_least, at_most = (gives_up(rules, _tied(rules, ties, pairs), ante) for ties in (least, most))
    return at_least if at_least is at_most else None


def surrendered_runs(
    rules: TableRules, composition: Composition, runs: Ways, strategy: Strategy, ante: Payoffs
) -> Ways:
    """Count the ways of 1, 2, ... ties in a row whose first a hand alone would surrender.

    *runs* are those of all ties, as `tie_runs` counts them. The best decision compares
    what the ante nets over the ways that follow a tie of the rank, as somebody knows who
    has counted all cards up to the tie.
    """
    nothing = (0,) * (len(runs) - 1)
    surrenders = same_decision(rules, composition, 1, strategy, ante)
    if surrenders is not None:
        return runs[1:] if surrenders else nothing
    given_up = [
        ways
        for ways in tie_runs_by_rank(composition, len(runs) - 1)
        if ways[0] and gives_up(rules, tied_endings(ways), ante)
    ]
    return add_up([nothing, *given_up])


def _matches(counts: list[int]) -> int:
    return sum(count * (count - 1) for count in counts)


def _tied(rules: TableRules, to_the_end: int, deals: int) -> tuple[int, ...]:
    """Return ways, out of twice as many, of a war that ties to the end so often.

    When a war is decided makes no difference to what it nets.
    """
    decided = deals - to_the_end
    later = (0, 0) * (rules.wars_in_a_row_max - 1)
    return (decided, decided, *later, 2 * to_the_end)
