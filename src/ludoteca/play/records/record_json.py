"""Records as JSON, for programs.  The schema is in docs/records.md; the checks are those of the text form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ludoteca.languages.texts import t
from ludoteca.play.match.clock import LONGEST_LEFT_MS
from ludoteca.play.position import usual_start
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.tree import (
    OPTION_TAG,
    RECORD_WORDS,
    RESULTS,
    USUAL_LIMITS,
    Place,
    RecordedGame,
    RecordError,
    RecordLimits,
    RecordLine,
    RecordPly,
    is_free_tag,
)

FORMAT = "ludoteca record 1"
RECORD_FIELDS = ("format", "game", "options", "position", "first", "second", "date", "result", "termination", "tags",
                 "comment", "plies", "positions")  # fmt: skip
LINE_FIELDS = ("comment", "plies")
TAG_FIELDS = ("game", "position", "first", "second", "date", "termination")  # those of them that are tags in text
PLY_FIELDS = ("move", "comment", "clock_ms", "evaluation", "variations")
BEGINNING = re.compile(r"\ufeff?\s*(?:\{\s*[\"}]|\[\s*[{\]])")  # a record's text begins with [Name
BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)  # with whole strings, to skip them
DEEPEST = 250  # nested brackets: four for each nested variation


def to_json(record: RecordedGame) -> dict[str, Any]:
    """The record as a value for `json.dumps`; empty fields are omitted."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "game": record.variant.name,
        "options": dict(record.variant.changed_options),
        "position": None if record.start == usual_start(record.variant) else str(record.start),
        "first": record.players[0],
        "second": record.players[1],
        "date": record.date,
        "result": record.result,
        "termination": record.termination,
        "tags": dict(record.tags),
        **_line_value(record.main),
    }
    return {name: field for name, field in value.items() if field or name == "plies"}


def _line_value(main: RecordLine) -> dict[str, Any]:
    """A line as JSON; the tree is walked with an explicit stack, so its depth does not matter."""
    whole: dict[str, Any] = {"comment": main.comment, "plies": []}
    left = [(main, whole)]
    while left:
        line, value = left.pop()
        for ply in line.plies:
            written = _ply_value(ply)
            value["plies"].append(written)
            for variation in ply.variations:
                inner = {**({"comment": variation.comment} if variation.comment else {}), "plies": []}
                written.setdefault("variations", []).append(inner)
                left.append((variation, inner))
    return whole


def _ply_value(ply: RecordPly) -> dict[str, Any]:
    notes = {"comment": ply.comment or None, "clock_ms": ply.clock_ms, "evaluation": ply.evaluation}
    return {"move": ply.move, **{name: note for name, note in notes.items() if note is not None}}


def read_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> RecordedGame:
    """A record from JSON text or a parsed value; a RecordError gives the path of what is wrong."""
    return _record(json_value(source, limits), "$", limits)


def read_all_json(source: Any, limits: RecordLimits = USUAL_LIMITS) -> list[RecordedGame]:
    """The records in a JSON array, or a single record outside an array."""
    value = json_value(source, limits)
    if not isinstance(value, list | tuple):
        return [_record(value, "$", limits)]
    return [_record(each, f"$[{number}]", limits) for number, each in enumerate(value)]


def is_json(text: str) -> bool:
    """Whether a text, or its beginning, is a record in JSON and not in the text form."""
    return BEGINNING.match(text) is not None


def _record(value: Any, root: str, limits: RecordLimits) -> RecordedGame:
    top = _object(value, root, RECORD_FIELDS)
    if top.get("format", FORMAT) != FORMAT:
        raise _wrong(f"{root}.format", t(RECORD_WORDS["json_format"], format=repr(FORMAT)))
    builder = Builder(list(_tags(top, root)), Place(path=root), limits)
    _play_lines(builder, top, root)
    result = _text(top.get("result", "*"), f"{root}.result")
    if result not in RESULTS:
        raise _wrong(f"{root}.result", t(RECORD_WORDS["json_result"], listed=", ".join(RESULTS)))
    return builder.finish(result, Place(path=f"{root}.result"))  # positions follow from the moves and are not read


