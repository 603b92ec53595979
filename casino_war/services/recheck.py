"""Exported rounds dealt again: every result and transfer re-derived from cards and rules.

Nothing but the records is needed. Where a shoe is finished, its cards are those that its
seeds give; where it is still in play, the cards that the record shows are taken.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from casino_war.errors import CasinoWarError
from casino_war.game.cards import PACK, Card
from casino_war.game.events import CardsBurned, CardTurned, CasinoEvent
from casino_war.game.money import format_chips
from casino_war.game.notation import cards_line, outcomes_line, parse_notation
from casino_war.game.notation import replay as replay_notation
from casino_war.game.round import Settled
from casino_war.ledger.posting import transfers_of
from casino_war.services.fairness import format_dealt, parse_dealt, verify
from casino_war.services.round_record import MovedChips, RoundRecord, moved_chips
from casino_war.services.rounds import rules_of

_FILLER = PACK[0]
"""Lies where no record says which card does, and where none is looked at."""


Value = int | str | MovedChips
"""What a record says of a field, or should: amounts in cents, cards by their codes."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in which a record is not what its cards and rules make of it."""

    row: int
    field: str
    told: Value
    """What the record says."""
    derived: Value
    """What it should say."""

    def __str__(self) -> str:
        told, derived = _in_words(self.field, self.told), _in_words(self.field, self.derived)
        return f"row {self.row}: {self.field} is {told}, and should be {derived}"


def _in_words(field: str, value: Value) -> str:
    match value:
        case MovedChips():
            return _transfer_in_words(value)
        case int() if field.endswith("_cents"):
            return f"{format_chips(value)} chips"
        case _:
            return str(value) or "blank"


def _transfer_in_words(moved: MovedChips) -> str:
    amount = f"{format_chips(moved.amount_cents)} chips"
    words = [f"{amount} from {moved.source} to {moved.target}: {moved.code.replace('_', ' ')}"]
    if moved.wager is not None and not moved.code.startswith(moved.wager):
        words.append(f"({moved.wager.replace('_', ' ')})")
    if moved.hand is not None:
        words.append(f"of hand {moved.hand + 1}")
    return " ".join(words)


@dataclass(slots=True)
class Recheck:
    """What was dealt again, in sums; ``difference`` is what it stopped at, if anything."""

    rounds: int = 0
    transfers: int = 0
    wagered_cents: int = 0
    net_cents: int = 0
    shoes: set[tuple[str, str, int, int]] = field(default_factory=set)
    """The seeds, nonces and decks of the finished shoes that the rounds were dealt from."""
    unproven: int = 0
    """Rounds from shoes whose seeds are not shown yet."""
    difference: Difference | None = None


def recheck(records: Iterable[RoundRecord]) -> Recheck:
    """Deal every record again, up to the first that is not as it should be.

    Raises:
        InvalidRecordError: a record cannot be read (raised by *records*).
    """
    done = Recheck()
    line = _Line()
    for record in records:
        found = next(_differences(record, line), None)
        if found is not None:
            done.difference = Difference(line.row + 1, *found)
            return done
        _add(done, record)
        line.follow(record)
    if line.row != line.rows:
        done.difference = Difference(line.row, "rows", line.rows, line.row)
    return done


_Found = tuple[str, Value, Value]
"""A field, what it is told to be, and what it is."""


@dataclass(slots=True)
class _Line:
    """What the records so far say of the next."""

    row: int = 0
    rows: int = 0
    digest: str = ""
    positions: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """By player and table: the shoe and how far it is dealt."""
    rules: dict[tuple[str, int], str] = field(default_factory=dict)

    def follow(self, record: RoundRecord) -> None:
        self.row, self.rows, self.digest = record.row, record.rows, record.digest
        after = record.position + len(record.dealt.split())
        self.positions[record.player, record.table] = (record.shoe, after)
        self.rules[record.table, record.rules_version] = record.rules


