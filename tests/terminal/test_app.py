"""The full-screen app, driven by keys and clicks as a person does."""

from __future__ import annotations

import threading
import time

import pytest
from screens import choose_game, drive, gekitai_app, playing, press_at_once, shows, table_after, until
from terminal_pictures import screen_text
from textual import events
from textual.widgets import Input, OptionList

import ludoteca
from ludoteca.games import find_game, game_names
from ludoteca.play import load_game
from ludoteca.play.match.clock import TimeControl
from ludoteca.terminal import base_app
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.dialogs import BotDialog, ChoiceDialog, PageDialog, TextDialog
from ludoteca.terminal.form_rows import Chooser
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.menu import GameMenu, MainMenu, SavedMenu
from ludoteca.terminal.screens.playing import PlayScreen
from ludoteca.terminal.screens.setup import SetupScreen
from ludoteca.terminal.table import Table
from ludoteca.terminal.table_view import best_cells, choices


def test_a_newcomer_is_in_a_game_after_four_keys(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        assert isinstance(app.screen, MainMenu)
        await pilot.press("enter")
        assert isinstance(app.screen, GameMenu)
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).table.is_persons_turn
        await pilot.press("enter")
        await until(pilot, lambda: len(playing(app).table.match.plies) > 0)

    drive(app, steps)


def test_a_change_of_mode_keeps_the_bot_that_was_chosen(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        await choose_game(pilot, "gekitai")
        app.screen.query_one("#seat1", Chooser).choose("level1")
        app.screen.query_one("#mode", Chooser).focus()
        for key, seats in (
            ("right", ("level1", "human")),
            ("right", ("human", "human")),
            ("left", ("level1", "human")),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert app.screen.seats == seats

    drive(app, steps)


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_set_up_from_its_form(tmp_path, name):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        await choose_game(pilot, name)
        assert isinstance(app.screen, SetupScreen)
        app.screen.query_one("#mode", Chooser).focus()
        await pilot.press("right", "right")  # two people
        assert app.screen.seats == ("human", "human")
        await pilot.press("s")
        await pilot.pause()
        assert playing(app).table.variant.name == name
        assert playing(app).table.is_persons_turn
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, MainMenu)

    drive(app, steps)


def test_a_wrong_option_is_explained_and_nothing_starts(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("greener")))
        await pilot.pause()
        field = app.screen.query_one("#option-counts Input", Input)
        field.value = "1,2"
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        await shows(pilot, "counts cannot be")

    drive(app, steps)


def test_one_row_at_the_top_chooses_the_original_rules_and_shows_what_they_are(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        screen = SetupScreen(find_game("squ"))
        app.push_screen(screen)
        await pilot.pause()
        rules = screen.query_one("#rules", Chooser)
        assert rules.region.y < screen.query_one("#mode").region.y
        rules.focus()
        await pilot.press("right")
        await shows(pilot, "Discs per turn: 1")
        assert screen.options == {
            "rules": "original", "size": "10", "discs_per_turn": "1", "ties": "first", "ends": "decided",
            "markers": "per_colour",
        }  # fmt: skip
        assert screen.seats == ("human", "easy")
        assert [spec for spec, _ in screen.query_one("#seat1", Chooser).values][:3] == ["human", "easy", "hard"]
        screen.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).table.variant == ludoteca.game("squ", rules="original")

    drive(app, steps)


def test_any_key_that_is_no_command_plays_the_next_move_of_two_bots(tmp_path):
    table = Table.begin(load_game("gekitai"), ("random", "random"), SavedGames(tmp_path), pace=None)
    app = LudotecaApp(SavedGames(tmp_path), table=table)

    async def steps(pilot):
        for count, key in enumerate(("x", "enter", "left", "space", "5"), 1):
            await until(pilot, lambda: playing(app).is_waiting_for_a_key)
            await pilot.press("question_mark", "escape")  # a command steps nothing
            assert len(table.match.plies) == count - 1
            await pilot.press(key)
            await until(pilot, lambda count=count: len(table.match.plies) == count)

    drive(app, steps)


def test_either_of_two_people_can_resign_whoever_is_to_move(tmp_path):
    table = table_after(load_game("squ", rules="original"), 2, SavedGames(tmp_path))
    app = LudotecaApp(SavedGames(tmp_path), table=table)

    async def steps(pilot):
        await pilot.press("g")
        await shows(pilot, "Who resigns?")
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert table.outcome is not None
        assert table.outcome.winner == 0

    drive(app, steps)


