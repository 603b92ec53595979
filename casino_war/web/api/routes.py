"""The blueprint of the API: every operation at its address, its document and its page."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from flask import Blueprint, Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from casino_war.errors import CasinoWarError
from casino_war.services.api_tokens import is_command_known
from casino_war.web.api import cashier, playing, rounds, tables, tokens
from casino_war.web.api.address import NAME, PREFIX
from casino_war.web.api.calls import (
    KEY_HEADER,
    Call,
    admit,
    key_of,
    read_body,
    read_query,
    require_acceptable,
)
from casino_war.web.api.operations import Area, Operation
from casino_war.web.api.problems import problem_of, problem_of_http
from casino_war.web.api.replies import REPLAYED_HEADER, reply
from casino_war.web.api.values import Query
from casino_war.web.limits import tell_limits
from casino_war.web.pages import current_house

AREAS: tuple[Area, ...] = (
    tokens.AREA,
    tables.AREA,
    playing.AREA,
    rounds.AREA,
    cashier.AREA,
)

blueprint = Blueprint(NAME, __name__, url_prefix=PREFIX)


def init_api(app: Flask) -> None:
    """Open the API. Its requests carry a token, which no other site can make a browser send."""
    app.extensions["csrf"].exempt(blueprint)
    app.register_blueprint(blueprint)


def perform(operation: Operation, **places: Any) -> Response:
    """Carry out one request."""
    require_acceptable()
    house = current_house()
    caller = admit(house, operation)
    call = Call(house=house, caller=caller, key=key_of(operation, caller))
    g.api_call = (operation, call)
    given: dict[str, Any] = {}
    query = read_query(operation.query or Query)
    if operation.query is not None:
        given["query"] = query
    if operation.body is not None:
        given["body"] = read_body(operation.body)
    is_again = KEY_HEADER in request.headers and is_command_known(house, call.key)
    response = reply(operation, call, operation.handler(call, **places, **given))
    if is_again:
        response.headers[REPLAYED_HEADER] = "true"
    return response


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refusal; whoever came too late is told how things stand."""
    return problem_of(error, _present)


@blueprint.errorhandler(HTTPException)
def refuse_http(error: HTTPException) -> Response:
    """Answer what the framework refuses."""
    return problem_of_http(error)


blueprint.after_request(tell_limits)


def _present() -> Mapping[str, Any] | None:
    asked: tuple[Operation, Call] | None = g.get("api_call")
    tell = None if asked is None else asked[0].present
    if asked is None or tell is None:
        return None
    try:
        told = tell(asked[1], request.view_args or {})
    except CasinoWarError:
        # What the refusal itself says is all that there is to say.
        return None
    return told.model_dump(mode="json")


def _route(operations: Iterable[Operation]) -> None:
    for each in operations:
        view = partial(perform, each)
        blueprint.add_url_rule(each.rule, each.name, view, methods=[each.method])


for area in AREAS:
    _route(area.operations)
