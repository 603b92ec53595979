"""Making a casino of any age: books of many rounds that pass the audit.

``python -m benchmarks.books URL ROUNDS [PLAYERS [COPIES]]`` brings the database up to date
and fills it; it must be empty. The rounds are played by the engine from real shoes, and the
rows are those that the services would have left; only their way into the tables is shorter.
A million rounds in a minute or two: 10,000 of 10 players, and 99 copies of them.
"""

import itertools
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Table, text

from benchmarks.copies import copy_players
from casino_war.game import casino
from casino_war.game.cards import format_cards
from casino_war.game.events import CasinoEvent
from casino_war.game.notation import RoundNotation
from casino_war.game.randomness import FairStream, commitment
from casino_war.game.round import AwaitingDecision, Decision, RoundState, Settled
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_presets import find
from casino_war.game.wagers import HandWagers
from casino_war.ledger import marks
from casino_war.ledger.accounts import CASHIER, AccountName, bankroll, felt, house
from casino_war.ledger.posting import PlannedTransfer, buy_in, transfers_of
from casino_war.ledger.scope import EVERYTHING
from casino_war.services.house import FIRST_CLIENT_SEED
from casino_war.services.luck_catch_up import add_luck
from casino_war.services.rounds import facts_of, rules_text, state_of
from casino_war.store import migrate
from casino_war.store.database import Database
from casino_war.store.guard import guard_of
from casino_war.store.luck import luck_of_seat
from casino_war.store.rounds import last_rounds, round_of_player
from casino_war.store.schema import METADATA
from casino_war.store.triggers import create_triggers, drop_triggers

PRESET = find("classic")
WAGERS = (HandWagers(ante_cents=1000),)
CHIPS_CENTS = 100_000_000_00
ROUNDS_AT_ONCE = 10_000
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class _Seat:
    """A player with one seat; ids are the same for both."""

    id: int
    token: str
    balance_cents: int = 0
    rounds: int = 0
    version: int = 0
    nonce: int = 0
    shoe: Shoe = field(default_factory=lambda: Shoe(()))
    shoe_row: dict[str, Any] = field(default_factory=dict)
    next_row: dict[str, Any] = field(default_factory=dict)

    @property
    def account_ids(self) -> dict[AccountName, int]:
        """The house and the cashier come first."""
        return {
            CASHIER: 1,
            house(PRESET.key): 2,
            bankroll(self.id): 2 * self.id + 1,
            felt(self.id, PRESET.key): 2 * self.id + 2,
        }


