"""The proof of every round and shoe: filled from the player's history, and checked four ways.

The cards come from what was written down at the settlements, never from the order of the
shoe that they are held against.
"""

import contextlib
import html
import io
import re
import shlex

import pytest
from flask import Flask
from sqlalchemy import text

from casino_war.game.table_presets import PRESETS
from casino_war.store.triggers import drop_triggers
from tests.web.browser import Browser, is_tie_then_win, seed_where
from tests.web.conftest import MakeApp
from tests.web.terminal import run

ODD_SEED = "--nonce  '9\" $HOME \\"
"""A client seed that a shell, a page and Python each would like to read in their own way."""


def fields_of(page: str) -> dict[str, str]:
    """What stands in the page's check."""
    form = page.partition('id="verify-form"')[2].partition("</form>")[0]
    tags = [tag for tag in re.findall(r"<input [^>]*>", form) if "name=" in tag]
    fields = {_attribute(tag, "name"): _attribute(tag, "value") for tag in tags}
    fields["decks"] = re.findall(r'value="(\d)" selected', form)[0]
    fields["expected"] = re.findall(r"<textarea [^>]*>([^<]*)</textarea>", form)[0]
    return fields


def _attribute(tag: str, name: str) -> str:
    return html.unescape(re.findall(rf' {name}="([^"]*)"', tag)[0])


def _copied(page: str, start: str) -> str:
    """The text to be copied that starts so."""
    texts = [html.unescape(each) for each in re.findall(r"<code>([^<]*)</code></pre>", page)]
    (found,) = [each for each in texts if each.startswith(start)]
    return found


def verdicts_by_server(visitor: Browser, page: str) -> list[str]:
    response = visitor.client.get("/fairness", query_string=fields_of(page))
    assert response.status_code == 200, response.text
    return re.findall(r'class="message message--(\w+)"', response.text)


def status_by_command(page: str) -> int:
    command = shlex.split(_copied(page, "casino-war"))
    return run(*command[1:]).exit_code


def printed_by_python(page: str) -> list[str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(_copied(page, "import hashlib"), {})
    return printed.getvalue().splitlines()


def is_proven(visitor: Browser, page: str) -> None:
    fields = fields_of(page)
    assert verdicts_by_server(visitor, page) == ["success", "success"]
    assert status_by_command(page) == 0
    commitment, cards = printed_by_python(page)
    assert commitment == fields["commitment"]
    for given, found in zip(fields["expected"].split(), cards.split(), strict=True):
        assert given in ("?", found)


def play(visitor: Browser, table: str, rounds: int) -> None:
    """Play rounds of two hands, all wars fought."""
    page = f"/tables/{table}"
    for _ in range(rounds):
        visitor.deal(table, ante_1="5", ante_2="10")
        while f'"{page}/decide"' in visitor.get(page):
            visitor.decide(table, "war")


@pytest.mark.parametrize("table", [preset.key for preset in PRESETS])
def test_every_round_and_shoe_is_proven_by_the_players_own_cards(
    make_app: MakeApp, table: str
) -> None:
    visitor = Browser(make_app())
    visitor.sit(table)
    seed = f"/tables/{table}/client-seed"
    visitor.submit(f"/tables/{table}", seed, client_seed=ODD_SEED)
    play(visitor, table, rounds=6)
    visitor.submit(f"/tables/{table}", f"/tables/{table}/new-shoe")
    for number in range(1, 7):
        page = visitor.get(f"/history/{number}")
        is_proven(visitor, page)
        fields = fields_of(page)
        seen = re.findall(r"cards/big-two/(..)\.svg", page.partition('class="replay"')[2])
        assert [card for card in fields["expected"].split() if card != "?"] == seen
        assert f"Dealt from card {fields['expected_from']} of its shoe on." in page
    shoe = re.findall(r'href="(/fairness/\d+)"', visitor.get("/history/1"))[0]
    page = visitor.get(shoe)
    is_proven(visitor, page)
    assert fields_of(page)["expected_from"] == "1"
    assert fields_of(page)["client_seed"] == ODD_SEED


@pytest.fixture
def finished(make_app: MakeApp) -> Browser:
    """A player whose first shoe is finished after a war and another round."""
    visitor = Browser(make_app(seed_where(is_tie_then_win)))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    visitor.decide("classic", "war")
    visitor.deal("classic", ante_1="5")
    while '"/tables/classic/decide"' in visitor.get("/tables/classic"):
        visitor.decide("classic", "surrender")
    visitor.submit("/tables/classic", "/tables/classic/new-shoe")
    return visitor


def test_a_shoe_shows_all_its_rounds_one_after_the_other(finished: Browser) -> None:
    first, second = (fields_of(finished.get(f"/history/{number}")) for number in (1, 2))
    assert re.fullmatch(r".. .. \? \? \? .. ..", first["expected"])
    assert (first["expected_from"], second["expected_from"]) == ("2", "9")
    shoe = fields_of(finished.get("/fairness/1"))
    assert shoe["expected"] == f"? {first['expected']} {second['expected']}"
    assert shoe["commitment"] == first["commitment"]


def test_a_shoe_that_dealt_other_cards_than_were_settled_is_found_out(finished: Browser) -> None:
    spoil(finished.app, "UPDATE round SET cards_text = '2D 2D | 2D 2D'")
    pages = [finished.get(path) for path in ("/history/1", "/fairness/1")]
    for page in pages:
        assert verdicts_by_server(finished, page) == ["success", "error"]
        assert status_by_command(page) == 1


def spoil(app: Flask, statement: str) -> None:
    with app.extensions["casino_war"].database.writing() as connection:
        drop_triggers(connection)
        connection.execute(text(statement))


@pytest.mark.parametrize("name", ["server_seed", "client_seed", "nonce", "commitment", "expected"])
def test_no_field_may_be_another(finished: Browser, name: str) -> None:
    page = finished.get("/history/1")
    fields = fields_of(page)
    other = {
        "server_seed": "f" * 64,
        "client_seed": "another",
        "nonce": "1",
        "commitment": "f" * 64,
        "expected": "2D 2H ? ? ? 2S 2C",
    }
    response = finished.client.get("/fairness", query_string=fields | {name: other[name]})
    assert 'class="message message--error"' in response.text
    command = shlex.split(_copied(page, "casino-war"))
    option = {"expected": "--cards"}.get(name, "--" + name.replace("_", "-"))
    command[command.index(option) + 1] = other[name]
    assert run(*command[1:]).exit_code == 1


def test_nothing_can_be_checked_while_the_shoe_is_in_play(player: Browser) -> None:
    player.deal("classic", ante_1="10")
    while '"/tables/classic/decide"' in player.get("/tables/classic"):
        player.decide("classic", "surrender")
    for path in ("/history/1", "/fairness/1"):
        page = player.get(path)
        assert "still in play" in page
        assert "verify-form" not in page
        assert "casino-war verify" not in page


def test_a_shoe_that_dealt_nothing_is_checked_as_a_whole(player: Browser) -> None:
    player.submit("/tables/classic", "/tables/classic/new-shoe")
    page = player.get("/fairness/1")
    assert fields_of(page)["expected"] == ""
    assert verdicts_by_server(player, page) == ["success"]
    assert len(printed_by_python(page)[1].split()) == 312
