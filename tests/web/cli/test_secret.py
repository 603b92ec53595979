"""The key that signs sessions: another one is drawn, and nobody notices."""

import stat
from pathlib import Path

import pytest

from casino_war.errors import CasinoWarError
from casino_war.web import config
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.terminal import bare_home, line_of_refusal, run

TABLE, DEAL = "/tables/classic", "/tables/classic/deal"
FIRST, SECOND = "the-first-key-of-all", "the-second-key-of-all"


def again(make_app: MakeApp, browser: Browser) -> Browser:
    """Return the browser at the site as it is started anew."""
    after = Browser(make_app())
    cookie = browser.client.get_cookie("casino_war")
    assert cookie is not None
    after.client.set_cookie("casino_war", cookie.value)
    return after


def test_sessions_and_open_forms_survive_a_new_key(make_app: MakeApp, tmp_path: Path) -> None:
    player = Browser(make_app())
    player.sit("classic")
    form = player.form(TABLE, DEAL) | {"ante-1": "5"}
    assert config.rotate_key(tmp_path / "instance") == 1
    after = again(make_app, player)
    # The page lay open while the key was changed.
    after.send(DEAL, form)
    assert "1,000" in after.get("/ledger")


def test_what_an_old_key_has_signed_is_signed_anew(make_app: MakeApp, tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    player = Browser(make_app())
    player.sit("classic")
    for _ in range(config.OLD_KEYS_KEPT + 2):
        config.rotate_key(folder)
        player = again(make_app, player)
        # The session comes back signed by the key of the day, and outlives any number of them.
        assert "Place your bets" in player.get(TABLE)
    answer = player.client.get(TABLE)
    assert not answer.headers.getlist("Set-Cookie")


def test_who_stays_away_for_too_many_keys_is_a_stranger(make_app: MakeApp, tmp_path: Path) -> None:
    player = Browser(make_app())
    player.sit("classic")
    for _ in range(config.OLD_KEYS_KEPT + 1):
        config.rotate_key(tmp_path / "instance")
    assert "Buy in" in again(make_app, player).get(TABLE)


def test_keys_may_be_forgotten_at_once(make_app: MakeApp, tmp_path: Path) -> None:
    player = Browser(make_app())
    player.sit("classic")
    form = player.form(TABLE, DEAL) | {"ante-1": "5"}
    assert config.rotate_key(tmp_path / "instance", keeps_old=False) == 0
    after = again(make_app, player)
    after.send(DEAL, form, 400)
    assert "Buy in" in after.get(TABLE)


def test_a_form_of_nobodys_key_is_refused(make_app: MakeApp, tmp_path: Path) -> None:
    player, other = Browser(make_app()), Browser(make_app())
    player.sit("classic")
    foreign = other.form("/cashier", "/cashier/buy-in")["csrf_token"]
    config.rotate_key(tmp_path / "instance")
    after = again(make_app, player)
    form = after.form(TABLE, DEAL) | {"ante-1": "5"}
    for token in (foreign, "forged", ""):
        after.send(DEAL, form | {"csrf_token": token}, 400)


def test_keys_of_the_environment(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", FIRST)
    player = Browser(make_app())
    player.sit("classic")
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", SECOND)
    monkeypatch.setenv("CASINO_WAR_OLD_SECRET_KEYS", f"zeroth {FIRST}")
    assert "Place your bets" in again(make_app, player).get(TABLE)
    with pytest.raises(CasinoWarError, match="CASINO_WAR_OLD_SECRET_KEYS"):
        config.rotate_key(tmp_path / "instance")
    monkeypatch.delenv("CASINO_WAR_OLD_SECRET_KEYS")
    assert "Buy in" in again(make_app, player).get(TABLE)


def test_old_keys_that_are_no_text_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", "now")
    monkeypatch.setenv("CASINO_WAR_OLD_SECRET_KEYS", "\udcff")
    with pytest.raises(CasinoWarError, match="CASINO_WAR_OLD_SECRET_KEYS is not text"):
        config.old_keys(Path("nowhere"))


def test_the_command_draws_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = bare_home(tmp_path, monkeypatch)
    path = home / "instance" / "secret_key"
    first = config.secret_key(path.parent)
    assert "stay good: 1." in run("secret", "rotate").stdout
    second = config.secret_key(path.parent)
    assert second != first
    assert config.old_keys(path.parent) == [first]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    run("secret", "rotate")
    run("secret", "rotate")
    assert len(path.read_text().split()) == 1 + config.OLD_KEYS_KEPT
    assert first not in path.read_text()
    assert "stay good: 0." in run("secret", "rotate", "--forget-old").stdout
    assert len(path.read_text().split()) == 1
    assert [each.name for each in path.parent.iterdir()] == ["secret_key"]


def test_a_key_of_the_environment_is_not_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = bare_home(tmp_path, monkeypatch)
    monkeypatch.setenv("CASINO_WAR_SECRET_KEY", FIRST)
    assert "CASINO_WAR_SECRET_KEY" in line_of_refusal(run("secret", "rotate"))
    assert not (home / "instance").exists()
