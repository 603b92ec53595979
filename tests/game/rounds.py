"""Small words for the tests: wagers in chips, shoes as text, rounds played to their end."""

from collections.abc import Sequence
from typing import TypeVar

from casino_war.game.cards import parse_cards
from casino_war.game.casino import deal, decide
from casino_war.game.events import CasinoEvent, Wager, WagerSettled
from casino_war.game.round import AwaitingDecision, Decision, RoundState, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers

E = TypeVar("E")

BOUNDLESS_CENTS = 10**12
LETTERS = {"S": Decision.SURRENDER, "W": Decision.WAR, "T": Decision.WAR_WITH_TIE_BET}


def bet(ante: int = 0, tie_bet: int = 0) -> HandWagers:
    """Wagers in whole chips."""
    return HandWagers(ante_cents=100 * ante, tie_bet_cents=100 * tie_bet)


def shoe_of(text: str) -> Shoe:
    """A shoe of exactly these cards."""
    return Shoe(parse_cards(text))


def play(
    rules: TableRules,
    cards: str,
    wagers: Sequence[HandWagers],
    decisions: str = "",
    funds_cents: int = BOUNDLESS_CENTS,
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Deal these cards and take the decisions ``S``, ``W`` and ``T`` in order.

    The funds stay the same throughout: the tests of shortfalls do their own sums.
    """
    state, events = deal(rules, shoe_of(cards), wagers, funds_cents)
    for letter in decisions:
        state, more = decide(state, LETTERS[letter], funds_cents)
        events += more
    return state, events


def settled(
    rules: TableRules, cards: str, wagers: Sequence[HandWagers], decisions: str = ""
) -> tuple[Settled, tuple[CasinoEvent, ...]]:
    """Play a round to its end and check that it used every card."""
    state, events = play(rules, cards, wagers, decisions)
    assert isinstance(state, Settled)
    assert state.shoe.cards_left == 0
    return state, events


def awaiting(
    rules: TableRules, cards: str, wagers: Sequence[HandWagers], decisions: str = ""
) -> AwaitingDecision:
    """Play a round up to a tie that waits for its decision."""
    state, _ = play(rules, cards, wagers, decisions)
    assert isinstance(state, AwaitingDecision)
    return state


def of_type(kind: type[E], events: Sequence[CasinoEvent]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def paid(events: Sequence[CasinoEvent]) -> list[tuple[int, Wager, int, int, int, int]]:
    """Hand, wager, and stake, returned, won and bonus in cents, of each settled wager."""
    return [
        (
            event.hand,
            event.wager,
            event.stake_cents,
            event.returned_cents,
            event.won_cents,
            event.bonus_cents,
        )
        for event in of_type(WagerSettled, events)
    ]
