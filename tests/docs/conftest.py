"""A house in a folder of its own, in which the documentation's commands are at home."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino_war.game.round import Decision
from casino_war.services.api_tokens import Scope, make_token
from casino_war.services.commands import MakeToken
from casino_war.services.house import House
from casino_war.web import create_app
from tests.databases import opened
from tests.docs.curl import SITE_VARIABLE
from tests.services.guest import Guest, bet
from tests.services.member import claim
from tests.serving import serving
from tests.web.terminal import bare_home

ROUNDS = 30


@pytest.fixture
def served(house_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The house's site, with a token of a new player in `TOKEN`."""
    app = create_app()
    house: House = app.extensions["casino_war"]
    command = MakeToken(key="key-of-a-reader", version=0, name="reader", scope=Scope.PLAY)
    made = make_token(house, None, command, "a reader")
    monkeypatch.setenv("TOKEN", made.secret or "")
    with serving(app) as address:
        monkeypatch.setenv(SITE_VARIABLE, address)
        yield
    house.database.dispose()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Path:
    """A database in which Ada, player 1, has played with tie bets, and finished a shoe."""
    path = tmp_path_factory.mktemp("played") / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    with opened(f"sqlite:///{path}") as database:
        seeds = iter(f"{number:064x}" for number in range(1, 9))
        house = House(database=database, draw_seed=lambda: next(seeds))
        ada = claim(Guest(house).buy_in().sit())
        for _ in range(ROUNDS):
            ada.deal(bet(10, 5))
            if ada.seat.open_round_id is not None:
                ada.decide(Decision.WAR)
        ada.new_shoe()
    return path


@pytest.fixture
def house_folder(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of a house, as `make run` makes it, with nothing set."""
    home = bare_home(tmp_path, monkeypatch)
    (home / "instance").mkdir()
    shutil.copy(played, home / "instance" / "casino_war.sqlite3")
    monkeypatch.delenv("PYTHONSTARTUP", raising=False)
    return home
