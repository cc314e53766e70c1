"""The plain console as people run it: through a pipe, in a pseudo-terminal, killed and started again."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from ludoteca.games import find_game, game_names
from ludoteca.play import load_game
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "LUDOTECA_DATA": str(tmp_path), "NO_COLOR": "1"}


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def talk(environment: dict[str, str], lines: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(
        command, input=typed(*lines), capture_output=True, text=True, check=False, env=environment, timeout=120
    )


class Terminal:
    """A program in a pseudo-terminal, talked to line by line."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludoteca", *words], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True,
            env=environment,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def read_until(self, words: str, seconds: float = 60) -> str:
        """What is printed up to and with some words."""
        new, end = "", time.monotonic() + seconds
        while words not in new:
            ready, _, _ = select.select([self.ours], [], [], 0.5)
            if ready:
                try:
                    new += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:  # the other end has closed
                    break
            assert time.monotonic() < end, f"{words!r} did not come: {new[-500:]}"
        self.seen += new
        return new

    def say(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def close(self) -> int:
        code = self.process.wait(timeout=180)
        os.close(self.ours)
        return code


@pytest.mark.parametrize("name", game_names())
def test_each_game_is_played_to_its_end_in_a_terminal_wrong_inputs_included(name, environment):
    variant = load_game(name)
    start = variant.start(5)
    chance = random.Random(14)
    terminal = Terminal(environment, "play", name, "--second", "human", "--plain", "--position", str(start))
    position = start
    wrong = 0
    while position.outcome is None:
        terminal.read_until("your move: ")
        if position.ply % 20 == 0:
            for nonsense in ("z99", "what is this", "!"):
                terminal.say(nonsense)
                answer = terminal.read_until("your move: ")
                assert any(words in answer for words in ("not on the board", "is not a move of", "cannot", "is not"))
                wrong += 1
        move = chance.choice(position.moves())
        terminal.say(str(move).upper() if position.ply % 2 else str(move))
        position = position.play(move)
    terminal.read_until("Play again? ")
    terminal.say("n")
    assert terminal.read_until("Goodbye.")
    assert terminal.close() == 0
    verdict = "Draw: " if position.outcome.winner is None else " wins: "
    assert verdict + position.outcome.reason in terminal.seen
    assert wrong


def test_moves_are_chosen_step_by_step_with_the_divisions_listed(environment):
    done = talk(environment, ("b1", "1", "1", "quit"), "play", "glaisher", "--second", "human")
    assert "  1 e  " in done.stdout
    assert "1+2+3" in done.stdout
    assert "b1-e:" in SavedGames(Path(environment["LUDOTECA_DATA"])).all()[0].path.read_text()


def test_the_menus_go_by_number_and_by_name(environment):
    lines = ("chess", "play", "9", "gekitai", "2", "random", "y", "both", "mover", "", "x", "3", "quit")
    done = talk(environment, lines)
    assert done.returncode == 0, done.stderr
    for sentence in (
        "Type one of: play, learn, saved, rules, puzzles, language, exit.",
        "Type one of: gekitai, glaisher",
        "double_win cannot be 'both'",
        "Type a whole number from 1 to 99.",
        "Game 1: Random 0 : 0 You, best of 3",
        "Red (Random) plays ",
        "Goodbye.",
    ):
        assert sentence in done.stdout


def test_pause_undo_hint_and_the_rest_are_commands(environment, tmp_path):
    record = tmp_path / "game.pgn"
    lines = (
        "c3", "d4", "undo", "redo", "undo", "back", "hint", "moves", "board", "help", "rules", "history", "history 1",
        "history 99", "pace 3", "pace 0.5", "p", "2", "my game", "1", f"export {record}", f"export {record}",
        "draw", "n", "draw", "y", "n",
    )  # fmt: skip
    done = talk(environment, lines, "play", "gekitai", "--second", "human")
    assert done.returncode == 0, done.stderr
    for sentence in (
        "Nothing is chosen yet.", "  Try ", "Type a move, such as", "    1 Red      c3", "from 0 to 1.",
        "A pace is 0, 0.1, 0.5, 1, 2, 5 seconds or step.", "Bots take 0.5 s a move.", "Saved as ", "Written to ",
        "game.pgn: File exists.", "offers a draw", "Draw: agreed by both players.",
    ):  # fmt: skip
        assert sentence in done.stdout, sentence
    assert '[Game "gekitai"]' in record.read_text()
    assert [kept.label for kept in SavedGames(Path(environment["LUDOTECA_DATA"])).all() if kept.is_named] == [
        "my game: Gekitai: Player 1 against Player 2"
    ]


def test_a_game_can_be_reviewed_when_it_is_over(environment):
    lines = ("c3", "d4", "hint", "resign", "y", "review", "n")
    done = talk(environment, lines, "play", "gekitai", "--second", "human")
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("Play again? (y/n, or review) [n]: ", "Reviewing the game …", "Accuracy: Red "):
        assert words in done.stdout
    assert done.stdout.count("Play again?") == 2


def test_the_end_of_input_is_polite_at_any_question_and_keeps_the_game(environment):
    lines = ("play", "gekitai", "3", "n", "1", "c3")
    for count in range(len(lines) + 1):
        done = talk(environment, lines[:count])
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("Goodbye.\n")
    assert [kept.moves for kept in SavedGames(Path(environment["LUDOTECA_DATA"])).unfinished()] == [1]


def test_a_killed_game_is_there_to_resume(environment):
    terminal = Terminal(environment, "play", "gekitai", "--second", "human", "--plain")
    for move in ("c3", "d4", "a1"):
        terminal.read_until("your move: ")
        terminal.say(move)
    terminal.read_until("your move: ")
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.close() == -signal.SIGKILL
    done = talk(environment, ("resume", "history", "f6", "quit"))
    assert "Gekitai: Player 1 against Player 2, 3 moves" in done.stdout
    for line in ("1 Red      c3", "2 Black    d4", "3 Red      a1"):
        assert line in done.stdout
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]))
    assert [kept.moves for kept in saved_games.all()] == [4]
    assert str(Table.load(saved_games.read(saved_games.all()[0].path), saved_games).match.plies[-1].move) == "f6"


