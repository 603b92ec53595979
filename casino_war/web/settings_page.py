"""The page of settings, and what each of them is called there."""

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import N_, InvalidFormError
from casino_war.game.money import shorten
from casino_war.web.forms import Form, read_fields
from casino_war.web.language import Text, offered_languages
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.pages import current_bar
from casino_war.web.settings import (
    CHOICES,
    Faces,
    Hints,
    Layout,
    Settings,
    Sounds,
    Speed,
    Suits,
    Theme,
    current_settings,
    is_zone,
    keep_settings,
    read_settings,
    time_zones,
)

blueprint = Blueprint("settings", __name__)

TITLES: Mapping[str, Text] = {
    "theme": _l("Colours"),
    "suits": _l("Suits"),
    "faces": _l("Card faces"),
    "speed": _l("Pace of the deal"),
    "sounds": _l("Sounds"),
    "layout": _l("Buttons"),
    "hints": _l("Odds at the table"),
}
"""The question that each setting answers."""

LABELS: Mapping[type[StrEnum], Mapping[Any, Text]] = {
    Theme: {
        Theme.AUTO: _l("As this device has them"),
        Theme.LIGHT: _l("Light"),
        Theme.DARK: _l("Dark"),
        Theme.CONTRAST: _l("High contrast"),
    },
    Suits: {Suits.TWO: _l("Two colours"), Suits.FOUR: _l("Four colours, one a suit")},
    Faces: {Faces.BIG: _l("Big index, easy to read"), Faces.FULL: _l("The whole picture")},
    Speed: {
        Speed.SLOW: _l("Slow"),
        Speed.NORMAL: _l("As at a table"),
        Speed.FAST: _l("Fast"),
        Speed.INSTANT: _l("At once, without motion"),
    },
    Sounds: {Sounds.OFF: _l("Silent"), Sounds.ON: _l("Cards and chips are heard")},
    Layout: {Layout.RIGHT: _l("For the right hand"), Layout.LEFT: _l("For the left hand")},
    Hints: {
        Hints.OFF: _l("None"),
        Hints.HINT: _l("A hint at every decision"),
        Hints.FULL: _l("What every bet and choice is worth in chips"),
    },
}
"""What each value of a setting is called."""


@blueprint.get("/settings")
def index() -> str:
    """Show what can be chosen, and what is."""
    return render_template(
        "settings/index.html",
        bar=current_bar(),
        titles=TITLES,
        choices=[(name, LABELS[kind]) for name, kind in CHOICES.items()],
        zones=time_zones(),
        languages=offered_languages(),
        is_saved=request.args.get("saved") == "yes",
    )


@blueprint.post("/settings")
def save() -> AnyResponse:
    """Let the browser keep what was chosen."""
    response = redirect(url_for("settings.index", saved="yes"), 303)
    keep_settings(response, read_form(read_fields(request.form)))
    return response


@blueprint.post("/settings/language")
def speak() -> AnyResponse:
    """Let the browser keep a language, and show the page that it was asked on once more.

    Who sends it needs no visit of theirs to the site: all that it changes is in which
    language they read, so that the page of a stranger stays without a cookie.

    Raises:
        InvalidFormError: the site does not speak the language.
    """
    form = read_fields(request.form)
    language = form.get("language", "")
    if language not in offered_languages():
        raise _refused("language", language)
    here = form.get("here", "")
    response = redirect(here if _is_of_site(here) else url_for("lobby.index"), 303)
    keep_settings(response, replace(current_settings(), language=language))
    return response


def _is_of_site(path: str) -> bool:
    # Browsers take two slashes, of either kind, for the name of another site, and pass over
    # tabs and line breaks between them.
    is_plain = re.fullmatch(r"/(?![/\\])[!-~]*", path) is not None
    return is_plain and path.startswith(f"{request.root_path}/")


def read_form(form: Form) -> Settings:
    """Read the settings that a form names; those that it does not name are everybody's.

    Raises:
        InvalidFormError: a field holds what is none of its values.
    """
    for name, kind in CHOICES.items():
        if name in form and form[name] not in set(kind):
            raise _refused(name, form[name])
    zone = form.get("time_zone", "")
    if zone and not is_zone(zone):
        raise _refused("time_zone", zone)
    language = form.get("language", "")
    if language and language not in offered_languages():
        raise _refused("language", language)
    return read_settings(dict(form))


def _refused(name: str, text: str) -> InvalidFormError:
    return InvalidFormError(
        N_("Settings: %(text)s is none of the choices; take one of those offered."),
        reason="setting",
        field=name,
        text=repr(shorten(text)),
    )
