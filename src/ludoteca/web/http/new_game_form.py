"""The new-game form: what a link or the form asks for, validated field by field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludoteca.errors import BadOption, LudotecaError, shown
from ludoteca.games import find_game
from ludoteca.kernel.options import RULES as RULE_SET
from ludoteca.languages import Text, joined, t, translatable
from ludoteca.languages.texts import make_text, sentence
from ludoteca.play import Position, load_game
from ludoteca.play.match.clock import TimeControl, control_words
from ludoteca.web.table.challenges import USUAL_CLOCK, NewChallenge
from ludoteca.web.table.new_game import NewGame, bot_seat
from ludoteca.web.table.words import OVER_ALREADY, bot_words

CHOICES = {  # the values of each field with only a few, the usual one first
    "opponent": ("bot", "anyone", "friend", "device", "bots"),
    "side": ("first", "second", "random"),
    "series": ("1", "2", "3", "5", "7"),
    "times": ("1", "2", "3", "5"),
    "setups": ("new", "paired", "same"),
}
USUAL_BOTS = {  # the first of these that plays the game
    "bot": ("level3", "easy", "greedy"),
    "bot1": ("level3", "easy", "greedy"),
    "bot2": ("level6", "hard", "alphabeta", "greedy"),
}
LIVE_CLOCKS = ("none", "1+1", "3+2", "5+5", "10+5", "30+10")
CORRESPONDENCE_CLOCKS = ("1d/move", "3d/move", "1d+12h max 3d", "3d+1d max 7d", "7d+1d max 14d")
OWN_CLOCK = "own"  # with the time at the start and at most in days, and what is added in hours
OWN_CLOCK_FIELDS = ("clock_start", "clock_more", "clock_most")
NEEDS_SERVER = ("anyone", "friend")
NEEDED_FOR = {"bot": "bot", "bot1": "bots", "bot2": "bots"}  # fields that only one kind of opponent shows
# values that read badly in a sentence
USUAL_WORDS = translatable({"none": "No clock", "bot": "The computer", "1": "One game"})
LABELS = translatable(
    {  # the names of the fields, except for the game's options
        "opponent": "Opponent",
        "bot": "Level",
        "side": "You play",
        "clock": "Clock",
        "clock_start": "Days at the start",
        "clock_more": "Hours added per move",
        "clock_most": "Days at most",
        "to": "Only for",
        "times": "Games to offer",
        "least": "Lowest rating",
        "most": "Highest rating",
        "series": "Games",
        "setups": "Setups in a series",
        "position": "Position",
        "rules": "Rules of this game",
    }
)
NONE_SUCH = translatable("{value} is not available here")
CHOSEN_INSTEAD = translatable("Using {usual} instead.")
RULES = "rules"  # for a reason that concerns no single option
PLAIN = ("position", "continues", "opponent", "bot", "side", "clock", "series", "setups", "name")


class NoMap(LudotecaError):
    """The rules do not allow such a map, or the game has none."""


@dataclass(frozen=True)
class Form:
    """The form as shown: a value for every field, and why some are not those that were asked for."""

    values: dict[str, str]
    troubles: dict[str, str]  # by field, in sentences
    start: Position  # the one that is described, or the usual one if that is impossible
    labels: dict[str, str]  # the name of each field
    live: list[tuple[str, str]]  # the time controls offered, with their words
    correspondence: list[tuple[str, str]]


def checked_form(entry: dict[str, Any], asked: dict[str, str]) -> Form:
    """The form of a game with the fields that were asked for.

    In fields with a fixed set of values, an invalid one is replaced by the usual one, with a reason.  What people type
    themselves is kept, with what is wrong with it.
    """
    values = with_own_clock({name: value.strip() for name, value in asked.items()})
    troubles: dict[str, str] = {}
    for field, choices in CHOICES.items():
        _keep(values, troubles, field, choices[0], partial(_one_of, choices))
    rules = f"set.{RULE_SET}"
    if entry["rules"]:
        known = tuple(each["name"] for each in entry["rules"])
        _keep(values, troubles, rules, known[0], partial(_one_of, known))
    chosen: dict[str, Any] = {"bots": [], "values": {}}
    chosen = next((each for each in entry["rules"] if each["name"] == values.get(rules)), chosen)
    for field, usual in USUAL_BOTS.items():
        unseen: dict[str, str] = {}  # nobody need be told about a bot that is not asked for
        said = troubles if values["opponent"] == NEEDED_FOR[field] else unseen
        _keep(
            values, said, field, usual_bot(entry, (*chosen["bots"], *usual)), lambda spec: bot_seat(spec, entry["name"])
        )
    _keep(values, troubles, "clock", "none", TimeControl.parse)
    for option in find_game(entry["name"]).options:
        field, default = f"set.{option.name}", chosen["values"].get(option.name, option.text(option.default))
        if option.choices:
            _keep(values, troubles, field, default, option.value)
        else:
            values[field] = values.get(field) or default
            _try(troubles, field, partial(option.value, values[field]))
    start = _start(entry["name"], values, troubles)
    _in_words(entry["name"], troubles)
    clocks = clocks_in_words(LIVE_CLOCKS), clocks_in_words(CORRESPONDENCE_CLOCKS)
    return Form(values, troubles, start, _labels(entry["name"], start), *clocks)


def usual_bot(entry: dict[str, Any], wanted: tuple[str, ...]) -> str:
    """The bot that is offered first."""
    names = [bot["name"] for bot in entry["bots"]]
    return next((name for name in wanted if name in names), names[0])


def form_description(entry: dict[str, Any]) -> dict[str, Any]:
    """What a page needs to validate its form without a server: `static/site/new_game_form.js` does the same."""
    start = load_game(entry["name"]).start(0)
    return {
        "choices": {**CHOICES, "opponent": tuple(kind for kind in CHOICES["opponent"] if kind not in NEEDS_SERVER)},
        "bots": {bot["name"]: bot_words(bot["name"]) for bot in entry["bots"]},
        "usual_bots": {field: usual_bot(entry, usual) for field, usual in USUAL_BOTS.items()},
        "needed_for": NEEDED_FOR,
        "usual_words": USUAL_WORDS,
        "labels": _labels(entry["name"], start),
        "options": [
            {key: option[key] for key in ("name", "title", "default", "choices")} for option in entry["options"]
        ],
        "rules": [{key: each[key] for key in ("name", "values", "bots")} for each in entry["rules"]],
        "none_such": NONE_SUCH,
        "chosen_instead": CHOSEN_INSTEAD,
        "over_already": OVER_ALREADY,
    }


def form_game(game: str, fields: dict[str, str]) -> NewGame:
    """The game that the fields ask for; empty ones get their defaults."""
    given: dict[str, Any] = with_own_clock({name: value for name, value in fields.items() if value.strip()})
    asked: dict[str, Any] = {name: given[name] for name in PLAIN if name in given}
    if "bot1" in given and "bot2" in given:
        asked["bots"] = (given["bot1"], given["bot2"])
    asked |= {name: True for name in ("listed", "plays_on", "rated") if name in given}
    if "name1" in given or "name2" in given:
        asked["names"] = (given.get("name1", ""), given.get("name2", ""))
    return NewGame(game=game, options=chosen_options(given), **asked)


def form_challenge(game: str, fields: dict[str, str]) -> NewChallenge:
    """The challenge that the fields ask for; a form without a clock or a side leaves them open."""
    given = {name: value for name, value in fields.items() if value.strip()}
    wanted = form_game(game, {"clock": USUAL_CLOCK, "side": "random", **given, "opponent": "friend"})
    asked = {name: given[name] for name in ("times", "to", "least", "most") if name in given}
    return NewChallenge.model_validate({"wanted": wanted, **asked})


def with_own_clock(fields: dict[str, str]) -> dict[str, str]:
    """The same fields, with the time control that they describe if none in the list was chosen."""
    if fields.get("clock") != OWN_CLOCK:
        return fields
    start, more, most = (fields.get(name, "").strip() for name in OWN_CLOCK_FIELDS)
    return {**fields, "clock": f"{start or '0'}d+{more or '0'}h" + (f" max {most}d" if most else "")}


def clocks_in_words(clocks: tuple[str, ...]) -> list[tuple[str, str]]:
    """Time controls to choose from, each with its words."""
    return [(each, control_words(TimeControl.parse(each))) for each in clocks]


def chosen_options(fields: dict[str, str]) -> dict[str, str]:
    """The game's options among the fields: set.size=9x9."""
    return {name.removeprefix("set."): value for name, value in fields.items() if name.startswith("set.")}


