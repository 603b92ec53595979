"""The processes beside a server that play the laboratory's runs: replaced, and ended with it."""

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from casino_war.services.house import House
from casino_war.services.run_request import war_request
from casino_war.store.database import Database
from casino_war.store.runs import RunState
from casino_war.web.cli.lab import laboratory
from tests.processes import children_of, kill_all
from tests.services.test_runs import Analyst
from tests.web.live import serving
from tests.web.terminal import bare_home, line_of_refusal, run

WAIT_SECONDS = 60
# A game with decisions, which no kernel plays.
FEW = war_request(["arneson"], 2, 7)


def wait_for(is_there: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + WAIT_SECONDS
    while not is_there():
        assert time.monotonic() < give_up_at
        time.sleep(0.05)


def test_a_worker_that_is_killed_is_replaced_and_all_end_with_their_server(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    database = Database(f"sqlite:///{path}")
    analyst = Analyst(House(database=database))

    def play() -> None:
        link = analyst.start(FEW)
        wait_for(lambda: analyst.page(link).state is RunState.FINISHED)

    before = children_of(os.getpid())
    with laboratory(1) as start:
        start()
        start()
        (supervisor,) = (child for child in children_of(os.getpid()) if child not in before)
        play()
        (worker,) = children_of(supervisor)
        kill_all([worker])
        play()
        (successor,) = children_of(supervisor)
        assert successor != worker
    assert children_of(os.getpid()) == before
    assert children_of(supervisor) == []
    database.dispose()


@pytest.mark.slow
def test_a_run_goes_on_while_the_web_workers_are_restarted(tmp_path: Path, migrated: Path) -> None:
    path = tmp_path / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    database = Database(f"sqlite:///{path}")
    analyst = Analyst(House(database=database))
    link = analyst.start(FEW)
    before = children_of(os.getpid())
    with serving(f"sqlite:///{path}", tmp_path):
        (server,) = (child for child in children_of(os.getpid()) if child not in before)
        wait_for(lambda: analyst.page(link).state is not RunState.WAITING)
        first = set(children_of(server))
        os.kill(server, signal.SIGHUP)
        # Two web workers are new, and the laboratory is what it was.
        wait_for(lambda: len(set(children_of(server)) - first) == len(children_of(server)) - 1 == 2)
        wait_for(lambda: analyst.page(link).state is RunState.FINISHED)
        # No other worker had to go on with it.
        assert analyst.page(link).result.begun_with == 0
    database.dispose()


def test_a_database_that_is_not_there_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_home(tmp_path, monkeypatch)
    assert "There is no database yet" in line_of_refusal(run("lab", "work"))


def test_where_no_workers_are_wanted_none_are_started() -> None:
    before = children_of(os.getpid())
    with laboratory(0) as start:
        start()
        assert children_of(os.getpid()) == before
