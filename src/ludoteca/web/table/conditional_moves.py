"""Conditional moves: what a player has decided to answer, before the opponent has moved.

They form a tree of moves from the current position, in which it is the opponent's turn: any number of moves for the
opponent, and one for the player.  The server plays them, so they are never shown to anyone but the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludoteca.languages import t
from ludoteca.play import Match, Position
from ludoteca.play.move_input import find_move
from ludoteca.web.table.stored_game import ConditionalMoves, MoveTree, Refused, Stale, StoredGame, seats_of, state_of
from ludoteca.web.table.words import GONE_ON, NO_CONDITIONS

MOST_MOVES = 60  # of both sides, in all lines together
LONGEST_LINE = 20
LONGEST_MOVE = 200  # characters


def may_plan(stored: StoredGame, guest: str) -> bool:
    """Whether a guest may say now what to answer: while the opponent thinks, in a game by correspondence."""
    mine, clock = seats_of(stored, guest), stored.match.clock
    is_slow = stored.kind == "friend" and (clock is None or clock.control.is_correspondence)
    return is_slow and len(mine) == 1 and state_of(stored) == "going" and stored.match.position.mover not in mine


def planned(stored: StoredGame, guest: str, message: Mapping[str, Any]) -> ConditionalMoves | None:
    """The conditional moves that a guest asks for, in place of those before; none if the tree is empty."""
    if message.get("ply") != len(stored.match.plies):
        raise Stale(t(GONE_ON))
    if not may_plan(stored, guest):
        raise Refused(t(NO_CONDITIONS))
    seat = min(seats_of(stored, guest))
    moves = _TreeReader(seat).read(stored.match.position, message.get("moves"))
    return ConditionalMoves(seat, moves) if moves else None


class _TreeReader:
    """Reads a tree that a client has sent: every move is legal, and is written as a record does."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.count = 0

    def read(self, position: Position, given: object, depth: int = 0) -> MoveTree:
        """The tree from a position on."""
        if not isinstance(given, dict):
            raise Refused(t("conditional moves are objects within objects, by the text of each move"))
        is_mine = position.mover == self.seat
        if is_mine and len(given) != 1:
            words = t("Plan one answer to each move.") if given else t("Each line must end with a move of yours.")
            raise Refused(words)
        self.count += len(given)
        if self.count > MOST_MOVES or (given and depth >= LONGEST_LINE):
            places = {"moves": MOST_MOVES, "line": LONGEST_LINE}
            raise Refused(t("You can plan at most {moves} moves, and at most {line} in one line.", **places))
        tree: dict[str, MoveTree] = {}
        for text, more in given.items():
            move = find_move(position, str(text)[:LONGEST_MOVE])
            after = position.play(move)
            if not is_mine and after.outcome is not None:
                written = position.written(move)
                raise Refused(t("The game is over after {move}: there is nothing to answer.", move=written))
            tree[str(move)] = {} if after.outcome is not None else self.read(after, more, depth + 1)
        return tree


def written_lines(moves: MoveTree, position: Position) -> list[list[str]]:
    """Every line of a tree with its moves as people see them, in the order in which the tree has them."""
    lines: list[list[str]] = []
    for text, more in moves.items():
        move = find_move(position, text)
        written, rest = position.written(move), written_lines(more, position.play(move))
        lines += [[written, *line] for line in rest or [[]]]
    return lines


def after_move(planned: ConditionalMoves | None, text: str) -> ConditionalMoves | None:
    """What is left when a move has been played: none of it, if the game goes elsewhere."""
    rest = None if planned is None else planned.moves.get(text)
    return replace(planned, moves=rest) if planned is not None and rest else None


def answer(planned: ConditionalMoves | None, match: Match) -> str | None:
    """The move to play now.  An offer of a draw is for the player to answer, so nothing is played meanwhile."""
    if planned is None or match.outcome is not None or match.position.mover != planned.seat:
        return None
    return None if match.draw_offer == 1 - planned.seat else next(iter(planned.moves))
