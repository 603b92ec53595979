"""The working copy of a game of War inside one battle; never seen outside one call.

Every game lays, fights, takes and closes its battles here, those with decisions too: they
freeze the copy where a choice is due, and take it up again from the frozen state.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from casino_war.game.battle import Contest, Laid, Placement, WarStep, compare, fight_war
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource, shuffle
from casino_war.game.stock import StockSupply, face_down
from casino_war.game.war_endings import limit_end, objective_end
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    DeadWar,
    Ended,
    EndReason,
    Exhausted,
    Outcome,
    Recycled,
    Short,
    Split,
    Stood,
    Taken,
    Tied,
    Turned,
    WalkedOver,
    WarEvent,
    WarStepped,
    WentOut,
)
from casino_war.game.war_pack import strength_of
from casino_war.game.war_rules import CapturedTo, PickupOrder, ShortRule, TieAction, WarEntrants
from casino_war.game.war_state import (
    BATTLES_MAX,
    Landmark,
    WarState,
    cycle_period,
    is_deterministic,
    next_landmark,
)


class Battle:
    """Stocks, table and events while one battle is played."""

    def __init__(self, state: WarState, source: RandomSource) -> None:
        self.state = state
        self.rules = state.rules
        self.alive = state.alive
        self.source = source
        self.supply = StockSupply(state.rules, state.stocks, state.piles, source)
        self.hands = [list(hand) for hand in state.hands]
        self.strength = strength_of(state.rules)
        self.carry = state.carry
        self.carry_shown = state.carry_shown
        self.table: list[Placement] = list(state.table)
        self.wars_won = list(state.wars_won)
        self.last_winner = state.last_winner
        self.dead: tuple[Seat, ...] = ()
        self.any_short = state.any_short
        self.events: list[WarEvent] = []

    def fight(self) -> Seat | None:
        """Turn, and fight the war of a tie; return who wins the pot, None if nobody does.

        A pot that nobody wins is dealt with here; the winner's waits for `take`.
        """
        everyone = self.alive
        laid = self.supply.turn(everyone, 0)
        self.put(laid)
        shown = laid.upturned
        self.events.append(Turned(cards=shown))
        best = compare(Contest(everyone), shown, self.strength)
        if len(best) == 1:
            return best[0]
        if self.rules.tie_action is TieAction.SPLIT:
            self._split_pot(best)
            return None
        only_tied = self.rules.war_entrants is WarEntrants.TIED
        contest = Contest(best if only_tied else everyone)
        war = fight_war(self.supply, [contest], shown, self.strength, only_tied=only_tied)
        for fought in war:
            self.tell_step(fought, best)
            if not fought.is_decisive:
                return None
            best = compare(Contest(fought.left), fought.upturned, self.strength)
        self.wars_won[best[0]] += 1
        return best[0]

    def play(self) -> None:
        """Fight the battle and give carry and pot to its winner, if it has one."""
        winner = self.fight()
        if winner is not None:
            self.take(winner)

    def put(self, laid: Laid) -> None:
        """Lay cards on the table and tell which piles became stocks for it."""
        self.table.extend(laid.placements)
        if self.supply.recycled:
            self.events.extend(Recycled(seat=seat) for seat in self.supply.recycled)
            self.supply.recycled.clear()

    def tell_step(self, fought: WarStep, tied: Sequence[Seat]) -> None:
        """Put the cards of a war step down and tell it; *tied* are the best so far.

        Piles that became stocks during the step are told before its cards.
        """
        self.tell_burial(fought.step, fought.entrants, fought.tied, fought.buried)
        if fought.buried.is_exhausted:
            return
        self.put(fought.turned)
        is_compared = len(fought.left) > 1 and not fought.dead
        upturned = fought.turned.upturned
        # Under `ELIMINATED` a seat may turn one card of two and run out.
        unfinished = {s: cards for s, cards in upturned.items() if s not in fought.left}
        if not is_compared:
            unfinished = upturned
        if unfinished:
            self.events.append(Compared(cards=unfinished))
        self.tell_short(fought.turned.out)
        if fought.dead:
            last_stands = self.rules.short_rule is ShortRule.LAST_CARD_STANDS
            # Where last cards stand, an untied one has lost before its war could be fought.
            self.die(tuple(tied) if last_stands else fought.dead)
        elif not is_compared:
            self.events.append(WalkedOver(seat=fought.left[0]))
        else:
            standing = tuple(seat for seat in fought.left if seat not in upturned)
            if standing:
                self.events.append(Stood(seats=standing))
            self.events.append(Compared(cards=fought.upturned))

    def tell_burial(self, step: int, entrants: tuple[Seat, ...], tied: Card, laid: Laid) -> None:
        """Put the face-down cards of a war step down, and tell who was short of them."""
        asked = face_down(self.rules, step, tied)
        self.events.append(WarStepped(step=step, entrants=entrants, face_down=asked))
        if laid.is_exhausted:
            self._take_back()
            return
        self.put(laid)
        if laid.placements:
            self.events.append(Buried(cards={seat: _laid(laid, seat) for seat in entrants}))
        self.tell_short(laid.out)

    def tell_short(self, seats: Sequence[Seat]) -> None:
        """Tell who could not lay the next card of a war."""
        for seat in seats:
            self.any_short = True
            self.events.append(Short(seat=seat))

    def walk_over(self, seat: Seat) -> None:
        """Give the war to the only seat that is left in it; the pot waits for `take`."""
        self.events.append(WalkedOver(seat=seat))
        self.wars_won[seat] += 1

    def die(self, seats: tuple[Seat, ...]) -> None:
        """Leave the pot to a later battle: these seats ran out together."""
        self.dead = seats
        self.any_short = True
        self.carry = (*self.carry, *(placed.card for placed in self.table))
        self.carry_shown = self.shown
        self.table.clear()
        self.events.append(DeadWar(seats=seats, carry=self.carry, shown=self.carry_shown))

    @property
    def shown(self) -> Cards:
        """The cards of carry and pot that lie face up, in the order in which they were laid."""
        return (*self.carry_shown, *(placed.card for placed in self.table if placed.is_face_up))

    def own(self, seat: Seat) -> Cards:
        """Return what a seat has laid in this battle, in that order."""
        return tuple(placed.card for placed in self.table if placed.seat == seat)

    def spoils(self, winner: Seat) -> Cards:
        """Return carry and pot in the pickup order, shuffled if that is by chance."""
        spoils = (*self.carry, *self._pot(winner))
        is_shuffled = self.rules.pickup_order is PickupOrder.SHUFFLED
        return shuffle(spoils, self.source) if is_shuffled else spoils

    def _pot(self, winner: Seat) -> list[Card]:
        match self.rules.pickup_order:
            case PickupOrder.WINNER_FIRST:
                order = self._clockwise(winner)
                return [card for seat in order for card in self.own(seat)]
            case PickupOrder.LOSER_FIRST:
                first, *others = self._clockwise(winner)
                return [card for seat in (*others, first) for card in self.own(seat)]
            case PickupOrder.SHUFFLED | PickupOrder.AS_PLAYED | PickupOrder.WINNER_CHOOSES:
                return [placed.card for placed in self.table]
        assert_never(self.rules.pickup_order)

    def _clockwise(self, first: Seat) -> list[Seat]:
        seats = len(self.state.stocks)
        return [(first + turn) % seats for turn in range(seats)]

    def take(self, winner: Seat, spoils: Cards | None = None) -> None:
        """Give the winner carry and pot, in the pickup order or as the *spoils* lie."""
        cards = self.spoils(winner) if spoils is None else spoils
        self.supply.capture(winner, cards)
        self.events.append(Taken(seat=winner, cards=cards, shown=self.shown))
        self.carry = self.carry_shown = ()
        self.table.clear()
        self.last_winner = winner

    def _split_pot(self, tied: tuple[Seat, ...]) -> None:
        self.events.append(Tied(seats=tied))
        others = [placed.card for placed in self.table if placed.seat not in tied]
        pool = (*self.carry, *others)
        even = len(pool) - len(pool) % len(tied)
        for place, seat in enumerate(tied):
            self._share(seat, (*self.own(seat), *pool[place : even : len(tied)]))
        self.carry = pool[even:]
        self.carry_shown = self._shown_of(self.carry)
        self.table.clear()
        if self.carry:
            self.events.append(Carried(cards=self.carry, shown=self.carry_shown))

    def _take_back(self) -> None:
        self.events.append(Exhausted())
        for seat in self.alive:
            self._share(seat, self.own(seat))
        self.table.clear()

    def _share(self, seat: Seat, cards: Cards) -> None:
        self.supply.capture(seat, cards)
        self.events.append(Split(seat=seat, cards=cards, shown=self._shown_of(cards)))

    def _shown_of(self, cards: Cards) -> Cards:
        return tuple(card for card in self.shown if card in cards)

    def owned(self, seat: Seat) -> int:
        """Count all cards of a seat: stock, pile, scored and held ones."""
        supply = self.supply
        return len(supply.stocks[seat]) + len(supply.piles[seat]) + len(self.hands[seat])

    def freeze(self) -> WarState:
        """Return the state as the cards lie now, in the middle of the battle."""
        state = self.state
        return self._frozen(
            out=state.out,
            battles=state.battles,
            any_short=self.any_short,
            landmark=state.landmark,
        )

    def _frozen(
        self,
        *,
        out: frozenset[Seat],
        battles: int,
        any_short: bool,
        landmark: Landmark | None,
    ) -> WarState:
        # Naming every field is faster than replace(), which each battle would notice.
        return WarState(
            rules=self.rules,
            stocks=tuple(map(tuple, self.supply.stocks)),
            piles=tuple(map(tuple, self.supply.piles)),
            hands=tuple(map(tuple, self.hands)),
            wars_won=tuple(self.wars_won),
            carry=self.carry,
            carry_shown=self.carry_shown,
            set_aside=self.state.set_aside,
            table=tuple(self.table),
            out=out,
            battles=battles,
            any_short=any_short,
            last_winner=self.last_winner,
            landmark=landmark,
        )

    def close(
        self, minutes: float | None, battles_a_minute: int
    ) -> tuple[WarState, tuple[WarEvent, ...]]:
        """End the battle: who is out, and whether objective, limit or repetition ends the game."""
        gone, after, ended = self._leave()
        ended = (
            ended
            or _cycle_end(after, cycle_period(after))
            or limit_end(after, minutes, battles_a_minute)
        )
        if ended is not None and ended.reason is EndReason.CAP:
            ended = _cycle_end(after, _late_period(after, self.source)) or ended
        if ended is not None:
            if self.carry and ended.outcome is Outcome.WIN:
                self.take(ended.seats[0])
                after = self._closed(gone, None)
            self.events.append(ended)
            after = replace(after, ended=ended, landmark=None)
        elif (landmark := next_landmark(after)) is not after.landmark:
            after = self._closed(gone, landmark)
        return after, tuple(self.events)

    def _leave(self) -> tuple[Sequence[Seat], WarState, Ended | None]:
        """Return who holds nothing and leaves, the state without them, and the end it may bring."""
        is_scored = self.rules.captured_to is CapturedTo.SCORED
        gone = [seat for seat in self.alive if not (is_scored or self.owned(seat))]
        self.events.extend(WentOut(seat=seat) for seat in gone)
        alive = [seat for seat in self.alive if seat not in gone]
        if len(alive) == 1 and self.carry:
            self.take(alive[0])
        after = self._closed(gone, self.state.landmark)
        return gone, after, objective_end(after, gone, self.dead, in_war=self.any_short)

    def _closed(self, gone: Sequence[Seat], landmark: Landmark | None) -> WarState:
        return self._frozen(
            out=self.state.out.union(gone),
            battles=self.state.battles + 1,
            any_short=False,
            landmark=landmark,
        )


def _late_period(state: WarState, source: RandomSource) -> int | None:
    """Return after how many battles a capped game comes back to where it is, or None.

    Where a position has come twice, the present one lies on the cycle: playing on, unseen,
    for as long as a game may last finds every period that the game itself could have shown.
    """
    if not is_deterministic(state.rules):
        return None
    now = state
    for period in range(1, BATTLES_MAX + 1):
        battle = Battle(now, source)
        battle.play()
        _, now, ended = battle._leave()
        if ended is not None:
            return None
        if now.position == state.position:
            return period
    return None


def _cycle_end(state: WarState, period: int | None) -> Ended | None:
    if period is None:
        return None
    return Ended(outcome=Outcome.DRAW, seats=state.alive, reason=EndReason.CYCLE, period=period)


def _laid(laid: Laid, seat: Seat) -> tuple[Card, ...]:
    return tuple(placed.card for placed in laid.placements if placed.seat == seat)
