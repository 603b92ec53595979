"""The calculator's page: figures of the reference tables, any table, every kind of bad input."""

from fractions import Fraction
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import MultiDict

from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.web.odds.form import RULES, read_calculator
from tests.odds.reference import LADDER, RECORDS, REFERENCE, SURRENDERS, TIED_WARS, rules_of
from tests.web.browser import Browser, forms_of
from tests.web.odds_page import figures_of, rows_of

SIX_DECKS_HALF_DEALT = "22 24 24 24 24 24 24 24 24 24 24 24 24"


def address(**fields: object) -> str:
    return "/odds/calculator?" + urlencode(
        {name.replace("left_", "left-"): str(value) for name, value in fields.items()}
    )


def fields_of(rules: TableRules) -> dict[str, object]:
    """The rules that differ from the standard table, as the form has them."""
    standard = TableRules().to_data()
    changed = {name: value for name, value in rules.to_data().items() if value != standard[name]}
    return {
        name: "yes"
        if value is True
        else " ".join(map(str, value))
        if name == "tie_ladder"
        else value
        for name, value in changed.items()
    }


def section_of(rule: str) -> str:
    if rule in TIED_WARS or rule in SURRENDERS:
        return "ante"
    return (
        "lone-tie-bet" if rule == LADDER else "tie-bet" if "war" not in rule else "second-tie-bet"
    )


NAMED = {
    "house_edge_initial_bet": "House edge: loss per unit bet at first",
    "element_of_risk_total_action": "Element of risk: loss per unit staked in all",
    "avg_total_action_units": "Staked on average",
    "variance_per_unit_initial_bet": "Variance",
    "total_return": "Expected net",
}
CARDS = {
    "p_win_initial": "Your first card is higher",
    "p_lose_initial": "The dealer’s first card is higher",
    "p_tie_initial": "The first cards tie",
    "p_tie_given_tie": "The war ties too, given a tie",
    "p_hand_won_when_always_war": "The hand wins in the end",
}
SHOWN = sorted(
    (rule, decks)
    for rule, decks in RECORDS
    if (decks in (1, 6) or rule in (LADDER, "evolution_war_repeat_4_ties")) and "plus" not in rule
)


@pytest.mark.parametrize(("rule", "decks"), SHOWN)
def test_figures_are_those_of_the_reference_tables(reader: Browser, rule: str, decks: int) -> None:
    strategy = "always_surrender" if rule in SURRENDERS else "always_war"
    page = reader.get(address(**fields_of(rules_of(rule, decks)), strategy=strategy))
    sections = figures_of(page)
    expected = RECORDS[rule, decks]
    for section, labels in ((section_of(rule), NAMED), ("cards", CARDS)):
        for name, label in labels.items():
            if name in expected:
                assert sections[section][label] == expected[name].removesuffix("/1"), name
    if "breakeven_surrender_fraction" in expected:
        label = "Share of the ante below which surrendering would be right"
        assert sections["break-even"][label] == expected["breakeven_surrender_fraction"]


def test_fractions_decimals_and_per_cents_stand_side_by_side(reader: Browser) -> None:
    rows = rows_of(reader.get("/odds/calculator"))
    edge = "House edge: loss per unit bet at first"
    assert [edge, "142853/4965115", "0.028771", "2.8771 %"] in rows["ante"]
    assert ["Staked on average", "334/311", "1.073955", "–"] in rows["ante"]
    assert ["Expected net", "−142853/4965115", "−0.028771", "−2.8771 %"] in rows["ante"]
    assert ["+1", "2496139/4965115", "50.2735 %", ""] in rows["ante"]
    assert ["−2", "170016/4965115", "3.4242 %", ""] in rows["ante"]
    label = "Odds to one at which a tie bet would cost nothing"
    assert [label, "288/23", "12.521739", "–"] in rows["break-even"]


