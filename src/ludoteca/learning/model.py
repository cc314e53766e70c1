"""A model: the features of a game's positions, the weights of their tables, and the block of memory they make.

What is learned for one side serves the other, and what is learned in one corner serves all of them, where symmetries of
the board leave the rules unchanged.  Nothing needs to be declared: a symmetry counts if the positions of random games
continue in the same way after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.layouts import AnyState, copied
from ludoteca.compiler.scratch import MOST_WORDS
from ludoteca.errors import LudotecaError
from ludoteca.kernel import verbs
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.cell_sets import CellSet
from ludoteca.kernel.declare import Game
from ludoteca.kernel.fields import Cells, Count, Counts, Flag, Flags, Phase, Ruling, Seat, Setting, State
from ludoteca.kernel.verbs import Ending
from ludoteca.learning.layers import Contents, Layer, contents_of, seen
from ludoteca.learning.patterns import Patterns, patterns_of
from ludoteca.play.planes import address_of
from ludoteca.play.position import Variant
from ludoteca.search import learned_tables as tables
from ludoteca.search.learned_tables import FORMAT, HEADER, LINE, MOST_FEATURES, UNIT, Block

SWAPPED = {Ending.FIRST_WINS: Ending.SECOND_WINS, Ending.SECOND_WINS: Ending.FIRST_WINS}
TOGETHER = 16  # patterns that a processor counts at once
LONGEST_TABLE = 64  # of a number that is looked up directly
FURTHEST_LEAD = 40  # in points
MOST_WEIGHT = 30_000
STAGES = 4

Weights = npt.NDArray[np.float32]  # by stage and entry


def swapped(game: Game, state: AnyState) -> AnyState:
    """The state with the players exchanged."""
    other = copied(state)
    for name, field in game.fields.fields.items():
        if (isinstance(field, Cells) and field.per_player) or isinstance(field, Counts):
            other[name] = state[name][::-1]
        elif isinstance(field, Seat):
            other[name] = 1 - state[name]
    other["mover"] = 1 - state["mover"]
    if game.derive is not None:
        game.derive(other)
    return other


def course(game: Game, state: AnyState, *, is_swapped: bool = False) -> Any:
    """How the game can continue, described without naming a cell: its ending, and what each move leads to."""

    def ending(of: AnyState) -> Ending:
        how = verbs.ending(of)
        return SWAPPED.get(how, how) if is_swapped else how

    how = ending(state)
    if how != Ending.NONE:
        return how
    room = np.empty(game.most_moves, np.int32)
    moves = room[: verbs.moves(state, room)].tolist()
    after = Counter()  # type: ignore[var-annotated]
    for move in moves:
        then = copied(state)
        verbs.play(then, move)
        goes_on = ending(then)
        replies = verbs.moves(then, room) if goes_on == Ending.NONE else 0
        after[goes_on, replies, int(then["mover"] == state["mover"])] += 1
    return after


def symmetries_of(variant: Variant, states: Sequence[AnyState]) -> tuple[list[Symmetry], Symmetry | None]:
    """The symmetries that leave the rules unchanged, and one that exchanges the players, if there is one."""
    game, board = variant.game, variant.board
    courses = [course(game, state) for state in states]
    kept = [
        turn
        for number, turn in enumerate(board.symmetries)
        if number == 0
        or all(course(game, game.turned(state, turn)) == told for state, told in zip(states, courses, strict=True))
    ]
    for turn in board.symmetries:
        there = (swapped(game, game.turned(state, turn)) for state in states)
        if all(course(game, state, is_swapped=True) == told for state, told in zip(there, courses, strict=True)):
            return kept, turn
    return kept, None


@dataclass(frozen=True)
class Model:
    """The features of a position; weights come from learning and may be all zero."""

    body: Block  # the block without its weights

    @property
    def header(self) -> npt.NDArray[np.int64]:
        """The count and position of each part."""
        return self.body[: 8 * HEADER].view(np.int64)

    @property
    def stages(self) -> int:
        """Each has separate weights."""
        return int(self.header[tables.STAGES])

    @property
    def features(self) -> int:
        """Of a position."""
        return int(self.header[tables.FEATURES])

    @property
    def has_sides(self) -> bool:
        """Whether each player has separate weights."""
        return bool(self.header[tables.FIRST_OF_SECOND])

    @property
    def like(self) -> CellSet | None:
        """An empty set of cells, for the functions that read features."""
        return tables.sets_like(self.body)

    def with_sides(self) -> Model:
        """The same, with separate weights for each player."""
        other = Model(self.body.copy())
        other.header[tables.FIRST_OF_SECOND] = self.stages
        other.header[tables.STAGES] = 2 * self.stages
        return other

    def without_patterns(self) -> Model:
        """The same, with tables only for counts, the lead and connections: few weights, which need few positions."""
        other = Model(self.body.copy())
        first, patterns = int(self.header[tables.TABLES]), int(self.header[tables.PATTERNS])
        lengths = other.body[first : first + 8 * patterns].view(np.int32)[1::2]
        lengths[:] = 0
        return other

    def block(self, weights: Weights) -> Block:
        """The model with weights, as one block of memory."""
        whole = np.clip(np.rint(weights * UNIT), -MOST_WEIGHT, MOST_WEIGHT).astype(np.int16)
        content = self.body.tobytes() + whole.tobytes()
        return np.frombuffer(bytearray(content.ljust(_padded(len(content)), b"\0")), np.uint8)

    def new_weights(self) -> Weights:
        """All zero."""
        return np.zeros((self.stages, int(self.header[tables.WEIGHTS])), np.float32)


def new_model(variant: Variant, states: Sequence[AnyState], *, adds_own: bool, are_shared: bool = False) -> Model:
    """A model of a game, made from its fields and from positions of random games.

    Its patterns are large ones with separate tables by location, or small ones that share theirs all over the board.
    """
    game, board = variant.game, variant.board
    few = states[:: max(1, len(states) // 40)]
    turns, exchange = symmetries_of(variant, few)
    contents = contents_of(game, states)
    patterns = patterns_of(board, turns, contents.count, are_shared=are_shared)
    stage_of = _stages(game, contents, states)
    return _build(game, board, contents, patterns, exchange, stage_of, adds_own=adds_own)


def _stages(game: Game, contents: Contents, states: Sequence[AnyState]) -> npt.NDArray[np.int32]:
    """The stage by number of pieces, with equally many positions in each."""
    counts = np.array([count_pieces(game, contents, state) for state in states])
    bounds = np.unique(np.quantile(counts, np.linspace(0, 1, STAGES + 1)[1:-1], method="higher"))
    return np.searchsorted(bounds, np.arange(counts.max() + 2), side="right").astype(np.int32)


def count_pieces(game: Game, contents: Contents, state: AnyState) -> int:
    """How many cells have a piece on them, as the tables count."""
    return sum(
        int((seen(game, layer, state) > 0).sum()) for group in contents.groups for layer in group if layer.is_piece
    )


class _Lines:
    """The code of a block, line by line, and the tables for its numbers."""

    def __init__(self, game: Game) -> None:
        self.state: State = game.fields
        self.lines: list[list[int]] = []
        self.lengths: list[int] = []  # of the tables of single numbers

    def add(self, kind: int, side: int = -1, **places: int) -> None:
        """Add a line; places are named as in `learned_tables`."""
        names = ("first", "source", "parts", "bits", "address", "cap", "size", "is_piece")
        self.lines.append([kind, side, *(places.get(name, 0) for name in names)])

    def add_count(self, name: str, side: int, low: int, high: int) -> None:
        """A number that is looked up directly."""
        last = min(high - low, LONGEST_TABLE - 1)
        self.add(tables.COUNT, side, address=self.address(name), cap=low, size=last)
        self.lengths.append(last + 1)

    def address(self, name: str) -> int:
        """Where a number is."""
        return address_of(self.state, name)


def _build(
    game: Game,
    board: Board,
    contents: Contents,
    patterns: Patterns,
    exchange: Symmetry | None,
    stage_of: npt.NDArray[np.int32],
    *,
    adds_own: bool,
) -> Model:
    width = -(-len(patterns.patterns) // TOGETHER) * TOGETHER
    base, lengths = contents.count, [contents.count**one for one in patterns.widths]
    starts = np.concatenate(([0], np.cumsum(lengths)))
    entries = int(starts[-1])
    lines = _Lines(game)
    for field, number in guards(game, board):
        lines.add(tables.GUARD, address=lines.address(field), cap=number)
    rows: list[tuple[Layer, list[int]]] = []
    count = 0
    for layer, worths in contents.worths():
        _add_layer(lines, game, layer, count)
        rows.append((layer, worths))
        count += layer.where(game).size * layer.levels
    deltas = np.zeros((2, count, width), np.uint16)
    for viewer in range(2):
        place_of = {cell: cell for cell in board.cells}
        if viewer == 1 and exchange is not None:
            place_of = {cell: exchange.cells[cell] for cell in board.cells}
        _fill(deltas[viewer], game, rows, patterns, base, place_of)
    _add_numbers(lines, game)
    lines.add(tables.PIECES, size=len(stage_of) - 1)
    lines.lengths.append(len(stage_of))
    paths = _add_joining(lines, game, board)
    table_of = [[int(starts[one.table]), lengths[one.table]] for one in patterns.patterns]
    table_of += [[0, 0]] * (width - len(table_of))
    for length in lines.lengths:
        table_of.append([entries, length])
        entries += length
    arrays = deltas, np.array(table_of, np.int32), stage_of, paths
    return _laid_out(lines, *arrays, entries, has_sides=exchange is None, adds_own=adds_own)


def _add_layer(lines: _Lines, game: Game, layer: Layer, first: int) -> None:
    size, is_piece = layer.where(game).size, int(layer.is_piece)
    if layer.kind == tables.NUMBERS:
        lines.add(
            layer.kind,
            first=first,
            address=lines.address(layer.heights),
            cap=layer.levels,
            size=size,
            is_piece=is_piece,
        )
        return
    cells = game.fields.fields[layer.name]
    assert isinstance(cells, Cells)
    source = (lines.address(layer.name) >> 6) + layer.sort * cells.words
    others = (len(cells.every_kind) - 1) * cells.words  # the words of a player's pieces of other kinds
    address = lines.address(layer.heights) if layer.heights else others
    lines.add(
        layer.kind,
        layer.side,
        first=first,
        source=source,
        parts=cells.words,
        bits=cells.word,
        address=address,
        cap=layer.levels,
        size=size,
        is_piece=is_piece,
    )


def _fill(
    deltas: npt.NDArray[np.uint16],
    game: Game,
    rows: Sequence[tuple[Layer, list[int]]],
    patterns: Patterns,
    base: int,
    place_of: dict[int, int],
) -> None:
    """What each piece on each cell adds to the number of each pattern."""
    within: dict[int, list[tuple[int, int]]] = {}
    for number, pattern in enumerate(patterns.patterns):
        for digit, cell in enumerate(pattern.cells):
            within.setdefault(cell, []).append((number, base**digit))
    first = 0
    for layer, worths in rows:
        where = layer.where(game)
        for level, worth in enumerate(worths):
            for number, cell in where.cell_of.items():
                if cell in place_of:
                    for pattern_number, place in within.get(place_of[cell], ()):
                        deltas[first + level * where.size + number, pattern_number] = worth * place
        first += where.size * len(worths)


def _add_numbers(lines: _Lines, game: Game) -> None:
    """What concerns the whole board: counts, phases, flags, seats, and the lead in points."""
    for name, count in lines.state.of_kind(Count).items():
        lines.add_count(name, -1, count.low, count.high)
    for name, counts in lines.state.of_kind(Counts).items():
        for side in range(2):
            lines.add_count(name, side, counts.low, counts.high)
    for name, phase in lines.state.of_kind(Phase).items():
        lines.add_count(name, -1, 0, len(phase.names) - 1)
    for name in lines.state.of_kind(Flag):
        lines.add_count(name, -1, 0, 1)
    for name, flags in lines.state.of_kind(Flags).items():
        lines.add_count(name, -1, 0, (1 << len(flags.letters)) - 1)
    for name in lines.state.of_kind(Seat):
        lines.add_count(name, tables.A_SEAT, 0, 1)
    if game.has_points:
        lines.add(tables.LEAD, cap=FURTHEST_LEAD)
        lines.lengths.append(2 * FURTHEST_LEAD + 1)


def _add_joining(lines: _Lines, game: Game, board: Board) -> npt.NDArray[np.uint64]:
    """How far each player is from connecting their two sides, if that is the goal; the ways and sides of the board."""
    fields = [
        (name, cells)
        for name, cells in lines.state.of_kind(Cells).items()
        if cells.per_player and len(cells.every_kind) == 1
    ]
    if any(len(sides) != 2 for sides in game.goals) or not fields:
        return np.zeros(0, np.uint64)
    name, cells = fields[0]
    where = cells.where
    if where.size * cells.words > MOST_WORDS:
        return np.zeros(0, np.uint64)  # too large a board
    number_of = {cell: number for number, cell in where.cell_of.items()}
    sides = [board.sides[name].cells for names in game.goals for name in names]
    on_board = number_of.keys() & set(board.cells)  # the state may be that of a larger board
    steps = {cell: [int(near) for near in board.step[cell] if near in on_board] for cell in on_board}
    sets = [steps.get(cell, []) for cell in where.cell_of.values()]
    paths = [_as_words((number_of[cell] for cell in one), cells) for one in (*sets, *sides, on_board)]
    for kind in (tables.JOINING, tables.SURE_JOINING):
        lines.add(kind, source=lines.address(name) >> 6, parts=cells.words, bits=cells.word, size=len(where.cell_of))
        lines.lengths += [tables.FAR**2] * tables.JOINING_FEATURES
    return np.concatenate(paths)


def _as_words(numbers: Iterable[int], cells: Cells) -> npt.NDArray[np.uint64]:
    """A set of a field's numbers, as the field stores it."""
    found = np.zeros(cells.words, np.uint64)
    for number in numbers:
        found[number // cells.word] |= np.uint64(1) << np.uint64(number % cells.word)
    return found


def guards(game: Game, board: Board) -> list[tuple[str, int]]:
    """The options that change the board, as fields with the number that they have on the usual board."""
    found, usual = [], game.choose({})
    for name, field in game.fields.of_kind(Ruling, Setting).items():
        option = field.option or name
        values = list(field.values)
        boards = [game.board({**usual, option: value}) for value in values]
        if any(one.cells != board.cells or one.spots != board.spots for one in boards):
            chosen = usual[option]
            found.append((name, values.index(chosen) if isinstance(field, Ruling) else int(chosen)))
    return found


def _laid_out(
    lines: _Lines,
    deltas: npt.NDArray[np.uint16],
    table_of: npt.NDArray[np.int32],
    stage_of: npt.NDArray[np.int32],
    paths: npt.NDArray[np.uint64],
    entries: int,
    *,
    has_sides: bool,
    adds_own: bool,
) -> Model:
    """Everything except the weights, one after the other, each aligned to 64 bytes."""
    if len(table_of) > MOST_FEATURES:
        raise LudotecaError(f"the positions have {len(table_of)} features; at most {MOST_FEATURES} can be learned")
    header = np.zeros(HEADER, np.int64)
    stages = (int(stage_of.max()) + 1) * (2 if has_sides else 1)
    code = np.array(lines.lines, np.int32).reshape(-1, LINE)
    header[tables.VERSION], header[tables.LINES] = FORMAT, len(code)
    header[tables.PATTERNS], header[tables.FEATURES] = deltas.shape[2], len(table_of)
    header[tables.ROWS], header[tables.STAGES], header[tables.WEIGHTS] = deltas.shape[1], stages, entries
    header[tables.MOST_PIECES], header[tables.ADDS_OWN] = len(stage_of) - 1, int(adds_own)
    header[tables.FIRST_OF_SECOND] = stages // 2 if has_sides else 0
    parts: list[npt.NDArray[Any]] = []
    byte = _padded(header.nbytes)
    for place, part in (
        (tables.CODE, code),
        (tables.DELTAS, deltas),
        (tables.TABLES, table_of),
        (tables.STAGE_OF, stage_of),
        (tables.PATHS, paths),
    ):
        header[place] = byte
        parts.append(part)
        byte += _padded(part.nbytes)
    header[tables.FIRST_WEIGHT] = byte
    body = b"".join(part.tobytes().ljust(_padded(part.nbytes), b"\0") for part in (header, *parts))
    return Model(np.frombuffer(body, np.uint8))


def _padded(size: int) -> int:
    return -(-size // 64) * 64
