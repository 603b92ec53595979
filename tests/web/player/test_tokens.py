"""The page of tokens: shown once, revoked with a button, made by strangers too."""

import re

from flask import Flask

from tests.web.browser import Browser

PATH = "/account/tokens"


def secret_of(page: str) -> str:
    found = re.search(r'id="secret"[^>]* value="(cw_[\w-]+)"', page)
    assert found is not None, page
    return found[1]


def status(app: Flask, secret: str) -> int:
    headers = {"Authorization": f"Bearer {secret}"}
    return app.test_client().get("/api/v1/player", headers=headers).status_code


def test_a_stranger_makes_a_token_and_revokes_it(app: Flask, visitor: Browser) -> None:
    fields = visitor.form(PATH, PATH) | {"name": "My bot", "scope": "play"}
    page = visitor.send(PATH, fields, 200).text
    secret = secret_of(page)
    assert status(app, secret) == 200
    for again in (visitor.get(PATH), visitor.send(PATH, fields, 200).text):
        assert secret not in again
        assert again.count("<h3>My bot</h3>") == 1
    assert "was made before" in visitor.send(PATH, fields, 200).text
    answer = visitor.submit(PATH, f"{PATH}/1/revoke")
    assert answer.headers["Location"] == f"{PATH}?done=revoked"
    assert "is revoked" in visitor.get(answer.headers["Location"])
    assert status(app, secret) == 401
    visitor.send(f"{PATH}/1/revoke", {"csrf_token": fields["csrf_token"]}, 404)


def test_what_is_refused_stands_beside_its_field(player: Browser) -> None:
    page = player.submit(PATH, PATH, 422, name=" ", scope="read").text
    assert 'class="field-error" id="name-fault"' in page
    assert '<option value="read" selected>' in page
    page = player.submit(PATH, PATH, 422, name="bot", scope="rule").text
    assert 'role="alert"' in page
    assert "No program can play for you" in page
    foreign = player.form(PATH, PATH) | {"csrf_token": "another", "name": "bot"}
    assert "afresh" in player.send(PATH, foreign, 400).text
