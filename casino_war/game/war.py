"""The pile game: `deal`, or start `from_stocks`, and `play_battle` until it has ended.

Pure: states are frozen, chance and the clock are arguments. All entrants of a battle
stand in one contest, which `battle.compare` decides; `StockSupply` lays the cards. Games
in which players decide something are played through `casino_war.game.war_choices`.
"""

from collections.abc import Sequence
from dataclasses import replace

from casino_war.errors import N_, IllegalDecisionError, InvalidCardError, InvalidRulesError
from casino_war.game.cards import JOKERS, Cards
from casino_war.game.randomness import RandomSource, choice, shuffle
from casino_war.game.war_battle import Battle
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_events import WarEvent
from casino_war.game.war_pack import is_in_pack, pack_of
from casino_war.game.war_rules import CapturedTo, JokerPlacement, UndealtCards, WarRules
from casino_war.game.war_state import WarState, next_landmark


def deal(rules: WarRules, source: RandomSource) -> WarState:
    """Shuffle the pack and deal it one card at a time, as many as divide evenly.

    Seat i gets the cards i, i + n, i + 2n, ... of the shuffled pack, the first on top.
    """
    cards = shuffle(pack_of(rules), source)
    dealt = len(cards) - len(cards) % rules.players
    stocks = [list(cards[seat : dealt : rules.players]) for seat in range(rules.players)]
    if rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK:
        for stock, joker in zip(stocks, JOKERS, strict=True):
            stock.insert(choice(range(len(stock) + 1), source), joker)
    goes_to_winner = rules.undealt_cards is UndealtCards.TO_FIRST_WINNER
    return _watched(
        rules,
        [tuple(stock) for stock in stocks],
        carry=cards[dealt:] if goes_to_winner else (),
        set_aside=() if goes_to_winner else cards[dealt:],
    )


def from_stocks(
    rules: WarRules, stocks: Sequence[Cards], piles: Sequence[Cards] | None = None
) -> WarState:
    """Start from given stocks, top card first, and side piles, first captured card first.

    The stocks set the number of players.

    Raises:
        InvalidRulesError: not 2-4 stocks, an empty one, not as many piles, or a pile in a
            game that has none.
        InvalidCardError: a card stands twice, or is not of the pack.
    """
    if rules.players != len(stocks):
        rules = replace(rules, players=len(stocks))
    piles = [()] * len(stocks) if piles is None else piles
    if not all(stocks) or len(piles) != len(stocks):
        raise InvalidRulesError(
            N_("Each player needs a stock of at least one card."), fields=("players",)
        )
    if any(piles) and rules.captured_to is CapturedTo.STOCK_BOTTOM:
        raise InvalidRulesError(
            N_("There are no side piles where won cards go under the stock."),
            fields=("captured_to",),
        )
    cards = [card for packet in (*stocks, *piles) for card in packet]
    for card in cards:
        if not is_in_pack(rules, card):
            raise InvalidCardError(N_("%(text)s is not in the pack."), text=repr(card.code))
        if cards.count(card) > 1:
            raise InvalidCardError(N_("%(text)s stands twice."), text=repr(card.code))
    return _watched(rules, stocks, piles=piles)


def play_battle(
    state: WarState,
    source: RandomSource,
    minutes: float | None = None,
    battles_a_minute: int = BATTLES_A_MINUTE,
) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Play one battle with every war it leads to; an ended game stays as it is.

    ``minutes`` is what a clock says has passed since the deal once the battle is over;
    without a clock so many battles count as a minute.

    Raises:
        IllegalDecisionError: the game waits for a choice, see `war_choices.apply`.
    """
    if state.awaiting is not None:
        raise IllegalDecisionError(
            N_("This game waits for a choice before its next battle."), reason="war"
        )
    if state.ended is not None:
        return state, ()
    battle = Battle(state, source)
    battle.play()
    return battle.close(minutes, battles_a_minute)


def _watched(
    rules: WarRules,
    stocks: Sequence[Cards],
    piles: Sequence[Cards] | None = None,
    carry: Cards = (),
    set_aside: Cards = (),
) -> WarState:
    nothing: tuple[Cards, ...] = ((),) * len(stocks)
    state = WarState(
        rules=rules,
        stocks=tuple(stocks),
        piles=nothing if piles is None else tuple(piles),
        hands=nothing,
        wars_won=(0,) * len(stocks),
        carry=carry,
        set_aside=set_aside,
    )
    return replace(state, landmark=next_landmark(state))
