"""An audit of what is new says what one of everything says, whoever has played what."""

import random

import pytest

from casino_war.game.round import Decision
from casino_war.services.audit import run_audit
from casino_war.services.house import House
from tests.audits import audit
from tests.databases import ONLY_SQLITE
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet

KEYS = ("classic", "bonus", "single_deck")
_STEPS_BETWEEN = 5


class Evening:
    """Three players who wander between the tables and leave rounds waiting behind them."""

    def __init__(self, house: House, seed: int) -> None:
        self._random = random.Random(seed)
        self.guests = [Guest(house, visitor=name).buy_in(10_000) for name in "abc"]

    def step(self) -> None:
        guest = self._random.choice(self.guests)
        guest.table_key = self._random.choice(KEYS)
        guest.sit()
        if guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
            return
        act = self._random.random()
        if act < 0.8:
            hands = self._random.randint(1, 3)
            guest.deal(*[bet(10, self._random.choice([0, 5])) for _ in range(hands)])
        elif act < 0.88:
            guest.new_shoe()
        elif act < 0.94:
            guest.new_shoe()
            guest.client_seed(f"seed {self._random.random()}")
        else:
            guest.buy_in(10)


def _play(house: House, seed: int, audits: int) -> None:
    evening = Evening(house, seed)
    assert run_audit(house).since is None
    for _ in range(audits):
        for _ in range(_STEPS_BETWEEN):
            evening.step()
        report = run_audit(house)
        assert report.why == ""
        assert (report.since is not None, report.violations) == (True, ())
    assert audit(house) == []


def test_a_round_left_waiting_is_settled_after_others_were_dealt(make_house: MakeHouse) -> None:
    house = make_house()
    guest = Guest(house).buy_in(10_000).sit()
    while guest.seat.open_round_id is None:
        guest.deal(bet(10), bet(10), bet(10))
    guest.table_key = "single_deck"
    guest.sit().deal(bet(10))
    run_audit(house)
    guest.table_key = "classic"
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    guest.table_key = "single_deck"
    if guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    guest.deal(bet(10))
    report = run_audit(house)
    assert (report.since is not None, report.violations) == (True, ())


@ONLY_SQLITE
def test_an_evening_at_several_tables(make_house: MakeHouse) -> None:
    _play(make_house(), seed=4, audits=6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_evenings(make_house: MakeHouse, seed: int) -> None:
    _play(make_house(), seed, audits=30)
