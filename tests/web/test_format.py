"""Amounts, shares and moments as people read them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from flask import Flask

from casino_war.errors import CasinoWarError
from casino_war.web import format as formats
from casino_war.web.language import ngettext
from casino_war.web.messages import tell_error


@pytest.fixture(autouse=True)
def _request(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0"),
        (100, "1"),
        (1250, "12.50"),
        (-250, "−2.50"),
        (100_000_000, "1,000,000"),
        (7 * 10**32 + 50, "7" + ",000" * 10 + ".50"),
    ],
)
def test_chips(cents: int, text: str) -> None:
    assert formats.chips(cents) == text


@pytest.mark.parametrize(("cents", "text"), [(0, "0"), (1000, "+10"), (-50, "−0.50")])
def test_signed_chips(cents: int, text: str) -> None:
    assert formats.signed_chips(cents) == text


@pytest.mark.parametrize(
    ("cents", "text", "signed"),
    [
        (0, "0 chips", "0 chips"),
        (50, "0.50 chips", "+0.50 chips"),
        (100, "1 chip", "+1 chip"),
        (-100, "−1 chip", "−1 chip"),
        (150, "1.50 chips", "+1.50 chips"),
        (200, "2 chips", "+2 chips"),
        (100_050, "1,000.50 chips", "+1,000.50 chips"),
    ],
)
def test_amounts_with_their_word(cents: int, text: str, signed: str) -> None:
    assert formats.in_chips(cents) == text
    assert formats.signed_in_chips(cents) == signed


def test_what_is_printed_already_is_many_chips() -> None:
    assert formats.as_chips("1.00") == "1.00 chips"


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (100, "That takes 1 chip, the bankroll holds 0."),
        (50, "That takes 0.50 chips, the bankroll holds 0."),
        (100_050, "That takes 1,000.50 chips, the bankroll holds 0."),
    ],
)
def test_an_error_takes_amounts_with_their_word(cents: int, text: str) -> None:
    message = "That takes %(amount_chips)s, the bankroll holds %(limit_cents)s."
    error = CasinoWarError(message, amount_cents=cents, limit_cents=0)
    assert tell_error(error) == text
    assert str(error) == text.replace(",000", "000")


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 round"), (999, "999 rounds"), (1000, "1,000 rounds")]
)
def test_counts_are_grouped(count: int, text: str) -> None:
    assert ngettext("%(num)s round", "%(num)s rounds", count) == text


@pytest.mark.parametrize(("cents", "text"), [(0, ""), (100_000, "1000")])
def test_field_chips_can_be_read_back(cents: int, text: str) -> None:
    assert formats.field_chips(cents) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(142853, 4965115), "2.8771\N{NO-BREAK SPACE}%"),
        (Fraction(35, 311), "11.2540\N{NO-BREAK SPACE}%"),
        (Fraction(0), "0.0000\N{NO-BREAK SPACE}%"),
    ],
)
def test_percent_has_four_places(share: Fraction, text: str) -> None:
    assert formats.percent(share) == text


def test_numbers_are_grouped() -> None:
    assert formats.number(12345) == "12,345"


def test_moments_are_utc() -> None:
    assert "2:03" in formats.moment(datetime(2024, 1, 1, 2, 3, tzinfo=UTC))
