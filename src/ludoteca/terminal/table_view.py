"""What is shown of a table, as data: computed from how it stands, without a screen."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.kernel.scene import Piece
from ludoteca.play.match.marked_cells import cells_of, changed_between
from ludoteca.play.match.turns import plies_to_mark
from ludoteca.play.position import Move, Position
from ludoteca.play.scene import Scene
from ludoteca.search.report import Report
from ludoteca.terminal.board_view import NONE, Marks
from ludoteca.terminal.messages import cell_words, report_lines, series_line, turn_line
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.prompts import index_of
from ludoteca.terminal.table import Table, pace_text
from ludoteca.terminal.turn_rows import TurnRow, turn_rows

SPINNER = "◐◓◑◒"
MOST_PREVIEWED = 200  # moves whose changes are shown before one of them is chosen


@dataclass(frozen=True, slots=True)
class Situation:
    """How a table stands for whoever sits at it: the game, what is being entered and looked at, who thinks."""

    table: Table
    entry: Entry
    cursor: str
    viewing: int | None = None  # the ply being looked at, when it is not the last
    pointed: int = 0  # which of the choices is pointed at
    message: str = ""  # a refusal, a hint, an answer
    is_typing: bool = False
    hint: Move | None = None
    is_analysing: bool = False
    report: Report | None = None  # the newest of the analysis
    thinking_s: float | None = None  # how long a bot has been thinking
    is_paused: bool = False
    is_bot_waiting: bool = False  # for Space

    @property
    def ply(self) -> int:
        """How many plies led to what is shown."""
        return len(self.table.match.plies) if self.viewing is None else self.viewing

    @property
    def shown(self) -> Position:
        """The position on the screen: the last, or the one being looked at."""
        return self.table.position if self.viewing is None else self.table.match.positions[self.viewing]

    @property
    def can_enter(self) -> bool:
        """Whether a person may put in a move now."""
        return self.viewing is None and self.table.is_persons_turn

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices go on with the move, so that the arrows go through them."""
        return self.can_enter and not is_draw_offered(self.table) and not self.entry.cells and bool(self.entry.choices)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that is offered by number."""

    name: str
    words: str
    is_pick: bool = False  # part of a move; else something that is done at the table


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A seat: its colour, who sits there, and one of its pieces where one is on the board."""

    name: str
    who: str
    piece: Piece | None
    is_to_move: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a screen shows of a table."""

    title: str
    options: str
    score: str
    scene: Scene
    marks: Marks
    players: tuple[PlayerRow, PlayerRow]
    status: list[str]
    message: str
    engine: list[str] | None  # None: no analysis
    choices: list[Choice]
    pointed: int | None  # of the choices
    goal: str  # what the game is about, until the first move
    turns: list[TurnRow]
    turn: int | None  # the row that led to what is shown
    example: str  # what may be typed now
    keys: list[str]  # that do something now


def table_view(situation: Situation) -> TableView:
    """All of it."""
    table, scene = situation.table, situation.shown.scene()
    rows = turn_rows(table)
    return TableView(
        title=table.variant.title,
        options=", ".join(f"{name} {value}" for name, value in table.variant.changed_options.items()),
        score=table.score_line(),
        scene=scene,
        marks=marks(situation),
        players=player_rows(table, scene),
        status=status_lines(situation, scene),
        message=situation.message,
        engine=engine_lines(situation),
        choices=choices(situation),
        pointed=situation.pointed if situation.is_choosing else None,
        goal="" if rows else f"{table.variant.title}: {table.variant.game.goal}",
        turns=rows,
        turn=next((at for at, row in enumerate(rows) if situation.ply - 1 in row.plies), None),
        example=example(situation),
        keys=keys_now(situation),
    )


# --- the board


def marks(situation: Situation) -> Marks:
    """What is pointed out: all since the person's own last decision, the move being entered, the engine's move."""
    last, changed = recent_cells(situation)
    can_enter, entry = situation.can_enter, situation.entry
    board = situation.table.variant.board
    return Marks(
        cursor=situation.cursor,
        picked=frozenset(name for name in entry.picked if name in board.number) if can_enter else NONE,
        targets=frozenset(entry.cells) if can_enter else NONE,
        preview=preview(situation) if can_enter else NONE,
        best=best_cells(situation),
        last=last,
        changed=changed,
    )


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
    """The cells of the analysis's best move, or of the hint as long as it is one for the position shown."""
    best = situation.report.best if situation.report is not None else situation.hint
    if best is None or best not in situation.shown.moves():
        return NONE
    return frozenset(pick.name for pick in best.picks if pick.is_cell)


