"""Style sheets, scripts and pictures, kept by browsers for ever under a hashed address.

The hash stands in the folder's name, for scripts and sheets name each other by relative
paths: `/static/<hash of all files>/css/page.css`. A page from before an update still asks
for the old names; it gets the files of today, which may not be kept.
"""

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request, url_for
from flask_compress import Compress, DictCache

STATIC = "static"
"""The endpoint of files that are the same for everybody."""

STATIC_OF_OLD = "static_of_old"
"""The endpoint of the same files under the addresses of other versions."""

STATIC_FOLDER = Path(__file__).parent / "static"

_YEAR_SECONDS = 365 * 24 * 60 * 60
_HASH_DIGITS = 12


@cache
def static_url_path() -> str:
    """Return the address below which the files of this version stand."""
    digest = hashlib.sha256()
    for path in sorted(STATIC_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC_FOLDER).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"/static/{digest.hexdigest()[:_HASH_DIGITS]}"


def init_assets(app: Flask) -> None:
    """Let files be kept for ever, and send them compressed.

    Pages are not compressed: they hold a secret token beside what a request can put there,
    and their length would tell of it.
    """
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_CACHE_BACKEND=DictCache,
        COMPRESS_CACHE_KEY=lambda request: request.path,
    )
    compress = Compress(app)
    app.add_url_rule("/static/<path:filename>", STATIC_OF_OLD, _file_of_today)
    app.jinja_env.globals["url_for"] = url_in_page

    @app.after_request
    def keep(response: Response) -> Response:
        # While the program is worked on, its files change under the same address.
        if request.endpoint != STATIC or response.status_code >= 400 or app.debug:
            return response
        response.headers["Cache-Control"] = f"public, max-age={_YEAR_SECONDS}, immutable"
        # Whole, not in pieces: these files are small, and are then compressed only once.
        response.direct_passthrough = False
        response.get_data()
        return compress.after_request(response)


def url_in_page(endpoint: str, **values: Any) -> str:
    """Return an address for a page: most are those of the page before it, and made once."""
    return _url(request.root_path, endpoint, **values)


# The path below which the site stands is the proxy's to say, with every request.
@lru_cache(maxsize=4096)
def _url(_root_path: str, endpoint: str, **values: Any) -> str:
    return url_for(endpoint, **values)


def _file_of_today(filename: str) -> Response:
    _version, _slash, name = filename.partition("/")
    response = current_app.send_static_file(name)
    response.headers["Cache-Control"] = "no-store"
    return response
