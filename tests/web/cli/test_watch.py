"""The house's own watch from the command line, and beside a server."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import text

from casino_war.services.watch import look
from casino_war.services.watch_status import watch_status
from casino_war.store.watch import FindingKind, add_finding
from casino_war.web.cli.watch import watchman
from tests.faults.server import CasinoServer
from tests.processes import children_of, kill_all
from tests.web.browser import Browser
from tests.web.operations.test_health import numbers
from tests.web.terminal import line_of_refusal, run

WAIT_SECONDS = 60


@pytest.fixture
def played(player: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A house with a round of classic, and an environment that names it."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/casino_war.sqlite3")
    monkeypatch.setenv("CASINO_WAR_INSTANCE", str(tmp_path / "instance"))
    player.deal("classic", ante_1="10")
    if "you decide" in player.get("/tables/classic"):
        player.decide("classic", "surrender")
    return player.app


def lines(result: Result, status: int = 0) -> list[str]:
    assert result.exit_code == status, result.output
    return result.stdout.splitlines()


def test_a_look_is_told(played: Flask) -> None:
    assert lines(run("watch", "--status")) == ["the house was never watched"]
    audited, table = lines(run("watch", "--once"))
    assert audited.startswith("audited 20")
    assert audited.endswith("ago: clean")
    assert table.startswith("classic@")
    assert "1 rounds, wagered 10, house " in table
    found = json.loads(run("watch", "--status", "--json").stdout)
    assert (found["clean"], found["violations"], found["alarms"]) == (True, [], [])
    (only,) = found["tables"]
    assert (only["table"], only["rounds"], only["batches"]) == ("classic", 1, 0)
    assert set(only["figures"]) == {"result", "wars", "ties", "sides"}
    assert lines(run("watch", "--status", "--table", "bonus"))[1:] == []


def test_what_rings_is_the_exit_status(played: Flask) -> None:
    house = played.extensions["casino_war"]
    run("watch", "--once")
    house.database.write(
        lambda connection: add_finding(
            connection, FindingKind.CHART, "ties_jump", "classic@1, batch 3", at=house.clock()
        )
    )
    (alarm,) = (line for line in lines(run("watch", "--once"), 1) if line.startswith("alarm "))
    assert alarm.endswith("ties_jump: classic@1, batch 3")
    assert json.loads(run("watch", "--status", "--json").stdout)["alarms"][0]["code"] == "ties_jump"
    found = numbers(played)
    assert found["casino_war_watch_ringing"] == 1
    assert found['casino_war_watch_alarms{code="ties_jump"}'] == 1
    assert found["casino_war_watch_age_seconds"] < 60
    version = found_version(found)
    assert (
        found[f'casino_war_watch_drift{{figure="ties",side="up",table="classic",{version}}}'] == 0
    )
    lines(run("watch", "--acknowledge"))
    assert numbers(played)["casino_war_watch_ringing"] == 0
    with house.database.writing() as connection:
        connection.execute(text("UPDATE account SET balance_cents = 1 WHERE kind = 'bankroll'"))
    rung = run("watch", "--once")
    assert rung.exit_code == 1
    assert "ago: clean" not in rung.stdout
    assert lines(run("watch", "--status"), 1)[0].count("balance")
    assert lines(run("watch", "--acknowledge"), 1)


def found_version(found: dict[str, float]) -> str:
    (name,) = (name for name in found if name.startswith("casino_war_watch_result_deviations{"))
    return name.rpartition(",")[2].rstrip("}")


def test_charts_are_drawn(played: Flask, tmp_path: Path) -> None:
    house = played.extensions["casino_war"]
    path = tmp_path / "chart.svg"
    assert "There are: none." in line_of_refusal(run("watch", "--picture", str(path)))
    look(house, "somebody", batch_rounds=1)
    house.database.write(
        lambda connection: connection.execute(text("UPDATE watch_state SET holder = NULL"))
    )
    drawn = "\n".join(lines(run("watch", "--chart")))
    assert drawn.count(" +3 |=") + drawn.count(" +3 |o") == 4
    assert "result:" in drawn
    assert "batches 1 to 1" in drawn
    lines(run("watch", "--picture", str(path), "--table", "classic"))
    svg = path.read_text("utf-8")
    assert svg.startswith("<svg")
    for word in ("Batch of rounds", "upper limit", "sides"):
        assert word in svg


def test_a_second_watchman_is_refused(played: Flask) -> None:
    look(played.extensions["casino_war"], "somebody")
    assert "somebody keeps the watch" in line_of_refusal(run("watch", "--once"))


def wait_for(is_so: Callable[[], object]) -> None:
    give_up_at = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < give_up_at
        time.sleep(0.05)


def watches_of(server: int) -> list[int]:
    commands = {
        pid: Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in children_of(server)
    }
    return [pid for pid, words in commands.items() if "watch" in words]


def test_a_watch_that_is_killed_beside_a_server_is_kept_again(
    played: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_RUN_WATCH", "1")
    house = played.extensions["casino_war"]
    server = CasinoServer(played.config["DATABASE_URL"], tmp_path, workers=1)
    before = children_of(os.getpid())
    server.start()
    try:
        (served_by,) = set(children_of(os.getpid())) - set(before)
        wait_for(lambda: watch_status(house).tables)
        holder = watch_status(house).holder
        (watch,) = watches_of(served_by)
        seen_at = watch_status(house).audited_at
        (worker,) = set(children_of(served_by)) - {watch}
        kill_all([watch])
        # It had no time to leave the watch, and nobody waits until it is given up.
        wait_for(lambda: watch_status(house).audited_at != seen_at)
        assert watch_status(house).holder == holder is not None
        (successor,) = watches_of(served_by)
        assert set(children_of(served_by)) == {worker, successor}
    finally:
        server.stop()
    assert watch_status(house).holder is None
    assert children_of(os.getpid()) == before
    (told,) = (line for line in server.log.splitlines() if "watch" in line)
    assert told == "casino-war watch was killed by SIGKILL; it is started again in 1 s"


def test_where_no_watch_is_wanted_none_is_started() -> None:
    before = children_of(os.getpid())
    with watchman(False, 1) as tend:
        tend()
        assert children_of(os.getpid()) == before