def test_the_full_screen_app_survives_a_kill_too(environment):
    terminal = Terminal({**environment, "TERM": "xterm-256color"}, "play", "gekitai", "--second", "human")
    terminal.read_until("to move")
    os.write(terminal.ours, b"\r")  # a stone where the cursor is
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]))
    end = time.monotonic() + 60
    while not saved_games.unfinished():
        select.select([terminal.ours], [], [], 0.1)
        assert time.monotonic() < end
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.close() == -signal.SIGKILL
    done = talk(environment, ("resume", "history", "quit"))
    assert "1 Red      c3" in done.stdout


def test_watching_two_bots_step_by_step(environment):
    watch = ("watch", "gekitai", "--first", "random", "--second", "greedy", "--delay", "step", "--seed", "1")
    done = talk(environment, ("", "", "p", "1", "pace 0"), *watch)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Enter for the move, p to pause: " in done.stdout
    assert "Paused" in done.stdout
    assert "Red (Random) plays " in done.stdout


def test_watching_goes_to_the_end_without_a_word(environment):
    done = talk(environment, (), "watch", "squ", "--first", "random", "--second", "random", "--delay", "0", "--set",
                "size=8")  # fmt: skip
    assert done.returncode == 0
    assert " wins: " in done.stdout or "Draw: " in done.stdout


def test_saved_games_and_records_can_be_looked_through(environment, tmp_path):
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]))
    table = Table.begin(load_game("gekitai"), ("human", "human"), saved_games)
    for move in ("c3", "d4"):
        table.play(move)
    path = saved_games.export(table.record_text(), "gekitai")
    through = ("saved", "file", str(path), "", "", "back", "2", "", "n")
    done = talk(environment, (*through, "saved", "1", "moves", "menu", "exit"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "2. d4" in done.stdout
    assert "Red (Player 1), your move: " in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "no game is called 'chess'"),
        (("play", "gekitai", "--second", "nobody"), "no bot is called 'nobody'"),
        (("watch", "gekitai", "--first", "dumb"), "the bot dumb plays greener, not gekitai"),
        (("watch", "gekitai", "--delay", "3"), "a pace is 0, 0.1"),
    ],
)
def test_wrong_arguments_name_the_right_ones(words, sentence, environment):
    done = talk(environment, (), *words)
    assert sentence in done.stderr
    assert done.returncode != 0


def test_a_number_with_zeros_before_it_broke_the_menu(environment):
    done = talk(environment, ("00000199", "000003", "menu", "exit"), "--plain")
    assert done.returncode == 0, done.stderr
    assert "Type one of: play" in done.stdout
    assert "Saved games and records" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_options_that_do_not_fit_together_ended_the_program(environment):
    count = len(find_game("greener").options)
    bad = ["9x9", *[""] * (count - 1)]
    names = [option.name for option in find_game("greener").options]
    bad[names.index("counts")] = "9,9,18"
    done = talk(environment, ("play", "greener", "", "", "y", *bad, *[""] * count, "quit"), "--plain")
    assert done.returncode == 0, done.stderr
    assert "counts cannot be 9,9,18: 9x9 takes 81 pyramids" in done.stdout
    assert done.stdout.count("Enter keeps what stands in brackets.") == 2
    assert done.stdout.endswith("Goodbye.\n")


