"""The bots of the five programs that Ludoteca grew from, according to their descriptions.

`easy` is random everywhere.  `hard` looks one turn ahead by a simple count that differs by game; Greener also has
`dumb`, and Mapello has five levels, `classic1` to `classic5`.  docs/bots.md says what each does.
"""

# mypy: allow-untyped-calls
# The compiled functions of game files carry no annotations.

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.bots.bot import Bot
from ludoteca.bots.registry import must_know
from ludoteca.bots.simple_bots import RandomBot, one_of_the_best
from ludoteca.bots.specs import Limits, Spec
from ludoteca.games.gekitai.evaluation import pairs_and_threats
from ludoteca.games.gekitai.rules import BOARD, goals
from ludoteca.games.mapello import rules as mapello
from ludoteca.kernel import Ending, copied, count_cells, each, group_of, lowest, verbs
from ludoteca.kernel.boards import Board
from ludoteca.kernel.cell_sets import CellSet
from ludoteca.play import Move, Position

Choice = Callable[[Position, random.Random], Move]


class OriginalBot(Bot):
    """A bot with a way to choose for each game it knows."""

    def __init__(self, spec: Spec, seed: int | None, by_game: Mapping[str, Choice]) -> None:
        spec.only()
        self.name = spec.text
        self.chance = random.Random(seed)
        self.by_game = by_game

    def choose(self, position: Position, limits: Limits | None = None) -> Move:  # noqa: ARG002
        """A move, or WrongGame."""
        must_know(self.name, position.variant.name)
        return self.by_game[position.variant.name](position, self.chance)

    def prepare(self, position: Position) -> None:
        """Compile what it needs for this game, by making a choice that does not count."""
        must_know(self.name, position.variant.name)
        self.by_game[position.variant.name](position, random.Random(0))

    def reseed(self, seed: int) -> None:
        """Restart its random choices with this seed."""
        self.chance.seed(seed)


class EasyBot(RandomBot):
    """The random bot under its name in the original programs."""

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """A legal move, or WrongGame."""
        must_know(self.name, position.variant.name)
        return super().choose(position, limits)


def points_after(position: Position, move: Move) -> float:
    """The mover's points after a move; the gain is that minus the current points, which are the same for all moves."""
    score = position.play(move).score
    assert score is not None
    return score[position.mover]


def reading_order(position: Position, move: Move) -> tuple[tuple[int, int], ...]:
    """Row and column of each cell of a move: the tie-break between moves of equal points."""
    board = position.variant.board
    return tuple(board.spot[board.number[pick.name]] for pick in move.picks if pick.is_cell)


# --- Greener


def is_placing(position: Position) -> bool:
    """Whether a Greener board is still being filled; the original program does that at random."""
    return bool(position.state.placing)


def greener_hard(position: Position, chance: random.Random) -> Move:
    """The greatest gain in own greens; ties go to the last in reading order."""
    if is_placing(position):
        return chance.choice(position.moves())
    return max(position.moves(), key=lambda move: (points_after(position, move), reading_order(position, move)))


def greener_dumb(position: Position, chance: random.Random) -> Move:
    """The smallest gain in own greens; ties go to the first in reading order."""
    if is_placing(position):
        return chance.choice(position.moves())
    return min(position.moves(), key=lambda move: (points_after(position, move), reading_order(position, move)))


# --- Gekitai

GOAL, THREAT = 100, 100
OWN_STONE, ENEMY_STONE, OWN_PAIR, ENEMY_PAIR = 1, -2, 5, -20


def pairs(stones: Any) -> int:
    """How many adjacent pairs of stones there are."""
    return int(pairs_and_threats(stones, BOARD.all)[0])


def gekitai_value(position: Position, player: int) -> int:
    """The original program's value of a board with the opponent to move."""
    mine, yours = position.state.stones[player], position.state.stones[1 - player]
    value = (
        OWN_STONE * count_cells(mine)
        + ENEMY_STONE * count_cells(yours)
        + OWN_PAIR * pairs(mine)
        + ENEMY_PAIR * pairs(yours)
        + GOAL * (bool(goals(mine)) - bool(goals(yours)))
    )
    return int(value) - (THREAT if can_win_at_once(position, 1 - player) else 0)


