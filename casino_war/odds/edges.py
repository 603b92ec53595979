"""What a table's wagers cost, in closed form, for a round from a full fresh shoe.

All numbers come from the same rules that the round is settled by. `report` counts the
same figures ending by ending, for any composition and strategy. What play from a shoe
dealt down to its cut card differs by has been measured: see `cut_card`.
"""

from fractions import Fraction

from casino_war.game.settlement import TIED_WAR_PAYS
from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import full_shoe
from casino_war.odds.ties import initial_tie_probability, tie_run_probabilities


def house_edge(rules: TableRules) -> Fraction:
    """Return the expected loss per ante of a player who always goes to war.

    Each war that does not tie wins one ante or loses two, equally likely; the last one
    that ties gains what the rules say.
    """
    wars = rules.wars_in_a_row_max
    runs = tie_run_probabilities(full_shoe(rules.decks), wars + 1)
    first_tie, last_tie = runs[1], runs[wars + 1]
    decided_loss = (first_tie - last_tie) / 2
    return decided_loss - last_tie * sum(TIED_WAR_PAYS[rules.tied_war])


def total_action(rules: TableRules) -> Fraction:
    """Return the expected sum of ante and raise, in antes, of always going to war."""
    return 1 + initial_tie_probability(rules.decks)


def element_of_risk(rules: TableRules) -> Fraction:
    """Return the expected loss per unit of all that is staked, raises included."""
    return house_edge(rules) / total_action(rules)


def tie_bet_edge(rules: TableRules) -> Fraction | None:
    """Return the expected loss per tie bet, or None where the table takes none.

    Reaching a rung adds what it pays beyond the rung below; the first also brings the
    stake back. On a ladder the bet is taken to stand through every war, as it does without an ante
    and as it does for a player who always goes to war.
    """
    if rules.tie_bet_to_one is None:
        return None
    rungs = rules.tie_ladder or (rules.tie_bet_to_one,)
    runs = tie_run_probabilities(full_shoe(rules.decks), len(rungs))
    edge = Fraction(1)
    below = -1
    for to_one, reached in zip(rungs, runs[1:], strict=True):
        edge -= (to_one - below) * reached
        below = to_one
    return edge
