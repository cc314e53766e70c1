"""Figures that compiled code draws are those that plain functions find."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.kernel.board_figures import (
    draw_cell,
    draw_cells,
    draw_chain,
    draw_line,
    draw_lines,
    draw_open_lines,
    draw_outline,
    end_figure,
    figure,
    figures_of,
    new_drawing,
)
from ludoteca.kernel.boards import OFF, HexBoard, RhombusBoard, SquareBoard

BOARDS = (SquareBoard(6, 6, 8), HexBoard(4), SquareBoard(10, 10), RhombusBoard(9, 9))
either = pytest.mark.parametrize(
    "how", [lambda function: function, lambda function: function.py_func], ids=["compiled", "plain"]
)


def lines_through(board, held, length):
    """Every straight line of at least `length` neighbouring cells that are held, from end to end."""
    cells = set(held)
    found = []
    for way in range(0, len(board.ways), 2):  # the odd ways lead back
        for cell in sorted(cells):
            line = [cell]
            while (ahead := int(board.step[line[-1], way])) in cells:
                line.append(ahead)
            if int(board.step[cell, way + 1]) not in cells and len(line) >= length:
                found.append(figure(board, line))
    return tuple(found)


def chain_between(board, held, begin, end):
    """A shortest chain of neighbouring cells that are held, from one of `begin` to one of `end`; empty without one."""
    cells, goal = set(held), set(end)
    came = {cell: OFF for cell in begin if cell in cells}
    edge = list(came)
    while edge:
        for cell in edge:
            if cell in goal:
                chain = [cell]
                while came[chain[-1]] != OFF:
                    chain.append(came[chain[-1]])
                return figure(board, reversed(chain))
        reached = {}
        for cell in edge:
            for near in map(int, board.step[cell]):
                if near in cells and near not in came:
                    reached.setdefault(near, cell)
        came |= reached
        edge = list(reached)
    return ()


@st.composite
def holdings(draw):
    board = draw(st.sampled_from(BOARDS))
    return board, draw(st.sets(st.sampled_from(board.cells), min_size=len(board.cells) // 3))


@either
@settings(max_examples=60)
@given(held=holdings(), length=st.integers(2, 4))
def test_lines(how, held, length):
    board, cells = held
    draw = new_drawing()
    how(draw_lines)(draw, board.bits(cells), board.step, length)
    assert figures_of(draw, board) == lines_through(board, cells, length)


@either
@settings(max_examples=60)
@given(held=holdings(), sides=st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_chains(how, held, sides):
    board, cells = held
    begin, end = (list(board.sides.values())[number] for number in sides)
    draw = new_drawing()
    how(draw_chain)(draw, board.bits(cells), begin.bits, end.bits, board.step)
    chain = chain_between(board, cells, sorted(begin.cells), end.cells)
    assert figures_of(draw, board) == ((chain,) if chain else ())


@either
def test_a_line_is_open_where_one_more_stone_can_stand_at_an_end(how):
    board, draw = SquareBoard(5, 5), new_drawing()
    stones, taken = board.bits(("b1", "c1", "d1", "a3", "b3")), board.bits(("a1", "c3"))
    how(draw_open_lines)(draw, stones, board.bits(board.cells) & ~(stones | taken), board.step, 2)
    assert figures_of(draw, board) == (("b1", "c1", "d1"),)  # a3 is at the edge, and c3 is taken


@either
def test_figures_follow_one_another(how):
    board, draw = SquareBoard(3, 3), new_drawing(16)
    how(draw_cell)(draw, 4)
    how(end_figure)(draw)
    how(draw_lines)(draw, board.bits([0, 1, 2]), board.step, 3)
    how(draw_cells)(draw, board.bits([7, 8]))
    assert draw.tolist()[:11] == [10, 4, -1, 0, 1, 2, -1, 7, -1, 8, -1]
    assert figures_of(draw, board) == (("b2",), ("a1", "b1", "c1"), ("b3",), ("c3",))


@either
def test_a_line_and_an_outline_go_through_the_cells_in_their_order(how):
    board, draw = SquareBoard(3, 3), new_drawing(16)
    how(draw_line)(draw, (0, 4))
    how(draw_outline)(draw, (0, 2, 8, 6))
    assert figures_of(draw, board) == (("a1", "b2"), ("a1", "c1", "c3", "a3", "a1"))


@either
@pytest.mark.parametrize(("room", "whole"), [(1, 0), (2, 0), (4, 0), (5, 1), (8, 1), (9, 2)])
def test_nothing_is_written_past_the_end(how, room, whole):
    board = SquareBoard(3, 3)
    memory = np.full(12, 77, np.int16)
    draw = memory[:room]
    draw[:] = 0
    how(draw_lines)(draw, board.bits([0, 1, 2, 6, 7, 8]), board.step, 3)
    assert figures_of(draw, board) == (("a1", "b1", "c1"), ("a3", "b3", "c3"))[:whole]
    assert (memory[room:] == 77).all()
