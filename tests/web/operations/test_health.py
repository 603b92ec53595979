"""What machines ask: does it live, is it ready, what has it counted."""

import re
import tempfile
import time
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from casino_war.errors import CasinoWarError
from casino_war.services import readiness
from casino_war.services.house import House
from casino_war.services.readiness import Readiness
from casino_war.store import migrate
from casino_war.store.sign_in_tries import SIGN_IN_TRY
from casino_war.web.operations import health
from tests.databases import ONLY_POSTGRESQL, Databases, opened
from tests.faults.troubles import FULL_TRIGGER
from tests.web.browser import Browser, is_win, seed_where
from tests.web.conftest import MakeApp
from tests.web.table.test_own_tables import made

NO_ROOM = FULL_TRIGGER.replace("ON transfer", "ON sign_in_try")
FAR = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture(autouse=True)
def fresh_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "KEPT_SECONDS", 0.0)


def faults(app: Flask) -> list[tuple[str, str]]:
    """Ask whether the application is ready, and close what it asked over."""
    answer = app.test_client().get("/readyz")
    health.readiness_of(app).close()
    found = answer.get_json()
    told = [(fault["check"], fault["reason"]) for fault in found["faults"]]
    assert found["ready"] == (not told)
    assert answer.status_code == (503 if told else 200)
    assert not answer.headers.getlist("Set-Cookie")
    return told


def path_of(app: Flask) -> Path:
    return Path(app.config["DATABASE_URL"].removeprefix("sqlite:///"))


def test_a_process_lives_without_its_database(app: Flask) -> None:
    path_of(app).unlink()
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"alive": True})
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_it_is_ready_once_the_database_is_there_and_up_to_date(app: Flask) -> None:
    assert faults(app) == []
    path = path_of(app)
    elsewhere = path.rename(path.with_suffix(".elsewhere"))
    assert faults(app) == [("database", "missing")]
    elsewhere.rename(path)
    assert faults(app) == []
    house: House = app.extensions["casino_war"]
    for revision, reason in (("0001", "outdated"), ("9999", "newer")):
        with house.database.writing() as connection:
            connection.execute(
                text("UPDATE alembic_version SET version_num = :it"), {"it": revision}
            )
        assert faults(app) == [("migrations", reason)]
    with house.database.writing() as connection:
        connection.execute(
            text("UPDATE alembic_version SET version_num = :it"), {"it": migrate.head()}
        )


