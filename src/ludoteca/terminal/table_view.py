"""What is shown beside a board and on it, as data; for a table it is computed from its state, without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteca.kernel.cell_contents import glyph_of
from ludoteca.kernel.declare import Game
from ludoteca.kernel.scene import Pick, Piece, Scene
from ludoteca.languages import in_language, t
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import cells_of, changed_between
from ludoteca.play.turns import plies_to_mark
from ludoteca.search.report import Report
from ludoteca.terminal.board_canvas import NONE, Marks
from ludoteca.terminal.messages import (
    TurnRow,
    cell_words,
    effect_words,
    legend,
    report_lines,
    series_line,
    taken_cells,
    taken_words,
    turn_line,
    turn_rows,
)
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.prompts import index_of
from ludoteca.terminal.table import Table, pace_text

SPINNER = "◐◓◑◒"
MOST_PREVIEWED = 200  # moves whose changes are shown before one of them is chosen


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a table for the person at it: the game, what is being entered and viewed, who is thinking."""

    table: Table
    entry: Entry
    cursor: str
    viewing: int | None = None  # the ply being viewed, if it is not the last
    message: str = ""  # a refusal, a hint, an answer
    is_typing: bool = False
    hint: Move | None = None
    is_analysing: bool = False
    report: Report | None = None  # the latest of the analysis
    thinking_s: float | None = None  # how long a bot has been thinking
    is_paused: bool = False
    is_bot_waiting: bool = False  # for Space

    @property
    def ply(self) -> int:
        """How many plies led to what is shown."""
        return len(self.table.match.plies) if self.viewing is None else self.viewing

    @property
    def shown(self) -> Position:
        """The position on the screen: the last, or the one being viewed."""
        return self.table.position if self.viewing is None else self.table.match.positions[self.viewing]

    @property
    def can_enter(self) -> bool:
        """Whether a person can enter a move now."""
        return self.viewing is None and self.table.is_persons_turn

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices continue the move, so that the arrows go through them."""
        return self.can_enter and not is_draw_offered(self.table) and self.entry.is_choosing


@dataclass(frozen=True, slots=True)
class Choice:
    """Something offered by number."""

    name: str
    words: str
    is_pick: bool = False  # part of a move; otherwise an action at the table


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A seat: its colour, who sits there, and one of its pieces."""

    name: str
    who: str
    piece: Piece
    is_to_move: bool
    clock: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything a screen with a board shows; only a table has players, turns and an engine."""

    title: str
    scene: Scene
    cells: Scene  # what is drawn on the board, including what the selected choice would put there
    marks: Marks
    choices: list[Choice]
    pointed: int | None  # of the choices
    keys: list[str]  # the active keys
    example: str = ""  # what can be typed now
    options: str = ""
    score: str = ""
    words: str = ""  # of a lesson
    task: str = ""  # of a lesson or a puzzle
    status: list[str] = field(default_factory=list)
    message: str = ""
    is_right: bool = False  # whether the message says so
    players: tuple[PlayerRow, ...] = ()
    legend: list[tuple[Piece, str]] = field(default_factory=list)  # pieces that no player has, and their names
    engine: list[str] | None = None  # None: no analysis
    goal: str = ""  # what the game is about, until the first move
    turns: list[TurnRow] = field(default_factory=list)
    turn: int | None = None  # the row that led to what is shown


def entry_view(
    position: Position,
    entry: Entry | None,
    cursor: str,
    *,
    last: frozenset[str] = NONE,
    changed: frozenset[str] = NONE,
    best: frozenset[str] = NONE,
    **more: Any,
) -> BoardView:
    """A position with the move that is being entered, or None; `more` are other fields of the view."""
    scene = position.scene()
    marks = Marks(cursor=cursor, last=last, changed=changed, best=best)
    if entry is None:
        return BoardView(**{"scene": scene, "cells": scene, "marks": marks, "choices": [], "pointed": None, **more})
    picked = frozenset(name for name in entry.picked if name in position.variant.board.number)
    targets, changes = frozenset(entry.cells), preview(entry)
    cells, taken = scene, NONE
    if (pointed := pointed_at(entry)) is not None:
        after = pointed[1].scene().cells
        cells = replace(scene, cells={**scene.cells, **{name: after[name] for name in changes}})
        taken = frozenset(taken_cells(entry.position, pointed[1]))
    marks = replace(marks, picked=picked, targets=targets, preview=changes, taken=taken)
    fields = {"choices": pick_choices(entry), "pointed": entry.pointed if entry.is_choosing else None, **more}
    return BoardView(scene=scene, cells=cells, marks=marks, **fields)


def table_view(situation: Situation) -> BoardView:
    """All of a table."""
    table, scene = situation.table, situation.shown.scene()
    rows, labels = turn_rows(table), situation.table.variant.labels
    last, changed = recent_cells(situation)
    return entry_view(
        situation.shown,
        situation.entry if situation.can_enter else None,
        situation.cursor,
        last=last,
        changed=changed,
        best=best_cells(situation),
        title=table.variant.title,
        options=", ".join(f"{name} {value}" for name, value in table.variant.changed_options.items()),
        score=table.score_line(),
        players=player_rows(table, scene),
        legend=legend(scene, table.variant.game),
        status=[labels.shown(line) for line in status_lines(situation, scene)],
        message=labels.shown(situation.message),
        engine=None if (lines := engine_lines(situation)) is None else [labels.shown(line) for line in lines],
        choices=choices(situation),
        pointed=situation.entry.pointed if situation.is_choosing else None,
        goal="" if rows else t("{game}: {goal}", game=table.variant.title, goal=table.variant.game.goal),
        turns=rows,
        turn=next((at for at, row in enumerate(rows) if situation.ply - 1 in row.plies), None),
        example=labels.shown(example(situation)),
        keys=keys_now(situation),
    )


# --- the board


def recent_cells(situation: Situation) -> tuple[frozenset[str], frozenset[str]]:
    """The cells of the moves since the person's own last decision, and what else they changed."""
    table, ply = situation.table, situation.ply
    positions, plies = table.match.positions, table.match.plies
    to_mark = plies_to_mark(table.movers[:ply], table.viewer if situation.viewing is None else None)
    if not to_mark:
        return NONE, NONE
    last: set[str] = set()
    for at in to_mark:
        last.update(cells_of(plies[at].move, changed_between(positions[at], positions[at + 1])))
    changed = changed_between(positions[to_mark.start], positions[to_mark.stop])
    return frozenset(last), frozenset(changed) - last


