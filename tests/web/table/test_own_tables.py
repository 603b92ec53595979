"""Building a table: all faults at once and nothing lost, links that carry rules, others' seats."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import text

from casino_war.game.table_presets import PRESETS
from casino_war.game.table_rules import TableRules, TiedWar, faults_of
from casino_war.services.own_tables import is_own_key
from casino_war.web.table.draft import read_draft
from casino_war.web.table.rule_fields import RULE_FIELDS, texts_of
from casino_war.web.words import table_title
from tests.web.browser import Browser

NEW = "/own-tables/new"


def made(browser: Browser, title: str = "Friday", **fields: str) -> str:
    """Make a table from the classic rules and return its key."""
    chosen = texts_of(TableRules()) | fields
    answer = browser.send(NEW, browser.form(NEW, NEW) | chosen | {"title": title})
    key = answer.headers["Location"].removeprefix("/own-tables/").partition("?")[0]
    assert is_own_key(key)
    return key


def errors(page: str) -> list[str]:
    return re.findall(r'class="field-error"[^>]*>([^<]*)', page)


def test_every_rule_has_a_field_that_writes_and_reads_it(app: Flask) -> None:
    assert RULE_FIELDS.keys() == {*TableRules.__dataclass_fields__}
    with app.test_request_context():
        for preset in PRESETS:
            draft = read_draft(texts_of(preset.rules), TableRules(decks=8))
            assert draft.rules == preset.rules


def test_all_faults_are_told_at_once_and_nothing_is_lost(visitor: Browser) -> None:
    typed = {"ante_min": "x", "ante_step": "3", "hands_max": "9", "tie_ladder": "10,50,20"}
    typed |= {"shoe": "old", "decks": "six"}
    page = visitor.submit(NEW, NEW, 422, title=" ", **typed).text
    told = errors(page)
    for part in (
        "A title has 1 to 60 characters",
        "is not a whole number of chips",
        "Largest ante (chips) must be a multiple of the step of 3 chips",
        "Hands a round, at most must be 1 to 7, not 9.",
        "&#39;old&#39; cannot be chosen here, only &#39;fresh&#39;, &#39;cut_card&#39;.",
        "&#39;six&#39; is not a whole number.",
        "needs tied wars that repeat",
        "two to four rungs",
    ):
        assert any(part in line for line in told), part
    for value in ("x", "3", "10,50,20"):
        assert f'value="{value}"' in page
    assert visitor.ledger() == (0, 0)
    with visitor.app.extensions["casino_war"].database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM player")).scalar_one() == 0


def test_a_stranger_makes_a_table_and_another_plays_there(app: Flask, visitor: Browser) -> None:
    key = made(visitor, "<i>Friday</i> %(x)s", decks="2")
    page = visitor.get(f"/own-tables/{key}?saved=yes")
    assert "&lt;i&gt;Friday&lt;/i&gt; %(x)s" in page
    assert f"http://localhost/tables/{key}" in page
    visitor.submit(f"/tables/{key}", f"/tables/{key}/sit")
    visitor.submit(f"/tables/{key}", "/cashier/buy-in", amount="100")
    visitor.deal(key, ante_1="5")
    other = Browser(app)
    other.sit(key)
    other.deal(key, ante_1="10")
    assert "&lt;i&gt;Friday&lt;/i&gt;" in other.get("/history")
    assert f'href="/tables/{key}"' in other.get("/")
    assert f'href="/own-tables/{key}"' not in other.get("/")
    assert f'href="/own-tables/{key}"' in visitor.get("/")
    other.get(f"/own-tables/{key}", 404)


def test_the_title_of_an_own_table_is_never_translated(app: Flask) -> None:
    with app.test_request_context():
        assert table_title("History", "own-" + "0" * 32) == "History"


def test_links_carry_rules_and_say_what_differs(visitor: Browser) -> None:
    page = visitor.get(f"{NEW}?base=bonus&decks=2&tie_bet_to_one=")
    assert '<option value="2" selected>' in page
    assert re.search(r"<dt>Decks</dt><dd>2 <span[^>]*>was: 6", page)
    assert re.search(r"<dt>Tie bet pays, to one</dt><dd>none <span[^>]*>was: 10 to 1", page)
    assert "Different from Bonus" in page
    # Sixty-sixths are known of two decks: the edge stands beside the form at once.
    assert re.search(r"House edge \(of the ante\)</dt><dd>\d\.\d{4}", page)


def test_choices_that_do_not_go_together_are_barred_for_scripts_alone(visitor: Browser) -> None:
    query = f"{NEW}?decks=1&hands_max=7&tied_war=repeat&war_burn=10"
    assert " disabled" not in visitor.get(query)
    page = visitor.get(f"{query}&live=yes")
    assert '<option value="yes" disabled>' in page
    assert (
        "Not before each war card: A round can need 140 cards, but a new shoe deals only 51."
        in page
    )


@pytest.mark.parametrize("name", ["decks", "tied_war", "tie_bet_to_one", "shortfall"])
def test_what_is_barred_is_what_the_rules_refuse(app: Flask, name: str) -> None:
    base = TableRules(
        decks=1, hands_max=7, tied_war=TiedWar.REPEAT, war_burn=9, tie_ladder=(10, 25, 50)
    )
    field = RULE_FIELDS[name]
    with app.test_request_context():
        options = read_draft({}, base).options(field, is_live=True)
    for option, value in zip(options, field.values, strict=True):
        changed = {key: getattr(base, key) for key in RULE_FIELDS} | {name: value}
        refused = any(name in fault.fields for fault in faults_of(changed))
        assert bool(option.why_not) == refused, value


def test_an_edge_of_the_players_is_said(visitor: Browser) -> None:
    page = visitor.get(f"{NEW}?tie_ladder=10,999")
    assert "An edge below zero is the player" in page
    assert "An edge below zero" not in visitor.get(NEW)


def test_changing_closing_and_stale_forms(visitor: Browser) -> None:
    visitor.sit("classic")
    key = made(visitor)
    address = f"/own-tables/{key}"
    old = visitor.form(address, address) | texts_of(replace(TableRules(), decks=4))
    newer = texts_of(replace(TableRules(), decks=8)) | {"title": "Saturday"}
    visitor.send(address, visitor.form(address, address) | newer)
    page = visitor.get(address)
    assert '<option value="8" selected>' in page
    assert "Saturday" in page
    stale = visitor.send(address, old, 409).text
    # What was typed is still there, over the version that stands now.
    assert '<option value="4" selected>' in stale
    assert 'name="version" value="2"' in stale
    assert "already: choose another title" in visitor.submit(NEW, NEW, 422, title="SATURDAY").text
    visitor.submit(address, f"{address}/close")
    assert "This table is closed" in visitor.get(address)
    visitor.get(f"/tables/{key}", 404)
    assert visitor.submit(address, address, 409).status_code == 409


@pytest.mark.parametrize("key", ["own-", "own-%00", "own-" + "0" * 32, "classic"])
def test_there_is_no_page_of_other_keys(visitor: Browser, key: str) -> None:
    visitor.get(f"/own-tables/{key}", 404)
    visitor.get(f"/tables/own-{key}", 404)


def test_the_same_form_twice_makes_one_table(visitor: Browser) -> None:
    fields = visitor.form(NEW, NEW) | texts_of(TableRules()) | {"title": "Once"}
    answers = [visitor.send(NEW, fields).headers["Location"] for _ in range(2)]
    assert len(set(answers)) == 1
    foreign = visitor.send(NEW, fields | {"csrf_token": "x", "title": "Kept"}, 400).text
    assert 'value="Kept"' in foreign
