"""A refused form marks the fields at fault, each pointing to the message, and no other."""

import re

import pytest

from tests.web.browser import Browser

INPUT = re.compile(r"<input [^>]*>")


def marked(page: str) -> set[str]:
    """The names of the fields that are marked as invalid."""
    inputs = [tag for tag in INPUT.findall(page) if "aria-invalid" in tag]
    assert all('aria-describedby="alert ' in tag for tag in inputs)
    assert not inputs or 'id="alert"' in page
    return {re.findall(r'name="([^"]*)"', tag)[0] for tag in inputs}


@pytest.mark.parametrize(
    ("table", "bets", "at_fault"),
    [
        ("classic", {"ante_1": "x"}, {"ante-1"}),
        ("classic", {"ante_1": "7"}, {"ante-1"}),
        ("classic", {"ante_1": "505"}, {"ante-1"}),
        ("classic", {}, {"ante-1"}),
        ("classic", {"ante_1": "5", "ante_2": "0"}, {"ante-2"}),
        ("classic", {"ante_2": "5", "ante_4": "1"}, {"ante-4"}),
        ("classic", {"ante_2": "5", "tie_bet_2": "x"}, {"tie_bet-2"}),
        ("classic", {"ante_3": "5", "tie_bet_3": "7"}, {"tie_bet-3"}),
        ("classic", {"ante_1": "5", "tie_bet_3": "5"}, {"ante-3"}),
        ("eleven", {"tie_bet_1": "1"}, {"tie_bet-1"}),
        (
            "classic",
            {"ante_1": "500", "ante_3": "500", "tie_bet_3": "5"},
            {"ante-1", "ante-3", "tie_bet-3"},
        ),
    ],
)
def test_the_wager_at_fault_is_marked(
    visitor: Browser, table: str, bets: dict[str, str], at_fault: set[str]
) -> None:
    visitor.sit(table)
    page = visitor.deal(table, 422, **bets).text
    assert marked(page) == at_fault
    assert f'href="#{min(at_fault)}"' in page
    assert marked(visitor.get(f"/tables/{table}")) == set()


def test_a_wager_that_no_field_of_the_table_holds_marks_none(player: Browser) -> None:
    assert marked(player.deal("classic", 422, ante_1="5", ante_7="5").text) == set()


def test_another_refused_form_marks_its_own_field(player: Browser) -> None:
    table = "/tables/classic"
    page = player.submit(table, f"{table}/client-seed", 422, client_seed="a:b").text
    assert marked(page) == {"client_seed"}
    page = player.submit("/cashier", "/cashier/buy-in", 422, amount="x").text
    assert marked(page) == {"amount"}
