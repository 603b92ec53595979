"""A table for ledger tests: one player, one real shoe, and a tiny game to post.

The tiny game needs no rules: its notation is ``bet RESULT CENTS`` or ``bet open CENTS``,
and `replay` tells the events that such a round consists of.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import InvalidNotationError
from casino_war.game.cards import PACK, format_cards
from casino_war.game.events import CasinoEvent, Wager, WagerPlaced, WagerResult, WagerSettled
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.ledger import book
from casino_war.ledger.accounts import bankroll
from casino_war.ledger.audit import ReplayedRound
from casino_war.ledger.posting import buy_in, transfers_of
from casino_war.store import commands, players, rounds, rules, seats, shoes
from casino_war.store.rounds import RoundFacts, StoredRound

SERVER_SEED = "0a" * 32


def replay(stored: StoredRound, rules_json: str, order_text: str) -> ReplayedRound:
    game, result, cents_text = stored.notation.split()
    if game != "bet" or rules_json != "{}":
        raise InvalidNotationError("%(text)s is no round", text=stored.notation)
    cents = int(cents_text)
    placed: list[CasinoEvent] = [WagerPlaced(hand=0, wager=Wager.ANTE, amount_cents=cents)]
    if result == "open":
        return ReplayedRound(
            events=tuple(placed),
            cards_text=None,
            outcome_text=None,
            wagered_cents=None,
            net_cents=None,
        )
    settled = WagerSettled(
        hand=0,
        wager=Wager.ANTE,
        result=WagerResult(result),
        stake_cents=cents,
        returned_cents=cents if result == "won" else 0,
        won_cents=cents if result == "won" else 0,
    )
    return ReplayedRound(
        events=(*placed, settled),
        cards_text=order_text[:5],
        outcome_text=result,
        wagered_cents=cents,
        net_cents=settled.net_cents,
    )


@dataclass
class Table:
    """A seated player who can buy in and play the tiny game."""

    connection: Connection
    at: datetime
    player_id: int
    seat_id: int
    rules_id: int
    shoe_id: int
    commands: int = 0

    def command(self) -> str:
        self.commands += 1
        key = f"key-{self.player_id}-{self.commands}"
        commands.record_command(
            self.connection,
            key=key,
            player_id=self.player_id,
            visitor=None,
            kind="Test",
            content_hash="0" * 64,
            answer="{}",
            at=self.at,
        )
        return key

    def buy_in(self, cents: int) -> str:
        key = self.command()
        book.post(self.connection, buy_in(self.player_id, cents), command_key=key, at=self.at)
        return key

    def play(self, result: str, cents: int) -> int:
        """Play one round and return its id; it stays open where *result* is ``open``."""
        stored = rounds.add_round(
            self.connection,
            player_id=self.player_id,
            seat_id=self.seat_id,
            table_key="classic",
            rules_id=self.rules_id,
            shoe_id=self.shoe_id,
            notation=f"bet {result} {cents}",
            at=self.at,
        )
        order_text = shoes.shoe_by_id(self.connection, self.shoe_id).order_text
        replayed = replay(stored, "{}", order_text or "")
        transfers = transfers_of(replayed.events, player_id=self.player_id, table_key="classic")
        book.post(
            self.connection,
            transfers,
            command_key=self.command(),
            round_id=stored.id,
            at=self.at,
        )
        if result != "open":
            facts = RoundFacts(
                cards_text=replayed.cards_text or "",
                outcome_text=replayed.outcome_text or "",
                wagered_cents=replayed.wagered_cents or 0,
                net_cents=replayed.net_cents or 0,
                balance_after_cents=book.balance(self.connection, bankroll(self.player_id)),
            )
            rounds.settle_round(self.connection, stored.id, facts=facts, at=self.at)
        return stored.id


def sit(connection: Connection, at: datetime, letter: str = "p") -> Table:
    """Seat a new player, with a started shoe and the next one."""
    player = players.add_player(connection, token=letter * 22, at=at)
    stored = rules.ensure_rules(
        connection, key="classic", version=1, title="Classic", rules_json="{}", at=at
    )
    seat = seats.add_seat(
        connection, player_id=player.id, table_key="classic", rules_id=stored.id, at=at
    )
    current, _ = (
        shoes.add_shoe(
            connection,
            seat_id=seat.id,
            server_seed=SERVER_SEED,
            commitment=commitment(SERVER_SEED),
            client_seed="lucky",
            decks=1,
            at=at,
        )
        for _ in range(2)
    )
    cards = shuffle(PACK, FairStream(SERVER_SEED, "lucky", current.nonce))
    shoes.start_shoe(connection, current.id, order_text=format_cards(cards), position=1, at=at)
    return Table(connection, at, player.id, seat.id, stored.id, current.id)
