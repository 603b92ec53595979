"""The lobby and its tables, and taking a seat there."""

from casino_war.errors import N_
from casino_war.services import tables as service
from casino_war.services.carry_out import no_bankroll
from casino_war.services.commands import SitDown
from casino_war.services.open_tables import house_tables
from casino_war.services.own_tables import tables_of_player
from casino_war.services.table_page import table_page
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Link
from casino_war.web.api.rules import Rules
from casino_war.web.api.table_models import Table, TableRow, Tables, edges, table_of
from casino_war.web.api.values import Body, Version


def table_now(call: Call, key: str) -> Table:
    """Tell a table as it stands."""
    page = table_page(call.house, call.token, key)
    if page.player is None:
        # Who left while the request was under way.
        raise no_bankroll()
    return table_of(page, page.player)


AREA = Area("tables", N_("Tables"), present=lambda call, places: table_now(call, places["key"]))

_DEAL = Link(
    operation="deal",
    parameters={"key": "$response.body#/key"},
    body={
        "version": "$response.body#/seat/version",
        "hands": [{"ante_cents": "$response.body#/rules/ante_min_cents"}],
    },
)


@AREA.get(
    "/tables",
    N_("List the tables of the lobby"),
    links=(
        Link(operation="show_table", parameters={"key": "$response.body#/items/0/key"}),
        Link(operation="sit_down", parameters={"key": "$response.body#/items/0/key"}),
        Link(operation="make_table", body={"rules": "$response.body#/items/0/rules"}),
    ),
)
def list_tables(call: Call) -> Tables:
    """Tell the house's tables, the player's own, and those of others where the player sits."""
    rows = [
        TableRow(
            key=table.key,
            title=table.title,
            kind="house",
            version=table.version,
            rules=Rules.model_validate(table.rules),
            edges=edges(table.rules),
        )
        for _, table in house_tables(call.house)
    ]
    rows += [
        TableRow(
            key=page.key,
            title=page.title,
            kind="own" if page.is_owner else "visited",
            version=page.version,
            rules=Rules.model_validate(page.rules),
            edges=edges(page.rules),
        )
        for page in tables_of_player(call.house, call.token)
    ]
    return Tables(items=tuple(rows))


@AREA.get("/tables/<key>", N_("Show a table and the player's seat there"), links=(_DEAL,))
def show_table(call: Call, key: str) -> Table:
    """Its rules, what its bets cost, and, for who sits there, the shoe and the open round."""
    return table_now(call, key)


class SitDownBody(Body):
    """Nothing but the version 0, which no seat has before it is taken."""

    version: Version = 0


@AREA.post("/tables/<key>/seat", N_("Sit down at a table"), status=200, links=(_DEAL,))
def sit_down(call: Call, key: str, body: SitDownBody) -> Table:
    """Take a seat with a committed shoe; who sits there already stays seated."""
    service.sit_down(
        call.house, call.token, SitDown(key=call.key, version=body.version, table_key=key)
    )
    return table_now(call, key)
