"""Rules that follow from what a game declares: swapping sides, and a draw when nothing happens for many moves.

Like the lists of legal moves (see `legal_moves`), they are generated as source that wraps the game's own functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled_from_text
from ludoteca.compiler.sentences import words
from ludoteca.errors import BadDeclaration
from ludoteca.kernel import conditions
from ludoteca.kernel.cell_sets import all_kinds, count_cells
from ludoteca.kernel.fields import Counts, Pieces, Quiet, Seat, State
from ludoteca.kernel.moves import MoveKinds
from ludoteca.kernel.shared_sentences import say
from ludoteca.kernel.verbs import Ending

NEEDS_FLAG = "{} has a swap, so its state needs a flag for it: swapped=Flag('swapped', swaps_sides=True)"


def _exchange(name: str, fields: State) -> list[str]:
    """Source that exchanges the players' parts of a field."""
    sets = fields.fields[name].sets_stored  # sets of several words are one value
    shape: tuple[int, ...] = sets[0] if sets else fields.layout[name].shape
    lines = []
    for place in np.ndindex(shape[1:]):
        first, second = (f"state.{name}[{', '.join(map(str, (player, *place)))}]" for player in range(2))
        lines += [f"first = {first}", f"{first} = {second}", f"{second} = first"]
    return lines


def add_swap(found: dict[str, Any], fields: State, kinds: MoveKinds, title: str) -> None:
    """Let `play` exchange the sides, and `can_swap` say when, if one of the moves is made by `swapping()`."""
    name, kind = next(((name, kind) for name, kind in kinds.by_name.items() if kind.is_swap), ("", None))
    if kind is None:
        return
    if not fields.swap:
        raise BadDeclaration(NEEDS_FLAG.format(title))
    space = {"__name__": found["__name__"], "own_play": found["play"], "derive": found.get("derive")}
    space |= {"count_cells": count_cells, "all_kinds": all_kinds}
    owned = {each: cells for each, cells in fields.cells.items() if cells.per_player}
    lines = [line for each in (*owned, *fields.of_kind(Counts)) for line in _exchange(each, fields)]
    lines += [f"state.{each} = 1 - state.{each}" for each in (fields.swap, *fields.of_kind(Seat), "mover")]
    lines += ["derive(state)"] * (space["derive"] is not None)
    body = "".join(f"        {line}\n" for line in lines)
    text = f"def play(state, move):\n    if move == {kind.first}:\n{body}    else:\n        own_play(state, move)\n"
    found["play"] = compiled_from_text("play", text, space)
    if f"can_{name.lower()}" in found:
        return
    counts = [
        " + ".join(
            f"count_cells(all_kinds(state.{each}[{player}]))"
            if isinstance(cells, Pieces)
            else f"count_cells(state.{each}[{player}])"
            for each, cells in owned.items()
        )
        for player in range(2)
    ]
    test = f"state.{fields.swap} == 0 and state.mover == 1 and {counts[0]} == 1 and {counts[1]} == 0"
    asked = f"can_{name.lower()}"
    found[asked] = compiled_from_text(asked, f"def {asked}(state):\n    return {test}\n", dict(space))


def add_quiet(found: dict[str, Any], fields: State) -> None:
    """Let `play` count quiet moves, and `ending` and `reason` say what follows, if a field is `Quiet`."""
    name, quiet = next(iter(fields.of_kind(Quiet).items()), ("", None))
    if quiet is None:
        return
    conditions.check([quiet.unless] if quiet.unless else [], fields, f"the field {name}")
    space = {"__name__": found["__name__"], "say": say, "Ending": Ending}
    space |= {f"own_{each}": found[each] for each in ("play", "ending", "reason")} | {"QUIET": words(quiet.reason)}
    is_over = f"state.{name} >= {quiet.high}" + (f" and state.{quiet.unless} == 0" if quiet.unless else "")
    written = {
        "play": f"def play(state, move):\n    state.{name} += state.{name} < {quiet.high}\n    own_play(state, move)\n",
        "ending": f"def ending(state):\n    how = own_ending(state)\n"
        f"    return Ending.DRAW if how == Ending.NONE and {is_over} else how\n",
        "reason": "def reason(state):\n"
        "    return say(QUIET) if own_ending(state) == Ending.NONE else own_reason(state)\n",
    }
    found |= {each: compiled_from_text(each, text, dict(space)) for each, text in written.items()}
    found |= {each: space[each] for each in ("QUIET", "own_reason")}  # their sentences belong to the game
