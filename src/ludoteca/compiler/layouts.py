"""State layouts: one NumPy dtype per game, of fixed size, copied with one assignment, the same everywhere."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.np import numpy_support

from ludoteca.compiler.game_sources import game_digest
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.set_arrays import SetArray, SetArrayType
from ludoteca.compiler.set_types import CellSet, SetType, load_set, store_set
from ludoteca.errors import BadDeclaration

AnyState = Any  # one element of an array of a game's layout

WORD, VECTOR = 8, 32  # bytes copied at once

Layout = str | tuple[str, tuple[int, ...]]  # how a field is stored: "u1", or ("u8", (2,))


Sets = tuple[tuple[int, ...], int, int]  # of a field: its dimensions, words per set, cells per word
_sets_of: dict[str, dict[str, Sets]] = {}  # by the last field of a layout: which fields hold sets of several words


def same_sets(identity: str, other: str) -> None:
    """A layout whose last field has this name has the same sets as one whose last field has the other name."""
    _sets_of[identity] = _sets_of[other]


class StateType(types.Record):
    """The type of a game's states in compiled code: a record whose sets of cells are values.

    Numba names a record in machine code by a number that is valid in one process only.  Code on disk may come from
    several, and one game's functions must not be mistaken for another's, so this type is named after its layout, which
    contains a digest of the game's source.  Records that contain states, such as a search's workspace, use it too.
    """

    def __init__(self, record: types.Record, sets: dict[str, Sets]) -> None:
        self.sets = sets
        fields = [(name, field._asdict()) for name, field in record.fields.items()]
        super().__init__(fields, record.size, record.aligned)
        self.digest = hashlib.blake2b(self.name.encode(), digest_size=8).hexdigest()

    @property
    def mangling_args(self) -> tuple[str, tuple[str]]:
        """Its name in machine code."""
        return type(self).__name__, (self.digest,)

    def typeof(self, key: str) -> Any:
        """The type of a field."""
        if key not in self.sets:
            return super().typeof(key)
        shape, words, word = self.sets[key]
        return SetArrayType(shape, words, word) if shape else SetType(words, word)


register_model(StateType)(models.RecordModel)


def _last_field(layout: np.dtype[Any]) -> str:
    return (layout.names or ("",))[-1]


def use_state_types(numpy_support: Any) -> None:
    """Let Numba, or a target of its own such as numba-cuda, give states their type.

    It asks `from_struct_dtype` for every structured dtype; all but ours stay as they are.
    """
    usual = numpy_support.from_struct_dtype

    def record_type(layout: np.dtype[Any]) -> Any:
        record, last = usual(layout), _last_field(layout)
        inside = [getattr(kind, "dtype", kind) for _, kind in record.members]
        if last in _sets_of or any(isinstance(kind, StateType) for kind in inside):
            return StateType(record, _sets_of.get(last, {}))
        return record

    numpy_support.from_struct_dtype = record_type


use_state_types(numpy_support)


def state_type(layout: np.dtype[Any]) -> Any:
    """The type of a state in compiled code."""
    return numba.from_dtype(layout)


def _place_in(builder: Any, kind: StateType, state: Any, name: str) -> Any:
    """The address of a field that holds sets."""
    start = builder.bitcast(state, ir.IntType(8).as_pointer())
    return builder.bitcast(builder.gep(start, [ir.IntType(32)(kind.offset(name))]), ir.IntType(64).as_pointer())


@lower_getattr_generic(StateType)
def _get_field(context: Any, builder: Any, kind: StateType, state: Any, name: str) -> Any:
    if name not in kind.sets:
        from numba.np.arrayobj import record_getattr  # late: it is imported to compile, and by nothing else

        return record_getattr(context, builder, kind, state, name)
    place, field = _place_in(builder, kind, state, name), kind.typeof(name)
    return load_set(builder, field, place) if isinstance(field, SetType) else place


@lower_setattr_generic(StateType)
def _set_field(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> Any:
    kind = signature.args[0]
    if name not in kind.sets:
        from numba.np.arrayobj import record_setattr

        return record_setattr(context, builder, signature, arguments, name)
    return store_set(builder, kind.typeof(name), arguments[1], _place_in(builder, kind, arguments[0], name))


def as_sets(layout: np.dtype[Any], name: str, value: Any) -> Any:
    """The value of a field as rules see it: sets of several words become values, anything else is unchanged."""
    sets = _sets_of.get(_last_field(layout), {}).get(name)
    if sets is None:
        return value
    values = SetArray(value, sets[2])
    return values if sets[0] else values[...]


def as_stored(value: Any) -> Any:
    """The inverse for one set."""
    return np.array(value.parts, np.uint64) if isinstance(value, CellSet) else value


class StateRecord(np.record):
    """A state in plain Python whose sets of several words are values, as in compiled code."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return found if name == "dtype" else as_sets(self.dtype, name, found)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, as_stored(value))