def _tags(top: Mapping[str, Any], root: str) -> Iterator[tuple[str, str, Place]]:
    """What would be tags in text: name, value and place."""
    for field in TAG_FIELDS:
        if top.get(field) is not None:
            yield field, _text(top[field], f"{root}.{field}"), Place(path=f"{root}.{field}")
    for name, text in _object(top.get("options", {}), f"{root}.options").items():
        path = f"{root}.options.{name[:40]}"
        yield OPTION_TAG + name, _text(text, path), Place(path=path)
    for name, text in _object(top.get("tags", {}), f"{root}.tags").items():
        path = f"{root}.tags.{name[:40]}"
        if not is_free_tag(name):
            raise _wrong(path, t(RECORD_WORDS["json_tag"]))
        yield name, _text(text, path), Place(path=path)


def _play_lines(builder: Builder, top: Mapping[str, Any], root: str) -> None:
    """Pass the tree to the builder; iterators of open lines are kept in a list, not on the call stack."""
    open_lines = [_steps(builder, top, root)]
    while open_lines:
        step = next(open_lines[-1], None)
        if step is not None:
            variation, path = step
            builder.open(Place(path=path))
            open_lines.append(_steps(builder, _object(variation, path, LINE_FIELDS), path))
            continue
        open_lines.pop()
        if open_lines:
            builder.close(Place(path=builder.lines[-1].place.path))


def _steps(builder: Builder, line: Mapping[str, Any], path: str) -> Iterator[tuple[Any, str]]:
    """Play a line's moves; yields its variations, each at its place."""
    builder.comment(_text(line.get("comment", ""), f"{path}.comment"), None, None, Place(path=path))
    for number, value in enumerate(_list(line.get("plies"), f"{path}.plies")):
        here = f"{path}.plies[{number}]"
        ply = _object(value, here, PLY_FIELDS)
        builder.move(_text(ply.get("move"), f"{here}.move"), Place(path=f"{here}.move"))
        comment = _text(ply.get("comment", ""), f"{here}.comment")
        builder.comment(
            comment, _clock(ply.get("clock_ms"), here), _evaluation(ply.get("evaluation"), here), Place(path=here)
        )
        for branch, variation in enumerate(_list(ply.get("variations", []), f"{here}.variations")):
            yield variation, f"{here}.variations[{branch}]"


def json_value(source: Any, limits: RecordLimits) -> Any:
    """The value of JSON text; anything else is already a value."""
    if not isinstance(source, str | bytes | bytearray):
        return source
    if len(source) > limits.characters:
        raise _wrong(
            "$",
            t(
                RECORD_WORDS["json_characters"],
                most=limits.characters,
                count=len(source),
            ),
        )
    try:
        text = source if isinstance(source, str) else source.decode(json.detect_encoding(source))
        text = text.removeprefix("\ufeff")
        return json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise RecordError(t("not JSON: {trouble}", trouble=error.msg), Place(error.lineno, error.colno)) from error
    except RecursionError as error:
        raise RecordError(t("brackets are nested at most {most} deep", most=DEEPEST), _too_deep(text)) from error
    except ValueError as error:  # not UTF-8, or a number with thousands of digits
        raise _wrong("$", t(RECORD_WORDS["json"], trouble=str(error))) from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without duplicate names."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise _wrong("$", t("an object has the field {name} twice", name=repr(name[:40])))
        fields[name] = value
    return fields


def _too_deep(text: str) -> Place:
    """Where brackets nest deeper than in any record."""
    depth = 0
    for found in BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found.group(), 0)
        if depth > DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            return Place(line, found.start() - text.rfind("\n", 0, found.start()))
    return Place(1, 1)


def _wrong(path: str, expected: str) -> RecordError:
    return RecordError(expected, Place(path=path))


def _object(value: Any, path: str, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise _wrong(path, t(RECORD_WORDS["json_object"]))
    for name in value:
        if known and name not in known:
            raise _wrong(path, t(RECORD_WORDS["json_field"], name=repr(name[:40]), listed=", ".join(known)))
    return value


def _list(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise _wrong(path, t(RECORD_WORDS["json_list"]))
    return list(value)


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(path, t(RECORD_WORDS["json_text"]))
    return value


def _clock(value: Any, path: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LONGEST_LEFT_MS:
        raise _wrong(
            f"{path}.clock_ms",
            t(RECORD_WORDS["json_clock"], most=LONGEST_LEFT_MS),
        )
    return value


def _evaluation(value: Any, path: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e300 < value < 1e300:
        raise _wrong(f"{path}.evaluation", t(RECORD_WORDS["json_number"]))
    return float(value)
