"""What each wager pays: from a hand's outcome to stake, returned and won, in whole cents."""

from collections.abc import Mapping

from casino_war.game.events import HandOutcome, Seat, Wager, WagerResult, WagerSettled
from casino_war.game.money import half
from casino_war.game.table_rules import Surrender, TableRules, TiedWar

TIED_WAR_PAYS: Mapping[TiedWar, tuple[int, int]] = {
    TiedWar.EVEN: (0, 1),
    TiedWar.BONUS_ANTE: (0, 2),
    TiedWar.TRIPLE_RAISE: (0, 3),
    TiedWar.TRIPLE_TOTAL: (3, 3),
    TiedWar.PUSH: (0, 0),
    TiedWar.LOSE: (-1, -1),
    TiedWar.REPEAT: (0, 0),
}
"""Net of ante and raise, in antes, when the last war of a hand ties.

Rule sheets word the second row in four ways (a bonus of one ante, the raise paid 2 to 1,
the war wager paid 2 to 1 with the ante forfeited, 1 to 2 on both units): the net is one.
"""

_WAR_WON_PAYS = (0, 1)
_WAR_LOST_PAYS = (-1, -1)


def settle_ante(hand: Seat, ante_cents: int, *, is_won: bool) -> WagerSettled:
    """Settle an ante on unequal first cards: 1 to 1, or lost."""
    return _settle(hand, Wager.ANTE, ante_cents, 1 if is_won else -1)


def settle_surrender(rules: TableRules, hand: Seat, ante_cents: int) -> WagerSettled:
    """Settle an ante given up at a tie: half of it back, or none where all is forfeited."""
    returned_cents = half(ante_cents) if rules.surrender is Surrender.HALF else 0
    return WagerSettled(
        hand=hand,
        wager=Wager.ANTE,
        result=WagerResult.SURRENDERED,
        stake_cents=ante_cents,
        returned_cents=returned_cents,
        won_cents=0,
    )


def settle_war(
    rules: TableRules, hand: Seat, ante_cents: int, outcome: HandOutcome
) -> tuple[WagerSettled, WagerSettled]:
    """Settle ante and raise of a war that ended as *outcome*; the raise equals the ante.

    What a tied war pays beyond an ordinary won war is shown as a bonus.
    """
    match outcome:
        case HandOutcome.WAR_WIN:
            pays = _WAR_WON_PAYS
        case HandOutcome.WAR_LOSS:
            pays = _WAR_LOST_PAYS
        case _:
            pays = TIED_WAR_PAYS[rules.tied_war]
    ante, raised = (
        _settle(hand, wager, ante_cents, to_one, plain_to_one)
        for wager, to_one, plain_to_one in zip(
            (Wager.ANTE, Wager.RAISE), pays, _WAR_WON_PAYS, strict=True
        )
    )
    return ante, raised


def settle_tie_bet(rules: TableRules, hand: Seat, tie_bet_cents: int, ties: int) -> WagerSettled:
    """Settle a tie bet after *ties* ties in a row (0: lost); a ladder pays its highest rung."""
    rungs = rules.tie_ladder or (rules.tie_bet_to_one or 0,)
    to_one = rungs[min(ties, len(rungs)) - 1] if ties else -1
    return _settle(hand, Wager.TIE_BET, tie_bet_cents, to_one)


def settle_second_tie_bet(
    rules: TableRules, hand: Seat, second_tie_bet_cents: int, *, is_tied: bool
) -> WagerSettled:
    """Settle the tie bet placed with the raise on the first war's cards."""
    to_one = (rules.second_tie_bet_to_one or 0) if is_tied else -1
    return _settle(hand, Wager.SECOND_TIE_BET, second_tie_bet_cents, to_one)


def _settle(
    hand: Seat, wager: Wager, stake_cents: int, to_one: int, plain_to_one: int | None = None
) -> WagerSettled:
    """Settle at *to_one*, below zero for a loss; what exceeds *plain_to_one* is a bonus."""
    if to_one < 0:
        result, returned_cents = WagerResult.LOST, 0
    else:
        result = WagerResult.WON if to_one else WagerResult.PUSHED
        returned_cents = stake_cents
    paid = max(to_one, 0)
    plain = paid if plain_to_one is None else min(paid, plain_to_one)
    return WagerSettled(
        hand=hand,
        wager=wager,
        result=result,
        stake_cents=stake_cents,
        returned_cents=returned_cents,
        won_cents=stake_cents * plain,
        bonus_cents=stake_cents * (paid - plain),
    )
