"""The HTTP API in words, from its OpenAPI description: what the API page shows."""

from __future__ import annotations

from typing import Any, NamedTuple


class Field(NamedTuple):
    """A parameter of a call."""

    name: str
    where: str  # path, query or body
    kind: str
    is_needed: bool


class Call(NamedTuple):
    """One call of the API."""

    method: str
    path: str
    words: str
    fields: list[Field]


def api_calls(described: dict[str, Any]) -> list[Call]:
    """All calls, in the order in which they are described."""
    return [
        Call(
            method.upper(),
            path,
            call.get("description", ""),
            [*given_by_address(call), *given_by_body(call, described)],
        )
        for path, calls in described["paths"].items()
        for method, call in calls.items()
    ]


def given_by_address(call: dict[str, Any]) -> list[Field]:
    """Parameters in the address."""
    return [
        Field(field["name"], field["in"], kind_of(field["schema"]), field.get("required", False))
        for field in call.get("parameters", [])
    ]


def given_by_body(call: dict[str, Any], described: dict[str, Any]) -> list[Field]:
    """Parameters in the JSON body."""
    sent = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = sent.get("$ref", "").rpartition("/")[2]
    form = described["components"]["schemas"][name] if name else sent
    needed = form.get("required", [])
    return [Field(name, "body", kind_of(field), name in needed) for name, field in form.get("properties", {}).items()]


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a value, in a few words."""
    if "enum" in schema:
        return " or ".join(repr(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(kind_of(part) for part in schema["anyOf"])
    words = {
        "string": "text",
        "integer": "whole number",
        "boolean": "true or false",
        "array": "list",
        "object": "object",
    }
    kind = str(schema.get("type", "value"))
    return words.get(kind, kind)
