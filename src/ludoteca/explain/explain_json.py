"""What a page needs to explain moves and games as Python does: the wording, and the numbers that select it."""

from __future__ import annotations

from typing import Any

from ludoteca.explain.accuracy import DECIDED, LEAST_STAKE, scale_of
from ludoteca.explain.explanation import FEW, HARM, IMPLIED, MOST_TOLD, NUMBERS
from ludoteca.explain.hints import EXPECT, FOLLOWING, HINT, HINT_MS
from ludoteca.explain.hints import LINES as HINT_LINES
from ludoteca.explain.immediate_wins import LONGEST_TURN, LOOKED_INTO, MOST_PLAYED
from ludoteca.explain.review_text import ACCURACY, BETTER, HEADLINE, NO_MOMENTS, PERCENT, PHASE, STOPPED, THEN, UNKNOWN
from ludoteca.explain.reviews import (
    AGAIN_MS,
    AS_GOOD,
    EACH_MS,
    GRADES,
    LARGE,
    LINES,
    MOST_AGAIN,
    MOST_MOMENTS,
    NO_MOVES,
    NOISY_LARGE,
    NOISY_TURN,
    PHASES,
    STAKE_NODES,
    STAKE_NODES_EACH,
    STEP,
    TURN,
)
from ludoteca.explain.search_results import RANKED, TIMED
from ludoteca.explain.templates import (
    CELLS,
    DEFAULT_TERM,
    LISTED,
    LONGEST_LINE,
    MORE,
    PASS,
    PIECES,
    TEMPLATES,
    template_of,
)
from ludoteca.explain.term_changes import LEAST_CHANGE, MOST_OTHERS, MOST_TERMS
from ludoteca.kernel.declare import Game


def explain_json(game: Game) -> dict[str, Any]:
    """The data of each file of this package; `templates.claims` has a template for each kind, in order."""
    return {
        "accuracy": {
            "decided": DECIDED,
            "least_stake": LEAST_STAKE,
            "spread": scale_of(game).spread,
            "power": scale_of(game).power,
        },
        "explanation": {
            "most_told": MOST_TOLD,
            "few": FEW,
            "numbers": list(NUMBERS),
            "harm": list(HARM),
            "implied": {kind: sorted(others) for kind, others in IMPLIED.items()},
        },
        "hints": {"hint": HINT, "expect": EXPECT, "ms": HINT_MS, "following": FOLLOWING, "lines": HINT_LINES},
        "immediate_wins": {"most_played": MOST_PLAYED, "longest_turn": LONGEST_TURN, "looked_into": LOOKED_INTO},
        "learning_positions": {"as_good": AS_GOOD},
        "review_text": {
            "accuracy": ACCURACY,
            "phase": PHASE,
            "headline": HEADLINE,
            "better": BETTER,
            "then": THEN,
            "no_moments": NO_MOMENTS,
            "stopped": STOPPED,
            "percent": PERCENT,
            "unknown": UNKNOWN,
        },
        "reviews": {
            "each_ms": EACH_MS,
            "again_ms": AGAIN_MS,
            "lines": LINES,
            "most_again": MOST_AGAIN,
            "most_moments": MOST_MOMENTS,
            "turns": [TURN, NOISY_TURN],
            "large": [LARGE, NOISY_LARGE],
            "step": STEP,
            "no_moves": NO_MOVES,
            "stake_nodes": [STAKE_NODES, STAKE_NODES_EACH],
            "phases": list(PHASES),
            "grades": [list(grade) for grade in GRADES],
        },
        "search_results": {"timed": TIMED, "ranked": list(RANKED)},
        "templates": {
            "claims": {kind: template_of(game, kind) for kind in TEMPLATES},
            "pieces": {kind: list(words) for kind, words in PIECES.items()},
            "cells": {shape: list(words) for shape, words in CELLS.items()},
            "pass": PASS,
            "default_term": DEFAULT_TERM,
            "longest_line": LONGEST_LINE,
            "listed": LISTED,
            "more": MORE,
        },
        "term_changes": {
            "most_others": MOST_OTHERS,
            "most_terms": MOST_TERMS,
            "least_change": LEAST_CHANGE,
            "weights": None if game.terms is None or game.weights is None else game.weights.tolist(),
        },
    }
