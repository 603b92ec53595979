"""Every kind of answer is dressed: each status, each type, pages, files, errors and news."""

from collections.abc import Iterator

import pytest
from flask import Flask, abort
from werkzeug.test import TestResponse

from casino_war.store.database import Database
from casino_war.web.security import HEADERS
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.everything import address, draw_nothing, ids_of, member_of, readable

STATUSES = (200, 204, 303, 304, 400, 403, 404, 405, 409, 413, 422, 429, 500, 503)


def wanted(answer: TestResponse) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get(name) == value, (answer.request.path, answer.status, name)
    assert "Server" not in answer.headers
    assert "X-Powered-By" not in answer.headers
    if answer.status_code >= 400 or "text/html" in answer.content_type:
        # What a program asks for anew, it may hold against what it has.
        kept = {"private, no-store", "private, no-cache"}
        may_keep = answer.request.path.startswith("/api/")
        assert answer.headers["Cache-Control"] in (kept if may_keep else {"private, no-store"})


def answers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestResponse]:
    """Bring about answers of every status that the site gives."""
    member = member_of(app)
    ids = ids_of(member)
    client = member.client
    for rule in readable(app):
        if rule.endpoint != "brought_about":
            yield client.get(address(rule, ids))
    yield client.get("/static/nothing.css")
    file = client.get("/static/css/base.css")
    yield file
    yield client.get("/sw.js")
    fields = member.form("/tables/bonus", "/tables/bonus/sit")
    yield client.post("/tables/bonus/sit", data=fields)
    deal = member.form("/tables/bonus", "/tables/bonus/deal")
    yield client.post("/tables/bonus/deal", data=deal | {"ante-1": "x"})
    yield client.post("/tables/bonus/deal", data=deal | {"version": "99", "ante-1": "10"})
    yield client.post("/tables/bonus/deal", data={})
    yield client.post("/tables/bonus/deal", data=deal | {"more": "x" * 70_000})
    yield client.delete("/tables/bonus")
    stranger = Browser(app)
    token = stranger.form("/account/sign-in", "/account/sign-in")["csrf_token"]
    yield stranger.client.post(
        "/cashier/cash-out",
        data={"csrf_token": token, "key": "k" * 12, "version": "0", "amount_cents": "100"},
    )
    for status in (403, 429, 500):
        yield client.get(f"/brought-about/{status}")
    news = client.get(f"/practice/games/{ids['practice']}/news?after=0")
    yield client.get(news.request.path + "?after=999999")
    monkeypatch.setattr(Database, "reading", busy)
    yield client.get("/history")


def busy(self: Database) -> None:
    from casino_war.store.busy import busy_error

    raise busy_error()


def test_every_answer_is_dressed(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(TESTING=False, PROPAGATE_EXCEPTIONS=False)

    def brought_about(status: int) -> str:
        if status == 500:
            raise ZeroDivisionError
        abort(status)

    app.add_url_rule("/brought-about/<int:status>", view_func=brought_about)
    draw_nothing(monkeypatch)
    seen = set()
    for answer in answers(app, monkeypatch):
        wanted(answer)
        seen.add(answer.status_code)
        answer.close()
    assert {200, 303, 400, 403, 404, 405, 409, 413, 422, 429, 500, 503} <= seen
