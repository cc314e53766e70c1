"""Boards in compiled code, from which sets get their size: `BOARD.bit(cell)`, `BOARD.none` and `BOARD.all`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing import signature
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr
from numba.extending import lower_builtin, models, register_model, typeof_impl

from ludoteca.compiler.set_operators import single_cell
from ludoteca.compiler.set_types import WORD, CellSet, SetType, set_of


class BoardSets:
    """What a board and a region of one know about sets of their cells, in plain Python."""

    size: Any  # one more than the highest number of a cell
    word: int  # cells per word of a set
    number_of: Any  # the number in sets, by cell of the whole board

    @property
    def words(self) -> int:
        """How many words a set of cells takes."""
        return int(-(-self.size // self.word))

    def _set(self, whole: int) -> Any:
        return set_of(whole, self.words, self.word)

    def bit(self, cell: int) -> Any:
        """The set of one cell, by its number."""
        return self._set(1 << int(cell))

    @property
    def none(self) -> Any:
        """The empty set."""
        return self._set(0)

    @cached_property
    def all(self) -> Any:
        """The set of all cells."""
        return self._set(sum(1 << number for number in self.number_of.values()))


class BoardType(types.Type):
    """The type of a board or region in compiled code, which needs only the size of its sets."""

    def __init__(self, every: int, words: int, word: int) -> None:
        self.every, self.words, self.word = every, words, word
        super().__init__(f"Board({every:x}:{words}x{word})")

    @property
    def set_type(self) -> Any:
        """The type of its sets."""
        return types.uint64 if self.words == 1 else SetType(self.words, self.word)


@typeof_impl.register(BoardSets)
def _typeof_board(board: BoardSets, context: Any) -> BoardType:
    cells = board.all
    return BoardType(cells.whole if isinstance(cells, CellSet) else int(cells), board.words, board.word)


@register_model(BoardType)
class BoardModel(models.OpaqueModel):
    """Nothing is stored."""


@lower_constant(BoardType)
def _constant_board(context: Any, builder: Any, kind: BoardType, value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class BoardAttributes(AttributeTemplate):
    """What compiled code can ask a board."""

    key = BoardType

    @bound_function("board.bit")
    def resolve_bit(self, board: BoardType, given: Any, named: Any) -> Any:
        """The set with one cell."""
        fits = len(given) == 1 and not named and isinstance(given[0], types.Integer)
        return signature(board.set_type, types.int64, recvr=board) if fits else None

    def resolve_none(self, board: BoardType) -> Any:
        """The empty set."""
        return board.set_type

    def resolve_all(self, board: BoardType) -> Any:
        """The set of all cells."""
        return board.set_type

    def generic_resolve(self, board: BoardType, name: str) -> Any:
        """Anything else is a table, which needs its own name."""
        raise TypingError(f"compiled code cannot use BOARD.{name}; write {name.upper()} = BOARD.{name} outside it")


@lower_builtin("board.bit", BoardType, types.Integer)
def _lower_bit(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    return single_cell(builder, call.args[0], arguments[1])


@lower_getattr_generic(BoardType)
def _lower_attribute(context: Any, builder: Any, kind: BoardType, value: Any, name: str) -> Any:
    cells = CellSet(kind.every if name == "all" else 0, kind.words, kind.word)
    parts = [ir.Constant(WORD, part) for part in cells.parts]
    return parts[0] if kind.words == 1 else ir.Constant(ir.ArrayType(WORD, kind.words), parts)
