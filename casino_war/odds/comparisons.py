"""What the rules do to the edge: by decks and tied war, and changed one at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from casino_war.game.table_rules import DECKS_MAX, Surrender, TableRules, TiedWar
from casino_war.odds.composition import full_shoe
from casino_war.odds.edges import element_of_risk, house_edge, tie_bet_edge
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import hand_odds
from casino_war.odds.strategy import Strategy

STANDARD = TableRules()
DECKS = tuple(range(1, DECKS_MAX + 1))
TIE_BET_ODDS = (9, 10, 11, 12)
"""What tie bets may pay, to one."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Both definitions of what an ante costs."""

    house_edge: Fraction
    """Expected loss per ante."""
    element_of_risk: Fraction
    """Expected loss per unit of ante and raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The standard table with one thing changed, and what an ante costs then."""

    field: str
    """Which rule differs, or ``strategy``; empty for the standard table itself."""
    rules: TableRules
    strategy: Strategy
    edges: Edges
    difference: Fraction
    """By how much the house edge is above that of the standard table."""


@lru_cache(maxsize=1)
def edges_by_decks() -> Mapping[TiedWar, tuple[Edges, ...]]:
    """Return the edges of always going to war, for each tied-war rule by decks from 1 up."""
    return {
        tied_war: tuple(
            Edges(house_edge(rules), element_of_risk(rules))
            for rules in (TableRules(decks=decks, tied_war=tied_war) for decks in DECKS)
        )
        for tied_war in TiedWar
    }


@lru_cache(maxsize=1)
def tie_bet_edges_by_decks() -> Mapping[int, tuple[Fraction, ...]]:
    """Return the edge of a plain tie bet, for each of its odds by decks from 1 up."""
    rules = {
        to_one: [TableRules(decks=decks, tie_bet_to_one=to_one) for decks in DECKS]
        for to_one in TIE_BET_ODDS
    }
    return {
        to_one: tuple(edge for one in tables if (edge := tie_bet_edge(one)) is not None)
        for to_one, tables in rules.items()
    }


@lru_cache(maxsize=1)
def changes() -> tuple[Change, ...]:
    """Return the standard table, then every rule that moves its edge, one at a time."""
    war, give_up = Strategy.ALWAYS_WAR, Strategy.ALWAYS_SURRENDER
    found = [
        ("", STANDARD, war),
        *(("decks", replace(STANDARD, decks=decks), war) for decks in (1, 2, 4, 8)),
        *(("tied_war", replace(STANDARD, tied_war=one), war) for one in TiedWar if one != "even"),
        ("strategy", STANDARD, give_up),
        ("surrender", replace(STANDARD, surrender=Surrender.ALL), give_up),
    ]
    standard = house_edge(STANDARD)
    return tuple(
        Change(
            field=field,
            rules=rules,
            strategy=strategy,
            edges=edges,
            difference=edges.house_edge - standard,
        )
        for field, rules, strategy in found
        for edges in (_edges(rules, strategy),)
    )


def _edges(rules: TableRules, strategy: Strategy) -> Edges:
    found = hand_odds(rules, full_shoe(rules.decks), strategy, EXACT)
    return Edges(found.house_edge, found.element_of_risk)
