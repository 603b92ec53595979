"""The API keeps to its document: requests made up from it, and chains of them along its links.

Whatever is asked, answers are as documented, nothing fails, no chip moves without a key, and
the books are right in the end.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from casino_war.services.house import House
from casino_war.web.api.routes import AREAS as ALL
from tests.audits import audit
from tests.web.api.program import Program
from tests.web.conftest import MakeApp

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)

QUICK = settings(
    max_examples=4,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LONG = settings(QUICK, max_examples=100, stateful_step_count=30, derandomize=False)


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app(RATE_LIMIT_API="1000000/minute", PROPAGATE_EXCEPTIONS=False)


def token_of(program: Program) -> dict[str, str]:
    return {"Authorization": f"Bearer {program.secret}"}


def transfers(program: Program) -> int:
    with program.house.database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM transfer").scalar_one())


def begin_anew(app: Flask) -> Program:
    """Come as another player, with the same shoes to come, and sit down."""
    house: House = app.extensions["casino_war"]
    seeds = count(1)
    app.extensions["casino_war"] = replace(house, draw_seed=lambda: f"{next(seeds):064x}")
    program = Program(app)
    program.buy()
    program.sit()
    program.deal()
    return program


def walk(app: Flask, areas: Sequence[str], chosen: settings) -> Counter[str]:
    """Let schemathesis walk along the links; return how often each operation answered what."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app).include(tag=[*areas])
    # What is refused is tried elsewhere; along the links something shall happen.
    schema.config.generation.update(modes=[GenerationMode.POSITIVE])
    seen: Counter[str] = Counter()
    machine: Any = schema.as_state_machine()

    class Walk(machine):  # type: ignore[misc]  # made at run time from the document
        def setup(self) -> None:
            # What a request finds must not hang on what was tried before.
            self.program = begin_anew(app)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            self.moved = transfers(self.program)
            return {"headers": token_of(self.program)}

        def validate_response(
            self, response: Any, case: Any, additional_checks: Any = (), **kwargs: Any
        ) -> None:
            name = case.operation.definition.raw["operationId"]
            seen[f"{name} {response.status_code}"] += 1
            case.validate_response(response, checks=list(CHECKS))
            if "Idempotency-Key" not in case.headers:
                assert transfers(self.program) == self.moved

    Walk.run(settings=chosen)
    assert audit(app.extensions["casino_war"]) == []
    return seen


AREAS = {
    "deal": ("tables", "playing"),
    "cash_out": ("cashier", "rounds", "statistics", "care"),
    "start_game": ("games",),
    "make_table": ("tables", "own-tables", "odds", "runs", "tokens"),
}
"""Areas that are walked through together, by something that must have happened there."""


@pytest.mark.parametrize("happens", AREAS)
def test_chains_of_requests_keep_the_contract(app: Flask, happens: str) -> None:
    seen = walk(app, AREAS[happens], QUICK)
    assert f"{happens} 201" in seen, sorted(seen.items())


@pytest.mark.slow
def test_long_chains_keep_the_contract(app: Flask) -> None:
    walk(app, [area.name for area in ALL], LONG)


def ask_nonsense(app: Flask, examples: int) -> Counter[int]:
    """Send every operation what its document forbids; return how often each status answered."""
    program = begin_anew(app)
    moved = transfers(program)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    seen: Counter[int] = Counter()
    found: Any
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(QUICK, max_examples=examples)
        @given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        def ask(case: Any) -> None:
            response = case.call(headers=token_of(program))
            case.validate_response(response, checks=list(CHECKS))
            seen[response.status_code] += 1

        if operation.body or any(operation.iter_parameters()):
            ask()
    assert transfers(program) == moved
    assert audit(program.house) == []
    return seen


def test_nonsense_is_refused(app: Flask) -> None:
    seen = ask_nonsense(app, 2)
    assert {404, 422} <= set(seen), seen


@pytest.mark.slow
def test_much_nonsense_is_refused(app: Flask) -> None:
    ask_nonsense(app, 100)
