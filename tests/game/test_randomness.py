"""The scheme ``war-fair/1`` against its published vectors, and word by word."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from casino_war.errors import InvalidSeedError
from casino_war.game.cards import PACK, format_cards
from casino_war.game.randomness import (
    FairStream,
    check_client_seed,
    check_server_seed,
    commitment,
    shuffle,
)
from casino_war.game.shoe import shuffled_shoe
from casino_war.game.table_rules import TableRules

VECTORS = json.loads(
    (Path(__file__).parent.parent / "data" / "fairness_vectors.json").read_text("utf-8")
)["vectors"]
SEED = "0123456789abcdef" * 4


class Words(FairStream):
    """A fair stream whose words are given."""

    def __init__(self, words: Sequence[int]) -> None:
        super().__init__(SEED, "client", 0)
        self._given = list(words)

    def word(self) -> int:
        return self._given.pop(0)


def vector_id(vector: dict[str, Any]) -> str:
    return f"{vector['n']}-{vector['nonce']}"


@pytest.mark.parametrize("vector", VECTORS, ids=vector_id)
class TestVectors:
    def stream(self, vector: dict[str, Any]) -> FairStream:
        return FairStream(vector["server_seed"], vector["client_seed"], vector["nonce"])

    def test_the_commitment_is_the_hash_of_the_seeds_text(self, vector: dict[str, Any]) -> None:
        assert commitment(vector["server_seed"]) == vector["commitment"]

    def test_the_words_are_the_big_endian_digests(self, vector: dict[str, Any]) -> None:
        stream = self.stream(vector)
        words = [stream.word() for _ in range(8)]
        assert words == vector["first8_words"]
        assert b"".join(word.to_bytes(4, "big") for word in words).hex() == vector["block0_hex"]

    def test_the_shuffle_gives_the_order(self, vector: dict[str, Any]) -> None:
        order = shuffle(range(vector["n"]), self.stream(vector))
        assert list(order) == vector["deck_indexes"]
        printed = ",".join(map(str, order))
        assert hashlib.sha256(printed.encode()).hexdigest() == vector["deck_sha256"]

    def test_the_shoe_holds_the_cards(self, vector: dict[str, Any]) -> None:
        rules = TableRules(decks=vector["n"] // 52, hands_max=1)
        shoe = shuffled_shoe(rules, self.stream(vector))
        assert format_cards(shoe.cards) == vector["cards"]
        assert shoe.position == rules.opening_burn


def test_words_of_the_incomplete_last_multiple_are_rejected() -> None:
    """2^32 mod 52 is 48: words from 2^32 - 48 on would favour low cards."""
    limit = 2**32 - 48
    assert Words([limit, 2**32 - 1, limit - 1]).below(52) == (limit - 1) % 52
    assert Words([2**32 - 1]).below(2**32) == 2**32 - 1
    assert Words([2**32 - 1]).below(2**16) == 2**16 - 1


def test_half_of_all_words_are_rejected_just_above_half_the_range() -> None:
    """The real stream under a bound that rejects often: the index is the next fit word."""
    bound = 2**31 + 1
    words, drawn = FairStream(SEED, "client", 0), FairStream(SEED, "client", 0)
    fit = [word for word in (words.word() for _ in range(200)) if word < bound]
    assert len(fit) < 140
    assert [drawn.below(bound) for _ in fit] == fit


def test_whatever_else_is_random_goes_on_with_the_same_words() -> None:
    whole, parted = FairStream(SEED, "client", 0), FairStream(SEED, "client", 0)
    shuffle(range(52), whole)
    after = whole.word()
    words = [parted.word() for _ in range(60)]
    assert after in words[51:]


def test_client_seed_and_nonce_change_the_shuffle() -> None:
    orders = {
        shuffle(range(52), FairStream(SEED, client, nonce))
        for client in ("a", "b")
        for nonce in (0, 1)
    }
    assert len(orders) == 4


def test_shuffling_keeps_every_card() -> None:
    assert sorted(map(str, shuffle(PACK, FairStream(SEED, "a", 0)))) == sorted(map(str, PACK))
    assert shuffle((), FairStream(SEED, "a", 0)) == ()


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n"])
def test_malformed_server_seeds_are_refused(seed: str) -> None:
    with pytest.raises(InvalidSeedError):
        check_server_seed(seed)
    with pytest.raises(InvalidSeedError):
        commitment(seed)
    with pytest.raises(InvalidSeedError):
        FairStream(seed, "client", 0)


@pytest.mark.parametrize("seed", ["", "a:b", "x" * 65, "é", "a\n", "\x7f", "tab\t"])
def test_malformed_client_seeds_are_refused(seed: str) -> None:
    with pytest.raises(InvalidSeedError):
        check_client_seed(seed)


@pytest.mark.parametrize("seed", [" ", "x" * 64, "client seed", "~!;9"])
def test_printable_client_seeds_are_taken(seed: str) -> None:
    check_client_seed(seed)


def test_a_negative_nonce_is_refused() -> None:
    with pytest.raises(InvalidSeedError):
        FairStream(SEED, "client", -1)


def test_a_stream_goes_on_in_the_middle_of_a_block() -> None:
    whole = FairStream(SEED, "client", 0)
    drawn = [whole.word() for _ in range(11)]
    later = FairStream(SEED, "client", 0, len(drawn))
    assert (later.drawn, later.word()) == (11, whole.word())
