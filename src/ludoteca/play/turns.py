"""Turns: plies that one player makes in a row, and moves in a chain, which are one ply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ludoteca.kernel.moves import MoveKinds
from ludoteca.play.position_interface import Move


def joined(move: Move, rest: Move) -> Move:
    """A move and what follows it in a chain, as one: `11x18` and `18x25` are `11x18x25`."""
    origin = rest.picks[0].name
    text = move.text + rest.text.removeprefix(origin)
    return Move(move.code, move.picks + rest.picks[1:], text, move.more + codes_of(rest))


def first_steps(kinds: MoveKinds, move: Move, cells: int) -> Move:
    """The beginning of a chain, as far as this many of its cells."""
    picks = move.picks[:cells]
    return Move(move.code, picks, kinds.link.join(pick.name for pick in picks), move.more[: cells - 2])


def codes_of(move: Move) -> tuple[int, ...]:
    """The codes that a move plays, one after the other."""
    return (move.code, *move.more)


def chained(kinds: MoveKinds, moves: Iterable[tuple[int, Move]]) -> list[Move]:
    """Moves in a row, with who makes each: those in a chain are one."""
    found: list[Move] = []
    last: int | None = None
    for mover, move in moves:
        if found and mover == last and kinds.is_chained(codes_of(found[-1])[-1], move.code):
            found[-1] = joined(found[-1], move)
        else:
            found.append(move)
        last = mover
    return found


def turns(movers: Sequence[int]) -> list[range]:
    """The plies of each turn; `movers` says who made each ply."""
    found, first = [], 0
    for _, plies in groupby(movers):
        last = first + sum(1 for _ in plies)
        found.append(range(first, last))
        first = last
    return found


def plies_to_mark(movers: Sequence[int], seat: int | None) -> range:
    """The plies a player has not answered yet: all since their own last one; for a watcher (None), the last turn.

    A player who has just moved sees their own turn so far.
    """
    if seat is None or not movers or movers[-1] == seat:
        return turns(movers)[-1] if movers else range(0)
    own = [ply for ply, mover in enumerate(movers) if mover == seat]
    return range(own[-1] + 1 if own else 0, len(movers))