def test_arrows_and_hjkl_move_the_cursor_and_enter_picks(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("up", "left", "k", "h", "enter")
        await pilot.press("down", "right", "j", "l", "space")
        assert [str(ply.move) for ply in playing(app).table.match.plies] == ["a1", "c3"]

    drive(app, steps)


def test_clicks_pick_cells(tmp_path):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game("greener"), 0, saved_games)
    move = table.position.moves()[0]
    app = LudotecaApp(saved_games, table=table)

    async def steps(pilot):
        board = app.screen.query_one("#board", BoardWidget)
        for pick in move.picks:
            left, top = board.corner
            box = board.board_layout.boxes[pick.name]
            await pilot.click("#board", offset=(left + box.x + 2, top + box.y + 1))
        assert [ply.move for ply in playing(app).table.match.plies] == [move]

    drive(app, steps)


def test_a_typed_move_is_played_and_a_refusal_says_why(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("m", *"C3", "enter", *"c3", "enter")
        assert playing(app).message == "c3 is taken."
        await shows(pilot, "c3 is taken.")
        await pilot.press(*"d9", "enter")
        assert playing(app).message == "d9 is not on the board."
        await pilot.press(*"hello", "enter")
        assert "is not a move in Gekitai; a move looks like" in playing(app).message
        assert len(playing(app).table.match.plies) == 1

    drive(app, steps)


def test_a_stack_a_direction_and_a_division_are_picked_step_by_step(tmp_path):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("glaisher"), 0, saved_games))

    async def steps(pilot):
        screen = playing(app)
        screen.pick("b1")
        await pilot.pause()
        listed = [choice.name for choice in choices(screen.situation)]
        assert listed == [pick.name for pick in screen.entry.choices]
        await shows(pilot, " 1) ")
        await pilot.press("2")
        assert screen.entry.picked == ("b1", listed[1])
        await pilot.press("escape")
        assert screen.entry.picked == ("b1",)
        await pilot.press("1", "1")
        assert screen.table.match.plies[0].move.picks[1].name == listed[0]

    drive(app, steps)


def test_undo_goes_to_ones_own_last_decision_and_redo_comes_back(tmp_path):
    app = gekitai_app(tmp_path, seats=("human", "random"))

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.table.match.plies) == 2)
        played = screen.table.match.plies
        await pilot.press("u")
        assert screen.table.match.plies == ()
        await pilot.press("r")
        assert screen.table.match.plies == played
        await pilot.press("u", "u")
        assert screen.message == "There is nothing to undo."

    drive(app, steps)


def test_a_bot_that_thinks_does_not_freeze_the_screen_and_can_be_interrupted(tmp_path):
    app = gekitai_app(tmp_path, seats=("human", "alphabeta:600s"))

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("enter")
        await until(pilot, lambda: screen.thinking_since is not None)
        await pilot.press("left")
        await until(pilot, lambda: "thinking" in screen_text(app))
        assert screen.cursor == "b3"
        await pilot.press("u")
        assert screen.thinking_since is None
        assert screen.table.is_persons_turn
        assert screen.table.match.plies == ()

    drive(app, steps)


def test_bots_play_each_other_at_a_pace_that_can_be_changed(tmp_path):
    app = gekitai_app(tmp_path, seats=("random", "greedy"), pace=5)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("plus")
        assert screen.table.pace is None
        await until(pilot, lambda: screen.held is not None)
        count = len(screen.table.match.plies)
        await pilot.pause(0.1)
        assert len(screen.table.match.plies) == count
        await pilot.press("space")
        assert len(screen.table.match.plies) == count + 1
        screen.table.pace = 0.1
        await pilot.press("minus")
        assert screen.table.pace == 0
        await until(pilot, lambda: screen.table.outcome is not None)
        await shows(pilot, "Rematch")

    drive(app, steps)


def test_the_pause_menu_holds_the_bots_and_resumes(tmp_path):
    app = gekitai_app(tmp_path, seats=("random", "random"), pace=0.5)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceDialog)
        count = len(screen.table.match.plies)
        await pilot.pause(0.7)
        assert len(screen.table.match.plies) == count
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.table.match.plies) > count)

    drive(app, steps)


def test_a_move_of_two_bots_is_taken_back_and_space_goes_on(tmp_path):
    app = gekitai_app(tmp_path, 6, seats=("random", "random"), pace=5)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("u")
        assert len(screen.table.match.plies) == 5
        await shows(pilot, "Paused; press Space")
        screen.table.pace = 0
        await pilot.press("space")
        await until(pilot, lambda: len(screen.table.match.plies) > 5)

    drive(app, steps)


