"""Practice games: War without chips, by any rules, against computer players or oneself."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from casino_war.errors import N_, NotFoundError
from casino_war.game.war_actions import SEATS
from casino_war.game.war_line import changed_rules
from casino_war.game.war_presets import PRESETS, find
from casino_war.services.house import FIRST_CLIENT_SEED, House
from casino_war.services.practice import acts as service
from casino_war.services.practice import commands
from casino_war.services.practice.battles import BATTLES_MAX, battles_of
from casino_war.services.practice.news import news
from casino_war.services.practice.page import game_page
from casino_war.services.practice.seats import fill_seats
from casino_war.services.practice.start import start
from casino_war.services.practice.statistics import games_of_player
from casino_war.web.api.calls import Call
from casino_war.web.api.game_models import (
    Battles,
    Game,
    GameRow,
    Presets,
    battle_of,
    game_of,
    preset_of,
)
from casino_war.web.api.operations import Area, Link
from casino_war.web.api.paging import Paged, PageOf, cursor_of, next_of
from casino_war.web.api.values import AddressNumber, Body, Line, Query, SeatLetter, Version

C = TypeVar("C", bound=commands.GameCommand)

_BATTLE_MAX = 2**31 - 1
_SETTINGS_MAX = 40


def game_now(call: Call, link: str, battle: int | None = None, seat: str | None = None) -> Game:
    """Tell a game of the player's as it stands.

    Raises:
        NotFoundError: there is none, or it is played by others alone.
    """
    number = None if seat is None else SEATS.index(seat)
    page = game_page(call.house, call.token, link, battle, number)
    if not page.is_owner:
        raise no_game()
    if page.is_shared:
        # Otherwise the others would be told that the player has left.
        news(call.house, call.token, link)
    return game_of(page)


def no_game() -> NotFoundError:
    """Say that the player plays in no such game."""
    return NotFoundError(N_("You play in no practice game of that link."), reason="game")


AREA = Area(
    "games", N_("Practice games"), present=lambda call, places: game_now(call, places["link"])
)

LINKS = tuple(
    Link(operation=operation, parameters={"link": "$response.body#/link"}, body=body)
    for operation, body in (
        ("show_game", None),
        ("act_in_game", {"version": "$response.body#/version", "act": "deal"}),
        ("flip", {"version": "$response.body#/version"}),
        ("act_in_game", {"version": "$response.body#/version"}),
        (
            "choose",
            {
                "version": "$response.body#/version",
                "turn": "$response.body#/turn",
                "seat": "$response.body#/chooser/seat",
                "action": "$response.body#/chooser/actions/0",
            },
        ),
        ("list_battles", None),
    )
)


class GamePageOf(PageOf[GameRow]):
    """Practice games, the latest first."""


class SettingsOfPreset(Body):
    """Rules of War, told as the differences from a named game."""

    preset: Annotated[
        Line,
        Field(max_length=60, description="The key of a named game.", examples=["classic"]),
    ]
    settings: Annotated[
        dict[str, int | str],
        Field(
            default_factory=dict,
            max_length=_SETTINGS_MAX,
            description="Rules that are set otherwise, by name.",
        ),
    ]

    def texts(self) -> dict[str, str]:
        """Return the settings as forms and lines of notation have them."""
        return {name: str(value) for name, value in self.settings.items()}


class StartBody(SettingsOfPreset):
    """By which rules a game is played, and by whom."""

    seats: Annotated[
        tuple[Annotated[str, Field(pattern="^(person|elsewhere|computer(:[a-z_]{1,40})?)$")], ...],
        Field(
            min_length=2,
            max_length=4,
            description=(
                "Who plays: ``person`` is the player, ``elsewhere`` whoever comes by the link, "
                "``computer`` or ``computer:`` and a strategy."
            ),
        ),
    ] = ("person", "computer")
    client_seed: Annotated[Line | None, Field(min_length=1, max_length=64)] = None
    rematch_of: Annotated[
        Line | None, Field(max_length=64, description="The link of the game that it follows.")
    ] = None
    deal_of: Annotated[
        Line | None,
        Field(max_length=64, description="The link of a game over whose cards are dealt again."),
    ] = None


class ShownQuery(Query):
    """Which battle is shown, and whose secrets."""

    battle: Annotated[
        AddressNumber | None, Field(ge=0, le=_BATTLE_MAX, description="The newest without it.")
    ] = None
    seat: Annotated[
        SeatLetter | None, Field(description="Of several seats of the player's, the choosing one.")
    ] = None


class BattlesQuery(Query):
    """Which battles are told."""

    first: Annotated[AddressNumber, Field(ge=1, le=_BATTLE_MAX, description="From which on.")] = 1
    last: Annotated[
        AddressNumber | None,
        Field(ge=1, le=_BATTLE_MAX, description=f"{BATTLES_MAX} at most are told at once."),
    ] = None


class FlipBody(Body):
    """How many battles are played; null: to the end, or until somebody has to choose."""

    version: Version
    battles: Annotated[int | None, Field(ge=1, le=service.FLIPS_MAX)] = 1


class ChooseBody(Body):
    """The choice of one seat, in secret until all have chosen."""

    version: Version
    seat: SeatLetter
    turn: Annotated[int, Field(ge=0, le=_BATTLE_MAX)]
    action: Annotated[
        Line,
        Field(
            min_length=1,
            max_length=20,
            description="One of the ``actions`` of the chooser.",
            examples=["play"],
        ),
    ]


class ActBody(Body):
    """What is done: ``fill_seats`` lets computers take the seats that are still free."""

    version: Version
    act: Literal["deal", "acknowledge", "pause", "resume", "abandon", "fill_seats"]


_ACTS: Mapping[
    str, tuple[type[commands.GameCommand], Callable[[House, str | None, Any], object]]
] = {
    "deal": (commands.Deal, service.deal),
    "acknowledge": (commands.Acknowledge, service.acknowledge),
    "pause": (commands.Pause, service.pause),
    "resume": (commands.Resume, service.resume),
    "abandon": (commands.Abandon, service.abandon),
    "fill_seats": (commands.FillSeats, fill_seats),
}


class GameSeedBody(Body):
    """The client seed, before the cards are dealt."""

    version: Version
    client_seed: Annotated[Line, Field(min_length=1, max_length=64, examples=["my seed"])]


@AREA.get(
    "/games/presets",
    N_("List the named games of War"),
    links=(
        Link(
            operation="start_game",
            body={
                "preset": "$response.body#/items/0/key",
                "settings": {},
                "seats": ["person", "computer"],
                "client_seed": None,
                "rematch_of": None,
                "deal_of": None,
            },
        ),
    ),
)
def list_presets(call: Call) -> Presets:
    """Tell every named game with its rules."""
    return Presets(items=tuple(map(preset_of, PRESETS)))


@AREA.get(
    "/games",
    N_("List practice games"),
    links=(Link(operation="show_game", parameters={"link": "$response.body#/items/0/link"}),),
)
def list_games(call: Call, query: Paged) -> GamePageOf:
    """Tell the games that the player started or sits in, the latest first."""
    rows, older = games_of_player(call.house, call.token, query.before, query.limit)
    cursor = cursor_of(older)
    return GamePageOf(
        items=tuple(
            GameRow(
                link=row.link,
                preset=row.preset.key,
                is_changed=row.is_changed,
                battles=row.battles,
                created_at=row.created_at,
                finished_at=row.finished_at,
                player_result=row.player_result,
                end_reason=row.end_reason,
            )
            for row in rows
        ),
        cursor=cursor,
        next=next_of(cursor),
    )


@AREA.post("/games", N_("Start a practice game"), status=201, links=LINKS)
def start_game(call: Call, body: StartBody) -> Game:
    """Start a game by the rules of a preset with some set otherwise; no chips are in it."""
    for other in filter(None, (body.rematch_of, body.deal_of)):
        game_now(call, other)
    preset = find(body.preset)
    rules = changed_rules(preset, {**body.texts(), "players": str(len(body.seats))})
    command = commands.StartPractice(
        key=call.key,
        version=0,
        preset_key=preset.key,
        settings=commands.settings_of(rules),
        seats=body.seats,
        client_seed=body.client_seed or FIRST_CLIENT_SEED,
        visitor=call.visitor,
        rematch_of=body.rematch_of,
        deal_of=body.deal_of,
    )
    link = start(call.house, call.token, command).link
    call.made = ("show_game", {"link": link})
    return game_now(call, link)


@AREA.get("/games/<link>", N_("Show a practice game"), links=LINKS)
def show_game(call: Call, link: str, query: ShownQuery) -> Game:
    """Tell a game as it stands, with its newest battle or another one."""
    return game_now(call, link, query.battle, query.seat)


@AREA.get("/games/<link>/battles", N_("Tell battles of a practice game"))
def list_battles(call: Call, link: str, query: BattlesQuery) -> Battles:
    """Tell what happened in battles that are over, event by event, as everybody saw it."""
    game_now(call, link)
    last = query.first if query.last is None else query.last
    shown, _ = battles_of(call.house, call.token, link, query.first, last)
    return Battles(items=tuple(map(battle_of, shown)))


@AREA.post("/games/<link>/flips", N_("Play battles"), links=LINKS)
def flip(call: Call, link: str, body: FlipBody) -> Game:
    """Play as many battles as are asked for and as nobody has to choose in."""
    command = commands.Flip(key=call.key, version=body.version, link=link, battles=body.battles)
    return done_in(call, service.flip, command)


@AREA.post("/games/<link>/choices", N_("Choose for a seat"), links=LINKS)
def choose(call: Call, link: str, body: ChooseBody) -> Game:
    """Choose for a seat of the player's; when all have chosen, the battle goes on."""
    command = commands.Choose(
        key=call.key,
        version=body.version,
        link=link,
        seat=SEATS.index(body.seat),
        turn=body.turn,
        action=body.action,
    )
    return done_in(call, service.choose, command)


@AREA.post("/games/<link>/acts", N_("Deal, clear a war, pause, go on, give up"), links=LINKS)
def act_in_game(call: Call, link: str, body: ActBody) -> Game:
    """Do what needs no further word."""
    kind, act = _ACTS[body.act]
    return done_in(call, act, kind(key=call.key, version=body.version, link=link))


@AREA.put("/games/<link>/client-seed", N_("Choose a game's client seed"))
def set_game_seed(call: Call, link: str, body: GameSeedBody) -> Game:
    """Choose the client seed of a game whose cards are not dealt yet."""
    command = commands.ChooseSeed(
        key=call.key, version=body.version, link=link, client_seed=body.client_seed
    )
    return done_in(call, service.choose_seed, command)


def done_in(call: Call, act: Callable[[House, str | None, C], object], command: C) -> Game:
    """Do something in a game of the player's, and tell it as it stands then."""
    # Others' games are not there, whatever is wished of them.
    game_now(call, command.link)
    act(call.house, call.token, command)
    return game_now(call, command.link)
