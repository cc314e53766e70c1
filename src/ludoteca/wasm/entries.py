"""The entry points of a game's module: what a page can call, over the same compiled functions as everywhere.

Addresses, counts and codes are 32-bit numbers; all arrays are laid out by the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from ludoteca.compiler.scratch import MOST_CELLS
from ludoteca.compiler.sentences import MOST_ARGUMENTS
from ludoteca.compiler.webassembly import Entry
from ludoteca.kernel import verbs
from ludoteca.kernel.board_figures import ROOM
from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import told_functions
from ludoteca.kernel.facts import argument_count
from ludoteca.play.playouts import play_games


def record_at(layout: np.dtype[Any]) -> Any:
    """Makes a function that returns the record at an address: `record(address)`."""
    kind = numba.from_dtype(layout)

    @intrinsic
    def record(typingctx: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int32), generate

    return record


def array_at(kind: Any) -> Any:
    """Makes two functions that return numbers or records at an address: `array(address, count)`, `rows(address, …)`."""

    def generate_for(array_type: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.inttoptr(arguments[0], context.get_data_type(kind).as_pointer())
            size = kind.size if isinstance(kind, types.Record) else kind.bitwidth // 8
            step = context.get_constant(types.intp, size)
            shape = [context.cast(builder, each, types.int32, types.intp) for each in arguments[1:]]
            strides = [builder.mul(shape[1], step), step] if len(shape) == 2 else [step]
            array = context.make_array(array_type)(context, builder)
            context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
            return array._getvalue()

        return generate

    @intrinsic
    def array(typingctx: Any, address: Any, count: Any) -> Any:
        array_type = types.Array(kind, 1, "C")
        return array_type(types.int32, types.int32), generate_for(array_type)

    @intrinsic
    def rows(typingctx: Any, address: Any, count: Any, columns: Any) -> Any:
        array_type = types.Array(kind, 2, "C")
        return array_type(types.int32, types.int32, types.int32), generate_for(array_type)

    return array, rows


INTEGER, KEY, REAL, NOTHING = types.int32, types.uint64, types.float64, types.void
SAID = 1 + MOST_ARGUMENTS  # numbers: a sentence and its arguments

moves_at, _ = array_at(types.int32)
bytes_at, _ = array_at(types.uint8)
small_at, _ = array_at(types.int16)
wide_at, wide_rows_at = array_at(types.int64)
words_at, word_rows_at = array_at(types.uint64)
reals_at, _ = array_at(types.float64)


def entry(name: str, function: Callable[..., Any], result: Any = NOTHING, reals: int = 0) -> Entry:
    """An entry whose arguments are whole numbers, except for the last few, which are floating point."""
    count = function.__code__.co_argcount
    return Entry(name, function, result, (INTEGER,) * (count - reals) + (REAL,) * reals)


def verb_entries(game: Game) -> list[Entry]:
    """The rules."""
    most, state_at, states_at = game.most_moves, record_at(game.state), array_at(numba.from_dtype(game.state))[0]

    def start(state, random):
        verbs.start(state_at(state), words_at(random, 1))

    def moves(state, out):
        return verbs.moves(state_at(state), moves_at(out, most))

    def play(state, move):
        verbs.play(state_at(state), move)

    def of_state(verb):
        return lambda state: verb(state_at(state))

    def can_repeat(state, move):
        return verbs.can_repeat(state_at(state), move)

    def playouts(states, games, room, random, longest, tally):
        return play_games(
            states_at(states, 2), True, games, moves_at(room, most), words_at(random, 1), longest, wide_at(tally, 4)
        )

    return [
        entry("start", start),
        entry("moves", moves, INTEGER),
        entry("play", play),
        entry("ending", of_state(verbs.ending), INTEGER),
        entry("settled", of_state(verbs.settled), INTEGER),
        entry("repeated", of_state(verbs.repeated), INTEGER),
        entry("at_longest", of_state(verbs.at_longest), INTEGER),
        entry("evaluate", of_state(verbs.evaluate), REAL),
        entry("margin", of_state(verbs.margin), INTEGER),
        entry("repetition_key", of_state(verbs.repetition_key), KEY),
        entry("can_repeat", can_repeat, INTEGER),
        entry("playouts", playouts, INTEGER),
    ]


# --- descriptions


def put(out: Any, told: Any) -> int:
    """Write the result of a function into an array: a number, or words, for which it returns 1."""
    if isinstance(told, tuple):
        out[: len(told)] = told
        return 1
    out[0] = told
    return 0


@overload(put)
def _put(out, told):
    if isinstance(told, types.BaseTuple):

        def put_words(out, told):
            for index in range(len(told)):
                out[index] = told[index]
            return 1

        return put_words

    def put_number(out, told):
        out[0] = np.int64(told)
        return 0

    return put_number


def description_entries(game: Game) -> list[Entry]:
    """What a game says about its positions: facts, reasons, refusals, figures, marks."""
    state_at = record_at(game.state)
    found = [
        entry(f"tell_{name}", _telling(function, state_at), INTEGER) for name, function in told_functions(game).items()
    ]
    derive, cell_marks = game.derive, game.cell_marks
    if derive is not None:

        def derive_rest(state):
            derive(state_at(state))

        found.append(entry("derive", derive_rest))
    if cell_marks is not None:

        def mark_cells(state, out):
            cell_marks(state_at(state), bytes_at(out, MOST_CELLS))

        found.append(entry("cell_marks", mark_cells))
    for name, draw in (("decided", game.decided_figures), ("threats", game.threat_figures)):
        if draw is not None:
            found.append(entry(name, _drawing(draw, state_at)))
    path = game.path_figure
    if path is not None:

        def draw_path(state, move, out):
            path(state_at(state), move, small_at(out, ROOM))

        found.append(entry("path", draw_path))
    return found


def _telling(function: Any, state_at: Any) -> Callable[..., Any]:
    """`tell(state, …, out)`: what a function says about a state and up to five numbers."""
    given = ["state_at(state)", *"abcde"[: argument_count(function) - 1]]
    space = {"put": put, "wide_at": wide_at, "SAID": SAID, "state_at": state_at, "function": function}
    names, call = ", ".join(["state", *given[1:], "out"]), f"function({', '.join(given)})"
    exec(f"def tell({names}): return put(wide_at(out, SAID), {call})", space)
    return space["tell"]  # type: ignore[no-any-return]


def _drawing(function: Any, state_at: Any) -> Callable[..., Any]:
    def draw(state, out):
        function(state_at(state), small_at(out, ROOM))

    return draw
