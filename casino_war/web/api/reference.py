"""The document once more, in the parts that its page shows."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from casino_war import errors as tree
from casino_war.errors import CasinoWarError
from casino_war.web.api.calls import KEY_HEADER
from casino_war.web.api.document import ABOUT, path_of, write_document
from casino_war.web.api.example import Field, example_of, fields_of
from casino_war.web.api.operations import JSON, Area, Keyed, Operation
from casino_war.web.api.routes import AREAS
from casino_war.web.statuses import status_of

Json = dict[str, Any]

_FILLED = {
    "key": "classic",
    "link": "LINK",
    "round_id": "1",
    "shoe_id": "1",
    "token_id": "1",  # a number in an address  # nosec B105
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldCode:
    """A code of a refusal, its status and what it means."""

    code: str
    status: int
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOperation:
    """An operation with its request in one command line."""

    operation: Operation
    path: str
    parameters: list[Json]
    fields: list[Field]
    answer_fields: list[Field]
    command: str


@lru_cache(maxsize=1)
def document() -> Json:
    """Return the document, written once."""
    return write_document(AREAS)


@lru_cache(maxsize=1)
def document_text() -> str:
    """Return it as JSON."""
    return json.dumps(document(), ensure_ascii=False)


def about() -> list[str]:
    """Return what is said of all requests, part by part."""
    return [part.replace("\n", " ") for part in ABOUT.strip().split("\n\n")]


@lru_cache(maxsize=8)
def told_areas(base: str) -> tuple[tuple[Area, tuple[ToldOperation, ...]], ...]:
    """Tell every operation, with examples of requests to *base*."""
    return tuple((area, tuple(_told(each, base) for each in area.operations)) for area in AREAS)


@lru_cache(maxsize=1)
def told_codes() -> tuple[ToldCode, ...]:
    """Tell every code of a refusal."""
    return tuple(sorted(_codes(CasinoWarError), key=lambda each: (each.status, each.code)))


def _told(operation: Operation, base: str) -> ToldOperation:
    path = path_of(operation.rule)
    written = document()["paths"][path][operation.method.lower()]
    schemas = document()["components"]["schemas"]
    body = _schema(written.get("requestBody", {}))
    return ToldOperation(
        operation=operation,
        path=path,
        parameters=written["parameters"],
        fields=fields_of(body, schemas),
        answer_fields=fields_of(_schema(written["responses"][str(operation.status)]), schemas),
        command=_command(operation, path, body, schemas, base),
    )


def _schema(told: Json) -> Json | None:
    content = told.get("content", {})
    return content[JSON]["schema"] if JSON in content else None


def _command(
    operation: Operation, path: str, body: Json | None, schemas: Mapping[str, Json], base: str
) -> str:
    for name, text in _FILLED.items():
        path = path.replace("{" + name + "}", text)
    is_told = operation.method == "GET" or (operation.method == "POST" and body is not None)
    parts = [f"curl {'' if is_told else f'-X {operation.method} '}{base}{path}"]
    parts.append('-H "Authorization: Bearer $TOKEN"')
    if operation.keyed is Keyed.REQUIRED:
        parts.append(f'-H "{KEY_HEADER}: $(uuidgen)"')
    if body is not None:
        parts.append(f"--json '{json.dumps(example_of(body, schemas))}'")
    return " \\\n  ".join(parts)


def _codes(kind: type[CasinoWarError]) -> Iterator[ToldCode]:
    if kind.__name__ not in tree.__all__:
        return
    status = status_of(kind.__new__(kind))
    meaning = (kind.__doc__ or "").split("\n\n")[0].replace("\n    ", " ")
    # Faults of the program are told in words alone.
    if status != 500:
        yield ToldCode(code=kind.code, status=status, meaning=meaning)
    for child in kind.__subclasses__():
        yield from _codes(child)
