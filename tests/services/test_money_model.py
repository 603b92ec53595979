"""The services against a plain dict of the money, with an audit after every step."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from casino_war.errors import (
    AmountRefusedError,
    CasinoWarError,
    KeyReusedError,
    RoundOpenError,
    StaleVersionError,
)
from casino_war.game.round import Decision
from casino_war.game.table_presets import PRESETS, find
from casino_war.services import cashier, tables
from casino_war.services.audit import run_audit
from casino_war.services.commands import BuyIn, DealRound, Decide
from casino_war.services.house import House
from casino_war.store.database import Database
from tests.audits import audit
from tests.databases import POSTGRESQL, SQLITE, Databases
from tests.game.oracle import net_of_hand
from tests.services.guest import CHIP, Guest, bet
from tests.services.refusals import refusal_of_deal, refusal_of_decision
from tests.services.seeds import first_shoe, is_tie

EXAMPLES = {SQLITE: 4, POSTGRESQL: 1}
"""The rules are the same on both; what differs is how rows are written and found."""

KEYS = [preset.key for preset in PRESETS]
WAGERS = [(5, 0), (10, 0), (10, 5), (40, 0), (5, 5), (20, 20), (200, 0), (0, 5), (7, 0), (0, 0)]
"""Antes and tie bets in chips: mostly good ones, for a round that is refused proves little."""


@cache
def _tie_seeds() -> tuple[str, ...]:
    rules = find("classic").rules
    seeds = (f"{number:064x}" for number in range(7_000))
    suits = (seed for seed in seeds if is_tie(first_shoe(rules, seed)))
    return tuple(islice(suits, 6))


def _seeds() -> Iterator[str]:
    """Draw, for a seat's first shoe, a tie as long as there are any: something to decide."""
    others = (f"{number:064x}" for number in count(7_000))
    for seed in _tie_seeds():
        yield seed
        yield next(others)
    yield from others


