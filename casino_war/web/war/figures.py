"""How long games are, as the gallery says it: measured battles, and minutes from them."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from casino_war.errors import N_, InvalidFormError
from casino_war.game.money import shorten
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_lengths import LONG_BATTLES, Lengths
from casino_war.game.war_presets import PRESETS, WarPreset, search
from casino_war.game.war_rules import Choice, WarRules
from casino_war.services.war_lengths import lengths_of
from casino_war.web.forms import Form

QUICK_MINUTES = 10
"""A game is quick if half of its games end within so many minutes."""

LENGTHY_MINUTES = 20
"""It is lengthy if half of them take longer than this."""

LONG_MINUTES = LONG_BATTLES // BATTLES_A_MINUTE


class Pace(StrEnum):
    """How long games are, as the gallery sorts them."""

    QUICK = "quick"
    MEDIUM = "medium"
    LENGTHY = "long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A named game with a number of players, as the gallery shows it."""

    preset: WarPreset
    players: int
    rules: WarRules
    lengths: Lengths

    @property
    def minutes(self) -> int:
        """What the median comes to at 12 battles a minute, 1 or more."""
        return max(1, round(self.lengths.median_battles / BATTLES_A_MINUTE))

    @property
    def long_share(self) -> Fraction:
        """The share of long games."""
        return Fraction(self.lengths.long_games, self.lengths.games)

    @property
    def pace(self) -> Pace:
        """How the gallery sorts it."""
        if self.lengths.median_battles <= QUICK_MINUTES * BATTLES_A_MINUTE:
            return Pace.QUICK
        is_lengthy = self.lengths.median_battles > LENGTHY_MINUTES * BATTLES_A_MINUTE
        return Pace.LENGTHY if is_lengthy else Pace.MEDIUM

    @property
    def has_decisions(self) -> bool:
        """Whether players decide anything."""
        return self.rules.choice is not Choice.NOTHING

    @property
    def tables(self) -> tuple[WarRules, ...]:
        """The rules for every number of players that the preset allows."""
        return tuple(self.preset.rules_for(players) for players in self.preset.player_counts)

    @property
    def start(self) -> str:
        """The rules as the form of a start sends them: a key, or a key with its players."""
        key = self.preset.key
        is_usual = self.players == self.preset.players[0]
        return key if is_usual else f"{key}@{self.preset.version} players={self.players}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the gallery is asked for; blank fields ask for nothing."""

    players: str = ""
    pace: str = ""
    decisions: str = ""
    name: str = ""

    @property
    def any_set(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.players or self.pace or self.decisions or self.name.strip())


_OFFERED = {
    "players": ("2", "3", "4"),
    "pace": tuple(Pace),
    "decisions": ("yes", "no"),
}


def game_of(preset: WarPreset, players: int) -> Game:
    """Return a preset for a number of players that it allows."""
    return Game(
        preset=preset,
        players=players,
        rules=preset.rules_for(players),
        lengths=lengths_of(preset, players),
    )


def read_filters(form: Form) -> Filters:
    """Read the filters of the gallery's address.

    Raises:
        InvalidFormError: one holds what is none of its values.
    """
    for name, offered in _OFFERED.items():
        text = form.get(name, "")
        if text and text not in offered:
            raise InvalidFormError(
                N_("%(text)s is none of the choices of the gallery: %(offered)s."),
                reason="filter",
                text=shorten(text),
                offered=", ".join(offered),
            )
    return Filters(
        players=form.get("players", ""),
        pace=form.get("pace", ""),
        decisions=form.get("decisions", ""),
        name=form.get("name", "")[:80],
    )


def games(filters: Filters) -> tuple[Game, ...]:
    """List the games that pass, each with the players asked for or else its fewest."""
    presets = search(filters.name) if filters.name.strip() else PRESETS
    found = []
    for preset in presets:
        players = int(filters.players or preset.players[0])
        if players not in preset.player_counts:
            continue
        game = game_of(preset, players)
        fits_pace = filters.pace in ("", game.pace)
        fits_decisions = filters.decisions in ("", "yes" if game.has_decisions else "no")
        if fits_pace and fits_decisions:
            found.append(game)
    return tuple(found)
