"""The document of the API as a file for programs, and as a page for people."""

from flask import Blueprint, Response, render_template, request

from casino_war.web.api.address import PAGE_NAME, PREFIX
from casino_war.web.pages import current_bar

blueprint = Blueprint(PAGE_NAME, __name__, url_prefix=PREFIX)

_HOUR_SECONDS = 3600


@blueprint.get("/openapi.json", provide_automatic_options=False)
def openapi() -> Response:
    """Send the document."""
    # Late, like all that needs the models: see `entry`.
    from casino_war.web.api.reference import document_text
    from casino_war.web.api.replies import with_tag

    response = Response(document_text(), mimetype="application/json")
    response.headers["Cache-Control"] = f"public, max-age={_HOUR_SECONDS}"
    return with_tag(response)


@blueprint.get("/")
def index() -> str:
    """Show the document."""
    from casino_war.web.api.reference import about, told_areas, told_codes

    base = request.host_url.rstrip("/") + request.script_root + PREFIX
    return render_template(
        "api/index.html",
        bar=current_bar(),
        about=about(),
        base=base,
        areas=told_areas(base),
        codes=told_codes(),
    )
