"""The odds pages: their figures are computed and those of the reference tables."""

from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from casino_war.game.table_rules import TiedWar
from casino_war.odds.comparisons import changes, edges_by_decks
from casino_war.web.odds_words import TIED_WARS_SHORT
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
    assert "There is no table called" in reader.get("/odds/session?table=atlantis", 404)


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
        assert figure in page


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_working_ends_at_the_reference_value(reader: Browser, decks: int) -> None:
    page = reader.get(f"/odds/working?decks={decks}")
    expected = RECORDS["base", decks]
    assert f"= {expected['p_hand_won_when_always_war']}</code>" in page
    assert f"= {expected['p_tie_given_tie']}</code>" in page
    edge = RECORDS["war_no_bonus", decks]["house_edge_initial_bet"]
    assert f"= {edge}</code>" in page


@pytest.mark.parametrize("decks", ["0", "9", "six", ""])
def test_the_working_refuses_decks_that_there_are_not(reader: Browser, decks: str) -> None:
    assert "A shoe holds 1 to 8 decks" in reader.get(f"/odds/working?decks={decks}", 422)
