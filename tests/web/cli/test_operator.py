"""The operator's commands: what each prints, and how it refuses."""

import json
import shutil
from pathlib import Path

import pytest

from casino_war.services.api_tokens import make_token
from casino_war.services.commands import MakeToken
from casino_war.services.house import House
from tests.audits import audit
from tests.databases import opened
from tests.services.guest import Guest, bet
from tests.services.member import claim
from tests.web.terminal import bare_home, line_of_refusal, run


@pytest.fixture
def url(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A casino in which Ada has played a round."""
    home = bare_home(tmp_path, monkeypatch)
    path = home / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    url = f"sqlite:///{path}"
    monkeypatch.setenv("DATABASE_URL", url)
    with opened(url) as database:
        house = House(database=database, draw_seed=lambda: "1" * 64)
        ada = claim(Guest(house).buy_in().sit())
        ada.deal(bet(10))
        made = MakeToken(key="makes-token", version=0, name="bot", scope="play")
        make_token(house, ada.token, made, "")
        assert ada.seat.open_round_id is None
    return url


def test_players(url: str) -> None:
    assert run("user", "list").stdout.startswith("1 Ada, since 20")
    assert run("user", "freeze", "ada", "--note", "too quick").stdout == "frozen\n"
    assert run("user", "freeze", "1").stdout == "was frozen already\n"
    assert "frozen" in run("user", "list", "--frozen").stdout
    shown = run("user", "show", "1").stdout
    assert "freeze: too quick" in shown
    assert "bankroll " in shown
    assert "token bot" in shown
    assert run("user", "revoke", "ada", "--note", "it got out").stdout == "revoked\n"
    assert run("user", "revoke", "1").stdout == "had no tokens\n"
    shown = run("user", "show", "1").stdout
    assert "revoke: it got out" in shown
    assert "token bot" not in shown
    assert run("user", "unfreeze", "1").stdout == "may deal again\n"
    assert run("user", "unfreeze", "1").stdout == "was not frozen\n"
    with opened(url) as database:
        assert audit(House(database=database)) == []


def test_tables(url: str) -> None:
    assert run("table", "close", "classic").stdout == "closed\n"
    assert run("table", "close", "classic").stdout == "was closed already\n"
    assert run("table", "open", "classic").stdout == "open\n"
    assert run("table", "open", "classic").stdout == "was open already\n"
    published = run("table", "publish", "bonus", "--set", "decks=8", "--set", "surrender=half")
    assert published.stdout == "bonus@1001\n", published.output
    with opened(url) as database:
        assert audit(House(database=database)) == []


def test_results(url: str) -> None:
    rows = json.loads(run("table", "results", "--json").stdout)
    assert [(row["table"], row["rounds"], row["handle_cents"]) for row in rows] == [
        ("classic", 1, 1_000)
    ]
    told = run("table", "results").stdout
    assert told.startswith("classic: 1 rounds, handle 10.00, hold ")
    assert "expected 0.29 +- " in told


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("user", "freeze", "nobody"), "nobody"),
        (("table", "close", "moon"), "no table 'moon'"),
        (("table", "publish", "bonus"), "these rules already"),
        (("table", "publish", "bonus", "--set", "moons=3"), "no rule 'moons'"),
        (("table", "publish", "bonus", "--set", "decks=99"), "decks"),
        (("table", "publish", "bonus", "--set", "decks=many"), "decks"),
    ],
)
def test_refusals_take_one_line(url: str, arguments: tuple[str, ...], part: str) -> None:
    assert part in line_of_refusal(run(*arguments))


def test_programs_are_told_the_same(url: str) -> None:
    frozen = json.loads(run("user", "freeze", "ada", "--note", "slow", "--json").stdout)
    assert frozen == {"subject": "ada", "state": "frozen", "is_changed": True}
    again = json.loads(run("user", "unfreeze", "1", "--json").stdout)
    assert again == {"subject": "1", "state": "may deal again", "is_changed": True}
    (line,) = run("user", "list", "--json").stdout.splitlines()
    listed = json.loads(line)
    shown = json.loads(run("user", "show", "Ada", "--json").stdout)
    assert (listed["number"], listed["name"], listed["frozen_at"]) == (1, "Ada", None)
    assert shown["bankroll_cents"] > 0
    assert [(act["kind"], act["note"]) for act in shown["acts"]] == [
        ("freeze", "slow"),
        ("unfreeze", ""),
    ]
    assert run("user", "list", "--frozen", "--json").stdout == ""
    assert json.loads(run("table", "open", "classic", "--json").stdout) == {
        "subject": "classic",
        "state": "open",
        "is_changed": False,
    }
    published = run("table", "publish", "bonus", "--set", "decks=8", "--json")
    assert json.loads(published.stdout) == {"table": "bonus", "version": 1001}
    measured = run("luck", "catch-up", "--json")
    assert json.loads(measured.stdout) == {"rounds_measured": 0}
    exported = run("export", "--output", "rounds.csv", "--json")
    assert (exported.stdout, json.loads(exported.stderr)) == ("", {"rounds": 1})
