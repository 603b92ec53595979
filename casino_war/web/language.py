"""Languages: the one door to Flask-Babel, with types.

Code marks its texts with `_` (now), `lazy_gettext` (when shown), `ngettext` (by number) and
`pgettext` (where one English word needs several in other languages); message ids that arrive
as data, such as the titles of tables, are translated by `translate`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Protocol, cast

import flask_babel  # type: ignore[import-untyped]  # ships annotations without py.typed
from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal as babel_decimal
from babel.numbers import get_decimal_symbol, get_group_symbol
from flask import Flask, Response, current_app, request
from flask.ctx import _AppCtxGlobals
from flask.globals import _cv_app
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from casino_war.resources import data_dir
from casino_war.web.catalogue import catalogue
from casino_war.web.settings import current_settings

DEFAULT_LANGUAGES = ("en", "da", "de", "nb", "sv")

# What browsers call languages that the site speaks by another name.
_ALIASES = {"no": "nb", "nn": "nb"}

# Smaller numbers are printed alike in every language of the site.
_GROUPED_FROM = 1000

_SEPARATORS = ("_", "-")


class Text(Protocol):
    """A text that finds its language when it is printed."""

    def __str__(self) -> str: ...


def _(message: str, **facts: object) -> str:
    """Translate *message* and fill in *facts*."""
    text = _texts().gettext(message)
    return text % facts if facts else text


def pgettext(context: str, message: str, **facts: object) -> str:
    """Translate *message* as it is meant in *context*."""
    text = _texts().pgettext(context, message)
    return text % facts if facts else text


@dataclass(frozen=True, slots=True)
class _LazyText:
    """Asks for the language itself; Flask-Babel's own text does so by many detours."""

    message: str
    context: str | None = None

    def __str__(self) -> str:
        return _(self.message) if self.context is None else pgettext(self.context, self.message)


def lazy_gettext(message: str) -> Text:
    """Mark *message* for translation at the moment it is printed."""
    return _LazyText(message)


def lazy_pgettext(context: str, message: str) -> Text:
    """Mark *message* for translation, as meant in *context*, at the moment it is printed."""
    return _LazyText(message, context)


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Translate by the number *num*, which fills ``%(num)s``, grouped."""
    facts.setdefault("num", _grouped(num))
    return _texts().ngettext(singular, plural, num) % facts


def _grouped(number: int) -> int | str:
    return number if number < _GROUPED_FROM else format_decimal(number, "#,##0")


def _texts() -> NullTranslations:
    """Return the texts of the reader's language."""
    return reader().catalogue


@dataclass(frozen=True, eq=False, slots=True)
class Reader:
    """Whoever reads in one language; the same object for all of them, to keep texts by."""

    locale: Locale | None
    catalogue: NullTranslations


def reader() -> Reader:
    """Return who reads the answer to this request; who that is, is found once."""
    here = _cv_app.get(None)
    if here is None:
        return _present_reader()
    try:
        known: Reader = here.g.reader
    except AttributeError:
        known = here.g.reader = _present_reader()
    return known


def g_of_request() -> _AppCtxGlobals:
    """Return Flask's ``g`` itself: pages ask hundreds of times, and its proxy takes longer."""
    return _cv_app.get().g


def _present_reader() -> Reader:
    locale = flask_babel.get_locale()
    if locale is None:
        return _reader(None, NullTranslations())
    return _reader(locale, catalogue(Path(current_app.config["TRANSLATIONS"]), str(locale)))


@lru_cache(maxsize=64)
def _reader(locale: Locale | None, texts: NullTranslations) -> Reader:
    return Reader(locale, texts)


def _text_of_page(message: str, **facts: object) -> Markup:
    """Translate for a template: Jinja's way, where each text is a format and safe HTML."""
    return _filled(_format(reader(), message), facts) if facts else _plain_text(reader(), message)


def _filled(text: str, facts: Mapping[str, object]) -> Markup:
    """Escape facts and fill them in: half the time of Markup's own way, which wraps each."""
    escaped = {name: fact if type(fact) is int else escape(fact) for name, fact in facts.items()}
    return Markup(text % escaped)  # nosec B704


# Most texts of a page say nothing but themselves, on every page anew.
@lru_cache(maxsize=4096)
def _plain_text(reading: Reader, message: str, context: str | None = None) -> Markup:
    return _filled(_format(reading, message, context), {})


@lru_cache(maxsize=4096)
def _format(reading: Reader, message: str, context: str | None = None) -> str:
    # The catalogue is the program's own, and safe.
    if context is None:
        return reading.catalogue.gettext(message)
    return reading.catalogue.pgettext(context, message)