@pytest.mark.parametrize("record", REFERENCE["compositions"], ids=lambda one: str(one["name"]))
def test_any_cards_left(reader: Browser, record: dict[str, Any]) -> None:
    counts = " ".join(map(str, record["counts"]))
    if "AFTER" in record["context"]:
        found = figures_of(reader.get(address(decks=8, counts=counts, after_tie="yes")))
        assert found["decision"]["The next two cards match"] == record["p_next_two_match"]
        assert found["decision"]["Going to war nets, per ante"] == record["ev_war_no_bonus"]
    else:
        found = figures_of(reader.get(address(decks=8, counts=counts)))
        assert found["cards"]["The first cards tie"] == record["p_next_two_match"]
        assert found["ante"]["Expected net"] == record["ev_ante_always_war_no_bonus"]
        assert found["tie-bet"]["Expected net"] == record["ev_tie_bet_10to1"]


def test_a_full_shoe_after_a_tie_lacks_the_tied_cards(reader: Browser) -> None:
    full = reader.get(address(after_tie="yes"))
    assert figures_of(full) == figures_of(
        reader.get(address(after_tie="yes", counts=SIX_DECKS_HALF_DEALT))
    )
    assert "310 cards left" in full


def test_several_hands(reader: Browser) -> None:
    found = figures_of(reader.get(address(hands=2)))["round"]
    several = REFERENCE["multi_hand_6_decks"]
    assert found["At least one hand ties"] == several["p_at_least_one_tie"]["2"]
    covariance = several["covariance_of_two_seats_always_war_no_bonus"]
    assert found["Covariance of two hands"] == covariance


def test_hands_that_decide_by_each_other_s_cards_are_told_as_such(reader: Browser) -> None:
    """Two hands see a card more than one: here that is worth something, by all their deals."""
    rules = {"surrender": "all", "tied_war": "lose", "strategy": "best"}
    found = figures_of(reader.get(address(**rules, counts="5 4 1", hands=2)))
    assert found["ante"]["Expected net"] == "-443/1260"
    assert found["round"]["Expected net of the round, in antes"] == "-73/105"
    assert found["round"]["Staked on average, in antes"] == "20/9"
    same = figures_of(reader.get(address(counts="5 5", hands="2", decks="8")))["round"]
    assert same["Correlation of two hands"] != "none with these cards"
    none = figures_of(reader.get(address(counts="9", hands="2")))["round"]
    assert none["Correlation of two hands"] == "none with these cards"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_table_fills_the_form_and_the_form_says_the_same_again(preset: TablePreset) -> None:
    filled = read_calculator(MultiDict({"table": preset.key}))
    assert filled.draft.rules == preset.rules
    sent = {name: filled.fields[name] for name in RULES}
    assert read_calculator(MultiDict(sent)).draft.rules == preset.rules


def test_every_rule_has_a_field(reader: Browser) -> None:
    form = reader.get("/odds/calculator")
    assert [name for name in RULES if f'name="{name}"' not in form] == []


