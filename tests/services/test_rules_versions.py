"""A table whose rules have a new version: who sits there gets it between two shoes."""

import json
from dataclasses import replace

import pytest

from casino_war.errors import BrokenInvariantError
from casino_war.game.notation import parse_notation
from casino_war.game.round import Decision
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.services.fairness import shoes_page
from casino_war.services.house import House
from casino_war.services.rounds import rules_text
from casino_war.services.table_page import table_page
from casino_war.store import rules as rules_store
from tests import presets
from tests.audits import audit
from tests.services.guest import Guest, bet

FIRST = TableRules()
NEWER = TableRules(tie_bet_to_one=11)
MORE_DECKS = TableRules(decks=8)


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> "Publish":
    return Publish(monkeypatch)


class Publish:
    """Gives one table of the house a version of its rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, version: int, rules: TableRules) -> None:
        presets.publish(self.monkeypatch, "classic", version=version, rules=rules)


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
    assert played(guest) == 1
    assert guest.seat.shoes_to_newest is None
    committed = guest.seat.shoe.next_commitment
    publish(2, MORE_DECKS)
    assert guest.seat.shoes_to_newest == 2
    guest.new_shoe()
    # The next shoe was committed to with six decks, so it is dealt, by the rules it was for.
    assert guest.seat.shoe.commitment == committed
    assert guest.seat.shoes_to_newest == 1
    assert (rules_at(guest), guest.seat.shoe.cards) == (FIRST, 6 * 52)
    assert played(guest) == 1
    assert audit(house) == []
    guest.new_shoe()
    assert guest.seat.shoes_to_newest is None
    assert (rules_at(guest), guest.seat.shoe.cards) == (MORE_DECKS, 8 * 52)
    assert played(guest) == 2
    assert audit(house) == []
    later = Guest(house, visitor="later").buy_in().sit()
    assert rules_at(later) == MORE_DECKS
    assert played(later) == 2
    # Every shoe that was committed to has been dealt and shown, or is in play.
    assert [shoe.decks for shoe in shoes_page(house, guest.token, None).shoes] == [6, 6]
    assert audit(house) == []


def test_shoes_that_end_by_themselves_bring_other_decks_too(house: House, publish: Publish) -> None:
    publish(1, TableRules(shoe=ShoeRule.FRESH))
    guest = Guest(house).buy_in().sit()
    publish(2, TableRules(shoe=ShoeRule.FRESH, decks=8))
    assert [played(guest) for _ in range(4)] == [1, 1, 2, 2]
    assert audit(house) == []


def test_a_shoe_is_dealt_by_the_version_that_it_was_committed_for(
    house: House, publish: Publish
) -> None:
    guest = Guest(house).buy_in().sit()
    dealt = []
    for version, decks in ((2, 8), (3, 6), (4, 7), (5, 7)):
        publish(version, TableRules(decks=decks, tie_bet_to_one=10 + version % 2))
        guest.new_shoe()
        dealt.append((played(guest), guest.seat.shoe.cards // 52))
        assert audit(house) == []
    # Shoes have six decks for version 1, eight for 2, six for 3 and seven from 4 on.
    assert dealt == [(1, 6), (2, 8), (3, 6), (5, 7)]


def test_decks_published_and_taken_back_break_no_seat(house: House, publish: Publish) -> None:
    guest = Guest(house).buy_in().sit()
    publish(2, MORE_DECKS)
    guest.new_shoe()
    publish(1, FIRST)
    for _ in range(4):
        guest.new_shoe()
        played(guest)
        lines = [line for line in audit(house) if line.name != "rules-are-as-published"]
        assert lines == []


def test_a_rule_that_came_later_has_its_default_in_older_texts(house: House) -> None:
    older = json.loads(rules_text(FIRST))
    del older["shortfall"], older["tie_ladder"]
    with house.database.writing() as connection:
        stored = rules_store.ensure_rules(
            connection,
            key="classic",
            version=1,
            title="Classic",
            rules_json=json.dumps(older, indent=1),
            at=house.clock(),
        )
    guest = Guest(house).buy_in().sit()
    assert played(guest) == 1
    with house.database.reading() as connection:
        assert rules_store.versions_of(connection, "classic") == (stored,)
    assert audit(house) == []


def test_a_version_that_was_played_cannot_be_changed(house: House, publish: Publish) -> None:
    Guest(house).buy_in().sit()
    publish(1, NEWER)
    with pytest.raises(BrokenInvariantError):
        Guest(house, visitor="later").buy_in().sit()


def test_an_older_version_takes_no_seat_back(house: House, publish: Publish) -> None:
    publish(2, NEWER)
    guest = Guest(house).buy_in().sit()
    publish(1, FIRST)
    guest.new_shoe()
    assert rules_at(guest) == NEWER