def test_typing_pause_opens_the_pause_menu_and_exit_keeps_the_game(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("enter", "m", *"pause", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceDialog)
        await pilot.press("end", "enter")

    drive(app, steps)
    assert [kept.moves for kept in SavedGames(tmp_path).unfinished()] == [1]


def test_what_was_left_is_offered_and_resumed(tmp_path):
    async def leave(pilot):
        await pilot.press("enter")

    drive(gekitai_app(tmp_path), leave)
    app = LudotecaApp(SavedGames(tmp_path))

    async def resume(pilot):
        await shows(pilot, "Resume  Gekitai: Player 1 against Player 2, 1 move")
        await pilot.press("enter")
        await pilot.pause()
        assert [str(ply.move) for ply in playing(app).table.match.plies] == ["c3"]

    drive(app, resume)


def test_a_hint_comes_with_its_reason_and_is_marked(tmp_path):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("t")
        await until(pilot, lambda: screen.message.startswith("Try "))
        assert "%" in screen.message or "wins" in screen.message or "loses" in screen.message
        assert best_cells(screen.situation) == frozenset(pick.name for pick in screen.hint.picks)

    drive(app, steps)


def test_a_hint_goes_when_the_game_is_given_up(tmp_path):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("t")
        await until(pilot, lambda: screen.message.startswith("Try "))
        await pilot.press("g", "down", "enter")
        await until(pilot, lambda: screen.table.outcome is not None)
        await pilot.pause()
        assert not screen.message.startswith("Try ") and best_cells(screen.situation) == frozenset()

    drive(app, steps)


def test_a_finished_game_is_reviewed_on_a_page(tmp_path):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("g", "down", "enter")
        await until(pilot, lambda: screen.table.outcome is not None)
        [number] = [at for at, choice in enumerate(choices(screen.situation), 1) if choice.name == "review"]
        await pilot.press(str(number))
        await until(pilot, lambda: isinstance(app.screen, PageDialog))
        assert "Accuracy: Red " in app.screen.text and "Opening (moves 1–1): " in app.screen.text
        await pilot.press("escape")
        assert screen.message == ""

    drive(app, steps)


def test_live_analysis_goes_on_and_off_with_a_key(tmp_path):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("a")
        await until(pilot, lambda: screen.report is not None)
        await shows(pilot, "depth ")
        first = screen.report.position
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: screen.report is not None and screen.report.position is not first)
        await pilot.press("a")
        assert screen.report is None
        assert "depth " not in screen_text(app)

    drive(app, steps)


def test_the_game_can_be_stepped_through_without_changing_it(tmp_path):
    app = gekitai_app(tmp_path, 6)

    async def steps(pilot):
        screen = playing(app)
        last = screen.table.position
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert screen.viewing == 4
        assert screen.shown == screen.table.match.positions[4]
        await pilot.press("enter")
        assert screen.message == "You are looking at an earlier position; press Esc to return."
        await pilot.press("home")
        assert screen.viewing == 0
        await pilot.press("escape")
        assert screen.shown is last

    drive(app, steps)


def test_a_draw_between_people_is_offered_and_answered(tmp_path):
    app = gekitai_app(tmp_path, 2)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("o")
        await shows(pilot, "accept the draw")
        await pilot.press("2")
        assert screen.table.outcome is None
        await pilot.press("o", "1")
        assert screen.table.outcome.reason == "agreed by both players"

    drive(app, steps)


def test_a_bot_answers_a_draw_offer(tmp_path):
    app = gekitai_app(tmp_path, 2, seats=("human", "random"))

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("o")
        await until(pilot, lambda: screen.table.match.draw_offer is None)
        assert screen.table.outcome is not None or "declines and plays on" in screen.message

    drive(app, steps)


@pytest.mark.parametrize("key", ["e", "g", "p", "question_mark"])
def test_an_enter_too_many_closes_a_dialog_and_not_the_table(tmp_path, key):
    app = gekitai_app(tmp_path, 2)

    async def steps(pilot):
        await pilot.press(key)
        await press_at_once(pilot, *["enter"] * 3)  # faster than the dialog goes
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert playing(app).table.outcome is None

    drive(app, steps)


