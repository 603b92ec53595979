"""Every decision at a tie, whatever is left: taken or refused as the rule sheet says."""

import pytest

from casino_war.game.round import Decision
from casino_war.game.table_presets import PRESETS, TablePreset
from tests.audits import audit
from tests.databases import POSTGRESQL, SQLITE
from tests.services.conftest import MakeHouse
from tests.services.guest import CHIP, Guest, bet
from tests.services.refusals import refusal_of_decision
from tests.services.seeds import is_tie, seed_where

# The rules are the same over either database: there it is enough to be refused and to be let.
LEFT = [*((SQLITE, left) for left in (0, 9, 10, 19, 20)), (POSTGRESQL, 9), (POSTGRESQL, 20)]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize(("databases", "left"), LEFT, indirect=["databases"])
def test_a_decision_is_refused_as_the_rule_sheet_says(
    make_house: MakeHouse, preset: TablePreset, left: int
) -> None:
    seed = seed_where(preset.rules, is_tie)
    for decision in Decision:
        guest = Guest(make_house(seed), table_key=preset.key).buy_in(10 + left).sit()
        guest.deal(bet(10))
        refusal = refusal_of_decision(preset.rules, decision, 10 * CHIP, left * CHIP)
        if refusal is None:
            guest.decide(decision)
            assert guest.seat.open_round_id is None
        else:
            with pytest.raises(refusal) as refused:
                guest.decide(decision)
            assert type(refused.value) is refusal
            assert refused.value.reason in ("decision", "not_offered")
            assert guest.bar.bankroll_cents == left * CHIP
            assert guest.seat.open_round_id is not None
        assert audit(guest.house) == []
