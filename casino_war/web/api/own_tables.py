"""Tables of the player's own: made, changed and closed; played at like any other."""

from typing import Annotated

from pydantic import Field

from casino_war.errors import N_
from casino_war.services import own_tables as service
from casino_war.services.commands import ChangeTable, CloseTable, MakeTable
from casino_war.services.own_tables import TITLE_LENGTH_MAX, bounds_faults, checked_title
from casino_war.services.rounds import rules_text
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Link
from casino_war.web.api.rules import GivenRules, Rules
from casino_war.web.api.table_models import edges
from casino_war.web.api.values import Answer, Body, Line, Version


class OwnTable(Answer):
    """A table of the player's own; ``version`` is that of its rules, and goes with changes."""

    key: str
    title: str
    version: int
    is_closed: bool
    rules: Rules


def own_table_now(call: Call, key: str) -> OwnTable:
    """Tell a table of the player's own as it stands."""
    page = service.own_table_page(call.house, call.token, key)
    return OwnTable.model_validate(page)


AREA = Area(
    "own-tables",
    N_("Tables of one's own"),
    present=lambda call, places: own_table_now(call, places["key"]) if places else None,
)

_LINKS = (
    Link(operation="show_own_table", parameters={"key": "$response.body#/key"}),
    Link(
        operation="change_table",
        parameters={"key": "$response.body#/key"},
        body={"version": "$response.body#/version"},
    ),
    Link(
        operation="close_table",
        parameters={"key": "$response.body#/key"},
        body={"version": "$response.body#/version"},
    ),
    Link(operation="sit_down", parameters={"key": "$response.body#/key"}),
)


class MakeBody(Body):
    """What the new table is called, and its rules."""

    title: Annotated[
        Line, Field(min_length=1, max_length=TITLE_LENGTH_MAX, examples=["Friday night"])
    ]
    rules: GivenRules


class ChangeBody(MakeBody):
    """What the table is called from now on, and its rules, whole."""

    version: Version


class CloseBody(Body):
    """The version that is closed."""

    version: Version


@AREA.post("/own-tables", N_("Make a table"), status=201, links=_LINKS)
def make_table(call: Call, body: MakeBody) -> OwnTable:
    """Make a table by rules of one's own; whoever knows its key may play there."""
    title, text = _checked(body)
    command = MakeTable(key=call.key, version=0, title=title, rules_json=text)
    made = service.make_table(call.house, call.token, command, call.visitor)
    call.made = ("show_own_table", {"key": made.table_key})
    return own_table_now(call, made.table_key)


@AREA.get("/own-tables/<key>", N_("Show a table of one's own"), links=_LINKS)
def show_own_table(call: Call, key: str) -> OwnTable:
    """Tell the newest rules of a table of the player's own."""
    return own_table_now(call, key)


@AREA.put("/own-tables/<key>", N_("Change a table"))
def change_table(call: Call, key: str, body: ChangeBody) -> OwnTable:
    """Give a table other rules, another title, or both; shoes in play keep their rules."""
    title, text = _checked(body)
    command = ChangeTable(
        key=call.key, version=body.version, table_key=key, title=title, rules_json=text
    )
    service.change_table(call.house, call.token, command)
    return own_table_now(call, key)


@AREA.post("/own-tables/<key>/close", N_("Close a table"))
def close_table(call: Call, key: str, body: CloseBody) -> OwnTable:
    """Close a table for good: what is open there ends, nothing new begins."""
    command = CloseTable(key=call.key, version=body.version, table_key=key)
    service.close_table(call.house, call.token, command)
    return own_table_now(call, key)


def _checked(body: MakeBody) -> tuple[str, str]:
    """Return title and rules as they are stored.

    Raises:
        InvalidTitleError, InvalidRulesError: they are none of a table.
    """
    rules = body.rules.value()
    for fault in bounds_faults(rules):
        raise fault
    # What every table tells of itself can be reckoned for these rules too.
    edges(rules)
    return checked_title(body.title), rules_text(rules)
