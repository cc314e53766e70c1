"""Pieces of several kinds: sets by player and kind, letters whose case counts, runs of empty cells, flags."""

from __future__ import annotations

import numpy as np
import pytest

from ludoteca.errors import BadDeclaration, UnreadablePosition
from ludoteca.kernel import (
    NO_PIECE,
    Cells,
    Flags,
    Kind,
    Numbers,
    Pieces,
    Player,
    PositionText,
    Scenery,
    SquareBoard,
    State,
    all_kinds,
    compiled,
    kind_at,
    new_state,
)
from ludoteca.kernel.cell_contents import Looks
from ludoteca.play.planes import StatePlanes, draw, words_in

BOARD = SquareBoard(4, 4, first_row="bottom")
MEN = Pieces(BOARD, runs=True, king="K", rook="R", man=Kind("xo", piece="disc"))
STATE = State(men=MEN, rights=Flags("KQkq"))
WIDE = SquareBoard(10, 10, first_row="bottom")
PLAYERS = Player("White", "w"), Player("Black", "b")
TEXT = PositionText(STATE, PLAYERS)
START = "k2r/1o2/2x1/R2K w Kq"


def read(text: str, text_of: PositionText = TEXT, board: SquareBoard = BOARD):
    state = new_state(text_of.fields.layout)
    text_of.read(state, text, board)
    return state


@compiled
def take(state, cell):
    state.men[1 - state.mover, kind_at(state.men, cell)] &= ~BOARD.bit(cell)
    state.men[state.mover, MEN.rook] |= BOARD.bit(cell)
    return MEN.man


def test_a_set_for_each_player_and_kind():
    state = read(START)
    assert (MEN.king, MEN.rook, MEN.man, len(MEN)) == (0, 1, 2, 3)
    assert state.men.tolist() == [
        [1 << BOARD.number["d1"], 1 << BOARD.number["a1"], 1 << BOARD.number["c2"]],
        [1 << BOARD.number["a4"], 1 << BOARD.number["d4"], 1 << BOARD.number["b3"]],
    ]
    assert int(all_kinds(state.men[0])) == BOARD.bits(["d1", "a1", "c2"])


def test_compiled_code_knows_kinds_by_name():
    state = read(START)
    assert take(state, BOARD.number["b3"]) == MEN.man
    assert TEXT.write(state, BOARD) == "k2r/1R2/2x1/R2K w Kq"


def test_what_is_on_a_cell():
    state = read(START)
    found = {name: kind_at(state.men, cell) for name, cell in BOARD.number.items()}
    assert (found["d4"], found["c2"], found["a2"]) == (MEN.rook, MEN.man, NO_PIECE)


@pytest.mark.parametrize("text", [START, "4/4/4/4 b -", "KRxo/kr2/1x1o/4 w KQkq"])
def test_text_round_trips(text):
    assert TEXT.write(read(text), BOARD) == text


def test_points_and_letters_of_the_wrong_case_are_read_too():
    assert TEXT.write(read("k..r/.O../2x1/R2K w -"), BOARD) == "k2r/1o2/2x1/R2K w -"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5/4/4/4 w -", "row 1 has 4 cells; found 5 in '5'"),
        ("q3/4/4/4 w -", "a4 must hold one of ., K, R, x, k, r, o; found 'q'"),
        ("4/4/4/4 w KK", "the rights must be some of the letters KQkq, or -; found 'KK'"),
        ("4/4/4/4 w x", "the rights must be some of the letters KQkq, or -; found 'x'"),
    ],
)
def test_what_cannot_be_read(text, said):
    with pytest.raises(UnreadablePosition) as raised:
        read(text)
    assert str(raised.value) == said


def test_every_kind_has_its_picture_and_its_letters():
    looks = Looks(STATE, PLAYERS)
    assert [(piece.kind, piece.colour, piece.letter, piece.glyph) for piece in looks.palette] == [
        ("king", "white", "K", "♔"),
        ("rook", "white", "R", "♖"),
        ("disc", "white", "x", "○"),
        ("king", "black", "k", "♚"),
        ("rook", "black", "r", "♜"),
        ("disc", "black", "o", "●"),
    ]
    seen = looks.of(read(START), BOARD)
    assert seen["d4"].top is not None and (seen["d4"].top.kind, seen["d4"].top.owner) == ("rook", 1)


