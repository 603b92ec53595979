"""A game of War between two battles as text, with how far its stream of chance was drawn.

Only what cannot be told from the rules is kept. Texts are read by the program that wrote
them and by later ones: a new part gets a default.
"""

import json
from typing import Any

from casino_war.errors import N_, BrokenInvariantError
from casino_war.game.cards import Cards, format_cards, parse_cards
from casino_war.game.war_choices import begun
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import Landmark, Position, WarState


def to_text(state: WarState, drawn: int) -> str:
    """Print a state with no battle open, and the count of words drawn so far.

    Raises:
        BrokenInvariantError: cards of an open battle lie on the table.
    """
    if state.table or state.any_short or state.ended is not None:
        raise BrokenInvariantError(N_("Only a game between two battles can be kept."))
    mark = state.landmark
    parts: dict[str, Any] = {
        "stocks": _texts(state.stocks),
        "piles": _texts(state.piles),
        "hands": _texts(state.hands),
        "wars_won": state.wars_won,
        "carry": format_cards(state.carry),
        "carry_shown": format_cards(state.carry_shown),
        "set_aside": format_cards(state.set_aside),
        "out": sorted(state.out),
        "last_winner": state.last_winner,
        "battles": state.battles,
        "landmark": None if mark is None else _mark(mark),
        "drawn": drawn,
    }
    kept = {name: part for name, part in parts.items() if part not in (None, "", [])}
    return json.dumps(kept, separators=(",", ":"))


def from_text(rules: WarRules, text: str) -> tuple[WarState, int]:
    """Read what `to_text` printed: the state, with what it awaits, and the words drawn."""
    parts = json.loads(text)
    state = WarState(
        rules=rules,
        stocks=_cards(parts["stocks"]),
        piles=_cards(parts["piles"]),
        hands=_cards(parts["hands"]),
        wars_won=tuple(parts["wars_won"]),
        carry=parse_cards(parts.get("carry", "")),
        carry_shown=parse_cards(parts.get("carry_shown", "")),
        set_aside=parse_cards(parts.get("set_aside", "")),
        out=frozenset(parts.get("out", ())),
        last_winner=parts.get("last_winner"),
        battles=parts["battles"],
        landmark=_read_mark(parts["landmark"]) if "landmark" in parts else None,
    )
    return begun(state), parts["drawn"]


def _mark(mark: Landmark) -> list[object]:
    stocks, piles, carry, wars_won = mark.position
    return [_texts(stocks), _texts(piles), format_cards(carry), wars_won, mark.battles, mark.reach]


def _read_mark(parts: list[Any]) -> Landmark:
    stocks, piles, carry, wars_won, battles, reach = parts
    position: Position = (_cards(stocks), _cards(piles), parse_cards(carry), tuple(wars_won))
    return Landmark(position=position, battles=battles, reach=reach)


def _texts(packets: tuple[Cards, ...]) -> list[str]:
    return [format_cards(cards) for cards in packets]


def _cards(texts: list[str]) -> tuple[Cards, ...]:
    return tuple(parse_cards(text) for text in texts)
