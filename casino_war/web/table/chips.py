"""Chips as a table draws them: which of them its tray offers, and how an amount is stacked."""

import re

from casino_war.game.money import CENTS_PER_CHIP
from casino_war.game.table_rules import TableRules

CHIP_VALUES = (1, 5, 25, 100, 500)
"""What the discs of the house are worth, in chips."""

STACK_MAX = 12
"""As many discs of a stack are drawn; its amount stands beside it in any case."""

_WHOLE = re.compile(r"[0-9]{1,7}", re.ASCII)


def fewest_chips(amount_cents: int) -> tuple[int, ...]:
    """Stack an amount as the fewest discs, the most valuable first, that is at the bottom.

    Cents that no disc is worth are left out, and so is what is higher than `STACK_MAX`.
    """
    rest = amount_cents // CENTS_PER_CHIP
    stack: list[int] = []
    for value in reversed(CHIP_VALUES):
        count, rest = divmod(rest, value)
        stack.extend([value] * min(count, STACK_MAX))
    return tuple(stack[:STACK_MAX])


def typed_cents(text: str) -> int:
    """Return what a field of whole chips holds, in cents; 0 for what is no amount."""
    text = text.strip(" ")
    return int(text) * CENTS_PER_CHIP if _WHOLE.fullmatch(text) else 0


def tray_chips(rules: TableRules) -> tuple[int, ...]:
    """Choose the discs with which the antes of a table can be built.

    A disc larger than every bet is of no use, nor one that leads from no bet to another.
    Where no disc is worth one step, the largest that divides it is offered too: two discs
    of five are a step of ten.
    """
    step = rules.ante_step_cents // CENTS_PER_CHIP
    largest = max(rules.ante_max_cents, rules.tie_bet_ceiling_cents if rules.tie_bet_offered else 0)
    whole = [
        value for value in CHIP_VALUES if value % step == 0 and value * CENTS_PER_CHIP <= largest
    ]
    if step in whole:
        return tuple(whole)
    parts = [value for value in CHIP_VALUES if step % value == 0]
    return (*parts[-1:], *whole)
