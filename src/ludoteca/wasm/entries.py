"""The entry points of a game's module: what a page can call, over the same compiled functions as everywhere.

Addresses, counts and codes are 32-bit numbers; all arrays are laid out by the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.compiler.addresses import bytes_at, int16_at, int32_at, int64_at, record_at, records_at, words_at
from ludoteca.compiler.entry_points import INTEGER, KEY, REAL, Entry, entry, put
from ludoteca.compiler.scratch import MOST_CELLS
from ludoteca.compiler.sentences import MOST_ARGUMENTS
from ludoteca.kernel import verbs
from ludoteca.kernel.board_figures import ROOM
from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import told_functions
from ludoteca.kernel.facts import argument_count
from ludoteca.kernel.notation import MOST_LETTERS
from ludoteca.play.playouts import play_games

SAID = 1 + MOST_ARGUMENTS  # numbers: a sentence and its arguments


def verb_entries(game: Game) -> list[Entry]:
    """The rules."""
    most, state_at, states_at = game.most_moves, record_at(game.state), records_at(game.state)

    def start(state, random):
        verbs.start(state_at(state), words_at(random, 1))

    def moves(state, out):
        return verbs.moves(state_at(state), int32_at(out, most))

    def play(state, move):
        verbs.play(state_at(state), move)

    def of_state(verb):
        return lambda state: verb(state_at(state))

    def can_repeat(state, move):
        return verbs.can_repeat(state_at(state), move)

    def playouts(states, games, room, random, longest, tally):
        return play_games(
            states_at(states, 2), True, games, int32_at(room, most), words_at(random, 1), longest, int64_at(tally, 4)
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
            path(state_at(state), move, int16_at(out, ROOM))

        found.append(entry("path", draw_path))
    spell = game.spell
    if spell is not None:

        def spell_move(state, move, out):
            spell(state_at(state), move, int16_at(out, 1 + MOST_LETTERS))

        found.append(entry("spell", spell_move))
    return found


def _telling(function: Any, state_at: Any) -> Callable[..., Any]:
    """`tell(state, …, out)`: what a function says about a state and up to five numbers."""
    given = ["state_at(state)", *"abcde"[: argument_count(function) - 1]]
    space = {"put": put, "int64_at": int64_at, "SAID": SAID, "state_at": state_at, "function": function}
    names, call = ", ".join(["state", *given[1:], "out"]), f"function({', '.join(given)})"
    exec(f"def tell({names}): return put(int64_at(out, SAID), {call})", space)
    return space["tell"]  # type: ignore[no-any-return]


def _drawing(function: Any, state_at: Any) -> Callable[..., Any]:
    def draw(state, out):
        function(state_at(state), int16_at(out, ROOM))

    return draw
