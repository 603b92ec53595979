"""How long games of War are, measured for every preset: the figures that the project shows."""

from collections.abc import Callable

from casino_war.game.war_events import EndReason
from casino_war.game.war_lengths import LONG_BATTLES, Lengths
from casino_war.game.war_presets import PRESETS
from casino_war.game.war_rules import Choice, WarRules
from casino_war.lab.merging import mean, quantile
from casino_war.lab.plan import WarPlan
from casino_war.lab.runner import simulate_war


def measure(rules: WarRules, games: int, seed: int, jobs: int = 1) -> Lengths:
    """Play so many games, 1 or more; the usual computer player decides for every seat.

    Games that go in circles have no length, and count as drawn and capped.

    Raises:
        KeyboardInterrupt: it was interrupted; a part of the games has no figures.
    """
    summary = simulate_war(WarPlan(rules=rules, games=games, seed=seed), jobs).whole
    reasons = summary.reasons
    capped = [reasons.get(reason.value, 0) for reason in (EndReason.CAP, EndReason.CYCLE)]
    return Lengths(
        games=summary.games,
        median_battles=quantile(summary.lengths, 0.5) or 0,
        ninth_decile_battles=quantile(summary.lengths, 0.9) or 0,
        long_games=sum(n for length, n in summary.lengths.items() if length > LONG_BATTLES),
        drawn_games=summary.draws,
        capped_games=sum(capped),
        wars_per_game=round(mean(summary.wars) or 0.0, 1),
    )


def measure_presets(
    games: int,
    decided_games: int,
    seed: int,
    jobs: int = 1,
    tell: Callable[[str], None] = lambda name: None,
) -> dict[str, dict[str, Lengths]]:
    """Measure every preset with every number of players it allows.

    Of games with decisions, which the engine plays, *decided_games* are played. *tell* is
    given the name of each before it is measured. The same seed for all of them: a preset
    more changes no figure of the others.
    """
    found: dict[str, dict[str, Lengths]] = {}
    for preset in PRESETS:
        has_decisions = preset.rules.choice is not Choice.NOTHING
        of_preset = found.setdefault(preset.key, {})
        for players in preset.player_counts:
            tell(f"{preset.key} {players}")
            rules = preset.rules_for(players)
            wanted = decided_games if has_decisions else games
            of_preset[str(players)] = measure(rules, wanted, seed, jobs)
    return found
