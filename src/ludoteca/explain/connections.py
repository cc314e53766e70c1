"""Claims for connection games: how far each player is from a chain between their sides of the board."""

from __future__ import annotations

from ludoteca.explain.templates import Claim
from ludoteca.play.position import Position

Goal = tuple[str, ...]  # two sides of the board, by name


def connections(before: Position, after: Position) -> list[Claim]:
    """Whether the mover is closer to a chain, and whether the opponent is further from one."""
    player, other = before.mover, 1 - before.mover
    shape, claims = before.variant.board.shape, []
    had, has = missing_cells(before, player), missing_cells(after, player)
    if had is not None and has is not None and 0 < has < had:
        claims.append(Claim("nears_chain", {"player": player, "count": has, "cell": shape}))
    had, has = missing_cells(before, other), missing_cells(after, other)
    if had is not None and has is not None and has > had:
        claims.append(Claim("hinders_chain", {"player": other, "count": has, "cell": shape}))
    return claims


def goals_of(position: Position, player: int) -> list[Goal]:
    """The pairs of sides that a player may connect."""
    game = position.variant.game
    own: list[Goal] = [game.goals[player]] if game.goals[player] else list(game.shared_goals)
    return [goal for goal in own if len(goal) == 2]


def missing_cells(position: Position, player: int) -> int | None:
    """The fewest empty cells needed for a chain from side to side; None without goals, or if every path is blocked."""
    goals = goals_of(position, player)
    if not goals:
        return None
    board, cells = position.variant.board, position.scene().cells
    own = {cell for cell in board.cells if (top := cells[board.name[cell]].top) is not None and top.owner == player}
    taken = {cell for cell in board.cells if cell not in own and cells[board.name[cell]].top is not None}
    found = [_fewest(position, own, taken, *(board.sides[side].cells for side in goal)) for goal in goals]
    return min((count for count in found if count is not None), default=None)


def _fewest(
    position: Position, own: set[int], taken: set[int], begin: tuple[int, ...], end: tuple[int, ...]
) -> int | None:
    """The same from one side to the other: all cells reachable for free, then with one more cell, and so on."""
    step, seen = position.variant.board.step, set(taken)
    count, now, soon = 0, [cell for cell in begin if cell in own], [cell for cell in begin if cell not in own]
    while now or soon:
        while now:
            cell = now.pop()
            if cell in seen:
                continue
            seen.add(cell)
            if cell in end:
                return count
            for near in map(int, step[cell]):
                if near >= 0 and near not in seen:
                    (now if near in own else soon).append(near)
        count, now, soon = count + 1, soon, []
    return None
