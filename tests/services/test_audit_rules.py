"""Rules in the books are the published ones, and the audit knows the names of the services."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from casino_war.game.table_presets import find
from casino_war.ledger.command_kinds import KINDS_OF_CODE, CommandKind
from casino_war.ledger.invariants.shoe import ENDED_BY_PLAYER
from casino_war.ledger.posting import TransferCode
from casino_war.services import commands, run_commands, shoes
from casino_war.services.audit import fault_of_rules
from casino_war.services.commands import Command, TableCommand
from casino_war.services.house import House
from casino_war.services.practice import commands as practice_commands
from casino_war.services.rounds import rules_text
from casino_war.store.rules import StoredRules
from tests.audits import audit
from tests.presets import publish
from tests.services.doctor import doctored
from tests.services.guest import Guest, bet

CLASSIC = find("classic")


def stored(key: str, version: int, rules_json: str, title: str = "Classic") -> StoredRules:
    return StoredRules(
        id=1,
        key=key,
        version=version,
        title=title,
        rules_json=rules_json,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def with_version(monkeypatch: pytest.MonkeyPatch, version: int, opening_burn: int) -> None:
    """Publish another version of ``classic``."""
    rules = replace(CLASSIC.rules, opening_burn=opening_burn)
    publish(monkeypatch, "classic", version=version, rules=rules)


@pytest.mark.parametrize(
    ("key", "version", "rules_json", "fault"),
    [
        ("classic", 2, rules_text(CLASSIC.rules), None),
        ("classic", 1, rules_text(find("bonus").rules), None),
        ("classic", 3, rules_text(CLASSIC.rules), "were never published"),
        ("closed", 1, rules_text(CLASSIC.rules), None),
        ("closed", 7, rules_text(find("bonus").rules), None),
        ("closed", 1, "{", "cannot be read: '{' are no rules of a table."),
        ("classic", 2, rules_text(find("bonus").rules), "are not those that the house published"),
        ("classic", 2, "{", "cannot be read: '{' are no rules of a table."),
        ("classic", 1, "5", "cannot be read: '5' are no rules of a table."),
        ("classic", 1, '{"decks": 0}', "cannot be read: decks must be 1 to 8, not 0."),
    ],
)
def test_faults_of_stored_rules(
    monkeypatch: pytest.MonkeyPatch, key: str, version: int, rules_json: str, fault: str | None
) -> None:
    with_version(monkeypatch, 2, CLASSIC.rules.opening_burn)
    assert fault_of_rules(stored(key, version, rules_json)) == fault


def test_faults_of_stored_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    with_version(monkeypatch, 2, CLASSIC.rules.opening_burn)
    text = rules_text(CLASSIC.rules)
    assert fault_of_rules(stored("classic", 1, text, "Older")) is None
    assert fault_of_rules(stored("closed", 1, text, "Closed")) is None
    assert fault_of_rules(stored("closed", 1, text, " ")) == "have no title"
    assert fault_of_rules(stored("classic", 2, text, "Better")) == (
        "are called 'Better', and were published as 'Classic'"
    )


def test_rules_that_pay_more_than_published_are_told(house: House) -> None:
    Guest(house).buy_in().sit()
    generous = json.dumps(replace(CLASSIC.rules, tie_bet_to_one=12).to_data(), sort_keys=True)
    assert doctored(house, f"UPDATE table_rules SET rules_json = '{generous}'") == [
        (
            "rules-are-as-published: the rules classic in version 1 are not those that the house "
            "published"
        )
    ]


def test_a_shoe_drawn_by_earlier_rules_is_clean(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(house).buy_in().sit()
    guest.new_shoe()
    guest.deal(bet(10))
    with_version(monkeypatch, 2, 4)
    Guest(house, visitor="other").buy_in().sit().deal(bet(10))
    assert audit(house) == []


def test_command_kinds_are_those_of_the_services() -> None:
    # Of the practice room's, those that may make a player or are carried out once by key.
    in_practice = (
        practice_commands.StartPractice,
        practice_commands.AskSupply,
        practice_commands.TakeSeat,
    )
    values = [*vars(commands).values(), *vars(run_commands).values(), *in_practice]
    classes = {each for each in values if isinstance(each, type)}
    kinds = {each.__name__ for each in classes if issubclass(each, Command)}
    assert {kind.value for kind in CommandKind} == kinds - {
        each.__name__ for each in (Command, TableCommand, run_commands.RunCommand)
    }
    assert set(KINDS_OF_CODE) == set(TransferCode)
    assert ENDED_BY_PLAYER == shoes.ENDED_BY_PLAYER
