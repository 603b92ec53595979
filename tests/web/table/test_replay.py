"""The felt after each step of a round."""

from casino_war.game.cards import parse_cards
from casino_war.game.events import HandOutcome
from casino_war.game.notation import parse_notation, replay
from casino_war.game.table_rules import TableRules
from casino_war.web.table.replay import board_after

CARDS = parse_cards("2D 7D KD 7S 3D 3S 3H 9D 4S " + "AC " * 303)
LINE = "casino-war/1 classic@1 shoe=1@1 bets=10+5,20 decisions=W"


def test_the_felt_is_set_up_step_by_step() -> None:
    _, events = replay(TableRules(), CARDS, parse_notation(LINE))
    empty = board_after((), 2)
    assert [hand.cards for hand in empty.hands] == [[], []]
    staked = board_after(events[:3], 2)
    assert [hand.felt_cents for hand in staked.hands] == [1500, 2000]
    whole = board_after(events, 2)
    assert [hand.felt_cents for hand in whole.hands] == [0, 0]
    assert [hand.outcome for hand in whole.hands] == [HandOutcome.WAR_WIN, HandOutcome.WIN]
    assert [hand.net_cents for hand in whole.hands] == [6000, 2000]
    assert [str(card) for card in whole.dealer_cards] == ["7S", "4S"]
    assert whole.burned == 3
