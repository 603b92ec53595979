"""The check of a shoe: what its form holds, what it finds, and how to do it elsewhere."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from casino_war.errors import N_, InvalidFormError
from casino_war.game.cards import Card
from casino_war.game.table_rules import DECKS_MAX
from casino_war.resources import data_dir
from casino_war.services import fairness
from casino_war.services.fairness import Place
from casino_war.services.pages import ProofRow
from casino_war.web.forms import Form, read_number

DECKS = range(1, DECKS_MAX + 1)

_SNIPPET = "fairness/check_shoe.txt"
_CALL = re.compile(r"^commitment, cards = .*\Z", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What stands in the form that checks a shoe, as text.

    ``expected`` are cards that were dealt, ``expected_from`` the place of the first of
    them in its shoe, from 1.
    """

    server_seed: str = ""
    client_seed: str = ""
    nonce: str = "0"
    decks: str = "6"
    commitment: str = ""
    expected: str = ""
    expected_from: str = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check found. ``is_commitment_kept`` is None if none was given to compare."""

    commitment: str
    cards: tuple[Card, ...]
    is_commitment_kept: bool | None
    places: tuple[Place, ...]

    @property
    def difference(self) -> Place | None:
        """The first place where another card was dealt than the seeds give."""
        return next((place for place in self.places if place.is_kept is False), None)

    @property
    def unseen(self) -> int:
        """How many of the cards nobody saw."""
        return sum(place.is_kept is None for place in self.places)


def fields_of(proof: ProofRow, dealt: Sequence[Card | None], first: int = 1) -> Fields:
    """Fill the form with what is known of a shoe, and with cards dealt from place *first* on."""
    return Fields(
        server_seed=proof.server_seed or "",
        client_seed=proof.client_seed,
        nonce=str(proof.nonce),
        decks=str(proof.decks),
        commitment=proof.commitment,
        expected=fairness.format_dealt(dealt),
        expected_from=str(first),
    )


def read_check(args: Form) -> Fields:
    """Take the fields as typed.

    Spaces are legal in a client seed and count; around the others they are slips.
    """
    return Fields(
        server_seed=args.get("server_seed", "").strip(),
        client_seed=args.get("client_seed", ""),
        nonce=args.get("nonce", "").strip(),
        decks=args.get("decks", "").strip(),
        commitment=args.get("commitment", "").strip(),
        expected=args.get("expected", "").strip(),
        expected_from=args.get("expected_from", "1").strip(),
    )


def check_fields(fields: Fields) -> Check:
    """Shuffle by the fields and compare.

    Raises:
        InvalidInputError: a seed, a number or a card is malformed.
    """
    found = fairness.verify(
        fields.server_seed,
        fields.client_seed,
        read_number(fields.nonce, "nonce"),
        read_number(fields.decks, "decks"),
    )
    claimed = fields.commitment.lower()
    return Check(
        commitment=found.commitment,
        cards=found.cards,
        is_commitment_kept=claimed == found.commitment if claimed else None,
        places=fairness.places(
            found.cards, fairness.parse_dealt(fields.expected), _first_place(fields)
        ),
    )


def command_line(fields: Fields) -> str:
    """Print the command that makes the same check, ready for a shell."""
    words = ["casino-war", "verify"]
    words += ["--server-seed", fields.server_seed, "--client-seed", fields.client_seed]
    words += ["--nonce", fields.nonce, "--decks", fields.decks]
    if fields.commitment:
        words += ["--commitment", fields.commitment]
    if fields.expected:
        words += ["--from", fields.expected_from, "--cards", " ".join(fields.expected.split())]
    return shlex.join(words)


@cache
def snippet() -> str:
    """Return the lines of Python that check a shoe without this site."""
    return (data_dir("templates") / _SNIPPET).read_text(encoding="utf-8")


def snippet_for(fields: Fields) -> str:
    """Return those lines with fields that `check_fields` accepts, printing the cards asked for."""
    nonce, decks = int(fields.nonce), int(fields.decks)
    cards = "cards"
    if fields.expected:
        first = int(fields.expected_from) - 1
        cards = f'" ".join(cards.split()[{first}:{first + len(fields.expected.split())}])'
    call = (
        f"commitment, cards = shoe({fields.server_seed!r}, {fields.client_seed!r},"
        f' {nonce}, {decks})\nprint(commitment, {cards}, sep="\\n")\n'
    )
    return _CALL.sub(lambda _: call, snippet())


def _first_place(fields: Fields) -> int:
    first = read_number(fields.expected_from, "expected_from")
    if first < 1:
        raise InvalidFormError(
            N_("The cards of a shoe are counted from 1."), reason="expected_from"
        )
    return first