def test_a_plane_for_each_player_and_kind():
    planes = StatePlanes(STATE, BOARD, "White")
    names = [plane.name for plane in planes.planes]
    assert names[:6] == ["own king", "own rook", "own man", "other king", "other rook", "other man"]
    assert names[6:10] == ["rights K", "rights Q", "rights k", "rights q"]
    states = np.zeros(1, STATE.layout)
    states[0] = read(START)
    for viewer in range(2):
        out = np.zeros((1, len(names) * 16), np.uint8)
        draw(words_in(states), np.array([viewer]), np.array([0]), planes.program, out)
        shown = out.reshape(len(names), 16)
        own, other = (slice(0, 3), slice(3, 6))[:: 1 if viewer == 0 else -1]
        assert [int(row.argmax()) for row in shown[own]] == [BOARD.number[name] for name in ("d1", "a1", "c2")]
        assert [int(row.argmax()) for row in shown[other]] == [BOARD.number[name] for name in ("a4", "d4", "b3")]
        assert shown[:6].sum() == 6 and [int(row.min()) for row in shown[6:10]] == [1, 0, 0, 1]


def test_pieces_turn_with_the_board():
    mirror = next(each for each in BOARD.symmetries if each.cells[BOARD.number["a1"]] == BOARD.number["d1"]
                  and each.cells[BOARD.number["a4"]] == BOARD.number["d4"])  # fmt: skip
    assert TEXT.write(STATE.turned(read(START), mirror), BOARD) == "r2k/2o1/1x2/K2R w Kq"


def test_a_board_of_several_words():
    text = PositionText(State(men=Pieces(WIDE, runs=True, king="K", rook="R")), PLAYERS)
    state = read("k9/10/10/10/10/10/10/10/10/8RK b", text, WIDE)
    assert state.men.shape == (2, 2) and WIDE.words == 2
    assert text.write(state, WIDE) == "k9/10/10/10/10/10/10/10/10/8RK b"
    assert kind_at(state.men, WIDE.number["i1"]) == 1 and kind_at(state.men, WIDE.number["a10"]) == 0


def test_the_most_of_a_player_counts_all_kinds():
    assert Pieces(BOARD, king="K", rook="R").owned(read("4/4/4/4 w -").men[:, :2]) == [0, 0]
    assert [one.bit_count() for one in MEN.owned(read(START).men)] == [3, 3]


def test_players_cells_can_have_letters():
    fields = State(
        men=Cells(BOARD, per_player=True, letter="M"), towers=Cells(BOARD, per_player=True, piece="rook", letter="!?")
    )
    text = PositionText(fields, PLAYERS)
    text.check_letters()
    assert text.write(read("Mm../!?../..../.... w", text), BOARD) == "Mm../!?../..../.... w"


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (lambda: Pieces(BOARD), "Pieces needs kinds, each with a letter"),
        (lambda: Pieces(BOARD, king=""), "the kind king needs a letter for position text"),
        (lambda: Pieces(BOARD, king="KQR"), "the kind king has the letter 'KQR'; it needs one letter"),
        (lambda: Pieces(BOARD, king="1"), "the kind king has the letter '1'"),
        (lambda: Pieces(BOARD, king="+"), "the kind king needs a letter for each player"),
        (lambda: Pieces(BOARD, emperor="E"), "no piece is called 'emperor'"),
        (lambda: Pieces(BOARD, sets="S"), "a kind of piece cannot be called sets"),
        (lambda: Cells(BOARD, per_player=True, letter="#"), "a set of cells needs a letter for each player"),
        (lambda: Cells(BOARD, letter="xy"), "cells that belong to no player need a single letter, not 'xy'"),
        (lambda: Flags("KK"), "flags need up to eight different letters"),
        (
            lambda: State(
                men=Pieces(BOARD, runs=True, king="K"),
                piles=Cells(BOARD, per_player=True, heights="high"),
                high=Numbers(BOARD),
            ),
            "runs of empty cells cannot be written as numbers",
        ),
    ],
)
def test_what_a_declaration_cannot_mean_is_refused(declare, said):
    with pytest.raises(BadDeclaration, match=said):
        declare()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"men": Cells(BOARD, per_player=True), "kings": Cells(BOARD, per_player=True, piece="king")},
            "men and kings have the letter 'w' in position text",
        ),
        ({"men": Pieces(BOARD, king="K", knight="K")}, "two kinds of men have the letter 'K' in position text"),
        ({"men": MEN, "walls": Cells(BOARD, letter="x")}, "men and walls have the letter 'x' in position text"),
        ({"men": MEN, "rocks": Scenery(BOARD, letter="o")}, "men and rocks have the letter 'o' in position text"),
    ],
)
def test_a_letter_used_twice_is_refused(fields, said):
    with pytest.raises(BadDeclaration, match=said):
        PositionText(State(**fields), PLAYERS).check_letters()


def test_a_kind_that_is_not_there():
    with pytest.raises(AttributeError, match="no value is called queen; the values are king, rook, man"):
        _ = MEN.queen
