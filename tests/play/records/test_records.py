"""Records: what is written is read back, every move is replayed, and what is wrong is named with its place."""

from __future__ import annotations

import io
import json
import random
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.games import game_names
from ludoteca.play.match.match import Match
from ludoteca.play.records import (
    Record,
    RecordError,
    RecordLimits,
    RecordLine,
    RecordPly,
    all_from_json,
    read_record,
    read_records,
    write_records,
)
from ludoteca.play.records.reader import iterate_records
from ludoteca.play.score_sheet import PlayerName

DOCS = Path(__file__).parents[3] / "docs" / "records.md"
RED_WINS = "1. c3 2. c5 3. d5 4. f2 5. e6 6. f5 7. c2"


def gekitai(moves: str, tags: str = "") -> Record:
    return read_record(f'[Game "gekitai"]\n{tags}\n\n{moves}\n')


def refused(moves: str, tags: str = "") -> RecordError:
    with pytest.raises(RecordError) as caught:
        gekitai(moves, tags)
    return caught.value


def a_record(game: str, seed: int) -> Record:
    """A record of a random game with comments, notes and variations."""
    chance = random.Random(seed)
    variant = ludoteca.game(game)
    record = Record(variant, variant.start(seed), players=("Ann", 'Bob "the \\ wall" Ö'), date="2024.05.01")
    record.tags["Event"] = "A test"
    plies = chance.randrange(8)
    record.main = a_line(record.start, chance, plies, 3)
    outcome = record.final().outcome
    if outcome is not None:
        record.termination, record.result = outcome.reason, {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[outcome.winner]
    elif chance.random() < 0.3:
        record.termination, record.result = "resignation", chance.choice(["1-0", "0-1"])
    return record


def a_line(position, chance, plies: int, depth: int) -> RecordLine:
    line = RecordLine(comment=chance.choice(["", "to begin with", "a brace } and [%clk 1] and \\"]))
    for _ in range(plies):
        if position.outcome is not None:
            break
        move = chance.choice(position.moves())
        ply = RecordPly(str(move), comment=chance.choice(["", "", "good", "long " * 30, "; ( [x"]).strip())
        ply.clock_ms = chance.choice([None, 0, 598_300, 3_723_004])
        ply.evaluation = chance.choice([None, 0.0, -1.25, 0.1])
        if depth and chance.random() < 0.3:
            ply.variations = [
                a_line(position, chance, chance.randint(1, 3), depth - 1) for _ in range(chance.randint(1, 2))
            ]
        line.plies.append(ply)
        position = position.play(move)
    return line


# --- what is written is read back


@pytest.mark.parametrize("game", game_names())
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_a_record_is_read_back_as_it_was_written(game, seed):
    record = a_record(game, seed)
    text = record.to_text()
    again = read_record(text)
    assert again == record
    assert again.to_text() == text
    assert [str(one) for one in again.positions()] == [str(one) for one in record.positions()]
    assert Record.from_json(json.dumps(record.to_json())) == record


def test_lines_are_wrapped_at_80_columns():
    text = a_record("gekitai", 12).to_text()
    assert "long long" in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_documented_example_is_a_canonical_record():
    text, value = re.findall(r"```(?:text|json)\n(.*?)```", DOCS.read_text(), re.DOTALL)
    record = read_record(text)
    assert record.to_text() == text
    assert record.to_json() == json.loads(value)
    assert record.final().outcome is not None


def test_the_start_is_written_when_it_is_not_the_usual_one():
    variant = ludoteca.game("gekitai")
    assert "[Position" not in Record(variant, variant.start()).to_text()
    later = variant.position("r...../....../....../....../....../...... b")
    record = Record(variant, later)
    assert '[Position "r...../....../....../....../....../...... b"]' in record.to_text()
    assert read_record(record.to_text()).start == later


def test_a_random_setup_is_always_written_as_a_position():
    greener = ludoteca.game("greener")
    record = Record(greener, greener.start(seed=5))
    assert f'[Position "{record.start}"]' in record.to_text()
    with pytest.raises(RecordError, match="random setup, so its record needs a Position"):
        read_record('[Game "greener"] *')


def test_options_that_differ_from_the_default_are_tags():
    variant = ludoteca.game("gekitai", double_win="mover")
    text = Record(variant, variant.start()).to_text()
    assert '[Option.double_win "mover"]' in text
    assert "repetition" not in text
    assert read_record(text).variant == variant


def test_options_that_fit_only_together_are_read():
    variant = ludoteca.game("greener", size="9x9", counts="27,27,27", first="white")
    record = Record(variant, variant.start(seed=1))
    assert read_record(record.to_text()) == record


def test_moves_with_spaces_are_written_with_underscores():
    variant = ludoteca.game("mapello", map="build")
    start = variant.start()
    spaced = next(move for move in start.moves() if " " in str(move))
    record = Record(variant, start, RecordLine(plies=[RecordPly(str(spaced))]))
    assert f"1. {str(spaced).replace(' ', '_')} *" in record.to_text()
    assert read_record(record.to_text()) == record


@pytest.mark.parametrize("move", ["1-0", "*", "a_b", "x{y}", "1.5", 'a"b', "(", "$1", "%", "½-½"])
def test_moves_that_look_like_something_else_are_quoted(move):
    from ludoteca.play.records.reader import tokens_of
    from ludoteca.play.records.writer import move_word

    (token,) = tokens_of(io.StringIO(f"1. {move_word(move)}"), RecordLimits())
    assert (token.kind, token.text) == ("move", move)


# --- forgiving reading


@pytest.mark.parametrize(
    "text",
    [
        '[Game "gekitai"]\r\n\r\n1. c3\r\n2. d4\r\n*\r\n',
        '[Game "gekitai"]\r\r1. c3\r2. d4 *',
        '\ufeff[Game "gekitai"] 1. c3 2. d4 *',
        '[ game   "Gekitai" ]C3 D4 *',
        '[Game "gekitai"]\n1.c3! 1...d4?? $7 *',
        '% an escape line\n[Game "gekitai"] ; a remark\n\n\n  c3\t\t"d4"   *',
    ],
)
def test_other_spellings_are_read_as_the_same_moves(text):
    assert [ply.move for ply in read_record(text).main.plies] == ["c3", "d4"]


def test_comments_belong_to_the_move_before_them():
    record = gekitai("{one} 1. c3 {two} ; three\n (1. d4 {four}) {five} 2. d4 *")
    first, second = record.main.plies
    assert record.main.comment == "one"
    assert first.comment == "two three five"
    assert first.variations[0].plies[0].comment == "four"
    assert second.comment == ""


def test_clock_and_evaluation_are_read_out_of_comments():
    ply = gekitai("1. c3 {[%clk 1:02:03.4] so [%EVAL -0.25] it is} *").main.plies[0]
    assert (ply.clock_ms, ply.evaluation, ply.comment) == (3_723_400, -0.25, "so it is")


def test_a_variation_begins_before_the_move_it_follows():
    record = gekitai("1. c3 2. d4 (2. c4 3. d4 (3. a1)) (2. e5) 3. a1 *")
    ply = record.main.plies[1]
    assert [[inner.move for inner in line.plies] for line in ply.variations] == [["c4", "d4"], ["e5"]]


def test_several_records_in_one_text():
    records = [a_record("gekitai", 3), a_record("squ", 4), a_record("gekitai", 5)]
    assert read_records(write_records(records)) == records
    assert read_records(" \n ") == []


def test_a_star_leaves_the_result_to_the_moves():
    record = gekitai(f"{RED_WINS} *")
    assert (record.result, record.termination) == ("1-0", "three in line")


# --- what is wrong is named with its place


@pytest.mark.parametrize(
    ("moves", "place", "message"),
    [
        ("1. c3 2. c3 *", (4, 10), "c3 is taken"),
        ("1. c3\n2. j9 *", (5, 4), "j9 is not on the board"),
        ("1. hello *", (4, 4), "'hello' is not a move in Gekitai"),
        (f"{RED_WINS} 8. a1 1-0", (4, 46), "the game is over: three in line"),
        ("1. c3 {never", (4, 7), "this comment is never closed"),
        ("1. c3 (1. d4 *", (4, 7), "this variation is never closed"),
        ("1. c3 (1. d4", (4, 7), "this variation is never closed"),
        ("1. c3 ) *", (4, 7), "no variation is open here"),
        ("(1. c3) *", (4, 1), "a variation must follow the move it replaces"),
        ("1. c3 () *", (4, 8), "a variation needs at least one move"),
        ("1. c3 } *", (4, 7), "'}' does not belong here"),
        ('1. "c3 *', (4, 4), "this quote is never closed"),
        ("1. c3 2. d4", (4, 10), "the record must end with a result"),
        ("", (1, 1), "the record must end with a result"),
        ("1. c3 [Game", (4, 7), "a tag looks like"),
        ('1. c3\n[Game "squ"] *', (5, 1), "the record that starts on line 1 needs a result"),
        ("1. c3 {[%clk soon]} *", (4, 7), "a clock looks like"),
        ("1. c3 {[%eval 1e999]} *", (4, 7), "an evaluation must be a number"),
        ("{[%eval 1]} 1. c3 *", (4, 1), "a clock or an evaluation must follow a move"),
        ("1. c3 * 1. d4 *", (4, 12), "a record must begin with the name of its game"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(moves, place, message):
    error = refused(moves)
    assert message in str(error)
    if "must begin with the name" not in message:
        assert (error.line, error.column) == place
    assert str(error).startswith(f"line {error.line}, column {error.column}: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Game "backgammon"] *', "line 1, column 1: there is no game called 'backgammon'"),
        ('[Game "gekitai"]\n[Option.size "9x9"] *', "line 2, column 1: gekitai has no option called 'size'"),
        ('[Game "gekitai"]\n[Option.double_win "maybe"] *', "line 2, column 1: double_win cannot be 'maybe'"),
        ('[Game "gekitai"]\n[Position "r b"] *', "line 2, column 1: the board has 6 rows"),
        ('[Game "gekitai"] [GAME "squ"] *', "line 1, column 18: the tag GAME appears twice"),
        ('[First "Ann"] *', "line 1, column 1: a record must begin with the name of its game"),
    ],
)
def test_what_is_wrong_in_a_tag_is_named_with_its_place(text, message):
    with pytest.raises(RecordError, match=re.escape(message)):
        read_record(text)


# --- results


@pytest.mark.parametrize(
    ("result", "termination"), [("1-0", "resignation"), ("0-1", "TIME"), ("1/2-1/2", "Agreement"), ("*", "adjourned")]
)
def test_a_declared_ending_explains_the_result(result, termination):
    record = gekitai(f"1. c3 {result}", f'[Result "{result}"] [Termination "{termination}"]')
    assert (record.result, record.termination) == (result, termination.lower())


@pytest.mark.parametrize(
    ("moves", "tags", "message"),
    [
        (f"{RED_WINS} 0-1", '[Result "0-1"]', "the moves end in 1-0 (three in line), not in 0-1"),
        (f"{RED_WINS} 0-1", '[Termination "resignation"]', "the moves end in 1-0"),
        ("1. c3 1-0", '[Result "1-0"]', "the moves do not end in 1-0, and Termination does not say"),
        ("1. c3 1-0", '[Result "0-1"]', "the record ends with 1-0, but its Result is 0-1"),
        ("1. c3 1-0", '[Result "yes"]', "a result must be one of"),
        ("1. c3 1-0", '[Termination "agreement"]', "agreement does not lead to the result 1-0"),
        ("1. c3 1/2-1/2", '[Termination "time"]', "time does not lead to the result 1/2-1/2"),
        ("1. c3 *", '[Termination "resignation"]', "resignation does not lead to the result *"),
    ],
)
def test_a_result_that_contradicts_the_moves_is_an_error(moves, tags, message):
    assert message in str(refused(moves, tags))


# --- limits


def test_limits_are_errors_with_a_place():
    limits = RecordLimits(characters=300, plies=5, comments=2, depth=2, tags=3)
    game = '[Game "gekitai"]\n'
    for text, message in [
        ("x" * 301, "a text has at most 300 characters"),
        (game + "a1 b2 c3 d4 e5 f6 *", "at most 5 plies"),
        (game + "{a} a1 {b} {c} *", "at most 2 comments"),
        (game + "a1 (b2 (c3 (d4))) *", "nested at most 2 deep"),
        (game + '[A ""][B ""][C ""] *', "at most 3 tags"),
    ]:
        with pytest.raises(RecordError, match=message) as caught:
            read_records(text, limits)
        assert caught.value.line >= 1
    assert read_record(game + "a1 (b2 (c3)) *", limits).main.plies[0].variations


def test_a_file_without_an_end_is_read_record_by_record():
    class Endless(io.TextIOBase):
        def readline(self, _size: int = -1) -> str:  # type: ignore[override]
            return '[Game "gekitai"] 1. c3 *\n'

    records = iterate_records(Endless(), RecordLimits(characters=100))
    assert [next(records).main.plies[0].move for _ in range(50)] == ["c3"] * 50


def test_a_record_or_line_without_an_end_is_given_up():
    class Endless(io.TextIOBase):
        def __init__(self, piece: str) -> None:
            self.piece = piece

        def readline(self, size: int = -1) -> str:  # type: ignore[override]
            return (self.piece * size)[:size] if "\n" not in self.piece else self.piece

    for piece, message in [("x", "a line has at most"), ("{so\n", "a record has at most 5000 characters")]:
        with pytest.raises(RecordError, match=message):
            list(iterate_records(Endless(piece), RecordLimits(characters=5000)))


# --- JSON


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "backgammon"}, "$.game: there is no game called"),
        ({"game": 7}, "$.game: should be text"),
        ({"colour": 1}, "$: has no field 'colour'"),
        ({"format": "other"}, "$.format: should be"),
        ({"options": []}, "$.options: should be an object"),
        ({"options": {"size": "9"}}, "$.options.size: gekitai has no option"),
        ({"position": "x"}, "$.position: a position has"),
        ({"tags": {"Game": "x"}}, "$.tags.Game: cannot be the name"),
        ({"tags": {"a": "x", "A": "y"}}, "$.tags.A: the tag A appears twice"),
        ({"plies": None}, "$.plies: should be a list"),
        ({"plies": ["c3"]}, "$.plies[0]: should be an object"),
        ({"plies": [{}]}, "$.plies[0].move: should be text"),
        ({"plies": [{"move": "c3"}, {"move": "c3"}]}, "$.plies[1].move: c3 is taken"),
        ({"plies": [{"move": "c3", "clock_ms": -1}]}, "$.plies[0].clock_ms: should be a whole number"),
        ({"plies": [{"move": "c3", "evaluation": 1e400}]}, "$.plies[0].evaluation: should be a number"),
        (
            {"plies": [{"move": "c3", "variations": [{"plies": [{"move": "j9"}]}]}]},
            "$.plies[0].variations[0].plies[0].move: j9 is not on the board",
        ),
        (
            {"plies": [{"move": "c3", "variations": [{"plies": []}]}]},
            "$.plies[0].variations[0]: a variation needs at least",
        ),
        ({"result": "1-0"}, "$.result: the moves do not end in 1-0"),
        ({"result": "2-0"}, "$.result: should be one of"),
    ],
)
def test_what_is_wrong_in_json_is_named_with_its_path(change, message):
    with pytest.raises(RecordError, match=re.escape(message)):
        Record.from_json(json.dumps({"game": "gekitai", "plies": [], **change}))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{", "line 1, column 2: not JSON"),
        ("[" * 100_000, "line 1, column 251: brackets are nested"),
        ('{"game": ' + "1" * 5000 + "}", r"\$: is not readable JSON"),
        (b"\xff\xfe\xfd", r"\$: is not readable JSON"),
        ("[]", r"\$: should be an object"),
    ],
)
def test_broken_json_is_named(source, message):
    with pytest.raises(RecordError, match=message):
        Record.from_json(source)


