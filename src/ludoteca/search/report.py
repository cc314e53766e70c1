"""The result of a search, in the same form for every kind of search, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.languages.texts import Text, t, translatable
from ludoteca.play.position import Move, Position, Variant
from ludoteca.play.position_interface import arrow_of, beside_line
from ludoteca.play.turns import chained
from ludoteca.search.learned_evaluation import LearnedEvaluation, learned_for
from ludoteca.search.values import Chances, chances, expected_points, expected_score, is_proven, plies_to_end

SHOWN_MOVES = 12  # of a line
ARROWS = (0.8, 0.45, 0.25)  # how opaque the arrows of the best line are, move by move
LEAST_SHOWN = 0.005  # the smallest chance of a draw worth mentioning
POSITIONS = translatable(
    "{certainty}, {nodes:number} positions in {seconds:number} s ({speed:number} per second, {method})"
)
GAME_OVER = translatable("the game is over")
PLAYOUTS = translatable(
    "{certainty}, {nodes:number} playouts in {seconds:number} s ({speed:number} per second, {method})"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A move and what follows it with best play by both sides."""

    moves: tuple[Move, ...]
    value: int  # for the position's mover, see `values`
    visits: int = 0  # how often a tree search tried it
    points: float | None = None  # the mover's final lead in points, if computed exactly
    is_exact: bool = False  # the value is the true one, not an estimate: 0 then means a draw

    @property
    def proven(self) -> bool:
        """Whether the result is certain."""
        return self.is_exact or is_proven(self.value)

    @property
    def is_draw(self) -> bool:
        """Whether the game is certain to be drawn."""
        return self.is_exact and self.value == 0

    @property
    def plies_to_end(self) -> int | None:
        """How far away a forced win or loss is."""
        return plies_to_end(self.value)


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a search: best line first."""

    position: Position
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    method: str  # "alphabeta", "mcts", "solver", "proof"

    def __post_init__(self) -> None:
        """People read whole moves, searches find them step by step."""
        if self.position.variant.game.kinds.chained:
            lines = tuple(replace(line, moves=whole_moves(self.position, line.moves)) for line in self.lines)
            object.__setattr__(self, "lines", lines)

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.lines[0].moves[0]

    @property
    def pv(self) -> tuple[Move, ...]:
        """The best line."""
        return self.lines[0].moves

    @property
    def value(self) -> int:
        """The value of the best line for the mover."""
        return self.lines[0].value

    @property
    def score(self) -> float:
        """The mover's chance of winning, counting a draw as half."""
        return self.score_of(self.lines[0])

    @property
    def chances(self) -> Chances:
        """The mover's chances of a win, a draw and a loss."""
        return self.chances_of(self.lines[0])

    @property
    def points(self) -> float | None:
        """The mover's final lead in points, if computed exactly."""
        return self.lines[0].points

    @property
    def expected_points(self) -> float | None:
        """An estimate of that lead, if the game has points and it was not computed."""
        return self.expected_points_of(self.lines[0])

    def score_of(self, line: Line) -> float:
        """The mover's chance of winning with one of the lines, counting a draw as half."""
        return expected_score(line.value, self._scale.draw_band)

    def chances_of(self, line: Line) -> Chances:
        """The mover's chances of a win, a draw and a loss with one of the lines; certain if proven."""
        if line.is_draw:
            return (0.0, 1.0, 0.0)
        return chances(line.value, self._scale.draw_band)

    def expected_points_of(self, line: Line) -> float | None:
        """An estimate of the mover's final lead with one of the lines; None if it is known, or no number fits."""
        is_known = line.points is not None or line.is_draw
        scale = self._scale
        return None if is_known else expected_points(line.value, scale.points_per_unit, scale.most_points)

    @property
    def _scale(self) -> Game | LearnedEvaluation:
        return scale_of(self.position.variant)

    def words_of(self, line: Line) -> str:
        """What a line is worth to the mover, in words; draws and points are mentioned only in games that have them."""
        if not is_proven(line.value) and not line.is_draw:
            return self._estimate(line)
        lead, text = abs(line.points or 0), _result_words(line)
        return t("{result}, by {lead} {lead:point|points}", result=text, lead=lead) if lead else text

    def brief_words_of(self, line: Line) -> str:
        """The same in few words, with the mover's name: for panels and hints."""
        mover = self.position.players[self.position.mover].name
        plies = line.plies_to_end
        if plies is not None:
            if line.value > 0:
                return t("{player} wins in {plies} {plies:move|moves}", player=mover, plies=plies)
            return t("{player} loses in {plies} {plies:move|moves}", player=mover, plies=plies)
        if line.is_draw:
            return t("a certain draw")
        if line.points is not None:
            lead = abs(line.points)
            if line.points > 0:
                return t("{player} wins by {lead}", player=mover, lead=lead)
            return t("{player} loses by {lead}", player=mover, lead=lead)
        win, draw, _ = self.chances_of(line)
        percent = f"{100 * win:.0f}"
        if draw >= LEAST_SHOWN:
            return t("{player} {percent}%, draw {draw}%", player=mover, percent=percent, draw=f"{100 * draw:.0f}")
        return t("{player} {percent}%", player=mover, percent=percent)

    def _estimate(self, line: Line) -> str:
        win, draw, loss = (f"{100 * share:.0f}" for share in self.chances_of(line))
        if self._scale.draw_band > 0:
            text = t("{win}% win, {draw}% draw, {loss}% loss", win=win, draw=draw, loss=loss)
        else:
            text = t("{win}% win, {loss}% loss", win=win, loss=loss)
        points = self.expected_points_of(line)
        if points is None:
            return text
        lead = f"{points:+.0f}" if abs(points) >= 3 else f"{points:+.1f}"
        return t("{chances}, about {lead} points", chances=text, lead=lead)

    @property
    def proven(self) -> bool:
        """Whether the result is certain."""
        return self.lines[0].proven

    @property
    def nodes_per_second(self) -> float:
        """Speed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        """A row for each line, its value to the mover first, and one for how it was found."""
        rows = [
            f"{number}. {self.words_of(line)}: {' '.join(self.position.written_line(line.moves[:SHOWN_MOVES]))}"
            for number, line in enumerate(self.lines, 1)
        ]
        how = t(
            PLAYOUTS if self.method == "mcts" else POSITIONS,
            certainty=t("proven") if self.proven else t("depth {depth}", depth=self.depth),
            nodes=self.nodes,
            seconds=round(self.seconds, 2),
            speed=round(self.nodes_per_second),
            method=self.method,
        )
        return "\n".join([*rows, how])

    def _repr_html_(self) -> str:
        """How a notebook shows it: the position with arrows of the best line, and a row for each line."""
        from ludoteca.play.svg_picture import picture

        shown = [arrow_of(move) for move in self.lines[0].moves[: len(ARROWS)]]
        arrows = [(*ends, opacity) for ends, opacity in zip(shown, ARROWS, strict=False) if ends is not None]
        board = picture(self.position, arrows=arrows, marked=self.position.last_cells)
        rows = "".join(
            f"<tr><td>{self.score_of(line):.1%}</td><td>{escape(' '.join(written))}</td></tr>"
            for line in self.lines
            for written in [self.position.written_line(line.moves)]
        )
        mover = escape(self.position.players[self.position.mover].name)
        how = f"{escape(self.method)}, depth {self.depth}, {self.nodes:,} nodes{', proven' if self.proven else ''}"
        table = f"<table><thead><tr><th>{mover} wins</th><th>line</th></tr></thead><tbody>{rows}</tbody></table>"
        return f"<figure>{board}<figcaption>{how}</figcaption>{table}</figure>"


def scale_of(variant: Variant) -> Game | LearnedEvaluation:
    """What gives the evaluation's numbers their meaning."""
    return learned_for(variant) or variant.game


