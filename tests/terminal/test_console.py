"""The console game, played through a pipe and in a terminal, wrong inputs included."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys

import pytest
from commands import run

from ludoteca.games import game_names
from ludoteca.play import load_game
from ludoteca.terminal import console
from ludoteca.terminal.asking import Quit, index_of


def winning_moves() -> list[str]:
    """A short game of Gekitai that somebody wins, found by playing at random."""
    for seed in range(1000):
        chance = random.Random(seed)
        position, moves = load_game("gekitai").start(), []
        while position.outcome is None and len(moves) < 12:
            moves.append(str(chance.choice(position.moves())))
            position = position.play(moves[-1])
        if position.outcome is not None:
            return moves
    raise AssertionError("no short game in a thousand")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_whole_game_is_played_with_wrong_inputs_on_the_way():
    first, *rest = winning_moves()
    done = run(
        typed=typed("chess", "gekitai", "both", "mover", "", "person", "1", "z9", "what is this", first, first, "undo",
                    "undo", first, "moves", "help", "board", "", *rest, "n"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for sentence in (
        "Type one of: gekitai, glaisher",
        "double_win cannot be 'both'",
        "Z9 is not on the board.",
        "'what is this' is not a move of Gekitai; a move looks like a1.",
        f"{first.capitalize()} is taken.",
        "There is nothing to take back.",
        "Type a move, such as",
        "wins: ",
        "Goodbye.",
    ):
        assert sentence in done.stdout


def test_end_of_input_is_a_polite_goodbye_at_any_question():
    lines = ["gekitai", "", "", "person", "person", "c3"]
    for count in (0, 2, 4, 6):
        done = run(typed=typed(*lines[:count]))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("Goodbye.\n")


def test_two_random_movers_play_to_the_end():
    done = run(typed=typed("gekitai", "", "", "random", "random", ""))
    assert done.returncode == 0
    assert any(word in done.stdout for word in ("Red wins: ", "Black wins: ", "Draw: "))


def test_it_plays_in_a_terminal():
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca"], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    ) as game:
        os.close(theirs)
        os.write(ours, typed("gekitai", "", "", "person", "random", "c3", "quit").encode())
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end of a terminal has closed
                break
            if not part:
                break
            shown += part
        assert game.wait(timeout=60) == 0
    os.close(ours)
    assert b"Black plays " in shown
    assert "●".encode() in shown
    assert b"Goodbye." in shown


@pytest.fixture
def answers(monkeypatch):
    """Answers to be given one after the other; then the input ends."""
    given: list[str] = []

    def answer(_question: str) -> str:
        if not given:
            raise EOFError
        return given.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    return given


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_played_pick_by_pick(name, answers, monkeypatch, capsys):
    """A person who always types the first thing on offer gets through the opening of every game."""
    position = load_game(name).start(3)
    for _ in range(4):
        if position.outcome is not None:
            break
        names: tuple[str, ...] = ()
        while picks := console.next_picks(position, names):
            answers.append(picks[0].name)
            names = (*names, picks[0].name)
            if len([move for move in position.moves() if fits(move, names)]) == 1:
                break
        move = console.ask_move(position)
        assert not answers
        assert move is not console.Wish.UNDO
        position = position.play(move)


def fits(move, names) -> bool:
    return tuple(pick.name for pick in move.picks[: len(names)]) == names


def test_a_half_chosen_move_can_be_dropped_or_replaced(answers, capsys):
    position = load_game("glaisher").start()
    whole = position.moves()[-1]
    begin = position.moves()[0].picks[0].name
    answers += [begin, "nonsense", "back", str(whole)]
    assert console.ask_move(position) == whole
    assert "1 " in capsys.readouterr().out


def test_undo_against_the_random_mover_goes_back_to_the_persons_own_move():
    start = load_game("gekitai").start()
    later = start.play("a1").play("f6")
    assert console.taken_back(later, ("person", "random")) is start
    assert console.taken_back(later, ("person", "person")) is later.previous
    assert console.taken_back(start, ("person", "random")) is start


@pytest.mark.parametrize(("said", "meant"), [("2", 1), ("Squ", 2), ("gr", 1), ("g", None), ("4", None), ("x", None)])
def test_a_choice_is_named_by_number_name_or_beginning(said, meant):
    assert index_of(said, ["gekitai", "greener", "squ"]) == meant


def test_quit_leaves_in_the_middle_of_a_game(answers):
    answers.append("quit")
    with pytest.raises(Quit):
        console.ask_move(load_game("gekitai").start())