@dataclass(slots=True)
class Books:
    """Rows on their way into an empty database; players take turns, round by round."""

    connection: Connection
    players: int
    at: datetime = BEGINNING
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    ids: dict[str, Iterator[int]] = field(default_factory=dict)
    seats: list[_Seat] = field(default_factory=list)
    _felt: int = 0

    def fill(self, rounds: int) -> None:
        """Write everything."""
        self._open_house()
        for number in range(1, self.players + 1):
            self._seat_player(number)
        for number in range(rounds):
            self._play(self.seats[number % self.players])
            if number % ROUNDS_AT_ONCE == ROUNDS_AT_ONCE - 1:
                self._store()
        for seat in self.seats:
            self.rows["shoe"] += [seat.shoe_row, seat.next_row]
            self._add_account(bankroll(seat.id), seat.id, seat.balance_cents, 2 * seat.id + 1)
            self._add_account(felt(seat.id, PRESET.key), seat.id, 0, 2 * seat.id + 2)
            self._add("player", id=seat.id, token=seat.token, version=1, created_at=BEGINNING)
            self._add(
                "seat",
                id=seat.id,
                player_id=seat.id,
                table_key=PRESET.key,
                rules_id=1,
                version=seat.version,
                created_at=BEGINNING,
            )
        self._store()

    def _open_house(self) -> None:
        self.ids = {name: itertools.count(1) for name in ("shoe", "round", "transfer", "command")}
        self.rows = {name: [] for name in METADATA.tables}
        self._add(
            "table_rules",
            id=1,
            key=PRESET.key,
            version=PRESET.version,
            title=PRESET.title,
            rules_json=rules_text(PRESET.rules),
            created_at=BEGINNING,
        )
        self._add_account(CASHIER, None, None, 1)
        self._add_account(house(PRESET.key), None, None, 2)

    def _seat_player(self, number: int) -> None:
        seat = _Seat(number, token=secrets.token_urlsafe(16))
        self.seats.append(seat)
        key = self._command(seat, "BuyIn", seat.token, visitor=secrets.token_urlsafe(16))
        self._post(seat, buy_in(seat.id, CHIPS_CENTS), key, None)
        self._command(seat, "SitDown", "")
        seat.shoe_row, seat.next_row = self._committed(seat), self._committed(seat)
        self._draw(seat)

    def _play(self, seat: _Seat) -> None:
        round_id = next(self.ids["round"])
        self.at += timedelta(seconds=1)
        position = seat.shoe.position
        decisions: tuple[Decision, ...] = ()
        state: RoundState
        state, events = casino.deal(PRESET.rules, seat.shoe, WAGERS, seat.balance_cents)
        self._step(seat, "DealRound", round_id, events)
        while isinstance(state, AwaitingDecision):
            decisions = (*decisions, Decision.WAR)
            state, events = casino.decide(state, Decision.WAR, seat.balance_cents)
            self._step(seat, "Decide", round_id, events)
        seat.shoe = state.shoe
        seat.shoe_row["position"] = state.shoe.position
        seat.rounds += 1
        self._add_round(seat, round_id, position, decisions, state)
        if state.shoe_end is not None:
            seat.shoe_row.update(finished_at=self.at, end_reason=state.shoe_end.value)
            self.rows["shoe"].append(seat.shoe_row)
            seat.shoe_row, seat.next_row = seat.next_row, self._committed(seat)
            self._draw(seat)

    def _step(self, seat: _Seat, kind: str, round_id: int, events: tuple[CasinoEvent, ...]) -> None:
        key = self._command(seat, kind, str(round_id))
        planned = transfers_of(events, player_id=seat.id, table_key=PRESET.key)
        self._post(seat, planned, key, round_id)
        seat.version += 1

    def _add_round(
        self,
        seat: _Seat,
        round_id: int,
        position: int,
        decisions: tuple[Decision, ...],
        state: Settled,
    ) -> None:
        line = RoundNotation(
            rules_key=PRESET.key,
            rules_version=PRESET.version,
            shoe=str(seat.shoe_row["id"]),
            position=position,
            wagers=WAGERS,
            decisions=decisions,
        )
        facts = facts_of(state, seat.balance_cents)
        self._add(
            "round",
            id=round_id,
            player_id=seat.id,
            seat_id=seat.id,
            table_key=PRESET.key,
            rules_id=1,
            shoe_id=seat.shoe_row["id"],
            number=seat.rounds,
            notation=str(line),
            dealt_at=self.at,
            settled_at=self.at,
            cards_text=facts.cards_text,
            outcome_text=facts.outcome_text,
            wagered_cents=facts.wagered_cents,
            net_cents=facts.net_cents,
            balance_after_cents=facts.balance_after_cents,
        )

    def _post(
        self,
        seat: _Seat,
        planned: Sequence[PlannedTransfer],
        key: str,
        round_id: int | None,
    ) -> None:
        held = {bankroll(seat.id): seat.balance_cents, felt(seat.id, PRESET.key): self._felt}
        ids = seat.account_ids
        for line, moved in enumerate(planned, start=1):
            for name, cents in (
                (moved.source, -moved.amount_cents),
                (moved.target, moved.amount_cents),
            ):
                if name in held:
                    held[name] += cents
            self._add(
                "transfer",
                id=next(self.ids["transfer"]),
                source_id=ids[moved.source],
                target_id=ids[moved.target],
                amount_cents=moved.amount_cents,
                code=moved.code.value,
                command_key=key,
                line=line,
                round_id=round_id,
                hand=moved.hand,
                wager=moved.wager.value if moved.wager else None,
                source_balance_cents=held.get(moved.source),
                target_balance_cents=held.get(moved.target),
                created_at=self.at,
            )
        seat.balance_cents, self._felt = held.values()

    def _command(self, seat: _Seat, kind: str, answer: str, visitor: str | None = None) -> str:
        command_id = next(self.ids["command"])
        key = f"{command_id:032x}"
        self._add(
            "command",
            id=command_id,
            key=key,
            player_id=seat.id,
            visitor=visitor,
            kind=kind,
            content_hash="0" * 64,
            answer=answer,
            created_at=self.at,
        )
        return key

    def _committed(self, seat: _Seat) -> dict[str, Any]:
        seed = secrets.token_hex(32)
        seat.nonce += 1
        return {
            "id": next(self.ids["shoe"]),
            "seat_id": seat.id,
            "nonce": seat.nonce - 1,
            "server_seed": seed,
            "commitment": commitment(seed),
            "client_seed": FIRST_CLIENT_SEED,
            "decks": PRESET.rules.decks,
            "order_text": None,
            "position": 0,
            "created_at": self.at,
            "started_at": None,
            "finished_at": None,
            "end_reason": None,
        }

    def _draw(self, seat: _Seat) -> None:
        row = seat.shoe_row
        stream = FairStream(row["server_seed"], row["client_seed"], row["nonce"])
        seat.shoe = shuffled_shoe(PRESET.rules, stream)
        row.update(
            order_text=format_cards(seat.shoe.cards),
            started_at=self.at,
            position=seat.shoe.position,
        )

    def _add_account(
        self, name: AccountName, player_id: int | None, cents: int | None, account_id: int
    ) -> None:
        self._add(
            "account",
            id=account_id,
            name=str(name),
            kind=name.kind.value,
            player_id=player_id,
            table_key=name.table_key,
            may_overdraw=name.may_overdraw,
            balance_cents=cents,
            created_at=BEGINNING,
        )

    def _add(self, table: str, **columns: Any) -> None:
        self.rows[table].append(columns)

    def _store(self) -> None:
        for table in METADATA.sorted_tables:
            rows = self.rows[table.name]
            if rows:
                _insert(self.connection, table, rows)
                rows.clear()


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if connection.dialect.name != "postgresql":
        connection.execute(table.insert(), rows)
        return
    columns = list(rows[0])
    names = ", ".join(columns)
    cursor = connection.connection.cursor()
    with cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([row[column] for column in columns])


