"""A round as one line: printed, read back, replayed."""

import pytest

from casino_war.errors import IllegalDecisionError, InvalidNotationError
from casino_war.game.cards import parse_cards
from casino_war.game.notation import (
    RoundNotation,
    bets_of,
    cards_line,
    outcomes_line,
    parse_cards_line,
    parse_notation,
    replay,
)
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.table_rules import TableRules
from tests.game.rounds import awaiting, bet, settled

LINE = "casino-war/1 classic@1 shoe=17@1 bets=10+5,20,+5 decisions=SW"
ROUND = RoundNotation(
    rules_key="classic",
    rules_version=1,
    shoe="17",
    position=1,
    wagers=(bet(10, 5), bet(20), bet(0, 5)),
    decisions=(Decision.SURRENDER, Decision.WAR),
)


def test_a_round_prints_as_the_line_of_the_example() -> None:
    assert str(ROUND) == LINE


def test_the_line_reads_back() -> None:
    assert parse_notation(LINE) == ROUND


def test_what_is_bet_can_be_told_unread() -> None:
    assert bets_of(LINE) == "10+5,20,+5"
    with pytest.raises(InvalidNotationError):
        bets_of(LINE + " ")


@pytest.mark.parametrize(
    "line",
    [
        "casino-war/1 single_deck@12 shoe=a_B-9@0 bets=5 decisions=-",
        "casino-war/1 house-3@1 shoe=1@311 bets=+5,+10,500+500 decisions=TWS",
    ],
)
def test_printed_lines_round_trip(line: str) -> None:
    assert str(parse_notation(line)) == line


WRONG = {
    "nothing": "",
    "another game": LINE.replace("casino-war/1", "war/1"),
    "another version of the notation": LINE.replace("/1", "/2"),
    "no version": LINE.replace("@1 shoe", " shoe"),
    "version zero": LINE.replace("classic@1", "classic@0"),
    "huge version": LINE.replace("classic@1", "classic@" + "9" * 5_000),
    "huge position": LINE.replace("17@1", "17@" + "9" * 5_000),
    "negative position": LINE.replace("17@1", "17@-1"),
    "capital key": LINE.replace("classic", "Classic"),
    "no bets": LINE.replace("10+5,20,+5", ""),
    "empty bet": LINE.replace("10+5,20,+5", "10,,20"),
    "trailing comma": LINE.replace("10+5,20,+5", "10,"),
    "zero ante": LINE.replace("10+5,20,+5", "0"),
    "zero ante with tie bet": LINE.replace("10+5,20,+5", "0+5"),
    "zero tie bet": LINE.replace("10+5,20,+5", "10+0"),
    "missing tie bet": LINE.replace("10+5,20,+5", "10+"),
    "plus alone": LINE.replace("10+5,20,+5", "+"),
    "two tie bets": LINE.replace("10+5,20,+5", "10+5+5"),
    "huge bet": LINE.replace("10+5,20,+5", "9" * 31),
    "unicode digits": LINE.replace("10+5", "١٠+5"),
    "unknown decision": LINE.replace("SW", "SX"),
    "no decisions": LINE.replace("SW", ""),
    "dash and decisions": LINE.replace("SW", "-SW"),
    "trailing space": LINE + " ",
    "line break": LINE + "\n",
    "double space": LINE.replace(" shoe", "  shoe"),
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
def test_what_is_no_round_is_refused(line: str) -> None:
    with pytest.raises(InvalidNotationError) as refused:
        parse_notation(line)
    assert refused.value.facts == {"text": repr(line)}


def test_a_replay_passes_enough_funds_for_every_decision() -> None:
    """And so gives the state and the events of the round as it was played."""
    rules = TableRules(second_tie_bet_to_one=10)
    cards = "9D 9H 9C 2D 2H 2S KD QC"
    played = settled(rules, cards, [bet(500, 500), bet(500)], "ST")
    line = "casino-war/1 own@1 shoe=1@0 bets=500+500,500 decisions=ST"
    assert replay(rules, parse_cards(cards), parse_notation(line)) == played


def test_a_half_played_round_replays_to_its_open_decision() -> None:
    notation = parse_notation("casino-war/1 classic@1 shoe=1@1 bets=10,20 decisions=W")
    state, _ = replay(TableRules(), parse_cards("AS 9D 9H 9C"), notation)
    assert isinstance(state, AwaitingDecision)
    assert (state.deciding, state.shoe.position) == (1, 4)


def test_a_line_with_a_decision_too_many_is_refused() -> None:
    notation = parse_notation("casino-war/1 classic@1 shoe=1@0 bets=10 decisions=W")
    with pytest.raises(IllegalDecisionError):
        replay(TableRules(), parse_cards("KD 2C"), notation)


def test_cards_and_outcomes_print_hands_in_seat_order_and_the_dealer_last() -> None:
    cards = "KD 9D 9H 9C 2D 2H 2S JD TC"
    state, _ = settled(TableRules(), cards, [bet(10)] * 3, "SW")
    line = cards_line(state)
    assert line == "KD | 9D | 9H JD | 9C TC"
    assert parse_cards_line(line) == (*(hand.cards for hand in state.hands), state.dealer_cards)
    assert outcomes_line(state) == "win,surrender,war_win"


def test_cards_of_an_open_round_print_as_far_as_they_are_turned() -> None:
    assert cards_line(awaiting(TableRules(), "9D 9C", [bet(10)])) == "9D | 9C"
