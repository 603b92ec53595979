"""A player's own statistics, as figures and as the bankroll's path."""

from collections.abc import Mapping

from flask import Blueprint, render_template, request

from casino_war.errors import N_, InvalidFormError
from casino_war.game.money import shorten
from casino_war.services.statistics import PERIODS, StatisticsPage, statistics_page
from casino_war.web.charts.courses import Course, course_picture
from casino_war.web.forms import read_fields
from casino_war.web.language import Text, format_month
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player import bankroll_chart
from casino_war.web.player.identity import player_token

blueprint = Blueprint("me", __name__, url_prefix="/me")

PERIOD_WORDS: Mapping[str, Text] = {
    "week": _l("The last 7 days"),
    "month": _l("The last 30 days"),
    "year": _l("The last 365 days"),
}

BY = ("hands", "time")
"""Over what the bankroll is drawn."""


@blueprint.get("")
def index() -> str:
    """Show what was played, won and lost, at one table or all, in some days or ever."""
    given = read_fields(request.args)
    period = _chosen(given, "period", tuple(PERIODS))
    by = _chosen(given, "by", BY) or BY[0]
    table_key = given.get("table") or None
    page = statistics_page(current_house(), player_token(), table_key=table_key, period=period)
    return render_template(
        "me/index.html",
        bar=current_bar(),
        page=page,
        table_key=table_key or "",
        period=period or "",
        periods=PERIOD_WORDS,
        by=by,
        picture=_picture(page, by),
        rows=bankroll_chart.path_rows(page.path),
        course_picture=course_picture,
        month=format_month,
    )


def _picture(page: StatisticsPage, by: str) -> Course | None:
    if len(page.path) < 2:
        return None
    return bankroll_chart.path_picture(page.path, is_by_time=by == "time")


def _chosen(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str | None:
    text = given.get(name, "")
    if text and text not in choices:
        raise InvalidFormError(
            N_("%(field)s: %(text)s is none of the choices; take one of those offered."),
            reason="choice",
            field=name,
            text=shorten(text),
        )
    return text or None
