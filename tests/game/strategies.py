"""Random tables, and whole rounds played at them, for property tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from casino_war.errors import InvalidRulesError
from casino_war.game.cards import PACK, Rank
from casino_war.game.casino import deal, decide, legal_decisions
from casino_war.game.events import CasinoEvent, WagerPlaced, WagerSettled
from casino_war.game.round import AwaitingDecision, Decision, RoundState, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import ShoeRule, Shortfall, Surrender, TableRules, TiedWar
from casino_war.game.wagers import HandWagers

UNHURRIED = settings(suppress_health_check=[HealthCheck.too_slow])
"""For tests of whole rounds: a busy machine is no failure."""

FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "decks": st.integers(1, 8),
    "shoe": st.sampled_from(ShoeRule),
    "penetration_percent": st.integers(25, 95),
    "opening_burn": st.integers(0, 5),
    "war_burn": st.integers(0, 10),
    "war_burn_each": st.booleans(),
    "tied_war": st.sampled_from(TiedWar) | st.just(TiedWar.REPEAT),
    "surrender": st.sampled_from(Surrender),
    "tie_bet_to_one": st.integers(9, 12) | st.none(),
    "tie_bet_min_cents": st.integers(1, 4).map(lambda chips: 100 * chips) | st.none(),
    "tie_bet_max_cents": st.integers(3, 9).map(lambda chips: 100 * chips) | st.none(),
    "tie_bet_max_share_percent": st.integers(1, 100) | st.none(),
    "tie_bet_alone": st.booleans(),
    "second_tie_bet_to_one": st.integers(9, 12) | st.none(),
    "tie_ladder": st.lists(st.integers(9, 200), max_size=4).map(tuple),
    "ante_min_cents": st.integers(1, 6).map(lambda chips: 100 * chips),
    "ante_max_cents": st.integers(1, 60).map(lambda chips: 100 * chips),
    "ante_step_cents": st.sampled_from([100, 100, 200]),
    "hands_max": st.integers(1, 7),
    "shortfall": st.sampled_from(Shortfall),
}
"""Values of every field of the rules that are valid one by one."""


def _built(values: dict[str, Any]) -> TableRules | None:
    """Settle the commonest quarrels between fields; None if others are left."""
    step = values["ante_step_cents"]
    for name in ("ante_min_cents", "ante_max_cents", "tie_bet_min_cents", "tie_bet_max_cents"):
        if values[name] is not None:
            values[name] = max(step, values[name] // step * step)
    if values["tie_bet_to_one"] is None:
        values |= dict.fromkeys(("tie_bet_min_cents", "tie_bet_max_cents"))
        values |= {"tie_bet_max_share_percent": None, "tie_bet_alone": False, "tie_ladder": ()}
    elif len(values["tie_ladder"]) > 1:
        to_one = values["tie_bet_to_one"]
        rungs = (to_one, *sorted(max(to_one, rung) for rung in values["tie_ladder"][1:]))
        values["tie_ladder"] = rungs if values["tied_war"] is TiedWar.REPEAT else rungs[:2]
    else:
        values["tie_ladder"] = ()
    try:
        return TableRules(**values)
    except InvalidRulesError:
        return None


def table_rules() -> st.SearchStrategy[TableRules]:
    """Any valid rules."""
    built = st.fixed_dictionaries(dict(FIELDS)).map(_built)
    return built.filter(lambda rules: rules is not None).map(_not_none)


def _not_none(rules: TableRules | None) -> TableRules:
    assert rules is not None
    return rules


@dataclass(slots=True)
class Journey:
    """A round from its wagers to its settlement, with all that led there."""

    rules: TableRules
    shoe: Shoe
    wagers: tuple[HandWagers, ...]
    funds_cents: int
    """The bankroll at the start."""
    decisions: list[Decision] = field(default_factory=list)
    states: list[RoundState] = field(default_factory=list)
    funds_then: list[int] = field(default_factory=list)
    """The bankroll with each state, rebuys included."""
    rebought_cents: int = 0
    events: tuple[CasinoEvent, ...] = ()

    @property
    def awaiting(self) -> list[tuple[AwaitingDecision, int]]:
        """Each state that waited for a decision, with the bankroll then."""
        return [
            (state, funds)
            for state, funds in zip(self.states, self.funds_then, strict=True)
            if isinstance(state, AwaitingDecision)
        ]

    @property
    def end(self) -> Settled:
        assert isinstance(self.states[-1], Settled)
        return self.states[-1]


@st.composite
def _wagers(draw: st.DrawFn, rules: TableRules) -> HandWagers:
    step = rules.ante_step_cents
    lowest, highest = rules.ante_min_cents // step, rules.ante_max_cents // step
    ante_cents = step * draw(st.integers(lowest, highest))
    tie_bet_cents = 0
    if rules.tie_bet_offered and draw(st.booleans()):
        lowest, highest = rules.tie_bet_floor_cents // step, rules.tie_bet_ceiling_cents // step
        tie_bet_cents = step * draw(st.integers(lowest, highest))
        if rules.tie_bet_alone and draw(st.booleans()):
            ante_cents = 0
    return HandWagers(ante_cents=ante_cents, tie_bet_cents=tie_bet_cents)


@st.composite
def _shoes(draw: st.DrawFn, rules: TableRules) -> Shoe:
    """Cards of the table's packs, those of few ranks first, so that ties are common.

    Just enough for the worst case, or a few more; some of them gone already.
    """
    first = draw(st.sampled_from([1, 2, 3, 13]))
    rng = draw(st.randoms(use_true_random=False))
    ranks = rng.sample([rank for rank in Rank if rank is not Rank.JOKER], first)
    cards = list(PACK * rules.decks)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card.rank not in ranks)
    position = draw(st.integers(0, min(6, rules.cards - rules.worst_case_cards)))
    count = position + rules.worst_case_cards + draw(st.integers(0, 3))
    return Shoe(tuple(cards[:count]), position)


@st.composite
def journeys(draw: st.DrawFn) -> Journey:
    """Any round of any table, with a bankroll that may run short and be filled up."""
    rules = draw(table_rules())
    hands = draw(st.integers(1, rules.hands_max))
    wagers = tuple(draw(_wagers(rules)) for _ in range(hands))
    needed = sum(wager.total_cents for wager in wagers)
    if rules.shortfall is Shortfall.REFUSE:
        needed += sum(wager.ante_cents for wager in wagers)
    funds = needed + 100 * draw(st.integers(0, 40) | st.just(10**6))
    journey = Journey(rules, draw(_shoes(rules)), wagers, funds)
    state, events = deal(rules, journey.shoe, wagers, funds)
    while True:
        journey.events += events
        funds += _credited(events)
        if isinstance(state, AwaitingDecision) and not legal_decisions(state, funds):
            rebuy = state.hands[state.deciding].wagers.ante_cents
            journey.rebought_cents += rebuy
            funds += rebuy
        journey.states.append(state)
        journey.funds_then.append(funds)
        if isinstance(state, Settled):
            return journey
        decision = draw(st.sampled_from(legal_decisions(state, funds)))
        journey.decisions.append(decision)
        state, events = decide(state, decision, funds)


def _credited(events: tuple[CasinoEvent, ...]) -> int:
    """What the events add to the bankroll."""
    change = 0
    for event in events:
        match event:
            case WagerPlaced():
                change -= event.amount_cents
            case WagerSettled():
                change += event.returned_cents + event.won_cents + event.bonus_cents
            case _:
                pass
    return change