def state_layout(
    fields: dict[str, Layout], declared_in: dict[str, Any], sets: dict[str, Sets] | None = None
) -> np.dtype[Any]:
    """The layout of a game's states: the named fields, and `mover` (0 or 1), which every state has.

    A layout identifies a game, since compiled code finds the rules by it.  So a last field is added that is named after
    the game and a digest of its source: two games never share a layout, and an edited game has a new one, for which
    there is no old machine code.  `declared_in` are the globals of the module that declares the game, and `sets` says
    which fields hold sets of several words.
    """
    for field in fields:
        if field == "mover":
            raise BadDeclaration("every state has the field mover already; leave it out")
        if hasattr(np.record, field):
            raise BadDeclaration(
                f"a field cannot be called {field}: in plain Python state.{field} is NumPy's own; choose another name"
            )
    package, _, name = str(declared_in["__name__"]).rpartition(".")
    if name == "rules" and package:  # a game that is a folder has the folder's name
        name = package.rpartition(".")[2]
    identity = f"{name}_{_digest_of(declared_in, fields)}"
    _sets_of[identity] = sets or {}
    layout: list[Any] = [("mover", "u1")]
    for field, kind in fields.items():
        layout.append((field, kind) if isinstance(kind, str) else (field, *kind))
    layout.append((identity, "u8"))  # eight bytes wide, so the record is a whole number of words
    return np.dtype(layout, align=True)


def _digest_of(declared_in: dict[str, Any], fields: dict[str, Layout]) -> str:
    """A digest of the game's sources, or of its fields if it has none."""
    if "__file__" in declared_in:
        return game_digest(Path(declared_in["__file__"]))
    return hashlib.blake2b(repr(fields).encode(), digest_size=4).hexdigest()


def new_states(count: int, record: np.dtype[Any]) -> Any:
    """An array of states, all zero, including padding between fields, so that equal states have equal bytes."""
    return np.zeros(count, dtype=record).view(np.recarray)


def new_state(record: np.dtype[Any]) -> AnyState:
    """A single state, all zero."""
    return np.zeros(1, _type_of_states(record))[0]


@cache
def _type_of_states(layout: np.dtype[Any]) -> np.dtype[Any]:
    """The type of an array whose elements are states with their fields as attributes."""
    return np.dtype((StateRecord if _sets_of.get(_last_field(layout)) else np.record, layout))


def copied(state: AnyState) -> AnyState:
    """A separate state with the same contents; padding stays zero, which NumPy's own copies do not ensure."""
    copies = np.zeros(1, _type_of_states(state.dtype))
    copies[0] = state
    return copies[0]


