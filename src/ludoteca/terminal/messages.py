"""What is said at the table: how things stand, what a cell holds, what the engine thinks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.explain.templates import PIECES
from ludoteca.kernel.scene import Look
from ludoteca.play.match.turns import turns
from ludoteca.play.position import Move
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.table import Table

if TYPE_CHECKING:
    from ludoteca.explain.reviews import Review
    from ludoteca.search.report import Report

LONGEST_LINE = 6  # moves of a line that are named


def turn_line(table: Table) -> str:
    """Who is to move, or how the game ended."""
    outcome = table.outcome
    if outcome is None:
        unsaved = f" ({table.unsaved})" if table.unsaved else ""
        return f"{table.named(table.position.mover)}{table.position.scene().to_do}{unsaved}"
    if outcome.winner is None:
        return f"Draw: {outcome.reason}"
    return f"{table.named(outcome.winner)} wins: {outcome.reason}"


def series_line(table: Table) -> str:
    """How a series of several games has ended; empty before."""
    outcome = table.series.outcome
    if table.series.games == 1 or outcome is None:
        return ""
    return f"The series is over: {outcome.reason}"


def leaving_line(table: Table) -> str:
    """What becomes of a game that is left before its end; empty where there is nothing to say."""
    if table.is_over or not table.is_begun:
        return ""
    if table.unsaved:
        return f"{sentence(table.unsaved)} It is lost."
    return "The game is kept; it can be resumed next time." if table.is_stored else ""


def played_line(table: Table) -> str:
    """The last turn in words; all its moves where one player made several."""
    plies = table.match.plies
    if not plies:
        return ""
    movers = table.movers[: len(plies)]
    names = ", ".join(str(plies[at].move) for at in turns(movers)[-1])
    return f"{table.named(movers[-1])} played {names}."


def cell_words(name: str, look: Look) -> str:
    """What stands on a cell: `d4: black pyramid, 4 high, 2 green inside`."""
    top = look.top
    parts = ["empty" if top is None else f"{top.colour} {PIECES[top.kind][0]}"]
    if look.height > 1:
        parts.append(f"{look.height} high")
        parts += [f"{count} {word} inside" for word, count in look.inside]
    parts += [f"marked {mark}" for mark in look.marks]
    return f"{name}: {', '.join(parts)}"


def line_words(moves: Sequence[Move]) -> str:
    """The first moves of a line."""
    shown = " ".join(str(move) for move in moves[:LONGEST_LINE])
    return shown + (" …" if len(moves) > LONGEST_LINE else "")


def review_page(review: Review) -> str:
    """A review as a page to read: a heading for each move that mattered."""
    from ludoteca.explain.review_text import moment_lines, summary_lines

    rows = ["# Review", ""]
    for moment in review.moments:
        headline, *more = moment_lines(moment)
        rows += [f"**{headline}**", "", *(f"- {row}" for row in more), ""]
    return "\n".join([*rows, "## Accuracy", "", *(f"- {row}" for row in summary_lines(review))])


def report_lines(report: Report) -> list[str]:
    """A running analysis: depth and speed, then each line with its worth."""
    head = f"depth {report.depth}, {count_words(report.nodes)} positions"
    rows = [f"{report.brief_words_of(line)}: {line_words(line.moves)}" for line in report.lines]
    return [head, *rows]


def count_words(count: int) -> str:
    """A large number in few characters."""
    for size, unit in ((10**9, " G"), (10**6, " M"), (10**3, " k")):
        if count >= size:
            return f"{count / size:.1f}{unit}"
    return str(count)
