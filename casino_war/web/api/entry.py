"""The door of the API: one route, behind which its own are loaded when the first program comes.

They are a tenth of what the site is loaded with, and most starts serve no program.
"""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException

from casino_war.errors import CasinoWarError
from casino_war.web.api.address import NAME, PREFIX
from casino_war.web.api.problems import problem_of, problem_of_http
from casino_war.web.operations.limits import tell_limits

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

blueprint = Blueprint(NAME, __name__, url_prefix=PREFIX)


def init_api(app: Flask) -> None:
    """Open the API. Its requests carry a token, which no other site can make a browser send."""
    app.extensions["csrf"].exempt(blueprint)
    app.register_blueprint(blueprint)


@blueprint.route("/<path:place>", methods=METHODS, provide_automatic_options=False)
def answer(place: str) -> Response:
    """Answer a program."""
    from casino_war.web.api.routes import answer_at

    return answer_at(f"/{place}")


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
    from casino_war.web.api.routes import present_state

    return present_state()
