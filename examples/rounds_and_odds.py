"""Rounds and odds: loads exported rounds into a data frame and asks two questions of them.

Do the first cards win, lose and tie as often as they should, and did the player lose what
the bets cost?

    casino-war export --output rounds.csv
    python examples/rounds_and_odds.py rounds.csv

The cells run one by one in an editor that knows ``# %%``. pandas comes with the extra
``examples``.
"""

# %%
import json
import sys
from collections.abc import Mapping
from functools import cache
from math import exp, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from casino_war.game.notation import parse_notation
from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import full_shoe
from casino_war.odds.endings import UnitWager
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import bet_odds
from casino_war.odds.strategy import Strategy
from casino_war.odds.ties import initial_tie_probability

# %% [markdown]
# ## Load
#
# CSV and JSON Lines hold the same records. The notation of a round has its bets and decisions.

# %%
path = Path(sys.argv[1])
rounds = pd.read_csv(path) if path.suffix == ".csv" else pd.read_json(path, lines=True)
told = rounds["notation"].map(parse_notation)
rounds["wagers"] = told.map(lambda each: each.wagers)
rounds["decisions"] = told.map(lambda each: [decision.value for decision in each.decisions])
rounds["outcome"] = rounds["outcomes"].str.split(",").str[0]


def rules_of(stored: str | Mapping[str, object]) -> TableRules:
    """Read the rules of a record: JSON in a line of CSV, an object in one of JSON."""
    return TableRules.from_data(json.loads(stored) if isinstance(stored, str) else stored)


# %% [markdown]
# ## First cards
#
# Hands of one round share the dealer's card, so only the first hand of each is counted. With
# three classes the chi-square statistic has two degrees of freedom, for which the chance of
# one as large is exp(-x/2): no library is needed.

# %%
FIRST_CARDS = {"win": "won", "loss": "lost"} | dict.fromkeys(
    ("surrender", "war_win", "war_loss", "tied_war"), "tied"
)


def first_cards(group: pd.DataFrame) -> dict[str, object]:
    """Compare how often hands won, lost and tied with the exact chances of a full shoe."""
    seen = group["outcome"].map(FIRST_CARDS).value_counts()
    observed = np.array([seen.get(name, 0) for name in ("won", "lost", "tied")])
    p_tie = float(initial_tie_probability(rules_of(group["rules"].iloc[0]).decks))
    expected = observed.sum() * np.array([(1 - p_tie) / 2, (1 - p_tie) / 2, p_tie])
    statistic = float(((observed - expected) ** 2 / expected).sum()) if observed.sum() else 0.0
    return {
        "hands": int(observed.sum()),
        "ties": int(observed[2]),
        "ties_expected": expected[2],
        "chi_square": statistic,
        "p": exp(-statistic / 2),
    }


# %% [markdown]
# ## Loss
#
# What a round costs follows from its bets, and from how its player decides at a tie: whoever
# surrenders now and then pays so much of the one price and of the other. A table where second
# tie bets were placed is left out, for their price is not in the bets.


# %%
@cache
def cost_cents(rules: TableRules, ante_cents: int, tie_bet_cents: int, strategy: Strategy) -> float:
    """Return the exact mean loss of a hand from a full shoe."""
    tie_bet = UnitWager.TIE_BET if ante_cents else UnitWager.LONE_TIE_BET
    stakes = {UnitWager.ANTE: ante_cents, tie_bet: tie_bet_cents}
    staked = {wager: cents for wager, cents in stakes.items() if cents}
    return -float(bet_odds(rules, full_shoe(rules.decks), strategy, staked, EXACT).ev)


def loss(group: pd.DataFrame) -> dict[str, object]:
    """Compare what was lost with what the bets cost, in standard errors."""
    rules = rules_of(group["rules"].iloc[0])
    decisions = group["decisions"].explode().dropna()
    surrendered = float((decisions == "surrender").mean()) if len(decisions) else 0.0
    expected = sum(
        (1 - surrendered)
        * cost_cents(rules, wager.ante_cents, wager.tie_bet_cents, Strategy.ALWAYS_WAR)
        + surrendered
        * cost_cents(rules, wager.ante_cents, wager.tie_bet_cents, Strategy.ALWAYS_SURRENDER)
        for wagers in group["wagers"]
        for wager in wagers
    )
    error = float(group["net_cents"].std()) * sqrt(len(group))
    lost = -int(group["net_cents"].sum())
    return {
        "rounds": len(group),
        "handle_cents": int(group["wagered_cents"].sum()),
        "loss_cents": lost,
        "expected_cents": expected,
        "standard_error": error,
        "apart": (lost - expected) / error if error else 0.0,
    }


# %%
tables = dict(list(rounds.groupby(["table", "rules_version"])))
cards = pd.DataFrame({name: first_cards(group) for name, group in tables.items()}).T
losses = pd.DataFrame(
    {
        name: loss(group)
        for name, group in tables.items()
        if not group["notation"].str.contains(r"decisions=[SW]*T").any()
    }
).T
print(cards.to_string(), losses.to_string(), sep="\n\n")
