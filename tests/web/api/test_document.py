"""The document: of the version that it says, whole, and shown as a page."""

import re

import pytest
from flask import Flask
from jsonschema_rs import validator_for

from casino_war import errors as tree
from casino_war.errors import CasinoWarError
from casino_war.web.api.operations import Keyed
from casino_war.web.api.reference import document, told_codes
from casino_war.web.api.routes import OPERATIONS
from casino_war.web.statuses import status_of
from tests.web.browser import Browser
from tests.web.test_errors import STATUSES, _kinds


def test_it_is_sent_once(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/api/v1/openapi.json")
    assert answer.get_json() == document()
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert "Set-Cookie" not in answer.headers


def test_every_schema_is_one() -> None:
    schemas = document()["components"]["schemas"]
    for name, schema in schemas.items():
        validator_for({**schema, "components": {"schemas": schemas}})
        assert schema.get("description") or name == "JsonValue", name
    text = str(document())
    for reference in re.findall(r"#/components/schemas/([\w-]+)", text):
        assert reference in schemas


def test_operations_and_their_links_hold_together() -> None:
    for operation in OPERATIONS.values():
        assert operation.summary
        assert operation.description
        for link in operation.links:
            target = OPERATIONS[link.operation]
            assert set(link.body or {}) <= set(target.body.model_fields if target.body else ())
        if operation.method == "GET":
            assert operation.body is None
            assert operation.keyed is Keyed.NOT


def test_what_moves_chips_wants_a_key() -> None:
    moving = {name for name, each in OPERATIONS.items() if each.keyed is Keyed.REQUIRED}
    assert moving == {"deal", "decide", "buy_in", "cash_out"}


def test_the_page_tells_every_operation_and_code(visitor: Browser) -> None:
    page = visitor.get("/api/v1/")
    for name in OPERATIONS:
        assert f'id="op-{name}"' in page
    codes = {each.code: each.status for each in told_codes()}
    assert codes == {code: status for code, status in STATUSES.items() if status != 500} | {
        "invalid_rules": 422
    }
    for code in codes:
        assert f'id="{code}"' in page
    assert 'href="/api/v1/"' in visitor.get("/")


@pytest.mark.parametrize("kind", list(_kinds(CasinoWarError)))
def test_every_kind_is_explained(kind: type[CasinoWarError]) -> None:
    if kind.__name__ in tree.__all__:
        assert kind.__doc__
        assert isinstance(status_of(kind.__new__(kind)), int)