def test_deep_json_is_given_up_at_the_limit():
    value: dict[str, object] = {"move": "a1"}
    for _ in range(60):
        value = {"move": "a1", "variations": [{"plies": [value]}]}
    with pytest.raises(RecordError, match="nested at most 50 deep"):
        Record.from_json({"game": "gekitai", "plies": [value]})


# --- matches


def test_a_match_becomes_a_record_and_a_record_a_match():
    match = Match(
        ludoteca.game("gekitai"),
        players=(PlayerName("Ann"), PlayerName("Robot", "random")),
        tags={"Date": "2024.05.01", "Event": "A test", "not a tag": "left out"},
    )
    match.play("c3", comment="a } b", clock_ms=1500, evaluation=0.5)
    match.play("d4")
    match.play("a1")
    match.undo()
    match.resign(1)
    record = Record.from_match(match)
    assert read_record(record.to_text()) == record
    assert (record.result, record.termination, record.date) == ("1-0", "resignation", "2024.05.01")
    assert record.tags == {"Event": "A test", "SecondKind": "random"}
    again = record.to_match()
    assert (again.plies, again.players, again.outcome, again.how) == (
        match.plies,
        match.players,
        match.outcome,
        match.how,
    )
    assert Record.from_match(again) == record


@pytest.mark.parametrize("how", ["agreement", "time", "rules", "none"])
def test_each_ending_of_a_match_goes_into_its_record_and_back(how):
    match = Match(ludoteca.game("gekitai"))
    for move in RED_WINS.split()[1::2] if how == "rules" else ["c3"]:
        match.play(move)
    if how == "agreement":
        match.offer_draw(0)
        match.accept_draw(1)
    elif how == "time":
        match.flag(0)
    again = read_record(Record.from_match(match).to_text()).to_match()
    assert (again.outcome, again.how, again.plies) == (match.outcome, match.how, match.plies)


