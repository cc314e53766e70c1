"""What is settled before a console game: the game, its options, who plays each side, how many games, the pace."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadOption, LudotecaError
from ludoteca.play.position import Variant
from ludoteca.terminal.prompts import ask, pick_one, whole_number
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.seats import HUMAN, check_seat, favourite_bot, seat_choices, seats_by_turn
from ludoteca.terminal.table import LONGEST_SERIES, PACES, Table, read_pace, usual_pace

MODES = ("I begin", "I play second", "two people", "two bots")


def choose_game(question: str = "Which game", is_offered: Callable[[Game], bool] = lambda _: True) -> Game:
    """Show the games and ask for one; games that cannot be loaded say why."""
    names = [name for name in game_names() if _is_offered(name, is_offered)]
    print("\nThe games:")
    for number, name in enumerate(names, 1):
        try:
            print(f"  {number} {find_game(name).title:10} {find_game(name).summary}")
        except LudotecaError as error:
            print(f"  {number} {name:10} ({error})")
    while True:
        name = names[pick_one(question, names)]
        try:
            return find_game(name)
        except LudotecaError as error:
            print(f"  {error}")


def _is_offered(name: str, is_offered: Callable[[Game], bool]) -> bool:
    try:
        return is_offered(find_game(name))
    except LudotecaError:
        return True


def choose_table(game: Game, saved_games: SavedGames) -> Table:
    """Ask for everything else; Enter at each question gives a newcomer's game."""
    begins, follows = choose_players(game)
    variant = choose_options(game)
    seats = seats_by_turn(variant.start(0), begins, follows)
    games = choose_number("Best of how many games", 1, LONGEST_SERIES)
    pace = choose_pace(seats)
    return Table.begin(variant, seats, saved_games, games=games, pace=pace)


def choose_options(game: Game) -> Variant:
    """Ask for the options until they fit together; Enter keeps the default."""
    if not game.options:
        return Variant(game)
    if not ask("\nChange the options of the game? (y/n) [n]: ").lower().startswith("y"):
        return Variant(game)
    while True:
        print("Enter keeps what stands in brackets.")
        try:
            return Variant(game, **asked_options(game))
        except BadOption as error:  # each is right, but not with the others
            print(f"  {error}")


def asked_options(game: Game) -> dict[str, str]:
    """The options that were given another value."""
    chosen: dict[str, str] = {}
    for option in game.options:
        print(f"  {option.explain}")
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
    return chosen


def choose_players(game: Game) -> tuple[str, str]:
    """Who begins, and who plays second; the options say which colour that is."""
    print("\nWho plays?")
    for number, words in enumerate(MODES, 1):
        print(f"  {number} {words}")
    mode = pick_one("Choose", MODES)
    bots = ((False, True), (True, False), (False, False), (True, True))[mode]
    if any(bots):
        print("\nThe bots:")
        for number, choice in enumerate(seat_choices(game.name)[1:], 1):
            print(f"  {number:2} {choice.spec:10} {choice.explain}")
    begins, follows = (
        choose_bot(game, f"Which bot {part}" if all(bots) else "Which bot") if is_bot else HUMAN
        for part, is_bot in zip(("begins", "plays second"), bots, strict=True)
    )
    return begins, follows


def choose_bot(game: Game, question: str) -> str:
    """One of the bots by number, name or spec."""
    names = [choice.spec for choice in seat_choices(game.name)[1:]]
    usual = favourite_bot(game.name)
    while True:
        answer = ask(f"{question} [{usual}]: ")
        if not answer:
            return usual
        number = whole_number(answer)
        if number is not None and 1 <= number <= len(names):
            return names[number - 1]
        try:
            return check_seat(answer, game.name)
        except LudotecaError as error:
            print(f"  {error}")


def choose_number(question: str, default: int, most: int) -> int:
    """A whole number from 1."""
    while True:
        answer = ask(f"{question} [{default}]: ")
        if not answer:
            return default
        number = whole_number(answer)
        if number is not None and 1 <= number <= most:
            return number
        print(f"  Type a whole number from 1 to {most}.")


def choose_pace(seats: tuple[str, str]) -> float | None:
    """How fast bots move; not asked where they only answer a person."""
    if HUMAN in seats:
        return usual_pace(seats)
    words = ", ".join("step" if pace is None else f"{pace:g}" for pace in PACES)
    while True:
        answer = ask(f"Seconds a move, or step for one move at a key press ({words}) [0.5]: ")
        if not answer:
            return usual_pace(seats)
        try:
            return read_pace(answer)
        except LudotecaError as error:
            print(f"  {error}")
