"""The page of the design: every component in every state, in the colours that are chosen."""

from functools import partial

from flask import Blueprint, render_template, request

from casino_war.game.cards import JOKERS, PACK
from casino_war.game.events import HandOutcome
from casino_war.web.charts.drawing import Drawing, chart_picture
from casino_war.web.charts.specs import Axis, Band, Line, lines
from casino_war.web.language import _
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.lobby import edges_of
from casino_war.web.pages import current_bar
from casino_war.web.score.pages import worked_example
from casino_war.web.score.words import SAID
from casino_war.web.settings import Faces, Suits
from casino_war.web.style.practice import practice_tables
from casino_war.web.style.samples import RULES, samples
from casino_war.web.style.tokens import PAIRS, SCHEMES, colours, contrast_of, sizes
from casino_war.web.table.chips import CHIP_VALUES
from casino_war.web.table.deal_events import ShownEvents
from casino_war.web.table.presenter import burned_cards, spots_of

blueprint = Blueprint("style", __name__)

STATES = {
    "idle": _l("An open seat"),
    "betting": _l("Bets are placed"),
    "refused": _l("A bet is refused"),
    "deciding": _l("A tie waits"),
    "settled": _l("The round is settled"),
}
"""What each of the sample tables shows."""

SHOWN_CARDS = tuple(card for card in PACK if card.rank.symbol in "27TJQKA") + JOKERS


@blueprint.get("/style")
def index() -> str:
    """Show all components; ``table`` names the state of the table, betting without it."""
    found = samples()
    state = request.args.get("table", "")
    sample = found.get(state, found["betting"])
    page, view = sample.page, sample.page.seat.shown_round if sample.page.seat else None
    is_open = page.seat is not None and page.seat.open_round_id is not None
    return render_template(
        "style/index.html",
        bar=current_bar(),
        states=STATES,
        state=state if state in found else "betting",
        page=page,
        rules=page.rules,
        player=page.player,
        table=page.table,
        seat=page.seat,
        view=view,
        is_open=is_open,
        is_betting=page.seat is not None and not is_open,
        spots=spots_of(page, sample.typed),
        faults=sample.faults,
        burned=burned_cards(view, page.rules) if view else 0,
        shown=ShownEvents(),
        edges=edges_of(RULES),
        outcomes=tuple(HandOutcome),
        chip_values=CHIP_VALUES,
        sets=[(faces, suits) for faces in Faces for suits in Suits],
        shown_cards=SHOWN_CARDS,
        shoes=[_shoe_of(share) for share in (0.02, 0.5, 0.8)],
        practice=practice_tables(),
        sheet=worked_example(),
        said_of_taking=SAID["took"],
        picture=_picture(),
        chart_picture=chart_picture,
        colour_tokens=tuple(colours(SCHEMES[0])),
        size_tokens=sizes(),
        pairs=[(pair, [contrast_of(pair, scheme) for scheme in SCHEMES]) for pair in PAIRS],
    )


def _shoe_of(share: float) -> dict[str, int]:
    """Return a shoe of which so much is dealt, as `macros/pit.html` reads it."""
    position = round(RULES.cards * share)
    return {
        "cards": RULES.cards,
        "position": position,
        "cards_left": RULES.cards - position,
        "cut_position": RULES.cut_position,
    }


def _picture() -> Drawing:
    """Draw a chart with what charts have: lines that cross, points, and a band."""
    rounds = range(0, 101, 20)
    up = Line(_("Bankroll"), [(each, 1000 - each + (each % 40) * 3) for each in rounds])
    mean = Line(_("On average"), [(each, 1000 - each * 0.3) for each in rounds])
    band = Band(
        _("Two of three players"), [(each, 1000 - each, 1000 + each / 2) for each in rounds]
    )
    axes = Axis(title=_("Round")), Axis(title=_("Bankroll in chips"), from_zero=False)
    return partial(lines, _("A sample of a chart."), *axes, [up, mean], [band])
