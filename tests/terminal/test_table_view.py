"""What is shown of a table, computed without a screen."""

from __future__ import annotations

import pytest
from screens import table_after

from ludoteca.games import game_names
from ludoteca.kernel.boards import HexBoard, SquareBoard
from ludoteca.play import load_game
from ludoteca.terminal.board_canvas import Marks, draw_board
from ludoteca.terminal.layout import Side, best_layout, window_layout
from ludoteca.terminal.messages import turn_rows
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import fact_rows
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.board import title_line, too_small
from ludoteca.terminal.table import Table
from ludoteca.terminal.table_view import Situation, choices, key_line, keys_now, status_lines, table_view
from ludoteca.terminal.theme import DARK

GLAISHER_CAPTURE = (  # the part 1 of b1 to the south-east takes c2
    ".,r6,.,.,./.,.,y1,.,.,y6/.,.,.,.,.,.,./y6,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,./.,.,.,.,.,.,.,r6/.,.,.,.,.,.,./"
    "r6,.,.,.,.,./.,.,.,y6,. r split 38"
)


def situation(table: Table, **more: object) -> Situation:
    cursor = table.variant.board.names[0]
    return Situation(table, Entry(table.position), cursor, **more)  # type: ignore[arg-type]


def squ(tmp_path, *moves: str, seats: tuple[str, str] = ("human", "human")) -> Table:
    table = Table.begin(load_game("squ"), seats, SavedGames(tmp_path))
    for move in moves:
        table.match.play(move)
    return table


def test_both_discs_of_the_other_player_are_marked(tmp_path):
    table = squ(tmp_path, "a1", "b2", "c3")
    assert table_view(situation(table)).marks.last == {"b2", "c3"}


def test_against_a_bot_everything_since_ones_own_last_move_is_marked(tmp_path):
    table = squ(tmp_path, "a1", "b2", "c3", "d4", seats=("human", "random"))
    assert table_view(situation(table)).marks.last == {"d4"}, "one's own turn so far"
    table = squ(tmp_path, "a1", "b2", "c3", seats=("random", "human"))
    assert table_view(situation(table)).marks.last == {"b2", "c3"}


def test_where_a_split_lands_is_marked_with_the_placement(tmp_path):
    glaisher = load_game("glaisher")
    table = Table.begin(glaisher, ("human", "human"), SavedGames(tmp_path))
    while table.position.mover == 0:
        table.match.play(table.position.moves()[0])
    split, placement = (ply.move for ply in table.match.plies)
    changed = {name for name, look in table.match.positions[1].scene().cells.items()
               if look != table.match.start.scene().cells[name]}  # fmt: skip
    assert table_view(situation(table)).marks.last == changed | {placement.picks[0].name}
    assert split.picks[0].name in changed


def test_where_the_division_pointed_at_lands_and_what_it_captures_was_not_shown(tmp_path):
    start = load_game("glaisher").position(GLAISHER_CAPTURE)
    table = Table.begin(start.variant, ("human", "human"), SavedGames(tmp_path), start=start)
    entry = Entry(table.position)
    for name in ("b1", "se"):
        assert entry.pick(name) is None
    divisions = [pick.name for pick in entry.choices]
    entry.point(divisions.index("1+2+3"))
    view = table_view(Situation(table, entry, "a1"))
    assert "1+2+3: to c2 (2 high), d3 (2 high), e4 (3 high); takes c2" in view.status
    assert view.marks.preview == {"c2", "d3", "e4"} and view.marks.taken == {"c2"}
    shown = view.cells.cells
    assert {name: (shown[name].height, shown[name].top.owner) for name in ("c2", "d3", "e4")} == {
        "c2": (2, 0), "d3": (2, 0), "e4": (3, 0),
    }  # fmt: skip
    assert shown["b1"].height == 6, "the stack that is split is still seen"
    assert view.scene.cells["d3"].top is None, "the game has not moved on"
    words = {choice.name: choice.words for choice in view.choices}
    assert words == {"1+5": "1+5  takes c2", "2+4": "2+4", "1+2+3": "1+2+3  takes c2"}


@pytest.mark.parametrize("ascii_only", [False, True])
def test_landings_and_captures_are_told_apart_by_shape(ascii_only):
    board, scene = load_game("glaisher").board, load_game("glaisher").start(0).scene()
    layout = best_layout(board, 60, 20)
    marks = Marks(preview=frozenset({"c2", "d3"}), taken=frozenset({"d3"}))
    canvas = draw_board(scene, layout, marks, DARK, accent="#7a9a5a", ascii_only=ascii_only)
    lines = ["".join(span.text for span in line) for line in canvas.lines()]
    landing, capture = lines[layout.boxes["c2"].middle], lines[layout.boxes["d3"].middle]
    shapes = (">", "<", "x") if ascii_only else ("›", "‹", "×")
    assert shapes[0] in landing and shapes[1] in landing and shapes[2] not in landing
    assert shapes[2] in capture


def test_the_move_list_has_a_row_a_turn_with_its_player(tmp_path):
    table = squ(tmp_path, "a1", "b2", "c3", "d4", "e5", "f6")
    assert [(row.number, row.seat, row.moves) for row in turn_rows(table)] == [
        (1, 0, "a1"), (2, 1, "b2 c3"), (3, 0, "d4 e5"), (4, 1, "f6"),
    ]  # fmt: skip
    table.match.undo(2)
    assert [(row.number, row.moves, row.is_undone) for row in turn_rows(table)][2:] == [
        (3, "d4", False), (3, "e5", True), (4, "f6", True),
    ]  # fmt: skip


