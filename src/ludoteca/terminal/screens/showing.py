"""What a table's screen shows, from how the table stands: board and marks, players, facts, words, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.kernel.scene import Piece
from ludoteca.play.scene import Scene
from ludoteca.terminal.board_view import Marks
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.facts_view import fact_lines
from ludoteca.terminal.messages import cell_words, report_lines, turn_line
from ludoteca.terminal.table import changed_cells, last_turn, pace_text

if TYPE_CHECKING:
    from ludoteca.terminal.screens.playing import PlayScreen

SPINNER = "◐◓◑◒"
ASCII_SPINNER = "|/-\\"
KEYS = "Enter pick  m type  u undo  t hint  a analyse  p pause  ? keys  q menu"
WATCH_KEYS = "Space step  + - pace  u back  a analyse  p pause  ? keys  q menu"
TYPING_KEYS = "Enter plays what is typed   Esc back to the board"
VIEW_KEYS = "[ ] step  Home End  a analyse  t hint  Esc back to the game  q menu"


def show_table(screen: PlayScreen) -> None:
    """Everything anew."""
    palette = screen.app.palette
    position = screen.shown
    scene = position.scene()
    accent = palette.accent(screen.table.variant.name)
    board = screen.query_one("#board", BoardWidget)
    board.show(screen.table.variant.board, scene, marks(screen), palette, accent)
    _show_title(screen, accent)
    side = screen.query_one("#side").content_size.width or 29
    screen.query_one("#players", Static).update(players(screen, scene, side))
    screen.query_one("#facts", Static).update(Text("\n".join(fact_lines(scene, side)), no_wrap=True))
    screen.query_one("#status", Static).update(status(screen, scene))
    screen.query_one("#message", Static).update(screen.message)
    _show_engine(screen)
    _show_choices(screen)
    _show_moves(screen)
    typed = screen.query_one("#typed", Input)
    typed.placeholder = example(screen)
    keys = WATCH_KEYS if screen.table.is_watched else KEYS
    if screen.viewing is not None:
        keys = VIEW_KEYS
    if typed.has_focus:
        keys = TYPING_KEYS
    screen.query_one("#keys", Static).update(keys)


def marks(screen: PlayScreen) -> Marks:
    """What is pointed out: the last turn, the entry at hand, the engine's move."""
    count = len(screen.table.match.plies) if screen.viewing is None else screen.viewing
    positions = screen.table.match.positions[: count + 1]
    turn = last_turn(positions)
    last: set[str] = set()
    changed: set[str] = set()
    if turn:
        plies = screen.table.match.plies[count - turn : count]
        last = {pick.name for ply in plies for pick in ply.move.picks if pick.is_cell}
        changed = changed_cells(positions[count - turn], positions[count]) - last
    report = screen.engine.report
    best = screen.asides.best_cells
    if report is not None:
        best = frozenset(pick.name for pick in report.best.picks if pick.is_cell)
    entry = screen.entry
    board = screen.table.variant.board
    return Marks(
        cursor=screen.cursor,
        picked=frozenset(name for name in entry.picked if name in board.number) if screen.can_enter else frozenset(),
        targets=frozenset(entry.cells) if screen.can_enter else frozenset(),
        preview=preview(screen) if screen.can_enter else frozenset(),
        best=best,
        last=frozenset(last),
        changed=frozenset(changed),
    )


def preview(screen: PlayScreen) -> frozenset[str]:
    """What the moves that begin as chosen would change; nothing before the first pick."""
    entry = screen.entry
    if not entry.picked or entry.cells:
        return frozenset()
    changed: set[str] = set()
    for move in entry.fitting()[:200]:
        changed |= changed_cells(entry.position, entry.position.play(move))
    return frozenset(changed - set(entry.picked))


def _show_title(screen: PlayScreen, accent: str) -> None:
    table = screen.table
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(table.variant.title, f"bold {accent}")
    options = ", ".join(f"{name} {value}" for name, value in table.variant.changed_options.items())
    if options:
        line.append(f"  {options}"[:60], screen.app.palette.muted)
    if table.series.games > 1:
        line.append(f"   {table.score_line()}", screen.app.palette.ink)
    screen.query_one("#title", Static).update(line)


