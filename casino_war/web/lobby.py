"""The lobby: every table with its limits, its rules and what it costs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flask import Blueprint, render_template

from casino_war.game.table_rules import TableRules
from casino_war.odds.edges import element_of_risk, house_edge, tie_bet_edge
from casino_war.services.open_tables import house_tables
from casino_war.services.own_tables import tables_of_player
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import player_token

blueprint = Blueprint("lobby", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """What a table's wagers cost, as shares: see `casino_war.odds.edges`."""

    house_edge: Fraction
    element_of_risk: Fraction
    tie_bet: Fraction | None


@lru_cache(maxsize=256)
def edges_of(rules: TableRules) -> Edges:
    """Compute the edges of a table, and keep those asked for lately: drafts are many."""
    return Edges(
        house_edge=house_edge(rules),
        element_of_risk=element_of_risk(rules),
        tie_bet=tie_bet_edge(rules),
    )


@blueprint.get("/")
def index() -> str:
    """Show all tables."""
    tables = [
        (preset, table.rules, edges_of(table.rules))
        for preset, table in house_tables(current_house())
    ]
    own = [
        (page, edges_of(page.rules)) for page in tables_of_player(current_house(), player_token())
    ]
    return render_template("lobby/index.html", bar=current_bar(), tables=tables, own=own)
