"""A house in which everything that can be seen stands ready: people, rounds, games and runs.

Each state stands at an address of its own, so that pages can be opened in any order, as often
as one likes, by whoever sees them.
"""

from collections import deque
from dataclasses import dataclass, field

import pytest
from flask import Flask, abort
from playwright.sync_api import BrowserContext

from casino_war.errors import CasinoWarError
from casino_war.lab.backends import Backend
from casino_war.services import run_request, run_work
from casino_war.services.carry_out import no_bankroll, stale
from casino_war.services.run_work import work_once
from casino_war.store.busy import busy_error
from casino_war.store.unusable import unusable_error
from tests.e2e.practice_walk import PLAYED, seed_of_the_war
from tests.e2e.site import Site, is_tie, seed_for
from tests.e2e.walk import seed_of_the_walk
from tests.web.browser import Browser
from tests.web.player.test_account import claim
from tests.web.practice_browser import PracticeBrowser
from tests.web.table.test_own_tables import made
from tests.web.test_lab import start as start_run

SHORT = "battle_limit=3 limit_result=most_cards"

REFUSALS: dict[str, CasinoWarError] = {
    "403": no_bankroll(),
    "409": stale(),
    "busy": busy_error(),
    "unusable": unusable_error("full"),
}


@dataclass
class House:
    """Where the site is, who its people are, and where what they have stands."""

    site: Site
    seeds: deque[str]
    """The seeds that are drawn next; when they are used up, seeds are counted up."""
    people: dict[str, Browser] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    def let_in(self, window: BrowserContext, who: str, settings: str) -> None:
        """Give a window the cookies of one of the people, and their settings."""
        window.clear_cookies()
        cookies = {"casino_war_settings": settings}
        if person := self.people.get(who):
            cookie = person.client.get_cookie("casino_war")
            assert cookie is not None
            cookies["casino_war"] = cookie.value
        window.add_cookies(
            [{"name": name, "value": each, "url": self.site.url} for name, each in cookies.items()]
        )

    def person(self, who: str) -> Browser:
        """Return one of the people, who comes in if they are not there."""
        return self.people.setdefault(who, Browser(self.site.app))

    def sit(self, who: str, table: str, *seeds: str, amount: str = "1000") -> Browser:
        """Seat somebody at a table whose shoe is of a seed, if one is given."""
        person, at = self.person(who), f"/tables/{table}"
        self.seeds.extend(seeds)
        if "/cashier/buy-in" in person.get(at):
            person.submit(at, "/cashier/buy-in", amount=amount)
        else:
            person.submit(at, f"{at}/sit")
        return person


def furnish(site: Site, seeds: deque[str]) -> House:
    """Bring everything into a house that is empty."""
    house = House(site, seeds)
    _fail_on_demand(site.app)
    _seat_player(house)
    _seat_others(house)
    _play_practice(house)
    _share_practice(house)
    _run_lab(house)
    return house


def _fail_on_demand(app: Flask) -> None:
    """Let each error be seen at an address."""

    def fail(name: str) -> str:
        if name in REFUSALS:
            raise REFUSALS[name]
        abort(int(name))

    app.add_url_rule("/fails/<name>", "fails", fail)


def _seat_player(house: House) -> None:
    """Ada has an account and some of everything."""
    ada = house.sit("ada", "classic", seed_of_the_walk())
    claim(ada)
    ada.deal("classic", ante_1="10", ante_2="10", tie_bet_2="5")
    ada.decide("classic", "war")
    ada.submit("/tables/classic", "/tables/classic/new-shoe")
    ada.deal("classic", ante_1="10", tie_bet_1="5")
    house.sit("ada", "niagara", seed_for(is_tie, "niagara"))
    ada.deal("niagara", ante_1="10")
    house.sit("ada", "bonus", seed_for(is_tie, "bonus"))
    ada.deal("bonus", ante_1="10")
    ada.submit("/account/tokens", "/account/tokens", 200, name="Adas own", scope="play")
    house.places["own-table"] = made(ada)
    for most in ("100", "500"):
        ada.submit("/me/care", "/me/care/limits", loss=most)


def _seat_others(house: House) -> None:
    """A guest who has only bought in, one without chips for a raise, one who takes a break."""
    house.sit("guest", "classic")
    house.sit("poor", "classic", seed_for(is_tie), amount="10").deal("classic", ante_1="10")
    house.sit("idle", "classic").submit("/me/care", "/me/care/break", length="day")


def _play_practice(house: House) -> None:
    """Games of Ada at each of the states that a game has."""
    room = PracticeBrowser(house.person("ada"))

    def stand(place: str, rules: str, seats: str, *acts: str) -> None:
        house.seeds.append(seed_of_the_war())
        room.start(rules, seats)
        for act in acts:
            name, _, battles = act.partition(" ")
            room.act(name, battles=battles or "1")
        house.places[place] = room.path

    stand("undealt", PLAYED, "person,computer")
    stand("dealt", PLAYED, "person,computer", "deal")
    stand("war", PLAYED, "person,computer", "deal", "flip 1")
    stand("paused", PLAYED, "person,computer", "deal", "pause")
    stand("over", PLAYED, "person,computer", "deal", "flip end")
    stand("abandoned", PLAYED, "person,computer", "deal", "abandon")
    stand("covered", "arneson", "person,person", "deal")
    stand("steal", "steal_war", "person,computer", "deal")
    stand("four", "razboi", "person,computer,computer,computer", "deal", "flip 10")
    editor = "/practice/new?rules=three_down"
    room.browser.submit(editor, "/practice/own-rules", name="Three to win")


def _share_practice(house: House) -> None:
    """A game that Ada shares with Otto, and one to which nobody has come."""
    host = PracticeBrowser(house.person("ada"))
    host.start(f"arneson {SHORT}", "person,elsewhere")
    house.places["invited"] = host.path
    host.start(f"arneson {SHORT}", "person,elsewhere")
    house.places["shared"] = host.path
    otto = PracticeBrowser(house.person("otto"), host.path)
    otto.act("take-seat", name="Otto", seat="B")
    otto.act("deal")
    host.start(f"arneson {SHORT}", "person,elsewhere")
    house.places["left"] = otto.path = host.path
    otto.act("take-seat", name="Otto", seat="B")
    otto.act("deal")
    otto.act("stand-in", seat="B")


def _run_lab(house: House) -> None:
    """A run that is finished, its like, one that was cancelled and one that waits."""
    ada = house.person("ada")
    with pytest.MonkeyPatch.context() as patch:
        for module in (run_work, run_request):
            patch.setattr(module, "choose", lambda plan: (Backend.ENGINE, ""))
        patch.setattr(run_request, "ENGINE_SHARE", 1)
        for place in ("finished", "finished-too"):
            house.places[place] = start_run(ada, seed=str(len(house.places)))
            assert work_once(house.site.house, "worker") is not None
        links = [house.places[place].rpartition("/")[2] for place in ("finished", "finished-too")]
        house.places["compared"] = f"one={links[0]}&other={links[1]}"
        house.places["cancelled"] = start_run(ada, seed="1")
        ada.submit(house.places["cancelled"], f"{house.places['cancelled']}/cancel")
        house.places["waiting"] = start_run(ada, seed="2")
