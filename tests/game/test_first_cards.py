"""The 13 x 13 table of two cards, every cell: at the deal and at every war."""

from itertools import product

import pytest

from casino_war.game.cards import Card, Rank, Suit
from casino_war.game.events import HandOutcome
from casino_war.game.round import AwaitingDecision
from casino_war.game.table_rules import TableRules, TiedWar
from tests.game.rounds import bet, play, settled

RANKS: list[Rank] = [rank for rank in Rank if rank is not Rank.JOKER]
CELLS = list(product(RANKS, RANKS))


def cards(player: Rank, dealer: Rank) -> str:
    return f"{Card(player, Suit.DIAMONDS)} {Card(dealer, Suit.CLUBS)}"


@pytest.mark.parametrize(("player", "dealer"), CELLS)
def test_first_cards_decide_the_hand(player: Rank, dealer: Rank) -> None:
    """Ace is high and suits never count; a higher card wins one ante, a lower loses it."""
    state, _ = play(TableRules(), cards(player, dealer), [bet(10, 5)])
    (hand,) = state.hands
    if RANKS.index(player) > RANKS.index(dealer):
        assert (hand.outcome, hand.net_cents) == (HandOutcome.WIN, 1_000 - 500)
    elif RANKS.index(player) < RANKS.index(dealer):
        assert (hand.outcome, hand.net_cents) == (HandOutcome.LOSS, -1_000 - 500)
    else:
        assert isinstance(state, AwaitingDecision)
        assert (hand.outcome, hand.net_cents, hand.ties) == (None, 5_000, 1)


@pytest.mark.parametrize("war", [1, 2, 3])
@pytest.mark.parametrize(("player", "dealer"), CELLS)
def test_war_cards_decide_every_war(player: Rank, dealer: Rank, war: int) -> None:
    """A tied war is followed by a war won, unless it was the last."""
    rules = TableRules(tied_war=TiedWar.REPEAT, war_burn=0)
    text = " ".join([*["9D 9C"] * war, cards(player, dealer)])
    if player == dealer and war < 3:
        text += " KD 2C"
    state, _ = settled(rules, text, [bet(10)], "W")
    (hand,) = state.hands
    if player > dealer:
        assert (hand.outcome, hand.net_cents, hand.ties) == (HandOutcome.WAR_WIN, 1_000, war)
    elif player < dealer:
        assert (hand.outcome, hand.net_cents, hand.ties) == (HandOutcome.WAR_LOSS, -2_000, war)
    elif war < 3:
        assert (hand.outcome, hand.net_cents, hand.ties) == (HandOutcome.WAR_WIN, 1_000, war + 1)
    else:
        assert (hand.outcome, hand.net_cents, hand.ties) == (HandOutcome.TIED_WAR, 0, 4)