def _add(done: Recheck, record: RoundRecord) -> None:
    done.rounds += 1
    done.transfers += len(record.transfers)
    done.wagered_cents += record.wagered_cents
    done.net_cents += record.net_cents
    if record.server_seed is None:
        done.unproven += 1
    else:
        done.shoes.add((record.server_seed, record.client_seed, record.nonce, record.decks))


def _differences(record: RoundRecord, line: _Line) -> Iterator[_Found]:
    try:
        yield from _of_the_line(record, line)
        yield from _of_the_round(record)
    except CasinoWarError as error:
        yield "round", record.notation, f"one that can be dealt ({error})"
    yield from _unless("digest", record.digest, record.expected_digest(line.digest))


def _of_the_line(record: RoundRecord, line: _Line) -> Iterator[_Found]:
    yield from _unless("row", record.row, line.row + 1)
    yield from _unless("rows", record.rows, line.rows or record.rows)
    known = line.rules.get((record.table, record.rules_version), record.rules)
    yield from _unless("rules", record.rules, known)
    shoe, after = line.positions.get((record.player, record.table), (0, 0))
    if shoe == record.shoe and record.position < after:
        yield "position", record.position, f"{after} or more"


def _of_the_round(record: RoundRecord) -> Iterator[_Found]:
    line = parse_notation(record.notation)
    yield from _unless("table", record.table, line.rules_key)
    yield from _unless("rules_version", record.rules_version, line.rules_version)
    yield from _unless("shoe", str(record.shoe), line.shoe)
    yield from _unless("position", record.position, line.position)
    rules = rules_of(record.rules)
    yield from _unless("decks", record.decks, rules.decks)
    if record.position > len(PACK) * rules.decks:
        yield "position", record.position, f"{len(PACK) * rules.decks} or less"
    state, events = replay_notation(rules, _shoe(record), line)
    if not isinstance(state, Settled):
        yield "notation", record.notation, "a round without an open decision"
        return
    yield from _of_the_seeds(record)
    yield from _unless("dealt", record.dealt, format_dealt(_taken(events)))
    yield from _unless("cards", record.cards, cards_line(state))
    yield from _unless("outcomes", record.outcomes, outcomes_line(state))
    yield from _unless("wagered_cents", record.wagered_cents, state.wagered_cents)
    yield from _unless("net_cents", record.net_cents, state.net_cents)
    planned = transfers_of(events, player_id=record.player, table_key=record.table)
    moved = tuple(map(moved_chips, planned))
    yield from _unless("count of transfers", len(record.transfers), len(moved))
    for place, (told, derived) in enumerate(zip(record.transfers, moved, strict=True), start=1):
        yield from _unless(f"transfer {place}", told, derived)


def _of_the_seeds(record: RoundRecord) -> Iterator[_Found]:
    if record.server_seed is not None:
        shown = _shuffled(record.server_seed, record.client_seed, record.nonce, record.decks)
        yield from _unless("commitment", record.commitment, shown[0])


def _unless(name: str, told: Value, derived: Value) -> Iterator[_Found]:
    if told != derived:
        yield name, told, derived


def _shoe(record: RoundRecord) -> tuple[Card, ...]:
    """Return the shoe as its seeds give it, or with the dealt cards in their places."""
    if record.server_seed is not None:
        seeds = (record.server_seed, record.client_seed, record.nonce, record.decks)
        return _shuffled(*seeds)[1]
    dealt = [_FILLER if card is None else card for card in parse_dealt(record.dealt)]
    rest = len(PACK) * record.decks - record.position - len(dealt)
    return (*[_FILLER] * record.position, *dealt, *[_FILLER] * rest)


# The rounds of a shoe follow one another; those of several players may mingle.
@lru_cache(maxsize=64)
def _shuffled(
    server_seed: str, client_seed: str, nonce: int, decks: int
) -> tuple[str, tuple[Card, ...]]:
    verified = verify(server_seed, client_seed, nonce, decks)
    return verified.commitment, verified.cards


def _taken(events: Iterable[CasinoEvent]) -> Iterator[Card | None]:
    for event in events:
        match event:
            case CardTurned(card=card):
                yield card
            case CardsBurned(count=count):
                yield from [None] * count
            case _:
                # The others take no card.
                pass
