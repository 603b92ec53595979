"""The command ``casino-war simulate``: millions of hands or games, and what they came to."""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino_war.game.money import parse_chips
from casino_war.game.table_presets import find as find_table
from casino_war.game.war_line import changed_rules
from casino_war.game.war_presets import find as find_game
from casino_war.lab.plan import HandsPlan, TieBets, WarPlan
from casino_war.odds.strategy import Strategy
from casino_war.web.cli.common import FOUND, INTERRUPTED, JSON, Digits, examples
from casino_war.web.cli.war import RULES, SEED, SET, read_settings

if TYPE_CHECKING:
    from casino_war.lab.runner import Result

COUNT_MAX = 10**12
JOBS_MAX = 256
HISTOGRAMS = ("nets", "lengths", "finals", "fan")
"""Figures that are too long for people; programs and tables of numbers get them."""

JOBS = click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=Digits(1, JOBS_MAX),
    help="Processes to share the work; the result is the same.",
)
STRATEGY = click.option(
    "--strategy",
    default=Strategy.ALWAYS_WAR.value,
    show_default=True,
    type=click.Choice([each.value for each in Strategy]),
    help="What tied hands do.",
)
CLUSTER = click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Play on the Dask cluster of this scheduler, such as tcp://10.0.0.1:8786.",
)
ENGINE = click.option(
    "--engine", "by_engine", is_flag=True, help="Play by the readable engine: far slower."
)


def csv_option(of: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option that names a file for a table of numbers."""
    path = click.Path(dir_okay=False, path_type=Path)
    return click.option("--csv", "csv_file", type=path, metavar="FILE", help=f"Write {of} there.")


class _InterruptibleGroup(click.Group):
    """A group whose commands exit with `INTERRUPTED`, also before anything was played."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted: there are no figures", err=True)
            sys.exit(INTERRUPTED)


@click.group(cls=_InterruptibleGroup, epilog=examples("casino-war simulate hands --hands 1000000"))
def simulate() -> None:
    """Play millions of hands or games and measure what they come to.

    Ctrl-C ends a simulation early, with exit status 130: what was played so far is printed,
    by all but cut-card.
    """


@simulate.command(
    epilog=examples(
        "casino-war simulate hands --hands 1000000 --tie-bets always",
        "casino-war simulate hands --hands 100000 --set decks=1 --set penetration_percent=50",
        "casino-war simulate hands --hands 100000 --json --csv nets.csv",
    )
)
@click.option("--table", default="classic", show_default=True, help="A table of the lobby.")
@SET
@click.option("--hands", required=True, type=Digits(1, COUNT_MAX), help="Hands in all.")
@click.option("--spots", default=1, show_default=True, type=Digits(1, 7), help="Hands a round.")
@STRATEGY
@click.option(
    "--tie-bets",
    default=TieBets.NEVER.value,
    show_default=True,
    type=click.Choice([each.value for each in TieBets]),
    help="counted: where the cards that were shown make it gain.",
)
@click.option("--second-tie-bets", is_flag=True, help="Fight every war with the second tie bet.")
@click.option("--ante", default="10", show_default=True, help="Chips; 0 for tie bets alone.")
@click.option("--tie-bet", default="5", show_default=True, help="Chips.")
@SEED
@JOBS
@CLUSTER
@ENGINE
@JSON
@csv_option("what rounds netted")
def hands(
    table: str,
    settings: tuple[str, ...],
    ante: str,
    tie_bet: str,
    csv_file: Path | None,
    **asked: Any,
) -> None:
    """Play hands of Casino War.

    Rules are set by the names of the editor of own tables, amounts in chips: --set decks=1
    --set penetration_percent=50 --set tie_bet_to_one=none.

    The house edge is the loss of ante and raise for each ante. Errors are standard errors,
    reckoned over whole shoes.
    """
    from casino_war.lab import runner
    from casino_war.lab.backends import Backend
    from casino_war.lab.hands_summary import figures
    from casino_war.web.cli.table_settings import changed_table

    preset = find_table(table)
    bets = TieBets(asked["tie_bets"])
    plan = HandsPlan(
        rules=changed_table(preset.rules, read_settings(settings)),
        hands=asked["hands"],
        spots=asked["spots"],
        strategy=Strategy(asked["strategy"]),
        tie_bets=bets,
        second_tie_bets=asked["second_tie_bets"],
        ante_cents=0 if ante == "0" else parse_chips(ante),
        tie_bet_cents=0 if bets is TieBets.NEVER else parse_chips(tie_bet),
        seed=asked["seed"],
    )
    require_place(csv_file)
    with progress(plan.hands) as tell:
        backend = Backend.ENGINE if asked["by_engine"] else None
        result = runner.simulate_hands(plan, asked["jobs"], backend, tell, asked["cluster"])
    about = {
        "table": preset.key,
        "version": preset.version,
        "settings": list(settings),
        "strategy": plan.strategy.value,
    }
    told = figures(plan, result.summary)
    print_result({**about, "seed": plan.seed}, told, result, as_json=asked["as_json"])
    write_csv(csv_file, ("net_cents", "rounds"), told["nets"])
    exit_if_partial(result)


