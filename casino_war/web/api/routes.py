"""Every operation at its address; loaded by the first request, for its models take their time."""

from collections.abc import Mapping
from typing import Any

from flask import Response, g, request
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import Map, Rule

from casino_war.errors import CasinoWarError
from casino_war.services.acting import note_repeated, noted_repeated
from casino_war.web.api import (
    care,
    cashier,
    game_seats,
    games,
    odds,
    own_tables,
    playing,
    rounds,
    runs,
    statistics,
    tables,
    tokens,
    war_rules,
)
from casino_war.web.api.address import PREFIX
from casino_war.web.api.calls import (
    Call,
    admit,
    key_of,
    read_body,
    read_query,
    require_acceptable,
)
from casino_war.web.api.operations import Area, Operation
from casino_war.web.api.replies import REPLAYED_HEADER, reply
from casino_war.web.api.values import Query
from casino_war.web.operations.requests import name_place
from casino_war.web.pages import current_house

AREAS: tuple[Area, ...] = (
    *(tables.AREA, playing.AREA, rounds.AREA, cashier.AREA, statistics.AREA, care.AREA),
    *(own_tables.AREA, games.AREA, game_seats.AREA, war_rules.AREA, odds.AREA),
    *(runs.AREA, tokens.AREA),
)

OPERATIONS: Mapping[str, Operation] = {
    each.name: each for area in AREAS for each in area.operations
}

_MAP = Map(
    [
        # Answered elsewhere by GET; whoever comes by another method is told so here.
        Rule("/openapi.json", methods=["GET"]),
        *(
            Rule(each.rule, endpoint=name, methods=[each.method])
            for name, each in OPERATIONS.items()
        ),
    ],
    merge_slashes=False,
)

_OPTIONS = "OPTIONS"


def answer_at(place: str) -> Response:
    """Answer a request at an address below the API's own.

    Raises:
        NotFound, MethodNotAllowed: there is no such address, or not by that method.
        CasinoWarError: what the house refuses.
    """
    here = _MAP.bind(request.host, script_name=request.script_root + PREFIX)
    if request.method == _OPTIONS:
        allowed = here.allowed_methods(place)
        if not allowed:
            raise NotFound
        response = Response()
        response.allow.update((*allowed, _OPTIONS))
        return response
    try:
        name, places = here.match(place, request.method)
    except MethodNotAllowed as error:
        raise MethodNotAllowed((*(error.valid_methods or ()), _OPTIONS)) from None
    operation = OPERATIONS[name]
    name_place(f"api.{name}", f"{PREFIX}{operation.rule}")
    response, call = _perform(operation, places)
    if call.made is not None:
        made_by, where = call.made
        response.headers["Location"] = here.build(made_by, where)
    return response


def _perform(operation: Operation, places: Mapping[str, Any]) -> tuple[Response, Call]:
    require_acceptable(operation)
    house = current_house()
    caller = admit(house, operation)
    call = Call(house=house, caller=caller, key=key_of(operation, caller))
    g.api_call = (operation, call, places)
    given: dict[str, Any] = {}
    query = read_query(operation.query or Query)
    if operation.query is not None:
        given["query"] = query
    if operation.body is not None:
        given["body"] = read_body(operation.body)
    note_repeated(False)
    response = reply(operation, operation.handler(call, **places, **given))
    if noted_repeated():
        response.headers[REPLAYED_HEADER] = "true"
    return response, call


def present_state() -> Mapping[str, Any] | None:
    """Tell how things stand where the present request came too late; None if that is nowhere."""
    asked: tuple[Operation, Call, Mapping[str, Any]] | None = g.get("api_call")
    if asked is None:
        return None
    operation, call, places = asked
    if operation.present is None:
        return None
    try:
        told = operation.present(call, places)
    except CasinoWarError:
        # What the refusal itself says is all that there is to say.
        return None
    return None if told is None else told.model_dump(mode="json")
