"""What the page of a practice game shows, to whoever looks at it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.war_events import Ended
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import WarRules
from casino_war.game.war_views import WarView, view
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.practice.battles import felt_at
from casino_war.services.practice.course import Course
from casino_war.services.practice.felt import Felt
from casino_war.services.practice.games import (
    Table,
    dealt_cards,
    elapsed,
    find_table,
    line_of,
    newest_course,
    seat_letters,
)
from casino_war.services.practice.match import MatchSheet, match_sheet
from casino_war.services.practice.news import beside_version
from casino_war.services.practice.people import People, SeatSign, signs_of
from casino_war.services.practice.stage import Stage, awaited_at, chooser_at, stage_of
from casino_war.services.practice.start import has_same_deal
from casino_war.services.practice.tally import Tally
from casino_war.store import practice
from casino_war.store.practice import StoredGame
from casino_war.store.practice_rematches import rematch_link

REMATCH_WITHIN = timedelta(minutes=30)
"""How long after a game those who look at it wait for the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameProof:
    """The fairness of a game. ``server_seed`` is None until it may be known."""

    commitment: str
    client_seed: str
    nonce: int
    server_seed: str | None
    line: str | None
    """The whole game in one line, once it is over."""
    dealt: Cards = ()
    """All cards in the order of dealing, once the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """A game as one browser sees it."""

    game: StoredGame
    preset: WarPreset
    rules: WarRules
    people: People
    is_owner: bool
    """Whether who asks plays in it, or started it."""
    is_starter: bool
    stage: Stage
    ended: Ended | None
    """How the game ended, None while it goes on and where it was given up."""
    felt: Felt | None
    """The battle that is shown; None before the cards are dealt."""
    is_newest: bool
    elapsed_seconds: int
    wars: int
    points: list[list[int]]
    awaited: tuple[Seat, ...]
    """Persons who still have to choose, wherever they are."""
    choosing: tuple[Seat, ...]
    """Those of them who sit at this browser."""
    chooser: WarView | None
    """The game as the seat that is choosing now sees it; None under the cover."""
    proof: GameProof
    match: MatchSheet | None
    """The standings after this game; None without a match."""
    next_link: str | None
    """The game that its players went on with."""
    may_follow: bool
    """Whether one may still follow soon: it goes on, or has ended lately."""
    deal_of_link: str | None
    same_deal: tuple[WarPreset, ...]
    """Other games that the same cards can be dealt to, once this one is over."""

    @property
    def seats(self) -> tuple[SeatSign, ...]:
        """Who sits where."""
        return self.people.seats

    @property
    def is_shared(self) -> bool:
        """Whether several players share it, or will once its free seats are taken."""
        return self.people.is_shared

    @property
    def beside(self) -> str:
        """What can be seen of the game and is no part of its version, as `News` prints it."""
        left = tuple(sign.seat for sign in self.seats if sign.has_left and not sign.is_yours)
        return beside_version(seat_letters(left), is_followed=self.next_link is not None)


def game_page(
    house: House, token: str | None, link: str, battle: int | None = None, seat: Seat | None = None
) -> GamePage:
    """Show a game, at its newest battle or at another, and to *seat* what it may choose.

    Raises:
        NotFoundError: there is no such game or battle.
        RulesOutdatedError: its rules can no longer be played.
    """
    with house.database.reading() as connection:
        table = find_table(connection, link)
        player = find_player(connection, token)
        player_id = None if player is None else player.id
        course = None if table.game.dealt_at is None else newest_course(connection, table)
        tally = None if course is None else Tally.from_text(table.game.tally_json)
        own = table.seats_of_player(player_id)
        is_owner = player_id == table.game.player_id
        stage = stage_of(table, course)
        awaited = awaited_at(table, course) if stage is Stage.CHOOSE else ()
        choosing = tuple(each for each in awaited if each in own)
        is_newest = battle is None or course is None or battle == table.game.battles
        chooser = chooser_at(course, own, choosing, seat) if is_newest else None
        return GamePage(
            game=table.game,
            preset=find(table.game.preset_key),
            rules=table.rules,
            people=People(signs_of(table, own, house.clock()), table.is_shared),
            is_owner=is_owner or bool(own),
            is_starter=is_owner,
            stage=stage,
            ended=None if course is None else course.state.ended,
            felt=felt_at(connection, table, course, battle, chooser),
            is_newest=is_newest,
            elapsed_seconds=int(elapsed(table.game, house.clock()).total_seconds()),
            wars=0 if tally is None else tally.wars,
            points=[] if tally is None else tally.points,
            awaited=awaited,
            choosing=choosing,
            chooser=None if chooser is None or course is None else view(course.state, chooser),
            proof=_proof(connection, table, course),
            match=match_sheet(connection, table),
            may_follow=_may_follow(table.game, house.clock()),
            next_link=rematch_link(connection, table.game.id) if stage is Stage.OVER else None,
            deal_of_link=_link_of(connection, table.game.deal_of_id),
            same_deal=_same_deal(table) if stage is Stage.OVER else (),
        )


def _proof(connection: Connection, table: Table, course: Course | None) -> GameProof:
    game = table.game
    is_over = game.finished_at is not None
    may_show = is_over or game.deal_of_id is not None
    line: str | None = None
    dealt: Cards = ()
    if is_over and course is not None:
        line = str(line_of(connection, table, course.state))
        dealt = dealt_cards(connection, table)
    return GameProof(
        commitment=game.commitment,
        client_seed=game.client_seed,
        nonce=game.nonce,
        server_seed=game.server_seed if may_show else None,
        line=line,
        dealt=dealt,
    )


def _may_follow(game: StoredGame, at: datetime) -> bool:
    return game.finished_at is None or at - game.finished_at < REMATCH_WITHIN


def _link_of(connection: Connection, game_id: int | None) -> str | None:
    return None if game_id is None else practice.game_by_id(connection, game_id).link


def _same_deal(table: Table) -> tuple[WarPreset, ...]:
    """List the presets that the same cards can be dealt to."""
    found = []
    for preset in PRESETS:
        low, high = preset.players
        if not low <= table.rules.players <= high:
            continue
        data = preset.rules.to_data() | {"players": table.rules.players}
        rules = WarRules.from_data(data)
        if rules != table.rules and has_same_deal(table.rules, rules):
            found.append(preset)
    return tuple(found)
