"""Every named table: its rules with a key, a title, a source and a version.

Rules that have been played never change: a new version takes their place, and the old
one stays stored whole with the rounds that it decided.
"""

from dataclasses import dataclass
from difflib import get_close_matches

from casino_war.errors import N_, UnknownPresetError
from casino_war.game.money import shorten
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreset:
    """A named set of table rules. ``title`` and ``summary`` are message ids."""

    key: str
    title: str
    summary: str
    source: str
    version: int
    rules: TableRules
    names: tuple[str, ...] = ()
    """Other names by which `find` knows it, in lower case."""


PRESETS: tuple[TablePreset, ...] = (
    TablePreset(
        key="classic",
        title=N_("Classic"),
        summary=N_("The table of most casinos: six decks, a cut card, a tied war wins."),
        source="The rule sheet most common in North American casinos.",
        version=1,
        rules=TableRules(),
        names=("standard", "casino war"),
    ),
    TablePreset(
        key="bonus",
        title=N_("Bonus"),
        summary=N_("A tied war pays a bonus equal to the ante."),
        source="Online games that shuffle six decks before every round.",
        version=1,
        rules=TableRules(shoe=ShoeRule.FRESH, tied_war=TiedWar.BONUS_ANTE),
        names=("bonus ante",),
    ),
    TablePreset(
        key="single_deck",
        title=N_("Single deck"),
        summary=N_("One deck, shuffled before every round: ties are rarer."),
        source="Standard rules from a single deck shuffled before every round.",
        version=1,
        rules=TableRules(decks=1, shoe=ShoeRule.FRESH),
        names=("one deck", "single"),
    ),
    TablePreset(
        key="battle_royal",
        title=N_("Battle Royal"),
        summary=N_("One deck; a tied war pays the raise three to one; no tie bet."),
        source="Single-deck tables sold under this name, which take no tie bet.",
        version=1,
        rules=TableRules(
            decks=1, shoe=ShoeRule.FRESH, tied_war=TiedWar.TRIPLE_RAISE, tie_bet_to_one=None
        ),
        names=("battle royale",),
    ),
    TablePreset(
        key="eleven",
        title=N_("Eleven to one"),
        summary=N_("The tie bet pays 11 to 1 and may be placed alone."),
        source="Online games whose tie bet pays 11 to 1.",
        version=1,
        rules=TableRules(shoe=ShoeRule.FRESH, tie_bet_to_one=11, tie_bet_alone=True),
        names=("11 to 1", "eleven to one"),
    ),
    TablePreset(
        key="niagara",
        title=N_("Niagara"),
        summary=N_("Bonus for a tied war; the tie bet is held to a tenth of the largest ante."),
        source="Rule sheets of Ontario casinos, which limit the tie bet.",
        version=1,
        rules=TableRules(tied_war=TiedWar.BONUS_ANTE, tie_bet_max_share_percent=10),
        names=("casino niagara",),
    ),
    TablePreset(
        key="ladder",
        title=N_("Ladder"),
        summary=N_("Wars repeat up to four ties; the tie bet climbs 10, 25, 50, 200 to one."),
        source="Live-dealt online games from eight decks with a ladder of tie payouts.",
        version=1,
        rules=TableRules(
            decks=8,
            tied_war=TiedWar.REPEAT,
            tie_bet_alone=True,
            tie_ladder=(10, 25, 50, 200),
        ),
        names=("tie ladder", "repeat"),
    ),
)

_BY_NAME = {
    name: preset for preset in PRESETS for name in (preset.key.replace("_", " "), *preset.names)
}


def find(name: str) -> TablePreset:
    """Return the preset of that key, title or other name, in any case or spacing.

    Raises:
        UnknownPresetError: there is none; the message offers the nearest names.
    """
    spelling = " ".join(name.replace("_", " ").replace("-", " ").lower().split())
    if spelling in _BY_NAME:
        return _BY_NAME[spelling]
    keys = [preset.key for preset in PRESETS]
    raise UnknownPresetError(
        N_("There is no table called %(name)s; the nearest names are %(nearest)s."),
        name=shorten(name),
        nearest=", ".join(get_close_matches(spelling, keys, n=3, cutoff=0.0)),
    )
