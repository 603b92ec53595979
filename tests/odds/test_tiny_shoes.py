"""All figures equal those of every round that a tiny shoe can deal, played by the engine."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.errors import InvalidCompositionError
from casino_war.game.round import Settled
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import Composition
from casino_war.odds.endings import UnitWager, payoffs
from casino_war.odds.foresight import same_decision
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import hand_odds
from casino_war.odds.rounds import RoundOdds, round_odds, stakes_of
from casino_war.odds.strategy import Strategy
from tests.game.strategies import UNHURRIED
from tests.odds.tiny_shoes import net_of, play_all, policy_of, stake_of, war_value

UNIT_CENTS = 500
BOTH = HandWagers(ante_cents=UNIT_CENTS, tie_bet_cents=UNIT_CENTS)
ANTE = HandWagers(ante_cents=UNIT_CENTS)
Rounds = Sequence[tuple[Fraction, Settled]]


def expect(rounds: Rounds, value: Callable[[Settled], Fraction | int]) -> Fraction:
    return sum((chance * value(one) for chance, one in rounds), Fraction(0))


def covariance(
    rounds: Rounds, one: Callable[[Settled], int], other: Callable[[Settled], int]
) -> Fraction:
    product = expect(rounds, lambda end: one(end) * other(end))
    return (product - expect(rounds, one) * expect(rounds, other)) / UNIT_CENTS**2


def check_against(rounds: Rounds, found: RoundOdds[Fraction], alone: frozenset[UnitWager]) -> None:
    """Compare means, stakes and covariances of the wagers that the hands have."""
    wagers = [wager for wager in found.mean if wager not in alone]

    def net(seat: int, wager: UnitWager) -> Callable[[Settled], int]:
        return lambda end: net_of(end.hands[seat], wager)

    last = found.hands - 1
    for wager in wagers:
        assert found.mean[wager] * UNIT_CENTS == expect(rounds, net(0, wager))
        assert found.mean[wager] * UNIT_CENTS == expect(rounds, net(last, wager))
        staked = sum(chance * stake_of(end.hands[0], wager) for chance, end in rounds)
        assert found.action[wager] * UNIT_CENTS == staked
        for other in wagers:
            own = covariance(rounds, net(0, wager), net(0, other))
            assert found.own[wager, other] == own
            if last:
                cross = covariance(rounds, net(0, wager), net(last, other))
                assert found.cross[wager, other] == cross
    ties = expect(rounds, lambda end: any(hand.ties for hand in end.hands))
    assert found.p_any_tie == ties


def wagers_of(rules: TableRules) -> HandWagers:
    return BOTH if rules.tie_bet_offered else ANTE


@st.composite
def tables(draw: st.DrawFn, *, repeats: bool = True) -> TableRules:
    """Rules in every respect that the odds depend on, and a burn of nothing."""
    tied_wars = [rule for rule in TiedWar if repeats or rule is not TiedWar.REPEAT]
    tied_war = draw(st.sampled_from(tied_wars))
    to_one = draw(st.none() | st.integers(9, 12))
    ladder: tuple[int, ...] = ()
    if to_one is not None and draw(st.booleans()):
        rungs = 4 if tied_war is TiedWar.REPEAT else 2
        more = draw(st.lists(st.integers(to_one, 200), min_size=1, max_size=rungs - 1))
        ladder = (to_one, *sorted(more))
    return TableRules(
        war_burn=0,
        tied_war=tied_war,
        surrender=draw(st.sampled_from(Surrender)),
        tie_bet_to_one=to_one,
        tie_bet_alone=to_one is not None and draw(st.booleans()),
        second_tie_bet_to_one=draw(st.none() | st.integers(9, 12)),
        tie_ladder=ladder,
    )


def strategy_for(draw: st.DataObject, rules: TableRules) -> Strategy:
    strategies = list(Strategy)
    if rules.surrender is Surrender.NOT_OFFERED:
        strategies.remove(Strategy.ALWAYS_SURRENDER)
    return draw.draw(st.sampled_from(strategies))


LONE = frozenset({UnitWager.LONE_TIE_BET})
BESIDE = frozenset({UnitWager.ANTE, UnitWager.TIE_BET, UnitWager.SECOND_TIE_BET})


@settings(UNHURRIED, max_examples=60)
@given(tables(), st.lists(st.integers(0, 4), min_size=1, max_size=5), st.data())
def test_a_hand_from_any_tiny_shoe(
    rules: TableRules, counts: list[int], data: st.DataObject
) -> None:
    strategy, left = strategy_for(data, rules), Composition(tuple(counts))
    try:
        found = hand_odds(rules, left, strategy, EXACT)
    except InvalidCompositionError:
        assume(False)
    rounds = play_all(rules, counts, [wagers_of(rules)], policy_of(rules, strategy))
    check_against(rounds, round_odds(rules, left, 1, strategy, EXACT), LONE)
    nets: dict[Fraction, Fraction] = {}
    for chance, end in rounds:
        net = Fraction(net_of(end.hands[0], UnitWager.ANTE), UNIT_CENTS)
        nets[net] = nets.get(net, Fraction(0)) + chance
    assert found.ante.distribution == nets
    assert list(found.ante.distribution) == sorted(nets)
    assert sum(found.ante.distribution.values()) == 1
    assert found.p_hand_won == sum(chance for net, chance in nets.items() if net > 0)
    assert found.p_win + found.p_lose + found.p_tie == 1
    tied = [(chance, end) for chance, end in rounds if end.hands[0].ties]
    assert found.p_tie == sum(chance for chance, _ in tied)
    if rules.tie_bet_alone:
        lone = HandWagers(tie_bet_cents=UNIT_CENTS)
        alone = play_all(rules, counts, [lone], policy_of(rules, strategy))
        check_against(alone, round_odds(rules, left, 1, strategy, EXACT), BESIDE)


@settings(UNHURRIED, max_examples=40)
@given(
    tables(repeats=False),
    st.lists(st.integers(0, 5), min_size=1, max_size=3),
    st.integers(2, 3),
    st.data(),
)
def test_hands_against_one_dealer_from_any_tiny_shoe(
    rules: TableRules, counts: list[int], hands: int, data: st.DataObject
) -> None:
    strategy, left = strategy_for(data, rules), Composition(tuple(counts))
    try:
        found = round_odds(rules, left, hands, strategy, EXACT)
    except InvalidCompositionError:
        assume(False)
    wagers = [wagers_of(rules)] * hands
    check_against(play_all(rules, counts, wagers, policy_of(rules, strategy)), found, LONE)


LADDER: dict[str, Any] = {
    "war_burn": 0,
    "tied_war": TiedWar.REPEAT,
    "tie_ladder": (10, 25, 50, 200),
    "tie_bet_alone": True,
}


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("counts", [(6, 6), (5, 3, 4), (12,)])
def test_two_hands_whose_wars_repeat(counts: tuple[int, ...], strategy: Strategy) -> None:
    rules = TableRules(second_tie_bet_to_one=9, **LADDER)
    found = round_odds(rules, Composition(counts), 2, strategy, EXACT)
    rounds = play_all(rules, counts, [BOTH, BOTH], policy_of(rules, strategy))
    check_against(rounds, found, LONE)


@pytest.mark.parametrize("strategy", Strategy)
def test_unequal_bets_of_a_round(strategy: Strategy) -> None:
    """An ante with a tie bet, another without, and a tie bet alone that fights unstaked."""
    rules = TableRules(**{**LADDER, "tied_war": TiedWar.EVEN, "tie_ladder": (10, 25)})
    wagers = [
        HandWagers(ante_cents=1000, tie_bet_cents=500),
        HandWagers(ante_cents=2500),
        HandWagers(tie_bet_cents=1500),
    ]
    counts = (4, 2, 3)
    found = round_odds(rules, Composition(counts), 3, strategy, EXACT)
    rounds = play_all(rules, counts, wagers, policy_of(rules, strategy))
    stakes = [stakes_of(one) for one in wagers]
    net = expect(rounds, lambda end: end.net_cents)
    assert found.mean_cents(stakes) == net
    assert found.variance_cents2(stakes) == expect(rounds, lambda end: (end.net_cents - net) ** 2)
    assert found.action_cents(stakes) == expect(rounds, lambda end: end.wagered_cents)


def test_one_hand_with_two_bets() -> None:
    counts, wagers = (3, 3, 2), HandWagers(ante_cents=1500, tie_bet_cents=500)
    found = round_odds(TableRules(), Composition(counts), 1, Strategy.ALWAYS_WAR, EXACT)
    rules = TableRules(war_burn=0)
    rounds = play_all(rules, counts, [wagers], policy_of(rules, Strategy.ALWAYS_WAR))
    net = expect(rounds, lambda end: end.net_cents)
    variance = expect(rounds, lambda end: (end.net_cents - net) ** 2)
    assert found.variance_cents2([stakes_of(wagers)]) == variance


FOLDS = TableRules(war_burn=0, tied_war=TiedWar.LOSE, surrender=Surrender.ALL)


@pytest.mark.parametrize(("counts", "hands"), [((5, 1, 4), 2), ((6, 2, 1, 2), 2), ((6, 3, 1), 3)])
def test_the_best_decision_may_hang_on_the_other_hands(counts: tuple[int, ...], hands: int) -> None:
    left = Composition(counts)
    rules = replace(FOLDS, tie_ladder=(10, 30), second_tie_bet_to_one=12)
    ante = payoffs(rules)[UnitWager.ANTE]
    assert same_decision(rules, left, hands, Strategy.BEST, ante) is None
    found = round_odds(rules, left, hands, Strategy.BEST, EXACT)
    rounds = play_all(rules, counts, [BOTH] * hands, policy_of(rules, Strategy.BEST))
    decisions = {hand.decision for _, end in rounds for hand in end.hands if hand.ties}
    assert len(decisions) == 2
    check_against(rounds, found, LONE)


@pytest.mark.parametrize("war_burn_each", [False, True])
def test_burned_cards_change_nothing(war_burn_each: bool) -> None:
    rules = TableRules(war_burn=1, war_burn_each=war_burn_each, second_tie_bet_to_one=10)
    counts = (4, 3, 3)
    policy = policy_of(rules, Strategy.ALWAYS_WAR)
    rounds = play_all(rules, counts, [BOTH, BOTH], policy)
    found = round_odds(rules, Composition(counts), 2, Strategy.ALWAYS_WAR, EXACT)
    check_against(rounds, found, LONE)


def test_war_is_worth_what_every_war_brings() -> None:
    """The yardstick of the best decision, itself checked by hand: (3t - 1) / 2."""
    t = Fraction(4 * 3 + 2 * 1, 6 * 5)
    assert war_value(TableRules(), (4, 2), 1) == (3 * t - 1) / 2


@pytest.mark.parametrize(("counts", "hands"), [((2, 2), 1), ((4,), 1), ((3, 3), 2), ((4, 3), 2)])
@pytest.mark.parametrize("rules", [TableRules(war_burn=0, tied_war=TiedWar.REPEAT)], ids=str)
def test_a_surrendered_round_from_a_shoe_too_short_for_its_wars(
    rules: TableRules, counts: tuple[int, ...], hands: int
) -> None:
    strategy = Strategy.ALWAYS_SURRENDER
    found = round_odds(rules, Composition(counts), hands, strategy, EXACT)
    rounds = play_all(rules, list(counts), [BOTH] * hands, policy_of(rules, strategy))
    check_against(rounds, found, LONE)
