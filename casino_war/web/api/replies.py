"""Answers: JSON with an entity tag, so that who has it already is told so."""

import hashlib

from flask import Response, request

from casino_war.web.api.calls import JSON, Call
from casino_war.web.api.operations import Operation
from casino_war.web.api.paging import PageOf
from casino_war.web.api.values import Answer

REPLAYED_HEADER = "Idempotency-Replayed"


def reply(operation: Operation, call: Call, told: Answer | None) -> Response:
    """Write what an operation gave."""
    if told is None:
        return Response(status=operation.status)
    text = told.model_dump_json()
    response = Response(text, operation.status, mimetype=JSON)
    if call.location is not None:
        response.headers["Location"] = call.location
    if isinstance(told, PageOf) and told.next is not None:
        response.headers["Link"] = f'<{told.next}>; rel="next"'
    return with_tag(response) if request.method == "GET" else response


def with_tag(response: Response) -> Response:
    """Name what is told by its digest; whoever names it too is told nothing anew."""
    response.vary.add("Authorization")
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.make_conditional(request)
    return response
