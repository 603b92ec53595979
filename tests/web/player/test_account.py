"""The account in the browser: every form, whoever sends it, and what no answer tells."""

import json

import pytest
from flask import Flask

from tests.audits import audit
from tests.web.alert import alert_of
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

PASSWORD = "four words of one"
FORMS = ("claim", "sign-in", "sign-out", "sign-out-everywhere", "rename", "password", "leave")


def claim(browser: Browser, name: str = "Ada", status: int = 303) -> str:
    return browser.submit(
        "/account",
        "/account/claim",
        status,
        name=name,
        password=PASSWORD,
        password_again=PASSWORD,
    ).text


def sign_in(
    browser: Browser, name: str = "Ada", password: str = PASSWORD, status: int = 303
) -> str:
    return browser.submit(
        "/account/sign-in", "/account/sign-in", status, name=name, password=password
    ).text


def test_claimed_here_and_opened_there(app: Flask, player: Browser) -> None:
    player.deal("classic", ante_1="10")
    claim(player)
    page = player.get("/account?done=claimed")
    assert "Known as Ada" in page
    assert "this name and password open it anywhere" in page
    other = Browser(app)
    sign_in(other)
    assert "Known as Ada" in other.get("/account")
    assert "No rounds yet" not in other.get("/history")


def test_a_guests_chips_come_along(app: Flask, player: Browser) -> None:
    claim(player)
    guest = Browser(app)
    guest.sit("classic", "200")
    page = guest.get("/account/sign-in")
    assert "your bankroll of 200 chips goes along" in page
    assert "Limits and breaks of the guest go along too" in page
    assert "Sign in and bring 200 chips" in page
    sign_in(guest)
    assert "Brought along by a guest" in guest.get("/ledger")
    assert "1,200" in guest.get("/account")
    assert audit(app.extensions["casino_war"]) == []


def test_the_cookie_begins_anew(app: Flask, player: Browser) -> None:
    claim(player)
    other = Browser(app)
    old = other.form("/account/sign-in", "/account/sign-in")["csrf_token"]
    sign_in(other)
    with other.client.session_transaction() as session:
        assert set(session) == {"_permanent", "player", "visitor"}
    other.send("/account/rename", {"csrf_token": old, "name": "Eve"}, 400)
    assert "Known as Ada" in other.get("/account")


def test_no_page_repeats_a_password(player: Browser) -> None:
    wrong = "not the right words"
    for action, fields in {
        "claim": {"name": "", "password": wrong, "password_again": wrong},
        "sign-in": {"name": "Ada", "password": wrong},
    }.items():
        path = "/account/sign-in" if action == "sign-in" else "/account"
        answer = player.submit(path, f"/account/{action}", 422, **fields)
        assert wrong not in answer.text
        assert "csrf_token" in answer.text


def test_faults_stand_beside_their_fields(player: Browser) -> None:
    text = claim(player, "", 422)
    assert 'aria-describedby="name-fault name-hint" aria-invalid="true"' in text
    fields = {"name": "Ada", "password": PASSWORD, "password_again": "another one"}
    text = player.submit("/account", "/account/claim", 422, **fields).text
    assert "The two passwords differ" in text
    assert 'value="Ada"' in text
    claim(player)
    fields = {"old": "not this one", "new": "words for later", "new_again": "words for later"}
    text = player.submit("/account", "/account/password", 422, **fields).text
    assert 'id="old-fault"' in text
    text = player.submit("/account/leave", "/account/leave", 422, password=PASSWORD, sure="").text
    assert "Tick the box" in text


@pytest.mark.parametrize(("name", "password"), [("Ada", "not her password"), ("Eve", PASSWORD)])
def test_sign_in_does_not_tell_what_is_wrong(
    app: Flask, player: Browser, name: str, password: str
) -> None:
    claim(player)
    other = Browser(app)
    text = sign_in(other, name, password, 422)
    assert alert_of(text) == (
        "No account has this name and this password together: look at the spelling of both."
    )
    assert "Buy in" in other.get("/cashier")