def playable_map(game_name: str, board: str) -> str:
    """The map to play on, from the board field of a position; discs outside the starting cells are left out."""
    game = find_game(game_name)
    option = next((option for option in game.options if option.drawn_as and option.parse is not None), None)
    if option is None or option.parse is None:
        raise NoMap(t("{game} is not played on maps", game=t(game.title)))
    letters = {ord(letter): "." for player in game.players for letter in (player.letter.upper(), player.letter.lower())}
    try:
        return str(option.parse(board))
    except ValueError:
        try:
            return str(option.parse(board.translate(letters)))
        except ValueError as error:
            raise NoMap(str(error)) from error


def _one_of(known: tuple[str, ...], value: str) -> None:
    if value not in known:
        raise LudotecaError(t(NONE_SUCH, value=shown(value)))


def _start(game: str, values: dict[str, str], troubles: dict[str, str]) -> Position:
    """The start that the fields describe; errors are noted at the responsible field."""
    options = {name: value for name, value in chosen_options(values).items() if value and f"set.{name}" not in troubles}
    try:
        variant = load_game(game, **options)
    except LudotecaError as error:  # each is possible, but not together with the others
        blamed = error.option if isinstance(error, BadOption) else ""
        if blamed not in options:
            troubles[RULES] = sentence(str(error))
            return load_game(game).start(0)
        troubles[f"set.{blamed}"] = sentence(str(error))
        return _start(game, values, troubles)
    start, text = variant.start(0), values.get("position", "")
    if not text:
        return start
    try:
        position = variant.position(text)
    except LudotecaError as error:
        troubles["position"] = sentence(str(error))
        return start
    if position.outcome is not None:
        troubles["position"] = sentence(t(OVER_ALREADY, reason=position.outcome.reason))
    return position


