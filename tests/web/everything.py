"""A member who has some of everything, and the addresses of it."""

import pytest
from flask import Flask
from werkzeug.routing import Rule

from casino_war.web.charts import drawing as charts
from casino_war.web.charts.process import ChartError
from tests.web.browser import Browser
from tests.web.player.test_account import claim
from tests.web.practice_browser import PracticeBrowser
from tests.web.table.test_own_tables import made
from tests.web.test_lab import start as start_run

Ids = dict[str, str]


def member_of(app: Flask) -> Browser:
    """A member with a round at the classic table."""
    member = Browser(app)
    member.sit("classic")
    member.deal("classic", ante_1="10")
    claim(member)
    return member


def ids_of(member: Browser) -> Ids:
    """The ids of the member's round, shoe, table, run and game, by the names of the routes."""
    member.submit("/account/tokens", "/account/tokens", 200, name="Adas own", scope="play")
    room = PracticeBrowser(member)
    room.start("classic")
    return {
        "round_id": "1",
        "shoe_id": "1",
        "token_id": "1",
        "own_tables": made(member),
        "lab": start_run(member).rpartition("/")[2],
        "practice": room.path.rpartition("/")[2],
    }


def address(rule: Rule, ids: Ids) -> str:
    """Where a route leads to what is the member's, or else the house's."""
    area = rule.endpoint.partition(".")[0]
    if area == "api":
        # Without a token nobody gets there; see tests/web/api.
        return "/api/v1/player"
    if area.startswith("practice_") and "link" in rule.arguments:
        area = "practice"
    of_area = ids.get(area, "classic")
    values = {name: ids.get(name, of_area) for name in rule.arguments}
    built = rule.build(values)
    assert built is not None
    return built[1]


def readable(app: Flask) -> list[Rule]:
    """Every route that can be read; exact odds take their time and know nobody's secrets."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.endpoint.startswith(("static", "odds."))
    ]


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no picture be drawn: it takes most of the time of the pages that have one."""

    def undrawn(spec: str, instance: str) -> str:
        raise ChartError("not drawn here")

    monkeypatch.setattr(charts, "_svg", undrawn)
