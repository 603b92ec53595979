"""What the laboratory calls its systems, ends and figures."""

from collections.abc import Mapping

from casino_war.game.table_presets import PRESETS
from casino_war.game.war_presets import find as find_game
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking
from casino_war.services.run_request import RunKind, RunRequest
from casino_war.store.runs import RunState
from casino_war.web.format import number
from casino_war.web.language import Text, _, ngettext, translate
from casino_war.web.language import lazy_gettext as _l

STAKINGS: Mapping[Staking, Text] = {
    Staking.FLAT: _l("Flat: one ante every hand"),
    Staking.MARTINGALE: _l("Martingale: double after a loss"),
    Staking.PAROLI: _l("Paroli: double after a win, up to three"),
    Staking.DALEMBERT: _l("D’Alembert: one more after a loss, one less after a win"),
    Staking.FIBONACCI: _l("Fibonacci: up the series after a loss, two down after a win"),
    Staking.OSCAR: _l("Oscar’s grind: one more after a win, to gain one a series"),
    Staking.PROPORTIONAL: _l("Proportional: a share of the bankroll"),
    Staking.OWN: _l("Your own progression"),
}
STAKINGS_SHORT: Mapping[Staking, Text] = {
    Staking.FLAT: _l("flat stakes"),
    Staking.MARTINGALE: _l("martingale"),
    Staking.PAROLI: _l("Paroli"),
    Staking.DALEMBERT: _l("d’Alembert"),
    Staking.FIBONACCI: _l("Fibonacci"),
    Staking.OSCAR: _l("Oscar’s grind"),
    Staking.PROPORTIONAL: _l("proportional stakes"),
    Staking.OWN: _l("own progression"),
}
STATES: Mapping[RunState, Text] = {
    RunState.WAITING: _l("Waits for a worker"),
    RunState.LOST: _l("Lost with its worker, and offered again"),
    RunState.RUNNING: _l("Being played"),
    RunState.FINISHED: _l("Finished"),
    RunState.CANCELLED: _l("Cancelled"),
    RunState.FAILED: _l("Failed"),
}
FIGURES: Mapping[str, Text] = {
    "p_goal": _l("Reach the goal"),
    "p_ruin": _l("Are ruined"),
    "p_stop_loss": _l("Leave at the stop-loss"),
    "p_hands": _l("Play all their hands"),
    "p_ahead": _l("End ahead"),
    "expected_hands": _l("Hands, on average"),
    "expected_net": _l("Net in antes, on average"),
}
SHARES = ("p_goal", "p_ruin", "p_stop_loss", "p_hands", "p_ahead")
MEANS = ("expected_hands", "expected_net")


def title_of(request: RunRequest) -> str:
    """Say in a line what a run simulates."""
    if request.kind is RunKind.WAR:
        return _(
            "War: %(games)s",
            games=", ".join(name_of(request, i) for i in range(len(request.names))),
        )
    plan = request.plans[0]
    if not isinstance(plan, SessionPlan):
        raise TypeError("a session has a plan of sessions")
    staking = str(STAKINGS_SHORT[plan.staking])
    begun = number(plan.bankroll)
    if plan.goal is None:
        return ngettext(
            "%(bankroll)s ante, %(staking)s",
            "%(bankroll)s antes, %(staking)s",
            plan.bankroll,
            bankroll=begun,
            staking=staking,
        )
    return ngettext(
        "%(bankroll)s ante to %(goal)s, %(staking)s",
        "%(bankroll)s antes to %(goal)s, %(staking)s",
        plan.bankroll,
        bankroll=begun,
        goal=number(plan.goal),
        staking=staking,
    )


def name_of(request: RunRequest, place: int) -> str:
    """Return the title of the table or game of a plan."""
    key = request.names[place]
    if request.kind is RunKind.WAR:
        return translate(find_game(key).title)
    titles = {preset.key: preset.title for preset in PRESETS}
    return translate(titles[key]) if key in titles else _("Six decks, shuffled before every hand")


def duration(seconds: float) -> str:
    """Say how long something takes, roughly."""
    if seconds < 1:
        return _("less than a second")
    if seconds < 90:
        return ngettext("%(num)s second", "%(num)s seconds", round(seconds))
    if seconds < 5400:
        return ngettext("%(num)s minute", "%(num)s minutes", round(seconds / 60))
    return ngettext("%(num)s hour", "%(num)s hours", round(seconds / 3600))
