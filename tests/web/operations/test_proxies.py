"""Proxies before the site, names it is asked for by, and whose word of them counts."""

from typing import TYPE_CHECKING

import pytest
from werkzeug.test import Client

from casino_war.errors import CasinoWarError
from casino_war.web.operations.deployment import HOSTS_VARIABLE
from casino_war.web.operations.proxies import PROXIES_VARIABLE, behind, read_proxies
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.player.test_account import claim, sign_in

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PEER = "10.1.2.3"
VISITOR = "203.0.113.9"


def seen(proxies: str, peer: str, forwarded: str) -> str | None:
    """Return the address that a site behind these proxies takes for the visitor's."""

    def site(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        start_response("200 OK", [])
        return [str(environ["REMOTE_ADDR"]).encode()]

    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    client = Client(behind(site, read_proxies(proxies)))
    return client.get("/", headers=headers, environ_overrides={"REMOTE_ADDR": peer}).text


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "visitor"),
    [
        ("", PEER, VISITOR, PEER),
        ("0", PEER, VISITOR, PEER),
        ("1", PEER, VISITOR, VISITOR),
        # What the visitor has made up stands before what the proxy has added.
        ("1", PEER, f"1.1.1.1, {VISITOR}", VISITOR),
        ("2", PEER, f"1.1.1.1, {VISITOR}, 10.9.9.9", VISITOR),
        # It has not come through as many as it should.
        ("2", PEER, VISITOR, PEER),
        ("1", PEER, "", PEER),
        ("10.0.0.0/8", PEER, VISITOR, VISITOR),
        ("10.0.0.0/8, fd00::/8", "fd00::1", f"{VISITOR}, 10.9.9.9", VISITOR),
        ("10.0.0.0/8", PEER, f"1.1.1.1, {VISITOR}", VISITOR),
        ("10.0.0.0/8", PEER, f"10.5.5.5, {VISITOR}, 10.9.9.9", VISITOR),
        # A visitor from the inside is one all the same.
        ("10.0.0.0/8", PEER, "10.5.5.5", "10.5.5.5"),
        ("10.0.0.0/8", VISITOR, "1.1.1.1", VISITOR),
        ("10.1.2.3", PEER, VISITOR, VISITOR),
        ("10.0.0.0/8", PEER, "", PEER),
        ("10.0.0.0/8", "", VISITOR, ""),
        ("10.0.0.0/8", PEER, ", ".join(["10.0.0.1"] * 50), "10.0.0.1"),
        # Some proxies write the port as well.
        ("1", PEER, f"{VISITOR}:5678", VISITOR),
        ("1", PEER, "[2001:db8::1]:443", "2001:db8::1"),
        ("1", PEER, '"[2001:db8::1]:443"', "2001:db8::1"),
        ("1", PEER, "[2001:db8::1]", "2001:db8::1"),
        ("1", PEER, "2001:db8::1:443", "2001:db8::1:443"),
        ("1", PEER, f"::ffff:{VISITOR}", VISITOR),
        ("10.0.0.0/8", PEER, f"1.1.1.1, {VISITOR}:5678, 10.9.9.9:80", VISITOR),
        ("fd00::/8", "fd00::1", f"1.1.1.1, {VISITOR}, [fd00::2]:80", VISITOR),
        # A site that listens on IPv6 as well sees its proxy like this.
        ("10.0.0.0/8", f"::ffff:{PEER}", VISITOR, VISITOR),
        # What is no address is nobody, and the word of nobody in particular.
        *(
            ("1", PEER, nonsense, PEER)
            for nonsense in (
                *("unknown", "_hidden", "-", "1.2.3", "1.2.3.4.5:80", "1.2.3.4:", ":80", "[]:80"),
                *("1.2.3.4:port", "1.2.3.4:123456", "[2001:db8::1", "[1.2.3.4:80]", "300.1.1.1"),
                *("1.2.3.4/8", "\u0661.2.3.4", "casino.example:80", "for=1.2.3.4", "%", "::1::"),
            )
        ),
        ("10.0.0.0/8", PEER, f"{VISITOR}, unknown", PEER),
        ("1", PEER, ", ,", PEER),
    ],
)
def test_the_visitor_is_who_the_trusted_proxies_saw(
    proxies: str, peer: str, forwarded: str, visitor: str
) -> None:
    assert seen(proxies, peer, forwarded) == visitor


@pytest.mark.parametrize("given", ["ten", "-1", "10", "1,2", "10.0.0.1/8", "300.0.0.0/8", "٣"])
def test_other_proxies_are_refused(given: str) -> None:
    with pytest.raises(CasinoWarError, match=PROXIES_VARIABLE):
        read_proxies(given)


def test_a_trusted_proxy_says_how_the_site_was_asked_for(make_app: MakeApp) -> None:
    headers = {
        "X-Forwarded-For": VISITOR,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "casino.example",
        "X-Forwarded-Prefix": "/war",
    }
    page = make_app(TRUSTED_PROXIES="1").test_client().get("/cashier", headers=headers)
    assert "Secure" in page.headers["Set-Cookie"]
    assert 'href="/war/cashier"' in page.text
    form = make_app(TRUSTED_PROXIES="1").test_client().get("/cashier/buy-in", headers=headers)
    assert form.headers["Location"] == "/war/cashier"
    own = make_app().test_client().get("/cashier", headers=headers)
    assert "Secure" not in own.headers["Set-Cookie"]
    assert 'href="/cashier"' in own.text


