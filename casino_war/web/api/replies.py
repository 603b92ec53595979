"""Answers: JSON with an entity tag, so that who has it already is told so."""

import hashlib
from http import HTTPStatus

from flask import Response, request

from casino_war.web.api.operations import JSON, Operation
from casino_war.web.api.paging import PageOf
from casino_war.web.api.values import Answer

REPLAYED_HEADER = "Idempotency-Replayed"


def reply(operation: Operation, told: Answer | Response | None) -> Response:
    """Write what an operation gave."""
    if told is None:
        return Response(status=operation.status)
    if isinstance(told, Response):
        return told
    text = told.model_dump_json()
    response = Response(text, operation.status, mimetype=JSON)
    if isinstance(told, PageOf) and told.next is not None:
        response.headers["Link"] = f'<{told.next}>; rel="next"'
    response.vary.add("Authorization")
    return with_tag(response) if operation.method == "GET" else response


def with_tag(response: Response) -> Response:
    """Name what is told by its digest; whoever names it too is told nothing anew."""
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.make_conditional(request)
    if response.status_code == HTTPStatus.PRECONDITION_FAILED:
        # If-Match guards changes, which carry a version here; whoever only looks is answered.
        response.status_code = HTTPStatus.OK
    return response