def test_the_end_of_a_series_is_announced(tmp_path):
    table = table_after(load_game("gekitai"), 1, SavedGames(tmp_path), games=3)
    for _ in range(2):
        assert not any("series" in line for line in status_lines(situation(table), table.position.scene()))
        table.match.resign(table.series.player_at(0, len(table.series.matches) - 1))
        if table.has_next_game:
            table.next_game()
    lines = status_lines(situation(table), table.position.scene())
    assert "The series is over: Player 2 won 2 to 0" in lines


def keys(table: Table, **more: object) -> list[str]:
    return [key.split()[0] for key in keys_now(situation(table, **more))]


def test_only_keys_that_work_are_shown(tmp_path):
    people = table_after(load_game("gekitai"), 0, SavedGames(tmp_path))
    assert keys(people) == ["Enter", "m", "t", "a", "p", "?", "q"], "there is nothing to undo yet"
    people.play("c3")
    assert "u" in keys(people)
    people.undo()
    assert "r" in keys(people)
    people.resign()
    assert "Enter" not in keys(people)
    assert "t" not in keys(people)
    assert keys(people)[0] == "1-6"


def test_space_is_shown_only_where_it_does_something(tmp_path):
    bots = table_after(load_game("gekitai"), 2, SavedGames(tmp_path), seats=("random", "random"), pace=5)
    assert "Space" not in keys(bots)
    bots.pace = None
    assert "any" in keys(bots, is_bot_waiting=True)


def test_a_bots_turn_shows_no_keys_that_enter_moves(tmp_path):
    table = table_after(load_game("gekitai"), 1, SavedGames(tmp_path), seats=("human", "random"))
    assert table.is_bots_turn
    assert not {"Enter", "m", "t"} & set(keys(table))
    assert choices(situation(table)) == []


def test_a_narrow_key_line_keeps_help_and_the_way_out():
    assert key_line(["Enter pick", "m type", "u undo", "? keys", "q menu"], 30) == "Enter pick  ? keys  q menu"


@pytest.mark.parametrize("board", [SquareBoard(6, 6), SquareBoard(10, 10), HexBoard(5)])
@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 40), (60, 20), (40, 15), (30, 8), (100, 14), (20, 6)])
def test_a_window_shows_the_whole_board_or_says_what_it_needs(board, size):
    width, height = size
    layout = window_layout(board, width, height)
    if layout.needed is not None:
        assert layout.needed[0] > width or layout.needed[1] > height
        enough = window_layout(board, *layout.needed)
        assert enough.needed is None
        layout, (width, height) = enough, layout.needed
    is_beside = layout.side is Side.BESIDE
    room = width - (layout.side_width if is_beside else 0), height - 2 - (0 if is_beside else layout.side_lines)
    drawn = best_layout(board, *room)
    assert drawn.width <= room[0]
    assert drawn.height <= room[1]


@pytest.mark.parametrize("name", ["greener", "mapello", "reversi", "squ"])
def test_the_score_was_shown_twice_under_two_names(name, tmp_path):
    table = table_after(load_game(name), 8, SavedGames(tmp_path))
    rows = [row for row in fact_rows(table.position.scene()) if row.both is not None]
    assert "Score" not in [row.name for row in rows]
    assert tuple(str(points) for points in table.position.score or ()) in [
        tuple(value.replace("none", "0") for value in row.both or ()) for row in rows
    ]


@pytest.mark.parametrize("name", game_names())
def test_each_player_has_a_piece_before_any_is_on_the_board(name, tmp_path):
    table = Table.begin(load_game(name), ("human", "human"), SavedGames(tmp_path))
    first, second = table_view(situation(table)).players
    assert first.piece.glyph != second.piece.glyph
    assert (first.piece.owner, second.piece.owner) == (0, 1)


def test_the_size_that_is_needed_is_never_cut_off():
    layout = window_layout(load_game("squ").board, 16, 8)
    assert layout.needed == (34, 17)
    for width in range(5, 40):
        words = too_small(layout, width, DARK)
        assert words is not None
        assert "34x17" in words.plain and len(words.plain) <= width


@pytest.mark.parametrize(("is_ascii", "end"), [(False, ", …"), (True, ", ...")])
def test_options_in_the_title_were_cut_in_the_middle_of_a_word(is_ascii, end, tmp_path):
    table = Table.begin(load_game("squ", rules="original"), ("human", "human"), SavedGames(tmp_path))
    view = table_view(situation(table))
    title = title_line(view, DARK, DARK.moss, is_ascii=is_ascii).plain
    assert title.endswith(end) and len(title) < 78
    shown = title.removeprefix("SQU  ").removesuffix(end)
    assert shown in view.options and view.options[len(shown)] == ","


def test_the_legend_names_the_pieces_that_no_player_has(tmp_path):
    mapello = Table.begin(load_game("mapello"), ("human", "human"), SavedGames(tmp_path))
    legend = table_view(situation(mapello)).legend
    assert {piece.letter: word for piece, word in legend} == {"#": "wall", "*": "bonus", "J": "joker"}
    for name in ("greener", "reversi", "squ"):
        table = Table.begin(load_game(name), ("human", "human"), SavedGames(tmp_path))
        assert table_view(situation(table)).legend == [], "players' pieces stand beside their names"