BAD = [
    ({"decks": "9"}, "decks", "Decks must be 1 to 8, not 9."),
    ({"decks": "six"}, "decks", "'six' is not a whole number."),
    ({"decks": "٣"}, "decks", "'٣' is not a whole number."),
    ({"war_burn": ""}, "war_burn", "'' is not a whole number."),
    ({"war_burn": "9" * 40}, "war_burn", "is not a whole number"),
    ({"tied_war": "never"}, "tied_war", "'never' cannot be chosen here, only 'even', 'bonus_ante'"),
    ({"tie_bet_to_one": "13"}, "tie_bet_to_one", "Tie bet pays, to one must be 9 to 12, not 13."),
    ({"tie_ladder": "10 x"}, "tie_ladder", "'10 x' cannot be read: write whole numbers"),
    ({"tie_ladder": "10 9"}, "tie_ladder", "A tie ladder has two to four rungs"),
    (
        {"tie_ladder": "10 20 30"},
        "tie_ladder",
        "of more than two rungs needs",
    ),
    ({"tie_bet_to_one": "", "tie_bet_alone": "yes"}, "tie_bet_to_one", "Tie bet without an ante"),
    (
        {"tie_bet_alone": "perhaps"},
        "tie_bet_alone",
        "'perhaps' cannot be chosen here, only '', 'yes'.",
    ),
    ({"ante_min": "1.5"}, "ante_min", "'1.5' is not a whole number of chips"),
    ({"ante_min": "7"}, "ante_min", "must be a multiple of the step of 5 chips"),
    ({"ante_min": "100", "ante_max": "50"}, "ante_min", "The largest ante cannot be smaller"),
    (
        {"decks": "1", "tied_war": "repeat", "war_burn": "10", "war_burn_each": "yes"},
        "decks",
        "A round can need 138 cards, but a new shoe deals only 51.",
    ),
    ({"hands": "6"}, "hands", "Hands a round at this table: 5 at most, not 6."),
    ({"hands": "0"}, "hands", "Hands a round at this table: 1 to 5, not 0."),
    ({"hands": "x"}, "hands", "Hands in the round takes whole numbers in digits, not 'x'."),
    ({"after_tie": "perhaps"}, "after_tie", "takes 'yes' or nothing, not 'perhaps'"),
    ({"hands": "3", "after_tie": "yes"}, "hands", "Hands in the round has no part in"),
    ({"strategy": "best", "after_tie": "yes"}, "strategy", "At a tie has no part in"),
    ({"strategy": "hope"}, "strategy", "There is no strategy called 'hope'"),
    (
        {"strategy": "always_surrender", "surrender": "not_offered"},
        "strategy",
        "does not offer Surrender",
    ),
    ({"table": "atlantis"}, "table", "There is no table called 'atlantis'"),
    ({"left-5": "25"}, "left-5", "Cards of the rank 5: 25, where a shoe of so many decks has 24."),
    ({"left-5": "-1"}, "left-5", "'-1' is not a number of cards"),
    ({"left-5": "3"}, "left", "Too few cards are left: 3, where 4 can be needed."),
    ({"left-5": "0"}, "left", "Too few cards are left: 0"),
    ({"left-5": "1", "after_tie": "yes"}, "left", "Too few cards are left: 1"),
    ({"counts": "24 " * 13, "after_tie": "yes"}, "left", "two cards of one rank are gone"),
    ({"counts": "4 " * 14}, "left", "Counts are 1 to 13 numbers"),
]


@pytest.mark.parametrize(("fields", "field", "said"), BAD, ids=lambda value: str(value)[:40])
def test_bad_input_is_explained_beside_its_field_and_kept(
    reader: Browser, fields: dict[str, str], field: str, said: str
) -> None:
    page = unescape(reader.get(address(**fields), 422))
    start = page.index(f'id="{field}-error"')
    assert said in page[start : page.index("</p>", start)]
    assert 'aria-invalid="true"' in page
    assert f'href="#{field}"' in page
    for name, text in fields.items():
        if name != "counts" and text:
            kept = (f'value="{text}"', f'value="{text}" selected')
            assert any(one in page[page.index(f'name="{name}"') :] for one in kept)
    assert 'class="edge-pair"' not in page


def test_all_faults_are_told_at_once(reader: Browser) -> None:
    page = reader.get(
        address(decks="9", ante_min="x", tied_war="q", strategy="z", hands="?", left_5="99"), 422
    )
    for field in ("decks", "ante_min", "tied_war", "strategy", "hands", "left-5"):
        assert f'id="{field}-error"' in page


def test_faults_of_one_field_do_not_hide_each_other(reader: Browser) -> None:
    page = unescape(reader.get(address(tie_ladder="12 10 20"), 422))
    start = page.index('id="tie_ladder-error"')
    said = page[start : page.index("</p>", start)]
    for part in ("two to four rungs", "must equal the odds", "needs tied wars that repeat"):
        assert part in said, part
    assert page.count("needs tied wars that repeat") == 1


def test_a_ladder_is_read_with_commas_and_without(reader: Browser) -> None:
    for text in ("10 25", "10,25", "10, 25"):
        assert "2.8771\N{NO-BREAK SPACE}%" in reader.get(address(tie_ladder=text))
    assert 'value="10, 25, 50, 200"' in reader.get(address(table="ladder"))


def test_the_bounds_of_own_tables_are_none_of_the_calculator_s(reader: Browser) -> None:
    assert figures_of(reader.get(address(tie_ladder="10, 5000", ante_max="9000000")))["tie-bet"]


def test_fields_that_nobody_knows_are_none_of_its_business(reader: Browser) -> None:
    page = reader.get("/odds/calculator?decks=1&utm_source=letter&deck=6")
    assert "2.4154\N{NO-BREAK SPACE}%" in page