def _text_of_page_in(context: str, message: str) -> Markup:
    """Translate for a template what is meant in a context; it takes no facts."""
    return _plain_text(reader(), message, context)


def _count_of_page(singular: str, plural: str, num: int, **facts: object) -> Markup:
    """Translate by a number for a template, as above."""
    return _filled(_texts().ngettext(singular, plural, num), {"num": _grouped(num), **facts})


def translate(message_id: str, **facts: object) -> str:
    """Translate a message id that was marked elsewhere with ``N_``."""
    return _(message_id, **facts)


def sentence(text: str) -> str:
    """Return a text that begins a sentence, whatever it begins with."""
    return text[:1].upper() + text[1:]


def format_decimal(number: Decimal | int, pattern: str) -> str:
    """Print a number in the reader's way, by a CLDR pattern."""
    return _decimal(number, pattern, reader())


# A page prints the same few amounts over and over.
@lru_cache(maxsize=4096)
def _decimal(number: Decimal | int, pattern: str, reading: Reader) -> str:
    return babel_decimal(number, pattern, locale=reading.locale)


def number_marks() -> dict[str, object]:
    """Return how the reader's numbers are marked, as D3 wants to be told of it."""
    locale = reader().locale or DEFAULT_LANGUAGES[0]
    return {
        "decimal": get_decimal_symbol(locale),
        "thousands": get_group_symbol(locale),
        "grouping": [3],
        "currency": ["", ""],
    }


def format_percent(share: Decimal, pattern: str) -> str:
    """Print a share of one as percent in the reader's way, by a CLDR pattern."""
    return cast(str, flask_babel.format_percent(share, pattern))


def format_moment(moment: datetime) -> str:
    """Print a moment in the reader's way, as the clock of its time zone shows it."""
    return cast(str, flask_babel.format_datetime(moment, rebase=False))


def format_month(moment: datetime) -> str:
    """Print a month with its year in the reader's way."""
    return cast(str, flask_babel.format_datetime(moment, "MMMM y", rebase=False))


def format_day(day: date) -> str:
    """Print a day in the reader's way; a moment's is that of UTC."""
    return cast(str, flask_babel.format_date(day, rebase=False))


def language() -> str:
    """Return the tag of the page's language, for its ``lang`` attribute."""
    return str(reader().locale or DEFAULT_LANGUAGES[0]).replace("_", "-")


def init_languages(app: Flask) -> None:
    """Let every request choose among the languages of the setting ``LANGUAGES``."""
    app.config.setdefault("LANGUAGES", DEFAULT_LANGUAGES)
    app.config.setdefault("TRANSLATIONS", data_dir("translations"))
    flask_babel.Babel(app, locale_selector=_choose, default_timezone="UTC")
    # Jinja's and Flask-Babel's own would ask for the language anew with every text.
    app.jinja_env.globals.update(_=_text_of_page, gettext=_text_of_page, ngettext=_count_of_page)
    app.jinja_env.globals["pgettext"] = _text_of_page_in
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["translate"] = translate
    app.jinja_env.globals["offered_languages"] = offered_languages
    app.after_request(_vary)


def offered_languages() -> dict[str, str]:
    """Return the languages that the site speaks, each called as it calls itself, by tag."""
    return _names_of(tuple(current_app.config["LANGUAGES"]))


@cache
def _names_of(languages: tuple[str, ...]) -> dict[str, str]:
    offered = {}
    for tag in languages:
        try:
            name = Locale.parse(tag, sep=_SEPARATORS["-" in tag]).get_display_name() or tag
            offered[tag] = sentence(name)
        except (UnknownLocaleError, ValueError):
            offered[tag] = tag
    return offered


def _choose() -> str:
    languages: tuple[str, ...] = tuple(current_app.config["LANGUAGES"])
    chosen = current_settings().language
    if chosen not in languages:
        chosen = _best_of(request.headers.get("Accept-Language", ""), languages)
    # Babel writes a region as catalogues do, and not as browsers.
    return chosen.replace("-", "_")


# Browsers of one language ask alike.
@lru_cache(maxsize=1024)
def _best_of(asked: str, languages: tuple[str, ...]) -> str:
    # Werkzeug's own choice takes a language without a region before a dearer one with it.
    for tag, quality in parse_accept_header(asked, LanguageAccept):
        primary = tag.partition("-")[0].lower()
        for spoken in (tag, primary, _ALIASES.get(primary)):
            if quality > 0 and spoken in languages:
                return str(spoken)
    return languages[0]


def _vary(response: Response) -> Response:
    response.vary.add("Accept-Language")
    return response
