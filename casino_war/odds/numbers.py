"""The last step of every figure: one division, exact or fast.

All of `casino_war.odds` counts ways of dealing in whole numbers of any size. A figure is
the ratio of two of them, and only that ratio knows whether it is to be a fraction or a
float. So there is one implementation of everything, and the floats are its fractions,
correctly rounded.
"""

from collections.abc import Callable
from fractions import Fraction
from operator import truediv
from typing import TypeVar

Number = TypeVar("Number", Fraction, float)

Ratio = Callable[[int, int], Number]
"""Divides a numerator by a denominator above zero."""

EXACT: Ratio[Fraction] = Fraction
FAST: Ratio[float] = truediv
