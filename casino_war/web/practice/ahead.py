"""A whole practice game as data, for a page that plays it without a connection.

Every text is told here, in the reader's language, and each of them once: battles point to
their texts by place. What a battle leaves out is none, and its keys are short, for there may
be thousands of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from casino_war.game.cards import Card, format_cards
from casino_war.game.war_pack import pack_of
from casino_war.services.practice.felt import Laid, felt_of_battle, felt_of_course
from casino_war.services.practice.play import result_of
from casino_war.services.practice.supply import GameAhead
from casino_war.store.practice import StoredGame
from casino_war.web.language import _, ngettext
from casino_war.web.practice.endings import tell_end
from casino_war.web.practice.places import compass, place_name
from casino_war.web.practice.presenter import ORDER, ShownSeat, ShownTable, shown_table

Data = dict[str, Any]


def told_promise(game: StoredGame) -> Data:
    """Tell what a game is committed to before its cards are dealt."""
    return {"link": game.link, "commitment": game.commitment, "nonce": game.nonce}


def told_game(ahead: GameAhead) -> Data:
    """Tell a game from its deal to its end."""
    table, telling = ahead.table, _Telling()
    game, rules = table.game, table.rules
    first = shown_table(felt_of_course(ahead.course, None))
    battles = [telling.battle(first)]
    for battle in ahead.battles():
        battles.append(telling.battle(shown_table(felt_of_battle(battle, None))))
    ended, tally = ahead.ended, ahead.tally
    return {
        **told_promise(game),
        "serverSeed": game.server_seed,
        "clientSeed": game.client_seed,
        "pack": format_cards(pack_of(rules)),
        "dealt": format_cards(ahead.dealt),
        "seats": [
            {
                "number": seat,
                "name": place_name(seat, rules.players),
                "place": compass(seat, rules.players),
            }
            for seat in ORDER[rules.players]
        ],
        "hasPiles": first.seats[0].pile_count is not None,
        "battles": battles,
        "texts": list(telling.texts),
        "steps": [
            _("Turned up"),
            *(_("War step %(step)s", step=step) for step in range(1, telling.steps + 1)),
        ],
        "downs": {str(count): _tell_downs(count) for count in sorted(telling.downs)},
        "result": tell_end(ended, rules),
        "outcome": result_of(table, ended),
        "longestWar": tally.longest_war,
        "leadChanges": tally.lead_changes,
    }


@dataclass(slots=True)
class _Telling:
    """What battles have in common: their texts by place, their steps, their cards face down."""

    texts: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    downs: set[int] = field(default_factory=set)

    def battle(self, table: ShownTable) -> Data:
        told = {
            "s": [self._seat(seat) for seat in table.seats],
            "p": table.pot_count,
            "k": table.carry_count,
            "c": _codes(table.carry),
            "a": table.set_aside_count,
            "w": int(table.is_war),
            "o": self._place(table.outcome or (_("The cards are dealt."))),
            "t": [self._place(sentence) for sentence in table.sentences],
        }
        return {key: value for key, value in told.items() if value or key in ("s", "o")}

    def _seat(self, seat: ShownSeat) -> Data:
        told = {
            "n": seat.stock_count,
            "p": seat.pile_count,
            "w": seat.wars_won,
            "x": int(seat.is_out),
            "t": int(seat.has_taken),
            "l": [self._laid(step) for step in seat.laid],
        }
        return {key: value for key, value in told.items() if value}

    def _laid(self, laid: Laid) -> list[int | str]:
        """Tell a step: its number, how many cards lie face down, and the others."""
        shown = [card for card in laid.cards if card is not None]
        down_count = len(laid.cards) - len(shown)
        self.steps = max(self.steps, laid.step)
        if down_count:
            self.downs.add(down_count)
        return [laid.step, down_count, *_codes(shown)]

    def _place(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]


def _tell_downs(count: int) -> str:
    return ngettext("%(num)s card face down", "%(num)s cards face down", count)
