"""The pages that work without a connection, and the files that they need for it.

A page of this list must be the same for everybody: browsers keep it, whoever uses them next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flask import current_app, url_for

from casino_war.web.assets import STATIC_FOLDER
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l

FALLBACK = "offline.fallback"
"""The endpoint of the page that stands for all that is not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflinePage:
    """One page; ``files`` are patterns of names below the static files."""

    key: str
    endpoint: str
    title: Text
    files: tuple[str, ...]

    @property
    def address(self) -> str:
        """Where the page stands."""
        return url_for(self.endpoint)


_PAGES: Sequence[OfflinePage] = (
    OfflinePage(
        key="practice",
        endpoint="practice_offline.index",
        title=_l("Practice without a connection"),
        files=("css/practice.css", "css/offline.css", "js/offline/*.js", "js/war-fair.js"),
    ),
    OfflinePage(
        key="score",
        endpoint="score.index",
        title=_l("Score sheet"),
        files=("css/gallery.css", "css/score.css", "js/deal/sound.js", "js/score/*.js"),
    ),
)

_SHARED = (
    *("css/tokens.css", "css/page.css", "css/controls.css", "css/cards.css"),
    *("css/records.css", "css/contrast.css", "css/print.css"),
    *("js/time-zone.js", "js/waiting.js", "js/offline/register.js", "vendor/js-sha256/*.js"),
    *("cards/back.svg", "img/mark.svg"),
)
"""What the frame of every page and the page that stands for others need."""


def offline_pages() -> tuple[OfflinePage, ...]:
    """List the pages of this site that work without a connection."""
    return tuple(page for page in _PAGES if page.endpoint in current_app.view_functions)


def kept_files() -> tuple[str, ...]:
    """List the files that these pages need, by their names below the static files."""
    of_pages = (pattern for page in offline_pages() for pattern in page.files)
    return _matching(frozenset((*_SHARED, *of_pages)))


# Browsers ask for the worker, and so for this list, whenever they go to another page.
@cache
def _matching(patterns: frozenset[str]) -> tuple[str, ...]:
    found = {path for pattern in patterns for path in STATIC_FOLDER.glob(pattern)}
    return tuple(sorted(path.relative_to(STATIC_FOLDER).as_posix() for path in found))
