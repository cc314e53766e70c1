"""Lines of stones, on boards of one word and of several, compared with going from cell to cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import OFF, SquareBoard, has_line

SMALL, LARGE, GREAT = SquareBoard(6, 6, 7), SquareBoard(9, 9, 10), SquareBoard(15, 15, 16)
STRIDES = {SMALL: 7, LARGE: 10, GREAT: 16}


@compiled
def asked(stones, stride, length):
    """As compiled rules ask."""
    return has_line(stones, stride, length)


def walked(board: SquareBoard, stones: set[int], length: int) -> bool:
    """Whether there is such a line, found step by step."""
    return any(
        all(cell in stones for cell in [start, *board.ray(start, way)][:length])
        and len(board.ray(start, way)) >= length - 1
        for start in stones
        for way in range(len(board.ways))
    )


@pytest.mark.parametrize("board", [SMALL, LARGE, GREAT], ids=lambda board: f"{len(board.cells)} cells")
@given(data=st.data())
def test_lines_are_found_on_boards_of_any_size(board, data):
    start, way = data.draw(st.sampled_from(board.cells)), data.draw(st.integers(0, len(board.ways) - 1))
    line = [start, *board.ray(start, way)][:5]
    missing = data.draw(st.sampled_from([OFF, *line]))
    stones = {*line, *data.draw(st.sets(st.sampled_from(board.cells), max_size=20))} - {missing}
    expected = walked(board, stones, 5)
    assert has_line(board.bits(stones), STRIDES[board], 5) == expected
    assert asked(board.bits(stones), STRIDES[board], 5) == expected
