"""Short names of what the odds pages compare, for tables and charts."""

from collections.abc import Mapping

from casino_war.game.table_rules import TiedWar
from casino_war.odds.comparisons import Change
from casino_war.web.language import Text, _, ngettext
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.words import word

TIED_WARS_SHORT: Mapping[TiedWar, Text] = {
    TiedWar.EVEN: _l("Even money"),
    TiedWar.BONUS_ANTE: _l("Bonus"),
    TiedWar.TRIPLE_RAISE: _l("Raise 3 to 1"),
    TiedWar.TRIPLE_TOTAL: _l("Both 3 to 1"),
    TiedWar.PUSH: _l("Push"),
    TiedWar.LOSE: _l("Loses"),
    TiedWar.REPEAT: _l("Fought again"),
}
"""What a tied war comes to, in a word or two."""


def decks_word(decks: int) -> str:
    """Return a number of decks in words."""
    return ngettext("%(num)s deck", "%(num)s decks", decks)


def to_one_word(to_one: int) -> str:
    """Return odds as tables print them."""
    return _("%(odds)s to 1", odds=to_one)


def change_word(change: Change) -> str:
    """Say in a few words what a change from the standard table changes."""
    match change.field:
        case "decks":
            return decks_word(change.rules.decks)
        case "tied_war":
            name = str(TIED_WARS_SHORT[change.rules.tied_war])
            return _("Tied war: %(name)s", name=name)
        case "strategy":
            return _("Always surrender")
        case "surrender":
            return _("Surrender all")
        case _:
            return _("Standard table")


def change_sentence(change: Change) -> str:
    """Say in full what a change from the standard table changes."""
    match change.field:
        case "decks":
            return _("%(decks)s instead of 6", decks=decks_word(change.rules.decks))
        case "tied_war":
            return word(change.rules.tied_war)
        case "strategy":
            return _("The player surrenders at every tie")
        case "surrender":
            return _("Surrender forfeits the ante, and the player surrenders at every tie")
        case _:
            return _("Six decks, even money for a tied war, always war")
