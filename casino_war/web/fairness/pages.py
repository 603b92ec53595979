"""Fairness: the scheme explained, and every finished shoe checked."""

from flask import Blueprint, Response, make_response, render_template, request

from casino_war.errors import InvalidInputError
from casino_war.services import fairness as service
from casino_war.web.fairness import checks
from casino_war.web.forms import ID, read_before
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import player_token

blueprint = Blueprint("fairness", __name__, url_prefix="/fairness")


@blueprint.get("")
def index() -> Response:
    """Explain the scheme, check what the address names, list the finished shoes."""
    page = service.shoes_page(current_house(), player_token(), read_before(request.args))
    fields, check, message = checks.Fields(), None, ""
    if "server_seed" in request.args:
        fields = checks.read_check(request.args)
        try:
            check = checks.check_fields(fields)
        except InvalidInputError as error:
            message = tell_error(error)
    text = render_template(
        "fairness/index.html",
        bar=current_bar(),
        page=page,
        fields=fields,
        check=check,
        message=message,
        decks=checks.DECKS,
        command=checks.command_line(fields) if check else "",
        snippet=checks.snippet_for(fields) if check else checks.snippet(),
    )
    return make_response(text, 422 if message else 200)


@blueprint.get(f"/<{ID}:shoe_id>")
def shoe(shoe_id: int) -> str:
    """Show the proof of one shoe of the player's."""
    page = service.proof_page(current_house(), player_token(), shoe_id)
    fields = checks.fields_of(page.proof, page.dealt)
    return render_template(
        "fairness/shoe.html",
        bar=current_bar(),
        proof=page.proof,
        fields=fields,
        decks=checks.DECKS,
        command=checks.command_line(fields),
        snippet=checks.snippet_for(fields),
    )
