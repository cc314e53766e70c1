"""What is settled before a console game: the game, its options, who plays each side, how many games, the pace."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadOption, LudotecaError
from ludoteca.kernel.options import PUBLISHED, RULES, RuleSet
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.match.clock import TimeControl, UnreadableTimeControl
from ludoteca.play.position import Variant
from ludoteca.terminal.plain_output import say
from ludoteca.terminal.prompts import ask, is_agreed, pick_one, remark, whole_number
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.seats import HUMAN, check_seat, favourite_bot, seat_choices, seats_by_turn
from ludoteca.terminal.table import LONGEST_SERIES, PACES, STEP, Table, read_pace, usual_pace

MODES = translatable(("I move first", "I move second", "two people", "two bots"))


def choose_game(is_offered: Callable[[Game], bool] = lambda _: True) -> Game:
    """Show the games and ask for one; games that cannot be loaded say why."""
    names = [name for name in game_names() if _is_offered(name, is_offered)]
    say(f"\n{t('The games:')}")
    for number, name in enumerate(names, 1):
        try:
            game = find_game(name)
            say(f"  {number} {in_language(game.title):10} {in_language(game.summary)}")
        except LudotecaError as error:
            say(f"  {number} {name:10} ({in_language(str(error))})")
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
    rules = choose_rules(game)
    begins, follows = choose_players(game, rules)
    variant = choose_options(game, rules)
    seats = seats_by_turn(variant.start(0), begins, follows)
    games = choose_number(t("Best of how many games"), 1, LONGEST_SERIES)
    pace = choose_pace(seats)
    control = choose_control()
    return Table.begin(variant, seats, saved_games, games=games, pace=pace, control=control)


def choose_rules(game: Game) -> RuleSet:
    """Ask for one of the named sets of options, where the game has some; each with what it stands for."""
    if not game.rule_sets:
        return PUBLISHED
    titles = [in_language(one.title) for one in game.rule_sets]
    say(f"\n{t('Which rules?')}")
    for number, (one, title) in enumerate(zip(game.rule_sets, titles, strict=True), 1):
        say(f"  {number} {title}")
        for words in game.rules_in_words(one):
            say(f"      {in_language(words)}")
    return game.rule_sets[pick_one(t("Choose"), [one.name for one in game.rule_sets], shown=titles)]


def choose_options(game: Game, rules: RuleSet = PUBLISHED) -> Variant:
    """Ask for the options until they fit together; Enter keeps the default, or what the chosen rules have."""
    named = {} if rules is PUBLISHED else {RULES: rules.name}
    if not game.options:
        return Variant(game)
    say()
    if not is_agreed(t("Change the game's options?")):
        return Variant(game, **named)
    while True:
        say(t("Press Enter to keep the value in brackets."))
        try:
            return Variant(game, **named, **asked_options(game, rules))
        except BadOption as error:  # each is right, but not with the others
            remark(in_language(str(error)))


def asked_options(game: Game, rules: RuleSet = PUBLISHED) -> dict[str, str]:
    """The options that were given another value than the rules have."""
    usual = game.choose(rules.options)
    chosen: dict[str, str] = {}
    for option in game.options:
        remark(t(option.explain))
        remark(t("It can be {choices}.", choices=option.choices_text()))
        while True:
            answer = ask(f"  {option.name} [{option.text(usual[option.name])}]: ")
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


def choose_players(game: Game, rules: RuleSet = PUBLISHED) -> tuple[str, str]:
    """Who begins, and who plays second; the options say which colour that is."""
    say(f"\n{t('Who plays?')}")
    modes = [str(t(words)) for words in MODES]
    for number, words in enumerate(modes, 1):
        say(f"  {number} {words}")
    mode = pick_one(t("Choose"), MODES, shown=modes)
    bots = ((False, True), (True, False), (False, False), (True, True))[mode]
    if any(bots):
        list_bots(game, rules)
    questions = (
        (t("Which bot moves first"), t("Which bot moves second")) if all(bots) else (t("Which bot"), t("Which bot"))
    )
    begins, follows = (
        choose_bot(game, question, rules) if is_bot else HUMAN for question, is_bot in zip(questions, bots, strict=True)
    )
    return begins, follows


def list_bots(game: Game, rules: RuleSet = PUBLISHED) -> None:
    """The bots that play a game, numbered as `choose_bot` understands them."""
    choices = seat_choices(game.name, rules.bots)[1:]
    width = max(len(choice.title) for choice in choices)
    say(f"\n{t('The bots:')}")
    for number, choice in enumerate(choices, 1):
        say(f"  {number:2} {choice.title:{width}}  {choice.explain}")


def choose_bot(game: Game, question: str, rules: RuleSet = PUBLISHED) -> str:
    """One of the bots by number, name or spec."""
    choices = seat_choices(game.name, rules.bots)[1:]
    names = [choice.spec for choice in choices]
    usual = favourite_bot(game.name, rules.bots)
    while True:
        answer = ask(f"{question} [{choices[names.index(usual)].title}]: ")
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


def choose_control() -> TimeControl:
    """The clock of both players, if they want one."""
    while True:
        answer = ask(f"{t('Clock, such as 5+3 (minutes, and seconds added per turn), 30s/move or none')} [none]: ")
        try:
            return TimeControl.parse(answer)
        except UnreadableTimeControl as error:
            remark(in_language(str(error)))


def choose_pace(seats: tuple[str, str]) -> float | None:
    """How fast bots move; not asked where they only answer a person."""
    if HUMAN in seats:
        return usual_pace(seats)
    step = t(STEP)
    words = ", ".join(step if pace is None else f"{pace:g}" for pace in PACES)
    question = t("Seconds per move, or {step} for one move per key press ({paces})", step=step, paces=words)
    while True:
        answer = ask(f"{question} [{usual_pace(seats):g}]: ")
        if not answer:
            return usual_pace(seats)
        try:
            return read_pace(answer)
        except LudotecaError as error:
            remark(in_language(str(error)))
