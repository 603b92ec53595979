"""The practice room's gallery of named games, their rules pages and the rule editor."""

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import N_, InvalidFormError, UnknownPresetError
from casino_war.game.cards import PACK, Card
from casino_war.game.money import shorten
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_lengths import LONG_BATTLES
from casino_war.game.war_nearest import differences, nearest
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import BY_RANK, WarRules
from casino_war.services.own_war_rules import NAME_LENGTH_MAX, kept_rules
from casino_war.web.forms import read_fields
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import greet_stranger, player_token
from casino_war.web.practice.seats import seatings
from casino_war.web.war import figures as war_figures
from casino_war.web.war import preset_words as war_preset_words
from casino_war.web.war import rule_words as war_rule_words
from casino_war.web.war.draft import Draft, has_fields, read_draft
from casino_war.web.war.example import example
from casino_war.web.war.words import tell_rules

blueprint = Blueprint("practice_gallery", __name__, url_prefix="/practice")

LIVE = "live"
"""What a script adds to the editor's address to be answered without being led elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What the editor says of keeping its rules under a name."""

    name: str = ""
    fault: str = ""
    alert: str = ""
    is_saved: bool = False


def _page(name: str, **values: object) -> str:
    bar = current_bar()
    if bar is None:
        # The name travels with the forms that these pages show to strangers.
        greet_stranger()
    return render_template(
        f"practice/{name}.html",
        bar=bar,
        words=war_rule_words,
        presets=war_preset_words,
        seatings=seatings,
        battles_a_minute=BATTLES_A_MINUTE,
        long_battles=LONG_BATTLES,
        long_minutes=war_figures.LONG_MINUTES,
        **values,
    )


@blueprint.get("")
def index() -> str:
    """Show the named games that pass the filters."""
    filters = war_figures.read_filters(read_fields(request.args))
    return _page(
        "gallery",
        filters=filters,
        games=war_figures.games(filters),
        suggested=_suggested(filters.name),
        emblem=emblem,
        own_rules=kept_rules(current_house(), player_token()),
        quick_minutes=war_figures.QUICK_MINUTES,
        lengthy_minutes=war_figures.LENGTHY_MINUTES,
        all_count=len(PRESETS),
    )


@blueprint.get("/rules/<key>")
def rules(key: str) -> AnyResponse:
    """Tell the rules of a named game, by any of its names, for a number of players."""
    preset = find(key)
    if preset.key != key:
        players = request.args.get("players")
        return redirect(url_for("practice_gallery.rules", key=preset.key, players=players), 302)
    game = war_figures.game_of(preset, _players(preset))
    return make_response(
        _page(
            "rules",
            game=game,
            preset=preset,
            offered_players=preset.player_counts,
            chapters=tell_rules(game.rules),
            steps=example(game.rules),
            twin=_twin(preset),
        )
    )


@blueprint.get("/new")
def new() -> AnyResponse:
    """Show the rule editor; rules that came field by field are led to their own link."""
    fields = read_fields(request.args)
    draft = read_draft(fields)
    if draft.rules is not None and has_fields(fields) and LIVE not in fields:
        last = fields.get("rematch_of")
        return redirect(url_for("practice_gallery.new", rules=draft.spelled, rematch_of=last), 302)
    naming = Naming(name=fields.get("name", ""), is_saved=fields.get("saved") == "yes")
    page = draw_editor(draft, naming, fields.get("rematch_of", ""))
    return make_response(page, 422 if draft.faults else 200)


def draw_editor(draft: Draft, naming: Naming, rematch_of: str = "") -> str:
    """Draw the editor with a draft and the name it is to be kept under.

    *rematch_of* is the link of the game that a game by these rules is to follow.
    """
    return _page(
        "editor",
        rematch_of=rematch_of,
        draft=draft,
        naming=naming,
        name_length_max=NAME_LENGTH_MAX,
        all_presets=PRESETS,
        chapters=() if draft.rules is None else tell_rules(draft.rules),
        link=url_for(
            "practice_gallery.new",
            rules=draft.spelled,
            rematch_of=rematch_of or None,
            _external=True,
        ),
    )


def emblem(rules: WarRules, place: int) -> tuple[tuple[Card, ...], int, tuple[Card, ...]]:
    """Return cards that hint at a game: what ties, how many go down, what decides."""
    cards = [PACK[(17 * place + 7 * each) % len(PACK)] for each in range(4)]
    down = 6 if rules.war_face_down == BY_RANK else int(rules.war_face_down)
    return tuple(cards[: rules.cards_per_turn]), down, tuple(cards[2 : 2 + rules.cards_per_turn])


def _players(preset: WarPreset) -> int:
    offered = preset.player_counts
    text = request.args.get("players", str(offered[0]))
    if text not in map(str, offered):
        raise InvalidFormError(
            N_("This game is for %(offered)s players, not %(text)s."),
            reason="players",
            offered=war_rule_words.players_word(preset),
            text=shorten(text),
        )
    return int(text)


def _twin(preset: WarPreset) -> WarPreset | None:
    """Return the named game of which this one is the same under another name, if one is."""
    same = nearest(preset.rules)
    return same if same != preset and not differences(same, preset.rules) else None


def _suggested(name: str) -> tuple[WarPreset, ...]:
    """Return the games with the nearest names to one that nothing is called."""
    if not name.strip():
        return ()
    try:
        return (find(name),)
    except UnknownPresetError as error:
        return tuple(map(find, str(error.facts["nearest"]).split(", ")))
