"""How long games of War are: measured, since no formula tells it of a whole pack."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from statistics import median

from casino_war.game import war_choices
from casino_war.game.randomness import RandomSource, SplitMix64
from casino_war.game.war_events import EndReason, Outcome, WarStepped
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import WarRules
from casino_war.game.war_strategies import STRATEGIES, choose_all

LONG_BATTLES = 1_000
"""A game of more battles is a long one: at 12 battles a minute that is 83 minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """What so many games of the same rules came to."""

    games: int
    median_battles: int
    """Half of the games have at most so many battles."""
    ninth_decile_battles: int
    """Nine in ten games have at most so many."""
    long_games: int
    """Games of more than `LONG_BATTLES`."""
    drawn_games: int
    """Games without a winner or loser, those at the technical cap among them."""
    capped_games: int
    """Games that the technical cap stopped, or that went in circles."""
    wars_per_game: float
    """Battles that led to a war, on average."""

    def to_data(self) -> dict[str, int | float]:
        """Return every figure by its name."""
        return asdict(self)


Played = tuple[int, int, bool, bool]
"""Battles and wars of a game, and whether it was drawn and capped."""


def play_through(rules: WarRules, source: RandomSource, chooser: RandomSource) -> Played:
    """Play one game; the usual computer player decides for every seat by *chooser*."""
    state = war_choices.deal(rules, source)
    strategies = [STRATEGIES[rules.choice][0]] * rules.players
    wars = 0
    while state.ended is None:
        choices = choose_all(state, strategies, chooser)
        state, events = war_choices.apply(state, choices, source)
        wars += sum(isinstance(event, WarStepped) and event.step == 1 for event in events)
    ended = state.ended
    is_drawn = ended.outcome is Outcome.DRAW
    is_capped = ended.reason in (EndReason.CAP, EndReason.CYCLE)
    return state.battles, wars, is_drawn, is_capped


def measure(rules: WarRules, games: int, seed: int) -> Lengths:
    """Play so many games, 1 or more, whose chance is that of `SplitMix64` with this seed."""
    source = SplitMix64(seed)
    chooser = SplitMix64(seed)
    played = [play_through(rules, source, chooser) for _ in range(games)]
    battles = sorted(game[0] for game in played)
    return Lengths(
        games=games,
        median_battles=round(median(battles)),
        ninth_decile_battles=battles[-(-9 * games // 10) - 1],
        long_games=sum(each > LONG_BATTLES for each in battles),
        drawn_games=sum(game[2] for game in played),
        capped_games=sum(game[3] for game in played),
        wars_per_game=round(sum(game[1] for game in played) / games, 1),
    )


def players_of(preset: WarPreset) -> range:
    """Return the numbers of players that a preset allows."""
    return range(preset.players[0], preset.players[1] + 1)


def rules_for(preset: WarPreset, players: int) -> WarRules:
    """Return the rules of a preset for so many players."""
    return replace(preset.rules, players=players)


def measure_presets(
    games: int, seed: int, tell: Callable[[str], None] = lambda name: None
) -> dict[str, dict[str, Lengths]]:
    """Measure every preset with every number of players it allows.

    *tell* is given the name of each before it is measured. The same seed for all of them:
    a preset more changes no figure of the others.
    """
    found: dict[str, dict[str, Lengths]] = {}
    for preset in PRESETS:
        of_preset = found.setdefault(preset.key, {})
        for players in players_of(preset):
            tell(f"{preset.key} {players}")
            of_preset[str(players)] = measure(rules_for(preset, players), games, seed)
    return found