def test_it_is_not_ready_where_nothing_can_be_written(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert faults(app) == [("disk", "not_writable")]


@ONLY_POSTGRESQL
def test_a_server_that_takes_nothing_is_not_ready(databases: Databases) -> None:
    url = databases.fresh()
    assert _faults_of(url) == []
    assert _faults_of(f"{url}&options=-c default_transaction_read_only=on") == [
        ("disk", "read_only")
    ]
    with opened(url) as database, database.writing() as connection:
        # Nothing of what was tried is there.
        assert connection.execute(select(func.count()).select_from(SIGN_IN_TRY)).scalar() == 0
        connection.execute(text(NO_ROOM))
    assert _faults_of(url) == [("disk", "not_writable")]
    with opened(url) as database, database.writing() as connection:
        connection.execute(text("DROP FUNCTION no_room CASCADE"))
        connection.execute(text("CREATE ROLE reader_of_readiness"))
        connection.execute(
            text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader_of_readiness")
        )
    assert _faults_of(f"{url}&options=-c role=reader_of_readiness") == [("database", "failed")]
    with opened(url) as database, database.writing() as connection:
        connection.execute(text("DROP OWNED BY reader_of_readiness"))
        connection.execute(text("DROP ROLE reader_of_readiness"))
    databases.discard(url)


@ONLY_POSTGRESQL
def test_a_server_that_takes_something_again_is_ready_again(databases: Databases) -> None:
    url = databases.fresh()
    asked = Readiness(url)
    assert asked.faults() == ()
    with opened(url) as database, database.writing() as connection:
        connection.execute(text("LOCK TABLE sign_in_try IN ACCESS EXCLUSIVE MODE"))
        begun = time.monotonic()
        assert [each.reason for each in asked.faults()] == ["busy"]
        assert time.monotonic() - begun < 2 * readiness.WAIT_SECONDS
    assert asked.faults() == ()
    asked.close()
    databases.discard(url)


def _faults_of(url: str) -> list[tuple[str, str]]:
    asked = Readiness(url)
    found = [(fault.check, fault.reason) for fault in asked.faults()]
    asked.close()
    return found


def test_whoever_asks_while_another_waits_does_not_queue_up(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "WAIT_SECONDS", 0.01)
    asked = health.readiness_of(app)
    with asked._asking:
        assert [(each.check, each.reason) for each in asked.faults()] == [("database", "slow")]


def test_an_answer_is_good_for_a_moment(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "KEPT_SECONDS", 1000.0)
    assert faults(app) == []
    path_of(app).unlink()
    assert faults(app) == []


def numbers(app: Flask) -> dict[str, float]:
    """Return every number of the metrics by its name and labels."""
    app.extensions.pop("casino_war_metrics", None)
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_the_house_is_told_against_its_expectation(make_app: MakeApp) -> None:
    app = make_app(seed_where(is_win))
    player = Browser(app)
    player.sit("classic")
    player.deal("classic", ante_1="10", tie_bet_1="5")
    own = made(player)
    player.submit(f"/tables/{own}", f"/tables/{own}/sit")
    player.deal(own, ante_1="10")
    while player.client.get(f"/tables/{own}").text.count('value="surrender"'):
        player.decide(own, "surrender")
    found = numbers(app)
    assert all(name.startswith("casino_war_") for name in found)
    assert found["casino_war_house_readable"] == 1
    assert found['casino_war_rounds_total{table="classic"}'] == 1
    assert found['casino_war_handle_cents_total{table="classic"}'] == 1500
    # The ante won, the tie bet was lost.
    assert found['casino_war_hold_cents{table="classic"}'] == -500
    assert 0 < found['casino_war_expected_hold_cents{table="classic"}'] < 200
    assert found['casino_war_hold_deviation_cents{table="classic"}'] > 1000
    assert found['casino_war_rounds_total{table="own"}'] == 1
    assert not any(own in name for name in found)
    assert found['casino_war_runs{state="waiting"}'] == 0
    assert found["casino_war_processes"] == 1
    assert found["casino_war_processes_resident_bytes"] > 2**20


def test_the_age_of_the_audit_is_told_once_there_was_one(make_app: MakeApp) -> None:
    from casino_war.services.audit import run_audit

    app = make_app()
    assert "casino_war_audit_age_seconds" not in numbers(app)
    run_audit(app.extensions["casino_war"])
    assert 0 <= numbers(app)["casino_war_audit_age_seconds"] < 60


def test_requests_and_failures_are_counted(app: Flask) -> None:
    count = 'casino_war_request_seconds_count{endpoint="%s",method="GET",status="%s"}'
    lobby, nowhere = count % ("lobby.index", "2xx"), count % ("none", "4xx")
    before = numbers(app)
    visitor = Browser(app)
    visitor.get("/")
    visitor.get("/nowhere", 404)
    visitor.client.open("/", method="BREW")
    path_of(app).rename(path_of(app).with_suffix(".elsewhere"))
    visitor.get("/cashier", 503)
    found = numbers(app)
    assert found[lobby] - before.get(lobby, 0) == 1
    assert found[nowhere] - before.get(nowhere, 0) == 1
    assert not any("BREW" in name for name in found)
    missing = 'casino_war_database_errors_total{reason="missing"}'
    assert found[missing] > before.get(missing, 0)
    assert found["casino_war_house_readable"] == 0
    assert not any(name.startswith("casino_war_rounds") for name in found)


def test_metrics_are_for_this_machine_alone(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", environ_overrides=FAR).status_code == 404
    for header in ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP"):
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404
    assert client.get("/metrics", headers={"Host": "casino.example"}).status_code == 404
    for host in ("localhost", "127.0.0.1:8000", "[::1]:8000", "[::1]"):
        assert client.get("/metrics", headers={"Host": host}).status_code == 200


def test_metrics_are_for_whoever_bears_the_token(make_app: MakeApp) -> None:
    client = make_app(METRICS_TOKEN="a long token").test_client()
    for given, status in (
        ("Bearer a long token", 200),
        ("Bearer a long toke", 404),
        ("Bearer å", 404),
        ("Basic a long token", 404),
        ("", 404),
    ):
        answer = client.get("/metrics", headers={"Authorization": given}, environ_overrides=FAR)
        assert answer.status_code == status, given


def test_behind_a_proxy_this_machine_proves_nothing(make_app: MakeApp) -> None:
    assert make_app(TRUSTED_PROXIES="1").test_client().get("/metrics").status_code == 404


def test_every_metric_has_a_word_of_help(app: Flask) -> None:
    page = app.test_client().get("/metrics").text
    named = set(re.findall(r"^# TYPE (\S+)", page, re.MULTILINE))
    assert named == set(re.findall(r"^# HELP (\S+) \S", page, re.MULTILINE))
    assert len(named) > 10


def test_nonsense_of_proxies_is_refused(make_app: MakeApp) -> None:
    with pytest.raises(CasinoWarError, match="CASINO_WAR_TRUSTED_PROXIES"):
        make_app(TRUSTED_PROXIES="many")
