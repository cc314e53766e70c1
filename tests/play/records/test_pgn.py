"""PGN and the usual notation of a game: here a small one, whose players write only where a pawn goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.errors import AmbiguousMove, UnknownName
from ludoteca.games import game_files
from ludoteca.play.position import Variant, load_game
from ludoteca.play.records import RecordError, read_record, write_as

HEXAPAWN = Path(__file__).parents[3] / "examples" / "hexapawn.py"
NOTATION = """
from ludoteca.kernel import Notation, repetition


def write(state, code):
    pawn, target = BOARD.names[GO.pawn(code)], BOARD.names[GO.target(code)]
    return target if pawn[0] == target[0] else f"{pawn[0]}x{target}"


def read(state, text):
    target = BOARD.number.get(text[-2:], 0)
    return [code for pawn in range(9) if write(state, code := GO.code(pawn, target)).endswith(text)]


PGN = Notation(format="pgn", write=write, read=read, tags={"Variant": "Pawns"}, options={"Repeats": "repetition"})
GAME = game(notation=PGN, options=(repetition("off", "threefold"),),
"""
GAME = """[Event "Kitchen table"]
[Site "?"]
[Date "1962.03.01"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "Pawns"]
[Repeats "off"]
[Termination "normal"]

{A short game.} 1. b2 {[%clk 0:01:00] [%eval 0.25]} (1. a2 {Slow.} 1... bxa2
(1... c2) 2. bxa2) 1... axb2 2. axb2 1-0
"""


@pytest.fixture(scope="module", autouse=True)
def pawns(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "pawns.py"
    file.write_text(HEXAPAWN.read_text().replace("GAME = game(", NOTATION))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.FILES, "")
        patch.setattr(game_files, "opened_games", {})
        yield Variant(game_files.open_game_file(file))


def test_a_game_is_read_and_written_again():
    record = read_record(GAME)
    assert record.variant.name == "pawns" and record.players == ("Ann", "Bob") and record.date == "1962.03.01"
    assert record.tags == {"Event": "Kitchen table"} and record.main.comment == "A short game."
    first = record.main.plies[0]
    assert (first.move, first.clock_ms, first.evaluation) == ("b1-b2", 60_000, 0.25)
    assert [ply.move for ply in first.variations[0].plies] == ["a1-a2", "b3-a2", "b1-a2"]
    assert record.termination == "resignation"  # the moves do not say why White won
    assert write_as(record, "pgn") == GAME
    assert read_record(write_as(record, "record")) == record


def test_a_position_a_result_and_an_ending_are_those_of_our_records():
    tags = '[SetUp "1"]\n[FEN "b../.b./ww. b"]\n[Termination "time forfeit"]\n'
    record = read_record(tags + "\na2 1-0\n")
    assert str(record.start) == "b../.b./ww. b" and record.termination == "time"
    text = write_as(record, "pgn")
    assert tags in text and "1... a2 1-0" in text
    assert read_record(text) == record
    won = read_record("b2 cxb2 cxb2 a2 0-1")
    assert won.termination == "White cannot move"


def test_a_move_may_be_typed_in_the_usual_notation(pawns):
    start = pawns.start()
    assert start.play("b2").last_move.text == "b1-b2"
    both = pawns.position("bbb/.b./w.w w")
    with pytest.raises(AmbiguousMove, match="xb2 can mean a1-b2, c1-b2"):
        both.play("xb2")


def test_evaluations_of_other_programs_are_numbers_or_words():
    record = read_record("b2 {[%eval 0.3,18]} axb2 {[%eval #-3] Lost.} *")
    assert record.main.plies[0].evaluation == 0.3
    assert record.main.plies[1].evaluation is None and record.main.plies[1].comment == "#-3 Lost."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[Variant "Other"]\n\nb2 *', "line 1, column 1: b2 is not a complete move"),  # in another game
        ("b2 b9 *", "line 1, column 4: b9 is not on the board"),
        ('[FEN "b../.b./ww"]\n\nb2 *', "line 1, column 1: "),
        ("b2 cxb2 cxb2 a2 1-0", "the moves end in 0-1"),
        ("b2 cxb2 cxb2 a2 b2 *", "the game is over: White cannot move"),
        ("b2", "must end with a result"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text, says):
    with pytest.raises(RecordError, match=says):
        read_record(text)


def test_a_game_without_a_notation_has_only_records():
    record = read_record('[Game "gekitai"]\n\n1. a1 *')
    with pytest.raises(UnknownName, match="Gekitai has no format called 'pgn'; available: record"):
        write_as(record, "pgn")
    assert load_game("gekitai").game.notation is None
