"""The page that explains fairness: its check, and its twenty lines of Python."""

from typing import Any

import pytest

from casino_war.web.fairness.checks import snippet
from tests.web.browser import Browser
from tests.web.vectors import VECTORS

SEED = "ab" * 32


def _query(vector: dict[str, Any], **other: str) -> dict[str, str]:
    return {
        "server_seed": vector["server_seed"],
        "client_seed": vector["client_seed"],
        "nonce": str(vector["nonce"]),
        "decks": str(vector["decks"]),
    } | other


def test_the_printed_python_is_twenty_lines_and_right() -> None:
    code = snippet()
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 20
    definition = code.partition("commitment, cards =")[0]
    for vector in VECTORS:
        names: dict[str, Any] = {}
        exec(definition, names)
        found = names["shoe"](
            vector["server_seed"], vector["client_seed"], vector["nonce"], vector["decks"]
        )
        assert found == (vector["commitment"], vector["cards"])


def test_the_page_prints_those_lines(visitor: Browser) -> None:
    page = visitor.get("/fairness")
    assert "hmac.digest(server_seed.encode()" in page
    for shown in ("HMAC-SHA256", "225.6 bits", "1,647 bits", "casino-war verify"):
        assert shown in page


@pytest.mark.parametrize("vector", VECTORS)
def test_a_shoe_can_be_checked_without_scripts(visitor: Browser, vector: dict[str, Any]) -> None:
    query = _query(vector, commitment=vector["commitment"], expected=vector["cards"])
    response = visitor.client.get("/fairness", query_string=query)
    assert response.status_code == 200
    assert "The commitment matches" in response.text
    count = 52 * vector["decks"]
    assert (
        f'<p class="message message--success">Cards 1 to {count} of the shoe are those that '
        f"were dealt; compared: {count}."
    ) in response.text
    assert response.text.count('data-verdict="match"') == count
    assert response.text.count("<li data-suit=") == 2 * count


def test_a_wrong_claim_is_found_out(visitor: Browser) -> None:
    query = _query(VECTORS[0], commitment="0" * 64, expected="2D 2H")
    text = visitor.client.get("/fairness", query_string=query).text
    assert '<p class="message message--error">The commitment does not match' in text
    assert '<p class="message message--error">The cards differ: card 1 is' in text


def test_cards_from_the_middle_of_a_shoe_are_found_at_their_places(visitor: Browser) -> None:
    cards = VECTORS[0]["cards"].split()
    dealt = [cards[10], "?", cards[12]]

    def checked(cards: list[str], first: str) -> str:
        query = _query(VECTORS[0], expected=" ".join(cards), expected_from=first)
        return visitor.client.get("/fairness", query_string=query).text

    text = checked(dealt, "11")
    assert "Cards 11 to 13 of the shoe are those that were dealt; compared: 2." in text
    assert "Burned, seen by nobody and not compared: 1." in text
    assert f'<span class="card-place">12</span> {cards[11]}</li>' in text
    assert "The cards differ" in checked(dealt, "12")
    assert "the shoe has no card 53" in checked([*cards[50:], "2D"], "51")
    assert "the shoe has no card 53" in checked(["?"], "53")


def test_without_claims_there_is_no_verdict(visitor: Browser) -> None:
    text = visitor.client.get("/fairness", query_string=_query(VECTORS[0])).text
    assert VECTORS[0]["commitment"] in text
    assert 'class="message' not in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"server_seed": "xyz"}, {"server_seed": SEED.upper()}, {"client_seed": ""},
        {"client_seed": "a:b"}, {"client_seed": "x" * 65}, {"nonce": "-1"}, {"nonce": "x"},
        {"nonce": str(2**63)}, {"decks": "0"}, {"decks": "9"}, {"decks": "9" * 30},
        {"decks": "six"}, {"server_seed": "é" * 64}, {"expected": "2X"}, {"expected": "??"},
        {"expected_from": "0"}, {"expected_from": ""}, {"expected_from": "-1"},
    ],
)  # fmt: skip
def test_a_malformed_check_is_refused_in_words(visitor: Browser, wrong: dict[str, str]) -> None:
    query = _query(VECTORS[0]) | wrong
    response = visitor.client.get("/fairness", query_string=query)
    assert response.status_code == 422
    assert 'role="alert"' in response.text


def test_missing_fields_are_refused_in_words(visitor: Browser) -> None:
    visitor.get(f"/fairness?server_seed={SEED}", 422)
