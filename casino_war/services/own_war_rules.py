"""Rules of War under names of a player's own: kept, changed and given up.

A name with other rules gets another version; the earlier ones stay as they were.
"""

from dataclasses import dataclass

from casino_war.errors import N_, NotFoundError, RulesRefusedError
from casino_war.game.war_nearest import read_spelled, spell
from casino_war.game.war_presets import WarPreset
from casino_war.game.war_rules import WarRules
from casino_war.services.carry_out import Scene, carry_out, find_player
from casino_war.services.commands import DropWarRules, KeepWarRules
from casino_war.services.house import House
from casino_war.services.names import read_name
from casino_war.services.newcomers import act_as_anyone
from casino_war.store import own_war_rules as store
from casino_war.store.own_war_rules import NAME_LENGTH_MAX as NAME_LENGTH_MAX

NAMES_MAX = 100
"""How many names a player may keep."""

VERSIONS_MAX = 1_000
"""How many versions a player may store in all, of all names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRules:
    """Rules under a name, with the preset that they are told from."""

    name: str
    version: int
    preset: WarPreset
    rules: WarRules
    spelled: str


def checked_name(text: str) -> str:
    """Return a name of rules as it is kept; see `casino_war.services.names.read_name`."""
    return read_name(text, NAME_LENGTH_MAX, if_blank=N_("Give the rules a name."))


def kept_rules(house: House, token: str | None) -> tuple[KeptRules, ...]:
    """List what the player keeps, the latest first; nothing for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        rows = () if player is None else store.kept_by(connection, player.id)
    kept = []
    for row in rows:
        preset, rules = read_spelled(row.rules_text)
        kept.append(
            KeptRules(
                name=row.name,
                version=row.version,
                preset=preset,
                rules=rules,
                spelled=spell(rules, preset),
            )
        )
    return tuple(kept)


def keep(house: House, token: str | None, command: KeepWarRules, visitor: str) -> str:
    """Keep rules under a name; return the player's token.

    A stranger, whose browser is called *visitor*, becomes a player. The same rules once
    more under the same name are no new version.

    Raises:
        InvalidNameError: see `checked_name`.
        InvalidRulesError, InvalidNotationError, UnknownPresetError: the rules are none.
        RulesRefusedError: the player keeps too many names, or has stored too many versions.
        StaleVersionError, KeyReusedError: see `act_as_anyone`.
    """
    checked_name(command.name)
    read_spelled(command.rules_text)
    return act_as_anyone(house, token, command, visitor, lambda scene: _keep(scene, command))


def drop(house: House, token: str | None, command: DropWarRules) -> None:
    """Give a name up; its versions stay stored and its name is free again.

    Raises:
        NotFoundError: the player keeps no rules of that name.
        NoBankrollError, KeyReusedError: see `carry_out`.
    """

    def act(scene: Scene) -> str:
        present = store.newest_version(scene.connection, scene.player.id, command.name)
        if present is None or not present.rules_text:
            raise NotFoundError(
                N_("You keep no rules called %(name)s."), reason="own_war_rules", name=command.name
            )
        _add(scene, command.name, present.version + 1, "", command.key)
        return command.name

    carry_out(house, token, command, act)


def _keep(scene: Scene, command: KeepWarRules) -> None:
    player_id = scene.player.id
    present = store.newest_version(scene.connection, player_id, command.name)
    if present is not None and present.rules_text == command.rules_text:
        return
    is_new = present is None or not present.rules_text
    if is_new and len(store.kept_by(scene.connection, player_id)) >= NAMES_MAX:
        raise RulesRefusedError(
            N_("You keep %(limit)s sets of rules, as many as may be: give one up first."),
            reason="names",
            limit=NAMES_MAX,
        )
    if store.count_versions(scene.connection, player_id) >= VERSIONS_MAX:
        raise RulesRefusedError(
            N_("You have stored rules %(limit)s times, as often as may be."),
            reason="versions",
            limit=VERSIONS_MAX,
        )
    version = 1 if present is None else present.version + 1
    _add(scene, command.name, version, command.rules_text, command.key)


def _add(scene: Scene, name: str, version: int, rules_text: str, command_key: str) -> None:
    store.add_version(
        scene.connection,
        player_id=scene.player.id,
        name=name,
        version=version,
        rules_text=rules_text,
        command_key=command_key,
        at=scene.at,
    )
