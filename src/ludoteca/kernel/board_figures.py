"""Figures on a board for people to see: the line, the chain, the square that decided a game.

Compiled functions write figures into an array of 16-bit numbers, `draw`: the first number counts those that follow,
which are cells, with END after each figure.  Whatever does not fit is left out.

    @compiled
    def decided(state, draw):
        draw_lines(draw, state.stones[1 - state.mover], STEP, 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludoteca.compiler.bits import has
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.scratch import scratch_numbers
from ludoteca.compiler.set_operators import each
from ludoteca.kernel.boards import OFF, Board
from ludoteca.kernel.cell_sets import CellSet, Table
from ludoteca.kernel.scene import Figure

END = -1  # after each figure
ROOM = 1024  # numbers that fit into a drawing by default

Drawing = Any  # an array of numpy.int16


def new_drawing(room: int = ROOM) -> Drawing:
    """A drawing without figures."""
    return np.zeros(room, np.int16)


def figures_of(draw: Drawing, board: Board) -> tuple[Figure, ...]:
    """The figures of a drawing, by the names of their cells."""
    found: list[Figure] = []
    cells: list[int] = []
    for number in draw[1 : 1 + int(draw[0])].tolist():
        if number == END:
            found.append(figure(board, cells))
            cells = []
        else:
            cells.append(number)
    return tuple(found)


@compiled
def draw_cell(draw: Drawing, cell: int) -> None:
    """Add a cell to the current figure."""
    place = draw[0] + 1
    if place < len(draw):
        draw[place] = cell
        draw[0] = place


@compiled
def end_figure(draw: Drawing) -> None:
    """Complete the current figure; one that does not fit is dropped."""
    place = draw[0] + 1
    if place < len(draw):
        draw[place] = END
        draw[0] = place


@compiled
def draw_line(draw: Drawing, cells: Any) -> None:
    """One figure through the cells of a tuple, in their order."""
    for cell in cells:
        draw_cell(draw, cell)
    end_figure(draw)


@compiled
def draw_outline(draw: Drawing, corners: Any) -> None:
    """The same and back to the first cell: for example a square, by its corners."""
    for cell in corners:
        draw_cell(draw, cell)
    draw_cell(draw, corners[0])
    end_figure(draw)


@compiled
def draw_cells(draw: Drawing, cells: CellSet) -> None:
    """Each cell of a set as its own figure: a ring around it."""
    for cell in each(cells):
        draw_cell(draw, cell)
        end_figure(draw)


@compiled
def draw_lines(draw: Drawing, stones: CellSet, step: Table, length: int) -> None:
    """Every straight line of at least `length` adjacent cells of a set, from end to end."""
    for way in range(0, step.shape[1], 2):  # the odd ways lead back
        for cell in each(stones):
            count = _line_length(stones, cell, way, step)
            if count >= length:
                _draw_along(draw, cell, way, count, step)


@compiled
def draw_open_lines(draw: Drawing, stones: CellSet, empty: CellSet, step: Table, length: int) -> None:
    """The same for lines with an open end: one more stone there makes the line longer."""
    for way in range(0, step.shape[1], 2):
        for cell in each(stones):
            count = _line_length(stones, cell, way, step)
            if count >= length:
                behind, ahead = step[cell, way + 1], step[cell, way]
                for _ in range(count - 1):
                    ahead = step[ahead, way]
                if (behind != OFF and has(empty, behind)) or (ahead != OFF and has(empty, ahead)):
                    _draw_along(draw, cell, way, count, step)


@compiled
def _line_length(stones: CellSet, cell: int, way: int, step: Table) -> int:
    """The length of the line that begins on a cell of the set; 0 if it began earlier."""
    behind = step[cell, way + 1]
    if behind != OFF and has(stones, behind):
        return 0
    count, ahead = 1, step[cell, way]
    while ahead != OFF and has(stones, ahead):
        count += 1
        ahead = step[ahead, way]
    return count


@compiled
def _draw_along(draw: Drawing, cell: int, way: int, count: int, step: Table) -> None:
    """One figure through this many cells in a direction."""
    draw_cell(draw, cell)
    for _ in range(count - 1):
        cell = step[cell, way]
        draw_cell(draw, cell)
    end_figure(draw)


@compiled
def draw_chain(draw: Drawing, held: CellSet, begin: CellSet, end: CellSet, step: Table) -> None:
    """A shortest chain of adjacent cells of `held`, from one of `begin` to one of `end`; nothing if there is none."""
    came = scratch_numbers(len(step))  # the previous cell plus 2; 1 where a chain begins; 0 if not reached yet
    queue = scratch_numbers(len(step))
    waiting, done = 0, 0
    for cell in each(begin & held):
        came[cell] = 1
        queue[waiting] = cell
        waiting += 1
    while done < waiting and not has(end, queue[done]):
        cell = int(queue[done])
        done += 1
        for way in range(step.shape[1]):
            near = step[cell, way]
            if near != OFF and came[near] == 0 and has(held, near):
                came[near] = cell + 2
                queue[waiting] = near
                waiting += 1
    if done == waiting:
        return
    length, cell = 1, int(queue[done])  # the chain is written into the queue, which is no longer needed
    queue[0] = cell
    while came[cell] > 1:
        cell = int(came[cell]) - 2
        queue[length] = cell
        length += 1
    for place in range(length - 1, -1, -1):
        draw_cell(draw, queue[place])
    end_figure(draw)


def figure(board: Board, cells: Iterable[int]) -> Figure:
    """Cells by name, in the order in which a line is drawn through them."""
    return tuple(board.name[int(cell)] for cell in cells)
