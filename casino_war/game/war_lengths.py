"""How long games of War are: measured, since no formula gives it for a whole pack."""

from dataclasses import asdict, dataclass

LONG_BATTLES = 1_000
"""A game of more battles is a long one: at 12 battles a minute that is 83 minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """What so many games of the same rules came to."""

    games: int
    median_battles: int
    """Half of the games have at most so many battles."""
    ninth_decile_battles: int
    """Nine in ten games have at most so many."""
    long_games: int
    """Games of more than `LONG_BATTLES`."""
    drawn_games: int
    """Games without a winner or loser, those at the technical cap among them."""
    capped_games: int
    """Games that the technical cap stopped, or that went in circles."""
    wars_per_game: float
    """Battles that led to a war, on average."""

    def to_data(self) -> dict[str, int | float]:
        """Return every figure by its name."""
        return asdict(self)
