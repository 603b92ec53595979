"""Every amount that is refused: a sentence with what was written and what may be written."""

import html

import pytest

from casino_war.services import cashier
from tests.web.alert import alert_of
from tests.web.browser import Browser

TABLE = "/tables/classic"

NO_NUMBERS = [
    "0", "000", "-10", "+5", "5.5", "10,5", "1e5", "ten", "٥٠", "５０", "²", "0x10", "1_000",
    "10 10", "NaN", "Infinity", "10\n", "<b>10</b>", "x" * 5000, "0" * 5000,
]  # fmt: skip
TOO_LONG = ["9" * 31, "9" * 40, "1" + "0" * 5000, "000" + "7" * 31]
TOO_MUCH = ["10005", str(2**31), str(2**53), str(2**63), str(2**64 + 1), "1" + "0" * 29, "9" * 30]

ANTE_LIMITS = {
    "classic": "5 to 500",
    "niagara": "5 to 500",
    "battle_royal": "5 to 500",
}
TIE_BET_LIMITS = {"classic": "5 to 500", "niagara": "5 to 50"}


def _written(text: str) -> str:
    """Return how a text is quoted in a sentence: cut, with its odd signs made visible."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def _alert(page: str) -> str:
    return html.unescape(alert_of(page))


@pytest.mark.parametrize("table", ANTE_LIMITS)
def test_an_ante_that_is_no_number(visitor: Browser, table: str) -> None:
    visitor.sit(table)
    before = visitor.ledger()
    for ante in NO_NUMBERS:
        page = visitor.deal(table, 422, ante_1="5", ante_2=ante).text
        assert _alert(page) == (
            f"Hand 2: {_written(ante)} is no ante. Write whole chips in plain digits: "
            f"{ANTE_LIMITS[table]} in steps of 5."
        )
        assert 'id="ante-1"' in page
        assert visitor.ledger() == before


@pytest.mark.parametrize("table", TIE_BET_LIMITS)
def test_a_tie_bet_that_is_no_number(visitor: Browser, table: str) -> None:
    visitor.sit(table)
    before = visitor.ledger()
    for tie_bet in NO_NUMBERS:
        page = visitor.deal(table, 422, ante_1="10", tie_bet_1=tie_bet).text
        assert _alert(page) == (
            f"Hand 1: {_written(tie_bet)} is no tie bet. Write whole chips in plain digits: "
            f"{TIE_BET_LIMITS[table]} in steps of 5."
        )
        assert visitor.ledger() == before


@pytest.mark.parametrize("digits", TOO_LONG)
def test_a_number_that_is_too_long(player: Browser, digits: str) -> None:
    before = player.ledger()
    shown = _written(digits.lstrip("0"))
    ante = _alert(player.deal("classic", 422, ante_1=digits).text)
    assert ante == (
        f"Hand 1: an ante of {shown} chips is more than the table takes: "
        "5 to 500 chips in steps of 5."
    )
    tie_bet = _alert(player.deal("classic", 422, ante_1="5", tie_bet_1=digits).text)
    assert tie_bet == (
        f"Hand 1: a tie bet of {shown} chips is more than the table takes: "
        "5 to 500 chips in steps of 5."
    )
    assert player.ledger() == before


@pytest.mark.parametrize("tie_bet", ["x", "0", "5", "9" * 40])
def test_a_table_without_tie_bets_takes_none(visitor: Browser, tie_bet: str) -> None:
    visitor.sit("battle_royal")
    before = visitor.ledger()
    page = visitor.deal("battle_royal", 422, ante_1="10", tie_bet_1=tie_bet).text
    assert "this table takes no tie bet, so not " in _alert(page)
    assert tie_bet[:40] in _alert(page)
    assert visitor.ledger() == before


@pytest.mark.parametrize("amount", ["1", "4", "505", *TOO_MUCH])
@pytest.mark.parametrize(("field", "name"), [("ante_1", "an ante"), ("tie_bet_1", "a tie bet")])
def test_a_wager_outside_the_limits(player: Browser, field: str, name: str, amount: str) -> None:
    before = player.ledger()
    page = player.deal("classic", 422, **{"ante_1": "10", field: amount}).text
    assert _alert(page) == (
        f"Hand 1: {name} of {int(amount):,} chip{'s' * (amount != '1')} is outside the table's "
        "limits of 5 to 500 chips in steps of 5."
    )
    assert f'value="{amount}"' in page
    assert player.ledger() == before


@pytest.mark.parametrize(
    ("field", "name", "plural"),
    [("ante_1", "an ante", "antes"), ("tie_bet_1", "a tie bet", "tie bets")],
)
def test_a_wager_between_the_steps(player: Browser, field: str, name: str, plural: str) -> None:
    before = player.ledger()
    page = player.deal("classic", 422, **{"ante_1": "10", field: "12"}).text
    assert _alert(page) == (
        f"Hand 1: {name} of 12 chips is not a multiple of 5 chips, as the table's {plural} "
        "of 5 to 500 are."
    )
    assert player.ledger() == before


def test_a_stranger_is_told_the_limits_too(visitor: Browser) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {"ante-1": "5.5"}
    assert "5 to 500" in _alert(visitor.send(f"{TABLE}/deal", fields, 422).text)


def test_a_bet_above_the_bankroll_names_both(visitor: Browser) -> None:
    visitor.sit("classic", amount="20")
    before = visitor.ledger()
    alert = _alert(visitor.deal("classic", 422, ante_1="25").text)
    assert alert == ("The wagers come to 25 chips, the bankroll to 20: bet less, or buy chips.")
    assert visitor.ledger() == before


@pytest.mark.parametrize("path", ["/cashier", TABLE])
def test_a_buy_in_has_limits(visitor: Browser, path: str) -> None:
    for amount in (*NO_NUMBERS, *TOO_LONG, *TOO_MUCH, "10001"):
        page = visitor.submit(path, "/cashier/buy-in", 422, amount=amount).text
        assert _alert(page) == _cashiers_answer(amount)
        assert visitor.ledger() == (0, 0)
    with visitor.client.session_transaction() as session:
        assert "player" not in session


@pytest.mark.parametrize("amount", ["0", "10001", "abc", str(2**63), "9" * 40])
def test_a_rebuy_has_limits(player: Browser, amount: str) -> None:
    before = player.ledger()
    page = player.submit("/cashier", "/cashier/buy-in", 422, amount=amount).text
    assert _alert(page) == _cashiers_answer(amount)
    assert player.ledger() == before


def _cashiers_answer(amount: str) -> str:
    limits = f"{cashier.BUY_IN_MIN_CENTS // 100:,} to {cashier.BUY_IN_MAX_CENTS // 100:,}"
    if amount in NO_NUMBERS or amount == "abc":
        written = _written(amount)
        return f"{written} is no buy-in. Write whole chips in plain digits: {limits} at a time."
    if len(amount) > 30:
        written = _written(amount.lstrip("0"))
        return f"{written} chips are more than the cashier sells: {limits} at a time."
    return f"The cashier sells {limits} chips at a time, not {int(amount):,}."
