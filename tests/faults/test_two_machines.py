"""Two machines behind one another's back: all that one does the other knows at once.

Two servers with folders of their own share a PostgreSQL and a secret key, and nothing else.
A player's requests go to them in turn.
"""

import re
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path

import pytest

from casino_war.services.house import House
from tests.audits import audit
from tests.databases import PostgresDatabases, opened
from tests.faults.server import CasinoServer
from tests.web.browser import find_form
from tests.web.live import Answer, LiveBrowser
from tests.web.player.test_tokens import secret_of

TABLE, DEAL, DECIDE = "/tables/classic", "/tables/classic/deal", "/tables/classic/decide"
SIGN_IN = "/account/sign-in"
PASSWORD = "correct horse battery"
ROUNDS = 12

Ports = tuple[int, int]


@pytest.fixture
def ports(
    postgres_databases: PostgresDatabases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Ports]:
    url = postgres_databases.fresh()
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", secrets.token_hex())
    machines = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        machines.append(CasinoServer(url, tmp_path / name, workers=1))
    try:
        with ThreadPoolExecutor(len(machines)) as pool:
            list(pool.map(CasinoServer.start, machines))
        yield machines[0].port, machines[1].port
    finally:
        for machine in machines:
            machine.stop()
    for machine in machines:
        assert "Traceback" not in machine.log, machine.log
    with opened(url) as database:
        assert audit(House(database=database)) == []
    postgres_databases.discard(url)


class Traveller(LiveBrowser):
    """A browser whose every request goes to the other machine than the one before."""

    def __init__(self, ports: Ports) -> None:
        super().__init__(ports[0])
        self._ports = cycle(ports)

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        self.port = next(self._ports)
        return super()._ask(method, path, body)

    def sit(self) -> None:
        self.submit(TABLE, "/cashier/buy-in", amount="1000")

    def is_in(self) -> bool:
        return "Place your bets" in self.get(TABLE) or DECIDE in self.get(TABLE)


def rounds_are_played_on_both(ports: Ports) -> None:
    player = Traveller(ports)
    player.sit()
    dealt = 0
    while dealt < ROUNDS:
        page = player.get(TABLE)
        if f'action="{DECIDE}"' in page:
            answer = player.post(DECIDE, find_form(page, DECIDE) | {"decision": "surrender"})
        else:
            form = find_form(page, DEAL) | {"ante-1": "5"}
            answer = player.post(DEAL, form)
            dealt += 1
            # The answer may have been lost: the other machine knows the form by its key.
            assert player.post(DEAL, form).status == 303
        assert answer.status == 303, answer.text
    listed = re.findall(r'href="/history/(\d+)"', player.get("/history"))
    assert len(set(listed)) == ROUNDS


def a_stale_form_is_refused_by_the_other(ports: Ports) -> None:
    player = Traveller(ports)
    player.sit()
    form = player.form(TABLE, "/tables/classic/client-seed") | {"client_seed": "one"}
    assert player.post("/tables/classic/client-seed", form).status == 303
    again = form | {"client_seed": "other", "key": secrets.token_hex()}
    assert player.post("/tables/classic/client-seed", again).status == 409


def signing_in_and_out_holds_on_both(ports: Ports) -> None:
    player, elsewhere = Traveller(ports), Traveller(ports)
    player.sit()
    name = f"Ada {secrets.token_hex(4)}"
    both = {"password": PASSWORD, "password_again": PASSWORD}
    player.submit("/account", "/account/claim", name=name, **both)
    elsewhere.submit(SIGN_IN, SIGN_IN, name=name, password=PASSWORD)
    assert all(elsewhere.is_in() for _ in range(2))
    assert f"Known as {name}" in elsewhere.get("/account")
    # One machine is told to sign everybody out; no browser is anybody on either.
    player.submit("/account", "/account/sign-out-everywhere")
    for browser in (player, elsewhere):
        for _ in range(2):
            assert "Buy in" in browser.get(TABLE)
    player.submit(SIGN_IN, SIGN_IN, name=name, password=PASSWORD)
    player.submit("/account", "/account/sign-out")
    assert all("Buy in" in player.get(TABLE) for _ in range(2))


def a_token_is_revoked_on_both(ports: Ports) -> None:
    player = Traveller(ports)
    player.sit()
    path = "/account/tokens"
    made = player.post(path, player.form(path, path) | {"name": "bot", "scope": "play"})
    secret = secret_of(made.text)
    assert [api_status(port, secret) for port in ports] == [200, 200]
    (revoke,) = re.findall(rf'action="({path}/\d+/revoke)"', player.get(path))
    player.submit(path, revoke)
    assert [api_status(port, secret) for port in ports] == [401, 401]


def api_status(port: int, secret: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/player", headers={"Authorization": f"Bearer {secret}"})
    status = connection.getresponse().status
    connection.close()
    return status


def tries_at_a_password_are_counted_together(ports: Ports) -> None:
    visitor = Traveller(ports)
    form = visitor.form(SIGN_IN, SIGN_IN) | {"name": f"Eve {secrets.token_hex(4)}"}
    tried = [
        visitor.post(SIGN_IN, form | {"password": f"wrong words {number}"}).status
        for number in range(11)
    ]
    assert tried == [422] * 10 + [429]
    assert visitor.post(SIGN_IN, form | {"password": PASSWORD}).status == 429


def a_practice_game_is_shared_between_them(ports: Ports) -> None:
    host, guest = Traveller(ports), Traveller(ports)
    rules = "classic battle_limit=9 limit_result=most_cards"
    fields = host.form("/cashier", "/cashier/buy-in")
    started = host.post(
        "/practice/games",
        {
            "csrf_token": fields["csrf_token"],
            "key": secrets.token_hex(),
            "rules": rules,
            "seats": "person,elsewhere",
        },
    )
    path = started.location
    assert path is not None, started.text
    guest.submit(path, f"{path}/take-seat", name="Otto", seat="B")
    assert all("Otto" in host.get(path) for _ in range(2))
    guest.submit(path, f"{path}/deal")
    for player in (host, guest, host):
        # Chance may have laid a war on the table.
        if f'action="{path}/acknowledge"' in player.get(path):
            player.submit(path, f"{path}/acknowledge")
        else:
            player.submit(path, f"{path}/flip", battles="1")
    pages = [browser.get(path) for browser in (host, guest, host, guest)]
    assert len({re.findall(r'data-version="(\d+)"', page)[0] for page in pages}) == 1
    assert all("take-seat" not in page for page in pages)


def test_two_machines_are_one_house(ports: Ports) -> None:
    # One test, for starting the machines takes longer than all of this.
    rounds_are_played_on_both(ports)
    a_stale_form_is_refused_by_the_other(ports)
    signing_in_and_out_holds_on_both(ports)
    a_token_is_revoked_on_both(ports)
    tries_at_a_password_are_counted_together(ports)
    a_practice_game_is_shared_between_them(ports)
