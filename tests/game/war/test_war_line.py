"""A game as one line: printed, read back, refused."""

from dataclasses import replace

import pytest
from hypothesis import given

from casino_war.errors import InvalidNotationError, InvalidRulesError, InvalidSeedError
from casino_war.game.cards import parse_cards
from casino_war.game.war_actions import Pick, Play, Steal
from casino_war.game.war_line import WarLine, changed_rules, parse_line
from casino_war.game.war_presets import find
from casino_war.game.war_rules import PickupOrder, WarRules
from casino_war.game.war_spelling import parse_decisions, parse_stocks
from tests.game.war.lines import lines

DEALT = "war/1 classic@1 players=3 pickup_order=winner_first seed=42"
STOLEN = (
    "war/1 steal_war@1 seed=1 stocks=9D,KS,2S/3C|4H,5H/QH,9S"
    " decisions=A:steal-B,B:play;A:KS battles=1"
)


def test_a_dealt_game_reads_as_rules_and_seed() -> None:
    rules = WarRules(players=3, pickup_order=PickupOrder.WINNER_FIRST)
    line = WarLine(preset="classic", version=1, rules=rules, seed=42)
    assert parse_line(DEALT) == line
    assert str(line) == DEALT


def test_a_game_of_given_cards_reads_as_stocks_piles_and_decisions() -> None:
    line = WarLine(
        preset="steal_war",
        version=1,
        rules=find("steal_war").rules,
        seed=1,
        stocks=(parse_cards("9D KS 2S"), parse_cards("4H 5H")),
        piles=(parse_cards("3C"), parse_cards("QH 9S")),
        decisions=(((0, Steal(1)), (1, Play())), ((0, Pick(parse_cards("KS")[0])),)),
        battles=1,
    )
    assert parse_line(STOLEN) == line
    assert str(line) == STOLEN


@given(lines())
def test_every_line_reads_back(line: WarLine) -> None:
    text = str(line)
    assert parse_line(text) == line
    assert str(parse_line(text)) == text


def test_the_stocks_say_how_many_play() -> None:
    line = parse_line("war/1 multiplayer@1 seed=1 stocks=7S|7H")
    assert line.rules.players == 2
    assert str(line) == "war/1 multiplayer@1 seed=1 stocks=7S|7H"
    assert parse_line("war/1 classic@1 players=4 seed=1 stocks=7S|7H|7D|7C").rules.players == 4


def test_an_empty_pile_has_no_slash() -> None:
    text = "war/1 steal_war@1 seed=1 stocks=7S|7H/2S"
    assert parse_line(text).piles == ((), parse_cards("2S"))
    assert str(parse_line(text)) == text


def test_the_parts_may_come_in_any_order() -> None:
    shuffled = "war/1 classic@1 seed=42 pickup_order=winner_first players=3"
    assert str(parse_line(shuffled)) == DEALT


