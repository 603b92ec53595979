"""Finding a server seed whose shoe deals what a test needs."""

from collections.abc import Callable
from functools import lru_cache

from casino_war.game.randomness import FairStream
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_rules import TableRules
from casino_war.services.house import FIRST_CLIENT_SEED


def seed_where(rules: TableRules, suits: Callable[[Shoe], bool], nonce: int = 0) -> str:
    """Return the first server seed, counting up, whose shoe is as wanted."""
    for number in range(200_000):
        seed = f"{number:064x}"
        if suits(first_shoe(rules, seed, nonce)):
            return seed
    raise AssertionError("no such shoe among 200,000")


# Whoever looks for a shoe looks through the same ones from the first.
@lru_cache(maxsize=2048)
def first_shoe(rules: TableRules, seed: str, nonce: int = 0) -> Shoe:
    """The shoe of that server seed, by the client seed of who chose none."""
    return shuffled_shoe(rules, FairStream(seed, FIRST_CLIENT_SEED, nonce))


def ranks(shoe: Shoe, *places: int) -> list[int]:
    """The ranks of the next cards at these places, 0 the next of all."""
    return [shoe.cards[shoe.position + place].rank for place in places]


def is_tie(shoe: Shoe) -> bool:
    """The first hand and the dealer are dealt the same rank, and nobody else plays."""
    hand, dealer = ranks(shoe, 0, 1)
    return hand == dealer