def test_too_many_tries_are_answered_with_429(
    player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino_war.services.sign_in.is_password", lambda *_: False)
    for _ in range(10):
        sign_in(player, status=422)
    form = player.form("/account/sign-in", "/account/sign-in")
    answer = player.send("/account/sign-in", form | {"name": "Ada", "password": "x"}, 429)
    assert answer.headers["Retry-After"] == "900"
    assert "wait 15 minutes" in alert_of(answer.text)


def test_signed_out_everywhere(app: Flask, player: Browser) -> None:
    claim(player)
    other = Browser(app)
    sign_in(other)
    stale = other.form("/cashier", "/cashier/buy-in")
    player.submit("/account", "/account/sign-out-everywhere")
    assert "You have no chips yet" in player.get("/cashier")
    # A form that was open elsewhere does nothing, and its page is a stranger's from now on.
    other.send("/cashier/buy-in", stale | {"amount": "5"}, 409)
    other.submit("/cashier", "/cashier/buy-in", amount="50")
    assert "Known as" not in other.get("/account")
    sign_in(player)
    assert "1,000" in player.get("/account")
    assert audit(app.extensions["casino_war"]) == []


def test_signed_out_here_alone(app: Flask, player: Browser) -> None:
    claim(player)
    other = Browser(app)
    sign_in(other)
    player.submit("/account", "/account/sign-out")
    assert "Known as" not in player.get("/account")
    assert "Known as Ada" in other.get("/account")
    # The browser that made the player begins anew, as anybody.
    player.submit("/cashier", "/cashier/buy-in", amount="50")
    assert "50" in player.get("/cashier")


def test_a_guest_is_never_signed_out(player: Browser) -> None:
    token = player.form("/account", "/account/claim")["csrf_token"]
    player.send("/account/sign-out", {"csrf_token": token})
    assert "1,000" in player.get("/account/leave")


def test_another_name_and_another_password(app: Flask, player: Browser) -> None:
    claim(player)
    player.submit("/account", "/account/rename", name="Countess")
    assert "Known as Countess" in player.get("/account?done=renamed")
    other = Browser(app)
    sign_in(other, "countess")
    new = "several other words"
    player.submit("/account", "/account/password", old=PASSWORD, new=new, new_again=new)
    assert "Known as" not in other.get("/account")
    sign_in(other, "countess", new)
    assert "Known as Countess" in player.get("/account?done=password")


def test_the_export_is_json_of_this_player_alone(app: Flask, player: Browser) -> None:
    player.deal("classic", ante_1="10")
    Browser(app).sit("classic")
    claim(player)
    answer = player.client.get("/account/export")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="casino-war.json"'
    found = json.loads(answer.text)
    assert found["player"][0]["name"] == "Ada"
    assert [row["number"] for row in found["rounds"]] == [1]
    assert len(found["seats"]) == 1
    assert "$argon2" not in answer.text


def test_the_account_is_deleted(app: Flask, player: Browser) -> None:
    claim(player)
    player.submit("/account/leave", "/account/leave", password=PASSWORD, sure="yes")
    assert "No account" in alert_of(sign_in(player, status=422))
    assert "You have no chips yet" in player.get("/cashier")
    assert audit(app.extensions["casino_war"]) == []


def test_chips_on_the_felt_keep_everybody_here(make_app: MakeApp) -> None:
    app = make_app(seed_where(is_tie))
    guest = Browser(app)
    guest.sit("classic", "20")
    guest.deal("classic", ante_1="10")
    assert "finish that round first" in guest.get("/account/sign-in")
    text = guest.submit("/account/leave", "/account/leave", 409, sure="yes").text
    assert "10 chips on the felt" in alert_of(text)
    other = Browser(app)
    claim(other)
    assert "10 chips on the felt" in alert_of(sign_in(guest, status=409))
    guest.decide("classic", "surrender")


@pytest.mark.parametrize("form", FORMS)
def test_forms_without_a_cookie_do_nothing(app: Flask, player: Browser, form: str) -> None:
    claim(player)
    stranger = Browser(app)
    fields = {"name": "Ada", "password": PASSWORD, "old": PASSWORD, "new": "x" * 20, "sure": "yes"}
    stranger.send(f"/account/{form}", fields, 400)
    # And with the cookie of a visit, but nobody's.
    token = stranger.form("/account", "/account/claim")["csrf_token"]
    answer = stranger.client.post(f"/account/{form}", data={"csrf_token": token})
    assert answer.status_code in (303, 403, 422)
    assert "Known as Ada" in player.get("/account")


@pytest.mark.parametrize("path", ["/account/export"])
def test_nothing_is_exported_to_strangers(visitor: Browser, path: str) -> None:
    assert "needs a bankroll" in visitor.get(path, 403)


def test_a_forged_cookie_is_a_strangers(player: Browser) -> None:
    claim(player)
    cookie = player.client.get_cookie("casino_war")
    assert cookie is not None
    payload, _, signature = cookie.value.rpartition(".")
    player.client.set_cookie("casino_war", f"{payload}.{signature[::-1]}")
    assert "Known as" not in player.get("/account")
    player.get("/account/export", 403)


def test_the_pages_of_the_account_need_no_player(reader: Browser) -> None:
    for path in ("/account", "/account/sign-in", "/account/leave"):
        assert "<h1>" in reader.get(path)


def send_twice(browser: Browser, action: str, fields: dict[str, str]) -> str:
    """Click twice: both leave with the same cookie, and the second answer alone arrives."""
    form = browser.form("/account", action) | fields
    cookie = browser.client.get_cookie("casino_war")
    assert cookie is not None
    browser.send(action, form)
    browser.client.set_cookie("casino_war", cookie.value)
    return browser.client.post(action, data=form, follow_redirects=True).text


def test_a_stranger_who_clicks_twice_has_the_account(visitor: Browser) -> None:
    visitor.get("/account")
    fields = {"name": "Ada", "password": PASSWORD, "password_again": PASSWORD}
    assert "Known as Ada" in send_twice(visitor, "/account/claim", fields)
    assert "Known as Ada" in visitor.get("/account")


def test_who_clicks_twice_on_a_new_password_is_asked_for_it(player: Browser) -> None:
    claim(player)
    new = f"{PASSWORD} more"
    page = send_twice(player, "/account/password", {"old": PASSWORD, "new": new, "new_again": new})
    assert "signed in to no account" in alert_of(page)
    sign_in(player, password=new)
    assert "Known as Ada" in player.get("/account")
