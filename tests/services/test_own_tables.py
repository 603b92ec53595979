"""Tables that players make: whoever has the link plays, the owner alone changes."""

from dataclasses import replace

import pytest

from casino_war.errors import (
    InvalidRulesError,
    InvalidTitleError,
    KeyReusedError,
    NotFoundError,
    StaleVersionError,
    TableClosedError,
    TableRefusedError,
)
from casino_war.game.table_presets import PRESETS
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar
from casino_war.services import own_tables
from casino_war.services.commands import ChangeTable, MakeTable
from casino_war.services.history import round_page
from casino_war.services.house import House
from casino_war.services.own_tables import (
    checked_title,
    is_own_key,
    own_table_page,
    tables_of_player,
)
from casino_war.services.rounds import rules_text
from casino_war.services.table_page import table_page
from tests.audits import audit
from tests.services.doctor import doctored, look_up
from tests.services.guest import OWN_RULES, Guest, bet

OTHER = replace(OWN_RULES, tie_bet_to_one=11)


def test_no_preset_has_the_key_of_an_own_table() -> None:
    assert not any(is_own_key(preset.key) for preset in PRESETS)


def test_a_table_is_made_and_played_at_by_its_owner_and_by_who_has_the_link(house: House) -> None:
    owner = Guest(house).buy_in()
    key = owner.make_table("Two decks")
    assert is_own_key(key)
    owner.table_key = key
    owner.sit().deal(bet(10))
    guest = Guest(house, key, visitor="other").buy_in().sit()
    round_id = guest.deal(bet(10))
    page = table_page(house, guest.token, key)
    assert (page.table.title, page.rules) == ("Two decks", OWN_RULES)
    assert round_page(house, guest.token, round_id).row.table_title == "Two decks"
    assert [each.is_owner for each in tables_of_player(house, owner.token)] == [True]
    assert [each.is_owner for each in tables_of_player(house, guest.token)] == [False]
    assert table_page(house, None, key).rules == OWN_RULES
    assert audit(house) == []


def test_a_stranger_who_makes_a_table_becomes_a_player_without_chips(house: House) -> None:
    stranger = Guest(house)
    command = MakeTable(key="one", version=0, title="First", rules_json=rules_text(OWN_RULES))
    made = own_tables.make_table(house, None, command, stranger.visitor)
    assert own_tables.make_table(house, None, command, stranger.visitor) == made
    assert own_tables.make_table(house, made.token, command, stranger.visitor) == made
    for token in (None, made.token):
        with pytest.raises(KeyReusedError):
            own_tables.make_table(house, token, replace(command, title="Other"), "a browser")
    with pytest.raises(StaleVersionError):
        own_tables.make_table(house, None, replace(command, key="two"), stranger.visitor)
    stranger.token, stranger.table_key = made.token, made.table_key
    assert stranger.bar.bankroll_cents == 0
    assert audit(house) == []
    stranger.buy_in(100).sit().deal(bet(10))
    assert look_up(house, "SELECT code FROM transfer WHERE id = 1") == [("buy_in",)]
    assert audit(house) == []


def test_a_changed_table_is_a_new_version_and_shoes_in_play_keep_theirs(house: House) -> None:
    owner = Guest(house).buy_in()
    owner.table_key = key = owner.make_table()
    owner.sit().deal(bet(10))
    owner.change_table(key, "Renamed", OTHER)
    assert own_table_page(house, owner.token, key).version == 2
    page = table_page(house, owner.token, key)
    assert (page.table.title, page.rules, owner.seat.shoes_to_newest) == ("Mine", OWN_RULES, 1)
    owner.new_shoe()
    page = table_page(house, owner.token, key)
    assert (page.table.title, page.rules) == ("Renamed", OTHER)
    assert audit(house) == []


def test_a_closed_table_plays_out_and_changes_no_more(house: House) -> None:
    owner = Guest(house).buy_in()
    owner.table_key = key = owner.make_table()
    owner.sit()
    owner.close_table(key)
    with pytest.raises(TableClosedError):
        owner.deal(bet(10))
    for act in (owner.change_table, owner.close_table):
        with pytest.raises(TableClosedError):
            act(key)
    assert table_page(house, owner.token, key).table.is_closed
    with pytest.raises(NotFoundError):
        table_page(house, None, key)
    assert tables_of_player(house, owner.token) == ()
    # Its title is free again.
    owner.make_table()
    assert audit(house) == []


def test_nobody_else_sees_or_changes_what_an_owner_does(house: House) -> None:
    key = Guest(house).make_table()
    other = Guest(house, visitor="other").buy_in()
    for act in (other.change_table, other.close_table):
        with pytest.raises(NotFoundError):
            act(key)
    command = ChangeTable(
        key="x", version=1, table_key=key, title="Stolen", rules_json=rules_text(OTHER)
    )
    with pytest.raises(NotFoundError):
        own_tables.change_table(house, other.token, command)
    for name in ("own-", "own-\0", "own-" + "0" * 32, "classic"):
        with pytest.raises(NotFoundError):
            own_table_page(house, other.token, name)


