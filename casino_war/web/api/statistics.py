"""The player's statistics, beside what was to be expected of exactly those bets."""

from typing import Annotated, Literal

from pydantic import Field

from casino_war.errors import N_
from casino_war.services.statistics import Figures, Streak, statistics_page
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area
from casino_war.web.api.values import Answer, Cents, Line, Moment, Query

AREA = Area("statistics", N_("Statistics"))


class Run(Answer):
    """The longest run of rounds, and how likely one so long is in so many rounds."""

    length: int
    chance: float


class Told(Answer):
    """What some rounds came to; amounts in cents, expected ones are fractions of cents too."""

    rounds: int
    rounds_won: int
    rounds_lost: int
    hands: int
    hands_won: int
    ties: int
    expected_ties: float
    wars: int
    wars_won: int
    surrenders: int
    tie_bets: int
    tie_bets_won: int
    wagered_cents: Cents
    net_cents: Cents
    expected_cents: Annotated[float, Field(description="Expected net, with the best decisions.")]
    decision_cost_cents: float
    luck_cents: Annotated[float, Field(description="What the cards brought beyond that.")]
    deviation_cents: Annotated[float, Field(description="The standard deviation of the luck.")]
    best_net_cents: Cents
    worst_net_cents: Cents
    won_streak: Run
    lost_streak: Run


class OfTable(Told):
    """The same at one table."""

    table_key: str
    table_title: str


class OfMonth(Told):
    """The same in one month, which begins at ``month``."""

    month: Moment


class Statistics(Answer):
    """In all, at each table and in each month; null where nothing is measured yet."""

    total: Told | None
    by_table: tuple[OfTable, ...]
    by_month: tuple[OfMonth, ...]
    late_rounds: Annotated[int, Field(description="Settled rounds that are not measured yet.")]


class StatisticsQuery(Query):
    """Which rounds are told of."""

    table: Annotated[Line | None, Field(max_length=64, description="A table's key.")] = None
    period: Annotated[
        Literal["week", "month", "year"] | None,
        Field(description="The last 7, 30 or 365 days; all without it."),
    ] = None


@AREA.get("/statistics", N_("Show the player's statistics"))
def show_statistics(call: Call, query: StatisticsQuery) -> Statistics:
    """Tell what was played, won and lost, beside what was to be expected."""
    page = statistics_page(call.house, call.token, table_key=query.table, period=query.period)
    return Statistics(
        total=None if page.total is None else Told.model_validate(_told(page.total)),
        by_table=tuple(
            OfTable.model_validate(
                {**_told(figures), "table_key": table.key, "table_title": table.title}
            )
            for table, figures in page.by_table
        ),
        by_month=tuple(
            OfMonth.model_validate({**_told(figures), "month": month})
            for month, figures in page.by_month
        ),
        late_rounds=page.late_rounds,
    )


def _told(figures: Figures) -> dict[str, object]:
    luck, sums = figures.luck, figures.luck.sums
    return {
        "rounds": sums.rounds,
        "rounds_won": figures.rounds_won,
        "rounds_lost": figures.rounds_lost,
        "hands": sums.hands,
        "hands_won": sums.won,
        "ties": sums.ties,
        "expected_ties": luck.expected_ties,
        "wars": sums.wars,
        "wars_won": sums.wars_won,
        "surrenders": sums.surrenders,
        "tie_bets": sums.tie_bets,
        "tie_bets_won": sums.tie_bets_won,
        "wagered_cents": sums.wagered_cents,
        "net_cents": sums.net_cents,
        "expected_cents": luck.expected_cents,
        "decision_cost_cents": luck.decision_cost_cents,
        "luck_cents": luck.luck_cents,
        "deviation_cents": luck.deviation_cents,
        "best_net_cents": figures.best_net_cents,
        "worst_net_cents": figures.worst_net_cents,
        "won_streak": _run(figures.won_streak),
        "lost_streak": _run(figures.lost_streak),
    }


def _run(streak: Streak) -> Run:
    return Run(length=streak.length, chance=streak.chance)