def preview(situation: Situation) -> frozenset[str]:
    """What the choice pointed at would change; nothing before the first pick."""
    entry = situation.entry
    if not entry.picked or entry.cells:
        return NONE
    pointed = [entry.choices[situation.pointed].name] if situation.pointed < len(entry.choices) else []
    changed: set[str] = set()
    for move in entry.fitting(*pointed)[:MOST_PREVIEWED]:
        changed.update(changed_between(entry.position, entry.position.play(move)))
    return frozenset(changed - set(entry.picked))


# --- beside the board


def player_rows(table: Table, scene: Scene) -> tuple[PlayerRow, PlayerRow]:
    """Both seats."""
    pieces = own_pieces(scene)
    first, second = (
        PlayerRow(
            name=player.name,
            who=table.match.players[seat].name,
            piece=pieces[seat],
            is_to_move=scene.mover == seat and table.outcome is None,
        )
        for seat, player in enumerate(scene.players)
    )
    return first, second


def own_pieces(scene: Scene) -> list[Piece | None]:
    """A piece of each player, as it stands on the board somewhere."""
    found: list[Piece | None] = [None, None]
    for look in scene.cells.values():
        top = look.top
        if top is not None and top.owner is not None and found[top.owner] is None:
            found[top.owner] = top
    return found


def status_lines(situation: Situation, scene: Scene) -> list[str]:
    """Whose turn it is or how it ended, what a bot does, what is being chosen, what lies under the cursor."""
    table = situation.table
    lines = [turn_line(table) if situation.viewing is None else viewing_line(situation)]
    if situation.viewing is None and series_line(table):
        lines.append(series_line(table))
    if situation.thinking_s is not None:
        lines.append(thinking_line(situation.thinking_s, situation.shown.ply))
    elif situation.is_bot_waiting:
        lines.append("Paused; Space goes on." if situation.is_paused else "Space plays the next move.")
    elif table.is_watched and table.outcome is None:
        lines.append(f"Pace: {pace_text(table.pace)}")
    if situation.can_enter and situation.entry.picked:
        lines.append(f"Chosen: {situation.entry.so_far} …")
    return [*lines, cell_words(situation.cursor, scene.cells[situation.cursor])]


def viewing_line(situation: Situation) -> str:
    """Which turn of the game is being looked at."""
    rows = [row for row in turn_rows(situation.table) if not row.is_undone]
    row = next((row for row in rows if situation.ply - 1 in row.plies), None)
    if row is None:
        return f"The start of {len(rows)} turns" if len(rows) != 1 else "The start"
    part = "After" if situation.ply == row.plies.stop else "In"
    return f"{part} turn {row.number} of {len(rows)}"


def thinking_line(seconds: float, ply: int) -> str:
    """That a bot thinks; a first answer that takes long says why."""
    first = " The first answer of a game may need compiling, once." if seconds > 2 and ply < 4 else ""
    return f"{SPINNER[int(seconds * 4) % 4]} thinking, {seconds:.0f} s (u or p interrupts){first}"


def engine_lines(situation: Situation) -> list[str] | None:
    """The analysis that runs along."""
    if not situation.is_analysing:
        return None
    if situation.report is not None:
        return report_lines(situation.report)
    return [] if situation.shown.outcome is not None else ["Analysis: getting ready …"]


