"""Leaving for good, and what everybody can take along before: the export."""

import json

import pytest
from sqlalchemy import text

from casino_war.errors import (
    InvalidNameError,
    NoBankrollError,
    RoundOpenError,
    SignInRefusedError,
)
from casino_war.game.round import Decision
from casino_war.services import export, own_tables
from casino_war.services.house import House
from casino_war.services.leaving import leave
from casino_war.services.newcomers import token_of_visitor
from casino_war.services.player_bar import player_bar
from casino_war.store import player_rows
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.member import PASSWORD, claim, come, known_as
from tests.services.moved import play
from tests.services.seeds import is_tie, seed_where
from tests.services.test_closed_tables import RULES


def test_who_leaves_is_nobody_and_the_books_are_clean(house: House) -> None:
    member = Guest(house).buy_in().sit()
    key = member.make_table("Ada's")
    member.deal(bet(10))
    if member.seat.open_round_id is not None:
        member.decide(Decision.WAR)
    claim(member)
    old_token = member.token
    with pytest.raises(SignInRefusedError):
        leave(house, member.token, key="leaves-for-good", password="not this one")
    leave(house, member.token, key="leaves-for-good", password=PASSWORD)
    assert player_bar(house, old_token) is None
    assert token_of_visitor(house, member.visitor) is None
    assert known_as(member) is None
    assert own_tables.tables_of_player(house, old_token) == ()
    with pytest.raises(SignInRefusedError):
        come(Guest(house, visitor="other"))
    with house.database.reading() as connection:
        for query, expected in {
            "SELECT count(*) FROM member": 0,
            "SELECT count(*) FROM round": 1,
            "SELECT sum(balance_cents) FROM account WHERE player_id IS NOT NULL": 0,
            f"SELECT count(*) FROM own_table WHERE key = '{key}' AND closed_at IS NULL": 0,
        }.items():
            assert connection.execute(text(query)).scalar_one() == expected, query
    assert audit(house) == []
    # The name is free again.
    assert known_as(claim(Guest(house, visitor="next").buy_in())) == "Ada"


def test_a_guest_leaves_without_a_password(house: House) -> None:
    guest = Guest(house).buy_in()
    leave(house, guest.token, key="leaves-for-good", password="")
    assert player_bar(house, guest.token) is None
    with pytest.raises(NoBankrollError):
        leave(house, guest.token, key="leaves-for-good", password="")
    with pytest.raises(NoBankrollError):
        leave(house, None, key="a-stranger", password="")
    assert audit(house) == []


def test_who_has_no_chips_leaves_as_well(house: House) -> None:
    guest = Guest(house).buy_in()
    guest.cash_out()
    leave(house, guest.token, key="leaves-for-good", password="")
    assert audit(house) == []


def test_an_open_round_is_finished_first(make_house: MakeHouse) -> None:
    house = make_house(seed_where(RULES, is_tie))
    guest = Guest(house, "niagara").buy_in(20).sit()
    guest.deal(bet(10))
    with pytest.raises(RoundOpenError):
        leave(house, guest.token, key="leaves-for-good", password="")
    guest.decide(Decision.SURRENDER)
    leave(house, guest.token, key="leaves-for-good", password="")
    assert audit(house) == []


def exported(house: House, token: str | None) -> dict[str, list[dict[str, object]]]:
    sections = export.export_player(house, token)
    return {section.name: [dict(row) for row in section.rows] for section in sections}


def test_everything_is_exported_and_nothing_of_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_rows, "PAGE_ROWS", 2)
    guest = Guest(house, visitor="Ada").buy_in().sit()
    guest.make_table()
    for _ in range(5):
        guest.deal(bet(10, 5))
        if guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    guest.new_shoe()
    claim(guest)
    play(house, "bo")
    found = exported(house, guest.token)
    assert found["player"][0]["name"] == "Ada"
    rounds = found["rounds"]
    assert [row["number"] for row in rounds] == [1, 2, 3, 4, 5]
    assert all(row["player_id"] == found["player"][0]["number"] for row in rounds)
    # The bankroll is what went in less what went out.
    own = f"bankroll:{found['player'][0]['number']}"
    balance = sum(
        int(str(row["amount_cents"])) * ((row["target"] == own) - (row["source"] == own))
        for row in found["transfers"]
    )
    assert balance == guest.bar.bankroll_cents
    ids = [row["id"] for row in found["transfers"]]
    assert len(ids) == len(set(ids))
    with house.database.reading() as connection:
        moved = connection.execute(
            text(
                "SELECT count(*) FROM transfer WHERE source_id IN (SELECT id FROM account"
                " WHERE player_id = 1) OR target_id IN (SELECT id FROM account WHERE"
                " player_id = 1)"
            )
        ).scalar_one()
    assert len(ids) == moved
    assert {row["key"] for row in found["rules"]} == {"classic"}
    assert len(found["own_tables"]) == 1
    json.dumps(found)


def test_no_seed_of_a_shoe_in_play_is_exported(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    if guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    for shoe in exported(house, guest.token)["shoes"]:
        assert shoe["finished_at"] is None
        assert "server_seed" not in shoe
        assert "order_text" not in shoe
    guest.new_shoe()
    finished = exported(house, guest.token)["shoes"][0]
    assert len(str(finished["server_seed"])) == 64
    assert finished["order_text"]


def test_a_stranger_has_nothing_to_export(house: House) -> None:
    with pytest.raises(NoBankrollError):
        export.export_player(house, None)


def test_a_name_that_somebody_left_is_still_checked(house: House) -> None:
    with pytest.raises(InvalidNameError):
        claim(Guest(house), " ")
