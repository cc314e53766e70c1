"""Figures on a board for people to see: the line, the chain, the square that decided a game."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.kernel.boards import OFF, Board
from ludoteca.kernel.scene import Figure


def figure(board: Board, cells: Iterable[int]) -> Figure:
    """Cells by their names, in the order in which a line is drawn through them."""
    return tuple(board.name[int(cell)] for cell in cells)


def lines_through(board: Board, held: Iterable[int], length: int) -> tuple[Figure, ...]:
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


def chain_between(board: Board, held: Iterable[int], begin: Iterable[int], end: Iterable[int]) -> Figure:
    """A shortest chain of neighbouring cells that are held, from one of `begin` to one of `end`; empty without one."""
    cells, goal = set(held), set(end)
    came: dict[int, int] = {cell: OFF for cell in begin if cell in cells}
    edge = list(came)
    while edge:
        for cell in edge:
            if cell in goal:
                chain = [cell]
                while came[chain[-1]] != OFF:
                    chain.append(came[chain[-1]])
                return figure(board, reversed(chain))
        reached: dict[int, int] = {}
        for cell in edge:
            for near in map(int, board.step[cell]):
                if near in cells and near not in came:
                    reached.setdefault(near, cell)
        came |= reached
        edge = list(reached)
    return ()
