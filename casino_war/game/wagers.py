"""What is staked before the deal, and the one place that says whether a table takes it."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino_war.errors import N_, BankrollTooSmallError, BetRefusedError, InvalidAmountError
from casino_war.game.money import TOO_LONG
from casino_war.game.table_rules import Shortfall, TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWagers:
    """The wagers of one hand, in cents; 0 for a wager that was not placed."""

    ante_cents: int = 0
    tie_bet_cents: int = 0

    @property
    def total_cents(self) -> int:
        """What leaves the bankroll at the deal."""
        return self.ante_cents + self.tie_bet_cents


def check_wagers(rules: TableRules, wagers: Sequence[HandWagers], funds_cents: int) -> None:
    """Refuse wagers that the table does not take or that the funds do not cover.

    Raises:
        BetRefusedError: no hands or too many, or a wager outside the table's limits;
            ``facts["hand"]`` counts hands from 1, ``reason`` names the limit.
        BankrollTooSmallError: the funds are smaller than the wagers, or, at a table
            that refuses shortfalls, smaller than the wagers and all raises.
    """
    if not 1 <= len(wagers) <= rules.hands_max:
        raise BetRefusedError(
            N_("Hands a round at this table: 1 to %(maximum)s, not %(hands)s."),
            reason="hands",
            hands=len(wagers),
            maximum=rules.hands_max,
        )
    for hand, wager in enumerate(wagers, start=1):
        _check_ante(rules, wager, hand)
        _check_tie_bet(rules, wager, hand)
    _check_funds(rules, wagers, funds_cents)


def check_spot(rules: TableRules, spot: int) -> None:
    """Refuse the number of a spot, counted from 1, that the table does not have.

    Raises:
        BetRefusedError: its reason is ``spot``.
    """
    if not 1 <= spot <= rules.hands_max:
        raise BetRefusedError(
            N_("This table deals hands 1 to %(maximum)s, so not hand %(hand)s."),
            reason="spot",
            hand=spot,
            maximum=rules.hands_max,
        )


def unread_ante(rules: TableRules, hand: int, error: InvalidAmountError) -> BetRefusedError:
    """Turn the *error* of an ante that is no amount into one that says what the table takes."""
    if error.reason == TOO_LONG:
        message = N_(
            "Hand %(hand)s: an ante of %(text)s chips is more than the table takes: "
            "%(minimum_cents)s to %(maximum_chips)s in steps of %(step_cents)s."
        )
    else:
        message = N_(
            "Hand %(hand)s: %(text)s is no ante. Write whole chips in plain digits: "
            "%(minimum_cents)s to %(maximum_cents)s in steps of %(step_cents)s."
        )
    return BetRefusedError(
        message,
        reason="ante_unread",
        hand=hand,
        text=error.facts["text"],
        minimum_cents=rules.ante_min_cents,
        maximum_cents=rules.ante_max_cents,
        step_cents=rules.ante_step_cents,
    )


def unread_tie_bet(rules: TableRules, hand: int, error: InvalidAmountError) -> BetRefusedError:
    """Turn the *error* of a tie bet that is no amount into one that says what the table takes."""
    if not rules.tie_bet_offered:
        return BetRefusedError(
            N_("Hand %(hand)s: this table takes no tie bet, so not %(text)s: take it off."),
            reason="tie_bet_not_offered",
            hand=hand,
            text=error.facts["text"],
        )
    if error.reason == TOO_LONG:
        message = N_(
            "Hand %(hand)s: a tie bet of %(text)s chips is more than the table takes: "
            "%(minimum_cents)s to %(maximum_chips)s in steps of %(step_cents)s."
        )
    else:
        message = N_(
            "Hand %(hand)s: %(text)s is no tie bet. Write whole chips in plain digits: "
            "%(minimum_cents)s to %(maximum_cents)s in steps of %(step_cents)s."
        )
    return BetRefusedError(
        message,
        reason="tie_bet_unread",
        hand=hand,
        text=error.facts["text"],
        minimum_cents=rules.tie_bet_floor_cents,
        maximum_cents=rules.tie_bet_ceiling_cents,
        step_cents=rules.ante_step_cents,
    )


def _check_ante(rules: TableRules, wager: HandWagers, hand: int) -> None:
    ante_cents = wager.ante_cents
    if ante_cents == 0:
        if wager.tie_bet_cents == 0:
            raise BetRefusedError(
                N_("Hand %(hand)s has no wager: the smallest ante is %(minimum_chips)s."),
                reason="no_wager",
                hand=hand,
                minimum_cents=rules.ante_min_cents,
            )
        if not rules.tie_bet_alone:
            raise BetRefusedError(
                N_(
                    "Hand %(hand)s has a tie bet of %(amount_chips)s but no ante; here it "
                    "needs an ante of at least %(minimum_chips)s."
                ),
                reason="tie_bet_alone",
                hand=hand,
                amount_cents=wager.tie_bet_cents,
                minimum_cents=rules.ante_min_cents,
            )
        return
    if not rules.ante_min_cents <= ante_cents <= rules.ante_max_cents:
        raise BetRefusedError(
            N_(
                "Hand %(hand)s: an ante of %(amount_chips)s is outside the table's limits "
                "of %(minimum_cents)s to %(maximum_chips)s in steps of "
                "%(step_cents)s."
            ),
            reason="ante_limits",
            hand=hand,
            amount_cents=ante_cents,
            minimum_cents=rules.ante_min_cents,
            maximum_cents=rules.ante_max_cents,
            step_cents=rules.ante_step_cents,
        )
    if ante_cents % rules.ante_step_cents:
        raise BetRefusedError(
            N_(
                "Hand %(hand)s: an ante of %(amount_chips)s is not a multiple of "
                "%(step_chips)s, as the table's antes of %(minimum_cents)s to "
                "%(maximum_cents)s are."
            ),
            reason="ante_step",
            hand=hand,
            amount_cents=ante_cents,
            minimum_cents=rules.ante_min_cents,
            maximum_cents=rules.ante_max_cents,
            step_cents=rules.ante_step_cents,
        )


def _check_tie_bet(rules: TableRules, wager: HandWagers, hand: int) -> None:
    tie_bet_cents = wager.tie_bet_cents
    if tie_bet_cents == 0:
        return
    if not rules.tie_bet_offered:
        raise BetRefusedError(
            N_("Hand %(hand)s: this table takes no tie bet, so not %(amount_chips)s: take it off."),
            reason="tie_bet_not_offered",
            hand=hand,
            amount_cents=tie_bet_cents,
        )
    if not rules.tie_bet_floor_cents <= tie_bet_cents <= rules.tie_bet_ceiling_cents:
        raise BetRefusedError(
            N_(
                "Hand %(hand)s: a tie bet of %(amount_chips)s is outside the table's limits "
                "of %(minimum_cents)s to %(maximum_chips)s in steps of "
                "%(step_cents)s."
            ),
            reason="tie_bet_limits",
            hand=hand,
            amount_cents=tie_bet_cents,
            minimum_cents=rules.tie_bet_floor_cents,
            maximum_cents=rules.tie_bet_ceiling_cents,
            step_cents=rules.ante_step_cents,
        )
    if tie_bet_cents % rules.ante_step_cents:
        raise BetRefusedError(
            N_(
                "Hand %(hand)s: a tie bet of %(amount_chips)s is not a multiple of "
                "%(step_chips)s, as the table's tie bets of %(minimum_cents)s to "
                "%(maximum_cents)s are."
            ),
            reason="tie_bet_step",
            hand=hand,
            amount_cents=tie_bet_cents,
            minimum_cents=rules.tie_bet_floor_cents,
            maximum_cents=rules.tie_bet_ceiling_cents,
            step_cents=rules.ante_step_cents,
        )


def _check_funds(rules: TableRules, wagers: Sequence[HandWagers], funds_cents: int) -> None:
    total_cents = sum(wager.total_cents for wager in wagers)
    if total_cents > funds_cents:
        raise BankrollTooSmallError(
            N_(
                "The wagers come to %(amount_chips)s, the bankroll to %(limit_cents)s: bet less, "
                "or buy chips."
            ),
            reason="wagers",
            amount_cents=total_cents,
            limit_cents=funds_cents,
        )
    if rules.shortfall is Shortfall.REFUSE:
        total_cents += sum(wager.ante_cents for wager in wagers)
        if total_cents > funds_cents:
            raise BankrollTooSmallError(
                N_(
                    "With their raises the wagers come to %(amount_chips)s, the bankroll "
                    "to %(limit_cents)s; this table asks that every raise is covered. "
                    "Bet less, or buy chips."
                ),
                reason="raises",
                amount_cents=total_cents,
                limit_cents=funds_cents,
            )
