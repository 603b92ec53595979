"""Every route that changes anything asks for the token of the visit; none is left out."""

import pytest
from flask import Flask

from tests.web.browser import Browser
from tests.web.everything import Ids, address, draw_nothing, ids_of, member_of, readable
from tests.web.test_other_players import belongings

BY_BEARER = "api."
"""Routes of programs, which no cookie opens: a browser that is led there brings nothing."""


WITHOUT_TOKEN = {
    "settings.speak": "keeps a language in the browser, and leaves a stranger without a cookie",
}
"""What another site could have a browser do, and why that does no harm."""


def changing(app: Flask, ids: Ids) -> list[tuple[str, str]]:
    """Every method and address that is more than reading."""
    return [
        (method, address(rule, ids))
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith(BY_BEARER) and rule.endpoint not in WITHOUT_TOKEN
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
    ]


def test_no_route_changes_anything_without_its_token(app: Flask) -> None:
    member = member_of(app)
    routes = changing(app, ids_of(member))
    assert len(routes) > 45
    foreign = Browser(app).form("/account/sign-in", "/account/sign-in")["csrf_token"]
    before, moved = belongings(app), member.ledger()
    for method, path in routes:
        for token in (None, foreign):
            fields = {} if token is None else {"csrf_token": token}
            answer = member.client.open(path, method=method, data=fields)
            assert answer.status_code == 400, (path, token, answer.status_code)
    after = belongings(app)
    # Who looks at a game is seen to be there.
    assert before.pop("practice_seat")
    assert after.pop("practice_seat")
    assert after == before
    assert member.ledger() == moved


def test_reading_changes_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    member = member_of(app)
    ids = ids_of(member)
    before, moved = belongings(app), member.ledger()
    for rule in readable(app):
        with member.client.get(address(rule, ids)) as answer:
            assert answer.status_code < 500
    after = belongings(app)
    # Who looks at a game is seen to be there.
    assert before.pop("practice_seat")
    assert after.pop("practice_seat")
    assert after == before
    assert member.ledger() == moved


def test_no_header_or_field_makes_another_method_of_it(app: Flask) -> None:
    """What some servers take for a DELETE, or a GET for a POST, is here what it is."""
    member = member_of(app)
    before = member.ledger()
    fields = member.form("/tables/classic", "/tables/classic/deal") | {"ante-1": "10"}
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        answer = member.client.get(
            "/tables/classic/deal", query_string=fields, headers={name: "POST"}
        )
        # The address of a form leads to its page.
        assert answer.status_code == 302
    answer = member.client.get("/tables/classic/deal", query_string=fields | {"_method": "POST"})
    assert answer.status_code == 302
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        assert member.client.open("/tables/classic", method=method, data=fields).status_code == 405
    assert member.ledger() == before
