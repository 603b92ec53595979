"""Examples out of schemas, and their fields as a list for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

_NULL = {"type": "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a body: its kind in words, and whether it may be left out."""

    name: str
    kind: str
    description: str
    is_required: bool


def resolved(schema: Json, schemas: Mapping[str, Json]) -> Json:
    """Return what a schema refers to, or the one of its kinds that is not null."""
    if "$ref" in schema:
        return resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for each in schema.get("anyOf", ()):
        if each != _NULL:
            return resolved(each, schemas)
    return schema


def example_of(schema: Json, schemas: Mapping[str, Json]) -> Any:
    """Make up a value: what must be there, each as small as it may be."""
    if "examples" in schema:
        return schema["examples"][0]
    told = resolved(schema, schemas)
    if "enum" in told:
        return told["enum"][0]
    kind = told.get("type")
    if kind == "object":
        wanted = told.get("required", ())
        return {
            name: example_of(each, schemas)
            for name, each in told.get("properties", {}).items()
            if name in wanted or "examples" in each
        }
    if kind == "array":
        return [example_of(told["items"], schemas)] if told.get("minItems") else []
    return told.get("minimum", 0) if kind == "integer" else "text"


def fields_of(schema: Json | None, schemas: Mapping[str, Json]) -> list[Field]:
    """List the fields of a body."""
    if schema is None:
        return []
    told = resolved(schema, schemas)
    return [
        Field(
            name=name,
            kind=_kind(each, schemas),
            description=each.get("description") or resolved(each, schemas).get("description", ""),
            is_required=name in told.get("required", ()),
        )
        for name, each in told.get("properties", {}).items()
    ]


def _kind(schema: Json, schemas: Mapping[str, Json]) -> str:
    told = resolved(schema, schemas)
    if "enum" in told:
        kind = " | ".join(map(str, told["enum"]))
    elif told.get("type") == "array":
        kind = f"array of {_kind(told['items'], schemas)}"
    elif told.get("type") == "object":
        kind = str(told.get("title", "object"))
    else:
        kind = str(told.get("format", told.get("type", "any")))
    return f"{kind} | null" if _NULL in schema.get("anyOf", ()) else kind
