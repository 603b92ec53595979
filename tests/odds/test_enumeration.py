"""Enumeration through the engine reproduces the reference tables, fraction for fraction."""

from fractions import Fraction
from functools import cache

import pytest

from casino_war.game.events import Wager
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.game.wagers import HandWagers
from tests.odds.enumeration import enumerate_round
from tests.odds.figures import UNIT_CENTS, Figures
from tests.odds.reference import (
    LADDER,
    RECORDS,
    REFERENCE,
    SURRENDERS,
    TIED_WARS,
    WITH_TIE_BET,
    distribution_of,
    rules_of,
)

ANTE = HandWagers(ante_cents=UNIT_CENTS)
TIE_BET = HandWagers(tie_bet_cents=UNIT_CENTS)
BOTH = HandWagers(ante_cents=UNIT_CENTS, tie_bet_cents=UNIT_CENTS)
STAKED = (Wager.ANTE, Wager.RAISE)


@cache
def figures(rule: str, decks: int) -> Figures:
    """Enumerate the rounds that a rule of the reference tables is about."""
    rules = rules_of(rule, decks)
    if rule in TIED_WARS:
        return Figures(enumerate_round(rules, ANTE, Decision.WAR), *STAKED)
    if rule in SURRENDERS:
        return Figures(enumerate_round(rules, ANTE, Decision.SURRENDER), *STAKED)
    if rule == WITH_TIE_BET:
        return Figures(enumerate_round(rules, BOTH, Decision.WAR), *STAKED, Wager.TIE_BET)
    if rule == LADDER or rule.startswith("tie_bet_"):
        return Figures(enumerate_round(rules, TIE_BET, Decision.WAR), Wager.TIE_BET)
    rounds = enumerate_round(rules, ANTE, Decision.WAR_WITH_TIE_BET)
    return Figures(rounds, Wager.SECOND_TIE_BET).given_tie()


@pytest.mark.parametrize(("rule", "decks"), sorted(RECORDS))
def test_every_figure_of_the_reference_tables(rule: str, decks: int) -> None:
    found = figures(rule, decks).all()
    expected = RECORDS[rule, decks]
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    "record",
    REFERENCE["outcome_distributions"],
    ids=lambda record: f"{record['rule']}-{record['decks']}",
)
def test_every_distribution_of_the_reference_tables(
    record: dict[str, dict[str, str]],
) -> None:
    rule, decks = str(record["rule"]), int(str(record["decks"]))
    assert figures(rule, decks).distribution == distribution_of(record)


PRESET_RULES = {
    "classic": ("war_no_bonus", "tie_bet_10to1"),
    "bonus": ("war_bonus_1x", "tie_bet_10to1"),
    "single_deck": ("war_no_bonus", "tie_bet_10to1"),
    "battle_royal": ("war_raise_3to1_on_second_tie", None),
    "eleven": ("war_no_bonus", "tie_bet_11to1"),
    "niagara": ("war_bonus_1x", "tie_bet_10to1"),
    "ladder": ("evolution_war_repeat_4_ties", "evolution_tie_10_25_50_200"),
}


@pytest.mark.parametrize(("key", "rules_of"), PRESET_RULES.items(), ids=PRESET_RULES)
def test_every_preset_has_the_figures_of_its_rules(
    key: str, rules_of: tuple[str, str | None]
) -> None:
    rules = find(key).rules
    tie_bet_cents = UNIT_CENTS if rules.tie_bet_offered else 0
    wagers = HandWagers(ante_cents=UNIT_CENTS, tie_bet_cents=tie_bet_cents)
    rounds = enumerate_round(rules, wagers, Decision.WAR, whole_pairs=2)
    for rule, wagers_of in zip(rules_of, (STAKED, (Wager.TIE_BET,)), strict=True):
        if rule is None:
            continue
        found = Figures(rounds, *wagers_of).all()
        expected = RECORDS[rule, rules.decks]
        assert {name: found[name] for name in expected} == expected


def test_the_worked_edges_of_the_ladder() -> None:
    rules = find("ladder").rules
    rounds = enumerate_round(rules, BOTH, Decision.WAR)
    ante, tie_bet = Figures(rounds, *STAKED), Figures(rounds, Wager.TIE_BET)
    assert 1 + ante.mean == Fraction(8081819872143091, 8395246462531635)
    assert 1 + tie_bet.mean == Fraction(1103970951745757, 1199320923218805)
