"""Requests that do not have the form described: what is wrong with them, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SENTENCES = {  # by the validator's name for it; the values come from its context
    "missing": "{where} is missing",
    "extra_forbidden": "{where} is not known here",
    "literal_error": "{where} must be {expected}",
    "string_too_long": "{where} may have at most {max_length} characters",
    "string_pattern_mismatch": "{where} cannot be what it is",
    "too_long": "{where} may have at most {max_length} entries",
    "greater_than_equal": "{where} must be at least {ge}",
    "less_than_equal": "{where} must be at most {le}",
    "json_invalid": "this is not JSON",
}
KINDS = {  # the first part of the validator's name: what was expected
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
}


def in_words(error: Mapping[str, Any]) -> str:
    """One error of the validator as a sentence that begins with the field it is about."""
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query", "path")) or "the request"
    kind = str(error["type"])
    if kind in SENTENCES:
        return SENTENCES[kind].format(where=where, **error.get("ctx", {}))[:300]
    expected = KINDS.get(kind.partition("_")[0])
    return f"{where} must be {expected}"[:300] if expected else f"{where} cannot be read"[:300]
