"""OpenSpiel's Monte Carlo tree search with random playouts as a bot, for matches against it (docs/strength.md).

    ludoteca match hex search:1s py:tools/openspiel_bot.py:OpenSpiel:1s --pairs 10

A bare number limits playouts instead (`OpenSpiel:5000`); `c=1.4` sets how readily it tries other moves.  Where the two
programs disagree whether a game is over (see `may_differ_in_ending` in `tests/games`), the bot plays on at random.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pyspiel

from ludoteca.bots.specs import Limits
from ludoteca.kernel import has
from ludoteca.play import Position, Variant

ENDLESS = 1_000_000_000  # playouts
MEGABYTES = 1000  # for its tree
USUAL_MS = 200
Action = int | str  # OpenSpiel's number of a move, or its text; two moves are separated by a semicolon
ActionOf = Callable[[Position, str], Action]  # for the text of a legal move


def same(position: Position, text: str) -> Action:
    """The same text; a player who swaps takes the cell of the first stone."""
    return position.last_move.text if text == "swap" and position.last_move else text


def point(position: Position, text: str) -> Action:
    """Points count from a1, row by row; a pass comes after them."""
    lines = len(position.variant.board.rows)
    if text == "pass":
        return lines * lines
    return position.variant.board.spot[position.variant.board.number[text]][1] + lines * (int(text[1:]) - 1)


def takes(position: Position, text: str) -> bool:
    """Whether a step ends on one of the opponent's men."""
    return bool(has(position.state.men[1 - position.mover], position.variant.board.number[text.split("-")[1]]))


def amazons(position: Position, text: str) -> Action:
    """Choosing a queen is a move of its own; rows are counted from the top."""
    rows, player = len(position.variant.board.rows), "XO"[position.mover]
    cells = [f"({rows + 1 - int(name[1:])}, {ord(name[0]) - 96})" for name in text.split("-")]
    return f"{player} From {cells[0]};{player} To {cells[1]}" if len(cells) == 2 else f"{player} Shoot: {cells[0]}"


def breakthrough(position: Position, text: str) -> Action:
    """The first player moves down the board."""
    rows = len(position.variant.board.rows)
    turned = (letter if letter.isalpha() else str(rows + 1 - int(letter)) for letter in text.replace("-", ""))
    return "".join(turned) + "*" * takes(position, text)


def chess(position: Position, text: str) -> Action:
    """Moves as people write them."""
    move, notation = position.named(text), position.variant.game.notation
    assert move is not None and notation is not None and notation.write is not None
    return str(notation.write(position.state, move.code))


def dots_and_boxes(position: Position, text: str) -> Action:
    """The horizontal edges come first."""
    size, board = position.variant.options["size"], position.variant.board
    row, column = board.spot[board.number[text]]
    return row // 2 * (size + 1) + column // 2 + size * (size + 1) if row % 2 else row // 2 * size + column // 2


def draughts(position: Position, text: str) -> Action:
    """Cells have letters, and the first player begins at the bottom."""
    board = position.variant.board
    names = [board.other_names[board.names.index(name)] for name in text.replace("x", "-").split("-")]
    return "".join(f"{'hgfedcba'['abcdefgh'.index(name[0])]}{9 - int(name[1])}" for name in names)


def lines_of_action(position: Position, text: str) -> Action:
    """A capture has a sign of its own."""
    return text.replace("-", "x") if takes(position, text) else text


def morris(position: Position, text: str) -> Action:
    """Points in reading order, then steps."""
    points = [position.variant.board.number[name] for name in text.lstrip("x").split("-")]
    return points[0] if len(points) == 1 else 24 + 24 * points[0] + points[1]


GAMES: dict[str, tuple[str, ActionOf]] = {  # what OpenSpiel calls a game, with its options, and its moves
    "amazons": ("amazons", amazons),
    "breakthrough": ("breakthrough(rows={lines},columns={lines})", breakthrough),
    "chess": ("chess", chess),
    "dotsandboxes": ("dots_and_boxes(num_rows={size},num_cols={size})", dots_and_boxes),
    "draughts": ("checkers", draughts),
    "fourinarow": ("connect_four", lambda _, text: "abcdefg".index(text[0])),
    "go": ("go(board_size={lines},komi={komi})", point),
    "gomoku": ("gomoku(size={lines})", point),
    "havannah": ("havannah(board_size={size},swap={swap})", same),
    "hex": ("hex(board_size={lines})", same),
    "kalah": ("mancala", lambda position, text: position.variant.board.number[text] + 1),
    "linesofaction": ("lines_of_action", lines_of_action),
    "morris": ("nine_mens_morris", morris),
    "oware": ("oware", lambda position, text: position.variant.board.number[text] % 7),
    "reversi": ("othello", same),
}