def can_win_at_once(position: Position, player: int) -> bool:
    """Whether a move of this player would win; fewer than three stones are not considered."""
    if verbs.ending(position.state) != Ending.NONE or count_cells(position.state.stones[player]) < 3:
        return False
    before = copied(position.state)
    before.mover = player
    wins = Ending.FIRST_WINS if player == 0 else Ending.SECOND_WINS
    room = position.variant.room.copy()
    for code in room[: verbs.moves(before, room)].tolist():
        after = copied(before)
        verbs.play(after, code)
        if verbs.ending(after) == wins:
            return True
    return False


def gekitai_hard(position: Position, chance: random.Random) -> Move:
    """The highest value after the move; ties are broken at random."""
    moves = position.moves()
    return one_of_the_best(moves, [gekitai_value(position.play(move), position.mover) for move in moves], chance)


# --- Glaisher


def widest_span(stacks: CellSet, board: Board) -> int:
    """The most parallel lines that one chain touches, nine if it connects two sides."""
    widest, left = 0, int(stacks)
    while left:
        chain = int(group_of(lowest(left), left, board.neighbours))
        spots = [board.spot[cell] for cell in each(chain)]
        lines = ({row for row, _ in spots}, {column for _, column in spots}, {row - column for row, column in spots})
        widest = max(widest, *map(len, lines))
        left &= ~chain
    return widest


def glaisher_hard(position: Position, chance: random.Random) -> Move:
    """The widest span right after the split, then right after the placement; ties are broken at random."""
    moves = position.moves()
    board, mover = position.variant.board, position.mover
    spans = [widest_span(position.play(move).state.stacks[mover], board) for move in moves]
    return one_of_the_best(moves, spans, chance)


# --- SQU


def squ_hard(position: Position, chance: random.Random) -> Move:
    """See `squ_turns`."""
    from ludoteca.originals.squ_turns import best_disc

    return best_disc(position, chance)


# --- Mapello and Reversi


def discs_after(position: Position, move: Move) -> int:
    """The mover's discs and bonuses after a move; the original program does not count empty cells."""
    after = position.play(move)
    bonuses = mapello.bonuses(after.state, position.mover) if position.variant.name == "mapello" else 0
    return int(count_cells(after.state.discs[position.mover])) + mapello.BONUS_POINTS * int(bonuses)


def classic_move(position: Position, level: int, chance: random.Random) -> Move:
    """Level 5 plays the best move by the score after it, level 4 the second best, and so on; at worst the last.

    Of equal ones the later in reading order counts as better.
    """
    is_mapello = position.variant.name == "mapello"
    # the original has no map to build and no colour to choose
    if is_mapello and position.state.phase != mapello.PHASE.play:
        return chance.choice(position.moves())
    ranked = sorted(
        position.moves(),
        key=lambda move: (discs_after(position, move), reading_order(position, move)),
        reverse=True,
    )
    return ranked[min(5 - level, len(ranked) - 1)]


# --- what the registry calls


def easy(spec: Spec, seed: int | None) -> EasyBot:
    """Any legal move."""
    return EasyBot(spec, seed)


def hard(spec: Spec, seed: int | None) -> OriginalBot:
    """The hardest bot of four of the programs."""
    by_game = {"gekitai": gekitai_hard, "glaisher": glaisher_hard, "greener": greener_hard, "squ": squ_hard}
    return OriginalBot(spec, seed, by_game)


def dumb(spec: Spec, seed: int | None) -> OriginalBot:
    """Greener's bot that plays to lose."""
    return OriginalBot(spec, seed, {"greener": greener_dumb})


def classic(spec: Spec, seed: int | None) -> OriginalBot:
    """Mapello's five levels, by the last letter of the name."""
    level = int(spec.name[-1])

    def choice(position: Position, chance: random.Random) -> Move:
        return classic_move(position, level, chance)

    return OriginalBot(spec, seed, {"mapello": choice, "reversi": choice})
