"""What a move does on the board: claims from the contents of the cells before and after it, and from the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludoteca.explain.templates import Claim
from ludoteca.kernel.scene import Figure, Piece, Scene
from ludoteca.play.position import Position

STACK = "stack"


def board_changes(before: Position, after: Position) -> list[Claim]:
    """Captures, flipped pieces, removed pieces, points, and new figures."""
    player, old, new = before.mover, before.scene(), after.scene()
    return [
        *_pieces(old, new, player, has_stacks=_has_stacks(before)),
        *_points(before, after),
        *_figures(old, new, player, _chosen(after), is_over=after.outcome is not None),
    ]


def _has_stacks(position: Position) -> bool:
    """Whether the game has stacks of pieces."""
    return any(cells.heights for cells in position.variant.game.fields.cells.values())


def _tops(scene: Scene) -> dict[str, Piece]:
    """The visible piece of each occupied cell."""
    return {name: look.top for name, look in scene.cells.items() if look.top is not None}


def _pieces(old: Scene, new: Scene, player: int, *, has_stacks: bool) -> list[Claim]:
    """What happened to the pieces, by owner.

    An opponent's cell that now belongs to the mover was captured if the mover's pieces have moved, and flipped
    otherwise.  Stacks may merge, so a player may have fewer without losing any.
    """
    other, was, now = 1 - player, _tops(old), _tops(new)
    own_now = {cell for cell, piece in now.items() if piece.owner == player}
    own_left = [cell for cell, piece in was.items() if piece.owner == player and cell not in own_now]
    theirs = {cell: piece for cell, piece in was.items() if piece.owner == other}
    taken = [piece for cell, piece in theirs.items() if cell in own_now]
    fewer = len(theirs) - sum(piece.owner == other for piece in now.values())
    own_fewer = sum(piece.owner == player for piece in was.values()) - len(own_now)
    claims = []
    if taken:
        claims.append(_of_players("captures" if own_left else "flips", taken, len(taken), other, has_stacks))
    if fewer > len(taken):
        gone = [piece for cell, piece in theirs.items() if cell not in now or now[cell].owner != other]
        claims.append(_of_players("removes", gone or list(theirs.values()), fewer - len(taken), other, has_stacks))
    if own_fewer > 0 and not has_stacks:
        own = [piece for piece in was.values() if piece.owner == player]
        claims.append(_of_players("gives_up", own, own_fewer, player, has_stacks))
    nobodys = Counter((was[cell].colour, was[cell].kind) for cell in own_now if cell in was and was[cell].owner is None)
    claims += [
        Claim("takes", {"count": count, "colour": colour, "piece": kind})
        for (colour, kind), count in sorted(nobodys.items())
    ]
    return claims


def _of_players(kind: str, pieces: list[Piece], count: int, player: int, has_stacks: bool) -> Claim:
    piece = STACK if has_stacks else pieces[0].kind
    return Claim(kind, {"count": count, "piece": piece, "player": player})


def _points(before: Position, after: Position) -> list[Claim]:
    """The points that the mover has gained and no reply takes away again: some are there only for a moment."""
    player, old, new = before.mover, before.score, after.score
    if old is None or new is None or new[player] <= old[player]:
        return []
    replies = () if after.mover == player else after.codes
    kept = min([new[player], *(score[player] for code in replies if (score := after.after(code).score))])
    if kept <= old[player]:
        return []
    return [Claim("gains_points", {"player": player, "points": kept - old[player], "score": kept})]


def _chosen(after: Position) -> set[str]:
    """The cells that the last move names."""
    return set() if after.last_move is None else {pick.name for pick in after.last_move.picks if pick.is_cell}


def _figures(old: Scene, new: Scene, player: int, chosen: set[str], *, is_over: bool) -> list[Claim]:
    """The mover's largest new figure: one that decides the game, or could decide it next; or else the opponent's.

    A deciding figure may be much older, in games that end with a full board.
    """
    figures = new.decided if is_over else new.threats
    if largest := _largest_new(old, new, player, figures):
        was_own, own = _owned(old, player), _owned(new, player)
        is_pushed = bool(was_own.difference(own, chosen)) and bool(set(largest).difference(was_own, chosen))
        kind = ("completes" if is_over else "sets_up") + ("_by_push" if is_pushed else "")
        return [Claim(kind, {"cells": list(largest)})]
    if is_over and (largest := _largest_new(old, new, 1 - player, figures)):
        return [Claim("completes_theirs", {"cells": list(largest), "player": 1 - player})]
    return []


def _owned(scene: Scene, player: int) -> set[str]:
    return {cell for cell, piece in _tops(scene).items() if piece.owner == player}


def _largest_new(old: Scene, new: Scene, player: int, figures: Sequence[Figure]) -> dict[str, None]:
    """The cells of a player's largest figure that the move has made, each once; empty if there is none."""
    own, was_own, known = _owned(new, player), _owned(old, player), {frozenset(figure) for figure in old.threats}
    made = [
        dict.fromkeys(figure)
        for figure in figures
        if len(set(figure)) > 1 and own.issuperset(figure) and not was_own.issuperset(figure)
        if frozenset(figure) not in known
    ]
    return max(made, key=len, default={})
