"""What is settled before a console game: the game, its options, and who plays each side."""

from __future__ import annotations

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadOption, LudotecaError
from ludoteca.play.variant import Variant
from ludoteca.terminal.asking import ask, pick_one

PERSON, RANDOM = "person", "random"
SEATS = (PERSON, RANDOM)


def choose_game() -> Game:
    """Show the games and ask for one."""
    names = game_names()
    print("\nThe games:")
    for number, name in enumerate(names, 1):
        try:
            print(f"  {number} {find_game(name).title:10} {find_game(name).summary}")
        except LudotecaError as error:
            print(f"  {number} {name:10} ({error})")
    while True:
        name = names[pick_one("Which game", names)]
        try:
            return find_game(name)
        except LudotecaError as error:
            print(f"  {error}")


def choose_options(game: Game) -> Variant:
    """Ask for each option; Enter keeps the default."""
    chosen: dict[str, str] = {}
    if game.options:
        print("\nOptions (Enter keeps what stands in brackets):")
    for option in game.options:
        print(f"  {option.explain}")
        if option.choices:
            print(f"  It can be {option.choices_text()}.")
        while True:
            answer = ask(f"  {option.name} [{option.text(option.default)}]: ")
            if not answer:
                break
            try:
                option.value(answer)
            except BadOption as error:
                print(f"  {error}")
                continue
            chosen[option.name] = answer
            break
    return Variant(game, **chosen)


def choose_seats(game: Game) -> tuple[str, str]:
    """Who plays each side; at first a person against the random mover."""
    print("\nWho plays? A person, or the random mover.")
    first, second = game.players
    return (
        SEATS[pick_one(f"  {first.name}, who begins", SEATS, default=0)],
        SEATS[pick_one(f"  {second.name}", SEATS, default=1)],
    )