def is_draw_offered(table: Table) -> bool:
    """Whether somebody at the keyboard is to answer a draw offer."""
    offered = table.match.draw_offer
    return offered is not None and table.is_person(1 - offered)


def choices(situation: Situation) -> list[Choice]:
    """What is offered by number: choices of the move at hand, answers to a draw offer, or what follows the end."""
    table = situation.table
    if table.outcome is not None:
        again = "Next game" if table.has_next_game else "Play again"
        return [Choice("again", again), Choice("replay", "Step through the game"), Choice("review", "Review the game"),
                Choice("menu", "Main menu"), Choice("exit", "Exit")]  # fmt: skip
    if is_draw_offered(table):
        who = table.position.players[1 - (table.match.draw_offer or 0)].name
        return [Choice("accept", f"{who}: accept the draw"), Choice("decline", f"{who}: play on")]
    if not situation.can_enter:
        return []
    return [Choice(pick.name, str(pick), is_pick=True) for pick in situation.entry.choices]


def choice_beside_moves(situation: Situation, text: str) -> Choice | None:
    """The choice that typed text means, where something other than a move is offered: a draw, or what follows the end.

    It is meant by its number, its words or its name.
    """
    offered = [choice for choice in choices(situation) if not choice.is_pick]
    found = index_of(text, [choice.words for choice in offered])
    if found is None:
        found = index_of(text, [choice.name for choice in offered])
    return None if found is None else offered[found]


def why_no_entry(situation: Situation) -> str:
    """Why no move can be put in now; empty when one can."""
    table = situation.table
    if situation.viewing is not None:
        return "You are looking at an earlier position; Esc comes back."
    if table.outcome is not None:
        return "The game is over."
    return "" if table.is_persons_turn else f"It is {table.named(table.position.mover)}'s turn."


def example(situation: Situation) -> str:
    """What may be typed now."""
    offered = choices(situation)
    if offered and not offered[0].is_pick:
        return f"1 to {len(offered)}"
    legal = situation.entry.fitting() if situation.can_enter else []
    how = "a move" if situation.is_typing else "m: type"  # before that, letters are commands
    return f"{how}, such as {legal[0]}" if legal else ""


# --- keys


def keys_now(situation: Situation) -> list[str]:
    """The keys that do something now, those that matter most first; the last two are always there."""
    table = situation.table
    if situation.is_typing:
        return ["Enter play", "Esc back"]
    if situation.viewing is not None:
        advice = ["a analyse", "t hint"] if situation.shown.outcome is None else []
        return ["[ ] step", "Home End", *advice, "Esc back to the game", "q menu"]
    keys = [*_turn_keys(situation), *_undo_keys(table)]
    if table.outcome is None:
        keys += ["t hint"] if table.is_persons_turn else []
        keys += ["a analyse", "p pause"]
    elif table.match.plies:
        keys += ["[ ] step", "e export"]
    return [*keys, "? keys", "q menu"]


def key_line(keys: list[str], width: int) -> str:
    """As many keys as there is room for; the last two stay."""
    shown = list(keys)
    while len(shown) > 2 and len("  ".join(shown)) > width:
        del shown[-3]
    return "  ".join(shown)


def _turn_keys(situation: Situation) -> list[str]:
    """What goes on with the game."""
    table = situation.table
    if table.outcome is not None or is_draw_offered(table):
        return [f"1-{len(choices(situation))} choose"]
    if table.is_watched:
        return [*(["Space step"] if situation.is_bot_waiting else []), "+ - pace"]
    if not table.is_persons_turn:
        return ["Space go on"] if situation.is_bot_waiting else []
    picking = ["Up Down Enter"] if situation.is_choosing else ["Enter pick"]
    return [*picking, *(["Esc back"] if situation.entry.picked else []), "m type"]


def _undo_keys(table: Table) -> list[str]:
    keys = ["u undo"] if table.can_undo else []
    return [*keys, "r redo"] if table.match.undone else keys
