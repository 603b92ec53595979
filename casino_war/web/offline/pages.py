"""What makes pages work without a connection: a service worker, and a manifest to install them.

The worker's script is one of the static files, with what it must know of this version of
the site put before it. It stands at the root, for a worker guards only what is below it.
"""

import json

from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from casino_war.web.assets import STATIC_FOLDER, static_url_path
from casino_war.web.language import _
from casino_war.web.offline.kept import FALLBACK, OfflinePage, kept_files, offline_pages
from casino_war.web.style.tokens import SCHEMES, Colour, colours

blueprint = Blueprint("offline", __name__)

_WORKER = "js/offline/worker.js"
_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
    ("mark.svg", "any", "any"),
)


@blueprint.get("/sw.js")
def worker() -> Response:
    """Send the service worker of this version of the site."""
    known = {
        "version": static_url_path().rsplit("/", 1)[1],
        "files": [f"{_static_root()}{name}" for name in kept_files()],
        "static": _static_root(),
        "pages": [page.address for page in offline_pages()],
        "fallback": url_for(FALLBACK),
        # While the program is worked on, its files change under the same address.
        "keepsFiles": not current_app.debug,
    }
    script = (STATIC_FOLDER / _WORKER).read_text("utf-8")
    response = make_response(f"const known = {json.dumps(known, sort_keys=True)};\n{script}")
    response.mimetype = "text/javascript"
    return response


@blueprint.get("/favicon.ico")
def icon() -> AnyResponse:
    """Lead browsers that ask for the icon without having read a page to it."""
    return redirect(url_for("static", filename="img/icon-192.png"))


@blueprint.get("/offline")
def fallback() -> str:
    """Say which pages work without a connection; shown in place of all others."""
    return render_template("offline/fallback.html", pages=offline_pages())


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the site, or (``page``) one of its pages, to a device that installs it."""
    pages = offline_pages()
    wanted = request.args.get("page", "")
    start = next((page for page in pages if page.key == wanted), None)
    ground = colours(SCHEMES[0])
    response = jsonify(
        id=_start_of(start),
        start_url=_start_of(start),
        scope=url_for("lobby.index"),
        name=_name_of(start),
        short_name=_("Casino War") if start is None else str(start.title),
        display="standalone",
        theme_color=_hex(ground["rail"]),
        background_color=_hex(ground["bg"]),
        icons=[
            {
                "src": url_for("static", filename=f"img/{name}"),
                "sizes": sizes,
                "type": "image/svg+xml" if name.endswith(".svg") else "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in _ICONS
        ],
        shortcuts=[{"name": str(page.title), "url": page.address} for page in pages],
    )
    response.mimetype = "application/manifest+json"
    return response


def _start_of(page: OfflinePage | None) -> str:
    return url_for("lobby.index") if page is None else page.address


def _name_of(page: OfflinePage | None) -> str:
    site = _("Casino War")
    return site if page is None else _("%(page)s · %(site)s", page=page.title, site=site)


def _static_root() -> str:
    return url_for("static", filename="")


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour[:3])
