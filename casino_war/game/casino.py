"""One round of Casino War: `deal` the first cards, `decide` each tied hand, until settled.

A round is one of two frozen states: `AwaitingDecision` or `Settled`. Both functions
return the next state with the events that led to it. Hands are dealt in seat order, the
dealer last; untied hands are settled before any decision; tied hands decide in seat
order; when all have decided, the wars are fought over one dealer card.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import assert_never

from casino_war.errors import N_, BankrollTooSmallError, IllegalDecisionError
from casino_war.game import settlement
from casino_war.game.battle import Contest, Laid, WarStep, compare, fight_war
from casino_war.game.cards import Card, Cards
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandOutcome,
    HandSettled,
    HandTied,
    RoundSettled,
    Seat,
    ShoeFinished,
    Surrendered,
    Wager,
    WagerPlaced,
    WagerSettled,
    WarDeclared,
)
from casino_war.game.round import AwaitingDecision, Decision, Hand, RoundState, Settled
from casino_war.game.shoe import Shoe, ShoeSupply, shoe_end
from casino_war.game.table_rules import Shortfall, Surrender, TableRules
from casino_war.game.wagers import HandWagers, check_wagers


def deal(
    rules: TableRules, shoe: Shoe, wagers: Sequence[HandWagers], funds_cents: int
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Place the wagers and deal the first cards of a round.

    ``funds_cents`` is the bankroll before the wagers. Under the shortfall rule `REFUSE`
    it must cover every raise as well.

    Raises:
        BetRefusedError, BankrollTooSmallError: see `check_wagers`.
    """
    check_wagers(rules, wagers, funds_cents)
    table = _Table(rules, shoe)
    table.place_wagers(wagers)
    table.open(wagers)
    return table.proceed()


def legal_decisions(state: RoundState, funds_cents: int) -> tuple[Decision, ...]:
    """Return what the deciding hand may do with *funds_cents* in the bankroll.

    Empty for a settled round, and while a player who cannot raise nor surrender is held
    until a rebuy.
    """
    if isinstance(state, Settled):
        return ()
    return tuple(
        decision
        for decision in offered_decisions(state.rules)
        if cost_cents(state, decision) <= funds_cents
    )


def offered_decisions(rules: TableRules) -> tuple[Decision, ...]:
    """Return the decisions that a table offers at a tie, whatever the bankroll covers."""
    offered: list[Decision] = []
    if rules.surrender is not Surrender.NOT_OFFERED:
        offered.append(Decision.SURRENDER)
    offered.append(Decision.WAR)
    if rules.second_tie_bet_to_one is not None:
        offered.append(Decision.WAR_WITH_TIE_BET)
    return tuple(offered)


def cost_cents(state: AwaitingDecision, decision: Decision) -> int:
    """Return what a decision of the deciding hand takes from the bankroll at once."""
    ante_cents = state.hands[state.deciding].wagers.ante_cents
    match decision:
        case Decision.SURRENDER:
            return 0
        case Decision.WAR:
            return ante_cents
        case Decision.WAR_WITH_TIE_BET:
            return 2 * ante_cents
    assert_never(decision)


def may_rebuy(state: RoundState) -> bool:
    """Say whether the round lets its player buy chips before deciding."""
    return isinstance(state, AwaitingDecision) and (
        state.rules.shortfall is not Shortfall.SURRENDER_ONLY
    )


def decide(
    state: RoundState, decision: Decision, funds_cents: int
) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
    """Decide the next tied hand; after the last one the wars are fought and settled.

    Raises:
        IllegalDecisionError: the round is settled, or its table does not offer this.
        BankrollTooSmallError: the bankroll cannot cover what it costs.
    """
    if isinstance(state, Settled):
        raise IllegalDecisionError(
            N_("This round is settled, with nothing left to decide: bet on the next one."),
            reason="settled",
        )
    offered = offered_decisions(state.rules)
    if decision not in offered:
        raise IllegalDecisionError(
            N_("This table does not offer %(decision)s; it offers: %(offered)s."),
            reason="not_offered",
            decision=decision.value,
            offered=", ".join(offered),
        )
    amount_cents = cost_cents(state, decision)
    if amount_cents > funds_cents:
        raise BankrollTooSmallError(
            N_(
                "Going to war takes %(amount_chips)s, the bankroll holds %(limit_cents)s: buy "
                "chips first, or choose otherwise."
            ),
            reason="decision",
            amount_cents=amount_cents,
            limit_cents=funds_cents,
        )
    table = _Table(state.rules, state.shoe)
    table.hands = list(state.hands)
    table.dealer_cards = list(state.dealer_cards)
    table.take_decision(state.deciding, decision)
    return table.proceed()