def test_a_field_that_came_twice(reader: Browser) -> None:
    assert "Decks came more than once" in reader.get("/odds/calculator?decks=6&decks=8", 422)
    page = reader.get("/odds/calculator?counts=1+2&counts=3+4", 422)
    start = page.index('id="left-error"')
    assert "Cards left in the shoe came more than once" in page[start : page.index("</p>", start)]
    assert 'href="#left"' in page
    both = unescape(reader.get(address(counts="4 4 4", left_2=5), 422))
    start = both.index('id="left-error"')
    assert "came twice, as counts and by rank" in both[start : both.index("</p>", start)]


def test_a_count_is_quoted_cut(reader: Browser) -> None:
    page = reader.get(address(counts="9" * 60_000), 422)
    start = page.index('id="left-2-error"')
    assert len(page[start : page.index("</p>", start)]) < 200


def test_rounds_too_long_to_count_while_a_page_waits(reader: Browser) -> None:
    rules = {"surrender": "all", "tied_war": "lose", "strategy": "best", "decks": 8}
    few, every = "20 20 20", "32 32 2 2 2 2" + " 1" * 7
    said = "the best decision depends on every hand"
    assert said in reader.get(address(**rules, counts=every, hands=5), 422)
    for counts, hands in ((every, 2), (few, 5), ("4 4 4", 3)):
        assert figures_of(reader.get(address(**rules, counts=counts, hands=hands)))["round"]


def test_no_more_hands_are_offered_than_the_table_deals(reader: Browser) -> None:
    def offered(page: str) -> int:
        start = page.index('<select id="hands"')
        return page[start : page.index("</select>", start)].count("<option")

    for hands_max in (1, 5, 7):
        assert offered(reader.get(address(hands_max=hands_max))) == hands_max


def test_a_table_stays_chosen_and_takes_over_what_was_asked(reader: Browser) -> None:
    def chosen(page: str) -> str:
        start = page.index('<select id="table"')
        options = page[start : page.index("</select>", start)].split("<option ")
        return next(one for one in options if " selected" in one)

    page = reader.get(address(table="ladder", strategy="best", hands=2, counts="20 20 20"))
    assert chosen(page).startswith('value="ladder"')
    picking, asking = (one for one in forms_of(page) if "/calculator" in one[0])
    # Sent as it stands, with the rules of the table in its fields, it is that table still.
    sent = {name: text for name, text in asking[1].items() if name in RULES}
    kept = {name: text for name, text in picking[1].items() if name != "table"}
    assert kept == {
        "strategy": "best",
        "hands": "2",
        "left-2": "20",
        "left-3": "20",
        "left-4": "20",
    }
    assert sent["ante_min"] == str(PRESETS[-1].rules.ante_min_cents // 100)
    assert "Rules of your own" in chosen(reader.get(address(table="ladder", decks=7)))
    assert chosen(reader.get("/odds/calculator?table=")).startswith('value="classic"')


def test_what_gains_is_said_to_gain(reader: Browser) -> None:
    page = reader.get(address(tied_war="triple_total", counts="24 24", tie_bet_to_one=12))
    assert "gained per ante" in page
    assert "(a gain)" in page
    assert "(never: war gains)" in page
    assert "gain" not in reader.get("/odds/calculator").split('id="answers"')[1]


def test_what_is_not_offered_is_no_matter_of_cards(reader: Browser) -> None:
    page = reader.get(address(surrender="not_offered", after_tie="yes"))
    assert "not offered here" in page
    assert "none with these cards" not in page
    assert "there is only war" in page


def test_ante_and_tie_bet_together(reader: Browser) -> None:
    """By hand, of one unit each: their edges are added, and halved by two units bet."""
    found = figures_of(reader.get("/odds/calculator"))["both"]
    edge = (Fraction(142853, 4965115) + Fraction(58, 311)) / 2
    assert found["House edge: loss per unit bet at first"] == str(edge)
    assert found["Staked on average"] == str(2 + Fraction(23, 311))
    assert "both" not in figures_of(reader.get(address(tie_bet_to_one="")))


def test_hostile_text_stands_as_text(reader: Browser) -> None:
    answer = reader.client.get(address(tie_ladder='"><script>alert(1)</script>'))
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
