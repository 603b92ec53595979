"""The laboratory's pages without scripts: set up, watched, cancelled, run again, compared."""

import csv
import io
import json
import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from flask import Flask

from casino_war.lab.backends import Backend
from casino_war.services import run_request, run_work
from casino_war.services.run_work import work_once
from casino_war.web.charts import drawing as charts
from casino_war.web.charts.process import ChartError
from tests.web.browser import Browser

Work = Callable[[], None]


@pytest.fixture
def work(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Work:
    """Play the next run by the engine, as a worker would; no picture is drawn."""
    for module in (run_work, run_request):
        monkeypatch.setattr(module, "choose", lambda plan: (Backend.ENGINE, ""))
    monkeypatch.setattr(run_request, "ENGINE_SHARE", 1)

    def undrawn(spec: str, instance: str) -> str:
        json.loads(spec)
        raise ChartError("not drawn here")

    monkeypatch.setattr(charts, "_svg", undrawn)
    house = app.extensions["casino_war"]

    def play() -> None:
        assert work_once(house, "worker") is not None

    return play


def start(visitor: Browser, **fields: str) -> str:
    """Ask for sessions; return the path of the run."""
    asked = {"begun_with": "3", "goal": "5", "sessions": "50", "seed": "4", **fields}
    answer = visitor.submit("/lab/session", "/lab/session", 303, **selected(asked))
    return str(answer.location)


def selected(fields: dict[str, str]) -> dict[str, str]:
    """Choices are no inputs, so that the test browser does not send them by itself."""
    return {"table": "standard", "staking": "flat", "credit": "no", **fields}


def sight_of(page: str) -> str:
    found = re.search(r'data-sight="([0-9]+)"', page)
    assert found is not None
    return found[1]


def test_a_stranger_asks_watches_and_reads_the_answer(visitor: Browser, work: Work) -> None:
    assert "None yet" in visitor.get("/lab")
    path = start(visitor)
    page = visitor.get(path)
    assert "Waits for a worker" in page
    assert "It is the next to be played" in page
    assert 'http-equiv="refresh"' in page
    assert "--bankroll 3 --goal 5 --staking flat" in page
    sight = sight_of(page)
    visitor.get(f"{path}/news?after={sight}", 204)
    work()
    news = visitor.get(f"{path}/news?after={sight}")
    assert 'id="run"' in news
    assert "<html" not in news
    page = visitor.get(path)
    assert "Finished" in page
    assert 'http-equiv="refresh"' not in page
    for said in ("Reach the goal", "Exactly", "Nobody beats the house", "50 of 50"):
        assert said in page
    assert "3 antes to 5, flat stakes" in visitor.get("/lab")
    visitor.get(f"{path}x", 404)
    visitor.get(f"{path}x/news", 404)


def test_results_are_downloaded(visitor: Browser, work: Work) -> None:
    path = start(visitor, staking="martingale", session_hands="9")
    work()
    told = json.loads(visitor.get(f"{path}/result.json"))
    assert (told["kind"], told["state"], told["seed"], told["done"]) == (
        "session",
        "finished",
        4,
        50,
    )
    (plan,) = told["plans"]
    assert plan["exact"] is None
    # A file that is kept says by itself what was asked, by the command line's names.
    asked = {name: plan[name] for name in ("bankroll", "goal", "stop_loss", "hands_limit")}
    assert asked == {"bankroll": 3, "goal": 5, "stop_loss": None, "hands_limit": 9}
    assert (plan["staking"], plan["credit"], plan["stake_limit"]) == ("martingale", False, 100)
    rows = list(csv.reader(io.StringIO(visitor.get(f"{path}/result.csv"))))
    assert rows[0] == ["bankroll_antes", "sessions"]
    assert {row[0]: int(row[1]) for row in rows[1:]} == plan["finals"]


def test_games_of_war_stand_side_by_side(visitor: Browser, work: Work) -> None:
    form = visitor.form("/lab/war", "/lab/war") | {"games": "4", "seed": "9"}
    form.pop("variant")
    answer = visitor.client.post("/lab/war", data={**form, "variant": ["three_wars", "speed"]})
    assert answer.status_code == 303
    work()
    page = visitor.get(answer.location)
    assert "War: Three wars, Speed" in page
    assert "How long games are" in page
    rows = list(csv.reader(io.StringIO(visitor.get(f"{answer.location}/result.csv"))))
    assert sum(int(row[2]) for row in rows[1:]) == 8
    again = re.search(r'href="(/lab/war\?[^"]+)"', page)
    assert again is not None
    filled = visitor.get(unquote(again[1]).replace("&amp;", "&"))
    assert filled.count(" checked") == 2


def test_a_run_is_cancelled_run_again_compared_and_deleted(visitor: Browser, work: Work) -> None:
    first = start(visitor)
    visitor.submit(first, f"{first}/cancel")
    assert "Cancelled" in visitor.get(first)
    one = start(visitor)
    work()
    two = str(visitor.submit(one, f"{one}/again").location)
    work()
    assert json.loads(visitor.get(f"{two}/result.json"))["seed"] != 4
    assert "Compare with another run" in visitor.get(two)
    links = [path.rsplit("/", 1)[1] for path in (one, two)]
    page = visitor.get(f"/lab/compare?one={links[0]}&other={links[1]}")
    assert "Lost of each ante staked" in page
    cancelled = first.rsplit("/", 1)[1]
    assert "nothing to tell yet" in visitor.get(
        f"/lab/compare?one={links[0]}&other={cancelled}", 422
    )
    visitor.submit(first, f"{first}/delete")
    visitor.get(first, 404)


def test_a_form_sent_twice_starts_one_run(visitor: Browser, work: Work) -> None:
    form = visitor.form("/lab/session", "/lab/session") | selected({"sessions": "50", "seed": ""})
    one, same = (visitor.send("/lab/session", form).location for _ in range(2))
    assert one == same
    work()
    again = visitor.form(str(one), f"{one}/again")
    two, same = (visitor.send(f"{one}/again", again).location for _ in range(2))
    assert one != two == same


def test_others_may_look_and_ask_again_but_not_end_it(
    app: Flask, visitor: Browser, work: Work
) -> None:
    path = start(visitor)
    other = Browser(app)
    page = other.get(path)
    assert "Cancel the run" not in page
    work()
    page = other.get(path)
    assert "Delete the run" not in page
    assert str(other.submit(path, f"{path}/again").location) != path
    fields = visitor.form(path, f"{path}/delete")
    other.client.post(
        f"{path}/delete", data={**other.form(path, f"{path}/again"), "key": "another-1"}
    )
    assert "Delete the run" in visitor.get(path)
    assert fields["version"] == "0"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"begun_with": ""}, "Say a number here"),
        ({"begun_with": "x"}, "is no whole number in digits"),
        ({"goal": "2"}, "Goal (antes) must be 4 to"),
        ({"stop_loss": "3"}, "Stop-loss (antes) must be 0 to 2"),
        ({"staking": "hope"}, "is not in this list"),
        ({"staking": "own", "progression": "1:1"}, "is no step of a progression"),
        ({"staking": "proportional"}, "1 to 100 per cent"),
        ({"begun_with": "900000", "goal": ""}, "give it a number of hands"),
        ({"sessions": "900000000"}, "this site plays"),
        ({"limit": "0"}, "chips"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(
    visitor: Browser, work: Work, fields: dict[str, str], said: str
) -> None:
    asked = selected({"begun_with": "3", "goal": "5", "sessions": "50", **fields})
    answer = visitor.submit("/lab/session", "/lab/session", 422, **asked)
    page = " ".join(answer.text.split())
    assert said in page
    for name, text in asked.items():
        if name not in ("table", "staking", "credit"):
            assert f'name="{name}" value="{text}"' in page or f'value="{text}"' in page


def test_four_runs_at_a_time_are_too_many(visitor: Browser, work: Work) -> None:
    for _ in range(3):
        start(visitor)
    answer = visitor.submit("/lab/session", "/lab/session", 422, **selected({}))
    assert "3 runs of yours wait or are being played" in answer.text
    war = visitor.form("/lab/war", "/lab/war") | {"games": "4", "variant": "speed"}
    assert "3 runs of yours" in visitor.send("/lab/war", war, 422).text


def test_nothing_and_too_much_is_chosen(visitor: Browser, work: Work) -> None:
    form = visitor.form("/lab/war", "/lab/war") | {"games": "4"}
    form.pop("variant")
    assert "Choose one to 4 different games" in visitor.send("/lab/war", form, 422).text
    form["variant"] = "speed"
    assert "Say a number here" in visitor.send("/lab/war", form | {"games": ""}, 422).text
    assert "plays at most" in visitor.send("/lab/war", form | {"games": "9000000"}, 422).text


def test_a_form_of_another_visit_is_offered_afresh(
    app: Flask, visitor: Browser, work: Work
) -> None:
    path = start(visitor)
    page = visitor.client.post(f"{path}/cancel", data={"csrf_token": "x"})
    assert page.status_code == 400
    assert "Here it is afresh" in page.text
    assert "Waits for a worker" in page.text
    page = visitor.client.post("/lab/session", data={"csrf_token": "x", "begun_with": "77"})
    assert page.status_code == 400
    assert 'value="77"' in page.text
