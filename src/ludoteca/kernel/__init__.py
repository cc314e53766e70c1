"""The language games are written in: compiled functions, states, moves, words, verbs, bit sets and boards."""

from ludoteca.kernel.bits import bit, deposit, extract, has, highest, lowest, nth_bit, popcount, without_lowest
from ludoteca.kernel.boards import OFF, SIX_WAY_NAMES, Board, HexBoard, SquareBoard, Symmetry
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.declare import game
from ludoteca.kernel.errors import BadOption, LudotecaError, UnknownName, UnreadablePosition
from ludoteca.kernel.evaluation_terms import weigh, weigh_at
from ludoteca.kernel.facts import Fact
from ludoteca.kernel.field_reader import holders, once
from ludoteca.kernel.fields import (
    CellAt,
    Cells,
    Count,
    Counts,
    Flag,
    Hidden,
    Numbers,
    Phase,
    Ruling,
    Scenery,
    Seat,
    Setting,
    State,
    Together,
)
from ludoteca.kernel.figures import chain_between, draw_cell, draw_lines, end_figure, figure, lines_through
from ludoteca.kernel.first_edition import old_game as Game  # noqa: N812
from ludoteca.kernel.layouts import AnyState, copied, new_state, new_states, record_key, state_record
from ludoteca.kernel.line_tests import has_line, has_three
from ludoteca.kernel.move_lists import list_cells
from ludoteca.kernel.move_parts import Cell, Choice, Target, Way
from ludoteca.kernel.moves import Cell, Choice, Move, MoveKinds, Target, Way, kinds
from ludoteca.kernel.options import Option, Options, repetition
from ludoteca.kernel.random_numbers import below, new_random, random_cell
from ludoteca.kernel.scene import EMPTY, Fact, Figure, Look, Pick, Piece, Player, choice
from ludoteca.kernel.scene import ShownFact as OldFact
from ludoteca.kernel.text import cell_named, fields_of, one_of, rows_text, tokens_of, whole_number
from ludoteca.kernel.verbs import Ending
from ludoteca.kernel.words import NOTHING, Words, say, words

__all__ = [
    "EMPTY",
    "NOTHING",
    "OFF",
    "SIX_WAY_NAMES",
    "AnyState",
    "BadOption",
    "Board",
    "Cell",
    "CellAt",
    "Cells",
    "Choice",
    "Count",
    "Counts",
    "Ending",
    "Fact",
    "Figure",
    "Flag",
    "Game",
    "HexBoard",
    "Hidden",
    "Look",
    "LudotecaError",
    "Move",
    "MoveKinds",
    "Numbers",
    "OldFact",
    "Option",
    "Options",
    "Phase",
    "Pick",
    "Piece",
    "Player",
    "Ruling",
    "Scenery",
    "Seat",
    "Setting",
    "SquareBoard",
    "State",
    "Symmetry",
    "Target",
    "Together",
    "UnknownName",
    "UnreadablePosition",
    "Way",
    "Words",
    "below",
    "bit",
    "cell_named",
    "chain_between",
    "choice",
    "compiled",
    "copied",
    "deposit",
    "draw_cell",
    "draw_lines",
    "end_figure",
    "extract",
    "fields_of",
    "figure",
    "game",
    "has",
    "has_line",
    "has_three",
    "highest",
    "holders",
    "kinds",
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
    "random_cell",
    "record_key",
    "repetition",
    "rows_text",
    "say",
    "state_record",
    "tokens_of",
    "weigh",
    "weigh_at",
    "whole_number",
    "without_lowest",
    "words",
]