@simulate.command(
    epilog=examples(
        "casino-war simulate war --rules three_down --set players=3 --games 100 --json",
        "casino-war simulate war --games 100 --csv lengths.csv",
    )
)
@RULES
@SET
@click.option("--games", required=True, type=Digits(1, COUNT_MAX), help="Games in all.")
@click.option("--strategy", default="", metavar="NAME", help="Computer player of all seats.")
@SEED
@JOBS
@CLUSTER
@ENGINE
@JSON
@csv_option("how long games were")
def war(preset: str, settings: tuple[str, ...], csv_file: Path | None, **asked: Any) -> None:
    """Play games of War.

    The seed of the shortest and of the longest game plays it again: casino-war war play.
    """
    from casino_war.lab import runner
    from casino_war.lab.backends import Backend
    from casino_war.lab.war_summary import figures

    found = find_game(preset)
    plan = WarPlan(
        rules=changed_rules(found, read_settings(settings)),
        games=asked["games"],
        computer=asked["strategy"],
        seed=asked["seed"],
    )
    require_place(csv_file)
    with progress(plan.games) as tell:
        backend = Backend.ENGINE if asked["by_engine"] else None
        result = runner.simulate_war(plan, asked["jobs"], backend, tell, asked["cluster"])
    about = {"rules": found.key, "version": found.version, "settings": list(settings)}
    told = figures(plan, result.summary)
    print_result({**about, "seed": plan.seed}, told, result, as_json=asked["as_json"])
    write_csv(csv_file, ("battles", "games"), told["lengths"])
    exit_if_partial(result)


@simulate.command("cut-card", epilog=examples("casino-war simulate cut-card --hands 1000"))
@click.option("--hands", required=True, type=Digits(1000, COUNT_MAX), help="Hands of each case.")
@SEED
@JOBS
def cut_card(hands: int, seed: int, jobs: int) -> None:
    """Measure what dealing down to a cut card changes, and print it as JSON.

    Ties and house edge are told less the exact ones of full shoes. Every table with a cut
    card is measured, and few decks cut early. The figures that the odds pages show are the
    output of this command.
    """
    from casino_war.lab.cut_card import measure_cases

    found = measure_cases(hands, seed, jobs, lambda name: click.echo(name, err=True))
    about = {"command": f"casino-war simulate cut-card --hands {hands} --seed {seed}"}
    shown = {name: each.to_data() for name, each in found.items()}
    click.echo(json.dumps({**about, "cases": shown}, indent=1))


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal, and nothing to a pipe."""
    if not _is_terminal():
        yield lambda _: None
        return
    with click.progressbar(length=total, file=sys.stderr, show_pos=True) as bar:
        yield bar.update


def _is_terminal() -> bool:
    return sys.stderr.isatty()


def require_place(csv_file: Path | None) -> None:
    """Find out before the work whether its result can be written."""
    if csv_file is not None:
        csv_file.open("a").close()


def write_csv(csv_file: Path | None, head: tuple[str, str], rows: Mapping[str, int]) -> None:
    """Write a table of numbers, if a file is asked for.

    After the figures: they are not lost where it cannot be written any more.
    """
    if csv_file is not None:
        with csv_file.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(head)
            writer.writerows(rows.items())


def print_result(
    about: dict[str, Any], told: dict[str, Any], result: "Result[Any]", *, as_json: bool
) -> None:
    """Print the figures of a simulation."""
    record = {
        **about,
        **told,
        "backend": result.backend.value,
        "why": result.why or None,
        "is_partial": result.is_partial,
    }
    print_figures(record, as_json=as_json)


def exit_if_partial(result: "Result[Any]") -> None:
    """Say why a simulation ended early, if it did, and exit: with `INTERRUPTED` or `FOUND`."""
    if result.fault is not None:
        click.echo(f"{result.fault} These are the figures of what was played.", err=True)
        sys.exit(FOUND)
    if result.is_partial:
        click.echo("interrupted: these are the figures of what was played", err=True)
        sys.exit(INTERRUPTED)


def print_figures(record: Mapping[str, Any], *, as_json: bool) -> None:
    """Print figures as one JSON object, or a line each."""
    if as_json:
        click.echo(json.dumps(record))
        return
    shown = {name: value for name, value in record.items() if name not in HISTOGRAMS}
    click.echo("\n".join(f"{name} {_shown(value)}" for name, value in shown.items()))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        parts = {name: part for name, part in value.items() if name not in HISTOGRAMS}
        return " ".join(f"{name}={_shown(part)}" for name, part in parts.items())
    if isinstance(value, list):
        return " ".join(map(_shown, value)) or "-"
    if isinstance(value, float):
        return f"{value:.6g}"
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
