"""Puzzles in the terminal: right and wrong answers, on the full screen and in the plain console."""

from __future__ import annotations

import pytest
from screens import drive, playing, shows, until

from ludoteca.play import load_game
from ludoteca.puzzles.progress import ProgressFile
from ludoteca.puzzles.solving import Solving
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.console.puzzle import ConsolePuzzles
from ludoteca.terminal.prompts import Quit
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.menu import MainMenu
from ludoteca.terminal.screens.puzzle import PuzzleScreen


@pytest.fixture
def solving(tmp_path):
    return Solving(load_game("gekitai"), ProgressFile(tmp_path / "puzzles.json"))


def puzzle_app(tmp_path, solving: Solving) -> tuple[LudotecaApp, PuzzleScreen]:
    app, screen = LudotecaApp(SavedGames(tmp_path)), PuzzleScreen(solving)
    app.call_later(app.push_screen, screen)
    return app, screen


async def type_in(pilot, screen: PuzzleScreen, text: str) -> None:
    screen.field.focus()
    screen.field.value = text
    await pilot.press("enter")


def test_a_wrong_move_is_refuted_and_the_right_one_found_after_it(tmp_path, solving):
    app, screen = puzzle_app(tmp_path, solving)
    puzzle = solving.puzzle
    tempting, after = next(iter(puzzle.refutations.items()))

    async def steps(pilot):
        await until(pilot, lambda: app.screen is screen)
        await shows(pilot, solving.title)
        await shows(pilot, puzzle.task[:20])
        await type_in(pilot, screen, tempting)
        await until(pilot, lambda: screen.answer is not None)
        assert not screen.answer.is_right and screen.message.startswith(f"No: {tempting}")
        await until(pilot, lambda: screen.at == 1 + len(after))
        assert screen.shown == screen.line[-1]
        await pilot.press("left_square_bracket")
        assert screen.at == max(1, len(after))
        await pilot.press("escape")
        assert screen.can_enter and screen.shown == solving.position
        await type_in(pilot, screen, puzzle.answer)
        await until(pilot, lambda: screen.answer is not None)
        assert screen.answer.is_right and screen.message.startswith(f"Right: {puzzle.answer}")
        assert (solving.progress.tried, solving.progress.solved) == (1, 0)  # the first answer counted
        before = solving.number
        await pilot.press("enter")
        assert solving.number != before and screen.answer is None

    drive(app, steps)


def test_a_puzzle_is_solved_with_the_arrows(tmp_path, solving):
    app, screen = puzzle_app(tmp_path, solving)

    async def steps(pilot):
        await until(pilot, lambda: app.screen is screen)
        screen.cursor = solving.puzzle.answer
        await pilot.press("enter")
        await until(pilot, lambda: screen.answer is not None)
        assert screen.answer.is_right and solving.progress.streak == 1

    drive(app, steps)


def test_an_illegal_move_says_why_and_counts_for_nothing(tmp_path, solving):
    app, screen = puzzle_app(tmp_path, solving)
    taken = next(name for name, look in solving.position.scene().cells.items() if look.top is not None)

    async def steps(pilot):
        await until(pilot, lambda: app.screen is screen)
        await type_in(pilot, screen, taken)
        assert screen.message and screen.answer is None and solving.progress.tried == 0

    drive(app, steps)


def test_the_solution_the_day_and_the_way_to_analysis(tmp_path, solving):
    app, screen = puzzle_app(tmp_path, solving)

    async def steps(pilot):
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("s")
        await until(pilot, lambda: screen.answer is not None)
        assert screen.answer.is_right and (solving.progress.tried, solving.progress.solved) == (1, 0)
        await pilot.press("y")
        assert "puzzle of the day" in screen.message
        position = solving.position
        await pilot.press("a")
        await pilot.pause()
        assert playing(app).table.position == position
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, MainMenu)

    drive(app, steps)


def test_the_menu_leads_to_the_puzzles_of_a_game(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.screen.choose("puzzles")
        await pilot.pause()
        app.screen.choose("gekitai")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await shows(pilot, "Gekitai, puzzle")

    drive(app, steps, size=(60, 30))


def test_the_console_refutes_and_praises(solving, monkeypatch, capsys):
    puzzle = solving.puzzle
    tempting, after = next(iter(puzzle.refutations.items()))
    said = iter(
        ["help", "rules", "zz9", tempting, puzzle.answer, "", "today", "puzzle 3", "puzzle 0", "solution", "", "quit"]
    )
    monkeypatch.setattr("builtins.input", lambda _: next(said))
    with pytest.raises(Quit):
        ConsolePuzzles(solving).run()
    shown = capsys.readouterr().out
    assert "**Goal.** Line up three" in shown
    assert f"No: {tempting}" in shown and f"Continuation: {' '.join(after)}" in shown
    assert f"Right: {puzzle.answer}" in shown and "0 of 1 solved" in shown
    assert "Gekitai, puzzle 3 of" in shown and "There is no puzzle 0" in shown
    assert f"such as {puzzle.answer}," not in shown  # the help does not give it away
