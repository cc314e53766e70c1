"""`ludoteca new-game`: a working game to change into your own."""

from __future__ import annotations

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson, opened_game
from ludoteca.cli.output import print_json, say
from ludoteca.languages import t

GAME = '''"""TITLE: place a stone a turn; four of your stones in a row win."""

from ludoteca.kernel import Cell, Cells, Ending, Move, SquareBoard, State, compiled, draw_lines
from ludoteca.kernel import game, has_line, has_moves, say

# The board.  A stride of columns + 1 leaves a gap after each row, so that lines never wrap around the edge.
STRIDE = 6
BOARD = SquareBoard(5, 5, STRIDE)
STEP = BOARD.step

# What a position is made of: here a set of cells for each player.  Whose turn it is, `mover`, is always there.
STATE = State(stones=Cells(BOARD, per_player=True, piece="disc"))

# What a move is made of: here one cell, so a move is written as c3.
PLACE = Move(cell=Cell(BOARD))


@compiled
def can_place(state):
    """The set of cells that a stone may be placed on: any that is empty."""
    return BOARD.all & ~(state.stones[0] | state.stones[1])


@compiled
def play(state, move):
    """Place a stone; the other player is to move."""
    state.stones[state.mover] |= BOARD.bit(PLACE.cell(move))
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """Four in a row win; a full board is a draw."""
    if has_line(state.stones[0], STRIDE, 4):
        return Ending.FIRST_WINS
    if has_line(state.stones[1], STRIDE, 4):
        return Ending.SECOND_WINS
    return Ending.NONE if has_moves(state) else Ending.DRAW


@compiled
def reason(state):
    """Why a game that is over has ended.  Sentences can be listed and translated; {0:player} is a player's name."""
    if ending(state) == Ending.DRAW:
        return say("the board is full")
    return say("{0:player} has four in a row", 1 - state.mover)


@compiled
def decided(state, draw):
    """What is drawn on the board when the game is over: the rows of four."""
    for player in range(2):
        draw_lines(draw, state.stones[player], STEP, 4)


GAME = game(
    title="TITLE",
    designer="you",
    players=("Red", "Black"),  # their names, the letters of their pieces and, by name, their colours
    summary="Place one stone per turn; four of your stones in a row win.",
    longest=25,  # in moves; a game that lasts longer is drawn
    accent="teal",
)
'''
RULES = """# TITLE

Designed by you.

## How to play

Red and Black take turns placing a stone on any empty cell. Red begins. Four of your stones in a row, across, down or
diagonally, win. A full board is a draw.
"""
TEST = '''"""NAME keeps every promise a game must keep, and its rules do what they should."""

from pathlib import Path

import ludoteca
from ludoteca.play.conformance import check_game

NAME = ludoteca.game(str(Path(__file__).with_name("NAME.py")))


def test_it_conforms():
    print(check_game(NAME))


def test_four_in_a_row_win():
    position = NAME.start()
    for move in ("a1", "a2", "b1", "b2", "c1", "c2", "d1"):
        position = position.play(move)
    assert position.outcome.reason == "Red has four in a row"
'''


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name in lowercase letters, such as hexapawn.")],
    is_played: Annotated[bool, typer.Option("--play", help="Play it right away.")] = False,
    is_plain: Annotated[bool, typer.Option("--plain", help="With --play: use the plain console.")] = False,
    as_json: AsJson = False,
) -> None:
    """Create a small working game in this folder, for you to turn into your own: code, rules and test.

    Example: ludoteca new-game threeinarow --play
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        words = t("{name} is not a valid name; use lowercase letters, digits and _", name=repr(name[:40]))
        raise typer.BadParameter(words, param_hint="NAME")
    title = name.replace("_", " ").capitalize()
    files = {
        Path(f"{name}.py"): GAME.replace("TITLE", title),
        Path(f"{name}.rules.md"): RULES.replace("TITLE", title),
        Path(f"test_{name}.py"): TEST.replace("NAME", name),
    }
    if taken := [str(file) for file in files if file.exists()]:
        words = t("{files} already {count:exists|exist}; nothing was written", files=", ".join(taken), count=len(taken))
        raise typer.BadParameter(words, param_hint="NAME")
    from ludoteca.games import game_names

    if iskeyword(name) or name in game_names() or find_spec(name) is not None:  # else Python would find the new file
        words = t("{name} is already the name of a game or of something in Python; choose another", name=repr(name))
        raise typer.BadParameter(words, param_hint="NAME")
    for file, text in files.items():
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    if as_json:
        print_json({"files": [str(file) for file in files]})
    else:
        typer.echo("\n".join(map(str, files)))
    say(t("Play it:   {command}", command=f"ludoteca play {name}.py"))
    say(t("Check it:  {command}", command=f"ludoteca check {name}.py"))
    say(t("In a browser:  {command}", command=f"ludoteca serve --game {name}.py"))
    say(t("Turn {file} into your game; {page} explains every part.", file=f"{name}.py", page="docs/write-a-game.md"))
    if is_played:
        from ludoteca.cli.open_table import TableOptions, open_table

        open_table(opened_game(f"{name}.py"), ("human", None), TableOptions(is_plain=is_plain))
