"""Languages: the one door to Flask-Babel, with types.

Code marks its texts with `_` (now), `lazy_gettext` (when shown) and `ngettext` (by
number); message ids that arrive as data, such as the titles of tables, are translated by
`translate`.
"""

from datetime import datetime
from decimal import Decimal
from typing import Protocol, cast

import flask_babel  # type: ignore[import-untyped]  # ships annotations without py.typed
from flask import Flask, Response, current_app, request

DEFAULT_LANGUAGES = ("en",)


class Text(Protocol):
    """A text that finds its language when it is printed."""

    def __str__(self) -> str: ...


def _(message: str, **facts: object) -> str:
    """Translate *message* and fill in *facts*."""
    return cast(str, flask_babel.gettext(message, **facts))


def lazy_gettext(message: str) -> Text:
    """Mark *message* for translation at the moment it is printed."""
    return cast(Text, flask_babel.lazy_gettext(message))


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Translate by the number *num*, which fills ``%(num)s``."""
    return cast(str, flask_babel.ngettext(singular, plural, num, **facts))


def translate(message_id: str, **facts: object) -> str:
    """Translate a message id that was marked elsewhere with ``N_``."""
    return _(message_id, **facts)


def format_decimal(number: Decimal | int, pattern: str) -> str:
    """Print a number in the reader's way, by a CLDR pattern."""
    return cast(str, flask_babel.format_decimal(number, pattern))


def format_percent(share: Decimal, pattern: str) -> str:
    """Print a share of one as percent in the reader's way, by a CLDR pattern."""
    return cast(str, flask_babel.format_percent(share, pattern))


def format_moment(moment: datetime) -> str:
    """Print a moment in the reader's way, in UTC."""
    return cast(str, flask_babel.format_datetime(moment))


def language() -> str:
    """Return the tag of the page's language, for its ``lang`` attribute."""
    return str(flask_babel.get_locale() or DEFAULT_LANGUAGES[0]).replace("_", "-")


def init_languages(app: Flask) -> None:
    """Let every request choose among the languages of the setting ``LANGUAGES``."""
    app.config.setdefault("LANGUAGES", DEFAULT_LANGUAGES)
    flask_babel.Babel(app, locale_selector=_choose, default_timezone="UTC")
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["translate"] = translate
    app.after_request(_vary)


def _choose() -> str:
    languages = tuple(current_app.config["LANGUAGES"])
    return request.accept_languages.best_match(languages) or languages[0]


def _vary(response: Response) -> Response:
    response.vary.add("Accept-Language")
    return response
