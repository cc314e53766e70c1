"""All entry points of a game's module."""

from __future__ import annotations

from ludoteca.compiler.addresses import float64_at, record_at
from ludoteca.compiler.entry_points import INTEGER, REAL, WIDE, Entry, entry
from ludoteca.compiler.webassembly import READ_TABLES, USE_TABLES
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.play import Variant
from ludoteca.search.auto_search import auto_method
from ludoteca.search.learned_evaluation import learned_for
from ludoteca.search.learned_tables import reading_function, sets_like
from ludoteca.wasm.entries import description_entries, verb_entries
from ludoteca.wasm.search_entries import alphabeta_entries, exact_entries, tree_entries


def game_entries(game: Game) -> list[Entry]:
    """The rules, the descriptions, the terms of the evaluation, the search that suits the game, and exact endings."""
    searching = alphabeta_entries if auto_method(Variant(game)) == "alphabeta" else tree_entries
    described = [*verb_entries(game), *description_entries(game), *evaluation_entries(game)]
    found = [*described, *searching(game), *exact_entries(game)]
    if (learned := learned_for(Variant(game))) is not None:  # only other functions of the module call it
        read_tables = reading_function(sets_like(learned.block))
        found.append(Entry(READ_TABLES, read_tables, REAL, (WIDE,) * 4))
    return found


def exported_names(game: Game) -> list[str]:
    """The functions that a page finds in the module."""
    names = [entry.name for entry in game_entries(game)]
    return [USE_TABLES if name == READ_TABLES else name for name in names]


def evaluation_entries(game: Game) -> list[Entry]:
    """The value of each term of a state, and which row of the weights applies; empty if there are no terms."""
    terms, stage, count = game.own(verbs.terms), game.own(verbs.stage), len(game.term_names)
    state_at = record_at(game.state)
    if terms is None or game.weights is None:
        return []

    def tell_terms(state, out):
        found, told = float64_at(out, count), terms(state_at(state))
        for index in range(count):
            found[index] = told[index]

    found = [entry("terms", tell_terms)]
    if stage is not None:

        def tell_stage(state):
            return stage(state_at(state))

        found.append(entry("stage", tell_stage, INTEGER))
    return found
