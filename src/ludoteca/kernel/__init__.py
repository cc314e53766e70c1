"""The language games are written in: compiled functions, state records, verbs, bit sets and boards."""

from ludoteca.kernel.bits import (
    bit,
    deposit,
    extract,
    has,
    highest,
    lowest,
    nth_bit,
    popcount,
    without_lowest,
)
from ludoteca.kernel.boards import OFF, SIX_WAY_NAMES, Board, HexBoard, SquareBoard, Symmetry
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.declare import Game, Option, Options
from ludoteca.kernel.errors import BadOption, LudotecaError, UnknownName, UnreadablePosition
from ludoteca.kernel.evaluation_terms import weigh, weigh_at
from ludoteca.kernel.field_reader import holders, once
from ludoteca.kernel.fields import State
from ludoteca.kernel.figures import chain_between, figure, lines_through
from ludoteca.kernel.layouts import AnyState, copied, new_state, new_states, record_key, state_record
from ludoteca.kernel.line_tests import has_line, has_three
from ludoteca.kernel.move_lists import list_cells
from ludoteca.kernel.random_numbers import below, new_random
from ludoteca.kernel.scene import EMPTY, Fact, Figure, Look, Pick, Piece, Player, choice
from ludoteca.kernel.text import cell_named, fields_of, one_of, rows_text, tokens_of, whole_number
from ludoteca.kernel.verbs import Ending

__all__ = [
    "EMPTY",
    "OFF",
    "SIX_WAY_NAMES",
    "AnyState",
    "BadOption",
    "Board",
    "Ending",
    "Fact",
    "Figure",
    "Game",
    "HexBoard",
    "Look",
    "LudotecaError",
    "Option",
    "Options",
    "Pick",
    "Piece",
    "Player",
    "SquareBoard",
    "State",
    "Symmetry",
    "UnknownName",
    "UnreadablePosition",
    "below",
    "bit",
    "cell_named",
    "chain_between",
    "choice",
    "compiled",
    "copied",
    "deposit",
    "extract",
    "fields_of",
    "figure",
    "has",
    "has_line",
    "has_three",
    "highest",
    "holders",
    "lines_through",
    "list_cells",
    "lowest",
    "new_random",
    "new_state",
    "new_states",
    "nth_bit",
    "once",
    "one_of",
    "popcount",
    "record_key",
    "rows_text",
    "state_record",
    "tokens_of",
    "weigh",
    "weigh_at",
    "whole_number",
    "without_lowest",
]
