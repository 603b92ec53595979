"""The table's log in words: one sentence for each event and for each settled hand.

Sentences speak of the hand without naming it; where a round has several, each is
introduced by its number.
"""

from typing import assert_never

from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandOutcome,
    HandSettled,
    HandTied,
    RoundSettled,
    Seat,
    ShoeFinished,
    Surrendered,
    Wager,
    WagerPlaced,
    WagerResult,
    WagerSettled,
    WarDeclared,
)
from casino_war.game.views import HandView, RoundView
from casino_war.web.format import chips, in_chips, signed_in_chips
from casino_war.web.language import _, ngettext, sentence
from casino_war.web.words import card_name, word


def tell(event: CasinoEvent, hands: int) -> str:
    """Tell one event of a round of *hands* hands in a sentence."""
    match event:
        case WagerPlaced():
            text = _(
                "%(wager)s of %(amount)s on the felt.",
                wager=word(event.wager),
                amount=in_chips(event.amount_cents),
            )
            return _of_hand(event.hand, hands, text)
        case CardTurned():
            return _tell_card(event, hands)
        case CardsBurned():
            return ngettext(
                "%(num)s card is burned face down.",
                "%(num)s cards are burned face down.",
                event.count,
            )
        case HandTied():
            if event.ties == 1:
                text = _("Tie with the dealer.")
            else:
                text = _("Tie with the dealer, number %(ties)s in a row.", ties=event.ties)
            return _of_hand(event.hand, hands, text)
        case WarDeclared():
            return _of_hand(event.hand, hands, _("The hand goes to war."))
        case Surrendered():
            return _of_hand(event.hand, hands, _("The hand surrenders."))
        case WagerSettled():
            return _of_hand(event.hand, hands, tell_wager(event))
        case HandSettled():
            text = _(
                "%(outcome)s: %(net)s in all.",
                outcome=word(event.outcome),
                net=signed_in_chips(event.net_cents),
            )
            return _of_hand(event.hand, hands, text)
        case RoundSettled():
            return _("The round is settled: %(net)s.", net=signed_in_chips(event.net_cents))
        case ShoeFinished():
            return _("The shoe is finished. %(reason)s.", reason=word(event.reason))
        case _:
            assert_never(event)


def tell_wager(settled: WagerSettled) -> str:
    """Tell how one wager ended and what it brought."""
    wager, stake = word(settled.wager), in_chips(settled.stake_cents)
    match settled.result:
        case WagerResult.WON if settled.bonus_cents:
            return _(
                "%(wager)s of %(stake)s wins %(won)s and a bonus of %(bonus)s.",
                wager=wager,
                stake=stake,
                won=chips(settled.won_cents),
                bonus=chips(settled.bonus_cents),
            )
        case WagerResult.WON:
            return _(
                "%(wager)s of %(stake)s wins %(won)s.",
                wager=wager,
                stake=stake,
                won=chips(settled.won_cents),
            )
        case WagerResult.LOST:
            return _("%(wager)s of %(stake)s is lost.", wager=wager, stake=stake)
        case WagerResult.PUSHED:
            return _("%(wager)s of %(stake)s pushes.", wager=wager, stake=stake)
        case WagerResult.SURRENDERED:
            return _(
                "%(wager)s of %(stake)s is given up: %(returned)s come back.",
                wager=wager,
                stake=stake,
                returned=chips(settled.returned_cents),
            )
        case _:
            assert_never(settled.result)


def tell_hand(view: RoundView, hand: HandView) -> str:
    """Tell in one sentence how the cards of a hand stand against the dealer's."""
    own, dealer = hand.cards[-1], view.dealer_cards[len(hand.cards) - 1]
    facts = {"own": card_name(own), "dealer": card_name(dealer)}
    return sentence(_tell_outcome(hand.outcome, facts))


def tell_stakes(hand: HandView) -> str:
    """List what was staked on a hand, in the order of staking."""
    stakes = (
        (Wager.ANTE, hand.wagers.ante_cents),
        (Wager.TIE_BET, hand.wagers.tie_bet_cents),
        (Wager.RAISE, hand.raise_cents),
        (Wager.SECOND_TIE_BET, hand.second_tie_bet_cents),
    )
    return ", ".join(
        _("%(wager)s %(amount)s", wager=word(wager), amount=chips(amount_cents))
        for wager, amount_cents in stakes
        if amount_cents
    )


def tell_round(view: RoundView) -> str:
    """Tell in one sentence what a round brought, or that it waits for a decision."""
    if view.deciding is not None:
        return _("Hand %(hand)s ties: surrender or go to war?", hand=view.deciding + 1)
    net_cents = view.net_cents or 0
    if net_cents > 0:
        return _("You win %(amount)s.", amount=in_chips(net_cents))
    if net_cents < 0:
        return _("You lose %(amount)s.", amount=in_chips(-net_cents))
    return _("You break even.")


def _tell_outcome(outcome: HandOutcome | None, facts: dict[str, str]) -> str:
    match outcome:
        case None:
            return _("%(own)s ties with the dealer’s %(dealer)s.", **facts)
        case HandOutcome.WIN:
            return _("%(own)s beats the dealer’s %(dealer)s.", **facts)
        case HandOutcome.LOSS:
            return _("%(own)s loses to the dealer’s %(dealer)s.", **facts)
        case HandOutcome.SURRENDER:
            return _("%(own)s ties with the dealer’s %(dealer)s; the hand surrenders.", **facts)
        case HandOutcome.WAR_WIN:
            return _("War won: %(own)s beats the dealer’s %(dealer)s.", **facts)
        case HandOutcome.WAR_LOSS:
            return _("War lost: %(own)s loses to the dealer’s %(dealer)s.", **facts)
        case HandOutcome.TIED_WAR:
            return _("Tied war: %(own)s ties with the dealer’s %(dealer)s.", **facts)
        case HandOutcome.TIED:
            return _("A tie for the tie bet alone, the last card %(own)s.", **facts)
        case HandOutcome.NOT_TIED:
            return _("%(own)s does not tie with the dealer’s %(dealer)s.", **facts)
        case _:
            assert_never(outcome)


def _tell_card(event: CardTurned, hands: int) -> str:
    card = card_name(event.card)
    if event.seat == DEALER:
        if event.step:
            return _("The dealer’s war card: %(card)s.", card=card)
        return _("The dealer’s card: %(card)s.", card=card)
    text = _("War card: %(card)s.", card=card) if event.step else _("Card: %(card)s.", card=card)
    return _of_hand(event.seat, hands, text)


def _of_hand(seat: Seat, hands: int, text: str) -> str:
    if hands == 1:
        return text
    return _("Hand %(hand)s: %(text)s", hand=seat + 1, text=text)
