"""The luck meter: what a player's bets came to, against what such bets come to on average."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from casino_war.game.money import CENTS_PER_CHIP
from casino_war.services.luck import Luck, luck_page
from casino_war.services.luck_catch_up import measure_rest
from casino_war.web.format import chips, signed_chips
from casino_war.web.language import Text, _
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import player_token

blueprint = Blueprint("luck", __name__)

FEW_ROUNDS = 30
"""Below so many rounds one lucky war outweighs everything."""

_SCALE_MAX = 4
"""Standard deviations that the picture shows on either side."""
_UNIT = 40
_EDGE = 20
_LABEL_ROOM = 44

_VERDICTS: Mapping[tuple[int, bool], Text] = {
    (0, True): _l("About what everybody gets"),
    (0, False): _l("About what everybody gets"),
    (1, True): _l("Luckier than most"),
    (1, False): _l("Less lucky than most"),
    (2, True): _l("Very lucky"),
    (2, False): _l("Very unlucky"),
    (3, True): _l("Luck that is hardly ever seen"),
    (3, False): _l("Bad luck that is hardly ever seen"),
}
"""By whole standard deviations (three and more together), and whether it was good luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """Where everything stands in the picture of the meter, in its own units."""

    width: int
    bands: tuple[tuple[int, int, int], ...]
    """Standard deviations, left edge and width of each, the widest first."""
    ticks: tuple[tuple[int, str], ...]
    """Places of the scale and the luck in chips that stands there."""
    marker: int
    label: int
    """Where the marker's label is centred: within the picture, wherever the marker is."""
    is_beyond: bool
    """Whether the marker stands at the edge because the luck is off the scale."""


@blueprint.post("/history/luck")
def measure() -> AnyResponse:
    """Measure rounds that the meter does not count yet, and show the page again."""
    measure_rest(current_house(), player_token())
    return redirect(url_for("luck.index"), 303)


@blueprint.get("/history/luck")
def index() -> str:
    """Show the luck meter."""
    page = luck_page(current_house(), player_token())
    return render_template(
        "history/luck.html",
        bar=current_bar(),
        page=page,
        total=page.total,
        meter_of=page.total and meter_of(page.total),
        few_rounds=FEW_ROUNDS,
    )


def meter_of(luck: Luck) -> Meter:
    """Lay the picture out."""
    shown = max(-_SCALE_MAX, min(_SCALE_MAX, luck.deviations))
    marker = _place(shown)
    width = _place(_SCALE_MAX) + _EDGE
    return Meter(
        width=width,
        bands=tuple((each, _place(-each), 2 * each * _UNIT) for each in (3, 2, 1)),
        ticks=tuple(
            (_place(each), _whole_chips(each * luck.deviation_cents)) for each in (-2, 0, 2)
        ),
        marker=marker,
        label=max(_LABEL_ROOM, min(width - _LABEL_ROOM, marker)),
        is_beyond=abs(luck.deviations) > _SCALE_MAX,
    )


@blueprint.app_template_global()
def luck_verdict(luck: Luck) -> str:
    """Say in a few words how lucky that was."""
    return str(_VERDICTS[min(3, int(abs(luck.deviations))), luck.deviations > 0])


@blueprint.app_template_global()
def luck_rank(luck: Luck) -> str:
    """Say how many of a hundred players would have had less luck."""
    of_hundred = round(luck.share_less_lucky * 100)
    if of_hundred < 1:
        return _(
            "Of 100 players with exactly these bets and decisions, fewer than one would have "
            "had less luck."
        )
    if of_hundred > 99:
        return _(
            "Of 100 players with exactly these bets and decisions, all but one at most would "
            "have had less."
        )
    return _(
        "Of 100 players with exactly these bets and decisions, about %(count)s would have had "
        "less luck.",
        count=of_hundred,
    )


def _place(standard_deviations: float) -> int:
    return round(_EDGE + (standard_deviations + _SCALE_MAX) * _UNIT)


def _whole_chips(amount_cents: float) -> str:
    whole_cents = round(amount_cents / CENTS_PER_CHIP) * CENTS_PER_CHIP
    return signed_chips(whole_cents) if whole_cents else chips(0)