@lower_builtin(operator.setitem, types.Array, types.Integer, StateType)
def _assign(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    """`states[index] = state`: Numba copies byte by byte, which LLVM is slow to combine."""
    array, index, record = signature.args
    if record.size % WORD or array.dtype != record:
        from numba.np.arrayobj import setitem_array  # late: it is imported to compile, and by nothing else

        setitem_array(context, builder, signature, arguments)
        return
    place = context.get_function(operator.getitem, record(array, index))(builder, arguments[:2])
    word, byte = ir.IntType(64), ir.IntType(8)
    wide = record.size // VECTOR * VECTOR
    pieces = [(offset, ir.VectorType(word, VECTOR // WORD)) for offset in range(0, wide, VECTOR)]
    pieces += [(offset, word) for offset in range(wide, record.size, WORD)]

    def at(start: Any, offset: int, kind: Any) -> Any:
        place = builder.gep(builder.bitcast(start, byte.as_pointer()), [ir.IntType(32)(offset)])
        return builder.bitcast(place, kind.as_pointer())

    values = [builder.load(at(arguments[2], *piece), align=WORD) for piece in pieces]
    for value, piece in zip(values, pieces, strict=True):
        builder.store(value, at(place, *piece), align=WORD)


@intrinsic
def _word(typingctx: Any, state: Any, index: Any) -> Any:
    """The index-th eight bytes of a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]))

    if not isinstance(state, types.Record):
        return None
    return types.uint64(state, types.int64), generate


@intrinsic
def set_error_code(typingctx: Any, state: Any, number: Any) -> Any:
    """Write a number into the last field of a record, which is zero otherwise: `store_error_code`, compiled."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[1], builder.gep(words, [ir.Constant(ir.IntType(64), state.size // 8 - 1)]))
        return context.get_dummy_value()

    if not isinstance(state, types.Record):
        return None
    return types.void(state, types.int64), generate


def store_error_code(state: AnyState, number: int) -> None:
    """Write a number into the last field of a state; `take_error_code` reads it."""
    state[state.dtype.names[-1]] = np.int64(number).view(np.uint64)


def take_error_code(states: Any) -> tuple[AnyState, int] | None:
    """A copy of the first state with an error code, and the code, which is cleared; None if there is none."""
    noted = states[states.dtype.names[-1]]
    if not noted.any():
        return None
    place = int(np.flatnonzero(noted)[0])
    number = int(np.atleast_1d(noted)[place].view(np.int64))
    if states.ndim == 0:
        store_error_code(states, 0)
        return copied(states), number
    noted[...] = 0
    return copied(states[place]), number


MULTIPLIERS = np.random.Generator(np.random.PCG64(2026)).integers(2**62, 2**63, 512).astype(np.uint64) * 2 + 1


def record_key(state: AnyState) -> Any:
    """A 64-bit fingerprint of a state: equal states have equal ones, different states almost surely not."""
    return masked_key(state, np.full(len(state.tobytes()) // 8, -1).view(np.uint64))


def masked_key(state: AnyState, mask: Any) -> Any:
    """The same for the bits of a state that are in the mask."""
    total = 0
    for index, word in enumerate((np.frombuffer(state.tobytes(), dtype=np.uint64) & mask).tolist()):
        mixed = (word ^ word >> 32) * int(MULTIPLIERS[index]) % 2**64
        total = (total + (mixed ^ mixed >> 29)) % 2**64
    total = (total ^ total >> 32) * int(MULTIPLIERS[511]) % 2**64
    return np.uint64(total ^ total >> 32)


@overload(record_key, target="generic")
def _record_key(state):
    if not isinstance(state, types.Record):
        return None
    words = _count_words(state)

    def fingerprint(state):
        # the words are mixed independently of each other, so the processor can overlap them
        total = np.uint64(0)
        for index in range(words):
            word = _word(state, index)
            mixed = (word ^ (word >> np.uint64(32))) * MULTIPLIERS[index]
            total += mixed ^ (mixed >> np.uint64(29))
        total = (total ^ (total >> np.uint64(32))) * MULTIPLIERS[511]
        return total ^ (total >> np.uint64(32))

    return fingerprint


@overload(masked_key, target="generic")
def _masked_key(state, mask):
    if not isinstance(state, types.Record):
        return None
    words = _count_words(state)

    def fingerprint(state, mask):
        total = np.uint64(0)
        for index in range(words):
            word = _word(state, index) & mask[index]
            mixed = (word ^ (word >> np.uint64(32))) * MULTIPLIERS[index]
            total += mixed ^ (mixed >> np.uint64(29))
        total = (total ^ (total >> np.uint64(32))) * MULTIPLIERS[511]
        return total ^ (total >> np.uint64(32))

    return fingerprint


def _count_words(state: types.Record) -> int:
    if state.size // 8 >= len(MULTIPLIERS):
        raise TypeError(f"a state of {state.size} bytes is too large; at most {8 * len(MULTIPLIERS) - 8}")
    return int(state.size) // 8


def mask_without(layout: np.dtype[Any], names: Iterable[str]) -> Any:
    """The mask that excludes some fields of a state."""
    mask = np.full(layout.itemsize // 8, -1).view(np.uint64)
    for name in names:
        mask.view(layout)[name] = 0
    return mask


class Reading(np.void):  # final for type checkers, not for NumPy, whose own record is one
    """A copy of a state for reading only; compiled functions accept it like any state."""

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"this state has no field {name!r}")
        value = self[name].copy()  # an array field would keep the reading alive that contains it
        self.__dict__[name] = value  # NumPy takes microseconds for each access to a record, and a board has many cells
        return value


@cache
def _type_of_readings(layout: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((Reading, layout))


def reading(state: AnyState) -> AnyState:
    """A copy of the state whose fields are fast to read."""
    copies = np.zeros(1, _type_of_readings(state.dtype))
    copies[0] = state
    return copies[0]
