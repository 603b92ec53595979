"""The odds pages: their figures are computed and those of the reference tables."""

from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from casino_war.game.table_rules import TiedWar
from casino_war.odds.comparisons import changes, edges_by_decks
from casino_war.services.cut_card import cut_card_biases, cut_card_command
from casino_war.web.format import percent
from casino_war.web.odds.words import TIED_WARS_SHORT
from tests.odds.reference import RECORDS
from tests.web.browser import Browser
from tests.web.odds_page import figures_of, rows_of

PATHS = (
    "/odds",
    "/odds/calculator",
    "/odds/strategy",
    "/odds/decks",
    "/odds/rules",
    "/odds/session",
    "/odds/tie-bet",
    "/odds/working",
)


@pytest.mark.parametrize("path", PATHS)
def test_every_page_leads_to_every_other_and_says_what_is_outside(
    reader: Browser, path: str
) -> None:
    page = reader.get(path)
    assert [other for other in PATHS if f'href="{other}"' not in page] == []
    assert "that bias is outside these figures" in page
    told = cut_card_biases()
    for case in (told["one_deck_half"], told["classic"]):
        assert percent(Fraction(-case.p_tie_bias)) in page
        assert f"after {case.cut_position}" in page
    # Nothing here needs a script of its own, and the policy would block any inline style.
    assert page.count("<script") == reader.get("/").count("<script")
    assert " style=" not in page
    assert "could not be drawn" not in page


@pytest.mark.parametrize("path", [path for path in PATHS if path != "/odds/calculator"])
def test_every_picture_has_words_and_stands_over_a_table(reader: Browser, path: str) -> None:
    page = reader.get(path)
    start = page.index('<div class="chart" role="img" aria-label="')
    assert page.index("<table", start) < page.index("</section>", start)
    pictures = page.split('<div class="chart" ')[1:]
    for picture in pictures:
        for svg in picture.split("<svg ")[1:]:
            drawn = ET.fromstring("<svg " + svg[: svg.index("</svg>")] + "</svg>")
            assert drawn.attrib.get("viewBox")
            assert "currentColor" in svg


def test_the_decks_page_tells_what_a_cut_card_changes(reader: Browser) -> None:
    page = reader.get("/odds/decks")
    rows = rows_of(page)["cut-card"][1:]
    assert len(rows) == len(cut_card_biases())
    for row, case in zip(rows, cut_card_biases().values(), strict=True):
        assert f"cut after {case.cut_position} cards" in row[0]
        for cell, bias, error in (
            (row[2], case.p_tie_bias, case.p_tie_standard_error),
            (row[3], case.house_edge_bias, case.house_edge_standard_error),
        ):
            assert cell == f"{percent(Fraction(bias))} ± {percent(Fraction(error))}".replace(
                "\N{NO-BREAK SPACE}", " "
            )
    assert cut_card_command() in page


def test_the_overview_names_the_costs(reader: Browser) -> None:
    found = figures_of(reader.get("/odds"))["costs"]
    assert found["Ante, always war"] == RECORDS["war_no_bonus", 6]["house_edge_initial_bet"]
    assert found["Tie bet 10 to 1"] == RECORDS["tie_bet_10to1", 6]["house_edge_initial_bet"]
    assert found["Tie bet 11 to 1"] == RECORDS["tie_bet_11to1", 6]["house_edge_initial_bet"]
    surrender = RECORDS["always_surrender", 6]["house_edge_initial_bet"]
    assert found["Ante, surrendering"] == surrender


def test_edges_of_every_rule_at_every_number_of_decks(reader: Browser) -> None:
    rows = [row for row in rows_of(reader.get("/odds/decks"))["edges"] if row[0] != "Rule"]
    percents, _risks, fractions = (rows[start : start + 7] for start in (0, 7, 14))
    for tied_war, shown, exact in zip(TiedWar, percents, fractions, strict=True):
        edges = edges_by_decks()[tied_war]
        assert shown[0] == exact[0] == str(TIED_WARS_SHORT[tied_war])
        assert exact[1:] == [str(one.house_edge) for one in edges]
        for text, one in zip(shown[1:], edges, strict=True):
            # Rounded, the text is within half of its last place.
            given = Fraction(text.removesuffix(" %")) / 100
            assert abs(given - one.house_edge) <= Fraction(1, 2_000_000)


def test_changes_are_told_with_their_difference(reader: Browser) -> None:
    rows = rows_of(reader.get("/odds/rules"))["changes"][1:]
    assert len(rows) == len(changes())
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["1 deck instead of 6"] == [
        "2.4154 %",
        "−0.4618",
        "2.2812 %",
        "503/20825",
    ]
    assert by_name["The player surrenders at every tie"][1] == "+0.8206"


def test_sessions_of_any_table(reader: Browser) -> None:
    rows = rows_of(reader.get("/odds/session?table=ladder"))["session"]
    assert [row[0] for row in rows[1:]] == ["10", "30", "100", "300", "1,000", "10,000", "100,000"]
    assert rows[1][1] == "−0.37"


