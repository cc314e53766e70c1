"""What is settled before a console game: the game, its options, who plays each side, how many games, the pace."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadOption, LudotecaError
from ludoteca.languages import in_language, later, t
from ludoteca.play.position import Variant
from ludoteca.terminal.prompts import ask, is_agreed, pick_one, remark, whole_number
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.seats import HUMAN, check_seat, favourite_bot, seat_choices, seats_by_turn
from ludoteca.terminal.table import LONGEST_SERIES, PACES, STEP, Table, read_pace, usual_pace

MODES = later(("I begin", "I play second", "two people", "two bots"))


def choose_game(is_offered: Callable[[Game], bool] = lambda _: True) -> Game:
    """Show the games and ask for one; games that cannot be loaded say why."""
    names = [name for name in game_names() if _is_offered(name, is_offered)]
    print(f"\n{t('The games:')}")
    for number, name in enumerate(names, 1):
        try:
            game = find_game(name)
            print(f"  {number} {in_language(game.title):10} {in_language(game.summary)}")
        except LudotecaError as error:
            print(f"  {number} {name:10} ({in_language(str(error))})")
    while True:
        name = names[pick_one(t("Which game"), names)]
        try:
            return find_game(name)
        except LudotecaError as error:
            remark(in_language(str(error)))


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
    games = choose_number(t("Best of how many games"), 1, LONGEST_SERIES)
    pace = choose_pace(seats)
    return Table.begin(variant, seats, saved_games, games=games, pace=pace)


def choose_options(game: Game) -> Variant:
    """Ask for the options until they fit together; Enter keeps the default."""
    if not game.options:
        return Variant(game)
    print()
    if not is_agreed(t("Change the options of the game?")):
        return Variant(game)
    while True:
        print(t("Enter keeps what stands in brackets."))
        try:
            return Variant(game, **asked_options(game))
        except BadOption as error:  # each is right, but not with the others
            remark(in_language(str(error)))


def asked_options(game: Game) -> dict[str, str]:
    """The options that were given another value."""
    chosen: dict[str, str] = {}
    for option in game.options:
        remark(t(option.explain))
        remark(t("It can be {choices}.", choices=option.choices_text()))
        while True:
            answer = ask(f"  {option.name} [{option.text(option.default)}]: ")
            if not answer:
                break
            try:
                option.value(answer)
            except BadOption as error:
                remark(in_language(str(error)))
                continue
            chosen[option.name] = answer
            break
    return chosen


def choose_players(game: Game) -> tuple[str, str]:
    """Who begins, and who plays second; the options say which colour that is."""
    print(f"\n{t('Who plays?')}")
    modes = [str(t(words)) for words in MODES]
    for number, words in enumerate(modes, 1):
        print(f"  {number} {words}")
    mode = pick_one(t("Choose"), MODES, shown=modes)
    bots = ((False, True), (True, False), (False, False), (True, True))[mode]
    if any(bots):
        print(f"\n{t('The bots:')}")
        for number, choice in enumerate(seat_choices(game.name)[1:], 1):
            print(f"  {number:2} {choice.spec:10} {choice.explain}")
    questions = (t("Which bot begins"), t("Which bot plays second")) if all(bots) else (t("Which bot"), t("Which bot"))
    begins, follows = (
        choose_bot(game, question) if is_bot else HUMAN for question, is_bot in zip(questions, bots, strict=True)
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
            remark(in_language(str(error)))


def choose_number(question: str, default: int, most: int) -> int:
    """A whole number from 1."""
    while True:
        answer = ask(f"{question} [{default}]: ")
        if not answer:
            return default
        number = whole_number(answer)
        if number is not None and 1 <= number <= most:
            return number
        remark(t("Type a whole number from 1 to {most}.", most=most))


def choose_pace(seats: tuple[str, str]) -> float | None:
    """How fast bots move; not asked where they only answer a person."""
    if HUMAN in seats:
        return usual_pace(seats)
    step = t(STEP)
    words = ", ".join(step if pace is None else f"{pace:g}" for pace in PACES)
    question = t("Seconds a move, or {step} for one move at a key press ({paces})", step=step, paces=words)
    while True:
        answer = ask(f"{question} [{usual_pace(seats):g}]: ")
        if not answer:
            return usual_pace(seats)
        try:
            return read_pace(answer)
        except LudotecaError as error:
            remark(in_language(str(error)))