def best_cells(situation: Situation) -> frozenset[str]:
    """The cells of the analysis's best move, or of the hint if it is for the position shown."""
    best = situation.report.best if situation.report is not None else situation.hint
    if best is None or best not in situation.shown.whole_moves():
        return NONE
    return frozenset(pick.name for pick in best.picks if pick.is_cell)


def preview(entry: Entry) -> frozenset[str]:
    """What the selected choice would change; nothing before the first pick."""
    if not entry.picked or not entry.is_choosing:
        return NONE
    changed: set[str] = set()
    for move in entry.fitting(entry.choices[entry.pointed].name)[:MOST_PREVIEWED]:
        changed.update(changed_between(entry.position, entry.position.play(move)))
    return frozenset(changed - set(entry.picked))


def pointed_at(entry: Entry) -> tuple[str, Position] | None:
    """The selected choice in words, and the position after it; None if it does not complete a move."""
    if not entry.is_choosing:
        return None
    pick = entry.choices[entry.pointed]
    after = entry.after(pick.name)
    return None if after is None else (in_language(str(pick)), after)


# --- beside the board


def player_rows(table: Table, scene: Scene) -> tuple[PlayerRow, PlayerRow]:
    """Both seats."""
    pieces = own_pieces(scene, table.variant.game)
    first, second = (
        PlayerRow(
            name=in_language(player.name),
            who=in_language(table.match.players[seat].name),
            piece=pieces[seat],
            is_to_move=scene.mover == seat and table.outcome is None,
            clock=table.clock_of(seat),
        )
        for seat, player in enumerate(scene.players)
    )
    return first, second


