"""How one hand can end, and what each wager nets there, as the settlement pays it.

A hand ends at step s, decided at the first cards (0) or at the s-th war in a row, won or
lost; or tied to the end, through the last war that the rules allow. The endings are
listed ``won at 0, lost at 0, won at 1, lost at 1, ..., tied to the end``.

A hand that is surrendered leaves at its first tie, but the cards that it would have been
dealt are still in the shoe, exchangeable with all others. So its endings are reckoned as
if it had fought on, and it nets the same at each of them: one list of chances serves
every decision.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from casino_war.game import settlement
from casino_war.game.events import HandOutcome, WagerSettled
from casino_war.game.table_rules import Surrender, TableRules

UNIT_CENTS = 2
"""The stake that payoffs are reckoned for: the smallest of which half is whole."""

WON_AT_DEAL, LOST_AT_DEAL = 0, 1
FIRST_TIED = 2
"""The place of the first ending that begins with a tie."""

Payoff = tuple[int, ...]
"""Net cents of a unit staked, one for each ending."""


class UnitWager(StrEnum):
    """One unit staked in one way; tie bets differ by what surrender does to a ladder."""

    ANTE = "ante"
    """The ante, and the raise if the hand goes to war."""
    TIE_BET = "tie_bet"
    """The tie bet of a hand with an ante: surrendering settles it at one tie."""
    LONE_TIE_BET = "lone_tie_bet"
    """The tie bet of a hand without an ante: on a ladder it stands through every war."""
    SECOND_TIE_BET = "second_tie_bet"
    """The tie bet placed with the raise, at every tie; nothing where the first cards differ
    or the hand surrenders."""


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What a unit wager nets, and what is staked for it, by ending, in cents of a unit."""

    war: Payoff
    """If the hand goes to war at a tie."""
    surrender: Payoff
    """If it surrenders; the same as war where the table does not offer that."""
    war_stake: Payoff
    surrender_stake: Payoff


Settle = Callable[[int, bool | None], Sequence[WagerSettled]]
"""What is settled of a hand decided at a step, won or not, or tied to the end (None)."""


@lru_cache(maxsize=256)
def payoffs(rules: TableRules) -> Mapping[UnitWager, Payoffs]:
    """Return what each wager that the table takes nets and stakes at every ending."""
    wars = rules.wars_in_a_row_max
    may_surrender = rules.surrender is not Surrender.NOT_OFFERED

    def settle_war(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        if step == 0 and is_won is not None:
            return (settlement.settle_ante(0, UNIT_CENTS, is_won=is_won),)
        outcome = _OUTCOMES[is_won]
        return settlement.settle_war(rules, 0, UNIT_CENTS, outcome)

    def settle_surrender(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        if step == 0:
            return settle_war(step, is_won)
        return (settlement.settle_surrender(rules, 0, UNIT_CENTS),)

    def settle_tie_bet(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        return (settlement.settle_tie_bet(rules, 0, UNIT_CENTS, step),)

    def settle_one_tie(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        return settle_tie_bet(min(step, 1), is_won)

    def settle_second(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        if step == 0:
            return ()
        return (settlement.settle_second_tie_bet(rules, 0, UNIT_CENTS, is_tied=step > 1),)

    def settle_nothing(step: int, is_won: bool | None) -> Sequence[WagerSettled]:
        return ()

    found = {UnitWager.ANTE: (settle_war, settle_surrender if may_surrender else settle_war)}
    if rules.tie_bet_offered:
        after_tie = settle_one_tie if may_surrender else settle_tie_bet
        found[UnitWager.TIE_BET] = (settle_tie_bet, after_tie)
    if rules.tie_bet_alone:
        found[UnitWager.LONE_TIE_BET] = (settle_tie_bet, settle_tie_bet)
    if rules.second_tie_bet_to_one is not None:
        after_tie = settle_nothing if may_surrender else settle_second
        found[UnitWager.SECOND_TIE_BET] = (settle_second, after_tie)
    return {
        wager: Payoffs(
            war=_nets(war, wars),
            surrender=_nets(surrender, wars),
            war_stake=_stakes(war, wars),
            surrender_stake=_stakes(surrender, wars),
        )
        for wager, (war, surrender) in found.items()
    }


_OUTCOMES: Mapping[bool | None, HandOutcome] = {
    True: HandOutcome.WAR_WIN,
    False: HandOutcome.WAR_LOSS,
    None: HandOutcome.TIED_WAR,
}


def _nets(settle: Settle, wars: int) -> Payoff:
    return tuple(sum(one.net_cents for one in settled) for settled in _settled(settle, wars))


def _stakes(settle: Settle, wars: int) -> Payoff:
    return tuple(sum(one.stake_cents for one in settled) for settled in _settled(settle, wars))


def _settled(settle: Settle, wars: int) -> list[Sequence[WagerSettled]]:
    """Settle every ending; a hand tied to the end has tied once more than it fought wars."""
    decided = [settle(step, is_won) for step in range(wars + 1) for is_won in (True, False)]
    return [*decided, settle(wars + 1, None)]
