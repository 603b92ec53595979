"""``casino-war odds``: every figure as a fraction and a decimal, every fault in one line."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from casino_war.game.table_presets import PRESETS
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.odds import edges
from tests.odds.reference import REFERENCE
from tests.web.terminal import bare_home, line_of_refusal, run

FIELDS = {
    "p_win", "p_lose", "p_tie", "p_tied_war", "p_hand_won", "house_edge", "element_of_risk",
    "variance", "average_action", "tie_bet_edge", "distribution",
}  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and a bare environment."""
    return bare_home(tmp_path, monkeypatch)


def ask(*options: str) -> dict[str, Any]:
    result = run("odds", "--json", *options)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    data: dict[str, Any] = json.loads(result.stdout)
    for name, figure in data.items():
        if name == "distribution":
            assert sum(map(Fraction, figure.values())) == 1
        elif figure is not None:
            assert figure["decimal"] == float(Fraction(figure["fraction"]))
            assert set(figure) == {"fraction", "decimal"}
    return data


def fraction(figure: dict[str, Any]) -> Fraction:
    return Fraction(figure["fraction"])


def test_the_standard_table_is_asked_for_by_asking_nothing(home: Path) -> None:
    data = ask()
    assert set(data) == FIELDS
    assert data["house_edge"]["fraction"] == "142853/4965115"
    assert data["p_tied_war"]["fraction"] == "1181/15965"
    assert data["tie_bet_edge"]["fraction"] == "58/311"
    assert data["average_action"]["fraction"] == "334/311"
    assert data["distribution"] == {
        "-2": "170016/4965115",
        "-1": "144/311",
        "1": "2496139/4965115",
    }
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_table_of_the_lobby(preset: Any) -> None:
    data = ask("--table", preset.key)
    assert fraction(data["house_edge"]) == edges.house_edge(preset.rules)
    assert fraction(data["element_of_risk"]) == edges.element_of_risk(preset.rules)
    tie_bet_edge = edges.tie_bet_edge(preset.rules)
    if tie_bet_edge is None:
        assert data["tie_bet_edge"] is None
    else:
        assert fraction(data["tie_bet_edge"]) == tie_bet_edge


@pytest.mark.parametrize("tied_war", TiedWar)
def test_rules_may_be_given_one_by_one(tied_war: TiedWar) -> None:
    rules = TableRules(decks=2, tied_war=tied_war, tie_bet_to_one=11)
    data = ask("--decks", "2", "--tied-war", tied_war, "--tie-bet-to-one", "11")
    assert fraction(data["house_edge"]) == edges.house_edge(rules)
    assert fraction(data["tie_bet_edge"]) == edges.tie_bet_edge(rules)


def test_other_rules() -> None:
    assert ask("--tie-bet-to-one", "none")["tie_bet_edge"] is None
    ladder = ask("--decks", "8", "--tied-war", "repeat", "--tie-ladder", "10 25 50 200")
    assert ladder == ask("--table", "ladder")
    second = ask("--second-tie-bet-to-one", "11")
    assert fraction(second["second_tie_bet_edge"]) == 1 - 12 * Fraction(1181, 15965)
    folded = ask("--surrender", "all", "--strategy", "always_surrender")
    assert folded["distribution"] == {"-1": "167/311", "1": "144/311"}


def test_strategies() -> None:
    surrendered = ask("--strategy", "always_surrender")
    assert surrendered["house_edge"]["fraction"] == "23/622"
    assert surrendered["average_action"]["fraction"] == "1"
    assert surrendered["distribution"]["-1/2"] == "23/311"
    assert ask("--strategy", "best") == ask()
    best = ask("--strategy", "best", "--tied-war", "lose")
    assert best["house_edge"]["fraction"] == "23/622"


@pytest.mark.parametrize("record", REFERENCE["compositions"], ids=lambda record: record["name"])
def test_compositions(record: dict[str, Any]) -> None:
    counts = ("--counts", " ".join(map(str, record["counts"])))
    if "BEFORE" in record["context"]:
        data = ask(*counts)
        assert set(data) == FIELDS | {"ev_ante", "ev_tie_bet"}
        assert data["p_tie"]["fraction"] == record["p_next_two_match"]
        assert data["ev_ante"]["fraction"] == record["ev_ante_always_war_no_bonus"]
        assert data["ev_tie_bet"]["fraction"] == record["ev_tie_bet_10to1"]
    else:
        data = ask("--after-tie", *counts)
        assert set(data) == {"p_next_match", "ev_war", "ev_surrender"}
        assert data["p_next_match"]["fraction"] == record["p_next_two_match"]
        assert data["ev_war"]["fraction"] == record["ev_war_no_bonus"]
        assert data["ev_surrender"]["fraction"] == "-1/2"


def test_a_tie_from_a_full_shoe_takes_two_cards() -> None:
    assert ask("--after-tie")["ev_war"]["fraction"] == "-6211/15965"
    one_deck = ask("--after-tie", "--decks", "1", "--surrender", "not_offered")
    assert one_deck["ev_war"]["fraction"] == "-503/1225"
    assert one_deck["ev_surrender"] is None
    second = ask("--after-tie", "--second-tie-bet-to-one", "10")
    assert fraction(second["second_tie_bet_edge"]) == 1 - 11 * Fraction(1181, 15965)


def test_a_ladder_still_stands_after_a_tie() -> None:
    rules = ("--tie-ladder", "10 25", "--counts", "4 4")
    found = ask("--after-tie", *rules)
    t = Fraction(3, 7)
    assert fraction(found["ev_tie_bet_war"]) == 10 * (1 - t) + 25 * t
    assert fraction(found["ev_tie_bet_surrender"]) == 10
    alone = ask("--after-tie", *rules, "--surrender", "not_offered")
    assert "ev_tie_bet_surrender" not in alone


