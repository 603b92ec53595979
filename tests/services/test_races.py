"""Commands of one player at the same moment, in threads that share a database's connections."""

from collections import Counter
from dataclasses import replace
from functools import partial

from casino_war.errors import StaleVersionError
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.services import tables
from casino_war.services.house import House
from tests.audits import audit
from tests.services.at_once import at_once
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

AT_ONCE = 12
"""Fewer than a database has connections."""


def test_one_deal_sent_many_times_has_one_answer(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    command = guest.deal_command(bet(10))
    answers = at_once([partial(tables.deal_round, house, guest.token, command)] * AT_ONCE)
    assert set(answers) == {1}
    assert audit(house) == []


def test_of_many_deals_one_is_dealt(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    command = guest.deal_command(bet(1_000 // 2))
    commands = [replace(command, key=f"deal-{number}") for number in range(AT_ONCE)]
    answers = at_once([partial(tables.deal_round, house, guest.token, sent) for sent in commands])
    assert Counter(answers) == {1: 1, StaleVersionError: AT_ONCE - 1}
    assert audit(house) == []


def test_of_many_decisions_one_is_taken(make_house: MakeHouse) -> None:
    rules = find("classic").rules
    house = make_house(seed_where(rules, is_tie))
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    command = guest.decide_command(Decision.SURRENDER)
    commands = [replace(command, key=f"decide-{number % 3}") for number in range(AT_ONCE)]
    answers = at_once([partial(tables.decide, house, guest.token, sent) for sent in commands])
    assert Counter(answers) == {1: AT_ONCE // 3, StaleVersionError: AT_ONCE - AT_ONCE // 3}
    assert audit(house) == []


def test_many_players_sit_down_at_a_new_table_at_once(house: House) -> None:
    guests = [Guest(house, visitor=f"player-{number}").buy_in() for number in range(AT_ONCE)]
    at_once([guest.sit for guest in guests])
    dealt = at_once([partial(guest.deal, bet(10)) for guest in guests])
    assert sorted(map(str, dealt), key=int) == [str(number + 1) for number in range(AT_ONCE)]
    assert audit(house) == []
