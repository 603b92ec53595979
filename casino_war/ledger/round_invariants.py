"""What must be true of rounds: replayed from their notation they come out as they stand."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from casino_war.errors import CasinoWarError
from casino_war.game.events import CasinoEvent
from casino_war.ledger.accounts import bankroll
from casino_war.ledger.balances import legs
from casino_war.ledger.entries import transfers_of_round
from casino_war.ledger.posting import transfers_of
from casino_war.ledger.violations import Invariant
from casino_war.store.accounts import ACCOUNT
from casino_war.store.rounds import ROUND, StoredRound
from casino_war.store.rules import TABLE_RULES
from casino_war.store.shoes import SHOE

ROUNDS_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedRound:
    """A round played again. The facts are None while it waits for a decision."""

    events: tuple[CasinoEvent, ...]
    cards_text: str | None
    outcome_text: str | None
    wagered_cents: int | None
    net_cents: int | None


Replay = Callable[[StoredRound, str, str], ReplayedRound]
"""Plays a stored round again from its rules (JSON) and the order of its shoe (card codes).
It may raise `CasinoWarError` where that cannot be done."""

_FACTS = ("cards_text", "outcome_text", "wagered_cents", "net_cents")


def rounds_replay(replay: Replay) -> Invariant:
    """Make the invariant that every round's transfers and facts are those of its replay."""

    def rounds_equal_replay(connection: Connection) -> Iterator[str]:
        for stored, rules_json, order_text in _rounds(connection):
            try:
                replayed = replay(stored, rules_json, order_text or "")
            except CasinoWarError as error:
                yield f"round {stored.id} cannot be replayed: {error}"
                continue
            yield from _differences(connection, stored, replayed)

    return rounds_equal_replay


def balances_after_rounds(connection: Connection) -> Iterator[str]:
    """Require a settled round to note the bankroll as its last transfer left it."""
    for stored, _, _ in _rounds(connection):
        if stored.is_open:
            continue
        balance_cents = _bankroll_after(connection, stored)
        if balance_cents != stored.balance_after_cents:
            yield (
                f"round {stored.id} notes a bankroll of {stored.balance_after_cents} cents, "
                f"its transfers left {balance_cents}"
            )


def _differences(
    connection: Connection, stored: StoredRound, replayed: ReplayedRound
) -> Iterable[str]:
    for fact in _FACTS:
        was, ought = getattr(stored, fact), getattr(replayed, fact)
        if was != ought:
            yield f"round {stored.id} has {fact} {was!r}, its replay {ought!r}"
    posted = tuple(entry.planned for entry in transfers_of_round(connection, stored.id))
    expected = transfers_of(replayed.events, player_id=stored.player_id, table_key=stored.table_key)
    if posted != expected:
        was, ought = sum(t.amount_cents for t in posted), sum(t.amount_cents for t in expected)
        yield (
            f"round {stored.id} has {len(posted)} transfers of {was} cents in all, "
            f"its replay {len(expected)} of {ought}"
        )


def _rounds(connection: Connection) -> Iterator[tuple[StoredRound, str, str | None]]:
    """Read all rounds with rules and shoe, some at a time: there may be millions."""
    rounds = (
        select(*ROUND.c, TABLE_RULES.c.rules_json, SHOE.c.order_text)
        .join_from(ROUND, TABLE_RULES, ROUND.c.rules_id == TABLE_RULES.c.id)
        .join(SHOE, ROUND.c.shoe_id == SHOE.c.id)
        .order_by(ROUND.c.id)
        .limit(ROUNDS_AT_ONCE)
    )
    last_id = 0
    while rows := connection.execute(rounds.where(ROUND.c.id > last_id)).mappings().all():
        for row in rows:
            columns = dict(row)
            rules_json, order_text = columns.pop("rules_json"), columns.pop("order_text")
            yield StoredRound(**columns), rules_json, order_text
        last_id = rows[-1]["id"]


def _bankroll_after(connection: Connection, stored: StoredRound) -> int | None:
    transfers = transfers_of_round(connection, stored.id)
    if not transfers:
        return None
    name = str(bankroll(stored.player_id))
    account_id = connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.name == name)).scalar()
    moved = legs(account_id=account_id or 0)
    query = (
        select(moved.c.after_cents)
        .where(moved.c.id <= transfers[-1].id)
        .order_by(moved.c.id.desc())
        .limit(1)
    )
    return connection.execute(query).scalar()
