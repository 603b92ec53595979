"""A table whose rules have a new version: who sits there gets it between two shoes."""

from dataclasses import replace

import pytest

from casino_war.game import table_presets
from casino_war.game.notation import parse_notation
from casino_war.game.round import Decision
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.services.audit import audit
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from tests.services.guest import Guest, bet

FIRST = TableRules()
NEWER = TableRules(tie_bet_to_one=11)
MORE_DECKS = TableRules(decks=8)


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> "Publish":
    return Publish(monkeypatch)


class Publish:
    """Gives the one table of the house a version of its rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, version: int, rules: TableRules) -> None:
        preset = replace(table_presets.find("classic"), version=version, rules=rules)
        self.monkeypatch.setattr(table_presets, "find", lambda name: preset)


def rules_at(guest: Guest) -> TableRules:
    return table_page(guest.house, guest.token, "classic").rules


def played(guest: Guest) -> int:
    """Play a round and return the version of the rules that it was dealt by."""
    number = guest.deal(bet(5))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.SURRENDER)
    return parse_notation(guest.round(number).notation).rules_version


def test_a_shoe_is_dealt_by_one_version_and_the_next_by_the_newest(
    house: House, publish: Publish
) -> None:
    guest = Guest(house).buy_in().sit()
    assert played(guest) == 1
    publish(2, NEWER)
    assert rules_at(guest) == FIRST
    assert played(guest) == 1
    guest.new_shoe()
    # The page shows them before the first bet that is dealt by them.
    assert rules_at(guest) == NEWER
    assert played(guest) == 2
    assert audit(house) == []


def test_nobody_is_dealt_by_rules_that_the_page_did_not_show(
    house: House, publish: Publish
) -> None:
    guest = Guest(house).buy_in().sit()
    publish(2, NEWER)
    assert rules_at(guest) == FIRST
    assert played(guest) == 1


def test_a_shoe_that_ends_by_itself_brings_the_new_rules_too(
    house: House, publish: Publish
) -> None:
    fresh = TableRules(shoe=ShoeRule.FRESH)
    publish(1, fresh)
    guest = Guest(house).buy_in().sit()
    publish(2, replace(fresh, tie_bet_to_one=11))
    assert [played(guest) for _ in range(3)] == [1, 2, 2]
    assert audit(house) == []


def test_a_committed_shoe_is_never_dealt_by_rules_with_other_decks(
    house: House, publish: Publish
) -> None:
    guest = Guest(house).buy_in().sit()
    publish(2, MORE_DECKS)
    for _ in range(3):
        guest.new_shoe()
        assert rules_at(guest) == FIRST
        assert guest.seat.shoe.cards == 6 * 52
        assert played(guest) == 1
    later = Guest(house, visitor="later").buy_in().sit()
    assert rules_at(later) == MORE_DECKS
    assert played(later) == 2
    assert audit(house) == []


def test_an_older_version_takes_no_seat_back(house: House, publish: Publish) -> None:
    publish(2, NEWER)
    guest = Guest(house).buy_in().sit()
    publish(1, FIRST)
    guest.new_shoe()
    assert rules_at(guest) == NEWER
