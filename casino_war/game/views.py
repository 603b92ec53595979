"""What a player may see of a round: no undealt card, no burned card, no order of the shoe."""

from dataclasses import dataclass

from casino_war.game import settlement
from casino_war.game.cards import Card
from casino_war.game.casino import legal_decisions
from casino_war.game.events import HandOutcome, Seat, ShoeEnd, WagerSettled
from casino_war.game.round import AwaitingDecision, Decision, Hand, RoundState, Settled
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.game.wagers import HandWagers


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What the tied hand's ante, raise and second tie bet gain if it ends so, in cents.

    ``is_after_tied_war`` marks a war won or lost only after an earlier one tied, where
    wars repeat and the second tie bet has therefore been won.
    """

    outcome: HandOutcome
    net_cents: int
    is_after_tied_war: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A decision that the table offers for a tied hand, and what it may bring.

    ``stake_cents`` is what it takes from the bankroll at once; ``is_legal`` says whether
    the bankroll covers that.
    """

    decision: Decision
    stake_cents: int
    is_legal: bool
    prospects: tuple[Prospect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """One hand as its player sees it."""

    seat: Seat
    wagers: HandWagers
    raise_cents: int
    second_tie_bet_cents: int
    cards: tuple[Card, ...]
    ties: int
    decision: Decision | None
    settled: tuple[WagerSettled, ...]
    outcome: HandOutcome | None
    net_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """One round as its player sees it; ``net_cents`` is None until it is settled."""

    hands: tuple[HandView, ...]
    dealer_cards: tuple[Card, ...]
    wars_fought: int
    deciding: Seat | None
    choices: tuple[Choice, ...]
    net_cents: int | None
    shoe_end: ShoeEnd | None


def view_round(state: RoundState, funds_cents: int) -> RoundView:
    """Show a round to its player, with *funds_cents* in the bankroll."""
    hands = tuple(_view_hand(seat, hand) for seat, hand in enumerate(state.hands))
    wars_fought = len(state.dealer_cards) - 1
    if isinstance(state, Settled):
        return RoundView(
            hands=hands,
            dealer_cards=state.dealer_cards,
            wars_fought=wars_fought,
            deciding=None,
            choices=(),
            net_cents=state.net_cents,
            shoe_end=state.shoe_end,
        )
    return RoundView(
        hands=hands,
        dealer_cards=state.dealer_cards,
        wars_fought=wars_fought,
        deciding=state.deciding,
        choices=_choices(state, funds_cents),
        net_cents=None,
        shoe_end=None,
    )


def _view_hand(seat: Seat, hand: Hand) -> HandView:
    raises = hand.decision in (Decision.WAR, Decision.WAR_WITH_TIE_BET)
    bets_again = hand.decision is Decision.WAR_WITH_TIE_BET
    return HandView(
        seat=seat,
        wagers=hand.wagers,
        raise_cents=hand.wagers.ante_cents if raises else 0,
        second_tie_bet_cents=hand.wagers.ante_cents if bets_again else 0,
        cards=hand.cards,
        ties=hand.ties,
        decision=hand.decision,
        settled=hand.settled,
        outcome=hand.outcome,
        net_cents=hand.net_cents,
    )


def _choices(state: AwaitingDecision, funds_cents: int) -> tuple[Choice, ...]:
    rules = state.rules
    ante_cents = state.hands[state.deciding].wagers.ante_cents
    legal = legal_decisions(state, funds_cents)
    offered = {
        Decision.SURRENDER: rules.surrender is not Surrender.NOT_OFFERED,
        Decision.WAR: True,
        Decision.WAR_WITH_TIE_BET: rules.second_tie_bet_to_one is not None,
    }
    stakes = {Decision.SURRENDER: 0, Decision.WAR: 1, Decision.WAR_WITH_TIE_BET: 2}
    return tuple(
        Choice(
            decision=decision,
            stake_cents=stakes[decision] * ante_cents,
            is_legal=decision in legal,
            prospects=_prospects(rules, state.deciding, ante_cents, decision),
        )
        for decision in Decision
        if offered[decision]
    )


def _prospects(
    rules: TableRules, seat: Seat, ante_cents: int, decision: Decision
) -> tuple[Prospect, ...]:
    if decision is Decision.SURRENDER:
        surrendered = settlement.settle_surrender(rules, seat, ante_cents)
        return (Prospect(outcome=HandOutcome.SURRENDER, net_cents=surrendered.net_cents),)
    bets_again = decision is Decision.WAR_WITH_TIE_BET
    endings = [(HandOutcome.WAR_WIN, False), (HandOutcome.WAR_LOSS, False)]
    if bets_again and rules.wars_in_a_row_max > 1:
        endings += [(HandOutcome.WAR_WIN, True), (HandOutcome.WAR_LOSS, True)]
    endings.append((HandOutcome.TIED_WAR, True))
    prospects = []
    for outcome, is_first_war_tied in endings:
        settled = list(settlement.settle_war(rules, seat, ante_cents, outcome))
        if bets_again:
            settled.append(
                settlement.settle_second_tie_bet(rules, seat, ante_cents, is_tied=is_first_war_tied)
            )
        prospects.append(
            Prospect(
                outcome=outcome,
                net_cents=sum(wager.net_cents for wager in settled),
                is_after_tied_war=is_first_war_tied and outcome is not HandOutcome.TIED_WAR,
            )
        )
    return tuple(prospects)