def test_a_form_drawn_before_the_last_change_is_stale(house: House) -> None:
    owner = Guest(house)
    key = owner.make_table()
    owner.change_table(key, rules=OTHER)
    command = ChangeTable(
        key="late", version=1, table_key=key, title="Mine", rules_json=rules_text(OWN_RULES)
    )
    with pytest.raises(StaleVersionError):
        own_tables.change_table(house, owner.token, command)


def test_titles_of_a_players_open_tables_differ(house: House) -> None:
    owner = Guest(house)
    owner.make_table("Café")
    key = owner.make_table("Other")
    for title in ("CAFÉ", "café"):
        with pytest.raises(TableRefusedError) as caught:
            owner.make_table(title)
        assert caught.value.reason == "title"
    with pytest.raises(TableRefusedError):
        owner.change_table(key, "café")
    owner.change_table(key, "OTHER")
    Guest(house, visitor="other").make_table("Café")


@pytest.mark.parametrize(
    ("text", "title"),
    [("  Two   decks ", "Two decks"), ("Cafe\u0301", "Café"), ("<b>%(x)s", "<b>%(x)s")],
)
def test_titles_are_kept_in_one_spelling(text: str, title: str) -> None:
    assert checked_title(text) == title


@pytest.mark.parametrize("text", ["", "   ", "x" * 61, "a\nb", "a\tb", "a\u202eb", "\u200b", "\0"])
def test_titles_refused(text: str) -> None:
    with pytest.raises(InvalidTitleError):
        checked_title(text)


@pytest.mark.parametrize(
    "rules",
    [
        TableRules(ante_max_cents=100_000_500),
        TableRules(tie_bet_max_cents=100_000_500),
        TableRules(tie_ladder=(10, 1001)),
    ],
)
def test_bounds_that_keep_payouts_within_the_books(house: House, rules: TableRules) -> None:
    with pytest.raises(InvalidRulesError):
        Guest(house).make_table(rules=rules)


def test_the_largest_payout_fits_the_books() -> None:
    worst = 7 * (own_tables.ANTE_LIMIT_CENTS * (own_tables.RUNG_LIMIT + 12 + 6))
    assert worst < 2**63 / 10**6


def test_limits_of_tables_and_of_versions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tables, "OPEN_TABLES_MAX", 2)
    monkeypatch.setattr(own_tables, "VERSIONS_MAX", 4)
    owner = Guest(house)
    first = owner.make_table("1")
    owner.make_table("2")
    with pytest.raises(TableRefusedError) as caught:
        owner.make_table("3")
    assert caught.value.reason == "too_many"
    owner.close_table(first)
    second = owner.make_table("3")
    owner.change_table(second, "4")
    with pytest.raises(TableRefusedError) as caught:
        owner.change_table(second, "5")
    assert caught.value.reason == "too_often"
    # The clock of this house goes a minute with every command.
    for number in range(60):
        Guest(house, visitor=f"v{number}").make_table()
    owner.change_table(second, "5")


GENEROUS = rules_text(replace(OWN_RULES, tied_war=TiedWar.TRIPLE_TOTAL, shoe=ShoeRule.FRESH))
AS_SENT = (
    "rules-are-as-published: the rules {{key}} in version {version} "
    "are not those that their owner sent"
)
SPOILT = [
    (
        (f"UPDATE table_rules SET rules_json = '{GENEROUS}' WHERE version = 2",),
        [AS_SENT.format(version=2)],
    ),
    (
        ("UPDATE own_table SET title = 'Other'",),
        ["own-tables-fit-their-rules: the table {key} is called 'Other', by its rules 'Mine'"],
    ),
    (
        ("UPDATE own_table SET version = 1",),
        [
            ("own-tables-have-commands: player 1 has 0 later versions of them, and asked for 1"),
            (
                "own-tables-fit-their-rules: the table {key} has the version 1, "
                "and 2 versions of rules up to 2"
            ),
        ],
    ),
    (
        ("UPDATE own_table SET closed_at = created_at",),
        ["own-tables-have-commands: player 1 has 1 of them closed, and asked for 0"],
    ),
    (
        ("UPDATE own_table SET command_key = 'x'",),
        [
            "own-tables-have-commands: the table {key} was not made by the command 'x'",
            AS_SENT.format(version=1),
        ],
    ),
]


@pytest.mark.parametrize(("statements", "lines"), SPOILT)
def test_the_audit_knows_own_tables(
    house: House, statements: tuple[str, ...], lines: list[str]
) -> None:
    owner = Guest(house)
    key = owner.make_table()
    owner.change_table(key, rules=OTHER)
    assert doctored(house, *statements) == [line.format(key=key) for line in lines]


def test_the_audit_misses_a_table_that_somebody_deleted(house: House) -> None:
    key = Guest(house).make_table()
    assert doctored(house, "DELETE FROM own_table") == [
        "own-tables-have-commands: player 1 has 0 tables of their own, and asked for 1",
        f"own-tables-fit-their-rules: there are rules of a table {key}, which nobody made",
        (
            f"rules-are-as-published: the rules {key} in version 1 "
            "are not those that their owner sent"
        ),
    ]
