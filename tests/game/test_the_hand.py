"""The hand, sentence by sentence: one player, one dealer, at the standard table."""

import pytest

from casino_war.game.casino import legal_decisions
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    HandOutcome,
    Wager,
    WagerPlaced,
    WagerResult,
    WagerSettled,
)
from casino_war.game.round import Decision
from casino_war.game.table_rules import TableRules
from tests.game.rounds import BOUNDLESS_CENTS, awaiting, bet, of_type, paid, settled

CLASSIC = TableRules()


def test_one_card_face_up_to_the_player_then_one_to_the_dealer() -> None:
    _, events = settled(CLASSIC, "KD 2C", [bet(10)])
    turned = [(event.seat, event.card.code, event.step) for event in of_type(CardTurned, events)]
    assert turned == [(0, "KD", 0), (DEALER, "2C", 0)]


def test_a_higher_card_pays_the_ante_one_to_one() -> None:
    state, events = settled(CLASSIC, "AD KC", [bet(10)])
    assert paid(events) == [(0, Wager.ANTE, 1_000, 1_000, 1_000, 0)]
    assert state.hands[0].outcome is HandOutcome.WIN


def test_a_lower_card_loses_the_ante() -> None:
    state, events = settled(CLASSIC, "KD AC", [bet(10)])
    assert paid(events) == [(0, Wager.ANTE, 1_000, 0, 0, 0)]
    assert state.hands[0].outcome is HandOutcome.LOSS


@pytest.mark.parametrize("cards", ["AD KC", "KD AC"])
def test_unequal_first_cards_lose_the_tie_bet(cards: str) -> None:
    _, events = settled(CLASSIC, cards, [bet(10, 5)])
    assert paid(events)[1] == (0, Wager.TIE_BET, 500, 0, 0, 0)


def test_equal_first_cards_pay_the_tie_bet_and_ask_for_a_decision() -> None:
    state = awaiting(CLASSIC, "KD KC", [bet(10, 5)])
    (tie_bet,) = state.hands[0].settled
    assert (tie_bet.result, tie_bet.net_cents) == (WagerResult.WON, 5_000)
    assert legal_decisions(state, BOUNDLESS_CENTS) == (Decision.SURRENDER, Decision.WAR)


def test_surrender_gives_half_the_ante_back_and_half_to_the_house() -> None:
    state, events = settled(CLASSIC, "KD KC", [bet(10)], "S")
    (ante,) = of_type(WagerSettled, events)
    assert (ante.returned_cents, ante.forfeited_cents) == (500, 500)
    assert ante.result is WagerResult.SURRENDERED
    assert state.hands[0].outcome is HandOutcome.SURRENDER


def test_war_takes_a_raise_equal_to_the_ante_and_burns_three_cards() -> None:
    _, events = settled(CLASSIC, "KD KC 2D 2H 2S QD JC", [bet(10)], "W")
    placed = of_type(WagerPlaced, events)
    assert placed[1] == WagerPlaced(hand=0, wager=Wager.RAISE, amount_cents=1_000)
    assert of_type(CardsBurned, events) == [CardsBurned(count=3, step=1)]
    war_cards = [event.card.code for event in of_type(CardTurned, events) if event.step == 1]
    assert war_cards == ["QD", "JC"]


@pytest.mark.parametrize(
    ("war_cards", "outcome", "net_cents"),
    [
        ("QD JC", HandOutcome.WAR_WIN, 1_000),
        ("JD QC", HandOutcome.WAR_LOSS, -2_000),
        ("JD JC", HandOutcome.TIED_WAR, 1_000),
    ],
)
def test_a_ten_unit_ante_at_war_wins_ten_or_loses_twenty(
    war_cards: str, outcome: HandOutcome, net_cents: int
) -> None:
    state, _ = settled(CLASSIC, f"KD KC 2D 2H 2S {war_cards}", [bet(10)], "W")
    assert (state.hands[0].outcome, state.net_cents) == (outcome, net_cents)


def test_a_won_war_pushes_the_ante_and_pays_the_raise() -> None:
    _, events = settled(CLASSIC, "KD KC 2D 2H 2S QD JC", [bet(10)], "W")
    ante, raised = of_type(WagerSettled, events)
    assert (ante.wager, ante.result, ante.net_cents) == (Wager.ANTE, WagerResult.PUSHED, 0)
    assert (raised.wager, raised.result, raised.net_cents) == (Wager.RAISE, WagerResult.WON, 1_000)


@pytest.mark.parametrize("war_cards", ["QD JC", "JD QC", "JD JC"])
def test_war_cards_never_settle_the_tie_bet(war_cards: str) -> None:
    _, events = settled(CLASSIC, f"KD KC 2D 2H 2S {war_cards}", [bet(10, 5)], "W")
    tie_bets = [event for event in of_type(WagerSettled, events) if event.wager is Wager.TIE_BET]
    assert [event.net_cents for event in tie_bets] == [5_000]


def test_what_was_wagered_counts_the_raise() -> None:
    state, _ = settled(CLASSIC, "KD KC 2D 2H 2S QD JC", [bet(10, 5)], "W")
    assert state.wagered_cents == 2_500
