"""The plain console as people run it: through a pipe, in a pseudo-terminal, killed and started again."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from forked_programs import ForkedConsole

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
    with TemporaryFile("w+") as given, TemporaryFile("w+") as said, TemporaryFile("w+") as complained:
        given.write(typed(*lines))
        given.seek(0)
        code = ForkedConsole(words, environment, *(file.fileno() for file in (given, said, complained))).wait(120)
        said.seek(0)
        complained.seek(0)
        return subprocess.CompletedProcess(words, code, said.read(), complained.read())


class Terminal:
    """A program in a pseudo-terminal, talked to line by line."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = ForkedConsole(words, environment, theirs, theirs, theirs)
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
                assert any(words in answer for words in ("not on the board", "is not a move in", "cannot", "is not"))
                wrong += 1
        move = chance.choice(position.moves())
        terminal.say(str(move).upper() if position.ply % 2 else str(move))
        position = position.play(move)
    terminal.read_until("Rematch? ")
    terminal.say("n")
    assert terminal.read_until("Goodbye.")
    assert terminal.close() == 0
    verdict = "Draw: " if position.outcome.winner is None else " wins: "
    assert verdict + position.outcome.reason in terminal.seen
    assert wrong


def test_moves_are_chosen_step_by_step_with_the_divisions_listed(environment):
    done = talk(environment, ("b1", "1", "1", "quit"), "play", "glaisher", "--second", "human")
    assert "  1 e  " in done.stdout
    assert "1+2+3  to c1 (1 high), d1 (2 high), e1 (3 high)" in done.stdout, "where each division lands"
    assert "b1-e:" in SavedGames(Path(environment["LUDOTECA_DATA"])).all()[0].path.read_text()


def test_a_turn_of_two_moves_is_typed_as_players_write_it(environment):
    lines = ("b1-b5/b9", "b2", "e6-e3/e4", "moves", "quit")  # b9 is refused, after the queen has moved
    done = talk(environment, lines, "play", "amazons", "--set", "size=6x6", "--second", "human")
    assert "b9 is not on the board" in done.stderr + done.stdout
    saved = SavedGames(Path(environment["LUDOTECA_DATA"])).all()[0].path.read_text()
    assert re.findall(r'"move": "(.*)"', saved) == ["b1-b5", "b2", "e6-e3", "e4"]


