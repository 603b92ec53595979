"""Rules of War under names of a player's own: kept, changed, given up, and in the audit."""

import pytest
from sqlalchemy import update

from casino_war.errors import (
    InvalidNameError,
    InvalidRulesError,
    KeyReusedError,
    NoBankrollError,
    NotFoundError,
    RulesRefusedError,
    StaleVersionError,
)
from casino_war.services import own_war_rules
from casino_war.services.commands import DropWarRules, KeepWarRules
from casino_war.services.house import House
from casino_war.services.own_war_rules import KeptRules, checked_name, drop, keep, kept_rules
from casino_war.store.commands import COMMAND
from casino_war.store.triggers import drop_triggers
from tests.audits import audit
from tests.services.guest import Guest

THREE = "three_down@1 players=3"
FOUR = "three_down@1 players=4"


def wish(name: str = "Sunday", rules_text: str = THREE, key: str = "one-key-1") -> KeepWarRules:
    return KeepWarRules(key=key, version=0, name=name, rules_text=rules_text)


def give_up(name: str = "Sunday", key: str = "drop-key-1") -> DropWarRules:
    return DropWarRules(key=key, version=0, name=name)


def told(kept: tuple[KeptRules, ...]) -> list[tuple[str, int, str]]:
    return [(each.name, each.version, each.spelled) for each in kept]


def test_the_first_rules_kept_make_the_player_and_the_books_stay_clean(house: House) -> None:
    token = keep(house, None, wish(), "a browser")
    assert told(kept_rules(house, token)) == [("Sunday", 1, THREE)]
    assert kept_rules(house, token)[0].rules.players == 3
    assert kept_rules(house, None) == ()
    # The form sent twice, before its cookie arrived and after.
    assert keep(house, None, wish(), "a browser") == token
    assert keep(house, token, wish(), "a browser") == token
    assert told(kept_rules(house, token)) == [("Sunday", 1, THREE)]
    with pytest.raises(StaleVersionError):
        keep(house, None, wish(key="other-key"), "a browser")
    with pytest.raises(KeyReusedError):
        keep(house, token, wish(rules_text=FOUR), "a browser")
    assert audit(house) == []


def test_who_kept_rules_may_buy_chips_and_who_has_chips_may_keep_rules(house: House) -> None:
    first = Guest(house, token=keep(house, None, wish(), "a browser")).buy_in()
    assert told(kept_rules(house, first.token)) == [("Sunday", 1, THREE)]
    second = Guest(house, visitor="another").buy_in()
    assert keep(house, second.token, wish(key="two-key-1"), "another") == second.token
    assert told(kept_rules(house, second.token)) == [("Sunday", 1, THREE)]
    assert audit(house) == []


def test_other_rules_are_another_version_and_the_same_are_none(house: House) -> None:
    token = keep(house, None, wish(), "a browser")
    keep(house, token, wish(rules_text=FOUR, key="two-key-2"), "a browser")
    keep(house, token, wish(rules_text=FOUR, key="two-key-3"), "a browser")
    keep(house, token, wish("Monday", "peace", key="two-key-4"), "a browser")
    assert told(kept_rules(house, token)) == [("Monday", 1, "peace@1"), ("Sunday", 2, FOUR)]
    drop(house, token, give_up())
    assert told(kept_rules(house, token)) == [("Monday", 1, "peace@1")]
    with pytest.raises(NotFoundError, match="Sunday"):
        drop(house, token, give_up(key="drop-key-2"))
    keep(house, token, wish(key="two-key-5"), "a browser")
    assert told(kept_rules(house, token))[0] == ("Sunday", 4, THREE)
    assert audit(house) == []


def test_what_is_refused_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", " \t", "x" * 61, "a\u200eb\u0000"):
        with pytest.raises(InvalidNameError):
            keep(house, None, wish(name), "a browser")
    with pytest.raises(InvalidRulesError):
        keep(house, None, wish(rules_text="classic@1 captured_to=scored"), "a browser")
    with pytest.raises(NoBankrollError):
        drop(house, None, give_up())
    token = keep(house, None, wish(), "a browser")
    monkeypatch.setattr(own_war_rules, "NAMES_MAX", 1)
    with pytest.raises(RulesRefusedError, match="1 sets"):
        keep(house, token, wish("Monday", key="two-key-2"), "a browser")
    monkeypatch.setattr(own_war_rules, "VERSIONS_MAX", 1)
    with pytest.raises(RulesRefusedError, match="1 times"):
        keep(house, token, wish(rules_text=FOUR, key="two-key-3"), "a browser")
    assert told(kept_rules(house, token)) == [("Sunday", 1, THREE)]
    assert audit(house) == []


def test_names_are_composed_and_trimmed() -> None:
    assert checked_name("  Razboi\u0306  at   home ") == "Razboĭ at home"


def test_the_audit_misses_a_command_and_a_version(house: House) -> None:
    token = keep(house, None, wish(), "a browser")
    keep(house, token, wish(rules_text=FOUR, key="two-key-2"), "a browser")
    with house.database.writing() as connection:
        drop_triggers(connection)
        connection.execute(
            update(COMMAND).where(COMMAND.c.key == "two-key-2").values(kind="SitDown")
        )
        connection.exec_driver_sql("DELETE FROM own_war_rules WHERE version = 1")
    found = [str(each) for each in audit(house) if each.name == "own-rules-have-commands"]
    assert len(found) == 2
    assert "was not stored by the command 'two-key-2'" in found[0]
    assert "have 1 of 2 versions" in found[1]