@pytest.mark.parametrize("game", game_names())
def test_a_random_match_of_each_game_goes_into_its_record_and_back(game):
    chance = random.Random(1)
    match = Match(ludoteca.game(game))
    while match.outcome is None and len(match.plies) < 60:
        match.play(chance.choice(match.position.moves()))
    again = read_record(Record.from_match(match).to_text()).to_match()
    assert again.position == match.position
    assert again.outcome == match.outcome


def test_json_of_brackets_without_end_was_refused_without_a_place():
    for deep in ("[" * 100_000, '{"game": "gek[[[",\n "plies": ' + '[{"variations":' * 50_000):
        with pytest.raises(RecordError, match="nested at most 250 deep") as caught:
            Record.from_json(deep)
        assert caught.value.column > 1
        assert caught.value.line == deep.count("\n") + 1


def test_a_field_that_stood_twice_in_json_silently_lost_its_first_value():
    with pytest.raises(RecordError, match="an object has the field 'move' twice"):
        Record.from_json('{"game": "gekitai", "plies": [{"move": "c3", "move": "d4"}]}')


def test_an_array_of_records_names_the_one_that_is_wrong():
    with pytest.raises(RecordError, match=re.escape("$[1].plies[0].move: ")):
        all_from_json([{"game": "gekitai", "plies": []}, {"game": "gekitai", "plies": [{"move": "j9"}]}])


