"""The document of the API as a file for programs, and as a page for people."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, render_template, request

from casino_war import errors as tree
from casino_war.errors import CasinoWarError, InvalidRulesError
from casino_war.web.api.address import PAGE_NAME, PREFIX
from casino_war.web.api.calls import JSON, KEY_HEADER
from casino_war.web.api.document import ABOUT, path_of, write_document
from casino_war.web.api.example import example_of, fields_of
from casino_war.web.api.operations import Keyed, Operation
from casino_war.web.api.replies import with_tag
from casino_war.web.api.routes import AREAS
from casino_war.web.pages import current_bar
from casino_war.web.statuses import status_of

blueprint = Blueprint(PAGE_NAME, __name__, url_prefix=PREFIX)

_HOUR_SECONDS = 3600


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
    parameters: list[dict[str, Any]]
    fields: list[tuple[str, dict[str, Any]]]
    answer_fields: list[tuple[str, dict[str, Any]]]
    command: str


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Return the document, written once."""
    return write_document(AREAS)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Send the document."""
    response = Response(json.dumps(document(), ensure_ascii=False), mimetype=JSON)
    response.headers["Cache-Control"] = f"public, max-age={_HOUR_SECONDS}"
    return with_tag(response)


@blueprint.get("/")
def index() -> str:
    """Show the document."""
    told = document()
    base = request.host_url.rstrip("/") + request.script_root + PREFIX
    return render_template(
        "api/index.html",
        bar=current_bar(),
        about=ABOUT.strip().split("\n\n"),
        base=base,
        areas=[(area, [_told(each, told, base) for each in area.operations]) for area in AREAS],
        codes=sorted(_codes(CasinoWarError), key=lambda each: (each.status, each.code)),
    )


def _told(operation: Operation, told: dict[str, Any], base: str) -> ToldOperation:
    path = path_of(operation.rule)
    written = told["paths"][path][operation.method.lower()]
    schemas = told["components"]["schemas"]
    body = answer = None
    if "requestBody" in written:
        body = written["requestBody"]["content"][JSON]["schema"]
    good = written["responses"][str(operation.status)]
    if "content" in good:
        answer = good["content"][JSON]["schema"]
    return ToldOperation(
        operation=operation,
        path=path,
        parameters=written["parameters"],
        fields=fields_of(body, schemas),
        answer_fields=fields_of(answer, schemas),
        command=_command(operation, path, body, schemas, base),
    )


def _command(
    operation: Operation, path: str, body: dict[str, Any] | None, schemas: Any, base: str
) -> str:
    filled = path.replace("{key}", "classic").replace("{link}", "LINK")
    for name in ("round_id", "shoe_id", "token_id"):
        filled = filled.replace("{" + name + "}", "1")
    parts = [f"curl {base}{filled}"]
    if operation.method not in ("GET", "POST") or (operation.method == "POST" and body is None):
        parts[0] = f"curl -X {operation.method} {base}{filled}"
    parts.append('-H "Authorization: Bearer $TOKEN"')
    if operation.keyed is Keyed.REQUIRED:
        parts.append(f'-H "{KEY_HEADER}: $(uuidgen)"')
    if body is not None:
        parts.append(f"--json '{json.dumps(example_of(body, schemas))}'")
    return " \\\n  ".join(parts)


def _codes(kind: type[CasinoWarError]) -> Iterator[ToldCode]:
    if kind.__module__ == tree.__name__:
        more: dict[str, Any] = {"fields": ()} if kind is InvalidRulesError else {}
        status = status_of(kind("", **more))
        meaning = (kind.__doc__ or "").split("\n\n")[0].replace("\n    ", " ")
        # Faults of the program are told in words alone.
        if status != 500:
            yield ToldCode(code=kind.code, status=status, meaning=meaning)
        for child in kind.__subclasses__():
            yield from _codes(child)
