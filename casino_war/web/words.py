"""Table words for every value of every enum that a page shows."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from casino_war.game.cards import Card, Rank, Suit
from casino_war.game.events import HandOutcome, ShoeEnd, Wager, WagerResult
from casino_war.game.round import Decision
from casino_war.game.table_rules import ShoeRule, Shortfall, Surrender, TiedWar
from casino_war.odds.strategy import Strategy
from casino_war.services.own_tables import is_own_key
from casino_war.web.language import Text, _, lazy_pgettext, pgettext, sentence, translate
from casino_war.web.language import lazy_gettext as _l

OUTCOMES: Mapping[HandOutcome, Text] = {
    HandOutcome.WIN: _l("Win"),
    HandOutcome.LOSS: _l("Loss"),
    HandOutcome.SURRENDER: _l("Surrendered"),
    HandOutcome.WAR_WIN: _l("War won"),
    HandOutcome.WAR_LOSS: _l("War lost"),
    HandOutcome.TIED_WAR: _l("Tied war"),
    HandOutcome.TIED: _l("Tie"),
    HandOutcome.NOT_TIED: _l("No tie"),
}

WAGERS: Mapping[Wager, Text] = {
    Wager.ANTE: _l("Ante"),
    Wager.TIE_BET: _l("Tie bet"),
    Wager.RAISE: _l("Raise"),
    Wager.SECOND_TIE_BET: _l("Second tie bet"),
}

RESULTS: Mapping[WagerResult, Text] = {
    WagerResult.WON: _l("Won"),
    WagerResult.LOST: _l("Lost"),
    WagerResult.PUSHED: _l("Push"),
    WagerResult.SURRENDERED: _l("Surrendered"),
}

DECISIONS: Mapping[Decision, Text] = {
    Decision.SURRENDER: lazy_pgettext("decision", "Surrender"),
    Decision.WAR: _l("Go to war"),
    Decision.WAR_WITH_TIE_BET: _l("Go to war with a second tie bet"),
}

SHOE_RULES: Mapping[ShoeRule, Text] = {
    ShoeRule.FRESH: _l("Shuffled before every round"),
    ShoeRule.CUT_CARD: _l("Dealt down to a cut card"),
}

TIED_WARS: Mapping[TiedWar, Text] = {
    TiedWar.EVEN: _l("A tied war wins: the raise pays 1 to 1"),
    TiedWar.BONUS_ANTE: _l("A tied war wins, with a bonus equal to the ante"),
    TiedWar.TRIPLE_RAISE: _l("A tied war pays the raise 3 to 1"),
    TiedWar.TRIPLE_TOTAL: _l("A tied war pays ante and raise 3 to 1"),
    TiedWar.PUSH: _l("A tied war pushes: nothing is won or lost"),
    TiedWar.LOSE: _l("A tied war loses ante and raise"),
    TiedWar.REPEAT: _l("A tied war is fought again; a fourth tie pushes"),
}

SURRENDERS: Mapping[Surrender, Text] = {
    Surrender.NOT_OFFERED: _l("No surrender"),
    Surrender.HALF: _l("Surrender gives half the ante back"),
    Surrender.ALL: _l("Surrender forfeits the ante"),
}

SHORTFALLS: Mapping[Shortfall, Text] = {
    Shortfall.REFUSE: _l("Antes are taken only if the bankroll covers every raise"),
    Shortfall.HOLD: _l("A round that cannot be raised is held until you rebuy"),
    Shortfall.SURRENDER_ONLY: _l("A hand that cannot be raised may only surrender"),
}

STRATEGIES: Mapping[Strategy, Text] = {
    Strategy.ALWAYS_WAR: _l("Always go to war"),
    Strategy.ALWAYS_SURRENDER: _l("Always surrender"),
    Strategy.BEST: _l("Whichever is worth more, with all cards counted"),
}

SHOE_ENDS: Mapping[ShoeEnd, Text] = {
    ShoeEnd.FRESH_EVERY_ROUND: _l("The round was over; each has a shoe of its own"),
    ShoeEnd.CUT_CARD: _l("The cut card showed"),
    ShoeEnd.TOO_FEW_CARDS: _l("Too few cards were left for another round"),
}

_BY_KIND: Mapping[type[Enum], Mapping[Any, Text]] = {
    HandOutcome: OUTCOMES,
    Wager: WAGERS,
    WagerResult: RESULTS,
    Decision: DECISIONS,
    ShoeRule: SHOE_RULES,
    TiedWar: TIED_WARS,
    Surrender: SURRENDERS,
    Shortfall: SHORTFALLS,
    ShoeEnd: SHOE_ENDS,
    Strategy: STRATEGIES,
}

ENDED_EARLY = _l("You asked for a new shoe")

TRANSFERS: Mapping[str, Text] = {
    "buy_in": _l("Buy-in"),
    "rebuy": _l("Rebuy"),
    "cash_out": _l("Cash-out"),
    "guest_out": _l("Taken along to an account"),
    "guest_in": _l("Brought along by a guest"),
    "ante": _l("Ante staked"),
    "tie_bet": _l("Tie bet staked"),
    "raise": _l("Raise staked"),
    "second_tie_bet": _l("Second tie bet staked"),
    "stake_return": _l("Stake returned"),
    "ante_payout": _l("Ante paid"),
    "tie_bet_payout": _l("Tie bet paid"),
    "raise_payout": _l("Raise paid"),
    "second_tie_bet_payout": _l("Second tie bet paid"),
    "bonus_payout": _l("Bonus paid"),
    "loss": _l("Stake lost"),
    "surrender": _l("Stake surrendered"),
}
"""What each transfer's code is called in a statement."""

