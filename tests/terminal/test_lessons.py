"""Lessons in the terminal: every step right and wrong, in the plain console and on the full screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from screens import drive, shows
from strategies import wrong_turn
from terminal_pictures import screen_text
from textual.widgets import OptionList

from ludoteca.games import find_game, game_names
from ludoteca.play.lessons import lesson_of
from ludoteca.play.lessons.answers import answer_to_turn, solution
from ludoteca.play.lessons.turn import Turn
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.lesson_visit import LessonVisit, is_done, setting_of
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.lesson import LessonScreen
from ludoteca.terminal.screens.menu import LearnMenu, MainMenu
from ludoteca.terminal.screens.setup import SetupScreen

SHIPPED = [name for name in game_names() if find_game(name).home.startswith("ludoteca.games.")]


def plain(text):
    """Without line breaks, which depend on the width."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", SHIPPED)
def test_the_plain_console_answers_every_step_wrong_then_right(tmp_path: Path, name: str):
    lesson = lesson_of(find_game(name))
    typed, said = [], []
    for step in lesson.steps:
        typed.append("zz9")  # refused with a reason, and the step goes on
        if (wrong := wrong_turn(step)) is not None:
            typed += [*map(str, wrong[0].moves), ""]
            said.append(f"Not yet. {wrong[1].words}")
        right = solution(step)
        typed += [*map(str, right.moves), ""]
        said.append(f"Right. {answer_to_turn(step, right).words}")
    environment = {**os.environ, "LUDOTECA_DATA": str(tmp_path), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", "lesson", name, "--plain"],
        input="".join(f"{line}\n" for line in typed), capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    shown = plain(done.stdout)
    at = 0
    for words in said:
        at = shown.index(plain(words), at)
    assert shown.count("'zz9' is not a move in") + shown.count("zz9 is not on the board") == len(lesson.steps)
    assert f"You now know {lesson.game.title}." in shown
    assert is_done(SavedGames(tmp_path), name)


def talk(tmp_path: Path, *lines: str, words: tuple[str, ...] = ("lesson", "gekitai", "--plain")) -> str:
    environment = {**os.environ, "LUDOTECA_DATA": str(tmp_path), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "ludoteca", *words]
    typed = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, check=True)
    return done.stdout


def test_the_console_shows_skips_goes_back_and_remembers_the_step(tmp_path: Path):
    shown = talk(tmp_path, "show", "", "c3", "", "skip", "back", "help", "moves", "board", "rules", "what", "quit")
    assert shown.index("Black answers") < shown.index("Right. Black answers") < shown.index("Step 2 of 7")
    assert shown.index("Step 3 of 7") < shown.rindex("Step 2 of 7")
    assert "show a correct turn" in shown and "**Goal.** Line up three of your stones" in shown
    assert SavedGames(tmp_path).settings()[setting_of("gekitai")] == "1"
    assert "Step 2 of 7" in talk(tmp_path, "menu") and "Step 1 of 7" not in talk(tmp_path, "menu")


def test_the_menu_of_the_console_leads_to_a_lesson_and_back(tmp_path: Path):
    shown = talk(tmp_path, "learn", "gekitai", "c3", "", "menu", "exit", words=("--plain",))
    assert shown.index("Learn Gekitai") < shown.index("Step 2 of 7") < shown.rindex("Main menu")
    assert "New to Gekitai?" in talk(tmp_path, "play", "gekitai", *[""] * 7, "quit", words=("--plain",))


def test_a_step_that_is_shown_is_not_done(tmp_path: Path):
    saved_games = SavedGames(tmp_path)
    visit = LessonVisit(lesson_of(find_game("gekitai")), saved_games)
    visit.show_how()
    assert visit.is_to_try and not visit.is_right and not visit.words.startswith("Right.")
    assert setting_of("gekitai") not in saved_games.settings()
    visit.again()
    solve(visit)
    assert visit.is_right and saved_games.settings()[setting_of("gekitai")] == "1"


def solve(visit: LessonVisit) -> None:
    """Play a turn that is right, as a learner does."""
    turn = solution(visit.step)
    assert turn is not None
    for move in turn.moves:
        visit.play(move)


def lesson_app(tmp_path: Path, name: str, **settings: object) -> LudotecaApp:
    return LudotecaApp(SavedGames(tmp_path), lesson=lesson_of(find_game(name)), **settings)  # type: ignore[arg-type]


