"""The rules of a game of War in sentences, made from its parameters.

Whatever rules are put together are told: named games and a player's own alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from casino_war.game.war_pack import pack_of
from casino_war.game.war_rules import (
    AceRank,
    CapturedTo,
    Choice,
    JokerPlacement,
    TieAction,
    UndealtCards,
    WarRules,
    WinningCard,
)
from casino_war.web.format import number
from casino_war.web.language import _, ngettext
from casino_war.web.war.ending_words import tell_aim, tell_limits
from casino_war.web.war.tie_words import tell_short, tell_tie, tell_war


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading with its sentences."""

    title: str
    sentences: tuple[str, ...]


def tell_rules(rules: WarRules) -> tuple[Chapter, ...]:
    """Tell all rules of a game, in the order in which a player needs them."""
    is_war = rules.tie_action is TieAction.WAR
    chapters = (
        (_("The cards"), _tell_cards(rules)),
        (_("The deal"), _tell_deal(rules)),
        (_("A battle"), _tell_battle(rules)),
        (_("War") if is_war else _("A tie"), tell_war(rules) if is_war else tell_tie(rules)),
        (_("Running short"), tell_short(rules) if is_war else ()),
        (_("Won cards"), _tell_won(rules)),
        (_("The end"), (*tell_aim(rules), *tell_limits(rules))),
    )
    told = ((title, tuple(sentences)) for title, sentences in chapters)
    return tuple(Chapter(title, sentences) for title, sentences in told if sentences)


def _tell_cards(rules: WarRules) -> Iterator[str]:
    packs = {
        52: _("A pack of 52 cards, from two to ace."),
        36: _("A pack of 36 cards, from six to ace."),
        32: _("A pack of 32 cards, from seven to ace."),
    }
    yield packs[rules.deck]
    if rules.jokers:
        yield _("Two jokers, equal to each other and above every other card.")
    if rules.ace_rank is AceRank.LOW:
        yield _("The ace is the lowest card.")
    if rules.lowest_beats_ace:
        lowest = {52: _("two"), 36: _("six"), 32: _("seven")}[rules.deck]
        yield _(
            "The %(card)s beats the ace: wherever an ace is among the compared cards it ranks "
            "just above it. Otherwise it is the lowest card.",
            card=lowest,
        )
    yield _("Suits never count.")


def _tell_deal(rules: WarRules) -> Iterator[str]:
    cards = len(pack_of(rules))
    each, left = divmod(cards, rules.players)
    yield _(
        "The cards are shuffled and dealt face down, one at a time: %(cards)s to each of "
        "%(players)s players. Nobody looks at their own stock.",
        cards=number(each),
        players=number(rules.players),
    )
    full = rules.deck + rules.jokers
    if rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK:
        yield _("Then one joker is put into each stock, at a depth by chance.")
        full -= rules.jokers
    stripped = full - cards
    if rules.undealt_cards is UndealtCards.STRIP_LOWEST and stripped:
        yield ngettext(
            "Before the deal the lowest card is taken out, so that the rest divides evenly.",
            "Before the deal the %(num)s lowest cards are taken out, so that the rest divides "
            "evenly.",
            stripped,
        )
    elif left and rules.undealt_cards is UndealtCards.TO_FIRST_WINNER:
        yield ngettext(
            "The card that is left over goes to the winner of the first battle.",
            "The %(num)s cards that are left over go to the winner of the first battle.",
            left,
        )
    elif left:
        yield ngettext(
            "The card that is left over is set aside unseen.",
            "The %(num)s cards that are left over are set aside unseen.",
            left,
        )
    if rules.choice is Choice.HAND:
        yield _("Everybody takes the top three cards of their stock into the hand.")


def _tell_battle(rules: WarRules) -> Iterator[str]:
    if rules.choice is Choice.STEAL:
        yield _(
            "Everybody looks at their own top card and decides in secret: play it, or steal with "
            "it. A card steals the pile of an opponent whose top card has the same rank; the "
            "stealing card lies on top, and the thief draws another card that must be played."
        )
        yield _(
            "Whoever plays the rank that tops their own pile protects that pile: a theft from it "
            "is void, and the thief has to play."
        )
    elif rules.choice is Choice.HAND:
        yield _(
            "Everybody chooses a card of the hand in secret and draws one from the stock to "
            "fill it up; then the cards are shown together."
        )
    elif rules.cards_per_turn > 1:
        yield _("At the same moment everybody turns the two top cards of their stock.")
    else:
        yield _("At the same moment everybody turns the top card of their stock.")
    is_high = rules.winning_card is WinningCard.HIGHEST
    if rules.cards_per_turn == 1:
        yield (
            _("The highest card takes all cards on the table.")
            if is_high
            else _("The lowest card takes all cards on the table.")
        )
        return
    sums = {
        "sum": (_("The highest sum takes them all."), _("The lowest sum takes them all.")),
        "difference": (
            _("The highest difference takes them all."),
            _("The lowest difference takes them all."),
        ),
    }
    yield sums[rules.combine.value][0 if is_high else 1]
    if rules.ace_rank is AceRank.LOW:
        yield _("Jack, queen and king count 11, 12 and 13, an ace 1.")
    else:
        yield _("Jack, queen, king and ace count 11, 12, 13 and 14.")
    if rules.jokers:
        yield _("A joker counts 15.")
    yield _("A single last card counts for itself.")


def _tell_won(rules: WarRules) -> Iterator[str]:
    places = {
        CapturedTo.STOCK_BOTTOM: _("Won cards go face down under the stock."),
        CapturedTo.PILE_SHUFFLED: _(
            "Won cards go to a pile; when the stock is empty it is shuffled and becomes the stock."
        ),
        CapturedTo.PILE_TURNED: _(
            "Won cards go to a pile; when the stock is empty it is turned over and becomes the "
            "stock."
        ),
        CapturedTo.SCORED: _("Won cards are kept apart and only counted."),
    }
    yield places[rules.captured_to]
    if rules.choice is Choice.STEAL:
        yield _("The pile lies face up, and the winner says which won card lies on top of it.")
    elif rules.captured_to is CapturedTo.STOCK_BOTTOM and rules.choice is not Choice.HAND:
        orders = {
            "shuffled": _("They are shuffled first: a fixed order could make a game endless."),
            "winner_first": _("The winner’s own cards come up first, then the others’."),
            "loser_first": _("The others’ cards come up first, then the winner’s own."),
            "as_played": _("They come up again in the order in which they were laid."),
            "winner_chooses": _("The winner puts them into any order, unseen by the others."),
        }
        yield orders[rules.pickup_order.value]
    elif rules.choice is Choice.HAND:
        yield _("One’s own cards lie first, in the order in which they were laid.")