def load(variant: Variant) -> Any:
    """OpenSpiel's game with the same options."""
    options = dict(variant.options)
    if "komi" in options:
        options["komi"] = int(variant.start().state["komi"]) / 2
    options["swap"] = options.get("swap") == "on"
    return pyspiel.load_game(GAMES[variant.name][0].format(lines=len(variant.board.rows), **options))


def steps(position: Position, text: str) -> tuple[Action, ...]:
    """A move in OpenSpiel's moves."""
    action = GAMES[position.variant.name][1](position, text)
    return (action,) if isinstance(action, int) else tuple(action.split(";"))


def names(state: Any) -> dict[Action, int]:
    """The legal moves of an OpenSpiel state, by number and by text."""
    texts = {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}
    return texts | {action: action for action in texts.values()}


def rank(node: Any) -> tuple[float, int, float]:
    """How OpenSpiel compares the moves it has searched: proven results, then visits, then results."""
    return (node.outcome[node.player] if node.outcome else 0.0, node.explore_count, node.total_reward)


class OpenSpiel:
    """OpenSpiel's `MCTSBot` with its `RandomRolloutEvaluator`: one random playout per leaf, and proven results."""

    def __init__(self, c: str | int = 2, seed: int | None = None) -> None:
        self.exploration, self.random = float(c), Random(seed)
        self.game: Any = None
        self.searches: dict[Limits, Any] = {}
        self.seen: tuple[Position, Any] | None = None  # the last position and OpenSpiel's state of it

    def prepare(self, position: Position) -> None:
        """Load the game."""
        self.game = load(position.variant)

    def choose(self, position: Position, limits: Limits | None) -> str:
        """The text of the move that OpenSpiel's search likes best."""
        state = self.state_of(position)
        if state.is_terminal():
            return self.random.choice(position.moves()).text
        node = self.search(limits or Limits(time_ms=USUAL_MS)).mcts_search(state)
        left = {steps(position, move.text): move.text for move in position.moves()}
        while () not in left:
            known = names(state)
            wanted = {known[first]: first for first, *_ in left if first in known}  # others only OpenSpiel forbids
            children = [child for child in node.children if child.action in wanted]
            if not children:
                return self.random.choice(list(left.values()))
            node = max(children, key=rank)
            left = {tuple(rest): text for (first, *rest), text in left.items() if first == wanted[node.action]}
            state.apply_action(node.action)
        return left[()]

    def state_of(self, position: Position) -> Any:
        """OpenSpiel's state of a position, from the moves that led to it."""
        line = []
        for earlier in position.line():
            line.append(earlier)
            if self.seen and earlier is self.seen[0]:
                break
        if self.seen and line[-1] is self.seen[0]:
            state = self.seen[1]
        elif line[-1] == position.variant.start():
            state = self.game.new_initial_state()
        else:
            raise ValueError("OpenSpiel plays only from the usual start")
        for before, after in pairwise(reversed(line)):
            if not state.is_terminal():
                assert after.last_move is not None
                for action in steps(before, after.last_move.text):
                    state.apply_action(names(state)[action])
        self.seen = position, state
        return state.clone()

    def search(self, limits: Limits) -> Any:
        """OpenSpiel's bot with these limits."""
        if limits not in self.searches:
            evaluator = pyspiel.RandomRolloutEvaluator(1, self.random.randrange(2**31))
            self.searches[limits] = pyspiel.MCTSBot(
                self.game,
                evaluator,
                self.exploration,
                limits.nodes or ENDLESS,
                MEGABYTES,
                True,  # prove results
                self.random.randrange(2**31),
                False,
                max_wall_clock_time=limits.time_ms / 1000 if limits.time_ms else -1.0,
            )
        return self.searches[limits]
