"""What a table's page adds to what the service says."""

import pytest

from casino_war.game.cards import parse_cards
from casino_war.game.notation import parse_notation, replay
from casino_war.game.table_rules import TableRules
from casino_war.game.views import view_round
from casino_war.web.table.presenter import burned_cards

CARDS = parse_cards("2D " + "7D 7H 7S " + "AC " * 308)
LINE = "casino-war/1 classic@1 shoe=1@1 bets=10,10 decisions=WW"


@pytest.mark.parametrize(
    ("rules", "burned"),
    [
        (TableRules(), 3),
        (TableRules(war_burn=0), 0),
        (TableRules(war_burn=1, war_burn_each=True), 3),
    ],
)
def test_burned_cards_are_counted_as_the_table_burns_them(rules: TableRules, burned: int) -> None:
    state, _ = replay(rules, CARDS, parse_notation(LINE))
    assert burned_cards(view_round(state, 0), rules) == burned
