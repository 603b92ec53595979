"""A table that holds no round for a rebuy: no preset is one, its check must stand all the same."""

from dataclasses import replace

import pytest

from casino_war.errors import BankrollTooSmallError, RoundOpenError
from casino_war.game import table_presets
from casino_war.game.round import Decision
from casino_war.game.table_rules import Shortfall, TableRules
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

RULES = TableRules(shortfall=Shortfall.SURRENDER_ONLY)


@pytest.fixture
def held(make_house: MakeHouse, monkeypatch: pytest.MonkeyPatch) -> Guest:
    """A guest with 5 chips left and a tie of 10, at a table where that leaves surrender only."""
    preset = replace(table_presets.find("classic"), rules=RULES)
    monkeypatch.setattr(table_presets, "PRESETS", (preset,))
    guest = Guest(make_house(seed_where(RULES, is_tie))).buy_in(15).sit()
    guest.deal(bet(10))
    assert guest.seat.open_round_id is not None
    return guest


def test_no_chips_are_sold_while_the_round_waits(held: Guest) -> None:
    with pytest.raises(RoundOpenError) as refused:
        held.buy_in(100)
    assert refused.value.reason == "rebuy"
    assert held.bar.bankroll_cents == 500
    with pytest.raises(BankrollTooSmallError):
        held.decide(Decision.WAR)
    held.decide(Decision.SURRENDER)
    held.buy_in(100)
    assert held.bar.bankroll_cents == 500 + 500 + 10_000
    assert audit(held.house) == []
