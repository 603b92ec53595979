"""Examples out of schemas, and their fields as a list for people."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]


def resolved(schema: Json, schemas: Mapping[str, Json]) -> Json:
    """Return what a schema refers to, or the one of its kinds that is not null."""
    if "$ref" in schema:
        return resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for kinds in ("anyOf", "oneOf"):
        for each in schema.get(kinds, ()):
            if each != {"type": "null"}:
                return resolved(each, schemas)
    return schema


def example_of(schema: Json, schemas: Mapping[str, Json]) -> Any:
    """Make up a value: what must be there, each as small as it may be."""
    if "examples" in schema:
        return schema["examples"][0]
    told = resolved(schema, schemas)
    if "const" in told:
        return told["const"]
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
    if kind == "integer":
        return told.get("minimum", 0)
    return {"boolean": True, "number": 0.5, "string": "text"}.get(str(kind))


def fields_of(schema: Json | None, schemas: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """List the fields of a body: name, and what is told of it with its kind in words."""
    if schema is None:
        return []
    told = resolved(schema, schemas)
    required = told.get("required", ())
    return [
        (
            name,
            {
                "kind": _kind(each, schemas),
                "description": each.get("description")
                or resolved(each, schemas).get("description", ""),
                "is_required": name in required,
                "default": each.get("default"),
            },
        )
        for name, each in told.get("properties", {}).items()
    ]


def _kind(schema: Json, schemas: Mapping[str, Json]) -> str:
    told = resolved(schema, schemas)
    if "enum" in told:
        return " | ".join(map(str, told["enum"]))
    kind = str(told.get("format") or told.get("title" if told.get("type") == "object" else "type"))
    if told.get("type") == "array":
        items = told.get("items", {})
        kind = f"array of {_kind(items, schemas)}"
    is_optional = {"type": "null"} in schema.get("anyOf", ())
    return f"{kind} | null" if is_optional else kind
