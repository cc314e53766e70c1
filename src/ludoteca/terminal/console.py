"""A game in a plain terminal: choose it, play it to its end with typed moves, take moves back, ask for help.

It knows no game: the board comes from the scene, and moves from text or step by step from their picks.
"""

from __future__ import annotations

import random
import sys
from enum import Enum, auto

from ludoteca.kernel.errors import AmbiguousMove, MoveError
from ludoteca.play.choosing import choose, next_picks, read_picks
from ludoteca.play.position import Move, Position
from ludoteca.play.rulebook import rule_page
from ludoteca.play.variant import Variant
from ludoteca.play.warming import BackgroundWarming
from ludoteca.terminal.asking import Quit, ask, index_of
from ludoteca.terminal.setup import PERSON, choose_game, choose_options, choose_seats
from ludoteca.terminal.sheet import sheet

HELP = """\
Type a move, such as {example}, or only its beginning to be offered the rest.
  moves   all legal moves          undo    take back your last move
  board   draw the board again     help    how to play, and this list
  back    drop a half-chosen move  quit    leave"""


class Wish(Enum):
    """What a person may want instead of a move."""

    UNDO = auto()


def run() -> None:
    """Play games until the person has had enough; the end of input is a polite goodbye."""
    print("Ludoteca: two-player board games. Type quit to leave at any question.")
    try:
        with BackgroundWarming():  # compile while the menus are read
            while True:
                play_one()
                if not ask("\nAnother game? (y/n) [n]: ").lower().startswith("y"):
                    break
    except Quit:
        pass
    print("Goodbye.")


def play_one() -> None:
    """Settle everything and play one game."""
    game = choose_game()
    variant = choose_options(game)
    seats = choose_seats(game)
    print(f"\n{rule_page(game.name).how_to_play}\n\nType help for the commands.")
    play(variant, seats, random.Random())


def play(variant: Variant, seats: tuple[str, str], chance: random.Random) -> Position:
    """Play to the end; the last position."""
    position = variant.start(chance.getrandbits(32))
    draw(position)
    while position.outcome is None:
        if seats[position.mover] == PERSON:
            wish = ask_move(position)
            if wish is Wish.UNDO:
                position = taken_back(position, seats)
                draw(position)
                continue
            move = wish
        else:
            move = chance.choice(position.moves())
            print(f"{position.players[position.mover].name} plays {move}.")
        position = position.play(move)
        draw(position)
    return position


def draw(position: Position) -> None:
    """The board, with letters where the terminal has no glyphs."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(f"\n{sheet(position, ascii_only=not is_unicode)}")


def taken_back(position: Position, seats: tuple[str, str]) -> Position:
    """The last position where a person was to move, before this one."""
    earlier = position.previous
    while earlier is not None and seats[earlier.mover] != PERSON:
        earlier = earlier.previous
    if earlier is None:
        print("There is nothing to take back.")
        return position
    return earlier


def ask_move(position: Position) -> Move | Wish:
    """A legal move, chosen in one go or pick by pick."""
    picked: tuple[str, ...] = ()
    while True:
        so_far = f" {position.variant.game.move_text(picked)} …" if picked else ""
        said = ask(f"{position.players[position.mover].name}'s move{so_far}: ")
        match said.lower():
            case "":
                print(offer(position, picked))
            case "undo":
                return Wish.UNDO
            case "help" | "?":
                print(f"\n{rule_page(position.variant.name).how_to_play}\n")
                print(HELP.format(example=position.moves()[0]))
            case "moves":
                print(" ".join(str(move) for move in position.moves()))
            case "board":
                draw(position)
            case "back":
                picked = ()
            case _:
                names = understood(position, picked, said)
                if names is None:
                    continue
                try:
                    return choose(position, names)
                except AmbiguousMove:
                    picked = names
                    print(offer(position, picked))
                except MoveError as error:
                    print(f"  {sentence(str(error))}")


def understood(position: Position, picked: tuple[str, ...], said: str) -> tuple[str, ...] | None:
    """The picks that were meant: the next one after those already made, or a whole move; None after a complaint."""
    if picked:
        possible = next_picks(position, picked)
        found = index_of(said, [pick.name for pick in possible])
        if found is None:
            found = index_of(said, [str(pick) for pick in possible])
        if found is not None:
            return (*picked, possible[found].name)
    try:
        return read_picks(position, said)
    except MoveError as error:
        print(f"  {sentence(str(error))}")
        return None


def offer(position: Position, picked: tuple[str, ...]) -> str:
    """What can be picked next; choices that are not cells are numbered and explained."""
    possible = next_picks(position, picked)
    if all(pick.is_cell for pick in possible):
        return f"  You can choose: {', '.join(pick.name for pick in possible)}"
    lines = [
        f"  {number:3} {pick.name}" + (f"  {pick.label}" if pick.label and pick.label != pick.name else "")
        for number, pick in enumerate(possible, 1)
    ]
    return "\n".join(lines)


def sentence(reason: str) -> str:
    """A reason as a sentence of its own."""
    return reason[:1].upper() + reason[1:] + ("" if reason.endswith((".", "?")) else ".")


