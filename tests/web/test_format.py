"""Amounts, shares and moments as people read them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from flask import Flask

from casino_war.web import format as formats


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
