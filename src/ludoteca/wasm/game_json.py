"""The JSON file of a game's module: its declaration, boards, options and levels, and its memory layout."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.bots.compiled_levels import MOST_MEGABYTES, megabytes_for
from ludoteca.bots.families import LEVEL_DESCRIPTIONS
from ludoteca.bots.levels import LEVELS, ladder_of
from ludoteca.explain.accuracy import scale_of
from ludoteca.explain.templates import template_of
from ludoteca.explain.term_changes import has_terms
from ludoteca.kernel import verbs
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import describe
from ludoteca.kernel.options import OPTION_WORDS
from ludoteca.kernel.random_numbers import new_random
from ludoteca.kernel.scene import piece_json
from ludoteca.play import Variant
from ludoteca.play.board_drawing import board_drawing
from ludoteca.play.position import OUTCOME_WORDS
from ludoteca.search.alphabeta import CUT_SHORT, SETTLED, STOPPED
from ludoteca.search.auto_search import auto_method
from ludoteca.search.exact_search import IS_OVER, NODES, REACHED
from ludoteca.search.learned_evaluation import NAME, has_evaluation, learned_for
from ludoteca.search.mcts import DEEPEST, LINE_ROOM
from ludoteca.search.transposition_table import ENTRY_BYTES
from ludoteca.search.tree import BYTES_PER_NODE
from ludoteca.search.tree_search import TreeSearch
from ludoteca.search.workspace import MAX_PLY, MOST_PAST, REPETITION_MODES, workspace_type
from ludoteca.wasm.option_tables import OptionTables
from ludoteca.wasm.search_entries import TREE_START

FORMAT = 1  # of the part "module"


def game_json(game: Game) -> dict[str, Any]:
    """Everything that a page needs to know about a game besides its module."""
    variant = Variant(game)
    tables = OptionTables(game)
    variants = tables.to_json()
    return {
        **describe(game),
        "module": {
            "format": FORMAT,
            "boards": [_board(each) for each in tables.boards],
            "variants": variants,
            "word_of_seed_0": str(int(new_random(0)[0])),
            "method": auto_method(variant),
            "has_evaluation": has_evaluation(variant),
            "tables": NAME if learned_for(variant) is not None else None,
            "levels": _levels(variant),
            "players_piece": game.players_piece,
            "pieces": _pieces(game),
            "refusals": _refusals(game),
            "has_points": game.has_points,
            "half_points": game.half_points,
            "has_score": game.own(verbs.points) is not None,
            "functions": {name: function.__name__ for name, function in _named_functions(game).items() if function},
            "chances": _chances(variant),
            "explain": _explain(game),
            "outcomes": OUTCOME_WORDS,
            "option_words": OPTION_WORDS,
            "text": game.text.description(),
            "workspace": _layout(workspace_type(game)) | {"max_ply": MAX_PLY, "most_past": MOST_PAST},
            "search": {
                "ends": {"settled": SETTLED, "cut_short": CUT_SHORT, "stopped": STOPPED},
                "repetitions": REPETITION_MODES,
                "solved": {"nodes": NODES, "reached": REACHED, "is_over": IS_OVER},
                "entry": ENTRY_BYTES,
            },
            "tree": {
                "start": TREE_START,
                "node": BYTES_PER_NODE,
                "deepest": DEEPEST,
                "line_room": LINE_ROOM,
                "settings": TreeSearch(megabytes=0).settings_for(variant).tolist(),
            },
        },
    }


def _board(variant: Variant) -> dict[str, Any]:
    """One of the boards: how it is drawn, and the numbers of its cells row by row as in position text."""
    board, game = variant.board, variant.game
    far = {} if variant.far_player is None else {"far": variant.far_player}
    drawing = board_drawing(variant) | far
    found = {"drawing": drawing, "cells": list(board.cells), "rows": [list(row) for row in board.rows]}
    sides = {name for names in (*game.goals, *game.shared_goals) for name in names}
    if sides:  # the neighbours of each cell, and the sides to be connected
        near = [[cell for cell in row if cell != OFF] for row in board.step[list(board.cells)].tolist()]
        found |= {"near": near, "sides": {name: list(board.sides[name].cells) for name in sorted(sides)}}
    return found


def _levels(variant: Variant) -> list[dict[str, Any]]:
    """The levels, with the memory that each has to search one move; the last has the largest table."""
    game, method, found = variant.game, auto_method(variant), []
    for number, (rung, explain) in enumerate(zip(ladder_of(game), LEVEL_DESCRIPTIONS, strict=True), 1):
        nodes = rung.limits(game.most_moves).nodes
        assert nodes is not None
        megabytes = megabytes_for(method, nodes, game.most_moves)
        if method == "alphabeta" and number == LEVELS[-1]:
            megabytes = MOST_MEGABYTES[method]
        named = {"name": f"level{number}", "label": f"Level {number}", "explain": explain, "megabytes": megabytes}
        found.append({**named, **rung.to_json()})
    return found


def _pieces(game: Game) -> dict[str, Any]:
    """By field: the pieces of both seats with sides as declared and swapped, or the one that belongs to nobody."""
    appearance = game.appearance
    players = {
        name: [[piece_json(piece) for piece in seats] for seats in both]
        for name, both in appearance.players_pieces.items()
    }
    return {**players, **{name: [[piece_json(piece)]] * 2 for name, piece in appearance.others_pieces.items()}}


def _refusals(game: Game) -> list[dict[str, Any] | None]:
    """For each kind of move the function that says why there is none, and its first arguments."""
    return [
        {"function": game.refusals[kind][0].__name__, "which": list(game.refusals[kind][1])}
        if kind in game.refusals
        else None
        for kind in game.kinds.kinds
    ]


def _named_functions(game: Game) -> dict[str, Any]:
    return {"points": game.own(verbs.points), "flaw": game.flaw, "reason": game.reason_words}


def _explain(game: Game) -> dict[str, Any]:
    """What explanations of moves in this game need."""
    scale = scale_of(game)
    return {
        "claim_words": {kind: template_of(game, kind) for kind in game.claim_words},
        "accuracy": {"strong": scale.strong, "random": scale.random},
        "weights": game.weights.tolist() if game.weights is not None and has_terms(game) else None,
    }


def _chances(variant: Variant) -> dict[str, float]:
    """The meaning of values: see `search.values`."""
    known = learned_for(variant) or variant.game
    return {
        "draw_band": known.draw_band,
        "points_per_unit": known.points_per_unit,
        "most_points": known.most_points,
    }


def _layout(kind: np.dtype[Any]) -> dict[str, Any]:
    """Where each field of a record is: its offset, the kind of number, and its shape."""
    fields: Any = kind.fields
    found: dict[str, Any] = {}
    for name in kind.names or ():
        own, offset = fields[name][:2]
        base = own.base
        one: dict[str, Any] = {"offset": int(offset), "shape": list(own.shape)}
        if base.fields:
            one |= {"bytes": base.itemsize}
            if name != "states":
                one |= {"fields": _layout(base)["fields"]}
        else:
            one |= {"kind": base.str.lstrip("<|=")}
        found[name] = one
    return {"bytes": kind.itemsize, "fields": found}
