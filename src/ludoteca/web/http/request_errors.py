"""Malformed requests: what is wrong with them, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.languages import Text, t, translatable

LONGEST_FIELD = 200  # characters of its name, in a message
SENTENCES = translatable(
    {  # by the validator's name for it; the values come from its context
        "missing": "{where} is missing",
        "extra_forbidden": "{where} is unknown here",
        "literal_error": "{where} must be {expected}",
        "string_too_long": "{where} may have at most {max_length} characters",
        "string_pattern_mismatch": "{where} has an invalid value",
        "too_long": "{where} may have at most {max_length} entries",
        "greater_than_equal": "{where} must be at least {ge}",
        "less_than_equal": "{where} must be at most {le}",
        "json_invalid": "this is not JSON",
    }
)
KINDS = translatable(
    {  # the first part of the validator's name: what was expected
        "int": "a whole number",
        "float": "a number",
        "bool": "true or false",
        "string": "text",
        "list": "a list",
        "tuple": "a list",
        "dict": "an object",
        "model": "an object",
    }
)


def in_words(error: Mapping[str, Any]) -> str:
    """One validation error as a sentence that begins with the field it is about."""
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query", "path")) or t("the request")
    where = where if isinstance(where, Text) else where[:LONGEST_FIELD]
    kind = str(error["type"])
    if kind in SENTENCES:
        return t(SENTENCES[kind], where=where, **error.get("ctx", {}))
    expected = KINDS.get(kind.partition("_")[0])
    if expected:
        return t("{where} must be {expected}", where=where, expected=t(expected))
    return t("{where} cannot be read", where=where)