def test_nets_are_counted_in_antes() -> None:
    lines = run("odds", "--strategy", "always_surrender").stdout.splitlines()
    nets = [line.split("  ")[0] for line in lines if line.startswith("net ")]
    assert nets == ["net -1 ante", "net -1/2 antes", "net 1 ante"]
    assert fraction(ask()["p_hand_won"]) == Fraction(2496139, 4965115)


def test_what_the_cards_cannot_do_is_null() -> None:
    data = ask("--counts", "1 1 1 1", "--tie-bet-to-one", "none")
    assert data["p_tied_war"] is data["tie_bet_edge"] is data["ev_tie_bet"] is None


def test_a_round_of_hands() -> None:
    data = ask("--hands", "7")
    assert data["covariance"]["fraction"] == "17772149485088244/52977936603970525"
    assert data["round_variance"]["decimal"] == pytest.approx(21.80, abs=5e-3)
    assert data["p_any_tie"]["fraction"] == "662579115053/1580689046285"
    for name, alone in (("round_ev", "house_edge"), ("round_action", "average_action")):
        assert abs(fraction(data[name])) == 7 * fraction(data[alone])
    single = ask("--hands", "1", "--table", "classic")
    assert single["covariance"] is None
    assert single["round_variance"] == single["variance"]


@pytest.mark.parametrize(
    "options",
    [(), ("--counts", "4 4 4"), ("--after-tie",), ("--hands", "5"), ("--table", "battle_royal")],
)
def test_every_figure_has_a_line_for_people(options: tuple[str, ...]) -> None:
    data = ask(*options)
    lines = run("odds", *options).stdout.splitlines()
    assert len(lines) == len(data) + max(len(data.get("distribution", ())) - 1, 0) + 1
    for name, figure in data.items():
        values = figure.values() if name == "distribution" else [(figure or {}).get("fraction")]
        for value in values:
            ending = f"  {value}" if value else "-"
            assert any(line.endswith(ending) for line in lines), name


REFUSED = [
    ("--table", "nowhere"),
    ("--table", ""),
    ("--table", "classic", "--decks", "6"),
    ("--table", "classic", "--hands", "6"),
    ("--table", "classic", "--hands", "0"),
    ("--decks", "0"),
    ("--decks", "9"),
    ("--decks", "six"),
    ("--decks", "٣"),
    ("--decks", "1_0"),
    ("--decks", "9" * 5000),
    ("--decks", ""),
    ("--tied-war", "odd"),
    ("--tied-war", ""),
    ("--surrender", "quarter"),
    ("--tie-bet-to-one", "8"),
    ("--tie-bet-to-one", "1.5"),
    ("--second-tie-bet-to-one", "100"),
    ("--tie-ladder", "10 25 50"),
    ("--tie-ladder", ""),
    ("--tie-ladder", "10 x"),
    ("--tie-ladder", "10 25", "--tie-bet-to-one", "none"),
    ("--strategy", "always_win"),
    ("--strategy", ""),
    ("--strategy", "always_surrender", "--surrender", "not_offered"),
    ("--hands", "8"),
    ("--hands", "x"),
    ("--hands", "3", "--after-tie"),
    ("--hands", "1", "--after-tie"),
    ("--strategy", "best", "--after-tie"),
    ("--hands", "7", "--counts", "5 5"),
    ("--counts", ""),
    ("--counts", "1 " * 14),
    ("--counts", "3"),
    ("--counts", "0 0 0"),
    ("--counts", "4 -1"),
    ("--counts", "4 x"),
    ("--counts", "9" * 5000),
    ("--counts", "25 4", "--decks", "6"),
    ("--counts", "1", "--after-tie"),
    ("--counts", "24 " * 13, "--decks", "6", "--after-tie"),
    ("--counts", "23 " * 13, "--decks", "6", "--after-tie"),
    ("--counts",),
    ("--tied-wars", "even"),
    ("even",),
    ("--json=yes",),
    ("--counts", "7", "--table", "ladder"),
    ("--counts", "5", "--table", "ladder", "--after-tie"),
    ("--counts", "\udcff"),
    ("--strategy", "\udcff"),
    ("--strategy", "9" * 60_000),
    ("--table", "9" * 60_000),
]


@pytest.mark.parametrize("options", REFUSED, ids=lambda options: " ".join(options)[:40])
def test_bad_input_is_one_line(home: Path, options: tuple[str, ...]) -> None:
    for more in ((), ("--json",)):
        assert len(line_of_refusal(run("odds", *options, *more))) < 300
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--hands", "8"), "Hands a round at this table: 1 to 7, not 8."),
        (("--tie-bet-to-one", "None"), "--tie-bet-to-one takes a whole number in digits or none"),
        (("--decks", "None"), "--decks takes whole numbers in digits, not 'None'."),
        (("--counts", "24 " * 13, "--decks", "6", "--after-tie"), "two cards of one rank are gone"),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_options(
    options: tuple[str, ...], said: str
) -> None:
    assert said in line_of_refusal(run("odds", *options))


def test_what_a_tie_leaves_is_taken() -> None:
    left = "24 " * 12 + "22"
    assert ask("--counts", left, "--decks", "6", "--after-tie") == ask("--after-tie")
    assert ask("--counts", "24 24", "--decks", "6", "--after-tie")["p_next_match"]
    assert ask("--counts", "24 " * 13, "--after-tie")["p_next_match"]["fraction"] == "23/311"


def test_counts_have_no_maximum_but_that_of_the_decks() -> None:
    assert fraction(ask("--counts", "1000000 1000000")["p_tie"]) > Fraction(49, 100)
    assert ask("--counts", "24 24", "--decks", "6")["p_tie"]["fraction"] == "23/47"
