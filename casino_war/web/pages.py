"""What every page has at hand: the house, the player's bar, words and formats."""

from typing import cast

from flask import Flask, current_app, request

from casino_war.game.cards import Card, Rank
from casino_war.services.house import House
from casino_war.services.pages import PlayerBar
from casino_war.services.player_bar import player_bar
from casino_war.web import format as formats
from casino_war.web import words
from casino_war.web.forms import fresh_key
from casino_war.web.help.glossary import word_of
from casino_war.web.player.identity import greet_stranger, player_token
from casino_war.web.settings import Faces, Suits, current_settings
from casino_war.web.table import narrate
from casino_war.web.table.chips import fewest_chips, tray_chips, typed_cents

CARD_BACK = "cards/back.svg"


def current_house() -> House:
    """Return the house that the application was built with."""
    return cast(House, current_app.extensions["casino_war"])


def current_bar() -> PlayerBar | None:
    """Return the asking player's chips, None for a stranger."""
    return player_bar(current_house(), player_token())


def greeted_bar() -> PlayerBar | None:
    """Return the asking player's chips, as above, and give a stranger's browser its name.

    The name travels with the forms of the page, for whoever becomes a player by one.
    """
    bar = current_bar()
    if bar is None:
        greet_stranger()
    return bar


def init_pages(app: Flask) -> None:
    """Give the templates their words, formats and forms' keys."""
    app.jinja_env.filters.update(
        chips=formats.chips,
        signed_chips=formats.signed_chips,
        in_chips=formats.in_chips,
        signed_in_chips=formats.signed_in_chips,
        as_chips=formats.as_chips,
        field_chips=formats.field_chips,
        average_chips=formats.average_chips,
        cost_chips=formats.cost_chips,
        percent=formats.percent,
        rough_percent=formats.rough_percent,
        fine_percent=formats.fine_percent,
        signed_percent=formats.signed_percent,
        decimal=formats.decimal,
        fraction=formats.fraction,
        signed_decimal=formats.signed_decimal,
        deviations=formats.deviations,
        number=formats.number,
        moment=formats.moment,
        word=words.word,
        table_title=words.table_title,
        card_title=words.card_title,
        card_file=card_file,
        transfer_word=words.transfer_word,
        account_word=words.account_word,
        shoe_end_word=words.shoe_end_word,
        fewest_chips=fewest_chips,
        typed_cents=typed_cents,
        tray_chips=tray_chips,
    )
    app.jinja_env.globals.update(
        fresh_key=fresh_key,
        zone_name=formats.zone_name,
        word_of=word_of,
        span=formats.span,
        here=_here,
        tell=narrate.tell,
        tell_hand=narrate.tell_hand,
        tell_round=narrate.tell_round,
        tell_stakes=narrate.tell_stakes,
        tell_wager=narrate.tell_wager,
        CARD_BACK=CARD_BACK,
    )


def _here() -> str:
    """Return the address of the page below the site's name, with what it asks."""
    return f"{request.root_path}{request.full_path}".removesuffix("?")


def card_file(card: Card, faces: Faces | None = None, suits: Suits | None = None) -> str:
    """Return the picture of a card, below the static files; of the chosen set unless named."""
    if card.rank is Rank.JOKER:
        return f"cards/{card.code}.svg"
    wished = current_settings()
    return f"cards/{faces or wished.faces}-{suits or wished.suits}/{card.code}.svg"