def test_a_refusal_is_seen_in_the_smallest_window(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("m", "z", "z", "enter")
        await until(pilot, lambda: "'zz' is not a move in Gekitai" in screen_text(app))

    drive(app, steps, size=(40, 12))


def test_an_enter_too_many_in_a_menu_opens_one_screen(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        await pilot.press("enter")  # play
        depth = len(app.screen_stack)
        await press_at_once(pilot, *["enter"] * 3)  # faster than the next screen comes
        assert len(app.screen_stack) == depth + 1

    drive(app, steps)


def test_moves_typed_ahead_are_moves_of_their_own(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("m")
        await press_at_once(pilot, *"a1", "enter", "enter", *"e5", "enter")  # "e" would export, outside the field
        await until(pilot, lambda: len(playing(app).table.match.plies) == 2)
        assert [str(ply.move) for ply in playing(app).table.match.plies] == ["a1", "e5"]

    drive(app, steps)


def test_resigning_asks_first(tmp_path):
    app = gekitai_app(tmp_path, 2)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("g", "enter")
        assert screen.table.outcome is None
        await pilot.press("g", "down", "enter")
        await pilot.pause()
        assert screen.table.outcome.reason == "Red resigned"
        await pilot.press("u")
        assert screen.table.outcome is None
        await pilot.press("g", "down", "down", "down", "enter")
        await pilot.pause()
        assert screen.table.outcome.is_aborted and not screen.table.path.exists()

    drive(app, steps)


def test_a_series_goes_on_with_sides_changed_and_a_running_score(tmp_path):
    app = gekitai_app(tmp_path, 2, games=3)

    async def steps(pilot):
        screen = playing(app)
        screen.table.resign()
        screen.settle()
        await pilot.press("n")
        assert [player.name for player in screen.table.match.players] == ["Player 2", "Player 1"]
        await shows(pilot, "Game 2: Player 1 0 : 1 Player 2, best of 3")

    drive(app, steps)


def test_saving_and_exporting_name_the_file(tmp_path):
    app = gekitai_app(tmp_path, 3)

    async def steps(pilot):
        await pilot.press("s")
        assert isinstance(app.screen, TextDialog)
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).message.startswith("Saved as ")
        await pilot.press("e", "enter")
        await pilot.pause()
        assert playing(app).message.startswith("Written to ")

    drive(app, steps)
    assert [kept.is_named for kept in SavedGames(tmp_path).all()] == [True]
    assert len(list((tmp_path / "records").iterdir())) == 1


def test_a_record_in_a_file_is_opened_and_looked_through(tmp_path):
    saved_games = SavedGames(tmp_path)
    played = table_after(load_game("squ"), 9, saved_games)
    path = saved_games.export(played.record_text(), "squ")
    app = LudotecaApp(saved_games)

    async def steps(pilot):
        app.push_screen(SavedMenu())
        await pilot.pause()
        await pilot.press("enter", *str(path), "enter")
        await pilot.pause()
        assert playing(app).table.match.positions[-1] == played.position
        await pilot.press("home")
        assert playing(app).viewing == 0

    drive(app, steps)


def test_a_damaged_file_is_listed_and_says_what_is_wrong(tmp_path):
    saved_games = SavedGames(tmp_path)
    saved_games.tables.mkdir(parents=True)
    (saved_games.tables / "broken.json").write_text("{")
    app = LudotecaApp(saved_games)

    async def steps(pilot):
        app.push_screen(SavedMenu())
        await pilot.pause()
        await pilot.press("down", "enter")
        assert "broken.jsonisdamaged" in "".join(screen_text(app).split())  # wherever the lines of a long path break

    drive(app, steps)


@pytest.mark.parametrize("key", ["question_mark", "i"])
def test_pages_open_over_the_table_and_close(tmp_path, key):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, PageDialog)
        await pilot.press("escape")
        assert playing(app).table.is_persons_turn

    drive(app, steps)


def test_the_theme_changes_with_a_key_and_is_remembered(tmp_path):
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("d")
        assert app.theme == "ludoteca-light"

    drive(app, steps)
    assert LudotecaApp(SavedGames(tmp_path)).theme == "ludoteca-light"


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (60, 40), (40, 20), (20, 6)])
def test_any_size_can_be_taken_on_the_way(tmp_path, size):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("mapello"), 10, saved_games))

    async def steps(pilot):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.press("left", "u")
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        await shows(pilot, "Mapello")
        await shows(pilot, "to move")

    drive(app, steps)


# --- games are not lost


def record_of(tmp_path, plies=4):
    saved_games = SavedGames(tmp_path / "elsewhere")
    return saved_games.export(table_after(load_game("gekitai"), plies, saved_games).record_text(), "gekitai")


