"""Practice without a connection: a page that browsers keep, and the games dealt ahead for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError, generate_csrf  # type: ignore[import-untyped]  # ships no types

from casino_war.errors import CasinoWarError
from casino_war.game.cards import JOKERS, PACK
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_nearest import differences, read_spelled, spell
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import Choice, WarRules
from casino_war.services.practice import results as practice_results
from casino_war.services.practice import supply as practice_supply
from casino_war.services.practice.commands import AskSupply
from casino_war.web.errors import error_page, status_of
from casino_war.web.forms import read_field, read_fields, read_key
from casino_war.web.language import _, ngettext, translate
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house, greet_visitor
from casino_war.web.player.identity import player_token, remember_player, visitor_name
from casino_war.web.practice.ahead import told_game, told_promise

blueprint = Blueprint("practice_offline", __name__, url_prefix="/practice/offline")

AHEAD = 5
"""Games of the same rules that the page has dealt ahead at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules that games can be dealt ahead by: as they are spelled, and what they are called."""

    rules: str
    title: str


@dataclass(frozen=True, slots=True)
class Group:
    """Offers for the same number of players."""

    players: int
    offers: tuple[Offer, ...]


@blueprint.get("")
def index() -> str:
    """Show the page; it is the same for everybody, for browsers keep it."""
    return render_template(
        "practice/offline.html",
        page_key="practice",
        groups=tuple(_groups()),
        ahead=AHEAD,
        most=practice_supply.WAITING_MAX,
        battles_a_minute=BATTLES_A_MINUTE,
        cards=(*PACK, *JOKERS),
    )


@blueprint.get("/state")
def state() -> Response:
    """Tell a page that has found a connection what it needs to ask for more."""
    # The name travels with what a stranger asks for.
    greet_visitor()
    found = practice_results.supply_state(current_house(), player_token())
    return jsonify(
        csrf_token=generate_csrf(),
        waiting=found.waiting,
        recent=[{"rules": each, "title": _title(*read_spelled(each))} for each in found.recent],
    )


@blueprint.post("/supply")
def supply() -> Response:
    """Commit to games and give them out; by a stranger it makes the player."""
    form = read_fields(request.form)
    preset, rules = read_spelled(read_field(form, "rules"))
    command = AskSupply(
        key=read_key(form),
        version=0,
        preset_key=preset.key,
        settings=tuple((name, str(value)) for name, value in sorted(rules.to_data().items())),
        visitor=visitor_name(),
        count=AHEAD,
    )
    given = practice_supply.ask_supply(current_house(), player_token(), command)
    remember_player(given.token)
    title = _title(preset, rules)
    return jsonify(
        games=[
            {**told_promise(game), "rules": spell(rules, preset), "title": title}
            for game in given.games
        ]
    )


@blueprint.post("/games/<link>")
def deal(link: str) -> Response:
    """Take the client seed and give the game out whole."""
    client_seed = read_field(read_fields(request.form), "client_seed")
    ahead = practice_supply.deal_ahead(current_house(), player_token(), link, client_seed)
    return jsonify(told_game(ahead))


@blueprint.post("/results")
def results() -> Response:
    """Let games count in the player's statistics."""
    links = tuple(dict.fromkeys(read_field(read_fields(request.form), "games").split()))
    fates = practice_results.add_results(current_house(), player_token(), links)
    return jsonify(games=[{"link": link, "fate": fate.value} for link, fate in fates.items()])


@blueprint.post("/give-back")
def give_back() -> Response:
    """Forget all games that wait for their results."""
    return jsonify(count=practice_results.give_back(current_house(), player_token()))


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a script with what was refused and why."""
    status = status_of(error)
    if status == 500:
        return error_page(error)
    return make_response(jsonify(message=tell_error(error)), status)


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a script of another visit; it asks for the state and repeats."""
    text = _("Cookies must be allowed for this site, so that your games are found again.")
    return make_response(jsonify(message=text), 400)


def _groups() -> Iterator[Group]:
    """List the named games in which nobody decides anything, by their numbers of players."""
    presets = [preset for preset in PRESETS if preset.rules.choice is Choice.NOTHING]
    for players in sorted({players for preset in presets for players in preset.player_counts}):
        offers = (
            Offer(spell(preset.rules_for(players), preset), translate(preset.title))
            for preset in presets
            if players in preset.player_counts
        )
        yield Group(players, tuple(offers))


def _title(preset: WarPreset, rules: WarRules) -> str:
    game = translate(preset.title)
    if differences(preset, rules):
        game = _("%(game)s with changed rules", game=game)
    return ngettext(
        "%(game)s, %(num)s player", "%(game)s, %(num)s players", rules.players, game=game
    )
