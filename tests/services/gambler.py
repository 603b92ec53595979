"""Random rounds at the tables of the lobby: as records, and through the services."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random

from casino_war.game.cards import format_cards
from casino_war.game.casino import deal, decide, legal_decisions
from casino_war.game.events import CasinoEvent
from casino_war.game.notation import RoundNotation
from casino_war.game.randomness import FairStream, commitment
from casino_war.game.round import AwaitingDecision, Decision, RoundState, Settled
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.ledger.posting import PlannedTransfer, transfers_of
from casino_war.services.house import House
from casino_war.services.round_export import record_of
from casino_war.services.round_record import RoundRecord
from casino_war.services.rounds import facts_of, rules_text
from casino_war.store.round_export import RoundInFull
from casino_war.store.rounds import StoredRound
from casino_war.store.rules import StoredRules
from casino_war.store.shoes import StoredShoe
from tests.services.guest import Guest

FUNDS_CENTS = 10**12
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)

Played = tuple[RoundInFull, tuple[PlannedTransfer, ...]]


def random_bets(rules: TableRules, chance: Random) -> tuple[HandWagers, ...]:
    """Bet on one hand or more, with tie bets where there are any."""

    def bet() -> HandWagers:
        ante_cents = rules.ante_min_cents + chance.randint(0, 6) * rules.ante_step_cents
        takes_tie_bet = rules.tie_bet_to_one is not None and chance.random() < 0.4
        return HandWagers(
            ante_cents=ante_cents, tie_bet_cents=rules.ante_min_cents if takes_tie_bet else 0
        )

    return tuple(bet() for _ in range(chance.randint(1, rules.hands_max)))


def random_records(rounds: int, chance: Random) -> tuple[RoundRecord, ...]:
    """Deal these rounds, spread over all tables, and return their sealed records."""
    played = tuple(_played(rounds, chance))
    records, digest = [], ""
    for row, (each, transfers) in enumerate(played, start=1):
        record = record_of(each, transfers, row, len(played)).sealed(digest)
        digest = record.digest
        records.append(record)
    return tuple(records)


def play_at_tables(house: House, rounds: int, chance: Random) -> Guest:
    """Play these rounds through the services, spread over all tables."""
    guest = Guest(house, visitor=f"gambler-{chance.random()}").buy_in(10_000)
    for preset in PRESETS[:rounds]:
        guest.table_key = preset.key
        guest.sit()
    for number in range(rounds):
        preset = PRESETS[number % len(PRESETS)]
        guest.table_key = preset.key
        play_round(guest, *random_bets(preset.rules, chance))
    return guest


def play_round(guest: Guest, *bets: HandWagers) -> None:
    """Deal a round and go to every war."""
    guest.deal(*bets)
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)


def _played(rounds: int, chance: Random) -> Iterator[Played]:
    ids = _Ids()
    for place, preset in enumerate(PRESETS):
        left = len(range(place, rounds, len(PRESETS)))
        while left:
            shoe = _shoe(preset, chance, next(ids.shoes))
            found = tuple(shoe.rounds(left, ids.rounds))
            left -= len(found)
            yield from found


@dataclass(slots=True)
class _Ids:
    shoes: Iterator[int] = field(default_factory=lambda: count(1))
    rounds: Iterator[int] = field(default_factory=lambda: count(1))


def _shoe(preset: TablePreset, chance: Random, shoe_id: int) -> "_Shoe":
    seed = f"{chance.getrandbits(256):064x}"
    dealt = shuffled_shoe(preset.rules, FairStream(seed, "client", shoe_id))
    return _Shoe(preset, chance, shoe_id, seed, dealt)


@dataclass(slots=True)
class _Shoe:
    preset: TablePreset
    chance: Random
    id: int
    seed: str
    shoe: Shoe

    def rounds(self, at_most: int, ids: Iterator[int]) -> Iterator[Played]:
        """Deal the shoe until its end, or until there are enough rounds."""
        found: list[tuple[RoundNotation, Settled, tuple[CasinoEvent, ...]]] = []
        while len(found) < at_most:
            notation, state, events = self._round()
            found.append((notation, state, events))
            self.shoe = state.shoe
            if state.shoe_end is not None:
                break
        is_finished = found[-1][1].shoe_end is not None
        for notation, state, events in found:
            transfers = transfers_of(events, player_id=1, table_key=self.preset.key)
            yield self._stored(next(ids), notation, state, is_finished=is_finished), transfers

    def _round(self) -> tuple[RoundNotation, Settled, tuple[CasinoEvent, ...]]:
        wagers = random_bets(self.preset.rules, self.chance)
        position = self.shoe.position
        decisions: list[Decision] = []
        state: RoundState
        state, events = deal(self.preset.rules, self.shoe, wagers, FUNDS_CENTS)
        while isinstance(state, AwaitingDecision):
            decisions.append(self.chance.choice(legal_decisions(state, FUNDS_CENTS)))
            state, more = decide(state, decisions[-1], FUNDS_CENTS)
            events += more
        notation = RoundNotation(
            rules_key=self.preset.key,
            rules_version=self.preset.version,
            shoe=str(self.id),
            position=position,
            wagers=wagers,
            decisions=tuple(decisions),
        )
        return notation, state, events

    def _stored(
        self, round_id: int, notation: RoundNotation, state: Settled, *, is_finished: bool
    ) -> RoundInFull:
        facts = facts_of(state, FUNDS_CENTS)
        stored = StoredRound(
            id=round_id,
            player_id=1,
            seat_id=1,
            table_key=self.preset.key,
            rules_id=1,
            shoe_id=self.id,
            number=round_id,
            notation=str(notation),
            dealt_at=MOMENT,
            settled_at=MOMENT,
            cards_text=facts.cards_text,
            outcome_text=facts.outcome_text,
            wagered_cents=facts.wagered_cents,
            net_cents=facts.net_cents,
            balance_after_cents=facts.balance_after_cents,
        )
        rules = StoredRules(
            id=1,
            key=self.preset.key,
            version=self.preset.version,
            title=self.preset.title,
            rules_json=rules_text(self.preset.rules),
            created_at=MOMENT,
        )
        shoe = StoredShoe(
            id=self.id,
            seat_id=1,
            nonce=self.id,
            server_seed=self.seed,
            commitment=commitment(self.seed),
            client_seed="client",
            decks=self.preset.rules.decks,
            order_text=format_cards(self.shoe.cards),
            position=self.shoe.position,
            created_at=MOMENT,
            started_at=MOMENT,
            finished_at=MOMENT if is_finished else None,
            end_reason=None,
        )
        return RoundInFull(stored=stored, rules=rules, shoe=shoe)