def test_a_record_that_is_played_on_is_kept(tmp_path):
    path = record_of(tmp_path)
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.open_file(path)
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert app.saved_games.unfinished() == [], "it was only looked at"
        app.open_file(path)
        await pilot.pause()
        playing(app).play(playing(app).table.position.moves()[0])
        await pilot.press("q")
        await pilot.pause()
        await shows(pilot, "Resume  Gekitai")

    drive(app, steps)
    assert [kept.moves for kept in SavedGames(tmp_path).unfinished()] == [5]


def test_saving_asks_before_it_replaces_another_game(tmp_path):
    saved_games = SavedGames(tmp_path)
    before = table_after(load_game("gekitai"), 7, saved_games).save_as("Gekitai").read_text()
    app = gekitai_app(tmp_path, 3)

    async def steps(pilot):
        await pilot.press("s", "enter")
        await pilot.pause()
        await shows(pilot, "Gekitai already exists")
        await pilot.press("escape")
        await pilot.pause()
        assert saved_games.named("gekitai").path.read_text() == before
        await pilot.press("s", "enter")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert playing(app).message.startswith("Saved as ")

    drive(app, steps)
    assert saved_games.named("Gekitai").moves == 3


def test_leaving_a_game_that_cannot_be_saved_asks_first(tmp_path):
    folder = tmp_path / "saved_games"
    app = gekitai_app(folder)
    folder.write_text("not a folder")

    async def steps(pilot):
        await pilot.press("enter")
        await pilot.press("p")
        await pilot.pause()
        assert "the game is saved" not in screen_text(app)
        await pilot.press("escape")
        await pilot.press("q")
        await pilot.pause()
        await shows(pilot, "cannot be saved")
        await pilot.press("enter")
        await pilot.pause()
        assert len(playing(app).table.match.plies) == 1
        await pilot.press("d")  # the theme cannot be remembered, and that ended the app
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceDialog)
        await pilot.press("down", "enter")

    drive(app, steps)


# --- what is shown


def test_the_last_turn_is_in_sight_in_every_list_of_moves(tmp_path):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("squ"), 40, saved_games))

    async def steps(pilot):
        screen = playing(app)
        for _ in range(4):
            move = screen.table.position.moves()[-1]
            screen.play(move)
            await pilot.pause()
            assert any(line.endswith(str(move)) for line in screen_text(app).splitlines())
        await pilot.press("a")
        await until(pilot, lambda: screen.report is not None)
        await pilot.pause()
        assert any(line.rstrip().endswith(str(move)) for line in screen_text(app).splitlines())

    drive(app, steps)


@pytest.mark.parametrize("size", [(60, 20), (40, 15), (30, 8)])
def test_a_small_window_shows_the_cursor_and_says_what_it_needs(tmp_path, size):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("mapello"), 10, saved_games))

    async def steps(pilot):
        await pilot.press(*["down"] * 9, *["right"] * 9)
        await pilot.pause()
        shown = screen_text(app)
        board = app.screen.query_one("#board", BoardWidget)
        is_whole = board.board_layout.width <= board.size.width and board.board_layout.height <= board.size.height
        assert is_whole == ("Too small: needs 34x17" not in shown)
        assert "]" in shown, "the cursor is seen"
        assert "to move" in shown

    drive(app, steps, size)


def test_tall_stacks_list_all_their_divisions(tmp_path):
    glaisher = load_game("glaisher")
    rows = ["."] * 5, ["."] * 6, ["."] * 7, ["."] * 8, ["."] * 9, ["."] * 8, ["."] * 7, ["."] * 6, ["."] * 5
    rows[4][0], rows[4][8] = "r18", "y6"
    start = glaisher.position("/".join(",".join(row) for row in rows) + " r split 15")
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=Table.begin(glaisher, ("human", "human"), saved_games, start=start))

    async def steps(pilot):
        screen = playing(app)
        screen.pick("a5")
        screen.pick("e")
        await pilot.pause()
        offered = [str(pick) for pick in screen.entry.choices]
        assert len(offered) > 12
        assert app.screen.query_one("#choices", OptionList).show_vertical_scrollbar
        for _ in offered[1:]:
            await pilot.press("down")
        await pilot.pause()
        await shows(pilot, f"{len(offered)}) {offered[-1]}")
        await pilot.press("enter")
        assert str(screen.table.match.plies[0].move).endswith(offered[-1])

    drive(app, steps)


# --- what is typed and pressed


