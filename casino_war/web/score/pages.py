"""The score sheet for games at a real table: a page that needs no server once it is there."""

from flask import Blueprint, render_template

from casino_war.game.score_sheet import ScoreSheet, SheetRow
from casino_war.web.language import _
from casino_war.web.score.words import SAID, SETTINGS

blueprint = Blueprint("score", __name__)

BLANK_ROWS = 9
"""Games that a sheet for the pen has room for: as many as two players can need for five."""


@blueprint.get("/score")
def index() -> str:
    """Show the sheet, and without scripts a worked example and a blank one.

    The page is the same for everybody, for it is kept to be opened without the server:
    no bankroll and no token is in it.
    """
    return render_template(
        "score/index.html",
        bar=None,
        sheet=worked_example(),
        sheet_settings=SETTINGS,
        said=SAID,
        blank_rows=BLANK_ROWS,
    )


def worked_example() -> ScoreSheet:
    """Return the sheet of Ida and Otto, who wins the match by three games to one."""
    ida, otto = 0, 1
    return ScoreSheet(
        players=(_("Ida"), _("Otto")),
        rows=(
            SheetRow(winners=(otto,), note=_("Three wars, two of them his."), seconds=1140),
            SheetRow(winners=(ida,), note=_("All four aces."), seconds=840),
            SheetRow(winners=(otto,), note=_("A war of kings ended it."), seconds=1560),
            SheetRow(winners=(otto,), seconds=720),
        ),
    )
