"""A table that the house has closed: its seats and rounds live on by what is stored of them."""

from collections.abc import Callable

import pytest

from casino_war.errors import NotFoundError, NotSeatedError, TableClosedError
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules
from casino_war.services import cashier, tables
from casino_war.services.commands import BuyIn, DealRound, SitDown
from casino_war.services.fairness import proof_page, shoes_page
from casino_war.services.history import statement_page
from casino_war.services.history_search import history_page
from casino_war.services.table_page import table_page
from tests.audits import audit
from tests.presets import close, publish
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

KEY = "niagara"
RULES = find(KEY).rules

Change = Callable[[pytest.MonkeyPatch], None]

CHANGES: dict[str, Change] = {
    "closed": lambda patch: close(patch, KEY),
    "another version": lambda patch: publish(
        patch, KEY, version=2, title="Falls", rules=TableRules(tie_bet_to_one=11)
    ),
    "other decks": lambda patch: publish(
        patch, KEY, version=2, title="Falls", rules=TableRules(decks=8)
    ),
}


@pytest.fixture
def tied(make_house: MakeHouse) -> Guest:
    """A guest with 20 chips at the table, a tied ante of 15 waiting, a finished shoe before."""
    seeds = ("0" * 64, seed_where(RULES, is_tie, nonce=1))
    guest = Guest(make_house(*seeds), KEY).buy_in(20).sit()
    guest.new_shoe()
    guest.deal(bet(15))
    assert guest.seat.open_round_id is not None
    return guest


def titles_of(guest: Guest) -> set[str]:
    """What every page calls the table."""
    house, token = guest.house, guest.token
    page = table_page(house, token, KEY)
    rows = history_page(house, token, None).rounds
    shoes = shoes_page(house, token, None).shoes
    assert rows
    assert shoes
    assert statement_page(house, token, None).transfers
    rounds = [guest.round(row.round_id) for row in rows]
    return {
        page.table.title,
        *(row.table_title for row in rows),
        *(each.row.table_title for each in rounds),
        *(each.proof.table_title for each in rounds),
        *(each.table_title for each in shoes),
        *(proof_page(house, token, each.shoe_id).proof.table_title for each in shoes),
        *(each.title for each in guest.bar.open_tables),
    }


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_an_open_round_is_finished_as_it_was_begun(
    tied: Guest, monkeypatch: pytest.MonkeyPatch, change: Change
) -> None:
    change(monkeypatch)
    assert titles_of(tied) == {"Niagara"}
    page = table_page(tied.house, tied.token, KEY)
    assert page.rules == RULES
    # The round is held for a rebuy, which the table's own form sells.
    rebuy = BuyIn(
        key="rebuy", version=tied.bar.version, amount_cents=5_000, visitor="x", table_key=KEY
    )
    cashier.buy_in(tied.house, tied.token, rebuy)
    assert audit(tied.house) == []
    tied.decide(Decision.WAR)
    assert tied.bar.open_tables == ()
    assert titles_of(tied) == {"Niagara"}
    assert audit(tied.house) == []
    tied.new_shoe()
    shoe_id = tied.seat.finished_shoe_id
    assert shoe_id is not None
    assert proof_page(tied.house, tied.token, shoe_id).proof.server_seed is not None
    if tied.bar.bankroll_cents:
        tied.cash_out()
    assert audit(tied.house) == []


def test_a_closed_table_deals_no_more(tied: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not table_page(tied.house, tied.token, KEY).table.is_closed
    close(monkeypatch, KEY)
    assert table_page(tied.house, tied.token, KEY).table.is_closed
    tied.decide(Decision.SURRENDER)
    before = tied.bar
    with pytest.raises(TableClosedError):
        tied.deal(bet(5))
    tied.new_shoe()
    with pytest.raises(TableClosedError):
        tied.client_seed("for no bet")
    assert tied.bar == before
    assert audit(tied.house) == []


def test_who_sits_at_a_closed_table_stays_seated(
    tied: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(monkeypatch, KEY)
    tied.sit()
    assert tied.seat.open_round_id is not None
    assert audit(tied.house) == []


def test_nobody_else_finds_a_closed_table(tied: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    close(monkeypatch, KEY)
    house = tied.house
    first = BuyIn(key="first", version=0, amount_cents=5_000, visitor="new", table_key=KEY)
    with pytest.raises(NotFoundError):
        cashier.buy_in(house, None, first)
    other = Guest(house, KEY, visitor="other").buy_in()
    for token in (None, other.token):
        with pytest.raises(NotFoundError):
            table_page(house, token, KEY)
    with pytest.raises(NotFoundError):
        tables.sit_down(house, other.token, SitDown(key="sit", version=0, table_key=KEY))
    with pytest.raises(NotFoundError):
        tables.deal_round(
            house,
            other.token,
            DealRound(key="deal", version=0, table_key=KEY, wagers=(bet(5),)),
        )
    with pytest.raises(NotSeatedError):
        tables.deal_round(
            house,
            other.token,
            DealRound(key="deal", version=0, table_key="classic", wagers=(bet(5),)),
        )


def test_a_table_that_opens_again_deals_on(tied: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        close(patch, KEY)
        tied.decide(Decision.SURRENDER)
        tied.new_shoe()
    tied.deal(bet(5))
    assert audit(tied.house) == []
