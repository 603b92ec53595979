"""Rules of War that the player keeps under names."""

from typing import Annotated

from pydantic import Field

from casino_war.errors import N_
from casino_war.game.war_line import changed_rules
from casino_war.game.war_nearest import spell
from casino_war.game.war_presets import find
from casino_war.services import own_war_rules as service
from casino_war.services.commands import DropWarRules, KeepWarRules
from casino_war.services.own_war_rules import NAME_LENGTH_MAX, kept_rules
from casino_war.web.api.calls import Call
from casino_war.web.api.game_models import Rules
from casino_war.web.api.games import SettingsOfPreset
from casino_war.web.api.operations import Area
from casino_war.web.api.values import Answer, Body, Line

AREA = Area("war-rules", N_("Rules of one's own"))

_Name = Annotated[Line, Field(min_length=1, max_length=NAME_LENGTH_MAX, examples=["Mine"])]


class Kept(Answer):
    """Rules under a name, and the named game that they are told from."""

    name: str
    version: int
    preset: str
    rules: Rules


class AllKept(Answer):
    """All that the player keeps, the latest first."""

    items: tuple[Kept, ...]


class KeepBody(SettingsOfPreset):
    """A name, and the rules that it stands for from now on."""

    name: _Name


class DropBody(Body):
    """A name that is given up."""

    name: _Name


@AREA.get("/war-rules", N_("List the rules of one's own"))
def list_war_rules(call: Call) -> AllKept:
    """Tell the rules of War that the player keeps, the latest first."""
    return _kept(call)


@AREA.post("/war-rules", N_("Keep rules under a name"))
def keep_war_rules(call: Call, body: KeepBody) -> AllKept:
    """Keep rules of War; a name that has others is given these."""
    preset = find(body.preset)
    rules = changed_rules(preset, body.texts())
    command = KeepWarRules(
        key=call.key,
        version=0,
        name=service.checked_name(body.name),
        rules_text=spell(rules, preset),
    )
    service.keep(call.house, call.token, command, call.visitor)
    return _kept(call)


@AREA.post("/war-rules/drops", N_("Give rules of one's own up"))
def drop_war_rules(call: Call, body: DropBody) -> AllKept:
    """Give up a name; it is free again."""
    command = DropWarRules(key=call.key, version=0, name=service.checked_name(body.name))
    service.drop(call.house, call.token, command)
    return _kept(call)


def _kept(call: Call) -> AllKept:
    return AllKept(
        items=tuple(
            Kept(
                name=each.name,
                version=each.version,
                preset=each.preset.key,
                rules=each.rules.to_data(),
            )
            for each in kept_rules(call.house, call.token)
        )
    )