def test_the_tie_bet_gains_from_the_third_rank_on(reader: Browser) -> None:
    rows = rows_of(reader.get("/odds/tie-bet"))["gone"][1:]
    assert [row[4] for row in rows[:4]] == ["−18.65 %", "−11.85 %", "−3.80 %", "5.86 %"]


def test_the_guide_says_when_surrender_is_right_and_what_folklore_mixes_up(
    reader: Browser,
) -> None:
    page = reader.get("/odds/strategy")
    better = {row[0]: row[4] for row in rows_of(page)["war"][1:]}
    assert [rule for rule, best in better.items() if best == "surrender"] == [
        "A tied war loses ante and raise"
    ]
    for figure in ("2.88 %", "3.6977 %", "1.64 %", "26.05 %", "38.90 %"):
        assert figure.replace(" ", "\N{NO-BREAK SPACE}") in page


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_working_ends_at_the_reference_value(reader: Browser, decks: int) -> None:
    page = reader.get(f"/odds/working?decks={decks}")
    expected = RECORDS["base", decks]
    assert f"= {expected['p_hand_won_when_always_war']}</code>" in page
    assert f"= {expected['p_tie_given_tie']}</code>" in page
    edge = RECORDS["war_no_bonus", decks]["house_edge_initial_bet"]
    assert f"= {edge}</code>" in page


BAD = [
    ("working?decks=0", "decks", "A shoe holds 1 to 8 decks"),
    ("working?decks=six", "decks", "A shoe holds 1 to 8 decks"),
    ("working?decks=", "decks", "A shoe holds 1 to 8 decks"),
    ("working?decks=6&decks=8", "decks", "Decks came more than once"),
    ("session?table=atlantis", "table", "There is no table called"),
    ("session?table=classic&table=bonus", "table", "Table came more than once"),
    ("session?played=0", "played", "A session has 1 to 10,000,000 hands"),
    ("session?played=x", "played", "A session has 1 to 10,000,000 hands"),
    ("session?played=" + "9" * 5000, "played", "A session has 1 to 10,000,000 hands"),
    ("session?played=10&ante=1.5", "ante", "is not an amount"),
    ("session?played=10&ante=", "ante", "is not an amount"),
    ("session?played=10&tie_bet=-1", "tie_bet", "is not an amount"),
    ("session?table=battle_royal&tie_bet=5", "tie_bet", "takes no tie bets"),
]


@pytest.mark.parametrize(("query", "field", "said"), BAD, ids=lambda text: text[:30])
def test_bad_input_is_explained_beside_its_field(
    reader: Browser, query: str, field: str, said: str
) -> None:
    page = reader.get(f"/odds/{query}", 422)
    start = page.index(f'id="{field}-error"')
    assert said in page[start : page.index("</p>", start)]
    assert f'id="{field}" name="{field}"' in page
    assert 'aria-invalid="true"' in page


def test_fields_that_nobody_knows_are_none_of_a_page_s_business(reader: Browser) -> None:
    for path in PATHS:
        assert reader.get(f"{path}?utm_source=letter")


def test_a_session_of_one_s_own(reader: Browser) -> None:
    page = reader.get("/odds/session?played=250&ante=20&tie_bet=5")
    lost = 250 * (20 * Fraction(142853, 4965115) + 5 * Fraction(58, 311))
    own = page[page.index('id="own-heading"') : page.index('id="session-heading"')]
    assert f"\N{MINUS SIGN}{float(lost):.2f} chips" in own
    assert "counted" in own
    for query in ("played=1001", "played=1000&ante=500&tie_bet=5"):
        assert "<dd>normal</dd>" in reader.get(f"/odds/session?{query}")
    assert "own-heading" not in reader.get("/odds/session")


def test_what_is_said_of_decks_and_ranks_is_so(reader: Browser) -> None:
    page = reader.get("/odds/decks")
    assert "Both 3 to 1: dearest with 1 deck" in page
    assert "Raise 3 to 1: dearest with 4 decks" in page
    assert "Even money: dearest" not in page
    page = reader.get("/odds/tie-bet")
    assert "10 to 1 gains from 3 ranks gone on" in page
    assert "12 to 1 gains with 1 rank gone" in page


def test_an_equation_is_not_said_twice(reader: Browser) -> None:
    assert "<code>P(tie) = 23/311</code>" in reader.get("/odds/working")
    assert "<code>P(tie) = 3/51 = 1/17</code>" in reader.get("/odds/working?decks=1")


def test_the_tables_of_the_house_are_told_by_what_they_cost(reader: Browser) -> None:
    rows = rows_of(reader.get("/odds/strategy"))["tables"][1:]
    assert rows[0][:2] == ["Battle Royal", "1.7143 %"]
    assert rows[-1][:2] == ["Ladder", "3.7334 %"]


def test_the_working_is_told_in_the_readers_words(app: Flask) -> None:
    page = app.test_client().get("/odds/working", headers={"Accept-Language": "de"}).text
    assert "<code>P(Gleichstand) = 23/311</code>" in page
    english = ("P(tie)", "P(won", "P(tied war)", "P(war won)", "P(hand won)", "house edge")
    assert [name for name in english if name in page] == []
