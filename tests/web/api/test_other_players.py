"""Every operation tried with what belongs to another player, and what no answer tells."""

from typing import Any

import pytest
from flask import Flask

from casino_war.web.api.document import path_of
from casino_war.web.api.example import example_of
from casino_war.web.api.operations import Operation
from casino_war.web.api.reference import document
from casino_war.web.api.routes import OPERATIONS
from tests.audits import audit
from tests.web.api.program import Json, Program
from tests.web.test_other_players import belongings

OF_TABLES = frozenset({"show_table", "sit_down", "show_odds", "start_new_shoe", "deal",
                       "set_client_seed"})  # fmt: skip
"""At tables of others too whoever knows the key may play, with a seat and chips of their own."""


@pytest.fixture
def owner(program: Program) -> Program:
    """The first player, who has some of everything."""
    program.deal()
    return program


@pytest.fixture
def places(owner: Program) -> Json:
    """What stands in addresses: all of it is the owner's."""
    return {
        "round_id": 1,
        "shoe_id": 1,
        "token_id": owner.token_id,
        "key": owner.send("/own-tables", {"title": "Friday", "rules": {}})["key"],
        "games": owner.send("/games", {"preset": "classic"})["link"],
        "runs": owner.send("/runs/war", {"games": ["classic"], "times": 5})["link"],
    }


def address(operation: Operation, places: Json) -> str:
    found = {**places, "link": places.get(operation.area.replace("game-seats", "games"), "")}
    if operation.area != "own-tables":
        found["key"] = "classic"
    return path_of(operation.rule).format(**found)


def body_of(operation: Operation) -> Any:
    told = document()["paths"][path_of(operation.rule)][operation.method.lower()]
    if "requestBody" not in told:
        return None
    schema = told["requestBody"]["content"]["application/json"]["schema"]
    return example_of(schema, document()["components"]["schemas"])


def test_others_find_nothing_and_change_nothing(
    app: Flask, owner: Program, places: Json, other: Program
) -> None:
    other.buy()
    other.sit()
    before = belongings(app)
    tried = 0
    for operation in OPERATIONS.values():
        if "<" not in operation.rule or operation.name in OF_TABLES:
            continue
        path, body = address(operation, places), body_of(operation)
        answer = other.ask(operation.method, path, body, key=f"of-another-{tried}")
        assert answer.status_code == 404, (operation.name, answer.text)
        assert belongings(app) == before, operation.name
        tried += 1
    assert tried >= 16
    for operation in OPERATIONS.values():
        if "<" not in operation.rule and operation.method == "GET":
            told = other.ask("GET", operation.rule).text
            for mine in (places["key"], places["games"], places["runs"], "Friday"):
                assert mine not in told, operation.name
    assert audit(owner.house) == []


def secrets_of(app: Flask) -> set[str]:
    """Every seed of a shoe or game that is not over, the cards to come, and what signs in."""
    queries = (
        "SELECT server_seed FROM shoe WHERE finished_at IS NULL",
        "SELECT server_seed FROM practice_game WHERE finished_at IS NULL",
        "SELECT digest FROM api_token",
        "SELECT token FROM player",
    )
    shoes = "SELECT order_text, position FROM shoe WHERE order_text IS NOT NULL"
    with app.extensions["casino_war"].database.reading() as connection:
        found = {str(row[0]) for each in queries for row in connection.exec_driver_sql(each)}
        for order_text, position in connection.exec_driver_sql(shoes):
            to_come = order_text.split()[position : position + 4]
            found |= {" ".join(to_come), ",".join(f'"{card}"' for card in to_come)}
    return found


def test_no_answer_tells_a_secret(app: Flask, owner: Program, places: Json) -> None:
    game = owner.get(f"/games/{places['games']}")
    owner.send(f"/games/{game['link']}/acts", {"version": game["version"], "act": "deal"}, 200)
    owner.send("/tables/classic/new-shoe", {"version": 1}, 409 if is_open(owner) else 200)
    secrets = secrets_of(app)
    assert len(secrets) >= 7
    for operation in OPERATIONS.values():
        if operation.method != "GET":
            continue
        answer = owner.ask("GET", address(operation, places))
        # Of the game no battle is over.
        expected = 404 if operation.name == "list_battles" else 200
        assert answer.status_code == expected, (operation.name, answer.text)
        for secret in secrets:
            assert secret not in answer.text, operation.name


def is_open(program: Program) -> bool:
    return program.get("/tables/classic")["seat"]["open_round_id"] is not None