async def play(pilot, turn: Turn) -> None:
    for move in turn.moves:
        await pilot.press("m")
        pilot.app.screen.field.value = str(move)
        await pilot.press("enter")
        await pilot.pause()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_screen_answers_every_step_wrong_then_right(tmp_path: Path, name: str):
    app = lesson_app(tmp_path, name)

    async def steps(pilot):
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        for at, step in enumerate(screen.visit.lesson.steps):
            assert screen.visit.at == at
            await shows(pilot, f"Step {at + 1} of {len(screen.visit.lesson.steps)}")
            if (wrong := wrong_turn(step)) is not None:
                await play(pilot, wrong[0])
                assert screen.visit.is_to_try and screen.visit.words == f"Not yet. {wrong[1].words}"
                await shows(pilot, "Not yet.")
                await pilot.press("enter")
                await pilot.pause()
                assert screen.visit.answer is None and screen.visit.position is step.start
            await play(pilot, solution(step))
            assert screen.visit.is_right
            await shows(pilot, "Right.")
            await pilot.press("enter")
            await pilot.pause()
        await shows(pilot, "You now know")
        assert is_done(app.saved_games, name)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)

    drive(app, steps, (140, 45))


def test_cells_are_picked_with_keys_and_a_refusal_says_why(tmp_path: Path):
    app = lesson_app(tmp_path, "gekitai")

    async def steps(pilot):
        await pilot.press("right_square_bracket", "right_square_bracket")
        screen = app.screen
        screen.cursor = "a1"
        await pilot.press("enter")
        await shows(pilot, "a1 is taken.")
        await pilot.press("down", "down", "up", "right", "enter")
        await shows(pilot, "Right. Black has both stones")
        await pilot.press("r")
        await pilot.pause()
        assert screen.visit.answer is None
        await pilot.press("t")
        await shows(pilot, "Black has both stones")
        assert "Right." not in screen_text(app)
        await pilot.press("left_square_bracket", "left_square_bracket", "left_square_bracket")
        await shows(pilot, "Step 1 of 7")
        await pilot.press("q")
        assert isinstance(app.screen, MainMenu)

    drive(app, steps)


def test_choices_are_taken_by_number_and_the_turn_goes_on(tmp_path: Path):
    app = lesson_app(tmp_path, "glaisher", ascii_only=True)

    async def steps(pilot):
        screen = app.screen
        screen.cursor = "b1"
        await pilot.press("enter")
        assert [str(pick) for pick in screen.entry.choices] == ["east", "south-east", "south-west"]
        assert screen.board_view().marks.preview == {"c1", "d1", "e1"}, "what east could change is shown, as in a game"
        await pilot.press("2", "1")
        await pilot.pause()
        await shows(pilot, "Each part flew as many hexes")
        assert screen.can_enter
        screen.cursor = "e5"
        await pilot.press("enter")
        await shows(pilot, "That was a whole turn.")
        assert screen_text(app).isascii()

    drive(app, steps)


def test_a_lesson_is_offered_in_the_menu_and_on_the_first_visit_to_a_game(tmp_path: Path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game("gekitai")))
        await shows(pilot, "New to Gekitai? l: learn it on the board")
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        visit = app.screen.visit
        visit.begin(len(visit.lesson.steps) - 1)
        solve(visit)
        await pilot.press("q", "q")
        await pilot.pause()
        app.push_screen(SetupScreen(find_game("gekitai")))
        await pilot.pause()
        assert "New to Gekitai" not in screen_text(app)
        app.to_menu()
        app.push_screen(LearnMenu())
        await shows(pilot, "Gekitai  done")
        listed = [option.id for option in app.screen.query_one(OptionList).options]
        assert sorted(filter(None, listed)) == sorted(SHIPPED)  # headings have no name
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)

    drive(app, steps)


def test_a_step_that_cannot_be_remembered_is_told(tmp_path: Path, monkeypatch):
    saved_games = SavedGames(tmp_path)
    visit = LessonVisit(lesson_of(find_game("gekitai")), saved_games)

    def fail(**_: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved_games, "set", fail)
    solve(visit)
    assert visit.is_right
    assert visit.unsaved == "your place could not be saved: No space left on device"


def test_a_lesson_fits_a_small_window(tmp_path: Path):
    app = lesson_app(tmp_path, "squ")

    async def steps(pilot):
        await shows(pilot, "Step 1 of")

    drive(app, steps, (60, 20))


def test_in_a_small_window_every_choice_is_in_sight(tmp_path: Path):
    app = lesson_app(tmp_path, "glaisher")

    async def steps(pilot):
        app.screen.cursor = "b1"
        await pilot.press("enter")
        await shows(pilot, "1) east")
        await shows(pilot, "3) south-west")

    drive(app, steps, (80, 24))


def test_a_folder_that_cannot_be_read_does_not_hide_the_lesson(tmp_path: Path):
    (tmp_path / "file").write_text("not a folder")
    saved_games = SavedGames(tmp_path / "file")
    assert not is_done(saved_games, "gekitai")
    visit = LessonVisit(lesson_of(find_game("gekitai")), saved_games)
    solve(visit)
    assert visit.at == 0 and visit.is_right and visit.unsaved.startswith("your place could not be saved")