def test_what_follows_the_end_can_be_typed(tmp_path):
    app = gekitai_app(tmp_path, 2)

    async def steps(pilot):
        over = playing(app)
        over.table.resign()
        over.settle()
        await pilot.press("m", "1", "enter")
        await pilot.pause()
        assert playing(app) is not over
        assert playing(app).table.match.plies == ()

    drive(app, steps)


def test_stepping_back_drops_the_hint_that_was_asked_for(tmp_path, monkeypatch):
    is_dropped = threading.Event()

    def endless(position, *, stop, **limits):
        while not stop.is_set:
            time.sleep(0.01)
        is_dropped.set()

    monkeypatch.setattr("ludoteca.explain.hints.analyse", endless)
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        screen = playing(app)
        await pilot.press("t")
        assert screen.message == "Looking for a good move …"
        await pilot.press("left_square_bracket")
        assert screen.message == ""
        await until(pilot, is_dropped.is_set)
        assert screen.hint is None and screen.message == ""

    drive(app, steps)


@pytest.mark.parametrize("key", ["question_mark", "i"])
def test_pages_are_ascii_where_the_terminal_is(tmp_path, key):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("greener"), 3, saved_games), ascii_only=True)

    async def steps(pilot):
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, PageDialog)
        for _ in range(6):
            assert screen_text(app).isascii()
            await pilot.press("pagedown")
            await pilot.pause()

    drive(app, steps)


def test_a_field_says_what_it_takes_and_empty_means_the_usual_value(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("greener")))
        await pilot.pause()
        await shows(pilot, "standard, or for example 9,9,18")
        app.screen.query_one("#option-counts Input", Input).focus()
        await pilot.pause()
        await shows(pilot, "type a value")
        await pilot.press("enter")
        await pilot.pause()
        assert playing(app).table.variant.changed_options == {}

    drive(app, steps)


def test_who_begins_follows_the_option(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("greener")))
        await pilot.pause()
        screen = app.screen
        await shows(pilot, "Black (moves first)")
        screen.query_one("#option-first", Chooser).focus()
        await pilot.press("right")
        await pilot.pause()
        await shows(pilot, "White (moves first)")
        assert screen.query_one("#mode", Chooser).value == "second", "Black is yours, and White begins"
        screen.query_one("#mode", Chooser).focus()
        await pilot.press("left")
        assert screen.query_one("#mode", Chooser).value == "first"
        await pilot.press("s")
        await pilot.pause()
        assert playing(app).table.is_persons_turn
        assert playing(app).table.people == (1,)

    drive(app, steps)


def test_all_values_of_a_form_begin_in_one_column(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("gekitai")))
        await shows(pilot, "If a position repeats")
        rows = [str(row.render()) for row in app.screen.query(Chooser)]
        assert len({row.index("‹") for row in rows}) == 1

    drive(app, steps)


def test_a_record_that_names_a_program_says_that_a_person_plays(tmp_path):
    path = tmp_path / "record.pgn"
    path.write_text(f'[Game "gekitai"]\n[Second "Engine"]\n[SecondKind "ugi:touch {tmp_path / "hacked"}"]\n\n1. c3 *\n')
    app, told = LudotecaApp(SavedGames(tmp_path)), []
    app.notify = lambda words, **_: told.append(words)

    async def steps(pilot):
        app.open_file(path)
        await pilot.pause()
        assert playing(app).table.is_persons_turn

    drive(app, steps)
    assert [words[:33] for words in told] == ["Engine is now played by a person:"]
    assert not (tmp_path / "hacked").exists()


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize("name", ["glaisher", "greener", "mapello"])
def test_what_follows_the_end_was_not_seen_in_a_small_window(name, size, tmp_path):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game(name), 0, saved_games)
    table.resign()
    app = LudotecaApp(saved_games, table=table)

    async def steps(pilot):
        for words in ("wins: ", "1) Rematch", "2) Change settings", "5) Main menu"):
            await shows(pilot, words, 10)

    drive(app, steps, size=size)


def test_the_divisions_of_a_stack_were_not_seen_in_a_small_window(tmp_path):
    table = Table.begin(load_game("glaisher"), ("human", "human"), SavedGames(tmp_path))
    app = LudotecaApp(SavedGames(tmp_path), table=table)

    async def steps(pilot):
        for name in ("b1", "se"):
            playing(app).pick(name)
        await pilot.press("down")
        for words in ("2+4: to d3 (2 high), f5 (4 high)", "1) 1+5", "3) 1+2+3"):
            await shows(pilot, words, 10)

    drive(app, steps, size=(60, 20))


