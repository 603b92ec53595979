"""The table of deltas: exact stakes, returns and winnings of every path, in cents."""

import pytest

from casino_war.game.events import HandOutcome, RoundSettled, WagerSettled
from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from tests.game.deltas import DELTAS, Delta
from tests.game.rounds import bet, of_type, settled

TIED_WAR = "9D 9C 3D 3H 3S KD KC"


def printed(wager: WagerSettled) -> str:
    amounts = f"{wager.returned_cents}+{wager.won_cents}+{wager.bonus_cents}"
    return f"{wager.wager} {wager.stake_cents}>{amounts}"


@pytest.mark.parametrize("delta", DELTAS, ids=str)
def test_every_path_of_every_preset(delta: Delta) -> None:
    wagers = [bet(delta.ante, delta.tie_bet)]
    state, events = settled(find(delta.preset).rules, delta.cards, wagers, delta.decisions)
    assert ", ".join(printed(wager) for wager in of_type(WagerSettled, events)) == delta.wagers
    assert state.net_cents == delta.net_cents
    assert of_type(RoundSettled, events) == [RoundSettled(net_cents=delta.net_cents)]


def test_the_table_covers_every_preset_and_every_outcome() -> None:
    assert {delta.preset for delta in DELTAS} == {preset.key for preset in PRESETS}
    for preset in PRESETS:
        played = [delta for delta in DELTAS if delta.preset == preset.key]
        outcomes = {
            settled(
                preset.rules, delta.cards, [bet(delta.ante, delta.tie_bet)], delta.decisions
            )[0].hands[0].outcome
            for delta in played
        }  # fmt: skip
        alone = {HandOutcome.TIED, HandOutcome.NOT_TIED}
        assert outcomes | alone == set(HandOutcome)
        assert outcomes >= alone or not preset.rules.tie_bet_alone
        assert any(delta.tie_bet for delta in played) == preset.rules.tie_bet_offered


@pytest.mark.parametrize(
    ("tied_war", "wagers", "net_cents"),
    [
        (TiedWar.EVEN, "ante 1000>1000+0+0, raise 1000>1000+1000+0", 1_000),
        (TiedWar.BONUS_ANTE, "ante 1000>1000+0+0, raise 1000>1000+1000+1000", 2_000),
        (TiedWar.TRIPLE_RAISE, "ante 1000>1000+0+0, raise 1000>1000+1000+2000", 3_000),
        (TiedWar.TRIPLE_TOTAL, "ante 1000>1000+0+3000, raise 1000>1000+1000+2000", 6_000),
        (TiedWar.PUSH, "ante 1000>1000+0+0, raise 1000>1000+0+0", 0),
        (TiedWar.LOSE, "ante 1000>0+0+0, raise 1000>0+0+0", -2_000),
    ],
)
def test_a_tied_war_pays_ante_and_raise_by_the_rule_of_the_table(
    tied_war: TiedWar, wagers: str, net_cents: int
) -> None:
    state, events = settled(TableRules(tied_war=tied_war), TIED_WAR, [bet(10)], "W")
    assert ", ".join(printed(wager) for wager in of_type(WagerSettled, events)) == wagers
    assert state.net_cents == net_cents
    assert state.hands[0].outcome is HandOutcome.TIED_WAR


@pytest.mark.parametrize("to_one", [9, 10, 11, 12])
@pytest.mark.parametrize(
    ("war_cards", "is_won", "net_cents"),
    [("KD KC", True, 1_000), ("KD QC", False, 1_000), ("QD KC", False, -2_000)],
)
def test_the_second_tie_bet_pays_its_odds_on_a_tied_war(
    war_cards: str, is_won: bool, net_cents: int, to_one: int
) -> None:
    rules = TableRules(second_tie_bet_to_one=to_one)
    state, events = settled(rules, f"9D 9C 3D 3H 3S {war_cards}", [bet(10)], "T")
    second = of_type(WagerSettled, events)[0]
    if is_won:
        assert printed(second) == f"second_tie_bet 1000>1000+{1000 * to_one}+0"
    else:
        assert printed(second) == "second_tie_bet 1000>0+0+0"
    assert state.net_cents == net_cents + (1_000 * to_one if is_won else -1_000)


@pytest.mark.parametrize(("ante", "lost_cents"), [(1, 50), (3, 150), (5, 250)])
def test_surrendered_antes_lose_exactly_half(ante: int, lost_cents: int) -> None:
    rules = TableRules(ante_min_cents=100, ante_step_cents=100)
    state, _ = settled(rules, "9D 9C", [bet(ante)], "S")
    assert state.net_cents == -lost_cents


def test_a_fold_forfeits_the_whole_ante() -> None:
    state, events = settled(TableRules(surrender=Surrender.ALL), "9D 9C", [bet(10)], "S")
    assert [printed(wager) for wager in of_type(WagerSettled, events)] == ["ante 1000>0+0+0"]
    assert state.net_cents == -1_000


def test_ten_to_one_is_not_ten_for_one() -> None:
    """A ten-chip tie bet gains a hundred chips and has its own ten back as well."""
    state, events = settled(TableRules(), "9D 9C", [bet(10, 10)], "S")
    tie_bet = of_type(WagerSettled, events)[0]
    assert tie_bet.net_cents == 10_000
    assert tie_bet.returned_cents + tie_bet.won_cents == 11_000
    assert state.net_cents == 10_000 - 500
