"""Stocks as a supply of cards for battles: side piles, and what a short entrant lays."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from casino_war.game.battle import Laid, Placement
from casino_war.game.cards import Card, Cards, Rank
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource, shuffle
from casino_war.game.war_rules import (
    BY_RANK,
    CapturedTo,
    RankCount,
    RankValues,
    ShortRule,
    WarRules,
)


class StockSupply:
    """Stocks and side piles of all seats while a battle is played."""

    def __init__(
        self,
        rules: WarRules,
        stocks: Sequence[Cards],
        piles: Sequence[Cards],
        source: RandomSource,
    ) -> None:
        self._rules = rules
        self._source = source
        self.stocks = [list(stock) for stock in stocks]
        self.piles = [list(pile) for pile in piles]
        self.recycled: list[Seat] = []
        """Seats whose pile became their stock since the list was last emptied."""

    def holds(self, seat: Seat) -> int:
        """Count the cards that a seat can still lay."""
        if self._rules.captured_to is CapturedTo.SCORED:
            return len(self.stocks[seat])
        return len(self.stocks[seat]) + len(self.piles[seat])

    def capture(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Give cards to a seat, the first to come up first."""
        is_stock = self._rules.captured_to is CapturedTo.STOCK_BOTTOM
        (self.stocks if is_stock else self.piles)[seat].extend(cards)

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        """Turn the cards of a turn; in a war the short rule says what the short do.

        At the opening of a battle a seat with fewer cards turns what it has.
        """
        asked = self._rules.cards_per_turn
        if step == 0:
            return Laid(self._lay_each(dict.fromkeys(entrants, asked), is_face_up=True))
        if self._rules.short_rule is ShortRule.ELIMINATED:
            return self._lay_to_the_end(entrants, asked, is_face_up=True)
        if self._rules.short_rule is ShortRule.MATCH_FEWEST:
            asked = min(asked, *map(self.holds, entrants))
        # Who has none stands under `LAST_CARD_STANDS`, and has left elsewhere at the burial.
        able = [seat for seat in entrants if self.holds(seat)]
        return Laid(self._lay_each(dict.fromkeys(able, asked), is_face_up=True))

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        """Lay the face-down cards of a war step, as far as the short rule lets each."""
        asked = face_down(self._rules, step, tied)
        match self._rules.short_rule:
            case ShortRule.ELIMINATED:
                return self._lay_to_the_end(entrants, asked, is_face_up=False)
            case ShortRule.SHARE_POT:
                needed = asked + self._rules.cards_per_turn
                if any(self.holds(seat) < needed for seat in entrants):
                    return Laid(is_exhausted=True)
                return Laid(self._lay_each(dict.fromkeys(entrants, asked), is_face_up=False))
            case ShortRule.LAST_CARD_STANDS:
                if not any(self.holds(seat) for seat in entrants):
                    return Laid(dead=tuple(entrants))
                return Laid(self._lay_each(self._spare(entrants, asked), is_face_up=False))
            case ShortRule.PLAY_AVAILABLE | ShortRule.MATCH_FEWEST:
                return self._bury_what_they_have(entrants, asked)
        assert_never(self._rules.short_rule)

    def look(self, seats: Sequence[Seat]) -> Laid:
        """Let seats see their top cards before they turn them; who has none is out."""
        able = [seat for seat in seats if self.holds(seat)]
        for seat in able:
            self.refill(seat)
        out, dead = _leave(seats, able)
        return Laid((), out, dead)

    def _bury_what_they_have(self, entrants: Sequence[Seat], asked: int) -> Laid:
        able = [seat for seat in entrants if self.holds(seat)]
        out, dead = _leave(entrants, able)
        if dead or len(able) == 1:
            return Laid((), out, dead)
        counts = self._spare(able, asked)
        if self._rules.short_rule is ShortRule.MATCH_FEWEST:
            counts = dict.fromkeys(able, min(counts.values()))
        return Laid(self._lay_each(counts, is_face_up=False), out)

    def _spare(self, seats: Sequence[Seat], asked: int) -> dict[Seat, int]:
        """Say how many of the asked cards each can lay and still turn up the last."""
        kept = self._rules.cards_per_turn
        return {seat: max(0, min(asked, self.holds(seat) - kept)) for seat in seats}

    def _lay_to_the_end(self, entrants: Sequence[Seat], asked: int, *, is_face_up: bool) -> Laid:
        """Lay one card each at a time; who has nothing to lay is out at that moment."""
        placements: list[Placement] = []
        shorts: list[Seat] = []
        left = list(entrants)
        for _ in range(asked):
            able = [seat for seat in left if self.holds(seat)]
            out, dead = _leave(left, able)
            shorts.extend(out)
            left = able
            if dead or len(able) == 1:
                return Laid(tuple(placements), tuple(shorts), dead)
            placements.extend(self._lay(able, is_face_up=is_face_up))
        return Laid(tuple(placements), tuple(shorts))

    def _lay_each(self, counts: Mapping[Seat, int], *, is_face_up: bool) -> tuple[Placement, ...]:
        """Lay up to so many cards of each seat, one card each at a time."""
        placements: list[Placement] = []
        for nth in range(max(counts.values())):
            seats = [seat for seat, count in counts.items() if count > nth and self.holds(seat)]
            placements.extend(self._lay(seats, is_face_up=is_face_up))
        return tuple(placements)

    def _lay(self, seats: Sequence[Seat], *, is_face_up: bool) -> list[Placement]:
        return [Placement(seat, self.next_card(seat), is_face_up) for seat in seats]

    def next_card(self, seat: Seat) -> Card:
        """Take the top card of a seat that holds one; an empty stock is refilled first."""
        if not self.stocks[seat]:
            self.refill(seat)
        return self.stocks[seat].pop(0)

    def refill(self, seat: Seat) -> None:
        """Make the side pile the stock where the stock is empty."""
        if self.stocks[seat] or not self.piles[seat]:
            return
        pile = self.piles[seat]
        if self._rules.captured_to is CapturedTo.PILE_SHUFFLED:
            pile = list(shuffle(pile, self._source))
        self.stocks[seat], self.piles[seat] = pile, []
        self.recycled.append(seat)


def face_down(rules: WarRules, step: int, tied: Card) -> int:
    """Count the cards that a war step (from 1) over a tie of *tied* asks face down."""
    if step > 1 and rules.repeat_face_down == 0:
        return 0
    if rules.war_face_down != BY_RANK:
        return rules.war_face_down
    value = _rank_value(rules, tied.rank)
    return value - 1 if rules.rank_count is RankCount.TOTAL else value


def _rank_value(rules: WarRules, rank: Rank) -> int:
    if rules.rank_values is RankValues.INDEX or rank <= Rank.TEN:
        return int(rank)
    if rank is Rank.JOKER:
        return 11
    if rank is Rank.ACE:
        return 11 if rules.rank_values is RankValues.COURT10_ACE11 else 1
    return 10


def _leave(
    entrants: Sequence[Seat], able: Sequence[Seat]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Part those who cannot lay into out (others go on) and dead (nobody does)."""
    if len(able) == len(entrants):
        return (), ()
    unable = tuple(seat for seat in entrants if seat not in able)
    return (unable, ()) if able else ((), unable)
