"""The colours of the style sheets, and how well each is told from the ground it is used on.

The sheets `tokens.css` and, over it, `contrast.css` are the only place where a colour is
written; here they are read, so that the page of the design and its test speak of what is
drawn. Contrast is that of WCAG 2.2: from 1 (the same) to 21 (black on white).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from casino_war.web.assets import STATIC_FOLDER

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""

SCHEMES = ("light", "dark", "contrast light", "contrast dark")
"""The colours as the device has them or the settings choose them, each by day and by night."""

TEXT = 4.5
"""The least contrast of a text to its ground (success criterion 1.4.3, level AA)."""
SHAPE = 3.0
"""The least contrast of large text, of borders, marks, lines and focus (1.4.11)."""

_DECLARATION = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_HEX = r"#[0-9a-f]{3,8}"
_BOTH = re.compile(rf"light-dark\(({_HEX}),\s*({_HEX})\)")


@dataclass(frozen=True, slots=True)
class Pair:
    """A token drawn on others; of several grounds the last lies lowest and is opaque."""

    ink: str
    grounds: tuple[str, ...]
    least: float = TEXT


def _pairs(least: float, inks: str, *grounds: str) -> list[Pair]:
    stacks = [tuple(ground.split(" over ")) for ground in grounds]
    return [Pair(ink, stack, least) for ink in inks.split() for stack in stacks]


PAIRS: Sequence[Pair] = (
    *_pairs(TEXT, "ink ink-soft", "bg", "surface", "sunken"),
    *_pairs(TEXT, "accent accent-hover danger", "bg", "surface"),
    *_pairs(TEXT, "on-accent", "accent", "accent-hover"),
    *(
        pair
        for name in ("danger", "good", "info", "tie")
        for pair in _pairs(TEXT, name, f"{name}-wash")
    ),
    *_pairs(TEXT, "felt-ink brass", "rail", "felt", "felt-shine", "felt-deep"),
    *_pairs(TEXT, "felt-ink felt-print", "shade over felt", "shade over felt-shine"),
    *_pairs(TEXT, "felt-soft felt-print", "felt", "felt-shine"),
    *_pairs(TEXT, "brass", "night-ink over felt", "night-ink over felt-shine"),
    *(
        pair
        for value in (1, 5, 25, 100, 500)
        for pair in _pairs(TEXT, f"disc-{value}-ink", f"disc-{value}")
    ),
    *_pairs(SHAPE, "line-strong focus accent good danger info tie", "bg", "surface"),
    *_pairs(SHAPE, "series-5 series-6 series-7", "bg", "surface"),
    *_pairs(SHAPE, "good danger", "sunken"),
    *_pairs(SHAPE, "cut-card card-edge", "rail"),
)
"""Every pair of text and ground, mark and ground, that the sheets draw."""


@cache
def colours(scheme: str) -> Mapping[str, Colour]:
    """Return each colour token of one of `SCHEMES` by its name."""
    texts = _read("tokens.css")
    if scheme.startswith("contrast"):
        texts = {**texts, **_read("contrast.css")}
    is_dark = scheme.endswith("dark")
    found = {}
    for name, text in texts.items():
        both = _BOTH.fullmatch(text)
        value = both[2 if is_dark else 1] if both else text
        if re.fullmatch(_HEX, value):
            found[name] = _colour(value)
    return found


@cache
def sizes() -> Mapping[str, str]:
    """Return every token that is no colour, as it is written."""
    texts = _read("tokens.css")
    return {name: text for name, text in texts.items() if name not in colours(SCHEMES[0])}


def contrast_of(pair: Pair, scheme: str) -> float:
    """Return the contrast of a pair in one of `SCHEMES`, from 1 to 21."""
    named = colours(scheme)
    *upper, lowest = pair.grounds
    ground = named[lowest]
    for name in reversed(upper):
        ground = _over(named[name], ground)
    return contrast(_over(named[pair.ink], ground), ground)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two opaque colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _read(name: str) -> dict[str, str]:
    text = (STATIC_FOLDER / "css" / name).read_text("utf-8")
    return {name: value.strip() for name, value in _DECLARATION.findall(text)}


def _colour(text: str) -> Colour:
    digits = text[1:] if len(text) > 4 else "".join(2 * digit for digit in text[1:])
    red, green, blue, opacity = (int(f"{digits}ff"[i : i + 2], 16) / 255 for i in (0, 2, 4, 6))
    return red, green, blue, opacity


def _over(upper: Colour, lower: Colour) -> Colour:
    """Lay a colour over an opaque one."""
    share = upper[3]
    red, green, blue = (share * upper[i] + (1 - share) * lower[i] for i in range(3))
    return red, green, blue, 1.0


def _luminance(colour: Colour) -> float:
    """Return the relative luminance, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