def _last_added(connection: Connection, seat_id: int) -> int:
    luck = luck_of_seat(connection, seat_id).values()
    return max((each.last_round_id for each in luck), default=0)


def make_books(url: str, rounds: int, players: int = 1, copies: int = 0) -> list[str]:
    """Fill an empty database, mark it as audited, and return the tokens of those who played."""
    migrate.upgrade(url)
    database = Database(url)
    try:
        with database.engine.connect() as connection:
            is_postgresql = connection.dialect.name == "postgresql"
            driver = connection.connection.driver_connection
            if not is_postgresql and driver is not None:
                driver.execute("PRAGMA foreign_keys = OFF")
                driver.execute("PRAGMA synchronous = OFF")
            drop_triggers(connection)
            if is_postgresql:
                connection.execute(text("SET session_replication_role = replica"))
            books = Books(connection, players)
            books.fill(rounds)
            for seat in books.seats:
                for last in last_rounds(connection, seat.id, 1):
                    stored = round_of_player(connection, seat.id, last.id)
                    assert stored is not None
                    state = state_of(connection, stored)
                    assert isinstance(state, Settled)
                    # It adds some of those before it too, which nobody has added yet.
                    while _last_added(connection, seat.id) < stored.id:
                        at = stored.settled_at or stored.dealt_at
                        add_luck(connection, None, stored, state, at)
            copy_players(connection, copies)
            if is_postgresql:
                for name in METADATA.tables:
                    connection.execute(
                        text(
                            f"SELECT setval('{name}_id_seq',"
                            f" (SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"
                        )
                    )
                connection.execute(text("SET session_replication_role = DEFAULT"))
            create_triggers(connection)
            connection.commit()
            connection.execute(text("ANALYZE"))
            connection.commit()
        database.dispose()
        with database.writing() as connection:
            standing = marks.standing_now(connection, EVERYTHING)
            marks.keep_mark(connection, standing, guard_of(connection), BEGINNING)
    finally:
        database.dispose()
    return [seat.token for seat in books.seats]


def main() -> None:
    """Fill the database of the first argument."""
    url, *numbers = sys.argv[1:]
    start, cpu_start = time.monotonic(), time.process_time()
    make_books(url, *map(int, numbers))
    seconds, cpu_seconds = time.monotonic() - start, time.process_time() - cpu_start
    print(f"made in {seconds:.0f} s, {cpu_seconds:.0f} s of them at work")


if __name__ == "__main__":
    main()
