"""Exact numbers of the game, as fractions: pure functions of the rules and the cards."""
