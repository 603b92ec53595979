"""A casino to be moved, and what must be the same wherever it is."""

from collections.abc import Callable

import pytest
from sqlalchemy import inspect, select

from casino_war.errors import SignInRefusedError
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.services import operator, own_war_rules
from casino_war.services.api_tokens import make_token
from casino_war.services.commands import KeepWarRules, MakeToken
from casino_war.services.house import House
from casino_war.services.leaving import leave
from casino_war.services.run_commands import StartRun
from casino_war.services.run_request import war_request, write_request
from casino_war.services.runs import start_run
from casino_war.store.copy_mark import MARK_TABLE
from casino_war.store.database import Database
from casino_war.store.milestones import EVERY_ROUNDS
from casino_war.store.schema import METADATA
from tests.databases import opened
from tests.services.guest import Guest, bet
from tests.services.member import claim, come
from tests.services.practitioner import Practitioner

RULES = "three_down@1 players=3"


def quiet(what: str, rows: int) -> None:
    """Tell nobody how far it is."""


def break_at(point: str) -> Callable[[str, int], None]:
    """Make a teller of progress that fails once *point* is reached."""

    def tell(what: str, rows: int) -> None:
        if what == point:
            raise RuntimeError(f"interrupted at {point}")

    return tell


def play(house: House, visitor: str, rounds: int = 3) -> None:
    """Sit down and deal; a war is gone to, and a shoe left for the next."""
    guest = Guest(house, visitor=visitor).buy_in().sit()
    for _ in range(rounds):
        guest.deal(bet(10, 5))
        if guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    guest.new_shoe()


def practise(house: House) -> None:
    """Play a game of War, with its cards under other rules, and begin a rematch."""
    player = Practitioner(house, visitor="practises").start("three_wars").deal().flip(None)
    first = player.link
    player.start("tod_und_leben", "person", "computer").abandon()
    player.start("classic", deal_of=first).deal().flip(3)
    player.start("three_wars", rematch_of=first)


def look_after(house: House) -> None:
    """Claim an account, bring a guest's chips, leave one; keep tables, rules and a run."""
    member = claim(Guest(house, visitor="claims").buy_in())
    member.make_table()
    come(Guest(house, visitor="brings").buy_in(50), bring=50)
    leave(house, Guest(house, visitor="leaves").buy_in().token, key="leaves-for-good", password="")
    with pytest.raises(SignInRefusedError):
        come(Guest(house, visitor="guesses"), password="not these words")
    kept = KeepWarRules(
        key="keeps-rules", version=0, name="Mine", rules_text="three_down@1 players=3"
    )
    own_war_rules.keep(house, None, kept, "keeps")
    made = MakeToken(key="makes-token", version=0, name="bot", scope="play")
    make_token(house, None, made, "programs")
    asked = write_request(war_request(["three_wars"], 10, 5))
    start_run(house, None, StartRun(key="starts", version=0, request_json=asked), "asks")


def operate(house: House) -> None:
    """Close a table and give another one new rules, as the operator may."""
    operator.close_table(house, "bonus")
    operator.publish(house, "ladder", find("classic").rules)


def prepare(url: str) -> None:
    """Let two players play in an empty casino."""
    with opened(url) as database:
        for visitor in ("Ada", "bo"):
            play(House(database=database), visitor)
        practise(House(database=database))


def prepare_everything(url: str) -> None:
    """Let so much happen in an empty casino that every table has a row."""
    prepare(url)
    with opened(url) as database:
        house = House(database=database)
        look_after(house)
        operate(house)
        play(house, "Di", EVERY_ROUNDS)


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


def rows_of(database: Database) -> dict[str, set[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: {tuple(row) for row in connection.execute(select(table))}
            for table in METADATA.sorted_tables
        }


def is_only_marked(url: str) -> bool:
    """Say whether there is nothing but the mark of a copy that was not finished."""
    with opened(url) as database, database.reading() as connection:
        return inspect(connection).get_table_names() == [MARK_TABLE]
