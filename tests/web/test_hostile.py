"""Hostile input: paths, addresses, headers, sizes, names and markup."""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from tests.audits import audit
from tests.web.browser import Browser
from tests.web.everything import address, draw_nothing, ids_of, member_of, readable
from tests.web.player.test_account import PASSWORD, claim
from tests.web.practice_browser import PracticeBrowser
from tests.web.table.test_own_tables import made

TRAVERSALS = [
    "../secret_key",
    "..%2fsecret_key",
    "..%252fsecret_key",
    "%2e%2e/%2e%2e/casino_war.sqlite3",
    "....//secret_key",
    "..\\secret_key",
    "..%5csecret_key",
    "/etc/passwd",
    "//etc/passwd",
    "css/../../config.py",
    "css/%00base.css",
    "C:/windows/win.ini",
    "file:///etc/passwd",
    "0123456789ab/../../cli.py",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_files(reader: Browser, path: str) -> None:
    for root in ("/static/", "/static/0123456789ab/", "/sw.js/", "/"):
        with reader.client.get(root + path) as answer:
            assert answer.status_code in (308, 404), root
            told = answer.get_data()
            assert b"root:" not in told
            assert b"import" not in told[:200]


ELSEWHERE = ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]


def test_no_address_leads_elsewhere(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in a query, a form or a header, the site leads to its own pages."""
    draw_nothing(monkeypatch)
    member = member_of(app)
    ids = ids_of(member)
    names = ("next", "url", "redirect", "return", "return_to", "back", "to", "continue", "goto")
    query = dict(zip(names, cycle(ELSEWHERE), strict=False))
    headers = {"Referer": "https://evil.example/", "Origin": "https://evil.example"}
    led = 0
    for rule in readable(app):
        with member.client.get(address(rule, ids), query_string=query, headers=headers) as answer:
            led += is_led(answer)
    for page, action, more in (
        ("/settings", "/settings", {}),
        ("/cashier", "/cashier/buy-in", {"amount": "5"}),
        ("/tables/bonus", "/tables/bonus/sit", {}),
        ("/account/sign-in", "/account/sign-in", {"name": "Ada", "password": PASSWORD}),
        ("/account", "/account/sign-out", {}),
    ):
        fields = member.form(page, action) | more | query
        answer = member.client.post(action, data=fields, headers=headers, query_string=query)
        led += is_led(answer)
    assert led >= 4


def is_led(answer: Response) -> bool:
    location = answer.headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))
    assert "evil" not in location
    return "Location" in answer.headers


@pytest.mark.parametrize("slashes", ["//evil.example/..", "///evil.example", "/%2f/evil.example"])
def test_no_doubled_slash_leads_elsewhere(reader: Browser, slashes: str) -> None:
    with reader.client.get(slashes) as answer:
        assert "evil.example" not in re.sub(r"^https?://localhost", "", answer.location or "")


@pytest.mark.parametrize(
    "here",
    [
        *ELSEWHERE,
        *("/\t/evil.example", "/\n/evil.example", "/\r\\evil.example", "\t//evil.example"),
        *(" //evil.example", "\u2215/evil.example", "/\u2028/evil.example"),
        *("evil.example", "/x\r\nSet-Cookie: evil=1"),
    ],
)
def test_a_language_chosen_leads_back_and_nowhere_else(reader: Browser, here: str) -> None:
    answer = reader.client.post("/settings/language", data={"language": "en", "here": here})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    kept = reader.client.post("/settings/language", data={"language": "en", "here": "/cashier?a=b"})
    assert kept.headers["Location"] == "/cashier?a=b"


BROKEN = ["x\r\nSet-Cookie: evil=1", "x\nLocation: //evil.example", "x%0d%0aEvil: 1", "x\u2028y"]


def test_no_value_breaks_a_header(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    member = member_of(app)
    ids = ids_of(member)
    # One address takes them all, in as many fields.
    query = dict(zip(("before", "table", "rules", "title"), BROKEN, strict=True))
    for rule in readable(app):
        with member.client.get(address(rule, ids), query_string=query) as answer:
            assert answer.status_code < 500
            check_headers(str(answer.headers))
    for value in BROKEN:
        fields = member.form("/own-tables/new", "/own-tables/new") | {"title": value}
        check_headers(str(member.client.post("/own-tables/new", data=fields).headers))
        for name in ("X-Request-ID", "Accept-Language", "If-None-Match"):
            # A server lets no line break in a header through to the site.
            one_line = value.replace("\r", "").replace("\n", "").encode().decode("latin-1")
            with member.client.get("/", headers=[(name, one_line)]) as answer:
                check_headers(str(answer.headers))


def test_the_address_of_a_form_breaks_no_header(reader: Browser) -> None:
    """It leads to its page, whatever stands in it."""
    led = 0
    for rule in reader.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) or not rule.arguments:
            continue
        for value in BROKEN:
            answer = reader.client.get(re.sub("<[^>]+>", quote(value), rule.rule))
            # Where a number belongs there is no such address.
            assert answer.status_code in (302, 404, 405), rule
            check_headers(str(answer.headers))
            led += answer.status_code == 302
    assert led >= 4


def check_headers(headers: str) -> None:
    assert not re.search(r"^(evil|set-cookie: evil|location: //evil)", headers, re.I | re.M)


def test_a_body_that_is_too_large_is_not_read(player: Browser) -> None:
    before = player.ledger()
    fields = player.form("/tables/classic", "/tables/classic/deal") | {"ante-1": "10"}
    for more in ({"more": "x" * 70_000}, {f"field-{number}": "x" for number in range(8_000)}):
        answer = player.client.post("/tables/classic/deal", data=fields | more)
        assert answer.status_code == 413
    many = player.client.post(
        "/tables/classic/deal",
        data=fields | {"file": (BytesIO(b"x" * 70_000), "x.txt")},
        content_type="multipart/form-data",
    )
    assert many.status_code == 413
    assert player.ledger() == before


BODIES = [
    (b"ante-1=%ff%fe&version=%c3%28&key=%f0%9f", "application/x-www-form-urlencoded"),
    (b"\xff\xfe\x00=\xc3\x28", "application/x-www-form-urlencoded"),
    (b"&&&==&=x&%&%zz=%", "application/x-www-form-urlencoded"),
    (b'{"ante-1": 10}', "application/json"),
    (b"{", "application/json"),
    (b"<x/>", "text/xml"),
    (b"--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=x"),
    (b"no boundary", "multipart/form-data"),
    (b"", "application/x-www-form-urlencoded; charset=utf-7"),
]


@pytest.mark.parametrize(("body", "kind"), BODIES)
def test_a_body_that_is_no_form_does_nothing(player: Browser, body: bytes, kind: str) -> None:
    before = player.ledger()
    for path in ("/tables/classic/deal", "/cashier/buy-in", "/settings", "/account/sign-in"):
        answer = player.client.post(path, data=body, content_type=kind)
        assert answer.status_code == 400, path
    assert player.ledger() == before


UNSEEN = {
    "right to left": "Ada\u202eevE",
    "isolate": "\u2067Ada",
    "zero width space": "A\u200bda",
    "joiner": "Ada\u200d",
    "byte order mark": "\ufeffAda",
    "soft hyphen": "Ad\u00ada",
    "control": "Ada\x07",
    "private": "Ada\ue000",
    "unassigned": "Ada\U000e0fff",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_no_name_holds_what_is_not_seen(player: Browser, name: str) -> None:
    page = claim(player, name, 422)
    assert "cannot be printed" in page
    with player.client.session_transaction() as session:
        assert session["player"]


def test_names_that_look_alike_by_form_are_one(app: Flask, player: Browser) -> None:
    claim(player, "Zoë ﬁ")
    for name in ("Zoe\u0308 fi", "ZOË ﬁ", "zoë  fi "):
        other = Browser(app)
        other.sit("classic")
        assert "already: choose another name" in claim(other, name, 422)


MARKUP = "\"><script>x()</script>'&<b>"
STRANGE = "Robert'); DROP TABLE player;--"


def pages_with_names(app: Flask, name: str) -> Iterator[str]:
    """Give everything a name that can be given one, and show every page of it."""
    member, other = Browser(app), Browser(app)
    member.sit("classic")
    claim(member, name[:24])
    member.submit("/account", "/account/rename", name=name[:24])
    table = made(member, name)
    member.submit(f"/tables/{table}", f"/tables/{table}/sit")
    room = PracticeBrowser(member)
    room.start("classic", "person,elsewhere")
    room.act("name-seat", name=name[:20])
    guest = PracticeBrowser(other, room.path)
    yield guest.act("take-seat", name=f"{name[:18]}2", seat="B")
    keep = member.form("/practice/new", "/practice/own-rules")
    member.send("/practice/own-rules", keep | {"name": name[:30]})
    ids = {"own_tables": table, "tables": table, "practice": room.path.rpartition("/")[2]}
    for rule in readable(app):
        area = rule.endpoint.partition(".")[0]
        if rule.arguments and area not in (*ids, "practice_together"):
            continue
        with member.client.get(address(rule, ids)) as answer:
            if "html" in answer.content_type:
                yield answer.get_data(as_text=True)


def test_no_name_is_markup(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    shown = 0
    for page in pages_with_names(app, MARKUP):
        assert "<script>x()" not in page
        assert "<b>" not in page
        shown += "&lt;script&gt;x()" in page
    assert shown >= 4


def test_no_name_is_a_statement(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    shown = [page for page in pages_with_names(app, STRANGE) if "DROP TABLE" in page]
    assert len(shown) >= 4
    assert audit(app.extensions["casino_war"]) == []