class Casino(RuleBasedStateMachine):
    """Two guests at any tables; the model knows only bankrolls, bought and won chips."""

    databases: ClassVar[Databases]

    @initialize()
    def open_house(self) -> None:
        self.seeds = _seeds()
        self.url = self.databases.fresh()
        self.database = Database(self.url)
        self.house = House(database=self.database, draw_seed=lambda: next(self.seeds))
        self.guests = [Guest(self.house, visitor="one"), Guest(self.house, visitor="two")]
        self.model: dict[str, int] = {"one": 0, "two": 0}
        self.at_risk: dict[tuple[str, str], tuple[int, int]] = {}
        self.last_deal: dict[str, tuple[DealRound, int]] = {}
        self.buy(0, 300)
        self.buy(1, 50)

    def teardown(self) -> None:
        assert audit(self.house) == []
        self.database.dispose()
        self.databases.discard(self.url)

    @rule(who=st.integers(0, 1), chips=st.integers(1, 300))
    def buy(self, who: int, chips: int) -> None:
        guest = self.guests[who]
        guest.buy_in(chips)
        self.model[guest.visitor] += chips * CHIP

    @precondition(lambda self: any(getattr(self, "model", {}).values()))
    @rule(who=st.integers(0, 1))
    def cash_out(self, who: int) -> None:
        guest = self.guests[who]
        has_open = any(name == guest.visitor for name, _ in self.at_risk)
        if has_open or not self.model[guest.visitor]:
            self.refused(RoundOpenError if has_open else AmountRefusedError, guest.cash_out)
            return
        assert guest.cash_out() == self.model[guest.visitor]
        self.model[guest.visitor] = 0

    @rule(
        who=st.integers(0, 1),
        key=st.sampled_from(KEYS),
        wagers=st.lists(st.sampled_from(WAGERS), max_size=6)
        | st.sampled_from(WAGERS).map(lambda wager: [wager]),
    )
    def deal(self, who: int, key: str, wagers: list[tuple[int, int]]) -> None:
        guest = self.guests[who]
        guest.table_key = key
        guest.sit()
        bets = tuple(bet(*wager) for wager in wagers)
        command = guest.deal_command(*bets)
        refusal = refusal_of_deal(find(key).rules, wagers, self.model[guest.visitor])
        if (guest.visitor, key) in self.at_risk:
            refusal = RoundOpenError
        if refusal is not None:
            self.refused(refusal, lambda: tables.deal_round(self.house, guest.token, command))
            return
        round_id = tables.deal_round(self.house, guest.token, command)
        self.last_deal[guest.visitor] = (command, round_id)
        self.keep(guest, round_id)

    @precondition(lambda self: bool(getattr(self, "at_risk", None)))
    @rule(which=st.integers(0, 13), decision=st.sampled_from(Decision))
    def decide(self, which: int, decision: Decision) -> None:
        name, key = sorted(self.at_risk)[which % len(self.at_risk)]
        guest = self.guests[("one", "two").index(name)]
        guest.table_key = key
        command = guest.decide_command(decision)
        view = guest.seat.shown_round
        assert view is not None
        assert view.deciding is not None
        ante_cents = view.hands[view.deciding].wagers.ante_cents
        funds_cents = self.model[guest.visitor]
        refusal = refusal_of_decision(find(key).rules, decision, ante_cents, funds_cents)
        if refusal is not None:
            self.refused(refusal, lambda: tables.decide(self.house, guest.token, command))
            return
        round_id = tables.decide(self.house, guest.token, command)
        assert tables.decide(self.house, guest.token, command) == round_id
        with pytest.raises(StaleVersionError):
            tables.decide(
                self.house,
                guest.token,
                Decide(
                    key=guest.key(),
                    version=command.version,
                    table_key=key,
                    round_id=command.round_id,
                    decision=decision,
                ),
            )
        self.keep(guest, round_id)

    @precondition(lambda self: bool(getattr(self, "last_deal", None)))
    @rule(who=st.integers(0, 1), change=st.booleans())
    def send_the_last_deal_again(self, who: int, change: bool) -> None:
        guest = self.guests[who]
        if guest.visitor not in self.last_deal:
            return
        command, round_id = self.last_deal[guest.visitor]
        if not change:
            assert tables.deal_round(self.house, guest.token, command) == round_id
            return
        other = DealRound(
            key=command.key,
            version=command.version,
            table_key=command.table_key,
            wagers=(*command.wagers, bet(5)),
        )
        with pytest.raises(KeyReusedError):
            tables.deal_round(self.house, guest.token, other)

    @rule(who=st.integers(0, 1), key=st.sampled_from(KEYS), seed=st.sampled_from(["a", "b c"]))
    def change_shoe(self, who: int, key: str, seed: str) -> None:
        guest = self.guests[who]
        guest.table_key = key
        guest.sit()
        if (guest.visitor, key) in self.at_risk:
            self.refused(RoundOpenError, guest.new_shoe)
            return
        guest.new_shoe()
        guest.client_seed(seed)

    @rule(who=st.integers(0, 1), version=st.integers(50, 99))
    def buy_with_a_stale_form(self, who: int, version: int) -> None:
        guest = self.guests[who]
        command = BuyIn(key=guest.key(), version=version, amount_cents=500, visitor=guest.visitor)
        with pytest.raises(StaleVersionError):
            cashier.buy_in(self.house, guest.token, command)

    @invariant()
    def money_is_as_the_model_says(self) -> None:
        if not hasattr(self, "guests"):
            return
        for guest in self.guests:
            bar = guest.bar
            assert bar.bankroll_cents == self.model[guest.visitor]
            risks = [risk for (name, _), (_, risk) in self.at_risk.items() if name == guest.visitor]
            assert bar.felt_cents == sum(risks)
        assert run_audit(self.house).violations == ()

    def refused(self, kind: type[CasinoWarError], act: Callable[[], object]) -> None:
        """Do what must be refused, and as what; the invariants see that nothing moved."""
        with pytest.raises(CasinoWarError) as error:
            act()
        assert type(error.value) is kind

    def keep(self, guest: Guest, round_id: int) -> None:
        """Work out from the cards what bankroll and felt must hold now."""
        page = guest.round(round_id)
        view = page.row.view
        rules = find(guest.table_key).rules
        place = (guest.visitor, guest.table_key)
        before = self.model[guest.visitor]
        if place in self.at_risk:
            before += self.at_risk[place][0]
        gained, standing = 0, 0
        for hand in view.hands:
            settled = sum(wager.net_cents for wager in hand.settled)
            if hand.outcome is not None:
                cards = (
                    [card.rank for card in hand.cards],
                    [card.rank for card in view.dealer_cards[: len(hand.cards)]],
                )
                decision = None if hand.decision is None else hand.decision.value
                stakes = (hand.wagers.ante_cents, hand.wagers.tie_bet_cents)
                assert settled == net_of_hand(rules, stakes, cards, decision)
            else:
                ladder_bet = hand.wagers.tie_bet_cents if rules.tie_ladder else 0
                standing += hand.wagers.ante_cents + hand.raise_cents + ladder_bet
            gained += settled
        standing += sum(hand.second_tie_bet_cents for hand in view.hands if hand.outcome is None)
        # ``owed`` is what the model took from the bankroll for this round so far.
        owed = standing - gained
        self.model[guest.visitor] = before - owed
        if view.deciding is None:
            assert standing == 0
            self.at_risk.pop(place, None)
        else:
            self.at_risk[place] = (owed, standing)


def test_the_services_keep_every_chip(databases: Databases) -> None:
    class OverTheseDatabases(Casino):
        pass

    OverTheseDatabases.databases = databases
    run_state_machine_as_test(
        OverTheseDatabases,
        settings=settings(
            max_examples=EXAMPLES[databases.kind],
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
