"""The command ``casino-war simulate session``: what a bankroll lives through."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino_war.game.table_presets import find as find_table
from casino_war.game.table_rules import DECKS_MAX, ShoeRule, TableRules
from casino_war.lab.session_staking import Staking, read_steps
from casino_war.odds.strategy import Strategy
from casino_war.web.cli.common import JSON, Digits, examples
from casino_war.web.cli.simulate import (
    CLUSTER,
    COUNT_MAX,
    ENGINE,
    JOBS,
    STRATEGY,
    csv_option,
    exit_if_partial,
    print_figures,
    print_result,
    progress,
    require_place,
    write_csv,
)
from casino_war.web.cli.war import SEED

if TYPE_CHECKING:
    from casino_war.lab.session_plan import SessionPlan

SESSIONS = 10_000
_ANTES = Digits(0, COUNT_MAX)


@click.command(
    epilog=examples(
        "casino-war simulate session --decks 6 --bankroll 20 --goal 40 --exact",
        "casino-war simulate session --bankroll 50 --hands 100 --staking martingale \\",
        "    --limit 32 --sessions 1000 --json",
        "casino-war simulate session --bankroll 9 --goal 12 --staking own --sessions 100 \\",
        '    --progression "1:1/2 2:1/3 4:1/1"',
    )
)
@click.option("--table", help="A table of the lobby, instead of the standard one.")
@click.option(
    "--decks",
    type=Digits(1, DECKS_MAX),
    help="The standard table with so many decks, shuffled before every hand; 6 by default.",
)
@click.option("--bankroll", required=True, type=_ANTES, help="Antes to begin with.")
@click.option("--goal", type=_ANTES, help="Leave with so many antes or more.")
@click.option("--stop-loss", type=_ANTES, help="Leave with so many antes or less.")
@click.option("--hands", type=_ANTES, help="Leave after so many hands.")
@click.option(
    "--staking",
    default=Staking.FLAT.value,
    show_default=True,
    type=click.Choice([each.value for each in Staking]),
    help="The system of stakes.",
)
@click.option(
    "--progression",
    default="",
    metavar="STEPS",
    help="The steps of --staking own, as STAKE:AFTER_WIN/AFTER_LOSS: 1:1/2 2:1/3 4:1/1",
)
@click.option("--share", type=Digits(1, 100), help="Per cent of the bankroll: proportional stakes.")
@click.option("--limit", type=Digits(1, 10**6), help="The largest stake in antes; the table's.")
@click.option("--credit", is_flag=True, help="Raise even where the bankroll does not cover it.")
@STRATEGY
@click.option(
    "--hands-per-hour",
    default=60,
    show_default=True,
    type=Digits(1, 10_000),
    help="How fast it is played.",
)
@click.option(
    "--sessions",
    type=Digits(1, COUNT_MAX),
    help=f"Sessions to play; {SESSIONS:,} by default, and none with --exact.",
)
@click.option(
    "--exact",
    "is_exact",
    is_flag=True,
    help="Tell exact chances, of flat stakes; with --sessions, simulated ones beside them.",
)
@SEED
@JOBS
@CLUSTER
@ENGINE
@JSON
@csv_option("the bankrolls that sessions ended with")
def session(*, is_exact: bool, as_json: bool, csv_file: Path | None, **asked: Any) -> None:
    """Play sessions of Casino War with one bankroll, amounts in antes.

    A session ends at its goal, at its stop-loss, after so many hands, or ruined: with less
    than the next ante. Deviations are told in standard errors.
    """
    from casino_war.lab import runner, session_exact
    from casino_war.lab.backends import Backend
    from casino_war.lab.session_figures import figures

    plan, about = _plan(asked)
    require_place(csv_file)
    exactly: dict[str, Any] = {}
    if is_exact:
        exactly = session_exact.told(plan, session_exact.exact(plan))
        if asked["sessions"] is None:
            print_figures({**about, **exactly}, as_json=as_json)
            return
    with progress(plan.sessions) as tell:
        backend = Backend.ENGINE if asked["by_engine"] else None
        result = runner.simulate_sessions(plan, asked["jobs"], backend, tell, asked["cluster"])
    told = figures(plan, result.summary)
    finals = told["finals"]
    if is_exact:
        apart = session_exact.deviations(exactly, result.summary)
        told = {**exactly, "simulated": told, "deviations": apart}
    print_result({**about, "seed": plan.seed}, told, result, as_json=as_json)
    write_csv(csv_file, ("bankroll_antes", "sessions"), finals)
    exit_if_partial(result)


def _plan(asked: dict[str, Any]) -> "tuple[SessionPlan, dict[str, Any]]":
    """Return the plan that is asked for, and what is said of it."""
    from casino_war.lab.session_figures import asked_of
    from casino_war.lab.session_plan import SessionPlan

    rules, about = _rules(asked["table"], asked["decks"])
    if asked["limit"] is not None:
        rules = replace(rules, ante_max_cents=asked["limit"] * rules.ante_min_cents)
    plan = SessionPlan(
        rules=rules,
        bankroll=asked["bankroll"],
        goal=asked["goal"],
        stop_loss=asked["stop_loss"],
        hands=asked["hands"],
        ante_cents=rules.ante_min_cents,
        staking=Staking(asked["staking"]),
        own_steps=read_steps(asked["progression"]) if asked["progression"] else (),
        share_percent=asked["share"] or 0,
        is_credit=asked["credit"],
        strategy=Strategy(asked["strategy"]),
        hands_per_hour=asked["hands_per_hour"],
        sessions=asked["sessions"] or SESSIONS,
        seed=asked["seed"],
    )
    return plan, {**about, **asked_of(plan)}


def _rules(table: str | None, decks: int | None) -> tuple[TableRules, dict[str, Any]]:
    if table is None:
        rules = TableRules(decks=decks or 6, shoe=ShoeRule.FRESH)
        return rules, {"decks": rules.decks}
    if decks is not None:
        raise click.UsageError("--table has its own decks: leave --decks out.")
    preset = find_table(table)
    return preset.rules, {"table": preset.key, "version": preset.version}
