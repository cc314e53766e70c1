"""What compiled code does with sets of several words: operators, single cells, counting, and `each`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from ludoteca.compiler.set_types import WORD, CellSet, SetType, packed, parts_of

ZERO, ONE = ir.Constant(WORD, 0), ir.Constant(WORD, 1)
DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)
FEW_WORDS = 2  # a loop keeps sets of up to this many in registers, and goes through larger ones word by word


# operators


def _combining(name: Any, combine: Any) -> None:
    class Combined(AbstractTemplate):
        def generic(self, given: Any, named: Any) -> Any:
            is_pair = len(given) == 2 and isinstance(given[0], SetType) and given[0] == given[1]
            return signature(given[0], *given) if is_pair else None

    infer_global(name)(Combined)

    @lower_builtin(name, SetType, SetType)
    def _lower(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        pairs = zip(*(parts_of(builder, call.return_type, cells) for cells in arguments), strict=True)
        return packed(builder, [combine(builder, one, other) for one, other in pairs])


for _name in (operator.and_, operator.iand):
    _combining(_name, lambda builder, one, other: builder.and_(one, other))
for _name in (operator.or_, operator.ior):
    _combining(_name, lambda builder, one, other: builder.or_(one, other))
for _name in (operator.xor, operator.ixor):
    _combining(_name, lambda builder, one, other: builder.xor(one, other))


def _is_set(given: Any) -> bool:
    return len(given) == 1 and isinstance(given[0], SetType)


@infer_global(operator.invert)
class _Inverted(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        return signature(given[0], *given) if _is_set(given) else None


@lower_builtin(operator.invert, SetType)
def _lower_invert(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    kind = call.return_type
    mask = ir.Constant(WORD, (1 << kind.word) - 1)
    return packed(builder, [builder.xor(part, mask) for part in parts_of(builder, kind, arguments[0])])


def _asking(name: Any, count: int, answer: Any) -> None:
    class Asked(AbstractTemplate):
        def generic(self, given: Any, named: Any) -> Any:
            fits = len(given) == count and isinstance(given[0], SetType) and given[-1] == given[0]
            return signature(types.boolean, *given) if fits else None

    infer_global(name)(Asked)

    @lower_builtin(name, *[SetType] * count)
    def _lower(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        return answer(builder, *(parts_of(builder, call.args[0], cells) for cells in arguments))


def _is_any(builder: Any, parts: list[Any]) -> Any:
    together = parts[0]
    for part in parts[1:]:
        together = builder.or_(together, part)
    return builder.icmp_unsigned("!=", together, ZERO)


def _differs(builder: Any, one: list[Any], other: list[Any]) -> Any:
    return _is_any(builder, [builder.xor(*pair) for pair in zip(one, other, strict=True)])


_asking(bool, 1, _is_any)
_asking(operator.truth, 1, _is_any)
_asking(operator.not_, 1, lambda builder, parts: builder.not_(_is_any(builder, parts)))
_asking(operator.ne, 2, _differs)
_asking(operator.eq, 2, lambda builder, one, other: builder.not_(_differs(builder, one, other)))


# single cells


def _place_of(builder: Any, kind: Any, cell: Any) -> tuple[Any, Any]:
    """The word of a cell and its place in that word."""
    if kind.word == 64:
        return builder.lshr(cell, ir.Constant(WORD, 6)), builder.and_(cell, ir.Constant(WORD, 63))
    width = ir.Constant(WORD, kind.word)
    number = builder.udiv(cell, width)
    return number, builder.sub(cell, builder.mul(number, width))


def single_cell(builder: Any, kind: Any, cell: Any) -> Any:
    """The set with one cell; none for a number beyond the last cell."""
    if kind.words == 1:
        return builder.shl(ONE, cell)
    number, place = _place_of(builder, kind, cell)
    one = builder.shl(ONE, place)
    return packed(
        builder,
        [
            builder.select(builder.icmp_unsigned("==", number, ir.Constant(WORD, index)), one, ZERO)
            for index in range(kind.words)
        ],
    )


@intrinsic
def set_single(typingctx: Any, like: Any, cell: Any) -> Any:
    """The set of one cell, of the same size as another set of several words."""
    if not (isinstance(like, SetType) and isinstance(cell, types.Integer)):
        return None
    return like(like, types.int64), lambda context, builder, call, arguments: single_cell(builder, like, arguments[1])


@intrinsic
def set_has(typingctx: Any, cells: Any, cell: Any) -> Any:
    """Whether a cell is in a set of several words."""
    if not (isinstance(cells, SetType) and isinstance(cell, types.Integer)):
        return None

    def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        number, place = _place_of(builder, cells, arguments[1])
        parts = parts_of(builder, cells, arguments[0])
        found = ZERO if cells.words > 1 else parts[0]
        for index, part in enumerate(parts):
            found = builder.select(builder.icmp_unsigned("==", number, ir.Constant(WORD, index)), part, found)
        return builder.trunc(builder.lshr(found, place), ir.IntType(1))

    return types.boolean(cells, types.int64), generate


def _count(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    counts = [builder.ctpop(part) for part in parts]
    total = counts[0]
    for count in counts[1:]:
        total = builder.add(total, count)
    return total


def _lowest_cell(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    found = ir.Constant(WORD, kind.words * kind.word)
    for index in range(kind.words - 1, -1, -1):
        here = builder.add(builder.cttz(parts[index], DEFINED_AT_ZERO), ir.Constant(WORD, index * kind.word))
        found = builder.select(builder.icmp_unsigned("!=", parts[index], ZERO), here, found)
    return found


def _highest_cell(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    found = ir.Constant(WORD, -1)
    for index, part in enumerate(parts):
        here = builder.sub(ir.Constant(WORD, index * kind.word + 63), builder.ctlz(part, DEFINED_AT_ZERO))
        found = builder.select(builder.icmp_unsigned("!=", part, ZERO), here, found)
    return found


def _without_lowest(builder: Any, parts: list[Any]) -> list[Any]:
    left, is_done = [], ir.Constant(ir.IntType(1), 0)
    for part in parts:
        fewer = builder.and_(part, builder.sub(part, ONE))
        left.append(builder.select(is_done, part, fewer))
        is_done = builder.or_(is_done, builder.icmp_unsigned("!=", part, ZERO))
    return left


def _of_one_set(answer: Any, result: Any = None) -> Any:
    """An intrinsic that takes a set of several words: `answer` gets the words, and `result` is None for a set."""

    @intrinsic
    def asked(typingctx: Any, cells: Any) -> Any:
        if not isinstance(cells, SetType):
            return None

        def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
            return answer(builder, cells, parts_of(builder, cells, arguments[0]))

        return (cells if result is None else result)(cells), generate

    return asked


set_count = _of_one_set(_count, types.int64)
set_lowest = _of_one_set(_lowest_cell, types.int64)  # of a set that is not empty, like the next
set_highest = _of_one_set(_highest_cell, types.int64)
set_without_lowest = _of_one_set(lambda builder, kind, parts: packed(builder, _without_lowest(builder, parts)))


def _shifting(move: Any) -> Any:
    """A function that moves a set of several words by a number of places: `move` moves it as one whole number."""

    @intrinsic
    def shifted(typingctx: Any, cells: Any, places: Any) -> Any:
        if not (isinstance(cells, SetType) and isinstance(places, types.Integer)):
            return None
        return cells(cells, types.int64), _generating_shift(cells, move)

    return shifted


def _generating_shift(cells: SetType, move: Any) -> Any:
    def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        whole = ir.IntType(cells.words * cells.word)
        number = ir.Constant(whole, 0)
        for index, part in enumerate(parts_of(builder, cells, arguments[0])):
            placed = builder.shl(builder.zext(part, whole), ir.Constant(whole, index * cells.word))
            number = builder.or_(number, placed)
        number = move(builder, number, builder.zext(arguments[1], whole))
        mask = ir.Constant(WORD, (1 << cells.word) - 1)
        moved = [
            builder.and_(builder.trunc(builder.lshr(number, ir.Constant(whole, index * cells.word)), WORD), mask)
            for index in range(cells.words)
        ]
        return packed(builder, moved)

    return generate


set_shifted_down = _shifting(lambda builder, number, places: builder.lshr(number, places))
set_shifted_up = _shifting(lambda builder, number, places: builder.shl(number, places))


# one cell after the other


class EachType(types.SimpleIteratorType):
    """The type of each(cells)."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        super().__init__(f"each({cells})", types.int64)


