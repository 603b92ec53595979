"""Limits and breaks that the player has set for themself: they hold for programs as well."""

from typing import Annotated, Literal

from pydantic import Field

from casino_war.errors import N_
from casino_war.services import care as service
from casino_war.services.care_values import LIMITS
from casino_war.services.carry_out import no_bankroll
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Keyed
from casino_war.web.api.values import Answer, Body, Cents, Moment

AREA = Area("care", N_("Limits and breaks"))

_Cents = Annotated[int, Field(ge=1, le=service.AMOUNT_MAX_CENTS)]


class Limit(Answer):
    """A limit of a session: what holds, and what will from ``then_at`` on; null is none."""

    value: int | None
    then: int | None
    then_at: Moment | None


class SessionSoFar(Answer):
    """What is played without a pause of six hours."""

    rounds: int
    minutes: int
    wagered_cents: Cents
    net_cents: Cents
    at_risk_cents: Cents


class Care(Answer):
    """What is set, and how far the session has come."""

    loss_cents: Limit
    wagered_cents: Limit
    minutes: Limit
    reminder_minutes: int | None
    is_reminder_due: bool
    break_until: Moment | None
    session: SessionSoFar


class LimitsBody(Body):
    """All limits; null or left out is none. Tighter ones hold at once, looser ones in a day."""

    loss_cents: _Cents | None = None
    wagered_cents: _Cents | None = None
    minutes: Annotated[int, Field(ge=1, le=service.MINUTES_MAX)] | None = None
    reminder_minutes: Literal[15, 30, 60, 120] | None = None


class BreakBody(Body):
    """How long no round is dealt; nothing shortens it."""

    length: Literal["hour", "day", "week", "month"]


@AREA.get("/care", N_("Show limits and breaks"))
def show_care(call: Call) -> Care:
    """Tell what the player has set, and how far the session has come."""
    page = service.care_page(call.house, call.token)
    if page is None:
        raise no_bankroll()
    limits = {}
    for name in LIMITS:
        pending = page.pending(name)
        limits[name] = Limit(
            value=page.present(name),
            then=None if pending is None else pending.then,
            then_at=None if pending is None else pending.then_at,
        )
    session = page.session
    return Care(
        **limits,
        reminder_minutes=page.care.reminder_minutes,
        is_reminder_due=page.is_reminder_due,
        break_until=page.break_until,
        session=SessionSoFar(
            rounds=session.rounds,
            minutes=page.minutes,
            wagered_cents=session.wagered_cents,
            net_cents=session.net_cents,
            at_risk_cents=session.at_risk_cents,
        ),
    )


@AREA.put("/care/limits", N_("Set limits"), keyed=Keyed.NOT)
def set_limits(call: Call, body: LimitsBody) -> Care:
    """Set all limits of a session, and the reminder."""
    wanted = {name: getattr(body, name) for name in LIMITS}
    service.set_limits(call.house, call.token, wanted, body.reminder_minutes)
    return show_care(call)


@AREA.post("/care/breaks", N_("Take a break"), keyed=Keyed.NOT)
def take_break(call: Call, body: BreakBody) -> Care:
    """Let no round be dealt to the player for a while."""
    service.take_break(call.house, call.token, service.BREAKS[body.length])
    return show_care(call)
