"""What happens at a tie, in sentences: the war, its repetition, and those who run short."""

from collections.abc import Iterator, Mapping

from casino_war.game.war_rules import (
    BY_RANK,
    Choice,
    RankCount,
    RankValues,
    ShortRule,
    WarEntrants,
    WarRules,
)
from casino_war.web.format import number
from casino_war.web.language import Text, _, ngettext
from casino_war.web.language import lazy_gettext as _l

_VALUES: Mapping[RankValues, Text] = {
    RankValues.COURT10_ACE11: _l("Jacks, queens and kings count 10, an ace 11."),
    RankValues.COURT10_ACE1: _l("Jacks, queens and kings count 10, an ace 1."),
    RankValues.INDEX: _l("Jack, queen, king and ace count 11, 12, 13 and 14."),
}

_SHORT: Mapping[ShortRule, Text] = {
    ShortRule.ELIMINATED: _l(
        "In a war whoever must lay a card and has none is out, and what was laid stays in the "
        "pot. The last one left takes the pot without laying more."
    ),
    ShortRule.LAST_CARD_STANDS: _l(
        "Whoever has too few cards for a war turns the last one up. It stands, and counts in "
        "every further step of that war."
    ),
    ShortRule.PLAY_AVAILABLE: _l(
        "Whoever has too few cards for a war lays what there is and turns the last one up. "
        "Whoever has none left at a tie has lost the war."
    ),
    ShortRule.MATCH_FEWEST: _l(
        "If somebody has too few cards for a war, all lay only as many as that player can. "
        "Whoever has none left at a tie has lost the war."
    ),
    ShortRule.SHARE_POT: _l(
        "If a war cannot be fought to its end, everybody takes their own cards back."
    ),
}


def tell_tie(rules: WarRules) -> Iterator[str]:
    """Tell of a tie that splits the pot."""
    yield _("If the best cards tie, there is no war: those who tied take their own cards back.")
    if rules.players > 2:
        yield _(
            "They share the other cards evenly; what does not divide waits for the winner of "
            "the next battle."
        )


def tell_war(rules: WarRules) -> Iterator[str]:
    """Tell of the war that a tie starts."""
    yield _who_fights(rules)
    yield _burial(rules)
    if rules.war_face_down == BY_RANK:
        yield str(_VALUES[rules.rank_values])
        if rules.jokers:
            is_index = rules.rank_values is RankValues.INDEX
            yield _("A joker counts 15.") if is_index else _("A joker counts 11.")
    yield _what_is_compared(rules)
    if rules.repeat_face_down == 0 and rules.war_face_down != 0:
        yield _("After a further tie nothing more is buried: card against card decides.")
    else:
        yield _("A further tie is fought in the same way.")
    if rules.choice is Choice.HAND:
        yield _("The two cards that caused the war go to its loser.")
    if rules.players > 2:
        yield _("Equal cards below the best start nothing.")


def tell_short(rules: WarRules) -> Iterator[str]:
    """Tell what becomes of those who have too few cards for a war."""
    yield str(_SHORT[rules.short_rule])
    if rules.short_rule is ShortRule.SHARE_POT:
        return
    if rules.players == 2:
        yield _("If both run out at the same moment, the game is drawn.")
    else:
        yield _(
            "If all who fight run out at the same moment, the pot waits for the winner of the "
            "next battle; if nobody else holds cards, the game is drawn."
        )


def _who_fights(rules: WarRules) -> str:
    if rules.players == 2:
        return _("If the cards tie, it is war, and both fight.")
    if rules.war_entrants is WarEntrants.ALL:
        return _("If the best cards tie, it is war, and all who turned a card fight.")
    return _("If the best cards tie, it is war, and only those who tied fight.")


def _burial(rules: WarRules) -> str:
    upturned = rules.cards_per_turn
    if rules.choice is Choice.HAND and rules.war_face_down != BY_RANK:
        return ngettext(
            "Each lays %(num)s card of the stock face down and chooses another card of the hand.",
            "Each lays %(num)s cards of the stock face down and chooses another card of the hand.",
            int(rules.war_face_down),
        )
    if rules.war_face_down == BY_RANK:
        if rules.rank_count is RankCount.TOTAL:
            return _("Each lays as many cards as the tied rank counts, all face down but the last.")
        return _("Each lays as many cards face down as the tied rank counts, and turns one more.")
    if rules.war_face_down == 0:
        return ngettext(
            "Nothing is buried: each turns the next card.",
            "Nothing is buried: each turns the next %(num)s cards.",
            upturned,
        )
    turned = ngettext("the next one", "the next %(num)s", upturned)
    return ngettext(
        "Each lays %(num)s card face down and turns %(next)s up.",
        "Each lays %(num)s cards face down and turns %(next)s up.",
        int(rules.war_face_down),
        next=turned,
    )


def _what_is_compared(rules: WarRules) -> str:
    if rules.choice is Choice.STEAL:
        return _(
            "The face-down cards steal nothing, but the card after them may. The best of the "
            "new cards takes everything."
        )
    cards = _cards_in_a_war(rules)
    if cards is None:
        return _("Only the new cards are compared; the best takes everything on the table.")
    return _(
        "Only the new cards are compared; the best takes everything on the table, %(cards)s cards.",
        cards=number(cards),
    )


def _cards_in_a_war(rules: WarRules) -> int | None:
    """Count the cards of a war of one step, None where that depends."""
    is_fixed = rules.players == 2 and rules.war_face_down != BY_RANK
    if not is_fixed or rules.choice is Choice.HAND:
        return None
    return rules.players * (2 * rules.cards_per_turn + int(rules.war_face_down))
