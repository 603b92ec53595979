"""The operator: freezes players, opens and closes tables, publishes rules, reads results."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sqlalchemy import text

from casino_war.errors import (
    InvalidRulesError,
    NotFoundError,
    PlayFrozenError,
    TableClosedError,
    UnknownPresetError,
)
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.odds.edges import house_edge
from casino_war.services import operator
from casino_war.services.house import House
from casino_war.services.house_figures import house_figures
from casino_war.services.open_tables import house_tables
from casino_war.services.operator import PlayerFile
from casino_war.services.table_page import table_page
from casino_war.services.table_results import table_results
from casino_war.store.database import Database
from casino_war.store.luck import OWN_TABLES
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.member import claim, come
from tests.services.seeds import is_tie, seed_where
from tests.services.test_closed_tables import KEY, RULES


@pytest.fixture
def tied(make_house: MakeHouse) -> Guest:
    """A guest at Niagara with a tied ante that waits for a decision."""
    house = make_house(seed_where(RULES, is_tie))
    guest = Guest(house, KEY).buy_in(100).sit()
    guest.deal(bet(10))
    assert guest.seat.open_round_id is not None
    return guest


def rows_of_the_ledger(database: Database) -> list[object]:
    with database.reading() as connection:
        query = text("SELECT id, amount_cents, source_id, target_id FROM transfer ORDER BY id")
        return [tuple(row) for row in connection.execute(query)]


def test_a_frozen_player_finishes_and_deals_no_more(tied: Guest) -> None:
    before = rows_of_the_ledger(tied.house.database)
    assert operator.freeze(tied.house, "1", note="looks  like a bot")
    assert not operator.freeze(tied.house, "1")
    assert rows_of_the_ledger(tied.house.database) == before
    tied.decide(Decision.WAR)
    with pytest.raises(PlayFrozenError, match="no more rounds"):
        tied.deal(bet(10))
    tied.buy_in(5)
    tied.cash_out()
    tied.buy_in(50)
    assert audit(tied.house) == []
    assert operator.unfreeze(tied.house, "1")
    assert not operator.unfreeze(tied.house, "1")
    tied.deal(bet(10))
    acts = operator.show_player(tied.house, "1").acts
    assert [(act.kind, act.note) for act in acts] == [
        ("freeze", "looks like a bot"),
        ("unfreeze", ""),
    ]
    assert audit(tied.house) == []


def test_a_closed_table_finishes_and_deals_no_more(tied: Guest) -> None:
    assert operator.close_table(tied.house, KEY)
    assert not operator.close_table(tied.house, KEY)
    assert KEY not in [preset.key for preset, _ in house_tables(tied.house)]
    page = table_page(tied.house, tied.token, KEY)
    assert page.table.is_closed
    tied.decide(Decision.SURRENDER)
    with pytest.raises(TableClosedError):
        tied.deal(bet(10))
    with pytest.raises(NotFoundError):
        table_page(tied.house, None, KEY)
    Guest(tied.house, visitor="at another table").buy_in().sit().deal(bet(10))
    assert audit(tied.house) == []
    assert operator.open_table(tied.house, KEY)
    tied.deal(bet(10))
    assert audit(tied.house) == []


def test_rules_are_published_and_reach_seats_with_their_next_shoe(tied: Guest) -> None:
    new = replace(RULES, tie_bet_to_one=11)
    assert operator.publish(tied.house, KEY, new, note="a week of elevens") == 1001
    with pytest.raises(InvalidRulesError, match="these rules already"):
        operator.publish(tied.house, KEY, new)
    assert table_page(tied.house, tied.token, KEY).rules == RULES
    tied.decide(Decision.WAR)
    assert tied.seat.shoes_to_newest == 1
    assert audit(tied.house) == []
    tied.new_shoe()
    assert table_page(tied.house, tied.token, KEY).rules == new
    tied.deal(bet(10, 5))
    other = Guest(tied.house, KEY, visitor="other").buy_in().sit()
    assert table_page(tied.house, other.token, KEY).rules == new
    assert audit(tied.house) == []
    assert operator.publish(tied.house, KEY, RULES, title="Falls") == 1002
    titles = {preset.key: table.title for preset, table in house_tables(tied.house)}
    assert titles[KEY] == "Falls"
    assert audit(tied.house) == []


def test_changed_rules_may_be_closed_and_opened(house: House) -> None:
    new = replace(find("classic").rules, decks=8)
    operator.publish(house, "classic", new)
    operator.close_table(house, "classic")
    assert operator.present_rules(house, "classic") == new
    operator.open_table(house, "classic")
    (found,) = [table for preset, table in house_tables(house) if preset.key == "classic"]
    assert (found.rules, found.version) == (new, 1001)
    assert audit(house) == []


@pytest.mark.parametrize("key", ["", "no-such-table", "own-" + "a" * 32])
def test_only_the_houses_tables_are_the_operators(house: House, key: str) -> None:
    for act in (operator.close_table, operator.open_table, operator.present_rules):
        with pytest.raises(UnknownPresetError):
            act(house, key)
    with pytest.raises(UnknownPresetError):
        operator.publish(house, key, RULES)


@pytest.mark.parametrize("who", ["", "7", "nobody", "9" * 30, "-1", "١"])
def test_nobody_is_found_by_what_is_no_name(house: House, who: str) -> None:
    for act in (operator.freeze, operator.unfreeze, operator.show_player):
        with pytest.raises(NotFoundError):
            act(house, who)


def test_players_are_listed_and_found_by_name(house: House) -> None:
    ada = claim(Guest(house).buy_in(30), "Ada")
    Guest(house, visitor="guest").buy_in()
    gone = Guest(house, visitor="gone").buy_in(20)
    come(gone, bring=20)
    operator.freeze(house, "ada")
    found = list(operator.list_players(house))
    assert [(each.number, each.name) for each in found] == [(1, "Ada"), (2, None), (3, None)]
    assert [each.closed_at is not None for each in found] == [False, False, True]
    assert [each.number for each in operator.list_players(house, only_frozen=True)] == [1]
    shown: PlayerFile = operator.show_player(house, "ADA")
    assert (shown.bankroll_cents, shown.felt_cents) == (5_000, 0)
    assert ada.bar.bankroll_cents == 5_000


def test_results_are_held_against_exact_expectation(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    for _ in range(4):
        guest.deal(bet(10))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    with house.database.reading() as connection:
        row = connection.execute(text("SELECT sum(net_cents), count(*) FROM round")).one()
    (result,) = table_results(house)
    assert (result.table_key, result.sums.rounds, result.late_rounds) == ("classic", row[1], 0)
    assert result.hold_cents == -row[0]
    # Whoever always goes to war at this table decides as well as can be.
    edge: Fraction = house_edge(find("classic").rules)
    assert result.expected_cents == pytest.approx(float(4 * 1_000 * edge), abs=1e-5)
    assert result.deviations is not None
    expected = (result.hold_cents - result.expected_cents) / result.deviation_cents
    assert result.deviations == pytest.approx(expected)


def test_figures_are_the_results_with_all_tables_of_players_as_one(house: House) -> None:
    guest = Guest(house).buy_in(1_000).sit()
    keys = ["classic", guest.make_table("Two decks"), guest.make_table("Two more")]
    for key in keys:
        guest.table_key = key
        guest.sit().deal(bet(10))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    results = {each.table_key: each for each in table_results(house)}
    assert results.keys() == {*keys}
    own = [results[key] for key in keys[1:]]
    told = house_figures(house).tables
    assert list(told) == ["classic", OWN_TABLES]
    for figures, told_of in ((told["classic"], [results["classic"]]), (told[OWN_TABLES], own)):
        assert figures.rounds == sum(each.sums.rounds for each in told_of)
        assert figures.handle_cents == sum(each.sums.wagered_cents for each in told_of)
        assert figures.hold_cents == sum(each.hold_cents for each in told_of)
        expected = sum(each.expected_cents for each in told_of)
        assert figures.expected_hold_cents == pytest.approx(expected)
        variance = sum(each.sums.variance_cents2 for each in told_of)
        assert figures.variance_cents2 == pytest.approx(variance)


def test_a_house_without_rounds_has_no_results(house: House) -> None:
    assert list(table_results(house)) == []
