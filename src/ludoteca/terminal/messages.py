"""What is said at the table: the state of the game, the moves, what a cell contains, what the engine thinks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.explain.templates import PIECES
from ludoteca.kernel.declare import Game
from ludoteca.kernel.scene import Look, Piece, Scene
from ludoteca.languages import joined, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import changed_between
from ludoteca.play.turns import turns
from ludoteca.terminal.table import Table

if TYPE_CHECKING:
    from ludoteca.explain.reviews import Review
    from ludoteca.puzzles.solving import Answer
    from ludoteca.search.report import Report

LONGEST_LINE = 6  # moves of a line that are shown
LARGE = translatable({10**9: "{count:number}G", 10**6: "{count:number}M", 10**3: "{count:number}k"})


def turn_line(table: Table) -> str:
    """Who is to move, or how the game ended."""
    outcome = table.outcome
    if outcome is None:
        turn = table.position.scene().turn_of(table.named(table.position.mover))
        if table.position.settled is not None:
            turn = t("{turn}; {settled}", turn=turn, settled=table.position.settled.reason)
        return t("{turn} ({unsaved})", turn=turn, unsaved=table.unsaved) if table.unsaved else turn
    if outcome.is_aborted:
        return t("Game aborted: {reason}", reason=outcome.reason)
    if outcome.winner is None:
        return t("Draw: {reason}", reason=outcome.reason)
    return t("{player} wins: {reason}", player=table.named(outcome.winner), reason=outcome.reason)


def series_line(table: Table) -> str:
    """How a series of several games ended; empty before."""
    outcome = table.series.outcome
    if table.series.games == 1 or outcome is None:
        return ""
    return t("The series is over: {reason}", reason=outcome.reason)


def leaving_line(table: Table) -> str:
    """What happens to a game that is left before its end; empty if there is nothing to say."""
    if table.is_over or not table.is_begun:
        return ""
    if table.unsaved:
        return t("{reason} It was not saved.", reason=sentence(table.unsaved))
    return t("The game is saved; you can resume it next time.") if table.is_stored else ""


def played_line(table: Table) -> str:
    """The last turn in words; all its moves if one player made several."""
    plies = table.match.plies
    if not plies:
        return ""
    movers = table.movers[: len(plies)]
    written = table.match.written
    names = ", ".join(move_in_words(written[at]) for at in turns(movers)[-1])
    return t("{player} played {moves}.", player=table.named(movers[-1]), moves=names)


def draw_answer(who: str, *, accepts: bool) -> str:
    """A bot's answer to a draw offer."""
    return t("{player} accepts.", player=who) if accepts else t("{player} declines and plays on.", player=who)


def cell_words(name: str, look: Look) -> str:
    """The contents of a cell: `d4: black pyramid, 4 high, 2 green inside`."""
    top = look.top
    parts: list[str] = [t("empty")]
    if top is not None and top.kind == "seeds":
        parts = [t("{count} {count:seed|seeds}", count=look.height)]
    elif top is not None:
        parts = [t("{colour} {piece}", colour=t(top.colour), piece=t(PIECES[top.kind][0]))]
    if look.height > 1 and top is not None and top.kind != "seeds":
        parts.append(t("{height} high", height=look.height))
        parts += [t("{count} {colour} inside", count=count, colour=t(word)) for word, count in look.inside]
    parts += [t("marked {mark}", mark=t(mark)) for mark in look.marks]
    return t("{cell}: {contents}", cell=name, contents=joined(parts))


def taken_cells(before: Position, after: Position) -> list[str]:
    """The cells on which a move puts the mover's piece in place of the other player's."""
    old, new, mover = before.scene().cells, after.scene().cells, before.mover
    tops = [(name, old[name].top, look.top) for name, look in new.items()]
    return [
        name for name, was, top in tops
        if was is not None and top is not None and was.owner == 1 - mover and top.owner == mover
    ]  # fmt: skip


def taken_words(before: Position, after: Position) -> str:
    """What a move captures, `takes d3`; empty where it captures nothing."""
    taken = taken_cells(before, after)
    return t("takes {cells}", cells=", ".join(taken)) if taken else ""


