"""The OpenAPI document, written from the operations and their models when first asked for."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from casino_war import __version__
from casino_war.services.api_tokens import Scope
from casino_war.web.api.address import PREFIX
from casino_war.web.api.calls import KEY_HEADER, KEY_PATTERN
from casino_war.web.api.operations import JSON, Area, Keyed, Link, Operation
from casino_war.web.api.problems import MEDIA_TYPE, TITLES
from casino_war.web.api.replies import REPLAYED_HEADER

Json = dict[str, Any]

VERSION = "3.1.0"

ABOUT = """\
Casino War and the War games of the practice room, for programs. Chips are virtual.

Amounts are whole numbers of cents: 100 cents are one chip. Moments are UTC in ISO 8601. What
may grow comes as new fields: let your program pass over fields that it does not know.

A request shows a token, ``Authorization: Bearer cw_...``, which a player makes on the page of
the account. What moves chips wants a new ``Idempotency-Key`` for each wish: sent again with
the same body it has the same effect and names the same round; with another body it is refused
with 409. Acts carry the ``version`` that they were drawn from; one that comes too late is
refused with 409 and the ``present`` state. Refusals are problem details (RFC 9457) with a
``code``.
"""

_PLACE = re.compile(r"<(?:(?P<kind>\w+)(?:\([^)]*\))?:)?(?P<name>\w+)>")

_PLACES: Mapping[str, str] = {
    "key": "The key of a table.",
    "link": "The link of a practice game or of a run.",
    "round_id": "The number of a round in the books.",
    "shoe_id": "The number of a shoe in the books.",
    "token_id": "The number of a token.",  # a description  # nosec B105
}
_ID = {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}
_NAME = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

_REF = "#/components/schemas/{model}"

_PROBLEM: Json = {
    "type": "object",
    "description": "A refusal (RFC 9457); other fields are possible.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "description": "Where the code is explained."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "The kind of refusal, for programs."},
        "detail": {"type": "string", "description": "What was refused and why, in words."},
        "reason": {"type": "string", "description": "The case within the kind."},
        "facts": {"type": "object", "description": "The numbers and names of the detail."},
        "fields": {
            "type": "array",
            "description": "What is wrong with which field.",
            "items": {
                "type": "object",
                "required": ["field", "detail"],
                "properties": {"field": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
        "present": {"type": "object", "description": "How things stand, with 409."},
    },
}


def path_of(rule: str) -> str:
    """Return a rule as OpenAPI has it: ``/tables/{key}``."""
    return _PLACE.sub(r"{\g<name>}", rule)


def write_document(areas: Iterable[Area]) -> Json:
    """Write the document."""
    areas = tuple(areas)
    operations = [each for area in areas for each in area.operations]
    refs, schemas = _schemas(operations)
    paths: dict[str, Json] = {}
    for each in operations:
        path = paths.setdefault(path_of(each.rule), {})
        path[each.method.lower()] = _operation(each, refs, schemas)
    for each in operations:
        if each.query is not None:
            # Told field by field, as parameters.
            schemas.pop(each.query.__name__, None)
    return {
        "openapi": VERSION,
        "info": {"title": "Casino War", "version": __version__, "description": ABOUT},
        "servers": [{"url": PREFIX}],
        "tags": [{"name": area.name, "description": area.title} for area in areas],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {**dict(sorted(schemas.items())), "Problem": _PROBLEM},
            "responses": {
                str(status): {
                    "description": str(title),
                    "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
                }
                for status, title in TITLES.items()
            },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token that a player made, for reading or for playing.",
                }
            },
        },
    }


_Key = tuple[type[BaseModel], JsonSchemaMode]


def _schemas(operations: Iterable[Operation]) -> tuple[Mapping[_Key, Json], dict[str, Json]]:
    models: dict[_Key, None] = {}
    for each in operations:
        for kind in (each.body, each.query):
            if kind is not None:
                models[kind, "validation"] = None
        if each.answer is not None:
            models[each.answer, "serialization"] = None
    found, told = models_json_schema(list(models), ref_template=_REF)
    return {key: found[key] for key in models}, told["$defs"]


def _operation(each: Operation, refs: Mapping[_Key, Json], schemas: Mapping[str, Json]) -> Json:
    parameters = [_place(match) for match in _PLACE.finditer(each.rule)]
    if each.keyed is not Keyed.NOT:
        parameters.append(_key_header(each.keyed))
    if each.query is not None:
        parameters += _query(schemas[each.query.__name__])
    told: Json = {
        "operationId": each.name,
        "tags": [each.area],
        "summary": each.summary,
        "description": each.description,
        "parameters": parameters,
    }
    if each.body is not None:
        schema = refs[each.body, "validation"]
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    told["responses"] = {
        str(each.status): _good(each, refs),
        **(
            {"304": {"description": "Nothing new: the entity tag is the same."}}
            if each.method == "GET"
            else {}
        ),
        **{str(status): {"$ref": f"#/components/responses/{status}"} for status in _refusals(each)},
    }
    return told


def _good(each: Operation, refs: Mapping[_Key, Json]) -> Json:
    headers: Json = {
        "RateLimit": _header("What is left of the limit, as the draft of the IETF has it."),
        "RateLimit-Policy": _header("The limit: requests ``q`` in a window of ``w`` seconds."),
    }
    if each.method == "GET" and each.media == JSON:
        headers["ETag"] = _header("Send it back with If-None-Match to be told of news alone.")
    if each.keyed is not Keyed.NOT:
        headers[REPLAYED_HEADER] = _header("``true`` where the key was sent before.")
    told: Json = {"description": each.summary, "headers": headers}
    if each.answer is not None:
        told["content"] = {JSON: {"schema": refs[each.answer, "serialization"]}}
    elif each.media != JSON:
        told["content"] = {each.media: {"schema": {"type": "string"}}}
    if each.links:
        told["links"] = {
            f"{link.operation}_{number}": _link(link)
            for number, link in enumerate(each.links, start=1)
        }
    return told


def _refusals(each: Operation) -> list[int]:
    found = {401, 404, 406, 422, 429, 500, 503}
    if each.keyed is not Keyed.NOT:
        found.add(400)
    if each.scope is Scope.PLAY:
        found |= {403, 409}
    if each.body is not None:
        found |= {400, 413, 415}
    return sorted(found)


def _place(match: re.Match[str]) -> Json:
    name = match["name"]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": _PLACES[name],
        "schema": _ID if match["kind"] == "int" else _NAME,
    }


def _key_header(keyed: Keyed) -> Json:
    return {
        "name": KEY_HEADER,
        "in": "header",
        "required": keyed is Keyed.REQUIRED,
        "description": "A new one for each wish; the same one to send a wish again.",
        "schema": {"type": "string", "pattern": f"^{KEY_PATTERN}$"},
    }


def _query(schema: Json) -> list[Json]:
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": _not_null(told).get("description", told.get("title", name)),
            "schema": _not_null(told),
        }
        for name, told in schema["properties"].items()
    ]


def _not_null(schema: Json) -> Json:
    """Return the schema of a field as an address has it, where nothing is no value."""
    kept = {name: value for name, value in schema.items() if name not in ("anyOf", "title")}
    if kept.get("default", "") is None:
        del kept["default"]
    kinds = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return {**kept, **kinds[0]} if len(kinds) == 1 else kept


def _link(link: Link) -> Json:
    told: Json = {"operationId": link.operation}
    if link.parameters:
        told["parameters"] = dict(link.parameters)
    if link.body is not None:
        told["requestBody"] = dict(link.body)
    return told


def _header(description: str) -> Json:
    return {"description": description, "schema": {"type": "string"}}
