"""Wins that are one turn away, by the rules alone: what a move threatens, what it prevents, what it allows.

A turn is everything one player plays until the opponent is to move, be it one move or several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ludoteca.explain.templates import Claim
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import beside_line
from ludoteca.play.turns import chained

MOST_PLAYED = 6000  # positions examined per question; if more are needed, nothing is claimed
LONGEST_TURN = 3  # moves
LOOKED_INTO = 3  # positions in which every turn is tried, to find candidates for all the others

PASS = "pass"  # a win by passing is not worth announcing

Turn = tuple[Move, ...]


class TooMany(Exception):
    """The question would take too long."""


class Plays:
    """Plays moves and counts them."""

    def __init__(self, most: int = MOST_PLAYED) -> None:
        self._left = most

    def after(self, position: Position, code: int) -> Position:
        """The position after one of its legal moves."""
        self._left -= 1
        if self._left < 0:
            raise TooMany
        return position.after(code)

    def turns(self, position: Position, so_far: Turn = ()) -> Iterator[tuple[Turn, Position]]:
        """Every turn of the mover, and the position after it."""
        if len(so_far) == LONGEST_TURN:
            raise TooMany
        for code in position.codes:
            after = self.after(position, code)
            turn = (*so_far, position.named_code(code))
            if after.outcome is None and after.mover == position.mover:
                yield from self.turns(after, turn)
            else:
                yield turn, after

    def winning_turns(self, position: Position) -> Iterator[Turn]:
        """The turns that win at once for the mover."""
        for turn, after in self.turns(position):
            if is_won(after, position.mover):
                yield turn

    def wins(self, position: Position, turn: Turn) -> bool:
        """Whether this turn can be played here and wins at once."""
        player = position.mover
        for move in turn:
            if position.outcome is not None or position.mover != player or move.code not in position.codes:
                return False
            if position.named_code(move.code).text != move.text:
                return False
            position = self.after(position, move.code)
        return is_won(position, player)

    def usual_win(self, positions: Sequence[Position]) -> tuple[Position, Turn] | None:
        """The turn that wins at once in the most positions, if in more than half of them, and one of those."""
        candidates: dict[tuple[str, ...], tuple[Position, Turn]] = {}
        step = max(1, len(positions) // LOOKED_INTO)
        for position in positions[::step][:LOOKED_INTO]:
            if position.outcome is None:
                candidates.update({tuple(map(str, turn)): (position, turn) for turn in self.winning_turns(position)})
        wins: Counter[tuple[str, ...]] = Counter()
        for position in positions:
            for name, (_, turn) in candidates.items() if position.outcome is None else ():
                wins[name] += self.wins(position, turn)
        best = max(candidates, key=lambda name: wins[name], default=None)
        return None if best is None or 2 * wins[best] <= len(positions) else candidates[best]


def line_arguments(position: Position, turn: Turn) -> dict[str, list[str]]:
    """A turn as people read it, for a claim: moves in a chain are one."""
    moves = chained(position.variant.game.kinds, ((0, move) for move in turn))
    return {"line": list(map(str, moves)), **beside_line(position, moves)}


def is_pass(turn: Turn) -> bool:
    """Whether nothing is played."""
    return all(move.text == PASS for move in turn)


def is_won(position: Position, player: int) -> bool:
    """Whether the game is over and this player has won it."""
    return position.outcome is not None and position.outcome.winner == player


def threat(after: Position, player: int) -> list[Claim]:
    """A turn with which the player wins next, after most of the opponent's replies."""
    try:
        plays = Plays()
        replies = [reply for _, reply in plays.turns(after)]
        if any(is_won(reply, 1 - player) for reply in replies):
            return []  # a player who can win at once has nothing to fear
        found = plays.usual_win(replies)
    except TooMany:
        return []
    if found is None or is_pass(found[1]):
        return []
    return [Claim("threatens", {"player": player, **line_arguments(*found)})]


def defence(position: Position, after: Position, move: Move) -> list[Claim]:
    """Whether this move prevents a win: one turn would win after most other moves, or some turn after all of them."""
    player = position.mover
    try:
        plays = Plays()
        if next(plays.winning_turns(after), None) is not None:
            return []
        others = [end for turn, end in plays.turns(position) if turn[0].code != move.code]
    except TooMany:
        return []
    claims: list[Claim] = []
    if not others:
        return claims
    try:
        found = plays.usual_win(others)
        if found is not None:
            stopped = found[1]
            if not is_pass(stopped):
                claims.append(Claim("blocks", {"player": 1 - player, **line_arguments(*found)}))
            if all(_loses(plays, other, player, stopped) for other in others):
                claims.append(Claim("only_move_not_losing", {"player": player}))
    except TooMany:
        pass
    return claims


def _loses(plays: Plays, position: Position, player: int, likely: Turn) -> bool:
    """Whether a player has lost, or the opponent wins with the next turn."""
    if position.outcome is not None:
        return is_won(position, 1 - player)
    return plays.wins(position, likely) or next(plays.winning_turns(position), None) is not None


def allowed(after: Position, player: int) -> list[Claim]:
    """The turn with which the opponent wins at once."""
    try:
        turn = next(Plays().winning_turns(after), None)
    except TooMany:
        return []
    return [] if turn is None else [Claim("lets_win", {"player": 1 - player, **line_arguments(after, turn)})]
