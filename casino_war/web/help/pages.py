"""Help: how a round goes, the rules of each table with rounds that show them, and the words."""

from flask import Blueprint, render_template

from casino_war.game.table_presets import PRESETS
from casino_war.services.table_page import table_page
from casino_war.web.help.glossary import CHAPTERS
from casino_war.web.lobby import edges_of
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import player_token
from casino_war.web.table.examples import examples

blueprint = Blueprint("help", __name__)


@blueprint.get("/help")
def tour() -> str:
    """Lead through a round in a few steps; a table shows the same steps in a dialog."""
    shown = {example.key: example for example in examples(PRESETS[0].rules)}
    return render_template("help/tour.html", bar=current_bar(), examples=shown, presets=PRESETS)


@blueprint.get("/help/tables/<key>")
def table(key: str) -> str:
    """Tell the rules of a table, and play a round for each of them.

    Raises:
        NotFoundError: there is no such table.
    """
    page = table_page(current_house(), player_token(), key)
    return render_template(
        "help/table.html",
        bar=current_bar(),
        table=page.table,
        rules=page.rules,
        edges=edges_of(page.rules),
        examples=examples(page.rules),
    )


@blueprint.get("/glossary")
def glossary() -> str:
    """Explain every word of the site that a card player may not know."""
    return render_template("help/glossary.html", bar=current_bar(), chapters=CHAPTERS)
