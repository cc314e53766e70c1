"""The entry points by which a page finds what speaks for a move: the named terms of the evaluation."""

from __future__ import annotations

from ludoteca.compiler.webassembly import Entry
from ludoteca.kernel.declare import Game
from ludoteca.wasm.entries import INTEGER, entry, reals_at
from ludoteca.wasm.memory import record_at


def evaluation_entries(game: Game) -> list[Entry]:
    """The value of each term of a state, and which row of the weights applies; empty if there are no terms."""
    terms, stage, count, state_at = game.terms, game.stage, len(game.term_names), record_at(game.state)
    if terms is None or game.weights is None:
        return []

    def tell_terms(state, out):
        found, told = reals_at(out, count), terms(state_at(state))
        for index in range(count):
            found[index] = told[index]

    found = [entry("terms", tell_terms)]
    if stage is not None:

        def tell_stage(state):
            return stage(state_at(state))

        found.append(entry("stage", tell_stage, INTEGER))
    return found