def own_pieces(scene: Scene, game: Game) -> list[Piece]:
    """A piece of each player, as it is somewhere on the board, or as the game declares it."""
    kind = game.players_piece
    found: dict[int, Piece] = {}
    for look in scene.cells.values():
        if look.top is not None and look.top.owner is not None and look.top.kind == kind:
            found.setdefault(look.top.owner, look.top)
    for seat, player in enumerate(scene.players):
        glyph = glyph_of(kind, game.players, game.players.index(player))
        found.setdefault(seat, Piece(kind, player.colour, seat, glyph, player.letter))
    return [found[0], found[1]]


def status_lines(situation: Situation, scene: Scene) -> list[str]:
    """Whose turn it is or how it ended, what a bot does, what is being chosen, what is under the cursor."""
    table = situation.table
    lines = [turn_line(table) if situation.viewing is None else viewing_line(situation)]
    if situation.viewing is None and series_line(table):
        lines.append(series_line(table))
    if situation.thinking_s is not None:
        lines.append(thinking_line(situation.thinking_s, situation.shown.ply))
    elif situation.is_bot_waiting:
        lines.append(
            t("Paused; press Space to continue.") if situation.is_paused else t("Press any key for the next move.")
        )
    elif table.is_watched and table.outcome is None:
        lines.append(t("Pace: {pace}", pace=pace_text(table.pace)))
    if situation.can_enter and situation.entry.picked:
        lines.append(t("Chosen: {picks} …", picks=situation.entry.so_far))
    if situation.is_choosing and (pointed := pointed_at(situation.entry)) is not None:
        effect = effect_words(situation.entry.position, pointed[1])
        lines += [t("{name}: {task}", name=pointed[0], task=effect)] if effect else []
    return [*lines, cell_words(situation.cursor, scene.cells[situation.cursor])]


def viewing_line(situation: Situation) -> str:
    """Which turn of the game is being viewed."""
    rows = [row for row in turn_rows(situation.table) if not row.is_undone]
    row = next((row for row in rows if situation.ply - 1 in row.plies), None)
    if row is None:
        return t("The start, before {count} turns", count=len(rows)) if len(rows) != 1 else t("The start")
    if situation.ply == row.plies.stop:
        return t("After turn {number} of {count}", number=row.number, count=len(rows))
    return t("In turn {number} of {count}", number=row.number, count=len(rows))


def thinking_line(seconds: float, ply: int) -> str:
    """That a bot is thinking; if a first answer takes long, why."""
    known = {"spinner": SPINNER[int(seconds * 4) % 4], "seconds": round(seconds), "undo": "u", "pause": "p"}
    line = t("{spinner} thinking, {seconds} s (interrupt with {undo} or {pause})", **known)
    if seconds > 2 and ply < 4:
        return t("{thinking} The first move in a game may need some one-off compiling.", thinking=line)
    return line


def engine_lines(situation: Situation) -> list[str] | None:
    """The running analysis."""
    if not situation.is_analysing:
        return None
    if situation.report is not None:
        return report_lines(situation.report)
    return [] if situation.shown.outcome is not None else [t("Analysis: getting ready …")]


def is_draw_offered(table: Table) -> bool:
    """Whether someone at the keyboard must answer a draw offer."""
    offered = table.match.draw_offer
    return offered is not None and table.is_person(1 - offered)


def choices(situation: Situation) -> list[Choice]:
    """What is offered by number: choices of the current move, answers to a draw offer, or what follows the end."""
    table = situation.table
    if table.outcome is not None:
        return [
            Choice("again", t("Next game") if table.has_next_game else t("Rematch")),
            Choice("settings", t("Change settings")),
            Choice("replay", t("Step through the game")),
            Choice("review", t("Review the game")),
            Choice("menu", t("Main menu")),
            Choice("exit", t("Exit")),
        ]
    if is_draw_offered(table):
        who = table.position.players[1 - (table.match.draw_offer or 0)].name
        return [
            Choice("accept", t("{player}: accept the draw", player=who)),
            Choice("decline", t("{player}: play on", player=who)),
        ]
    if not situation.can_enter:
        return []
    return pick_choices(situation.entry)