class _Table:
    """The working copy of a round inside one call; never seen outside."""

    def __init__(self, rules: TableRules, shoe: Shoe) -> None:
        self.rules = rules
        self.supply = ShoeSupply(rules, shoe)
        self.hands: list[Hand] = []
        self.dealer_cards: list[Card] = []
        self.events: list[CasinoEvent] = []

    def place_wagers(self, wagers: Sequence[HandWagers]) -> None:
        for seat, wager in enumerate(wagers):
            self._place(seat, Wager.ANTE, wager.ante_cents)
            self._place(seat, Wager.TIE_BET, wager.tie_bet_cents)

    def open(self, wagers: Sequence[HandWagers]) -> None:
        seats = range(len(wagers))
        laid = self.supply.turn((*seats, DEALER), 0)
        upturned = self._lay(laid, 0)
        self.dealer_cards.extend(upturned[DEALER])
        self.hands = [Hand(wagers=wager, cards=upturned[seat]) for seat, wager in enumerate(wagers)]
        for seat in seats:
            best = compare(Contest((seat, DEALER)), upturned)
            if len(best) > 1:
                self._tie(seat)
                self._settle_first_tie(seat)
            else:
                self._settle_untied(seat, is_won=best == (seat,))

    def take_decision(self, seat: Seat, decision: Decision) -> None:
        ante_cents = self.hands[seat].wagers.ante_cents
        self.hands[seat] = replace(self.hands[seat], decision=decision)
        if decision is Decision.SURRENDER:
            self.events.append(Surrendered(hand=seat))
            self._settle(seat, settlement.settle_surrender(self.rules, seat, ante_cents))
            self._settle_ladder(seat)
            self._close(seat, HandOutcome.SURRENDER)
            return
        self.events.append(WarDeclared(hand=seat))
        self._place(seat, Wager.RAISE, ante_cents)
        if decision is Decision.WAR_WITH_TIE_BET:
            self._place(seat, Wager.SECOND_TIE_BET, ante_cents)

    def proceed(self) -> tuple[RoundState, tuple[CasinoEvent, ...]]:
        for seat, hand in enumerate(self.hands):
            if hand.outcome is None and not hand.is_at_war:
                return self._awaiting(seat), tuple(self.events)
        self._fight()
        state = self._settled()
        self.events.append(RoundSettled(net_cents=state.net_cents))
        if state.shoe_end is not None:
            self.events.append(ShoeFinished(reason=state.shoe_end))
        return state, tuple(self.events)

    def _fight(self) -> None:
        fighting = [seat for seat, hand in enumerate(self.hands) if hand.outcome is None]
        contests = [Contest((seat, DEALER)) for seat in fighting]
        shown = {seat: self.hands[seat].cards[-1:] for seat in fighting}
        shown[DEALER] = (self.dealer_cards[-1],)
        war = fight_war(self.supply, contests, shown)
        for fought in islice(war, self.rules.wars_in_a_row_max):
            self._lay(fought.buried, fought.step)
            self._lay(fought.turned, fought.step)
            self.dealer_cards.extend(fought.upturned[DEALER])
            for seat in fought.entrants:
                if seat != DEALER:
                    self._settle_step(seat, fought)

    def _settle_step(self, seat: Seat, fought: WarStep) -> None:
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, cards=hand.cards + fought.upturned[seat])
        best = compare(Contest((seat, DEALER)), fought.upturned)
        is_tied = len(best) > 1
        if is_tied:
            self._tie(seat)
        if fought.step == 1 and hand.decision is Decision.WAR_WITH_TIE_BET:
            self._settle(
                seat,
                settlement.settle_second_tie_bet(
                    self.rules, seat, hand.wagers.ante_cents, is_tied=is_tied
                ),
            )
        if not is_tied:
            won = best == (seat,)
            self._settle_war(seat, HandOutcome.WAR_WIN if won else HandOutcome.WAR_LOSS)
        elif fought.step == self.rules.wars_in_a_row_max:
            self._settle_war(seat, HandOutcome.TIED_WAR)

    def _settle_untied(self, seat: Seat, *, is_won: bool) -> None:
        wagers = self.hands[seat].wagers
        outcome = HandOutcome.WIN if is_won else HandOutcome.LOSS
        if wagers.ante_cents:
            self._settle(seat, settlement.settle_ante(seat, wagers.ante_cents, is_won=is_won))
        else:
            outcome = HandOutcome.NOT_TIED
        self._settle_tie_bet(seat)
        self._close(seat, outcome)

    def _settle_first_tie(self, seat: Seat) -> None:
        if self.rules.tie_ladder and self.hands[seat].wagers.tie_bet_cents:
            return
        self._settle_tie_bet(seat)
        if not self.hands[seat].wagers.ante_cents:
            self._close(seat, HandOutcome.TIED)

    def _settle_war(self, seat: Seat, outcome: HandOutcome) -> None:
        ante_cents = self.hands[seat].wagers.ante_cents
        if ante_cents:
            for wager in settlement.settle_war(self.rules, seat, ante_cents, outcome):
                self._settle(seat, wager)
        else:
            outcome = HandOutcome.TIED
        self._settle_ladder(seat)
        self._close(seat, outcome)

    def _settle_ladder(self, seat: Seat) -> None:
        if self.rules.tie_ladder:
            self._settle_tie_bet(seat)

    def _settle_tie_bet(self, seat: Seat) -> None:
        hand = self.hands[seat]
        if hand.wagers.tie_bet_cents:
            self._settle(
                seat,
                settlement.settle_tie_bet(self.rules, seat, hand.wagers.tie_bet_cents, hand.ties),
            )

    def _tie(self, seat: Seat) -> None:
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, ties=hand.ties + 1)
        self.events.append(HandTied(hand=seat, ties=hand.ties + 1))

    def _place(self, seat: Seat, wager: Wager, amount_cents: int) -> None:
        if amount_cents:
            self.events.append(WagerPlaced(hand=seat, wager=wager, amount_cents=amount_cents))

    def _settle(self, seat: Seat, wager: WagerSettled) -> None:
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, settled=(*hand.settled, wager))
        self.events.append(wager)

    def _close(self, seat: Seat, outcome: HandOutcome) -> None:
        hand = self.hands[seat] = replace(self.hands[seat], outcome=outcome)
        self.events.append(HandSettled(hand=seat, outcome=outcome, net_cents=hand.net_cents))

    def _lay(self, laid: Laid, step: int) -> dict[Seat, Cards]:
        burned = 0
        for placed in laid.placements:
            if placed.seat is None:
                burned += 1
            else:
                self._tell_burn(burned, step)
                burned = 0
                self.events.append(CardTurned(seat=placed.seat, card=placed.card, step=step))
        self._tell_burn(burned, step)
        return laid.upturned

    def _tell_burn(self, count: int, step: int) -> None:
        if count:
            self.events.append(CardsBurned(count=count, step=step))

    def _awaiting(self, seat: Seat) -> AwaitingDecision:
        return AwaitingDecision(
            rules=self.rules,
            shoe=self.supply.shoe,
            hands=tuple(self.hands),
            dealer_cards=tuple(self.dealer_cards),
            deciding=seat,
        )

    def _settled(self) -> Settled:
        return Settled(
            rules=self.rules,
            shoe=self.supply.shoe,
            hands=tuple(self.hands),
            dealer_cards=tuple(self.dealer_cards),
            shoe_end=shoe_end(self.rules, self.supply.shoe),
        )
