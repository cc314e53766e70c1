"""What is chosen before a console game: the game, its options, who plays each side, how many games, the pace."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.errors import BadOption, LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import PUBLISHED, RULES, RuleSet
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.match.clock import TimeControl, UnreadableTimeControl
from ludoteca.play.position import Variant
from ludoteca.terminal.prompts import ask_or_leave, is_agreed, pick_one, remark, say, whole_number
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


def choose_table(game: Game, saved_games: SavedGames, like: Table | None = None) -> Table:
    """Ask for everything else; Enter at each question gives a newcomer's game, or the settings of another table."""
    rules = choose_rules(game, PUBLISHED if like is None else like.variant.rules)
    pair = None if like is None else seats_by_turn(like.series.matches[0].start, *like.first_seats)
    begins, follows = choose_players(game, rules, pair)
    variant = choose_options(game, rules, None if like is None else like.variant)
    start = like.series.start if like is not None and like.variant == variant else None
    seats = seats_by_turn(start or variant.start(0), begins, follows)
    games = choose_number(t("Best of how many games"), 1 if like is None else like.series.games, LONGEST_SERIES)
    pace = choose_pace(seats, usual_pace(seats) if like is None or like.first_seats != seats else like.pace)
    control = choose_control(TimeControl() if like is None else like.series.control)
    plays_on = seats.count(HUMAN) == 1 and is_agreed(
        t("Should the computer play lost games to the end instead of resigning?"),
        default=like is not None and like.plays_on,
    )
    return Table.begin(
        variant, seats, saved_games, games=games, pace=pace, start=start, control=control, plays_on=plays_on
    )


def choose_rules(game: Game, usual: RuleSet = PUBLISHED) -> RuleSet:
    """Ask for one of the named sets of options, if the game has any; each with what it stands for."""
    if not game.rule_sets:
        return PUBLISHED
    titles = [in_language(one.title) for one in game.rule_sets]
    say(f"\n{t('Which rules?')}")
    for number, (one, title) in enumerate(zip(game.rule_sets, titles, strict=True), 1):
        say(f"  {number} {title}")
        for words in game.rules_in_words(one):
            say(f"      {in_language(words)}")
    names = [one.name for one in game.rule_sets]
    return game.rule_sets[pick_one(t("Choose"), names, names.index(usual.name), shown=titles)]


def choose_options(game: Game, rules: RuleSet = PUBLISHED, like: Variant | None = None) -> Variant:
    """Ask for the options until they are compatible.

    Enter keeps the default, the value of the chosen rules, or that of another table with these rules.
    """
    usual = like if like is not None and like.rules is rules else None
    named = {} if rules is PUBLISHED else {RULES: rules.name}
    if not game.options:
        return Variant(game)
    say()
    if not is_agreed(t("Change the game's options?")):
        return usual or Variant(game, **named)
    while True:
        say(t("Press Enter to keep the value in brackets."))
        try:
            return Variant(game, **named, **asked_options(game, rules, usual))
        except BadOption as error:  # each is valid, but not with the others
            remark(in_language(str(error)))


def asked_options(game: Game, rules: RuleSet = PUBLISHED, like: Variant | None = None) -> dict[str, str]:
    """The options with another value than the rules have."""
    usual = game.choose(rules.options) if like is None else like.options
    chosen: dict[str, str] = {} if like is None else {**like.changed_options}
    chosen.pop(RULES, None)
    for option in game.options:
        remark(t(option.explain))
        remark(t("It can be {choices}.", choices=option.choices_text()))
        while True:
            answer = ask_or_leave(f"  {option.name} [{option.text(usual[option.name])}]: ")
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


def choose_players(game: Game, rules: RuleSet = PUBLISHED, usual: tuple[str, str] | None = None) -> tuple[str, str]:
    """Who moves first, and who plays second; the options say which colour that is."""
    say(f"\n{t('Who plays?')}")
    modes = [str(t(words)) for words in MODES]
    for number, words in enumerate(modes, 1):
        say(f"  {number} {words}")
    kinds = ((False, True), (True, False), (False, False), (True, True))  # whether it is a bot
    default = 0 if usual is None else kinds.index((usual[0] != HUMAN, usual[1] != HUMAN))
    bots = kinds[pick_one(t("Choose"), MODES, default, shown=modes)]
    known = [None, None] if usual is None else [None if spec == HUMAN else spec for spec in usual]
    if bots.count(True) == 1:  # if sides are swapped, the bot goes along
        known = [known[0] or known[1]] * 2
    if any(bots):
        list_bots(game, rules)
    questions = (
        (t("Which bot moves first"), t("Which bot moves second")) if all(bots) else (t("Which bot"), t("Which bot"))
    )
    begins, follows = (
        choose_bot(game, question, rules, spec) if is_bot else HUMAN
        for question, is_bot, spec in zip(questions, bots, known, strict=True)
    )
    return begins, follows


def list_bots(game: Game, rules: RuleSet = PUBLISHED) -> None:
    """The bots that play a game, numbered as for `choose_bot`."""
    choices = seat_choices(game.name, rules.bots)[1:]
    width = max(len(choice.title) for choice in choices)
    say(f"\n{t('The bots:')}")
    for number, choice in enumerate(choices, 1):
        say(f"  {number:2} {choice.title:{width}}  {choice.explain}")


def choose_bot(game: Game, question: str, rules: RuleSet = PUBLISHED, usual: str | None = None) -> str:
    """One of the bots by number, name or spec."""
    choices = seat_choices(game.name, rules.bots)[1:]
    names = [choice.spec for choice in choices]
    usual = usual or favourite_bot(game.name, rules.bots)
    title = choices[names.index(usual)].title if usual in names else usual
    while True:
        answer = ask_or_leave(f"{question} [{title}]: ")
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
        answer = ask_or_leave(f"{question} [{default}]: ")
        if not answer:
            return default
        number = whole_number(answer)
        if number is not None and 1 <= number <= most:
            return number
        remark(t("Type a whole number from 1 to {most}.", most=most))


def choose_control(usual: TimeControl) -> TimeControl:
    """The clock of both players, if they want one."""
    question = t("Clock, such as 5+3 (minutes, and seconds added per turn), 30s/move or none")
    while True:
        answer = ask_or_leave(f"{question} [{usual}]: ")
        try:
            return TimeControl.parse(answer or str(usual))
        except UnreadableTimeControl as error:
            remark(in_language(str(error)))


def choose_pace(seats: tuple[str, str], usual: float | None) -> float | None:
    """How fast bots move; not asked if they only answer a person."""
    if HUMAN in seats:
        return usual
    step = t(STEP)
    words = ", ".join(step if pace is None else f"{pace:g}" for pace in PACES)
    question = t("Seconds per move, or {step} for one move per key press ({paces})", step=step, paces=words)
    while True:
        answer = ask_or_leave(f"{question} [{step if usual is None else f'{usual:g}'}]: ")
        if not answer:
            return usual
        try:
            return read_pace(answer)
        except LudotecaError as error:
            remark(in_language(str(error)))
