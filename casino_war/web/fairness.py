"""Fairness: the scheme explained, and every finished shoe checked."""

from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, make_response, render_template, request

from casino_war.errors import InvalidInputError
from casino_war.game.cards import format_cards
from casino_war.game.table_rules import DECKS_MAX
from casino_war.resources import data_dir
from casino_war.services import fairness as service
from casino_war.services.pages import ProofRow
from casino_war.web.forms import Form, read_before, read_number
from casino_war.web.identity import player_token
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_bar, current_house

blueprint = Blueprint("fairness", __name__, url_prefix="/fairness")

DECKS = range(1, DECKS_MAX + 1)

SNIPPET = "fairness/check_shoe.txt"
"""The Python by which a player can check a shoe without this site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What stands in the form that checks a shoe, as text."""

    server_seed: str = ""
    client_seed: str = ""
    nonce: str = "0"
    decks: str = "6"
    commitment: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check found. A verdict is None where there was nothing to compare with."""

    commitment: str
    cards: tuple[str, ...]
    is_commitment_kept: bool | None
    are_cards_kept: bool | None


@blueprint.get("")
def index() -> Response:
    """Explain the scheme, check what the address names, list the finished shoes."""
    page = service.shoes_page(current_house(), player_token(), read_before(request.args))
    fields, check, message = Fields(), None, ""
    if "server_seed" in request.args:
        fields = _typed(request.args)
        try:
            check = check_fields(fields)
        except InvalidInputError as error:
            message = tell_error(error)
    text = render_template(
        "fairness/index.html",
        bar=current_bar(),
        page=page,
        fields=fields,
        check=check,
        message=message,
        decks=DECKS,
        snippet=snippet(),
    )
    return make_response(text, 422 if message else 200)


@blueprint.get("/<int(max=9223372036854775807):shoe_id>")
def shoe(shoe_id: int) -> str:
    """Show the proof of one shoe of the player's."""
    proof = service.proof_page(current_house(), player_token(), shoe_id)
    return render_template(
        "fairness/shoe.html", bar=current_bar(), proof=proof, fields=fields_of(proof), decks=DECKS
    )


@cache
def snippet() -> str:
    """Return the lines of Python that check a shoe."""
    return (data_dir("templates") / SNIPPET).read_text(encoding="utf-8")


def fields_of(proof: ProofRow) -> Fields:
    """Fill the form with what is known of a shoe."""
    return Fields(
        server_seed=proof.server_seed or "",
        client_seed=proof.client_seed,
        nonce=str(proof.nonce),
        decks=str(proof.decks),
        commitment=proof.commitment,
        expected=proof.cards or "",
    )


def check_fields(fields: Fields) -> Check:
    """Shuffle by the fields and compare.

    Raises:
        InvalidInputError: a seed, the nonce or the number of decks is malformed.
    """
    found = service.verify(
        fields.server_seed,
        fields.client_seed,
        read_number(fields.nonce, "nonce"),
        read_number(fields.decks, "decks"),
    )
    claimed, expected = fields.commitment.lower(), " ".join(fields.expected.split())
    cards = format_cards(found.cards)
    return Check(
        commitment=found.commitment,
        cards=tuple(card.code for card in found.cards),
        is_commitment_kept=claimed == found.commitment if claimed else None,
        are_cards_kept=expected == cards if expected else None,
    )


def _typed(args: Form) -> Fields:
    # Spaces are legal in a client seed and count; around the others they are slips.
    return Fields(
        server_seed=args.get("server_seed", "").strip(),
        client_seed=args.get("client_seed", ""),
        nonce=args.get("nonce", "").strip(),
        decks=args.get("decks", "").strip(),
        commitment=args.get("commitment", "").strip(),
        expected=args.get("expected", ""),
    )
