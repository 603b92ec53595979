"""What a player who counts cards could know at the table: chances, values, costs.

Everything is reckoned from cards that have been shown and from what the round's own view
shows (see `counting`): no argument of `advise` or `prospect_of` holds a card still undealt.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from casino_war.game.notation import parse_notation
from casino_war.game.round import Decision, Settled
from casino_war.game.table_rules import TableRules
from casino_war.game.views import RoundView, view_round
from casino_war.game.wagers import HandWagers
from casino_war.odds.decisions import decision_odds
from casino_war.odds.numbers import FAST
from casino_war.odds.report import WagerOdds, hand_odds
from casino_war.odds.strategy import Strategy
from casino_war.services.carry_out import find_player
from casino_war.services.counting import cards_left, first_cards
from casino_war.services.house import House
from casino_war.services.measure import DecisionCost, decision_costs
from casino_war.services.rounds import rules_by_id, state_of
from casino_war.store import rounds, seats, shoes


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What the next round is worth from the cards that may be left.

    What wagers bring is their expected net per unit staked, at every tie with the decision
    that is best for the ante (`Strategy.BEST`); None where the table takes no such wager.
    A tie bet on a ladder may make another decision worth more: `advise` tells it then.
    """

    p_tie: float
    """The chance that a hand ties with the dealer."""
    ante: float
    tie_bet: float | None
    """Beside an ante."""
    lone_tie_bet: float | None
    """Without one."""

    def net_cents(self, wagers: Iterable[HandWagers]) -> float:
        """Return what these wagers come to on average."""
        net_cents = 0.0
        for hand in wagers:
            tie_bet = self.tie_bet if hand.ante_cents else self.lone_tie_bet
            net_cents += hand.ante_cents * self.ante + hand.tie_bet_cents * (tie_bet or 0.0)
        return net_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What one decision is worth: the expected net of the hand's wagers from here on."""

    decision: Decision
    value_cents: float
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Coach:
    """What the table can tell now: ``prospect`` between rounds, ``advice`` at a tie.

    ``costs`` are those of the decisions of the round settled last, between rounds.
    """

    prospect: Prospect | None = None
    advice: tuple[Advice, ...] = ()
    costs: tuple[DecisionCost, ...] = ()


def coach(house: House, token: str | None, table_key: str) -> Coach | None:
    """Return what the player could know at a table, None for who does not sit there."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        seat = player and seats.seat_at(connection, player.id, table_key)
        if not seat:
            return None
        rules = rules_by_id(connection, seat.rules_id)
        last = next(iter(rounds.last_rounds(connection, seat.id, 1)), None)
        if last is not None and last.is_open:
            shown = rounds.cards_shown(connection, last.shoe_id, before_id=last.id)
            view = view_round(state_of(connection, last), funds_cents=0)
            return Coach(advice=advise(rules, view, shown))
        costs: tuple[DecisionCost, ...] = ()
        if last is not None and parse_notation(last.notation).decisions:
            settled, state = last, state_of(connection, last)
            if isinstance(state, Settled):
                costs = decision_costs(
                    state,
                    lambda: rounds.cards_shown(connection, settled.shoe_id, before_id=settled.id),
                )
        present, _ = shoes.shoes_in_play(connection, seat.id)
        return Coach(
            prospect=prospect_of(rules, rounds.cards_shown(connection, present.id)), costs=costs
        )


def prospect_of(rules: TableRules, shown: Iterable[str]) -> Prospect:
    """Weigh the next round by the cards that earlier rounds of its shoe have shown."""
    odds = hand_odds(rules, cards_left(rules, shown), Strategy.BEST, FAST)
    return Prospect(
        p_tie=odds.p_tie,
        ante=odds.ante.ev,
        tie_bet=_ev(odds.tie_bet),
        lone_tie_bet=_ev(odds.lone_tie_bet),
    )


def advise(rules: TableRules, view: RoundView, shown: Iterable[str]) -> tuple[Advice, ...]:
    """Weigh the decisions of the hand that has to decide, as the table offers them.

    A ladder's tie bet still stands and counts; any other was settled by the tie.
    """
    if view.deciding is None:
        return ()
    left = cards_left(rules, shown, first_cards(view.hands, view.dealer_cards))
    hand = view.hands[view.deciding]
    odds = decision_odds(rules, left, FAST)
    values = odds.values_cents(hand.wagers.ante_cents, hand.open_tie_bet_cents)
    best_cents = max(values.values())
    return tuple(
        Advice(
            decision=choice.decision,
            value_cents=values[choice.decision],
            is_best=values[choice.decision] == best_cents,
        )
        for choice in view.choices
    )


def _ev(odds: WagerOdds[float] | None) -> float | None:
    return None if odds is None else odds.ev