@pytest.mark.parametrize("name", ["mapello", "squ"])
def test_players_facts_and_moves_are_shown_where_rows_are_free(name, tmp_path):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game(name), 6, saved_games)
    app = LudotecaApp(saved_games, table=table)

    async def steps(pilot):
        for words in ("Player 1", "Player 2", "Discs", str(table.match.plies[-1].move)):
            await shows(pilot, words)

    drive(app, steps, size=(60, 20))


def test_a_hint_hid_the_analysis(tmp_path):
    saved_games = SavedGames(tmp_path)
    app = LudotecaApp(saved_games, table=table_after(load_game("greener"), 6, saved_games))

    async def steps(pilot):
        await pilot.press("a")
        await until(pilot, lambda: playing(app).report is not None)
        playing(app).say("A long hint about what to do and why it is good. " * 8)
        await shows(pilot, "positions")
        await until(pilot, lambda: str(playing(app).report.lines[0].moves[0]) in screen_text(app))

    drive(app, steps)


def test_the_rules_are_prepared_beside_the_screen(tmp_path, monkeypatch):
    is_asked, may_come = threading.Event(), threading.Event()

    class SlowPage:
        @property
        def drawn(self) -> str:
            is_asked.set()
            may_come.wait(60)
            return "# How Gekitai is played"

    monkeypatch.setattr(base_app, "rule_page", lambda _: SlowPage())
    app = gekitai_app(tmp_path)

    async def steps(pilot):
        await pilot.press("i")
        await until(pilot, is_asked.is_set)
        await shows(pilot, "Preparing the rules")
        may_come.set()
        await shows(pilot, "How Gekitai is played", 20)

    drive(app, steps)


BAD_BOTS = """
class Raises:
    def choose(self, position):
        raise ValueError("no idea")

class Nonsense:
    def choose(self, position):
        return 42
"""


@pytest.mark.parametrize(("bot", "reason"), [("Raises", "ValueError: no idea"), ("Nonsense", "is not a move")])
def test_a_bot_that_breaks_down_makes_way_for_another(bot, reason, tmp_path):
    file = tmp_path / "bad.py"
    file.write_text(BAD_BOTS)
    saved_games = SavedGames(tmp_path / "data")
    table = Table.begin(load_game("gekitai"), ("human", f"py:{file}:{bot}"), saved_games)
    app = LudotecaApp(saved_games, table=table)

    async def steps(pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        assert reason in app.screen.question and bot in app.screen.question
        await pilot.press("enter")  # another bot
        assert isinstance(app.screen, BotDialog)
        bots = app.screen.query_one(OptionList)
        bots.highlighted = bots.get_option_index("random")
        await pilot.press("enter")
        await until(pilot, lambda: len(table.match.plies) == 2)
        assert [player.kind for player in table.match.players] == ["human", "random"]
        assert table.named(1) == "Black (Random)"
        assert Table.load(saved_games.read(table.path), saved_games).seat_of(1) == "random"

    drive(app, steps)


def test_a_bot_is_chosen_from_a_list_or_by_its_spec(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("gekitai")))
        await pilot.pause()
        app.screen.query_one("#seat1", Chooser).focus()
        await pilot.press("enter")
        assert isinstance(app.screen, BotDialog)
        for words in ("Level 1", "Thinks briefly, but prefers"):
            await shows(pilot, words, 20)
        bots = app.screen.query_one(OptionList)
        assert bots.get_option_at_index(bots.highlighted or 0).id == "level3"
        bots.highlighted = bots.get_option_index("hard")
        await shows(pilot, "Original Hard", 20)
        await pilot.press("enter")
        assert app.screen.seats == ("human", "hard")
        await pilot.press("enter", "end", "enter")
        assert isinstance(app.screen, TextDialog)
        await pilot.press(*"mcts", "colon", *"20ms", "enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        assert app.screen.seats == ("human", "mcts:20ms")

    drive(app, steps)


def test_a_clock_is_set_up_shown_stopped_in_a_pause_and_falls(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("gekitai")))
        await pilot.pause()
        app.screen.query_one("#mode", Chooser).choose("people")
        for seat in ("#seat0", "#seat1"):
            app.screen.query_one(seat, Chooser).choose("human")
        app.screen.query_one("#clock", Chooser).choose("1+1")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await shows(pilot, "1:00", 20)
        match = playing(app).table.match
        assert match.clock is not None and match.clock.running == 0
        await pilot.press("p")
        await until(pilot, lambda: match.clock.running is None, 20)
        await pilot.press("enter")  # resume
        await until(pilot, lambda: match.clock.running == 0, 20)
        begun = match.now()
        match.now = lambda: begun + 120_000
        await until(pilot, lambda: match.outcome is not None, 20)
        assert match.outcome.winner == 1
        await shows(pilot, "0:00", 20)

    drive(app, steps)


