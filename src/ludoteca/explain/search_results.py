"""What a search knows about a move: forced wins and losses, certain draws and leads, what other moves lead to."""

from __future__ import annotations

from ludoteca.explain.templates import Claim
from ludoteca.play.position import Move, Position
from ludoteca.search.report import Line, Report
from ludoteca.search.values import is_proven

TIMED = "alphabeta"  # the search that knows how many moves a win takes; others only know that it is one
RANKED = ("alphabeta", "solver")  # searches whose second line is the best of all other moves


def line_of(report: Report, move: Move) -> Line | None:
    """The report's line for a move."""
    return next((line for line in report.lines if line.moves and line.moves[0].text == move.text), None)


def certain_results(position: Position, report: Report, move: Move) -> list[Claim]:
    """What is certain after the move, except immediate wins and losses, which the rules already show."""
    line, player = line_of(report, move), position.mover
    if line is None:
        return []
    is_best = line is report.lines[0]
    claims: list[Claim] = []
    if is_proven(line.value) and line.value > 0:
        claims += _forced_win(report, line, player)
    elif is_proven(line.value):
        if is_best and report.method in RANKED:
            claims.append(Claim("all_lose", {"player": player}))
        if report.method == TIMED and line.plies_to_end is not None and line.plies_to_end > 1:
            claims.append(Claim("loses_by_force", {"player": 1 - player, "plies": line.plies_to_end - 1}))
    elif line.is_draw:
        claims.append(Claim("holds_draw"))
    if line.points:
        leader = player if line.points > 0 else 1 - player
        claims.append(Claim("final_lead", {"player": leader, "points": abs(line.points)}))
    return [*claims, *_others(report, line, player)] if is_best else claims


def _forced_win(report: Report, line: Line, winner: int) -> list[Claim]:
    """A win that the opponent cannot prevent."""
    plies = line.plies_to_end
    if report.method == TIMED and plies is not None:
        return [Claim("wins_by_force", {"player": winner, "plies": plies})] if plies > 1 else []
    return [Claim("wins_surely", {"player": winner})] if len(line.moves) > 1 else []


def _others(report: Report, best: Line, player: int) -> list[Claim]:
    """What is certain about all other moves, and what follows the next best one, if that loses."""
    rest = report.lines[1:]
    if not rest:
        return []
    is_ranked = report.method in RANKED or len(report.lines) == len(report.position.codes)
    claims: list[Claim] = []
    if is_ranked and best.value > 0 and best.proven and all(each.is_exact and each.value <= 0 for each in rest):
        claims.append(Claim("only_winning_move", {"player": player}))
    if is_proven(best.value) and best.value < 0:
        return claims
    if is_ranked and all(_is_lost(each) for each in rest):
        claims.append(Claim("only_move_not_losing", {"player": player}))
    if _is_lost(rest[0]) and len(rest[0].moves) > 1:
        move, *refutation = map(str, rest[0].moves)
        told = {"player": 1 - player, "move": move, "line": refutation}
        if report.position.variant.game.spell is not None:
            written_move, *written = report.position.written_line(rest[0].moves)
            told = {**told, "written_move": written_move, "written": written}
        claims.append(Claim("otherwise_loses", told))
    return claims


def _is_lost(line: Line) -> bool:
    return is_proven(line.value) and line.value < 0


def chances(position: Position, report: Report, move: Move) -> list[Claim]:
    """The mover's chance of winning as the search estimates it; nothing if the result is certain."""
    line = line_of(report, move)
    if line is None or line.proven:
        return []
    percent = round(100 * report.chances_of(line)[0])
    return [Claim("chances", {"player": position.mover, "percent": percent, "depth": report.depth})]
