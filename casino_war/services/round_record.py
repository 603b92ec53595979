"""One settled round as a record that tells the whole of it: what an export holds.

Whoever has only the record can deal its cards again by its rules: see `recheck`. Records
stand in a row, each with the count of all and with a digest that hangs on the one before,
so that none can be changed, left out or moved without a trace.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_type_hints

from casino_war.errors import N_, InvalidRecordError
from casino_war.ledger.posting import PlannedTransfer

FORMAT = "casino-war-rounds/1"
"""What every record begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedChips:
    """A transfer of a round: cents from one of ``bankroll``, ``felt``, ``house`` to another.

    ``hand`` counts from 0.
    """

    code: str
    source: str
    target: str
    amount_cents: int
    hand: int | None
    wager: str | None


def moved_chips(transfer: PlannedTransfer) -> MovedChips:
    """Return a transfer as a record tells it."""
    return MovedChips(
        code=transfer.code.value,
        source=transfer.source.kind.value,
        target=transfer.target.kind.value,
        amount_cents=transfer.amount_cents,
        hand=transfer.hand,
        wager=None if transfer.wager is None else transfer.wager.value,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A settled round; amounts in cents, moments in UTC as ISO 8601 writes them."""

    format: str
    row: int
    """The place of the record in its export, from 1."""
    rows: int
    """How many records the export has."""
    player: int
    number: int
    """The player counts rounds from 1."""
    round_id: int
    table: str
    rules_version: int
    dealt_at: str
    settled_at: str
    notation: str
    """The round in one line: rules, shoe, wagers and decisions (see `game.notation`)."""
    cards: str
    """The upturned cards: hands in seat order parted by bars, the dealer's last."""
    outcomes: str
    """The outcome of each hand in seat order, parted by commas."""
    wagered_cents: int
    net_cents: int
    balance_after_cents: int
    """The bankroll when the round was settled."""
    shoe: int
    nonce: int
    decks: int
    position: int
    """How many cards of the shoe were gone before the round."""
    dealt: str
    """The cards that it took from the shoe in order, ``?`` for a burned one."""
    commitment: str
    client_seed: str
    server_seed: str | None
    """None while the shoe is in play."""
    transfers: tuple[MovedChips, ...]
    rules: str
    """The rules whole, as JSON."""
    digest: str = ""
    """SHA-256 over the digest of the record before and everything else in this one."""

    def to_data(self) -> dict[str, Any]:
        """Return the record as JSON has it."""
        return {**asdict(self), "rules": json.loads(self.rules)}

    def to_row(self) -> dict[str, str]:
        """Return the record as a row of CSV has it."""
        return {name: _cell(value) for name, value in self.to_data().items()}

    def sealed(self, before: str) -> "RoundRecord":
        """Return the record with its digest, after one whose digest is *before*."""
        return replace(self, digest=self.expected_digest(before))

    def expected_digest(self, before: str) -> str:
        """Reckon the digest after a record whose digest is *before* (empty for the first)."""
        facts = {**self.to_data(), "digest": before}
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


NAMES = tuple(each.name for each in fields(RoundRecord))
"""The fields in the order in which they stand in a file."""

_TYPES = get_type_hints(RoundRecord)


def record_from_data(data: object) -> RoundRecord:
    """Read what `RoundRecord.to_data` gave.

    Raises:
        InvalidRecordError: a field is missing, unknown or of another kind.
    """
    if not isinstance(data, Mapping):
        raise InvalidRecordError(N_("A record is an object with fields."))
    odd = sorted({str(name) for name in data} ^ set(NAMES))
    if odd:
        raise InvalidRecordError(N_("%(field)s is missing or unknown."), field=repr(odd[0]))
    if data["format"] != FORMAT:
        raise InvalidRecordError(
            N_("%(text)s is not the format %(format)s."),
            text=repr(data["format"]),
            format=FORMAT,
        )
    values = {name: _value(name, data[name]) for name in NAMES}
    return RoundRecord(**values)


def record_from_row(row: Mapping[str, str]) -> RoundRecord:
    """Read what `RoundRecord.to_row` gave.

    Raises:
        InvalidRecordError: a field is missing, unknown or of another kind.
    """
    data: dict[str, object] = dict(row)
    for name, kind in _TYPES.items():
        text = row.get(name)
        if text is None:
            continue
        if kind is int:
            data[name] = _number(name, text)
        elif name in ("transfers", "rules"):
            data[name] = _json(name, text)
        elif name == "server_seed":
            data[name] = text or None
    return record_from_data(data)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _value(name: str, value: Any) -> Any:
    kind = _TYPES[name]
    if name == "transfers":
        return _transfers(value)
    if name == "rules":
        if not isinstance(value, dict):
            raise _wrong(name, value)
        return json.dumps(value, sort_keys=True)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if (kind is int and is_whole) or (kind is not int and isinstance(value, str)):
        return value
    if name == "server_seed" and value is None:
        return value
    raise _wrong(name, value)


def _transfers(value: object) -> tuple[MovedChips, ...]:
    if not isinstance(value, list | tuple):
        raise _wrong("transfers", value)
    try:
        return tuple(MovedChips(**each) for each in value)
    except TypeError:
        raise _wrong("transfers", value) from None


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _wrong(name, text) from None


def _json(name: str, text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        raise _wrong(name, text) from None


def _wrong(name: str, value: object) -> InvalidRecordError:
    return InvalidRecordError(
        N_("%(text)s cannot be the field %(field)s."), field=name, text=repr(value)[:80]
    )
