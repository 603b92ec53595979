"""What a player may see of a round: no undealt card, no burned card, no order of the shoe."""

from dataclasses import dataclass, replace

from casino_war.game import settlement
from casino_war.game.cards import Card
from casino_war.game.casino import cost_cents, legal_decisions, offered_decisions
from casino_war.game.events import HandOutcome, Seat, ShoeEnd, Wager, WagerSettled
from casino_war.game.round import AwaitingDecision, Decision, Hand, RoundState, Settled
from casino_war.game.wagers import HandWagers


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What the unsettled wagers of a tied hand gain, in cents, if the hand ends like this.

    ``tied_wars`` is the least number of wars that tie before the one that decides: where
    wars repeat, each of them may raise what a tie bet pays.
    """

    outcome: HandOutcome
    net_cents: int
    tied_wars: int = 0


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
    """One hand as its player sees it; ``open_tie_bet_cents`` still climbs a ladder."""

    seat: Seat
    wagers: HandWagers
    open_tie_bet_cents: int
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
        open_tie_bet_cents=_open_tie_bet_cents(hand),
        raise_cents=hand.wagers.ante_cents if raises else 0,
        second_tie_bet_cents=hand.wagers.ante_cents if bets_again else 0,
        cards=hand.cards,
        ties=hand.ties,
        decision=hand.decision,
        settled=hand.settled,
        outcome=hand.outcome,
        net_cents=hand.net_cents,
    )


def _open_tie_bet_cents(hand: Hand) -> int:
    is_settled = any(settled.wager is Wager.TIE_BET for settled in hand.settled)
    return 0 if is_settled else hand.wagers.tie_bet_cents


def _choices(state: AwaitingDecision, funds_cents: int) -> tuple[Choice, ...]:
    legal = legal_decisions(state, funds_cents)
    return tuple(
        Choice(
            decision=decision,
            stake_cents=cost_cents(state, decision),
            is_legal=decision in legal,
            prospects=_prospects(state, decision),
        )
        for decision in offered_decisions(state.rules)
    )


def _prospects(state: AwaitingDecision, decision: Decision) -> tuple[Prospect, ...]:
    if decision is Decision.SURRENDER:
        return (_prospect(state, decision, HandOutcome.SURRENDER, 0),)
    wars_max = state.rules.wars_in_a_row_max
    shown: dict[tuple[HandOutcome, int], Prospect] = {}
    for tied_wars in range(wars_max):
        for outcome in (HandOutcome.WAR_WIN, HandOutcome.WAR_LOSS):
            prospect = _prospect(state, decision, outcome, tied_wars)
            # A further tie that changes nothing is no prospect of its own.
            shown.setdefault((outcome, prospect.net_cents), prospect)
    tied = _prospect(state, decision, HandOutcome.TIED_WAR, wars_max)
    return (*shown.values(), replace(tied, tied_wars=0))


def _prospect(
    state: AwaitingDecision, decision: Decision, outcome: HandOutcome, tied_wars: int
) -> Prospect:
    """Settle what stands on the deciding hand as if it ended like this after those tied wars."""
    rules, seat, hand = state.rules, state.deciding, state.hands[state.deciding]
    ante_cents, tie_bet_cents = hand.wagers.ante_cents, _open_tie_bet_cents(hand)
    settled: list[WagerSettled] = []
    if decision is Decision.SURRENDER:
        settled.append(settlement.settle_surrender(rules, seat, ante_cents))
    else:
        settled.extend(settlement.settle_war(rules, seat, ante_cents, outcome))
    if decision is Decision.WAR_WITH_TIE_BET:
        is_tied = tied_wars > 0
        settled.append(settlement.settle_second_tie_bet(rules, seat, ante_cents, is_tied=is_tied))
    if tie_bet_cents:
        ties = hand.ties + tied_wars
        settled.append(settlement.settle_tie_bet(rules, seat, tie_bet_cents, ties))
    return Prospect(
        outcome=outcome,
        net_cents=sum(wager.net_cents for wager in settled),
        tied_wars=tied_wars,
    )