def players(screen: PlayScreen, scene: Scene, width: int) -> Text:
    """Both seats with their shapes, an arrow at the one to move; above the facts' columns their names."""
    table, palette = screen.table, screen.app.palette
    text = Text(no_wrap=True, overflow="ellipsis")
    shapes = own_pieces(scene)
    for seat, player in enumerate(scene.players):
        is_to_move = scene.mover == seat and table.outcome is None
        arrow = (">" if screen.app.ascii_only else "▸") if is_to_move else " "
        text.append(f"{arrow} ", f"bold {palette.moss}")
        piece = shapes[seat]
        if piece is not None:
            fill, ink = palette.piece(piece.colour)
            glyph = piece.letter if screen.app.ascii_only else piece.glyph
            text.append(f" {glyph} ", f"bold {ink} on {fill}")
        text.append(f" {player.name}", "bold" if is_to_move else "")
        text.append(f"  {table.match.players[seat].name}\n", palette.muted)
    column = max(6, *(len(player.name) + 1 for player in scene.players))
    heads = "".join(f"{player.name:>{column}}" for player in scene.players)
    text.append(f"{heads:>{width}}", palette.muted)
    return text


def own_pieces(scene: Scene) -> list[Piece | None]:
    """A piece of each player, as it stands on the board somewhere."""
    found: list[Piece | None] = [None, None]
    for look in scene.cells.values():
        top = look.top
        if top is not None and top.owner is not None and found[top.owner] is None:
            found[top.owner] = top
    return found


def status(screen: PlayScreen, scene: Scene) -> str:
    """Whose turn it is or how it ended, what is being chosen, what lies under the cursor."""
    table = screen.table
    lines = []
    if screen.viewing is not None:
        lines.append(f"After move {screen.viewing} of {len(table.match.plies)}")
    else:
        lines.append(turn_line(table))
    if screen.bots.is_thinking:
        spinner = ASCII_SPINNER if screen.app.ascii_only else SPINNER
        seconds = screen.bots.seconds
        first = " The first answer of a game may need compiling, once." if seconds > 2 and screen.shown.ply < 4 else ""
        lines.append(f"{spinner[screen.ticks % 4]} thinking, {seconds:.0f} s (u or p interrupts){first}")
    elif screen.bots.is_paused and table.is_bots_turn:
        lines.append("Paused; Space goes on.")
    elif table.is_watched and table.outcome is None:
        lines.append(f"Pace: {pace_text(table.pace)}")
    if screen.can_enter and screen.entry.picked:
        lines.append(f"Chosen: {screen.entry.so_far} …")
    lines.append(cell_words(screen.cursor, scene.cells[screen.cursor]))
    return "\n".join(lines)


def _show_engine(screen: PlayScreen) -> None:
    engine = screen.query_one("#engine", Static)
    engine.set_class(screen.engine.is_analysing, "-on")
    report = screen.engine.report
    if not screen.engine.is_analysing:
        return
    if report is not None:
        engine.update("\n".join(report_lines(report)))
    else:
        engine.update("" if screen.shown.outcome is not None else "Analysis: getting ready …")


def _show_choices(screen: PlayScreen) -> None:
    listed = screen.asides.listed()
    choices = screen.query_one("#choices", OptionList)
    choices.set_class(bool(listed), "-on")
    wanted = [(name, f"{number:2} {words}") for number, (name, words) in enumerate(listed, 1)]
    _fill(choices, wanted)


def _show_moves(screen: PlayScreen) -> None:
    """All moves so far, those undone in brackets; the one looked at is highlighted."""
    match = screen.table.match
    wanted = []
    for number, (ply, position) in enumerate(zip(match.plies, match.positions, strict=False), 1):
        name = position.players[position.mover].name
        wanted.append((str(number), f"{number:3} {name:7.7} {ply.move}"))
    for number, ply in enumerate(match.undone, len(match.plies) + 1):
        wanted.append((f"undone{number}", f"{number:3} ({ply.move})"))
    moves = screen.query_one("#moves", OptionList)
    for option in _fill(moves, wanted):
        if (option.id or "").startswith("undone"):
            moves.disable_option(option.id or "")
    at = len(match.plies) if screen.viewing is None else screen.viewing
    moves.highlighted = at - 1 if 0 < at <= len(wanted) else None
    if moves.highlighted is not None:
        moves.scroll_to_highlight()


def _fill(options: OptionList, wanted: list[tuple[str, str]]) -> list[Option]:
    """Set a list's lines, unless they are there already."""
    present = [(option.id, str(option.prompt)) for option in options.options]
    if present == wanted:
        return []
    if present == wanted[: len(present)]:  # a game grows at its end
        added = [Option(words, id=name) for name, words in wanted[len(present) :]]
        options.add_options(added)
        return added
    options.clear_options()
    added = [Option(words, id=name) for name, words in wanted]
    options.add_options(added)
    return added


def example(screen: PlayScreen) -> str:
    """What may be typed now."""
    if not screen.can_enter:
        return ""
    legal = screen.entry.fitting()
    return f"a move, such as {legal[0]}" if legal else ""
