"""Plain minimax in plain Python, to hold the searches against."""

from __future__ import annotations

from ludoteca.kernel import verbs
from ludoteca.play import Position
from ludoteca.search.values import MOST, UNIT, WIN


def static(position: Position) -> int:
    return min(max(int(verbs.evaluate(position.state) * UNIT), -MOST), MOST)


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """The value for the mover, looking `depth` plies ahead; repetition within the line is a draw."""
    how = int(verbs.ending(position.state))
    if how:
        if how == 3:
            return 0
        return WIN - ply if (how == 1) == (position.mover == 0) else ply - WIN
    if depth == 0:
        return static(position)
    if position.outcome is not None or (position.variant.repetition != "off" and position.repetitions > 1 and ply > 0):
        return 0
    best = -(10**9)
    for move in position.moves():
        after = position.play(move)
        value = minimax(after, depth - 1, ply + 1)
        best = max(best, value if after.mover == position.mover else -value)
    return best


def exact(position: Position, known: dict[bytes, int] | None = None) -> int:
    """The true result for the mover by brute force: 1, 0 or -1."""
    known = {} if known is None else known
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else (1 if winner == position.mover else -1)
    key = position.state.tobytes()
    if key not in known:
        best = -1
        for move in position.moves():
            after = position.play(move)
            value = exact(after, known)
            best = max(best, value if after.mover == position.mover else -value)
        known[key] = best
    return known[key]