def _result_words(line: Line) -> Text:
    """A certain result."""
    plies = line.plies_to_end
    if line.is_draw:
        return t("draws")
    if plies is None:
        return t("wins, proven") if line.value > 0 else t("loses, proven")
    if line.value > 0:
        return t("wins in {plies} {plies:ply|plies}", plies=plies)
    return t("loses in {plies} {plies:ply|plies}", plies=plies)


def whole_moves(position: Position, moves: Iterable[Move]) -> tuple[Move, ...]:
    """A line as people play it: moves in a chain are one."""
    found = []
    for move in moves:
        found.append((position.mover, move))
        position = position.play(move)
    return tuple(chained(position.variant.game.kinds, found))


class NothingToSearch(LudotecaError):
    """The game is over: there is no move to look for."""


def line_of(position: Position, codes: list[int]) -> tuple[Move, ...]:
    """A line of move codes as moves; it ends early if a move is illegal (a table entry of another position)."""
    line = []
    for code in codes:
        step = position.follow(code)
        if step is None:
            break
        move, position = step
        line.append(move)
    return tuple(line)


def report_json(report: Report) -> dict[str, Any]:
    """A report; scores are the mover's chance of winning, counting a draw as half; chances are win, draw and loss."""
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "nps": round(report.nodes_per_second),
        "best": str(report.best),
        "score": round(report.score, 4),
        "value": report.value,
        "chances": _rounded(report.chances),
        "points": report.points,
        "expected_points": _tenths(report.expected_points),
        "proven": report.proven,
        "mover": report.position.mover,
        "method": report.method,
        "lines": [
            {
                "moves": [str(move) for move in line.moves],
                **beside_line(report.position, line.moves),
                "score": round(report.score_of(line), 4),
                "value": line.value,
                "plies_to_end": line.plies_to_end,
                "chances": _rounded(report.chances_of(line)),
                "points": line.points,
                "expected_points": _tenths(report.expected_points_of(line)),
            }
            for line in report.lines
        ],
    }


def _rounded(chances: Chances) -> list[float]:
    return [round(chance, 4) for chance in chances]


def _tenths(points: float | None) -> float | None:
    return None if points is None else round(points, 1)