def _labels(game: str, start: Position) -> dict[str, str]:
    """The name of each field: bots and people of two seats by their sides."""
    first, second = (t(player.name) for player in start.players)
    sides = {"bot1": first, "bot2": second, "name1": first, "name2": second}
    own = {f"set.{option.name}": t(option.title) for option in find_game(game).options}
    own[f"set.{RULE_SET}"] = t("Rules")
    return {**{name: t(label) for name, label in LABELS.items()}, **sides, **own}


def _try(troubles: dict[str, str], field: str, check: Callable[[], object]) -> None:
    try:
        check()
    except LudotecaError as error:
        troubles[field] = sentence(str(error))


def _in_words(game: str, troubles: dict[str, str]) -> None:
    """Make the reasons use the form's names of options, not those of links."""
    for option in find_game(game).options:
        if reason := troubles.get(f"set.{option.name}"):
            troubles[f"set.{option.name}"] = _with_title(reason, option.name, t(option.title))


def _with_title(reason: str, name: str, title: str) -> str:
    """A reason with an option's title in place of its name."""
    if not isinstance(reason, Text):
        return reason
    places = {
        place: title if value == name else _with_title(value, name, title) if isinstance(value, Text) else value
        for place, value in reason.places.items()
    }
    return make_text(reason.template, places, reason.finish)


def _keep(
    values: dict[str, str], troubles: dict[str, str], field: str, usual: str, check: Callable[[str], object]
) -> None:
    """The value that was asked for if it is valid, else the usual one with the reason."""
    asked = values.get(field, "")
    if asked:
        _try(troubles, field, lambda: check(asked))
    if not asked or field in troubles:
        values[field] = usual
    if field in troubles:
        words = t(USUAL_WORDS[usual]) if usual in USUAL_WORDS else bot_words(usual)
        troubles[field] = joined([troubles[field], t(CHOSEN_INSTEAD, usual=words)], " ")