@register_model(EachType)
class EachModel(models.StructModel):
    """The remaining cells in their own memory, and the number of the first word that may have any."""

    def __init__(self, manager: Any, kind: EachType) -> None:
        members = {"left": types.EphemeralPointer(kind.cells), "number": types.EphemeralPointer(types.int64)}
        super().__init__(manager, kind, list(members.items()))


def each(cells: Any) -> Iterator[int]:
    """Iterate over the cells of a set, lowest first."""
    left = cells.whole if isinstance(cells, CellSet) else int(cells)
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1


@type_callable(each)
def _type_each(context: Any) -> Any:
    def typed(cells: Any) -> Any:
        if isinstance(cells, types.Integer):
            return EachType(types.uint64)
        return EachType(cells) if isinstance(cells, SetType) else None

    return typed


@lower_builtin(each, types.Integer)
@lower_builtin(each, SetType)
def _lower_each(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    kind = call.return_type
    made = cgutils.create_struct_proxy(kind)(context, builder)
    cells = context.cast(builder, arguments[0], call.args[0], kind.cells)
    made.left, made.number = cgutils.alloca_once(builder, cells.type), cgutils.alloca_once(builder, WORD)
    builder.store(cells, made.left)
    builder.store(ZERO, made.number)
    return made._getvalue()


def _from_outside_numba(lowering: Any) -> Any:
    """numba-cuda takes what is not Numba's own, by its module; what Numba's decorators make would pass for Numba's."""
    lowering.__module__ = __name__
    return lowering


@lower_builtin("iternext", EachType)
@_from_outside_numba
@iternext_impl(RefType.UNTRACKED)
def _next_of_each(context: Any, builder: Any, call: Any, arguments: Any, result: Any) -> None:
    kind = call.args[0].cells
    made = cgutils.create_struct_proxy(call.args[0])(context, builder, value=arguments[0])
    if isinstance(kind, SetType) and kind.words > FEW_WORDS:
        number, left, place = _seek(builder, made, kind.words)
        parts, first = [left], builder.mul(number, ir.Constant(WORD, kind.word))
    else:
        left, place, first = builder.load(made.left), made.left, ZERO
        parts = parts_of(builder, kind, left) if isinstance(kind, SetType) else [left]
    is_valid = _is_any(builder, parts)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        if len(parts) > 1:
            result.yield_(_lowest_cell(builder, kind, parts))
            builder.store(packed(builder, _without_lowest(builder, parts)), place)
        else:
            result.yield_(builder.add(first, builder.cttz(left, DEFINED_AT_ZERO)))
            builder.store(builder.and_(left, builder.sub(left, ONE)), place)


def _seek(builder: Any, made: Any, words: int) -> tuple[Any, Any, Any]:
    """The first word with cells left, in memory: its number, its content and where it is; zero after the last word."""
    first = builder.bitcast(made.left, WORD.as_pointer())
    seek, look, skip, done = (builder.append_basic_block(name) for name in ("seek", "look", "skip", "done"))
    builder.branch(seek)
    builder.position_at_end(seek)
    number = builder.load(made.number)
    place = builder.gep(first, [number])
    builder.cbranch(builder.icmp_unsigned("<", number, ir.Constant(WORD, words)), look, done)
    builder.position_at_end(look)
    left = builder.load(place)
    builder.cbranch(builder.icmp_unsigned("!=", left, ZERO), done, skip)
    builder.position_at_end(skip)
    builder.store(builder.add(number, ONE), made.number)
    builder.branch(seek)
    builder.position_at_end(done)
    found = builder.phi(WORD)
    found.add_incoming(ZERO, seek)
    found.add_incoming(left, look)
    return number, found, place
