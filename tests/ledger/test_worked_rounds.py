"""The worked rounds of the rules and the table of deltas, transfer for transfer."""

from collections.abc import Sequence

import pytest

from casino_war.game.events import CasinoEvent
from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.ledger.posting import transfers_of
from tests.game.deltas import DELTAS, Delta
from tests.game.rounds import bet, settled

Line = tuple[str, str, str, float, int | None, str | None]


def booked(events: Sequence[CasinoEvent]) -> list[Line]:
    """Code, source, target, chips, hand and wager of each transfer."""
    return [
        (
            transfer.code.value,
            transfer.source.kind.value,
            transfer.target.kind.value,
            transfer.amount_cents / 100,
            transfer.hand,
            None if transfer.wager is None else transfer.wager.value,
        )
        for transfer in transfers_of(events, player_id=1, table_key="classic")
    ]


def net_of(lines: Sequence[Line]) -> float:
    into = sum(chips for _, _, target, chips, _, _ in lines if target == "bankroll")
    return into - sum(chips for _, source, _, chips, _, _ in lines if source == "bankroll")


def test_three_hands_win_surrender_and_tie_their_war_for_455_chips() -> None:
    rules = TableRules(tied_war=TiedWar.BONUS_ANTE, second_tie_bet_to_one=10)
    wagers = [bet(10, 5), bet(20, 5), bet(30, 5)]
    _, events = settled(rules, "KD 9D 9H 9C 2D 2H 2S JD JC", wagers, "ST")
    lines = booked(events)
    assert lines == [
        ("ante", "bankroll", "felt", 10, 0, "ante"),
        ("tie_bet", "bankroll", "felt", 5, 0, "tie_bet"),
        ("ante", "bankroll", "felt", 20, 1, "ante"),
        ("tie_bet", "bankroll", "felt", 5, 1, "tie_bet"),
        ("ante", "bankroll", "felt", 30, 2, "ante"),
        ("tie_bet", "bankroll", "felt", 5, 2, "tie_bet"),
        ("stake_return", "felt", "bankroll", 10, 0, "ante"),
        ("ante_payout", "house", "bankroll", 10, 0, "ante"),
        ("loss", "felt", "house", 5, 0, "tie_bet"),
        ("stake_return", "felt", "bankroll", 5, 1, "tie_bet"),
        ("tie_bet_payout", "house", "bankroll", 50, 1, "tie_bet"),
        ("stake_return", "felt", "bankroll", 5, 2, "tie_bet"),
        ("tie_bet_payout", "house", "bankroll", 50, 2, "tie_bet"),
        ("stake_return", "felt", "bankroll", 10, 1, "ante"),
        ("surrender", "felt", "house", 10, 1, "ante"),
        ("raise", "bankroll", "felt", 30, 2, "raise"),
        ("second_tie_bet", "bankroll", "felt", 30, 2, "second_tie_bet"),
        ("stake_return", "felt", "bankroll", 30, 2, "second_tie_bet"),
        ("second_tie_bet_payout", "house", "bankroll", 300, 2, "second_tie_bet"),
        ("stake_return", "felt", "bankroll", 30, 2, "ante"),
        ("stake_return", "felt", "bankroll", 30, 2, "raise"),
        ("raise_payout", "house", "bankroll", 30, 2, "raise"),
        ("bonus_payout", "house", "bankroll", 30, 2, "raise"),
    ]
    assert net_of(lines) == 455


@pytest.mark.parametrize(
    ("wager", "cards", "decisions", "net"),
    [
        (bet(10, 5), "9D 9C 3D 3H 3S KD KC 4D 4H 4S QD JC", "W", 135),
        (bet(0, 5), "9D 9C 3D 3H 3S KD KC 4D 4H 4S QD QC 5D 5H 5S JD JC", "", 1_000),
        (bet(10, 5), "9D 9C", "S", 45),
    ],
    ids=["ties twice, then wins", "tie bet alone ties four times", "ties and surrenders"],
)
def test_worked_ladder_rounds(wager: HandWagers, cards: str, decisions: str, net: int) -> None:
    _, events = settled(find("ladder").rules, cards, [wager], decisions)
    assert net_of(booked(events)) == net


def expected_lines(delta: Delta) -> list[Line]:
    """Read the transfers off the table's own words: stake > returned + won + bonus."""
    lines: list[Line] = []
    for words in delta.wagers.split(", "):
        wager, amounts = words.split(" ")
        stake, paid = amounts.split(">")
        returned, won, bonus = (int(amount) / 100 for amount in paid.split("+"))
        lost = int(stake) / 100 - returned
        is_surrender = wager == "ante" and "S" in delta.decisions
        lost_code = "surrender" if is_surrender else "loss"
        lines += [
            ("stake_return", "felt", "bankroll", returned, 0, wager),
            (f"{wager}_payout", "house", "bankroll", won, 0, wager),
            ("bonus_payout", "house", "bankroll", bonus, 0, wager),
            (lost_code, "felt", "house", lost, 0, wager),
        ]
    return [line for line in lines if line[3]]


@pytest.mark.parametrize("delta", DELTAS, ids=str)
def test_every_path_of_every_preset_moves_exactly_this(delta: Delta) -> None:
    wagers = [bet(delta.ante, delta.tie_bet)]
    _, events = settled(find(delta.preset).rules, delta.cards, wagers, delta.decisions)
    lines = booked(events)
    assert [line for line in lines if line[1] != "bankroll"] == expected_lines(delta)
    assert net_of(lines) * 100 == delta.net_cents


@pytest.mark.parametrize(("ante", "half"), [(1, 0.5), (3, 1.5), (5, 2.5)])
def test_surrendering_loses_exactly_half(ante: int, half: float) -> None:
    rules = TableRules(ante_min_cents=100, ante_step_cents=100)
    _, events = settled(rules, "9D 9C", [bet(ante)], "S")
    assert booked(events) == [
        ("ante", "bankroll", "felt", ante, 0, "ante"),
        ("stake_return", "felt", "bankroll", half, 0, "ante"),
        ("surrender", "felt", "house", half, 0, "ante"),
    ]


def test_folding_where_all_is_forfeited_returns_nothing() -> None:
    _, events = settled(TableRules(surrender=Surrender.ALL), "9D 9C", [bet(10)], "S")
    assert booked(events)[1:] == [("surrender", "felt", "house", 10, 0, "ante")]
