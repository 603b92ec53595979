"""From stored rows to the game's values and back."""

import json
from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import Connection

from casino_war.errors import N_, BrokenInvariantError, NotFoundError
from casino_war.game import notation
from casino_war.game.cards import Card, parse_cards
from casino_war.game.events import CardsBurned, CardTurned, CasinoEvent
from casino_war.game.round import RoundState, Settled
from casino_war.game.table_rules import TableRules
from casino_war.store import rules as rules_store
from casino_war.store import shoes
from casino_war.store.rounds import PlayedRound, RoundFacts, StoredRound


# Every page reads the same few rules again.
@lru_cache(maxsize=256)
def rules_of(rules_json: str) -> TableRules:
    """Read a stored version of a table's rules."""
    return TableRules.from_data(json.loads(rules_json))


def rules_by_id(connection: Connection, rules_id: int) -> TableRules:
    """Read the rules that a seat or a round points to."""
    return rules_of(rules_store.rules_by_id(connection, rules_id).rules_json)


def rules_text(rules: TableRules) -> str:
    """Print rules for the store; `rules_of` reads them back."""
    return json.dumps(rules.to_data(), sort_keys=True)


def replay_stored(
    connection: Connection, stored: PlayedRound
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Play a stored round again from its rules and the order of its shoe."""
    rules = rules_store.rules_by_id(connection, stored.rules_id)
    return replay(stored, rules.rules_json, shoes.order_of(connection, stored.shoe_id))


def no_round(round_id: int) -> NotFoundError:
    """Say that the player has no such round."""
    return NotFoundError(
        N_("You have no round %(round_id)s: your history lists those that you have."),
        reason="round",
        round_id=round_id,
    )


def state_of(connection: Connection, stored: PlayedRound) -> RoundState:
    """Return the state that a stored round has come to."""
    return replay_stored(connection, stored)[0]


def replay(
    stored: PlayedRound, rules_json: str, order_text: str | None
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Play a stored round again.

    Raises:
        BrokenInvariantError: its shoe was never drawn.
    """
    commands = _replayed(stored.notation, rules_json, _order_of(stored, order_text))
    return commands[-1][0], tuple(event for _, events in commands for event in events)


# Pages show the same rounds again and again, and ask for the state and the events of each.
@lru_cache(maxsize=1024)
def _replayed(
    text: str, rules_json: str, order_text: str
) -> tuple[tuple[RoundState, tuple[CasinoEvent, ...]], ...]:
    line = notation.parse_notation(text)
    return tuple(notation.replay_commands(rules_of(rules_json), cards_of(order_text), line))


@lru_cache(maxsize=256)
def cards_of(order_text: str) -> tuple[Card, ...]:
    """Read the cards of a shoe; its order never changes."""
    return parse_cards(order_text)


def events_by_command(
    connection: Connection, stored: PlayedRound
) -> tuple[tuple[CasinoEvent, ...], ...]:
    """Return what the deal made happen, then what each decision did.

    Raises:
        BrokenInvariantError: the round's shoe was never drawn.
    """
    rules_json = rules_store.rules_by_id(connection, stored.rules_id).rules_json
    order_text = _order_of(stored, shoes.order_of(connection, stored.shoe_id))
    return tuple(events for _, events in _replayed(stored.notation, rules_json, order_text))


def _order_of(stored: PlayedRound, order_text: str | None) -> str:
    if order_text is None:
        raise BrokenInvariantError(
            N_("The shoe of round %(round_id)s has no order."), round_id=stored.id
        )
    return order_text


def dealt_cards(stored: StoredRound, events: Iterable[CasinoEvent]) -> tuple[Card | None, ...]:
    """Return what a settled round took from its shoe, in order; None for a burned card.

    The cards are those written down at the settlement, so that the shoe can be held
    against them; its *events* only tell in which order they came and where cards were
    burned. Empty for a round that is not settled yet.
    """
    if stored.cards_text is None:
        return ()
    # The dealer's row is the last, as the dealer's seat is -1.
    rows = [iter(row) for row in notation.parse_cards_line(stored.cards_text)]
    dealt: list[Card | None] = []
    for event in events:
        match event:
            case CardTurned(seat=seat):
                dealt.append(next(rows[seat], None))
            case CardsBurned(count=count):
                dealt.extend([None] * count)
            case _:
                # The others take no card.
                pass
    return tuple(dealt)


def facts_of(state: Settled, balance_after_cents: int) -> RoundFacts:
    """Return what is stored of a settled round beside its notation."""
    return RoundFacts(
        cards_text=notation.cards_line(state),
        outcome_text=notation.outcomes_line(state),
        wagered_cents=state.wagered_cents,
        net_cents=state.net_cents,
        balance_after_cents=balance_after_cents,
    )
