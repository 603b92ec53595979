"""A round as one line of text, and the round that such a line tells.

``casino-war/1 classic@1 shoe=17@1 bets=10+5,20,+5 decisions=SW`` reads: the rules
``classic`` in version 1, the shoe called ``17`` with one card gone, three hands (an ante
of 10 chips with a tie bet of 5, an ante of 20, a tie bet alone), and two decisions:
``S`` surrender, ``W`` war, ``T`` war with the second tie bet. A round without decisions
ends in ``decisions=-``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casino_war.errors import N_, InvalidAmountError, InvalidNotationError
from casino_war.game.cards import Card, Cards, format_cards, parse_cards
from casino_war.game.casino import deal, decide
from casino_war.game.events import CasinoEvent
from casino_war.game.money import CENTS_PER_CHIP, parse_chips
from casino_war.game.round import AwaitingDecision, Decision, RoundState, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers

_LETTERS = {
    Decision.SURRENDER: "S",
    Decision.WAR: "W",
    Decision.WAR_WITH_TIE_BET: "T",
}
_DECISIONS = {letter: decision for decision, letter in _LETTERS.items()}

_LINE = re.compile(
    r"casino-war/1 (?P<key>[a-z0-9_-]+)@(?P<version>[1-9][0-9]{0,8})"
    r" shoe=(?P<shoe>[A-Za-z0-9_-]+)@(?P<position>[0-9]{1,9})"
    r" bets=(?P<bets>[0-9+,]+) decisions=(?P<decisions>-|[SWT]+)",
    re.ASCII,
)

# Between the cards of one seat and of the next.
_BAR = " | "

# Whoever replays a round has no bankroll to weigh: the bets were covered when made.
_FUNDS_FOR_EVERYTHING = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNotation:
    """All that a round is made of besides the order of its shoe."""

    rules_key: str
    rules_version: int
    shoe: str
    position: int
    """Cards of the shoe gone before the round."""
    wagers: tuple[HandWagers, ...]
    decisions: tuple[Decision, ...] = ()

    def __str__(self) -> str:
        bets = ",".join(_bet(wager) for wager in self.wagers)
        decisions = "".join(_LETTERS[decision] for decision in self.decisions) or "-"
        return (
            f"casino-war/1 {self.rules_key}@{self.rules_version}"
            f" shoe={self.shoe}@{self.position} bets={bets} decisions={decisions}"
        )


def parse_notation(line: str) -> RoundNotation:
    """Read a line that `RoundNotation` printed.

    Raises:
        InvalidNotationError: the line is no round.
    """
    match = _matched(line)
    letters = match["decisions"].replace("-", "")
    return RoundNotation(
        rules_key=match["key"],
        rules_version=int(match["version"]),
        shoe=match["shoe"],
        position=int(match["position"]),
        wagers=tuple(_parse_bet(bet, line) for bet in match["bets"].split(",")),
        decisions=tuple(_DECISIONS[letter] for letter in letters),
    )


def bets_of(line: str) -> str:
    """Return what a line that `RoundNotation` printed says of the wagers, unread.

    Raises:
        InvalidNotationError: the line is no round.
    """
    return _matched(line)["bets"]


def replay(
    rules: TableRules, cards: Sequence[Card], notation: RoundNotation
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Play the round of the notation again from the order of its shoe.

    Raises:
        RefusedError: the rules do not take its wagers or decisions.
    """
    commands = tuple(replay_commands(rules, cards, notation))
    return commands[-1][0], tuple(event for _, events in commands for event in events)


def replay_commands(
    rules: TableRules, cards: Sequence[Card], notation: RoundNotation
) -> Iterator[tuple[RoundState, tuple[CasinoEvent, ...]]]:
    """Play the round again command by command: the deal, then each decision.

    Raises:
        RefusedError: the rules do not take its wagers or decisions.
    """
    shoe = Shoe(tuple(cards), notation.position)
    state, events = deal(rules, shoe, notation.wagers, _FUNDS_FOR_EVERYTHING)
    yield state, events
    for decision in notation.decisions:
        state, events = decide(state, decision, _FUNDS_FOR_EVERYTHING)
        yield state, events


def cards_line(state: AwaitingDecision | Settled) -> str:
    """Print the upturned cards: hands in seat order parted by bars, the dealer's last."""
    rows = [*(hand.cards for hand in state.hands), state.dealer_cards]
    return _BAR.join(format_cards(row) for row in rows)


def parse_cards_line(text: str) -> tuple[Cards, ...]:
    """Read what `cards_line` printed: the cards of each hand in seat order, then the dealer's.

    Raises:
        InvalidCardError: a part is no card.
    """
    return tuple(parse_cards(row) for row in text.split(_BAR))


def outcomes_line(state: Settled) -> str:
    """Print the outcome of each hand in seat order, parted by commas."""
    return ",".join(hand.outcome or "" for hand in state.hands)


def _bet(wager: HandWagers) -> str:
    ante = str(wager.ante_cents // CENTS_PER_CHIP) if wager.ante_cents else ""
    tie_bet = f"+{wager.tie_bet_cents // CENTS_PER_CHIP}" if wager.tie_bet_cents else ""
    return ante + tie_bet


def _matched(line: str) -> re.Match[str]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise InvalidNotationError(N_("%(text)s is not the notation of a round."), text=repr(line))
    return match


def _parse_bet(text: str, line: str) -> HandWagers:
    ante, plus, tie_bet = text.partition("+")
    try:
        return HandWagers(
            ante_cents=parse_chips(ante) if ante or not plus else 0,
            tie_bet_cents=parse_chips(tie_bet) if plus else 0,
        )
    except InvalidAmountError:
        raise InvalidNotationError(
            N_("%(text)s is not the notation of a round."), text=repr(line)
        ) from None
