"""Every event and every ending of a practice game has its sentence; the chart its points."""

from itertools import product

import pytest
from flask import Flask

from casino_war.game import war_choices
from casino_war.game.cards import PACK
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import (
    Ended,
    EndReason,
    Exchanged,
    Exhausted,
    Forestalled,
    Outcome,
    Protected,
    Recycled,
    Short,
    Stolen,
    Stood,
    Tied,
    Topped,
    WalkedOver,
)
from casino_war.game.war_presets import PRESETS
from casino_war.game.war_rules import Objective, WarRules
from casino_war.game.war_strategies import STRATEGIES, choose_all
from casino_war.game.war_views import (
    SeenBuried,
    SeenCarried,
    SeenDeadWar,
    SeenEvent,
    SeenSplit,
    seen,
)
from casino_war.services.practice.felt import laid_cards
from casino_war.services.practice.tally import SAMPLES_MAX, Tally
from casino_war.web.practice.chart import HEIGHT, ROWS_SHOWN, WIDTH, chart_of
from casino_war.web.practice.endings import tell_end
from casino_war.web.practice.words import tell_battle, tell_outcome

BATTLES = 25
"""Battles of each game that are told."""

CARDS = PACK[:2]
RARE: list[SeenEvent] = [
    Exchanged(seats=(0, 2), cards={0: CARDS[0], 2: CARDS[1]}, piles={0: CARDS, 2: CARDS}),
    Protected(seat=0, thief=2),
    Forestalled(thief=0, victim=1, first=2),
    Stolen(thief=0, victim=1, card=CARDS[0], pile=CARDS),
    Topped(seat=1, card=CARDS[0]),
    Stood(seats=(0, 1)),
    WalkedOver(seat=2),
    Short(seat=2),
    Tied(seats=(0, 1, 2)),
    Exhausted(),
    Recycled(seat=1),
    SeenBuried(counts={0: 3, 1: 2}),
    SeenSplit(seat=0, shown=CARDS, hidden_count=1),
    SeenCarried(shown=CARDS, hidden_count=0),
    SeenDeadWar(seats=(0, 1), shown=CARDS, hidden_count=7),
]


@pytest.mark.parametrize("event", RARE, ids=lambda event: type(event).__name__)
def test_rare_events_are_told(app: Flask, event: SeenEvent) -> None:
    with app.test_request_context():
        (text,) = tell_battle([event], WarRules(players=3))
    assert text.endswith(".")
    assert "%" not in text


def test_every_event_of_every_game_is_told(app: Flask) -> None:
    with app.test_request_context():
        for preset in PRESETS:
            rules = preset.rules
            source = SplitMix64(7)
            state = war_choices.deal(rules, source)
            while state.ended is None and state.battles < BATTLES:
                choices = choose_all(state, [STRATEGIES[rules.choice][0]] * rules.players, source)
                state, events = war_choices.apply(state, choices, source)
                shown = [seen(event, None, rules) for event in events]
                texts = [*tell_battle(shown, rules), tell_outcome(shown, rules)]
                assert all("%" not in text for text in texts)


OBJECTIVES = [
    WarRules(),
    WarRules(objective=Objective.AVOID_COLLECTING_ALL),
    WarRules(objective=Objective.AVOID_RUNNING_OUT),
    WarRules(objective=Objective.WARS_WON, wars_to_win=3),
]


@pytest.mark.parametrize("rules", OBJECTIVES, ids=lambda rules: str(rules.objective))
def test_every_ending_says_who_and_why(app: Flask, rules: WarRules) -> None:
    with app.test_request_context():
        sentences = {
            tell_end(Ended(outcome=outcome, seats=(0,), reason=reason, period=6), rules)
            for outcome, reason in product(Outcome, EndReason)
        }
        both = tell_end(Ended(outcome=Outcome.LOSER, seats=(0, 1), reason=EndReason.RAN_OUT), rules)
    assert all("%" not in text for text in sentences)
    assert any("every 6 battles" in text for text in sentences)
    assert both.startswith("South and North lose: ")


def test_what_is_laid_is_what_the_winner_takes() -> None:
    rules = PRESETS[0].rules
    source = SplitMix64(5)
    state = war_choices.deal(rules, source)
    while state.ended is None:
        before = state
        state, events = war_choices.apply(state, {}, source)
        laid = laid_cards([seen(event, None, rules) for event in events], 2)
        for seat in (0, 1):
            own = sum(len(step.cards) for step in laid[seat])
            others = sum(len(step.cards) for step in laid[1 - seat])
            assert state.owned(seat) - before.owned(seat) in (-own, others)


def test_the_chart_keeps_its_size(app: Flask) -> None:
    assert chart_of([[0, 26, 26]]) is None
    rules = PRESETS[0].rules
    source = SplitMix64(3)
    state = war_choices.deal(rules, source)
    tally = Tally.of_deal(state)
    while state.ended is None:
        state, events = war_choices.apply(state, {}, source)
        tally.count(state, events)
    chart = chart_of(tally.points)
    assert chart is not None
    assert len(tally.points) <= SAMPLES_MAX + 1
    assert tally.points[-1][0] == state.battles
    assert Tally.from_text(tally.to_text()) == tally
    assert chart.battles == state.battles
    assert chart.rows[0] == (0, 26, 26)
    assert chart.rows[-1][0] == state.battles
    assert len(chart.rows) <= ROWS_SHOWN
    for line in chart.lines:
        for point in line.points.split():
            x, y = map(int, point.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