WRONG = {
    "nothing": ("", "''"),
    "another game": (DEALT.replace("war/1", "casino-war/1"), "'casino-war/1 classic@1"),
    "another version of the notation": (DEALT.replace("/1", "/2"), "'war/2 classic@1"),
    "no rules": ("war/1", "'war/1'"),
    "no preset": ("war/1 seed=1", "'seed=1'"),
    "unknown preset": (DEALT.replace("classic", "clasic"), "'clasic@1'"),
    "another name of the preset": (DEALT.replace("classic", "battle"), "'battle@1'"),
    "capital preset": (DEALT.replace("classic", "Classic"), "'Classic@1'"),
    "another version of the preset": (DEALT.replace("@1", "@2"), "'classic@2'"),
    "version zero": (DEALT.replace("@1", "@0"), "'classic@0'"),
    "no version": (DEALT.replace("@1", ""), "'classic'"),
    "no seed": (DEALT.replace(" seed=42", ""), "'seed='"),
    "empty seed": (DEALT.replace("42", ""), "'seed='"),
    "seed with a zero before": (DEALT.replace("42", "042"), "'seed=042'"),
    "negative seed": (DEALT.replace("42", "-42"), "'seed=-42'"),
    "seed too large": (DEALT.replace("42", str(2**64)), f"'seed={2**64}'"),
    "huge seed": (DEALT.replace("42", "9" * 5_000), "'seed=999"),
    "Arabic digits": (DEALT.replace("42", "٤٢"), "'seed=٤٢'"),
    "unknown rule": (DEALT.replace("players", "player"), "'player'"),
    "value out of range": (DEALT.replace("players=3", "players=5"), "'players=5 "),
    "rules at odds": (DEALT.replace("players=3", "objective=wars_won"), "'objective=wars_won "),
    "rule twice": (DEALT.replace(" seed", " players=3 seed"), "'players=3'"),
    "no equals sign": (DEALT.replace("players=3", "players"), "'players'"),
    "double space": (DEALT.replace(" seed", "  seed"), "''"),
    "line break": (DEALT + "\n", "'seed=42\\n'"),
    "trailing space": (DEALT + " ", "''"),
    "no card": (STOLEN.replace("KS,2S", "KX,2S"), "'stocks=9D,KX,2S"),
    "empty stock": (STOLEN.replace("9D,KS,2S", ""), "'stocks=/3C|"),
    "trailing comma": (STOLEN.replace("2S/", "2S,/"), "'stocks=9D,KS,2S,/"),
    "empty pile": (STOLEN.replace("/3C", "/"), "'stocks=9D,KS,2S/|"),
    "two piles": (STOLEN.replace("/3C", "/3C/4C"), "'stocks=9D,KS,2S/3C/4C|"),
    "one stock": ("war/1 classic@1 seed=1 stocks=7S", "'classic@1'"),
    "five stocks": ("war/1 classic@1 seed=1 stocks=7S|7H|7D|7C|8S", "'classic@1'"),
    "players at odds": ("war/1 classic@1 players=3 seed=1 stocks=7S|7H", "'players=3'"),
    "rules against three": ("war/1 jokers_one_each@1 seed=1 stocks=7S|7H|7D", "'jokers_one_"),
    "no choice": (STOLEN.replace("B:play", "B:stay"), "'decisions=A:steal-B,B:stay"),
    "no such thief": (STOLEN.replace("steal-B", "steal-E"), "'steal-E'"),
    "no such seat": (STOLEN.replace("B:play", "E:play"), "'E:play'"),
    "two seats": (STOLEN.replace("B:play", "AB:play"), "'AB:play'"),
    "no seat": (STOLEN.replace("B:play", "play"), "'play'"),
    "a seat twice": (STOLEN.replace("B:play", "A:play"), "'A:play'"),
    "empty round": (STOLEN.replace(";", ";;"), "''"),
    "no decisions": (STOLEN.replace("A:steal-B,B:play;A:KS", ""), "'decisions='"),
    "no battles": (STOLEN.replace("battles=1", "battles=x"), "'battles=x'"),
}


@pytest.mark.parametrize(("line", "part"), WRONG.values(), ids=WRONG)
def test_what_is_no_game_is_refused_and_its_part_is_named(line: str, part: str) -> None:
    with pytest.raises(InvalidNotationError) as refused:
        parse_line(line)
    assert part in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_line_holds_a_stock_for_each_player_and_a_seed_in_range() -> None:
    line = parse_line(DEALT)
    with pytest.raises(InvalidRulesError) as refused:
        replace(line, stocks=(parse_cards("7S"), parse_cards("7H")))
    assert refused.value.fields == ("players",)
    with pytest.raises(InvalidSeedError):
        replace(line, seed=-1)


def test_people_may_part_cards_and_choices_by_white_space() -> None:
    assert parse_stocks(" 9D KS\t2S / 3C|4H,5H / ", typed=True) == (
        (parse_cards("9D KS 2S"), parse_cards("4H 5H")),
        (parse_cards("3C"), ()),
    )
    assert parse_decisions("B:play A:steal-B ; A:KS", typed=True) == parse_decisions(
        "A:steal-B,B:play;A:KS"
    )
    with pytest.raises(InvalidNotationError):
        parse_decisions("A:play;", typed=True)


def test_rules_may_leave_the_range_of_the_preset() -> None:
    assert changed_rules(find("classic"), {"players": "4"}).players == 4
    assert changed_rules(find("multiplayer"), {}, 2).players == 2
