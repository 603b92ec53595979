"""The cookie, the secret key that signs it, and the token that forms must carry."""

import stat
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from casino_war.errors import CasinoWarError
from casino_war.web import config
from tests.web.browser import Browser
from tests.web.clock import pass_days
from tests.web.conftest import MakeApp


def _cookie(visitor: Browser, base_url: str) -> str:
    response = visitor.client.get("/tables/classic", base_url=base_url)
    (cookie,) = response.headers.getlist("Set-Cookie")
    return cookie


def test_the_cookie_is_for_this_site_and_no_script(visitor: Browser) -> None:
    cookie = _cookie(visitor, "http://127.0.0.1:8000")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires" in cookie
    assert "Secure" not in cookie


def test_the_cookie_stays_on_https(visitor: Browser) -> None:
    assert "Secure" in _cookie(visitor, "https://casino.example")


def test_the_cookie_holds_names_and_nothing_else(player: Browser) -> None:
    with player.client.session_transaction() as session:
        assert set(session) <= {"_permanent", "player", "visitor", "csrf_token"}


def test_a_visit_makes_no_player(visitor: Browser) -> None:
    for path in ("/", "/tables/classic", "/history", "/ledger", "/cashier", "/fairness"):
        visitor.get(path)
    with visitor.client.session_transaction() as session:
        assert "player" not in session
    assert visitor.ledger() == (0, 0)


def test_a_visit_without_a_form_sets_no_cookie(visitor: Browser) -> None:
    assert not visitor.client.get("/").headers.getlist("Set-Cookie")


@pytest.mark.parametrize("token", [None, "", "forged", "IjEyMyI.aBcDeF.0123456789"])
def test_a_form_without_its_token_is_refused(player: Browser, token: str | None) -> None:
    before = player.ledger()
    fields = player.form("/tables/classic", "/tables/classic/deal")
    del fields["csrf_token"]
    if token is not None:
        fields["csrf_token"] = token
    text = player.send("/tables/classic/deal", fields, 400).text
    assert "nothing was changed" in text
    assert 'href="/"' in text
    assert player.ledger() == before


def test_another_visitors_token_is_refused(app: Flask, player: Browser) -> None:
    before = player.ledger()
    foreign = Browser(app).form("/cashier", "/cashier/buy-in")["csrf_token"]
    fields = player.form("/tables/classic", "/tables/classic/deal")
    player.send("/tables/classic/deal", fields | {"csrf_token": foreign}, 400)
    assert player.ledger() == before


def test_a_tampered_session_is_a_strangers(player: Browser) -> None:
    before = player.ledger()
    fields = player.form("/tables/classic", "/tables/classic/deal")
    cookie = player.client.get_cookie("casino_war")
    assert cookie is not None
    payload, _, signature = cookie.value.rpartition(".")
    player.client.set_cookie("casino_war", f"{payload}.{signature[::-1]}")
    player.send("/tables/classic/deal", fields, 400)
    assert "Buy in" in player.get("/tables/classic")
    assert player.ledger() == before


def test_a_session_expires_after_two_years(
    player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = player.ledger()
    fields = player.form("/tables/classic", "/tables/classic/deal")
    pass_days(monkeypatch, 2 * 365.01)
    player.send("/tables/classic/deal", fields, 400)
    assert "Buy in" in player.get("/tables/classic")
    assert player.ledger() == before


def test_a_session_lasts_for_a_year_after_each_visit(
    player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days in (364.9, 2 * 364.9):
        with monkeypatch.context() as patch:
            pass_days(patch, days)
            assert "Place your bets" in player.get("/tables/classic")


@pytest.mark.parametrize("days", [-400, -1, 366])
def test_a_clock_that_jumps_takes_no_player_away(
    player: Browser, monkeypatch: pytest.MonkeyPatch, days: float
) -> None:
    cookie = player.client.get_cookie("casino_war")
    with monkeypatch.context() as patch:
        pass_days(patch, days)
        player.deal("classic", ante_1="5")
    player.get("/tables/classic")
    player.get("/cashier")
    assert "1,000" in player.get("/ledger")
    if days < 0:
        # Set by a clock that went back, it would have ended already in the browser's time.
        assert player.client.get_cookie("casino_war") == cookie


def test_a_deleted_cookie_is_a_strangers(player: Browser) -> None:
    before = player.ledger()
    fields = player.form("/tables/classic", "/tables/classic/deal")
    player.client.delete_cookie("casino_war")
    player.send("/tables/classic/deal", fields, 400)
    assert player.ledger() == before


def test_a_session_of_an_unknown_player_is_a_strangers(visitor: Browser) -> None:
    visitor.get("/tables/classic")
    with visitor.client.session_transaction() as session:
        session["player"] = "nobody-of-this-house-000"
    assert "Buy in" in visitor.get("/tables/classic")
    for path in ("/", "/history", "/ledger", "/cashier", "/fairness"):
        visitor.get(path)
    visitor.submit("/tables/classic", "/cashier/buy-in", amount="100")
    assert visitor.ledger() == (1, 10_000)


def test_nobody_can_sign_a_session_of_their_own(make_app: MakeApp) -> None:
    app = make_app()
    other = make_app(SECRET_KEY="guessed")
    signer = SecureCookieSessionInterface().get_signing_serializer(other)
    assert signer is not None
    visitor = Browser(app)
    visitor.client.set_cookie("casino_war", signer.dumps({"player": "x", "visitor": "y"}))
    visitor.get("/tables/classic")
    with visitor.client.session_transaction() as session:
        assert session.get("visitor") != "y"


def test_the_secret_key_is_drawn_once_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "instance"
    key = config.secret_key(folder)
    assert len(key) >= 43
    assert config.secret_key(folder) == key
    assert config.secret_key(tmp_path / "other") != key
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600


def test_a_given_secret_key_is_used_and_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", "g" * config.GIVEN_KEY_MIN)
    assert config.secret_key(tmp_path / "instance") == "g" * config.GIVEN_KEY_MIN
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize("given", [" ", "a guess", "g" * 15, "a sentence that is long enough"])
def test_a_key_that_is_soon_guessed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", given)
    with pytest.raises(CasinoWarError, match="CASINO_WAR_SECRET_KEY is one word"):
        config.secret_key(tmp_path)


def test_an_empty_key_file_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "_READ_PAUSE_SECONDS", 0)
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(OSError, match="holds no secret key"):
        config.secret_key(tmp_path)


def test_sessions_survive_a_restart(make_app: MakeApp) -> None:
    first = Browser(make_app())
    first.sit("classic")
    cookie = first.client.get_cookie("casino_war")
    assert cookie is not None
    again = Browser(make_app())
    again.client.set_cookie("casino_war", cookie.value)
    assert "1,000" in again.get("/cashier")


def test_the_database_is_where_it_was_put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = Flask("probe", instance_path=str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert config.database_url(app) == f"sqlite:///{tmp_path}/instance/casino_war.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///elsewhere.sqlite3")
    assert config.database_url(app) == "sqlite:///elsewhere.sqlite3"
    app.config["DATABASE_URL"] = "sqlite:///set.sqlite3"
    assert config.database_url(app) == "sqlite:///set.sqlite3"


def test_the_instance_folder_is_named_or_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CASINO_WAR_INSTANCE", raising=False)
    assert config.instance_folder() == tmp_path / "instance"
    monkeypatch.setenv("CASINO_WAR_INSTANCE", "/var/lib/casino")
    assert config.instance_folder() == Path("/var/lib/casino")