HOSTILE = {  # nearly ten million characters each
    "a quote that nobody closes": ('[Game "gekitai"]\n"' + "ab" * 4_900_000, "this quote is never closed"),
    "a tag that nobody closes": ('[Game "' + "a" * 9_900_000, "a tag looks like"),
    "a comment of backslashes": ('[Game "gekitai"]\n{' + "\\a" * 4_900_000, "this comment is never closed"),
    "a quoted move of a book's length": ('[Game "gekitai"]\n"' + "\\a" * 4_900_000 + '"', "at most 65536 characters"),
    "a word of a book's length": ('[Game "gekitai"]\n' + "a" * 9_900_000, "at most 65536 characters"),
    "numbers without moves": ('[Game "gekitai"]\n' + "1. $1 " * 1_600_000, "the record must end with a result"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_record_took_hundreds_of_times_its_own_size_in_memory(what):
    text, reason = HOSTILE[what]
    tracemalloc.start()  # counts what the reader takes beyond the text that is there
    try:
        with pytest.raises(RecordError, match=reason) as caught:
            read_records(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * len(text)
    assert caught.value.line in (1, 2)
    assert len(str(caught.value)) < 200


# --- what could be read but not be written so that it can be read again


@pytest.mark.parametrize("clock", ["99999:99:99", "99999:00:00", "1:60:00", "0:00:60", "72000:00:01"])
def test_a_clock_that_no_clock_shows_is_refused(clock):
    with pytest.raises(RecordError, match="a clock shows at most"):
        read_record(f'[Game "gekitai"]\n\n1. c3 {{[%clk {clock}]}} *\n')


@pytest.mark.parametrize("clock", ["72000:00:00", "71999:59:59.999", "99:59", "0:00:00"])
def test_whatever_clock_is_read_can_be_written_read_and_saved(clock):
    record = read_record(f'[Game "gekitai"]\n\n1. c3 {{[%clk {clock}]}} *\n')
    again = read_record(record.to_text())
    assert again.main.plies[0].clock_ms == record.main.plies[0].clock_ms
    assert Record.from_json(record.to_json()).to_text() == record.to_text()
    assert Match.load(record.to_match().save()) == record.to_match()


def test_json_has_no_longer_clocks_than_text():
    value = {"game": "gekitai", "plies": [{"move": "c3", "clock_ms": 72000 * 3600 * 1000 + 1}]}
    with pytest.raises(RecordError, match="clock_ms"):
        Record.from_json(value)


BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize("character", BIDIRECTIONAL)
def test_names_and_tags_do_not_turn_the_text_around_them_about(character):
    name = f"A{character}nn"
    text = f'[Game "gekitai"]\n[First "{name}"]\n[Second "{name}"]\n[Event "{name}"]\n\n1. c3 *\n'
    values = {"game": "gekitai", "first": name, "second": name, "tags": {"Event": name}, "plies": [{"move": "c3"}]}
    match = Match(ludoteca.game("gekitai"), players=(PlayerName(name), PlayerName(name)), tags={"Event": name})
    for record in (read_record(text), Record.from_json(values), Record.from_match(match)):
        assert record.players == ("Ann", "Ann") and record.tags["Event"] == "Ann"