def pick_choices(entry: Entry) -> list[Choice]:
    """The named choices that continue a move."""
    return [Choice(pick.name, choice_words(entry, pick), is_pick=True) for pick in entry.choices]


def choice_words(entry: Entry, pick: Pick) -> str:
    """A choice by name, and what it captures if it completes the move."""
    after = entry.after(pick.name)
    takes = "" if after is None else taken_words(entry.position, after)
    words = in_language(str(pick))
    return f"{words}  {entry.labels.shown(takes)}" if takes else words


def choice_beside_moves(situation: Situation, text: str) -> Choice | None:
    """The choice that typed text means, if something other than a move is offered: a draw, or what follows the end.

    It is selected by its number, its words or its name.
    """
    offered = [choice for choice in choices(situation) if not choice.is_pick]
    found = index_of(text, [choice.words for choice in offered])
    if found is None:
        found = index_of(text, [choice.name for choice in offered])
    return None if found is None else offered[found]


def why_no_entry(situation: Situation) -> str:
    """Why no move can be entered now; empty if one can."""
    table = situation.table
    if situation.viewing is not None:
        return t("You are looking at an earlier position; press Esc to return.")
    if table.outcome is not None:
        return t("The game is over.")
    if table.is_persons_turn:
        return ""
    mover = table.position.mover
    side, player = table.position.players[mover].name, table.match.players[mover].name
    return t("It's {side}'s turn ({player}).", side=side, player=player)


def example(situation: Situation) -> str:
    """What can be typed now."""
    offered = choices(situation)
    if offered and not offered[0].is_pick:
        return t("1 to {count}", count=len(offered))
    legal = situation.entry.fitting() if situation.can_enter else []
    if not legal:
        return ""
    move = situation.entry.position.written(legal[0])
    if situation.is_typing:
        return t("a move, such as {move}", move=move)
    return t("{key}: type, such as {move}", key="m", move=move)  # before that, letters are commands


# --- keys


def keys_now(situation: Situation) -> list[str]:
    """The active keys, the most important first; the last two are always shown."""
    table = situation.table
    if situation.is_typing:
        return [t("Enter play"), t("Esc back")]
    hint, analyse, step = t("{key} hint", key="t"), t("{key} analyse", key="a"), t("[ ] step")
    if situation.viewing is not None:
        advice = [analyse, hint] if situation.shown.outcome is None else []
        return [step, t("Home End"), *advice, t("Esc back to the game"), t("{key} menu", key="q")]
    keys = [*_turn_keys(situation), *_undo_keys(table)]
    if table.outcome is None:
        keys += [hint] if table.is_persons_turn else []
        keys += [analyse, t("{key} pause", key="p")]
    elif table.match.plies:
        keys += [step, t("{key} export", key="e")]
    return [*keys, t("{key} keys", key="?"), t("{key} menu", key="q")]


def key_line(keys: Sequence[str], width: int, gap: int = 2) -> str:
    """As many keys as fit; the last two stay."""
    shown, space = list(keys), " " * gap
    while len(shown) > 2 and len(space.join(shown)) > width:
        del shown[-3]
    return space.join(shown)


def _turn_keys(situation: Situation) -> list[str]:
    """Keys that continue the game."""
    table = situation.table
    if table.outcome is not None or is_draw_offered(table):
        return [t("1-{count} choose", count=len(choices(situation)))]
    if table.is_watched:
        return [*([t("any key steps")] if situation.is_bot_waiting else []), t("+ - pace")]
    if not table.is_persons_turn:
        return [t("Space continue")] if situation.is_bot_waiting else []
    back = [t("Esc back")] if situation.entry.picked else []
    return [picking_keys(is_choosing=situation.is_choosing), *back, t("{key} type", key="m")]


def picking_keys(*, is_choosing: bool) -> str:
    """The keys for entering a move."""
    return t("Up Down Enter") if is_choosing else t("Enter pick")


def _undo_keys(table: Table) -> list[str]:
    keys: list[str] = [t("{key} undo", key="u")] if table.can_undo else []
    return [*keys, t("{key} redo", key="r")] if table.match.undone else keys