def test_bytes_that_are_not_text_on_standard_input_gave_a_traceback(environment):
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", "--plain"], input=b"\xff\xfe\nexit\n", capture_output=True, check=False,
        env={**environment, "PYTHONIOENCODING": "utf-8:strict"}, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"Type one of: play" in done.stdout


def test_leaving_waited_for_what_was_being_compiled():
    program = """
import threading
from ludoteca.cli import app
from ludoteca.play import compile_ahead

def endless():
    begun.set()
    threading.Event().wait()

begun = threading.Event()
compile_ahead.steps = lambda names, more: [compile_ahead.Step("gekitai", "rules", endless)]

@app.whole_program().command()
def leave():
    with compile_ahead.BackgroundWarming():
        begun.wait()
    print("left")

import sys
sys.argv = ["ludoteca", "leave"]
app.run()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


def test_a_record_played_on_in_the_console_is_kept(environment):
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]) / "elsewhere")
    table = Table.begin(load_game("gekitai"), ("human", "human"), saved_games)
    table.play("c3")
    path = saved_games.export(table.record_text(), "gekitai")
    done = talk(environment, ("saved", "file", str(path), "", "", "y", "d4", "quit"))
    assert "The game is kept" in done.stdout
    assert [kept.moves for kept in SavedGames(Path(environment["LUDOTECA_DATA"])).unfinished()] == [2]


def test_saving_asks_before_it_replaces_another_game(environment):
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]))
    Table.begin(load_game("squ"), ("human", "random"), saved_games).save_as("mine")
    lines = ("c3", "save mine", "n", "save other", "save mine", "y", "quit")
    done = talk(environment, lines, "play", "gekitai", "--second", "human")
    assert "mine is taken: mine: SQU: You against Random" in done.stdout
    assert "Nothing was saved." in done.stdout
    assert done.stdout.count("Replace it? (y/n) [n]: ") == 2
    assert saved_games.named("mine").label == "mine: Gekitai: Player 1 against Player 2"
    assert saved_games.named("other").moves == 1


def test_a_folder_that_cannot_be_written_is_not_called_kept(environment, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    done = talk(
        {**environment, "LUDOTECA_DATA": str(tmp_path / "file")}, ("c3", "d4", "quit"), "play", "gekitai", "--second",
        "human",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The game is kept" not in done.stdout
    assert done.stdout.count("This game cannot be saved: Not a directory.") == 2, "once at the move, once at the end"
    assert "It is lost." in done.stdout


def test_whoever_is_called_first_begins(environment):
    bots = ("--first", "random", "--second", "greedy", "--set", "first=white", "--delay", "step")
    done = talk(environment, ("", "quit"), "watch", "greener", *bots)
    assert "White (Random) plays " in done.stdout
    lines = ("play", "greener", "1", "random", "y", "", "", "", "white", "", "", "quit")
    done = talk(environment, lines)
    assert "White (You), your move: " in done.stdout
    assert "Which bot [" in done.stdout


def test_the_history_has_a_row_a_turn(environment):
    done = talk(environment, ("a1", "b2", "c3", "history", "history 2", "quit"), "play", "squ", "--second", "human")
    assert "    1 Red      a1\n    2 Black    b2 c3\n" in done.stdout


def test_the_end_of_a_series_is_announced(environment):
    lines = ("c3", "resign", "y", "c3", "d4", "resign", "y", "n")
    done = talk(environment, lines, "play", "gekitai", "--second", "human", "--games", "3")
    assert "The series is over: " in done.stdout


def test_sixteen_colours_draw_red_red(environment):
    clean = {name: value for name, value in environment.items() if name not in ("NO_COLOR", "COLORTERM")}
    terminal = Terminal({**clean, "TERM": "xterm-16color"}, "play", "gekitai", "--second", "human")
    terminal.read_until("to move")
    os.write(terminal.ours, b"\r")  # a stone where the cursor is
    terminal.read_until(";41m")  # white on red, the sign of the player who made the move
    os.write(terminal.ours, b"\x11")  # Ctrl-Q
    terminal.read_until("\x1b[?1049l")
    assert terminal.close() == 0
    assert "38;2;" not in terminal.seen
    assert "48;5;" not in terminal.seen
