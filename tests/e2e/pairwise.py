"""Few combinations in which every two values of any two axes meet."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

Row = dict[str, str]

_TRIES = 60
"""How many combinations each row is the best of."""


def full(axes: Mapping[str, Sequence[str]], is_possible: Callable[[Row], bool]) -> list[Row]:
    """Return every possible combination."""
    rows = (dict(zip(axes, values, strict=True)) for values in product(*axes.values()))
    return [row for row in rows if is_possible(row)]


def pairs_of(row: Row) -> set[tuple[tuple[str, str], tuple[str, str]]]:
    """Return the pairs of values that meet in a row."""
    return set(combinations(sorted(row.items()), 2))


def pairwise(axes: Mapping[str, Sequence[str]], is_possible: Callable[[Row], bool]) -> list[Row]:
    """Choose rows until every possible pair has met; the same rows every time."""
    everything = full(axes, is_possible)
    missing = set().union(*map(pairs_of, everything))
    source = random.Random(0)
    rows = []
    while missing:
        # The first pair that is missing is met in any case, as many others as can be beside it.
        wanted = min(missing)
        fitting = [
            row for row in everything if wanted[0] in row.items() and wanted[1] in row.items()
        ]
        tried = source.sample(fitting, min(_TRIES, len(fitting)))
        best = max(tried, key=lambda row: len(pairs_of(row) & missing))
        missing -= pairs_of(best)
        rows.append(best)
    return rows
