"""The bias of cut cards, measured: the figures that the odds pages show."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

from casino_war.game.randomness import SplitMix64
from casino_war.game.settlement import TIED_WAR_PAYS
from casino_war.game.table_rules import TableRules
from casino_war.lab.hands_summary import HandsSummary, outcomes
from casino_war.lab.plan import HandsPlan
from casino_war.lab.runner import simulate_hands
from casino_war.odds.cut_card import CutCardBias, cases
from casino_war.odds.edges import house_edge
from casino_war.odds.ties import initial_tie_probability

BATCHES = 40
"""Runs of their own, from whose differences the errors are reckoned."""


def measure(rules: TableRules, hands: int, seed: int, jobs: int = 1) -> CutCardBias:
    """Play so many hands, `BATCHES` or more, in batches of one size.

    Raises:
        KeyboardInterrupt: it was interrupted; a part of the hands has no figures.
    """
    source = SplitMix64(seed)
    size = hands // BATCHES
    ties: list[float] = []
    losses: list[float] = []
    for _ in range(BATCHES):
        plan = HandsPlan(
            rules=rules, hands=size, ante_cents=rules.ante_min_cents, seed=source.word()
        )
        summary = simulate_hands(plan, jobs).whole
        ties.append(summary.ties / size)
        losses.append(loss(rules, summary) / size)
    return CutCardBias(
        hands=size * BATCHES,
        decks=rules.decks,
        cut_position=rules.cut_position,
        p_tie_bias=fmean(ties) - float(initial_tie_probability(rules.decks)),
        p_tie_standard_error=stdev(ties) / sqrt(BATCHES),
        house_edge_bias=fmean(losses) - float(house_edge(rules)),
        house_edge_standard_error=stdev(losses) / sqrt(BATCHES),
    )


def loss(rules: TableRules, summary: HandsSummary) -> float:
    """Return what always going to war lost, in antes, luck of decided pairs left out.

    Two cards that differ are won by either side with equal chance, whatever came before
    and wherever the cut lies: so first cards that differ lose nothing on average, and a
    war that is decided loses half an ante. Only the ties are left to chance.
    """
    counted = outcomes(summary)
    decided = counted["war_win"] + counted["war_loss"]
    return decided / 2 - counted["tied_war"] * sum(TIED_WAR_PAYS[rules.tied_war])


def measure_cases(
    hands: int, seed: int, jobs: int = 1, tell: Callable[[str], None] = lambda name: None
) -> dict[str, CutCardBias]:
    """Measure every case; *tell* is given the name of each before it is measured."""
    found: dict[str, CutCardBias] = {}
    for name, rules in cases().items():
        tell(name)
        found[name] = measure(rules, hands, seed, jobs)
    return found
