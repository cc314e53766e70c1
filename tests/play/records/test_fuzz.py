"""Whatever a text holds, reading it gives records or a RecordError, soon and with little memory."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludoteca.play.records import Record, RecordError, RecordLimits, read_records, write_records
from ludoteca.play.records.reader import iterate_records

TEXT = """\
[Game "gekitai"]
[Option.double_win "mover"]
[Position "r...../....../....../....../....../...... b"]
[First "Ann \\"A\\""]
[Result "0-1"]
[Termination "resignation"]

{To begin} 1. c3 {[%clk 0:09:58.3] [%eval -0.5] so \\} so} (1. d4 {x} 2. c3 (2. a2))
2. d4 ; the rest
3. a2 0-1

[Game "squ"]

1. a1 2. b2 3. c3 *
"""
VALUE = json.dumps(read_records(TEXT)[0].to_json())
PIECES = [
    "[Game ", '"gekitai"]', '"squ"]', "[Option.", '[Position "', '"', "{", "}", "(", ")", "[", "]", "[%clk ", "[%eval ",
    "1.", "c3", "d4", "j9", "a1", "1-0", "0-1", "1/2-1/2", "*", ";", "%", "\\", "\n", "\r", " ", "\ufeff", "\x00", "_",
]  # fmt: skip


def read(text: str) -> list[Record]:
    """The records, none when the text is refused; what was read can be written and read again."""
    try:
        records = read_records(text)
    except RecordError as error:
        lines = text.count("\n") + text.count("\r") + 1
        if not error.place.path and (not 1 <= error.line <= lines or error.column < 1):
            raise AssertionError(f"{error.place} is not in the text") from error
        return []
    assert read_records(write_records(records)) == records
    return records


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@example('[Game "gekitai"] * {')
@example('[Game "gekitai"] {\\')
def test_any_text_is_read_or_refused(text):
    read(text)
    read('[Game "gekitai"] ' + text)


@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.lists(st.sampled_from(PIECES), max_size=3).map("".join))
def test_a_changed_record_is_read_or_refused(start, length, patch):
    read(TEXT[:start] + patch + TEXT[start + length :])


def test_a_record_cut_off_anywhere_is_refused():
    first_ends = TEXT.index("0-1\n\n") + 3
    for end in range(len(TEXT)):
        records = read(TEXT[:end])
        complete = 0 if end < first_ends else 1
        between = not TEXT[first_ends:end].strip()
        assert len(records) == (complete if end >= first_ends and between else 2 if end > TEXT.rindex("*") else 0)


@given(
    st.integers(0, len(VALUE)), st.integers(0, 12), st.sampled_from(["", "{", "[", "]", '"', "1", ",", "null", "1e999"])
)
def test_changed_json_is_read_or_refused(start, length, patch):
    text = VALUE[:start] + patch + VALUE[start + length :]
    try:
        record = Record.from_json(text)
    except RecordError:
        return
    assert Record.from_json(record.to_json()) == record


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("gekitai") | st.just("c3"),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["game", "plies", "move", "variations", "comment", "clock_ms", "tags", "options", "result"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(json_values)
def test_any_json_value_is_read_or_refused(value):
    for top in (
        value,
        {"game": "gekitai", "plies": value},
        {"game": "gekitai", "plies": [{"move": "c3", "variations": value}]},
    ):
        try:
            record = Record.from_json(top)
        except RecordError:
            continue
        assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "c3 (",
        "{",
        "[",
        '"',
        "\\",
        ")",
        "a1 ",
        "x",
        '[A "',
        "{[%clk ",
        "1.",
        "\n",
        "{}",
        " ",
        '[Game "gekitai"]',
        "%\n",
        "1...",
        "!",
    ],
)
def test_huge_texts_of_one_piece_are_refused_or_read_with_little_memory(piece):
    text = '[Game "gekitai"]\n' + piece * (300_000 // len(piece))
    tracemalloc.start()
    try:
        with pytest.raises(RecordError):
            read_records(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


def test_reading_a_long_file_takes_the_memory_of_one_record():
    text = '[Game "gekitai"]\n{' + "so " * 3000 + "} 1. c3 2. d4 *\n\n"

    class Long(io.TextIOBase):
        """The same record again and again."""

        def __init__(self, times: int) -> None:
            self.lines = (line for _ in range(times) for line in text.splitlines(keepends=True))

        def readline(self, _size: int = -1) -> str:  # type: ignore[override]
            return next(self.lines, "")

    assert sum(1 for _ in iterate_records(Long(1))) == 1  # whatever is loaded once is loaded now
    tracemalloc.start()
    try:
        assert sum(1 for _ in iterate_records(Long(300), RecordLimits(characters=20_000))) == 300
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60 * len(text)
