"""Computer players for the games of War with decisions: each a simple way, with a name.

A strategy chooses one of the `legal_actions` of its seat. It is handed the whole state and
looks only at what its player may see: what is offered to it, cards lying face up, how many
cards lie where, and which cards are in play at all. Which of two cards is better follows
the rules of the game, so that in Peace the high cards are bad ones. Every strategy can
play every game, if not to any purpose: one for picking cards never steals, and one for
stealing picks its worst card. As none but the one by chance ever changes its mind, a game
between two of them may go in circles to the technical cap.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from casino_war.errors import N_, UnknownStrategyError
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource, choice
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_pack import strength_of
from casino_war.game.war_rules import Choice
from casino_war.game.war_state import WarState

Strategy = Callable[[WarState, Seat, RandomSource], Action]
"""Chooses for an awaited seat."""


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A strategy with a name; to call it is to choose. ``title`` is a message id."""

    key: str
    title: str
    choose: Strategy

    def __call__(self, state: WarState, seat: Seat, source: RandomSource) -> Action:
        """Choose for an awaited seat."""
        return self.choose(state, seat, source)


def choose_all(
    state: WarState,
    strategies: Mapping[Seat, Strategy] | Sequence[Strategy],
    source: RandomSource,
) -> dict[Seat, Action]:
    """Let every awaited seat choose by its own strategy; nobody if nobody is awaited."""
    awaited = () if state.awaiting is None else state.awaiting.seats
    return {seat: strategies[seat](state, seat, source) for seat in awaited}


def choose_at_random(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Choose any legal action, each as likely."""
    return choice(legal_actions(state, seat), source)


def pick_highest(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Pick the best card offered, the first of equals."""
    return _pick_first(_offered(state, seat, best_first=True))


def pick_lowest(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Pick the worst card offered, the first of equals."""
    return _pick_first(_offered(state, seat))


def pick_likely_winner(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Pick the worst card that beats half of the unseen ones or more; if none does, the worst."""
    offered, unseen = _offered(state, seat), _unseen(state, seat)
    strength = strength_of(state.rules)

    def beats(card: Card, other: Card) -> bool:
        own, theirs = strength([(card,), (other,)])
        return own > theirs

    likely = [c for c in offered if 2 * sum(beats(c, other) for other in unseen) >= len(unseen)]
    return _pick_first(likely or offered)


def pick_best_in_war(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Open a battle with the worst card and go to war with the best, where more is won."""
    return (pick_highest if state.table else pick_lowest)(state, seat, source)


def steal_if_possible(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Steal the largest pile that can be stolen; top the own one with the worst card won."""
    targets = _targets(state, seat)
    if not targets:
        return pick_lowest(state, seat, source)
    return Steal(max(targets, key=lambda other: len(state.piles[other])))


def steal_larger_pile(state: WarState, seat: Seat, source: RandomSource) -> Action:
    """Steal the largest pile if it is larger than the own one; top the own one safely.

    A top card is safe if few cards of its rank are left that could steal it: the won card
    of whose rank most lie face up or have just been won.
    """
    own = len(state.piles[seat])
    larger = [other for other in _targets(state, seat) if len(state.piles[other]) > own]
    if larger:
        return steal_if_possible(state, seat, source)
    offered = _offered(state, seat)
    known = [card.rank for card in (*offered, *(c for pile in state.piles for c in pile))]
    return _pick_first(sorted(offered, key=lambda card: -known.count(card.rank)))


RANDOM = ComputerPlayer("random", N_("By chance"), choose_at_random)
HIGH_FIRST = ComputerPlayer("high_first", N_("High cards first"), pick_highest)
LOW_FIRST = ComputerPlayer("low_first", N_("Low cards first"), pick_lowest)
LIKELY_WINNER = ComputerPlayer(
    "likely_winner", N_("The lowest card that is likely to win"), pick_likely_winner
)
BEST_IN_WAR = ComputerPlayer("best_in_war", N_("High cards for wars"), pick_best_in_war)
THIEF = ComputerPlayer("thief", N_("Steals whenever possible"), steal_if_possible)
CHOOSY_THIEF = ComputerPlayer("choosy_thief", N_("Steals larger piles only"), steal_larger_pile)
HONEST = ComputerPlayer("honest", N_("Never steals"), pick_lowest)

STRATEGIES: Mapping[Choice, tuple[ComputerPlayer, ...]] = MappingProxyType(
    {
        Choice.NOTHING: (RANDOM,),
        Choice.STEAL: (THIEF, CHOOSY_THIEF, HONEST, RANDOM),
        Choice.HAND: (BEST_IN_WAR, LIKELY_WINNER, HIGH_FIRST, LOW_FIRST, RANDOM),
        Choice.SPOILS: (HIGH_FIRST, LOW_FIRST, RANDOM),
    }
)
"""The computer players made for each game, the usual one first. Where players decide
nothing the one named is never asked."""


def usual(game: Choice) -> ComputerPlayer:
    """Return the computer player that plays where none was chosen."""
    return STRATEGIES[game][0]


def find(name: str, game: Choice | None = None) -> ComputerPlayer:
    """Return the computer player of that key or title, in any case or spacing.

    With *game* only those made for it are known.

    Raises:
        UnknownStrategyError: there is none; the message offers the nearest keys.
    """
    games = STRATEGIES if game is None else (game,)
    known = {player.key: player for each in games for player in STRATEGIES[each]}
    spelling = "_".join(name.replace("-", " ").replace("_", " ").lower().split())
    titles = {player.title.lower().replace(" ", "_"): player for player in known.values()}
    for names in (known, titles):
        if spelling in names:
            return names[spelling]
    raise UnknownStrategyError(
        N_("There is no computer player called %(name)s; the nearest names are %(nearest)s."),
        name=repr(name),
        nearest=", ".join(get_close_matches(spelling, known, n=3, cutoff=0.0)),
    )


def _offered(state: WarState, seat: Seat, *, best_first: bool = False) -> list[Card]:
    """Return the cards that a seat may pick, worst first; none if it may play or steal."""
    strength = strength_of(state.rules)
    offered = [action.card for action in legal_actions(state, seat) if isinstance(action, Pick)]
    return sorted(offered, key=lambda card: strength([(card,)])[0], reverse=best_first)


def _pick_first(cards: Sequence[Card]) -> Action:
    return Pick(cards[0]) if cards else Play()


def _targets(state: WarState, seat: Seat) -> list[Seat]:
    return [a.opponent for a in legal_actions(state, seat) if isinstance(a, Steal)]


def _unseen(state: WarState, seat: Seat) -> Cards:
    """Return all cards in play but those of the own hand and those face up on the table.

    A player knows which they are, for he knows the pack, but not where each of them lies.
    """
    hands = [hand for other, hand in enumerate(state.hands) if other != seat]
    buried = [placed.card for placed in state.table if not placed.is_face_up]
    packets = (*state.stocks, *hands, buried, state.set_aside)
    return tuple(card for packet in packets for card in packet)
