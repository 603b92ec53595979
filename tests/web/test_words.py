"""Every value that a page can show has its word, and every event its sentence."""

from collections.abc import Iterator
from enum import Enum

import pytest
from flask import Flask

from casino_war.errors import IllegalDecisionError
from casino_war.game.cards import JOKERS, PACK
from casino_war.game.events import (
    DEALER,
    CardTurned,
    HandOutcome,
    HandTied,
    ShoeEnd,
    ShoeFinished,
    Wager,
    WagerResult,
    WagerSettled,
)
from casino_war.game.round import Decision
from casino_war.game.table_rules import ShoeRule, Shortfall, Surrender, TiedWar
from casino_war.game.views import HandView, RoundView
from casino_war.game.wagers import HandWagers
from casino_war.ledger.accounts import AccountKind
from casino_war.ledger.posting import TransferCode
from casino_war.web import words
from casino_war.web.messages import tell_error
from casino_war.web.table import narrate

ENUMS: list[type[Enum]] = [
    Decision,
    HandOutcome,
    Shortfall,
    ShoeEnd,
    ShoeRule,
    Surrender,
    TiedWar,
    Wager,
    WagerResult,
]


@pytest.fixture(autouse=True)
def _request(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


@pytest.mark.parametrize("kind", ENUMS)
def test_every_value_has_a_word_of_its_own(kind: type[Enum]) -> None:
    shown = [words.word(value) for value in kind]
    assert all(shown)
    assert len(set(shown)) == len(shown)


def test_every_transfer_and_account_has_a_word() -> None:
    assert {code.value for code in TransferCode} == set(words.TRANSFERS)
    assert {kind.value for kind in AccountKind} == set(words.ACCOUNTS)
    assert words.transfer_word("buy_in") == "Buy-in"
    assert words.account_word("felt:12:classic") == "Felt"


def test_cards_are_named() -> None:
    names = [words.card_name(card) for card in PACK]
    assert len(set(names)) == 52
    assert {"King of diamonds", "10 of clubs", "Ace of spades", "2 of hearts"} <= set(names)
    assert words.card_name(JOKERS[0]) == "Joker"


def test_a_shoe_ends_for_a_reason() -> None:
    assert words.shoe_end_word("cut_card") == "The cut card showed"
    assert words.shoe_end_word("new_shoe") == "You asked for a new shoe"


def test_sentences_name_the_hand_only_among_several() -> None:
    event = CardTurned(seat=1, card=PACK[0], step=0)
    assert narrate.tell(event, 1) == "Card: 2 of diamonds."
    assert narrate.tell(event, 3) == "Hand 2: Card: 2 of diamonds."
    dealer = CardTurned(seat=DEALER, card=PACK[0], step=1)
    assert narrate.tell(dealer, 3) == "The dealer’s war card: 2 of diamonds."
    assert narrate.tell(HandTied(hand=0, ties=2), 1) == "Tie with the dealer, number 2 in a row."
    finished = ShoeFinished(reason=ShoeEnd.CUT_CARD)
    assert narrate.tell(finished, 1) == "The shoe is finished. The cut card showed."


@pytest.mark.parametrize(
    ("result", "bonus", "sentence"),
    [
        (WagerResult.WON, 0, "Ante of 10 chips wins 10."),
        (WagerResult.WON, 500, "Ante of 10 chips wins 10 and a bonus of 5."),
        (WagerResult.LOST, 0, "Ante of 10 chips is lost."),
        (WagerResult.PUSHED, 0, "Ante of 10 chips pushes."),
        (WagerResult.SURRENDERED, 0, "Ante of 10 chips is given up: 5 come back."),
    ],
)
def test_every_result_of_a_wager_is_told(result: WagerResult, bonus: int, sentence: str) -> None:
    settled = WagerSettled(
        hand=0,
        wager=Wager.ANTE,
        result=result,
        stake_cents=1000,
        returned_cents=500,
        won_cents=1000,
        bonus_cents=bonus,
    )
    assert narrate.tell_wager(settled) == sentence


@pytest.mark.parametrize("outcome", [None, *HandOutcome])
def test_every_outcome_of_a_hand_is_told(outcome: HandOutcome | None) -> None:
    hand = HandView(
        seat=0,
        wagers=HandWagers(ante_cents=1000),
        open_tie_bet_cents=0,
        raise_cents=0,
        second_tie_bet_cents=0,
        cards=(PACK[0],),
        ties=0,
        decision=None,
        settled=(),
        outcome=outcome,
        net_cents=0,
    )
    view = RoundView(
        hands=(hand,),
        dealer_cards=(PACK[1],),
        wars_fought=0,
        deciding=None,
        choices=(),
        net_cents=0,
        shoe_end=None,
    )
    assert "2 of diamonds" in narrate.tell_hand(view, hand)
    assert narrate.tell_round(view) == "You break even."


def test_refused_decisions_are_told_in_table_words() -> None:
    error = IllegalDecisionError("%(decision)s or %(offered)s", decision="war", offered="surrender")
    assert tell_error(error) == "Go to war or Surrender"
