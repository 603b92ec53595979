"""Cards and amounts as text: what is read, what is refused, what is printed."""

import pytest

from casino_war.errors import BrokenInvariantError, InvalidAmountError, InvalidCardError
from casino_war.game.cards import JOKERS, PACK, Rank, format_cards, parse_card, parse_cards
from casino_war.game.money import TOO_LONG, format_chips, half, parse_chips


def test_the_pack_lists_ranks_from_two_to_ace_and_diamonds_hearts_spades_clubs() -> None:
    assert format_cards(PACK[:5]) == "2D 2H 2S 2C 3D"
    assert format_cards(PACK[-4:]) == "AD AH AS AC"
    assert len(set(PACK)) == 52


def test_every_card_round_trips_through_its_code() -> None:
    for card in PACK + JOKERS:
        assert parse_card(card.code) == card
        assert str(card) == card.code


def test_the_jokers_stand_above_the_ace() -> None:
    assert format_cards(JOKERS) == "X1 X2"
    assert Rank.JOKER > Rank.ACE


def test_cards_are_parted_by_any_white_space() -> None:
    assert format_cards(parse_cards(" KD\n2C  TH ")) == "KD 2C TH"


@pytest.mark.parametrize("text", ["", "K", "kd", "10D", "1D", "KX", "KD ", "X3", "XD", "K1", "ΚD"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidCardError) as refused:
        parse_card(text)
    assert refused.value.facts == {"text": repr(text)}
    assert str(refused.value) == f"{text!r} is not a card."


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("1", 100),
        ("10", 1_000),
        (" 25 ", 2_500),
        ("007", 700),
        (str(2**31), 2**31 * 100),
        (str(2**53), 2**53 * 100),
        (str(2**63), 2**63 * 100),
        ("9" * 30, (10**30 - 1) * 100),
    ],
)
def test_whole_chips_are_read_exactly_however_many(text: str, cents: int) -> None:
    assert parse_chips(text) == cents


NOT_AMOUNTS = {
    "empty": "",
    "blank": " ",
    "zero": "0",
    "zeros": "000",
    "negative": "-5",
    "signed": "+5",
    "fraction": "1.5",
    "comma": "1,5",
    "trailing point": "5.",
    "grouped": "1_000",
    "grouped by comma": "1,000",
    "grouped by space": "1 000",
    "exponent": "1e3",
    "hexadecimal": "0x10",
    "words": "ten",
    "infinity": "inf",
    "not a number": "nan",
    "arabic digits": "٣",
    "full-width digits": "５",
    "superscript": "²",
    "roman numeral": "Ⅷ",
    "thin space": "\u20095",
    "line break": "5\n",
    "tab": "\t5",
    "null": "5\0",
    "currency": "$5",
    "very long": "x" * 100_000,
    "very many zeros": "0" * 100_000,
}


@pytest.mark.parametrize("text", NOT_AMOUNTS.values(), ids=NOT_AMOUNTS)
def test_what_is_no_whole_positive_amount_is_refused(text: str) -> None:
    with pytest.raises(InvalidAmountError) as refused:
        parse_chips(text)
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    assert refused.value.facts == {"text": repr(shown)}
    assert refused.value.reason != TOO_LONG
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("digits", ["1" * 31, "9" * 40, "1" + "0" * 100_000])
@pytest.mark.parametrize("zeros", [0, 1, 50])
def test_a_number_of_too_many_digits_is_refused_as_one(digits: str, zeros: int) -> None:
    with pytest.raises(InvalidAmountError) as refused:
        parse_chips("0" * zeros + digits)
    assert refused.value.reason == TOO_LONG
    shown = digits if len(digits) <= 40 else f"{digits[:40]}…"
    assert str(refused.value) == (f"'{shown}' is more than the 30 digits that an amount may have.")


def test_leading_zeros_are_no_digits_of_an_amount() -> None:
    assert parse_chips("0" * 5_000 + "5") == 500


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0"),
        (100, "1"),
        (50, "0.50"),
        (-250, "-2.50"),
        (-100, "-1"),
        (123_456_705, "1234567.05"),
    ],
)
def test_cents_print_as_chips(cents: int, text: str) -> None:
    assert format_chips(cents) == text


@pytest.mark.parametrize("chips", [1, 3, 5, 2**53 + 1])
def test_half_of_any_whole_chips_is_exact(chips: int) -> None:
    assert 2 * half(100 * chips) == 100 * chips


def test_an_odd_amount_is_never_rounded() -> None:
    with pytest.raises(BrokenInvariantError):
        half(101)