ACCOUNTS: Mapping[str, Text] = {
    "bankroll": _l("Bankroll"),
    "felt": _l("Felt"),
    "house": _l("House"),
    "cashier": _l("Cashier"),
}
"""What an account is called by the first part of its name."""

RANKS: Mapping[Rank, Text] = {
    Rank.TWO: _l("2"),
    Rank.THREE: _l("3"),
    Rank.FOUR: _l("4"),
    Rank.FIVE: _l("5"),
    Rank.SIX: _l("6"),
    Rank.SEVEN: _l("7"),
    Rank.EIGHT: _l("8"),
    Rank.NINE: _l("9"),
    Rank.TEN: _l("10"),
    Rank.JACK: _l("Jack"),
    Rank.QUEEN: _l("Queen"),
    Rank.KING: _l("King"),
    Rank.ACE: _l("Ace"),
    Rank.JOKER: _l("Joker"),
}


def word(value: Enum) -> str:
    """Return what the table calls the value of one of its enums."""
    return str(_BY_KIND[type(value)][value])


def shoe_end_word(reason: str) -> str:
    """Say why a shoe ended; a reason that no rule gives is the player's own wish."""
    if reason in set(ShoeEnd):
        return word(ShoeEnd(reason))
    return str(ENDED_EARLY)


def transfer_word(code: str) -> str:
    """Return what a statement calls a transfer of that code."""
    return str(TRANSFERS[code])


def account_word(name: str) -> str:
    """Return what an account is called, from its name such as ``felt:12:classic``."""
    return str(ACCOUNTS[name.partition(":")[0]])


def table_title(title: str, key: str) -> str:
    """Return what a table is called: the house's in the reader's language, a player's as it is."""
    return title if is_own_key(key) else translate(title)


def card_title(card: Card) -> str:
    """Return a card's name as it stands alone: ``King of diamonds``."""
    return sentence(card_name(card))


def card_name(card: Card) -> str:
    """Return a card's name within a sentence; many languages write it small there."""
    rank = _rank_in_name(card.rank)
    match card.suit:
        case Suit.DIAMONDS:
            return _("%(rank)s of diamonds", rank=rank)
        case Suit.HEARTS:
            return _("%(rank)s of hearts", rank=rank)
        case Suit.SPADES:
            return _("%(rank)s of spades", rank=rank)
        case Suit.CLUBS:
            return _("%(rank)s of clubs", rank=rank)
        case Suit.FIRST_JOKER | Suit.SECOND_JOKER:
            return rank


def _rank_in_name(rank: Rank) -> str:
    match rank:
        case Rank.JACK:
            return pgettext("in a card's name", "Jack")
        case Rank.QUEEN:
            return pgettext("in a card's name", "Queen")
        case Rank.KING:
            return pgettext("in a card's name", "King")
        case Rank.ACE:
            return pgettext("in a card's name", "Ace")
        case Rank.JOKER:
            return pgettext("in a card's name", "Joker")
        case _:
            return str(RANKS[rank])
