"""Every named game of War, as its differences from the classic one."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from casino_war.errors import N_, UnknownPresetError
from casino_war.game.war_rules import Value, WarRules


@dataclass(frozen=True, slots=True, kw_only=True)
class WarPreset:
    """A named set of rules. ``title`` is a message id."""

    key: str
    title: str
    source: str
    version: int = 1
    players: tuple[int, int] = (2, 2)
    """The fewest and the most that it allows."""
    names: tuple[str, ...] = ()
    """Other names by which `find` knows it."""
    differences: Mapping[str, Value] = field(default_factory=dict)

    @property
    def rules(self) -> WarRules:
        """The rules with the fewest players that the preset allows."""
        return WarRules.from_data({"players": self.players[0], **self.differences})

    @property
    def player_counts(self) -> range:
        """All numbers of players that the preset allows."""
        fewest, most = self.players
        return range(fewest, most + 1)

    def rules_for(self, players: int) -> WarRules:
        """Return the rules for so many players, one of `player_counts`."""
        return replace(self.rules, players=players)

    def rules_with(self, settings: Mapping[str, Value]) -> WarRules:
        """Return the rules with some set anew; `player_counts` do not bind.

        Raises:
            InvalidRulesError: a rule or value is unknown, or they do not go together.
        """
        return WarRules.from_data({**self.rules.to_data(), **settings})


_SHEET: Mapping[str, Value] = {
    "war_entrants": "tied",
    "limit_result": "most_cards",
    "games_to_win": 3,
}
_PYANITSA: Mapping[str, Value] = {"deck": 36, "lowest_beats_ace": "yes"}
_TEACHER = N_("classroom pages")


def _preset(
    key: str,
    title: str,
    source: str,
    players: tuple[int, int] = (2, 2),
    names: tuple[str, ...] = (),
    base: Mapping[str, Value] | None = None,
    **differences: Value,
) -> WarPreset:
    return WarPreset(
        key=key,
        title=title,
        source=source,
        players=players,
        names=names,
        differences={**(base or {}), **differences},
    )


PRESETS: tuple[WarPreset, ...] = (
    _preset(
        "classic",
        N_("Classic"),
        N_("pagat"),
        names=(
            N_("War"),
            N_("Battle"),
            N_("Standard"),
        ),
    ),
    _preset(
        "classic_last_card",
        N_("Classic, last card stands"),
        N_("pagat"),
        short_rule="last_card_stands",
    ),
    _preset("multiplayer", N_("Three or four players"), N_("pagat"), (3, 4)),
    _preset("three_down", N_("Three face down"), N_("pagat"), war_face_down=3),
    _preset("jokers", N_("With jokers"), N_("pagat"), jokers=2, war_face_down=3),
    _preset(
        "jokers_one_each",
        N_("A joker in each stock"),
        N_("pagat"),
        jokers=2,
        joker_placement="one_in_each_stock",
        war_face_down=3,
    ),
    _preset(
        "razboi",
        N_("Război"),
        N_("pagat; a Romanian rule page"),
        (2, 4),
        (N_("Romanian war"),),
        undealt_cards="strip_lowest",
        war_face_down="by_rank",
        war_entrants="tied",
        short_rule="match_fewest",
    ),
    _preset(
        "pyanitsa",
        N_("P'yanitsa"),
        N_("pagat; Russian rule pages"),
        (2, 4),
        (
            N_("Peanitsa"),
            N_("Drunkard"),
            N_("Пьяница"),
        ),
        _PYANITSA,
        war_face_down=0,
        objective="avoid_collecting_all",
    ),
    _preset(
        "pyanitsa_down_up",
        N_("P'yanitsa, one down and one up"),
        N_("pagat; Russian rule pages"),
        (2, 4),
        (),
        _PYANITSA,
        war_face_down=1,
        objective="avoid_running_out",
    ),
    _preset(
        "tod_und_leben",
        N_("Tod und Leben"),
        N_("pagat; a German rule page"),
        names=(
            N_("Leben und Tod"),
            N_("Life and death"),
        ),
        deck=32,
        war_face_down=0,
        short_rule="share_pot",
        captured_to="scored",
        pickup_order="as_played",
        objective="most_cards",
    ),
    _preset(
        "score_sheet_default",
        N_("Score sheet"),
        N_("a scoring application's War page"),
        (2, 4),
        (N_("Score-sheet game"),),
        _SHEET,
        war_face_down=3,
    ),
    _preset("speed", N_("Speed"), N_("a scoring application's War page"), (2, 4), (), _SHEET),
    _preset(
        "timed",
        N_("Timed"),
        N_("a scoring application's War page"),
        (2, 4),
        (),
        _SHEET,
        war_face_down=3,
        time_limit_min=10,
    ),
    _preset(
        "four_handed",
        N_("Four-handed"),
        N_("a scoring application's War page"),
        (4, 4),
        (),
        _SHEET,
        war_face_down=3,
    ),
    _preset(
        "sudden_death",
        N_("Sudden death"),
        N_("a scoring application's War page"),
        (2, 4),
        (),
        _SHEET,
        war_face_down=0,
    ),
    _preset(
        "split",
        N_("Split the pile"),
        N_("a scoring application's War page"),
        (2, 4),
        (),
        _SHEET,
        tie_action="split",
        time_limit_min=10,
    ),
    _preset(
        "web_standard",
        N_("Play what you have"),
        N_("the one-face-down page"),
        (2, 4),
        war_face_down=3,
        short_rule="play_available",
    ),
    _preset(
        "one_face_down",
        N_("One face down"),
        N_("the one-face-down page"),
        (2, 4),
        short_rule="play_available",
        battle_limit=1000,
    ),
    _preset(
        "peace",
        N_("Peace"),
        N_("an old Wikipedia list"),
        (2, 4),
        winning_card="lowest",
        war_face_down=5,
        short_rule="play_available",
    ),
    _preset(
        "single_card_retie",
        N_("Single cards after a second tie"),
        N_("ThoughtCo"),
        war_face_down=3,
        repeat_face_down=0,
    ),
    _preset(
        "three_wars",
        N_("Three wars"),
        N_("ThoughtCo"),
        war_face_down=3,
        repeat_face_down=0,
        objective="wars_won",
        wars_to_win=3,
    ),
    _preset("norwegian", N_("Krig"), N_("a Norwegian rule page"), (2, 4), (N_("Norwegian War"),)),
    _preset(
        "bataille",
        N_("Bataille"),
        N_("French rule pages"),
        (2, 4),
        (
            N_("La bataille"),
            N_("French War"),
        ),
        war_entrants="tied",
    ),
    _preset(
        "quadruple",
        N_("Quadruple War"),
        N_("Bicycle"),
        names=(N_("Four face down"),),
        war_face_down=4,
    ),
    _preset(
        "steal_war",
        N_("Steal War"),
        N_("pagat"),
        (2, 4),
        (N_("Stealing War"),),
        jokers=2,
        war_face_down=3,
        captured_to="pile_shuffled",
        choice="steal",
    ),
    _preset(
        "arneson",
        N_("The Arneson hand"),
        N_("ThoughtCo"),
        names=(
            N_("Arneson hand"),
            N_("Arneson variation"),
        ),
        war_face_down=3,
        repeat_face_down=0,
        short_rule="play_available",
        choice="hand",
    ),
    _preset("raw", N_("Raw"), N_("pagat"), winning_card="lowest", war_face_down=2),
    _preset(
        "arrange_spoils",
        N_("Arrange your spoils"),
        N_("the project; the order of won cards is an advantage (Encyclopedia4U)"),
        (2, 4),
        (N_("Arrange the spoils"),),
        pickup_order="winner_chooses",
        choice="spoils",
    ),
    _preset(
        "addition",
        N_("Addition War"),
        _TEACHER,
        (2, 4),
        (N_("Add War"),),
        war_face_down=3,
        cards_per_turn=2,
    ),
    _preset(
        "subtraction",
        N_("Subtraction War"),
        _TEACHER,
        (2, 4),
        (N_("Subtract War"),),
        war_face_down=3,
        cards_per_turn=2,
        combine="difference",
    ),
)
_APOSTROPHES = "'’‘ʼ´`′"


def _folded(name: str) -> str:
    """Return a name as it is compared: without case, accents, apostrophes and punctuation."""
    bare = "".join(letter for letter in name if letter not in _APOSTROPHES)
    letters = unicodedata.normalize("NFKD", bare).casefold()
    kept = (letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in kept).split())


_BY_NAME = {
    _folded(name): preset
    for preset in PRESETS
    for name in (preset.key, preset.title, *preset.names)
}


def find(name: str) -> WarPreset:
    """Return the preset of that key, title or other name.

    Case, accents, spacing, hyphens and the kind of apostrophe do not count.

    Raises:
        UnknownPresetError: there is none; the message offers the nearest names.
    """
    spelling = _folded(name)
    if spelling in _BY_NAME:
        return _BY_NAME[spelling]
    near = get_close_matches(spelling, list(_BY_NAME), n=3, cutoff=0.0)
    raise UnknownPresetError(
        N_("There is no game called %(name)s; the nearest names are %(nearest)s."),
        name=repr(name[:40]),
        nearest=", ".join(dict.fromkeys(_BY_NAME[known].key for known in near)),
    )


def search(text: str) -> tuple[WarPreset, ...]:
    """Return the presets that have these letters in a key, title or other name, as `find` reads."""
    spelling = _folded(text)
    found = {preset.key for name, preset in _BY_NAME.items() if spelling in name}
    return tuple(preset for preset in PRESETS if preset.key in found)
