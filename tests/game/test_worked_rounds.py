"""The worked rounds of the rules, event for event."""

from casino_war.game.cards import parse_card
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandOutcome,
    HandSettled,
    HandTied,
    RoundSettled,
    ShoeEnd,
    ShoeFinished,
    Surrendered,
    Wager,
    WagerPlaced,
    WagerResult,
    WagerSettled,
    WarDeclared,
)
from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules, TiedWar
from tests.game.rounds import bet, paid, settled


def placed(hand: int, wager: Wager, chips: int) -> CasinoEvent:
    return WagerPlaced(hand=hand, wager=wager, amount_cents=100 * chips)


def turned(seat: int, code: str, step: int) -> CasinoEvent:
    return CardTurned(seat=seat, card=parse_card(code), step=step)


def ended(
    hand: int, wager: Wager, result: WagerResult, chips: tuple[int, int, int], bonus: int = 0
) -> CasinoEvent:
    stake, returned, won = chips
    return WagerSettled(
        hand=hand,
        wager=wager,
        result=result,
        stake_cents=100 * stake,
        returned_cents=100 * returned,
        won_cents=100 * won,
        bonus_cents=100 * bonus,
    )


def closed(hand: int, outcome: HandOutcome, chips: int) -> CasinoEvent:
    return HandSettled(hand=hand, outcome=outcome, net_cents=100 * chips)


# The shoes here hold just the cards of their round.
SHOE_USED_UP = ShoeFinished(reason=ShoeEnd.TOO_FEW_CARDS)
WON, LOST, PUSHED = WagerResult.WON, WagerResult.LOST, WagerResult.PUSHED


def test_three_hands_win_surrender_and_tie_their_war_for_455_chips() -> None:
    """Bonus rules with a second tie bet: +10 - 5; -10 + 50; +50 + 60 + 300."""
    rules = TableRules(tied_war=TiedWar.BONUS_ANTE, second_tie_bet_to_one=10)
    wagers = [bet(10, 5), bet(20, 5), bet(30, 5)]
    state, events = settled(rules, "KD 9D 9H 9C 2D 2H 2S JD JC", wagers, "ST")
    assert events == (
        placed(0, Wager.ANTE, 10),
        placed(0, Wager.TIE_BET, 5),
        placed(1, Wager.ANTE, 20),
        placed(1, Wager.TIE_BET, 5),
        placed(2, Wager.ANTE, 30),
        placed(2, Wager.TIE_BET, 5),
        turned(0, "KD", 0),
        turned(1, "9D", 0),
        turned(2, "9H", 0),
        turned(DEALER, "9C", 0),
        ended(0, Wager.ANTE, WON, (10, 10, 10)),
        ended(0, Wager.TIE_BET, LOST, (5, 0, 0)),
        closed(0, HandOutcome.WIN, 5),
        HandTied(hand=1, ties=1),
        ended(1, Wager.TIE_BET, WON, (5, 5, 50)),
        HandTied(hand=2, ties=1),
        ended(2, Wager.TIE_BET, WON, (5, 5, 50)),
        Surrendered(hand=1),
        ended(1, Wager.ANTE, WagerResult.SURRENDERED, (20, 10, 0)),
        closed(1, HandOutcome.SURRENDER, 40),
        WarDeclared(hand=2),
        placed(2, Wager.RAISE, 30),
        placed(2, Wager.SECOND_TIE_BET, 30),
        CardsBurned(count=3, step=1),
        turned(2, "JD", 1),
        turned(DEALER, "JC", 1),
        HandTied(hand=2, ties=2),
        ended(2, Wager.SECOND_TIE_BET, WON, (30, 30, 300)),
        ended(2, Wager.ANTE, PUSHED, (30, 30, 0)),
        ended(2, Wager.RAISE, WON, (30, 30, 30), bonus=30),
        closed(2, HandOutcome.TIED_WAR, 410),
        RoundSettled(net_cents=45_500),
        SHOE_USED_UP,
    )
    assert state.net_cents == 45_500


def test_a_ladder_hand_that_ties_twice_and_wins_gains_10_and_125() -> None:
    cards = "9D 9C 2D 2H 2S 8D 8C 2D 2H 2S KD QC"
    state, events = settled(find("ladder").rules, cards, [bet(10, 5)], "W")
    assert events == (
        placed(0, Wager.ANTE, 10),
        placed(0, Wager.TIE_BET, 5),
        turned(0, "9D", 0),
        turned(DEALER, "9C", 0),
        HandTied(hand=0, ties=1),
        WarDeclared(hand=0),
        placed(0, Wager.RAISE, 10),
        CardsBurned(count=3, step=1),
        turned(0, "8D", 1),
        turned(DEALER, "8C", 1),
        HandTied(hand=0, ties=2),
        CardsBurned(count=3, step=2),
        turned(0, "KD", 2),
        turned(DEALER, "QC", 2),
        ended(0, Wager.ANTE, PUSHED, (10, 10, 0)),
        ended(0, Wager.RAISE, WON, (10, 10, 10)),
        ended(0, Wager.TIE_BET, WON, (5, 5, 125)),
        closed(0, HandOutcome.WAR_WIN, 135),
        RoundSettled(net_cents=13_500),
        SHOE_USED_UP,
    )
    assert state.net_cents == 13_500


def test_a_ladder_tie_bet_alone_that_ties_four_times_gains_1000() -> None:
    cards = "9D 9C 2D 2H 2S 8D 8C 2D 2H 2S 7D 7C 2D 2H 2S 6D 6C"
    state, events = settled(find("ladder").rules, cards, [bet(0, 5)])
    assert events == (
        placed(0, Wager.TIE_BET, 5),
        turned(0, "9D", 0),
        turned(DEALER, "9C", 0),
        HandTied(hand=0, ties=1),
        CardsBurned(count=3, step=1),
        turned(0, "8D", 1),
        turned(DEALER, "8C", 1),
        HandTied(hand=0, ties=2),
        CardsBurned(count=3, step=2),
        turned(0, "7D", 2),
        turned(DEALER, "7C", 2),
        HandTied(hand=0, ties=3),
        CardsBurned(count=3, step=3),
        turned(0, "6D", 3),
        turned(DEALER, "6C", 3),
        HandTied(hand=0, ties=4),
        ended(0, Wager.TIE_BET, WON, (5, 5, 1_000)),
        closed(0, HandOutcome.TIED, 1_000),
        RoundSettled(net_cents=100_000),
        SHOE_USED_UP,
    )
    assert state.net_cents == 100_000


def test_a_ladder_hand_that_ties_and_surrenders_loses_5_and_gains_50() -> None:
    state, events = settled(find("ladder").rules, "9D 9C", [bet(10, 5)], "S")
    assert paid(events) == [
        (0, Wager.ANTE, 1_000, 500, 0, 0),
        (0, Wager.TIE_BET, 500, 500, 5_000, 0),
    ]
    assert state.net_cents == 4_500