@pytest.mark.parametrize(
    "prefix", ["//evil.example", "https://evil.example", "/\\evil.example", "/war, //evil.example"]
)
def test_a_prefix_that_a_proxy_hands_on_leads_nowhere_else(make_app: MakeApp, prefix: str) -> None:
    player = Browser(make_app(TRUSTED_PROXIES="1"))
    headers = {"X-Forwarded-Prefix": prefix}
    page = player.client.get("/cashier", headers=headers)
    assert page.status_code == 200
    assert "evil" not in page.text
    form = player.form("/cashier", "/cashier/buy-in")
    answer = player.client.post("/cashier/buy-in", data=form, headers=headers)
    assert answer.status_code == 303
    assert "evil" not in answer.headers["Location"]


def test_sign_in_tries_are_counted_by_the_visitors_address(make_app: MakeApp) -> None:
    app = make_app(TRUSTED_PROXIES="1")
    claim_of = Browser(app)
    claim_of.sit("classic")
    claim(claim_of)
    tried = Browser(app)
    form = tried.form("/account/sign-in", "/account/sign-in")

    def statuses(addresses: list[str]) -> list[int]:
        return [
            tried.client.post(
                "/account/sign-in",
                data=form | {"name": f"nobody {address} {number}", "password": "x" * 12},
                headers={"X-Forwarded-For": f"{number}.1.1.1, {address}"},
            ).status_code
            for number, address in enumerate(addresses)
        ]

    # However many a household has, it is one: and what it adds to the header is nobody's word.
    household = [f"2001:db8::{number:x}" for number in range(61)]
    assert statuses(household) == [422] * 60 + [429]
    assert statuses(["2001:db8:0:1::1", "203.0.113.9", "::ffff:203.0.113.9"]) == [422] * 3
    sign_in(Browser(app))


@pytest.mark.parametrize("address", ["[2001:db8::%x]:%d", "203.0.113.8:%.0s%d", "%.0s%.0sunknown"])
def test_whoever_comes_from_many_ports_is_one(make_app: MakeApp, address: str) -> None:
    app = make_app(TRUSTED_PROXIES="1", RATE_LIMIT_PLAY="2/hour")
    form = Browser(app).form("/account/sign-in", "/account/sign-in")

    def send(forwarded: str) -> int:
        # Each time without its cookie, as another browser would.
        headers = {"X-Forwarded-For": forwarded}
        return app.test_client().post("/cashier/buy-in", data=form, headers=headers).status_code

    found = [send(address % (number, 1024 + number)) for number in range(3)]
    assert found[2] == 429
    assert 429 not in (*found[:2], send(f"{VISITOR}:1024"))


@pytest.mark.parametrize("address", ["fe80::1%eth0", "[fe80::1%eth0]:80", "unknown", "x" * 5000])
def test_an_odd_address_is_counted_all_the_same(make_app: MakeApp, address: str) -> None:
    player = Browser(make_app(TRUSTED_PROXIES="1"))
    form = player.form("/cashier", "/cashier/buy-in") | {"amount": "1000"}
    headers = {"X-Forwarded-For": address}
    answer = player.client.post("/cashier/buy-in", data=form, headers=headers)
    assert answer.status_code == 303


HOSTS = {
    "casino.example": 200,
    "casino.example:8443": 200,
    "www.casino.example": 400,
    "play.games.example": 200,
    "evil.example": 400,
    "casino.example.evil.example": 400,
    "": 400,
    # A machine asks itself whether it is well.
    "127.0.0.1:8000": 200,
    "localhost": 200,
}


def test_the_site_answers_to_its_names_alone(make_app: MakeApp) -> None:
    app = make_app(TRUSTED_HOSTS="casino.example, .games.example")
    for host, status in HOSTS.items():
        for path in ("/cashier", "/healthz", "/nowhere"):
            answer = app.test_client().get(path, headers={"Host": host})
            wanted = 404 if path == "/nowhere" and status == 200 else status
            assert answer.status_code == wanted, (host, path)
            if status == 400:
                assert answer.content_type.startswith("text/plain")
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert not answer.headers.getlist("Set-Cookie")


def test_a_form_to_another_name_moves_nothing(make_app: MakeApp) -> None:
    app = make_app(TRUSTED_HOSTS="localhost")
    player = Browser(app)
    player.sit("classic")
    before = player.ledger()
    form = player.form("/tables/classic", "/tables/classic/deal") | {"ante-1": "5"}
    answer = player.client.post("/tables/classic/deal", data=form, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert player.ledger() == before


def test_names_and_proxies_are_the_environments(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOSTS_VARIABLE, "casino.example")
    monkeypatch.setenv(PROXIES_VARIABLE, "1")
    monkeypatch.setenv("CASINO_WAR_METRICS_TOKEN", "a long token")
    config = make_app().config
    assert config["TRUSTED_HOSTS"] == ["casino.example", "localhost", "127.0.0.1", "[::1]"]
    assert config["TRUSTED_PROXIES"].hops == 1
    assert config["METRICS_TOKEN"] == "a long token"