def test_the_menus_go_by_number_and_by_name(environment):
    lines = (
        "backgammon",
        "play",
        "99",
        "gekitai",
        "",
        "2",
        "random",
        "y",
        "both",
        "mover",
        "",
        "x",
        "3",
        "",
        "",
        "quit",
    )
    done = talk(environment, lines)
    assert done.returncode == 0, done.stderr
    for sentence in (
        "Type one of: play, learn, saved, rules, puzzles, language, exit.",
        "Type one of: amazons, breakthrough",
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
        "Nothing has been chosen yet.", "  Try ", "Type a move, such as", "    1 Red      c3", "from 0 to 1.",
        "The pace can be 0, 0.1, 0.5, 1, 2, 5 seconds or step.", "Bots take 0.5 s per move.", "Saved as ",
        "Written to ", "game.pgn: File exists.", "offers a draw", "Draw: agreed by both players.",
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
    for words in ("Rematch? (y/n, settings or review) [n]: ", "Reviewing the game …", "Accuracy: Red "):
        assert words in done.stdout
    assert done.stdout.count("Rematch?") == 2


def test_a_rematch_keeps_every_setting_that_is_not_changed(environment):
    settings = ("settings", "", "3", "n", "1", "2+1")  # published rules, two people, the options as they are
    lines = ("c3", "resign", "y", *settings, "c4", "quit")
    words = ("--second", "human", "--games", "1", "--clock", "5+3", "--set", "double_win=mover")
    done = talk(environment, lines, "play", "gekitai", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "or none [5+3]: " in " ".join(done.stdout.split("\n"))
    saved = SavedGames(Path(environment["LUDOTECA_DATA"])).unfinished()[0].path.read_text()
    assert '"mover"' in saved and "2+1" in saved


@pytest.mark.parametrize("answered", range(9))
def test_menu_leads_back_from_every_question_before_a_game(environment, answered):
    lines = ("play", "gekitai", "", "1", "random", "y", "", "", "", "", "")[: 2 + answered]
    done = talk(environment, (*lines, "menu", "exit"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Main menu") == 2 and "Type" not in done.stdout.split("Which game")[1]


def test_the_computer_can_be_told_to_play_lost_games_to_the_end(environment):
    lines = ("play", "gekitai", "", "1", "random", "n", "", "", "y", "c3", "quit")
    done = talk(environment, lines)
    assert "Should the computer play lost games to the end instead of resigning? (y/n) [n]: " in done.stdout
    saved = SavedGames(Path(environment["LUDOTECA_DATA"])).unfinished()[0].path.read_text()
    assert '"PlaysOn": "yes"' in saved


def test_the_end_of_input_is_polite_at_any_question_and_keeps_the_game(environment):
    lines = ("play", "gekitai", "1", "3", "n", "1", "", "c3")
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
    through = ("saved", "file", str(path), "what", "", "", "back", "2", "", "n")
    done = talk(environment, (*through, "saved", "1", "moves", "menu", "exit"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "2. d4" in done.stdout
    assert "  Enter, back, a number, review or menu.\n" in done.stdout and done.stdout.count("[0/2]") == 2  # for "what"
    assert "Red (Player 1), your move: " in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "backgammon"), "there is no game called 'backgammon'"),
        (("play", "gekitai", "--second", "nobody"), "there is no bot called 'nobody'"),
        (("watch", "gekitai", "--first", "dumb"), "the bot dumb plays greener, not gekitai"),
        (("watch", "gekitai", "--delay", "3"), "the pace can be 0, 0.1"),
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


def test_the_original_rules_are_one_question_and_bring_their_bots(environment):
    done = talk(environment, ("play", "squ", "original", "1", "", "y", "", "", "", "", "", "", "", "quit"), "--plain")
    assert done.returncode == 0, done.stderr
    for line in (
        "  2 As in the original program",
        "      Discs per turn: 1",
        "   1 Original Easy",
        "discs_per_turn [1]: ",
    ):
        assert line in done.stdout
    assert "Which bot [Original Easy]: " in done.stdout


def test_either_of_two_people_can_resign_by_the_name_of_the_side(environment):
    lines = ("resign green", "resign black", "y", "n")
    done = talk(environment, lines, "play", "gekitai", "--second", "human", "--plain")
    assert "'green' is not played by a person here" in done.stdout.lower()
    assert "Red (Player 1) wins: " in done.stdout


def test_options_that_do_not_fit_together_ended_the_program(environment):
    count = len(find_game("greener").options)
    bad = ["9x9", *[""] * (count - 1)]
    names = [option.name for option in find_game("greener").options]
    bad[names.index("counts")] = "9,9,18"
    done = talk(environment, ("play", "greener", "", "", "", "y", *bad, *[""] * count, "quit"), "--plain")
    assert done.returncode == 0, done.stderr
    assert "counts cannot be 9,9,18: 9x9 needs 81 pyramids" in done.stdout
    assert done.stdout.count("Press Enter to keep the value in brackets.") == 2
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
    assert "The game is saved" in done.stdout
    assert [kept.moves for kept in SavedGames(Path(environment["LUDOTECA_DATA"])).unfinished()] == [2]


def test_saving_asks_before_it_replaces_another_game(environment):
    saved_games = SavedGames(Path(environment["LUDOTECA_DATA"]))
    Table.begin(load_game("squ"), ("human", "random"), saved_games).save_as("mine")
    lines = ("c3", "save mine", "n", "save other", "save mine", "y", "quit")
    done = talk(environment, lines, "play", "gekitai", "--second", "human")
    assert "mine already exists: mine: SQU: You against Random" in done.stdout
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
    assert "The game is saved" not in done.stdout
    assert done.stdout.count("This game cannot be saved: Not a directory.") == 2, "once at the move, once at the end"
    assert "It was not saved." in done.stdout


def test_whoever_is_called_first_begins(environment):
    bots = ("--first", "random", "--second", "greedy", "--set", "first=white", "--delay", "step")
    done = talk(environment, ("", "quit"), "watch", "greener", *bots)
    assert "White (Random) plays " in done.stdout
    lines = ("play", "greener", "1", "1", "random", "y", "", "", "", "white", "", "", "", "", "quit")
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


@pytest.mark.parametrize(
    "words",
    [
        ("play", "gekitai"),
        ("watch", "gekitai", "--first", "random", "--second", "random", "--delay", "step"),
        ("puzzle", "gekitai"),
        ("lesson", "gekitai"),
    ],
)
def test_menu_ended_what_was_begun_on_the_command_line_with_a_traceback(words, environment):
    done = talk(environment, ("menu", "exit"), *words, "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Main menu" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_the_beginning_of_a_division_was_played_as_a_longer_one(environment):
    done = talk(environment, ("b1", "se", "1+2", "2+4", "quit"), "play", "glaisher", "--second", "human")
    assert "the stack has 6" in done.stdout
    assert "b1-se:2+4" in SavedGames(Path(environment["LUDOTECA_DATA"])).all()[0].path.read_text()


def test_the_beginning_of_a_move_is_completed_by_a_question(environment):
    done = talk(environment, ("b1 e", "1", "quit"), "play", "glaisher", "--second", "human")
    assert "your move b1-e …" in done.stdout
    assert "b1-e:1+2+3" in SavedGames(Path(environment["LUDOTECA_DATA"])).all()[0].path.read_text()


def test_a_slip_at_yes_or_no_is_asked_again(environment):
    done = talk(environment, ("c3", "resign", "ja", "yes", "perhaps", "n"), "play", "gekitai", "--second", "human")
    assert done.stdout.count("resign? (y/n) [n]: ") == 2
    assert "Type y or n." in done.stdout
    assert "Type y, n, settings or review." in done.stdout
    assert done.stdout.count("Rematch?") == 2


def test_a_locale_without_unicode_is_shown_ascii_alone(environment):
    lines = ("c3", "hint", "help", "rules", "quit")
    done = talk({**environment, "LC_ALL": "C"}, lines, "play", "gekitai", "--second", "human")
    assert done.returncode == 0, done.stderr
    assert "3 . . r . . ." in done.stdout
    assert done.stdout.isascii()


def test_no_word_is_broken_at_the_edge_of_the_terminal(environment):
    terminal = Terminal(environment, "lesson", "gekitai", "--plain")
    terminal.read_until("Your move: ")
    for command in ("rules", "help"):
        terminal.say(command)
        terminal.read_until("Your move: ")
    terminal.say("quit")
    terminal.read_until("Goodbye.")
    assert terminal.close() == 0
    lines = terminal.seen.replace("\r", "").split("\n")
    assert max(map(len, lines)) <= 80
    assert "each one moves one cell directly away from the new stone" in " ".join(" ".join(lines).split())


def test_a_bot_that_breaks_down_makes_way_in_the_plain_console_too(environment, tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("class Raises:\n    def choose(self, position):\n        raise ValueError('no idea')\n")
    done = talk(environment, ("c3", "bot", "random", "quit"), "play", "gekitai", "--second", f"py:{file}:Raises")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Raises) cannot play on: ValueError: no idea." in done.stdout
    assert "Black (Random) plays " in done.stdout


def test_a_bot_has_one_name_in_list_question_and_game(environment):
    done = talk(environment, ("play", "mapello", "1", "1", "original level 4", "n", "", "", "board", "quit"))
    assert "Original Level 4" in done.stdout
    assert "Which bot [Level 3]: " in done.stdout
    assert "classic4" not in done.stdout


def test_a_clock_is_asked_for_shown_and_falls_in_the_plain_console(environment):
    done = talk(environment, ("play", "gekitai", "1", "3", "n", "", "soon", "5+3", "c3", "quit"), "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "'soon' is not a time control" in done.stdout
    assert "Clock: Red 5:0" in done.stdout
    done = talk(environment, ("c3", "d4", "n"), "play", "gekitai", "--second", "human", "--clock", "0.001s/move")
    assert done.returncode == 0, done.stderr
    assert "Black (Player 2) wins: " in done.stdout
    done = talk(environment, (), "play", "gekitai", "--clock", "soon")
    assert "--clock" in done.stderr and done.returncode == 2


def test_the_first_board_and_the_help_explain_the_signs_on_it(environment):
    done = talk(environment, ("help", "quit"), "play", "mapello", "--second", "human", "--ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("On the board: # wall, * bonus, J joker") == 2


def test_a_long_list_of_saved_games_asks_which(environment, tmp_path):
    saved_games = SavedGames(tmp_path)
    for game in ("gekitai", *["reversi"] * 12):
        table = Table.begin(load_game(game), ("human", "human"), saved_games)
        table.play(table.position.moves()[0])
    done = talk(environment, ("saved", "gekitai", "1", "quit"), "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Which games [All games]: " in done.stdout
    assert " 1 Gekitai: Player 1 against Player 2, 1 move, " in done.stdout.partition("Which games")[2]
    assert "Reversi: Player 1" not in done.stdout.partition("Which games")[2]


@pytest.mark.parametrize("words", [(), ("--plain",)])
def test_the_program_ends_when_its_terminal_is_closed(environment, words):
    terminal = Terminal({**environment, "TERM": "xterm-256color"}, *words)
    terminal.read_until("Choose" if words else "Saved games")
    os.close(terminal.ours)
    try:
        terminal.process.wait(20)
    finally:
        terminal.process.kill()
        terminal.process.wait()