def effect_words(before: Position, after: Position) -> str:
    """Where a move puts the mover's pieces and what it captures: `to c2 (1 high), d3 (6 high); takes d3`."""
    cells, mover = after.scene().cells, before.mover
    has_stacks = any(look.height > 1 for look in cells.values())
    names: list[str] = []
    for name in changed_between(before, after):
        look = cells[name]
        if look.top is not None and look.top.owner == mover:
            height = t("{height} high", height=look.height)
            names.append(t("{cell} ({height})", cell=name, height=height) if has_stacks else name)
    parts = [t("to {cells}", cells=", ".join(names))] if names else []
    return "; ".join(filter(None, [*parts, taken_words(before, after)]))


def legend(scene: Scene, game: Game) -> list[tuple[Piece, str]]:
    """The pieces on the board of a kind that no player has, such as walls, with their names; seeds are their number."""
    seen = {look.top for look in scene.cells.values()}
    others = [piece for piece in game.appearance.palette if piece in seen and piece.owner is None]
    return [(each, t(PIECES[each.kind][0])) for each in others if each.kind not in (game.players_piece, "seeds")]


def legend_line(scene: Scene, game: Game, *, ascii_only: bool) -> str:
    """The same as a line of text, `# wall, * bonus, J joker`; empty if there is nothing to explain."""
    pieces = legend(scene, game)
    return ", ".join(f"{piece.letter if ascii_only else piece.glyph} {word}" for piece, word in pieces)


def answer_lines(answer: Answer) -> list[str]:
    """The result of an answer to a puzzle, and the moves that follow it."""
    words = {"remark": answer.words}
    lines: list[str] = [t("Right: {remark}", **words) if answer.is_right else t("No: {remark}", **words)]
    moves = [position.last_move for position in answer.line[1:] if position.last_move is not None]
    follows = " ".join(map(move_in_words, answer.line[0].written_line(moves)))
    return [*lines, t("Continuation: {moves}", moves=follows)] if follows else lines


def line_words(position: Position, moves: Sequence[Move]) -> str:
    """The first moves of a line."""
    shown = " ".join(map(move_in_words, position.written_line(moves[:LONGEST_LINE])))
    return shown + (" …" if len(moves) > LONGEST_LINE else "")


def review_page(review: Review) -> str:
    """A review as a page to read: a heading for each move that mattered."""
    from ludoteca.explain.review_text import moment_lines, summary_lines

    rows = [f"# {t('Review')}", ""]
    for moment in review.moments:
        headline, *more = moment_lines(moment)
        rows += [f"**{headline}**", "", *(f"- {row}" for row in more), ""]
    return "\n".join([*rows, f"## {t('Accuracy')}", "", *(f"- {row}" for row in summary_lines(review))])


def report_lines(report: Report) -> list[str]:
    """A running analysis: depth and speed, then each line with its value."""
    head = t("depth {depth}, {count} positions", depth=report.depth, count=count_words(report.nodes))
    rows = [
        t("{worth}: {moves}", worth=report.brief_words_of(line), moves=line_words(report.position, line.moves))
        for line in report.lines
    ]
    return [head, *rows]


def count_words(count: int) -> str:
    """A large number in few characters."""
    for size, words in LARGE.items():
        if count >= size:
            return t(words, count=round(count / size, 1))
    return str(count)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A row of the move list: everything one player did in a row."""

    number: int
    seat: int
    moves: str
    plies: range
    is_undone: bool


def turn_rows(table: Table) -> list[TurnRow]:
    """The game turn by turn; undone moves are separate rows."""
    match, movers, written = table.match, table.movers, table.match.written
    played = len(match.plies)
    rows: list[TurnRow] = []
    for number, turn in enumerate(turns(movers), 1):
        for part in (range(turn.start, min(turn.stop, played)), range(max(turn.start, played), turn.stop)):
            if part:
                text = table.variant.labels.shown(" ".join(move_in_words(written[at]) for at in part))
                rows.append(TurnRow(number, movers[part.start], text, part, is_undone=part.start >= played))
    return rows


def move_in_words(written: str) -> str:
    """A written move for people: `pass` in their language, `d4xe4` as it is."""
    word, space, parts = written.partition(" ")
    return f"{t(word)}{space}{parts}" if len(word) > 1 and word.isalpha() and word.islower() else written
