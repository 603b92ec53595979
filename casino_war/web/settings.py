"""How a visitor wants the casino to look and behave: kept in a cookie of the browser.

Nothing in it is secret or worth a signature, so scripts may read it too. A visit stores
nothing on the server; what the cookie does not name, or names wrongly, is as it is for
everybody.
"""

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum, unique
from functools import cache, lru_cache
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo, available_timezones

from flask import Flask, g, request
from werkzeug.wrappers import Response

COOKIE = "casino_war_settings"
ZONE_COOKIE = "casino_war_zone"
"""The time zone that the browser itself reports, by `static/js/time-zone.js`."""

_YEAR_SECONDS = 365 * 24 * 60 * 60
_COOKIE_MAX = 512
_PLACE = re.compile(
    r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$"
)

_LANGUAGE = re.compile(r"|[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")


@unique
class Hints(StrEnum):
    """What the table tells of odds."""

    OFF = "off"
    HINT = "hint"
    FULL = "full"


@unique
class Speed(StrEnum):
    """How fast a round is dealt in front of the player."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


@unique
class Theme(StrEnum):
    """The colours of the page; auto is what the device asks for."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@unique
class Suits(StrEnum):
    """How many colours the suits are printed in."""

    TWO = "two"
    FOUR = "four"


@unique
class Faces(StrEnum):
    """What is printed on the cards: one big index, or the whole picture."""

    BIG = "big"
    FULL = "full"


@unique
class Sounds(StrEnum):
    """Whether cards and chips are heard."""

    OFF = "off"
    ON = "on"


@unique
class Layout(StrEnum):
    """The hand that holds the phone: where the buttons stand."""

    RIGHT = "right"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One visitor's wishes; the defaults are everybody's."""

    theme: Theme = Theme.AUTO
    suits: Suits = Suits.TWO
    faces: Faces = Faces.BIG
    speed: Speed = Speed.NORMAL
    sounds: Sounds = Sounds.OFF
    layout: Layout = Layout.RIGHT
    hints: Hints = Hints.OFF
    time_zone: str = ""
    """An IANA name, or blank for what the browser reports."""
    language: str = ""
    """The tag of a language that the site speaks, or blank for what the browser asks for."""


CHOICES: dict[str, type[StrEnum]] = {
    field.name: type(getattr(Settings(), field.name))
    for field in fields(Settings)
    if field.name not in ("time_zone", "language")
}
"""The enum of every setting that is one of a few, by its name."""


def read_settings(given: dict[str, str], base: Settings | None = None) -> Settings:
    """Take what can be read of *given* over *base*; the rest stays as it is there."""
    read: dict[str, Any] = {
        name: kind(given[name]) for name, kind in CHOICES.items() if given.get(name) in set(kind)
    }
    zone = given.get("time_zone")
    if zone is not None and (not zone or is_zone(zone)):
        read["time_zone"] = zone
    language = given.get("language")
    if language is not None and _LANGUAGE.fullmatch(language):
        read["language"] = language
    return replace(base or Settings(), **read)


@cache
def time_zones() -> tuple[str, ...]:
    """Name the places of the IANA database, without its aliases and offsets."""
    return tuple(sorted(name for name in available_timezones() if _PLACE.match(name)))


def is_zone(name: str) -> bool:
    """Say whether *name* is a time zone that can be shown, an old name included."""
    return name in _all_zones()


@cache
def _all_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def current_settings() -> Settings:
    """Return the settings of whoever is asking."""
    if "settings" not in g:
        g.settings = _settings_of(request.cookies.get(COOKIE, "")[:_COOKIE_MAX])
    return cast(Settings, g.settings)


# Most visitors wish for nothing, and the others for the same with every request.
@lru_cache(maxsize=1024)
def _settings_of(text: str) -> Settings:
    return read_settings(dict(parse_qsl(text)))


def current_zone() -> ZoneInfo:
    """Return the time zone to show times in: chosen, else the browser's, else UTC."""
    reported = request.cookies.get(ZONE_COOKIE, "")
    name = current_settings().time_zone or (reported if is_zone(reported) else "")
    return ZoneInfo(name or "UTC")


def keep_settings(response: Response, settings: Settings) -> None:
    """Let the browser keep *settings*; only what differs from everybody's is written."""
    wishes = {
        field.name: str(getattr(settings, field.name))
        for field in fields(settings)
        if getattr(settings, field.name) != field.default
    }
    if not wishes:
        response.delete_cookie(COOKIE, samesite="Lax", secure=request.is_secure)
        return
    response.set_cookie(
        COOKIE,
        urlencode(wishes),
        max_age=_YEAR_SECONDS,
        samesite="Lax",
        secure=request.is_secure,
    )


def init_settings(app: Flask) -> None:
    """Let every template know the settings of whoever is asking."""
    app.jinja_env.globals["settings"] = current_settings
