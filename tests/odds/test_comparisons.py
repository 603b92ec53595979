"""What the pages compare: by decks, by rule, by length of a session, by ranks gone."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import isclose, prod

import pytest

from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import ShoeRule, Shortfall, TableRules, TiedWar
from casino_war.odds.comparisons import DECKS, STANDARD, changes, edges_by_decks
from casino_war.odds.composition import full_shoe
from casino_war.odds.derivation import derive
from casino_war.odds.edges import house_edge
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import hand_odds
from casino_war.odds.sessions import EXACT_HANDS_MAX, session_of, sessions
from casino_war.odds.strategy import Strategy
from casino_war.odds.tie_rich import by_ranks_gone, match_probability, most_ranks
from tests.odds.reference import RECORDS, TIED_WARS

PAIRS = [(rule, decks) for rule, decks in RECORDS if rule in TIED_WARS and rule != "base"]


@pytest.mark.parametrize(("rule", "decks"), PAIRS)
def test_edges_by_decks_are_those_of_the_reference_tables(rule: str, decks: int) -> None:
    found = edges_by_decks()[TIED_WARS[rule]][decks - 1]
    expected = RECORDS[rule, decks]
    returned = {
        "house_edge_initial_bet": found.house_edge,
        "element_of_risk_total_action": found.element_of_risk,
        "rtp_initial_bet": 1 - found.house_edge,
        "rtp_total_action": 1 - found.element_of_risk,
    }
    shown = {name: str(value) for name, value in returned.items() if name in expected}
    assert shown
    assert shown == {name: expected[name] for name in shown}


def test_every_tied_war_is_compared_at_every_number_of_decks() -> None:
    assert {rule: len(row) for rule, row in edges_by_decks().items()} == dict.fromkeys(TiedWar, 8)


def test_each_change_differs_from_the_standard_table_in_one_thing() -> None:
    standard, *others = changes()
    assert (standard.rules, standard.strategy) == (STANDARD, Strategy.ALWAYS_WAR)
    assert standard.difference == 0
    for change in others:
        names = {
            name
            for name, value in change.rules.to_data().items()
            if value != STANDARD.to_data()[name]
        }
        assert names == ({change.field} if change.field != "strategy" else set())
        assert change.difference == change.edges.house_edge - house_edge(STANDARD) != 0
    assert [change.edges.house_edge for change in others if change.field == "strategy"] == [
        Fraction(23, 622)
    ]


UNMOVING = [
    {"shoe": ShoeRule.FRESH},
    {"penetration_percent": 30},
    {"opening_burn": 5},
    {"war_burn": 10},
    {"war_burn_each": True},
    {"hands_max": 7},
    {"shortfall": Shortfall.REFUSE},
    {"ante_min_cents": 1000, "ante_max_cents": 100_000},
]


@pytest.mark.parametrize("changed", UNMOVING, ids=str)
def test_what_is_said_to_move_nothing_moves_nothing(changed: dict[str, object]) -> None:
    rules = replace(STANDARD, **changed)  # type: ignore[arg-type]  # each field has its own type
    shoe = full_shoe(6)
    assert hand_odds(rules, shoe, Strategy.BEST, EXACT) == hand_odds(
        STANDARD, shoe, Strategy.BEST, EXACT
    )


@pytest.mark.parametrize("rules", [TableRules(), find("ladder").rules, find("bonus").rules])
@pytest.mark.parametrize("hands", [1, 2, 4])
def test_sessions_are_counted_as_every_way_counts(rules: TableRules, hands: int) -> None:
    ante = hand_odds(rules, full_shoe(rules.decks), Strategy.ALWAYS_WAR, EXACT).ante
    found = session_of(ante.distribution, ante.ev, ante.variance, hands)
    chances: dict[Fraction, Fraction] = {}
    for ends in product(ante.distribution.items(), repeat=hands):
        net = sum((one for one, _chance in ends), Fraction(0))
        chances[net] = chances.get(net, Fraction(0)) + prod(chance for _net, chance in ends)
    ahead = sum(chance for net, chance in chances.items() if net > 0)
    assert found.p_ahead == float(ahead)
    assert found.p_even == float(chances.get(Fraction(0), 0))
    inside = sum(c for net, c in chances.items() if found.lowest <= net <= found.highest)
    assert inside >= Fraction(19, 20)
    assert sum(c for net, c in chances.items() if net < found.lowest) <= Fraction(1, 40)
    assert sum(c for net, c in chances.items() if net > found.highest) <= Fraction(1, 40)


def test_half_antes_are_counted_too() -> None:
    rules = TableRules()
    ante = hand_odds(rules, full_shoe(6), Strategy.ALWAYS_SURRENDER, EXACT).ante
    found = session_of(ante.distribution, ante.ev, ante.variance, 2)
    # A win and a loss; half an ante lost twice is a loss.
    assert found.p_even == float(2 * Fraction(144, 311) ** 2)


def test_long_sessions_go_over_into_the_normal_distribution() -> None:
    ante = hand_odds(TableRules(), full_shoe(6), Strategy.ALWAYS_WAR, EXACT).ante
    counted = session_of(ante.distribution, ante.ev, ante.variance, EXACT_HANDS_MAX)
    normal = session_of(ante.distribution, ante.ev, ante.variance, EXACT_HANDS_MAX + 1)
    assert (counted.is_exact, normal.is_exact) == (True, False)
    assert counted.p_even is not None
    assert isclose(counted.p_ahead + counted.p_even / 2, normal.p_ahead, abs_tol=0.001)
    assert isclose(counted.lowest, normal.lowest, abs_tol=1.5)
    assert isclose(counted.highest, normal.highest, abs_tol=1.5)


def test_longer_sessions_lose_more_and_spread_less_than_in_proportion() -> None:
    found = sessions(PRESETS[0].rules)
    for shorter, longer in pairwise(found):
        times = Fraction(longer.hands, shorter.hands)
        assert longer.expected_net == shorter.expected_net * times
        assert isclose(longer.standard_deviation, shorter.standard_deviation * float(times) ** 0.5)
    # Nothing left of the luck, but not exactly nothing.
    assert 0 < found[-1].p_ahead < 1e-12


@pytest.mark.parametrize(("ranks", "count"), [(6, 2), (9, 5), (10, 10)])
def test_the_tie_bet_is_even_exactly_at_the_known_shoes(ranks: int, count: int) -> None:
    assert match_probability(ranks, count) == Fraction(1, 11)
    assert most_ranks()[count][10] == ranks


def test_the_tie_bet_turns_at_the_third_rank_gone() -> None:
    gains = [one.ev[10] > 0 for one in by_ranks_gone(6)]
    assert gains == [False] * 3 + [True] * 9
    assert by_ranks_gone(6)[0].ev[10] == Fraction(-58, 311)


@pytest.mark.parametrize("decks", DECKS)
def test_the_derivation_arrives_where_the_report_does(decks: int) -> None:
    rules = TableRules(decks=decks)
    found = hand_odds(rules, full_shoe(decks), Strategy.ALWAYS_WAR, EXACT)
    steps = derive(decks)
    assert steps.p_hand_won == found.p_hand_won
    assert steps.p_tied_war == found.p_tied_war
    assert steps.p_tied_war == Fraction(steps.same_rank_pairs + steps.other_rank_pairs, steps.pairs)
    assert steps.house_edge == found.house_edge
    assert steps.p_tie == Fraction(steps.per_rank - 1, steps.cards - 1)
