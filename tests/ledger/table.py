"""A table for ledger tests: one player, one real shoe, and a tiny game to post.

The tiny game has one rule, its opening burn of one card, and its rounds take two cards.
Its notation is ``bet RESULT CENTS RULES@VERSION SHOE@POSITION``, where the result may be
``open``, and `replay` tells the events that such a round consists of.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import InvalidNotationError, InvalidRulesError
from casino_war.game.cards import PACK, format_cards
from casino_war.game.events import Wager, WagerPlaced, WagerResult, WagerSettled
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.ledger import book
from casino_war.ledger.accounts import bankroll
from casino_war.ledger.audit import Game, ReplayedRound, ShoeRules
from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.posting import buy_in, transfers_of
from casino_war.store import commands, players, rounds, rules, seats, shoes
from casino_war.store.changes import make
from casino_war.store.luck_sums import LuckSums
from casino_war.store.rounds import RoundFacts, StoredRound
from casino_war.store.rules import StoredRules

SERVER_SEED = "0a" * 32
OPENING_BURN = 1
CARDS_PER_ROUND = 2


def replay(stored: StoredRound, rules_json: str, order_text: str) -> ReplayedRound:
    game, result, cents_text, rules_name, place = stored.notation.split()
    if game != "bet" or rules_json != "{}":
        raise InvalidNotationError("%(text)s is no round", text=stored.notation)
    cents = int(cents_text)
    rules_key, version = rules_name.split("@")
    shoe_name, position = place.split("@")
    replayed = ReplayedRound(
        rules_key=rules_key,
        rules_version=int(version),
        shoe_name=shoe_name,
        position=int(position),
        decisions=0,
        position_after=int(position) + CARDS_PER_ROUND,
        events=(WagerPlaced(hand=0, wager=Wager.ANTE, amount_cents=cents),),
    )
    if result == "open":
        return replayed
    settled = WagerSettled(
        hand=0,
        wager=Wager.ANTE,
        result=WagerResult(result),
        stake_cents=cents,
        returned_cents=cents if result == "won" else 0,
        won_cents=cents if result == "won" else 0,
    )
    return replace(
        replayed,
        events=(*replayed.events, settled),
        cards_text=order_text[:5],
        outcome_text=result,
        wagered_cents=cents,
        net_cents=settled.net_cents,
        luck=lambda shown: LuckSums(
            rounds=1, hands=1, wagered_cents=cents, net_cents=settled.net_cents
        ),
    )


def shoe_rules(rules_json: str) -> ShoeRules:
    if rules_json != "{}":
        raise InvalidRulesError("%(text)s are no rules", fields=(), text=rules_json)
    return ShoeRules(decks=1, opening_burn=OPENING_BURN)


def fault_of_rules(stored: StoredRules) -> str | None:
    return None if stored.rules_json == "{}" else "are no rules"


TINY_GAME = Game(
    replay=replay,
    shoe_rules=shoe_rules,
    fault_of_rules=fault_of_rules,
    digest_of_own_rules=lambda stored: stored.title,
)


@dataclass
class Table:
    """A seated player who can buy in and play the tiny game."""

    connection: Connection
    at: datetime
    player_id: int
    token: str
    seat_id: int
    rules_id: int
    shoe_id: int
    commands: int = 0
    turns: int = 0
    visits: int = 0

    def command(self, kind: CommandKind, answer: str = "", visitor: str | None = None) -> str:
        self.commands += 1
        key = f"key-{self.player_id}-{self.commands}"
        make(
            self.connection,
            [
                commands.recorded_command(
                    key=key,
                    player_id=self.player_id,
                    visitor=visitor,
                    kind=kind.value,
                    content_hash="0" * 64,
                    answer=answer,
                    at=self.at,
                )
            ],
        )
        return key

    def buy_in(self, cents: int) -> str:
        # As the services do, the first names the browser that made the player.
        visitor = None if self.visits else f"browser-{self.player_id}"
        key = self.command(CommandKind.BUY_IN, self.token, visitor)
        players.bump_player_version(self.connection, self.player_id, self.visits)
        self.visits += 1
        book.post(self.connection, buy_in(self.player_id, cents), command_key=key, at=self.at)
        return key

    def play(self, result: str, cents: int) -> int:
        """Play one round and return its id; it stays open where *result* is ``open``."""
        position = shoes.shoe_by_id(self.connection, self.shoe_id).position
        stored = rounds.add_round(
            self.connection,
            player_id=self.player_id,
            seat_id=self.seat_id,
            table_key="classic",
            rules_id=self.rules_id,
            shoe_id=self.shoe_id,
            notation=f"bet {result} {cents} classic@1 {self.shoe_id}@{position}",
            at=self.at,
        )
        order_text = shoes.shoe_by_id(self.connection, self.shoe_id).order_text
        replayed = replay(stored, "{}", order_text or "")
        transfers = transfers_of(replayed.events, player_id=self.player_id, table_key="classic")
        book.post(
            self.connection,
            transfers,
            command_key=self.command(CommandKind.DEAL_ROUND, str(stored.id)),
            round_id=stored.id,
            at=self.at,
        )
        seats.bump_seat_version(self.connection, self.seat_id, self.turns)
        self.turns += 1
        make(self.connection, [shoes.advanced_shoe(self.shoe_id, replayed.position_after)])
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
    shoes.start_shoe(
        connection,
        current.id,
        order_text=format_cards(cards),
        position=OPENING_BURN,
        at=at,
    )
    make(
        connection,
        [
            commands.recorded_command(
                key=f"sit-{player.id}",
                player_id=player.id,
                visitor=None,
                kind=CommandKind.SIT_DOWN.value,
                content_hash="0" * 64,
                answer="",
                at=at,
            )
        ],
    )
    return Table(connection, at, player.id, player.token, seat.id, stored.id, current.id)