def test_the_end_offers_a_rematch_and_the_form_filled_in_with_the_settings_of_the_game(tmp_path):
    start = load_game("squ", rules="original", size="8").start(0).play("d4")
    table = Table.begin(
        start.variant, ("mcts:20ms", "human"), SavedGames(tmp_path), games=13, start=start, pace=1,
        control=TimeControl.parse("7+2"), plays_on=True,
    )  # fmt: skip
    table.resign()
    app = LudotecaApp(SavedGames(tmp_path), table=table)

    async def steps(pilot):
        await shows(pilot, "2) Change settings")
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await pilot.pause()
        form = app.screen
        assert form.rules.name == "original" and form.options["size"] == "8"
        assert form.query_one("#mode", Chooser).value == "first", "White is to move in this position"
        form.query_one("#games", Chooser).choose("3")
        form.query_one("#start").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        begun = playing(app).table
        assert begun is not table and begun.series.games == 3
        assert (begun.variant, begun.first_seats, begun.pace) == (table.variant, table.first_seats, 1)
        assert str(begun.match.start) == str(start) and begun.series.control == table.series.control
        assert begun.plays_on and begun.again().plays_on

    drive(app, steps)


def test_up_and_down_scrolled_a_long_form_instead_of_going_from_row_to_row(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("glaisher")))
        await pilot.pause()
        rows = []
        for _ in range(4):
            await pilot.press("up")
            await pilot.pause()
            rows.append(app.screen.row.id)
        assert rows == ["position", "plays_on", "pace", "clock"]
        await pilot.press("down")
        assert app.screen.row.id == "pace"

    drive(app, steps, size=(60, 20))


def test_saved_games_say_who_won_and_can_be_filtered(tmp_path):
    saved_games = SavedGames(tmp_path)
    for game, move in (("gekitai", "c3"), ("reversi", "d3")):
        going = Table.begin(load_game(game), ("human", "random"), saved_games)
        going.play(move)
    lost = Table.begin(load_game("gekitai"), ("human", "random"), saved_games)
    lost.resign()
    agreed = Table.begin(load_game("reversi"), ("human", "human"), saved_games)
    agreed.offer_draw()
    agreed.answer_draw(accept=True)
    app = LudotecaApp(saved_games)

    def listed() -> list[str]:
        return [" ".join(str(option.prompt).split()) for option in app.screen.query_one(OptionList).options[1:]]

    async def steps(pilot):
        app.push_screen(SavedMenu())
        await pilot.pause()
        assert [line.partition(", ")[2].partition(", ")[0] for line in listed()] == [
            "draw", "Random won", "1 move", "1 move",
        ]  # fmt: skip
        await pilot.press("f", "down", "down", "enter")
        await pilot.pause()
        assert [line.partition(":")[0] for line in listed()] == ["Reversi", "Gekitai"]
        await shows(pilot, "Shown: Finished")
        await pilot.press("f", "down", "enter")
        await pilot.pause()
        assert all("1 move" in line for line in listed()) and len(listed()) == 2
        await pilot.press("f", "down", "down", "down", "enter")
        await pilot.pause()
        assert [line.partition(":")[0] for line in listed()] == ["Gekitai", "Gekitai"]

    drive(app, steps)


def test_a_game_begins_from_a_position_or_a_state_of_the_original_program(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))
    row = "[empty,red,black,empty,empty,empty]"
    state = f"[{row},\n " + ",\n ".join(["[empty,empty,empty,empty,empty,empty]"] * 5) + "], black"

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("gekitai")))
        await pilot.pause()
        field = app.screen.query_one("#position Input", Input)
        field.focus()
        field.post_message(events.Paste("nonsense"))
        await until(pilot, lambda: field.value == "nonsense")
        await pilot.press("enter")
        await until(pilot, lambda: "a position" in screen_text(app))
        field.value = ""
        field.post_message(events.Paste(state))
        await until(pilot, lambda: field.value.endswith("], black"))
        await shows(pilot, "Black (moves first)")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert str(playing(app).table.match.start) == ".rb.../....../....../....../....../...... b"

    drive(app, steps)
