"""The available bots: those that come with Ludoteca, those of other packages by entry point, and groups for menus."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from ludoteca.bots.bot import Bot
from ludoteca.bots.families import EXPERTS, families, known_bots
from ludoteca.bots.foreign_bots import Chooser, ForeignBot, asking, check_file, foreign_bot_from_file, made
from ludoteca.bots.specs import ENGINES, EVALUATIONS, FILE, NETWORK, Spec, WrongGame, read_spec
from ludoteca.errors import BadOption, LudotecaError, UnknownName, shown
from ludoteca.languages.texts import english, t, translatable

GROUP = "ludoteca.bots"
LOCAL = (*ENGINES, FILE, NETWORK)  # not listed: they run programs or open files here, so servers must not offer them
Factory = Callable[[Spec, int | None], Bot]
BotLike = str | Chooser | type[Any]  # a spec, an object that chooses moves, or a class of such objects


class NamesProgram(BadOption):
    """Data named a bot that would run a program or open a file on this machine."""


@cache
def package_bots() -> dict[str, EntryPoint]:
    """The bots of other packages, by lower-case name; they cannot replace ours."""
    points = {point.name.lower(): point for point in entry_points(group=GROUP)}
    return {name: point for name, point in points.items() if name not in known_bots() and name not in LOCAL}


def bot_names(game_name: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game; bots of other packages come last."""
    own = [
        name for name, known in known_bots().items() if game_name is None or game_name in (known.games or (game_name,))
    ]
    return (*own, *sorted(package_bots()))


def explain_bot(name: str) -> str:
    """What a bot does, in one sentence."""
    if name in known_bots():
        return known_bots()[name].explain
    return english("A bot from the package {package}.", package=getattr(package_bots()[name].dist, "name", "?"))


def find_bot(bot: BotLike, *, seed: int | None = None) -> Bot:
    """The bot that a spec names, or one given as an object or a class.

    `ludoteca.bot("level4").choose(position)` is a move.  A spec is a name and optional settings: "random", "greedy",
    "level7", "alphabeta:200ms", "mcts:1000,threads=2".  The same seed gives the same random choices; an object receives
    it through its method `reseed`.
    """
    if not isinstance(bot, str):
        return _given_bot(bot, seed)
    read = read_spec(bot)
    if read.name in package_bots():
        return _bot_of_package(read, seed)
    return _own_bot(read, seed)


def _given_bot(bot: Chooser | type[Any], seed: int | None) -> Bot:
    if inspect.isclass(bot):
        return ForeignBot(made(bot, Spec(bot.__name__, bot.__name__), seed), bot.__name__)
    guest = bot if isinstance(bot, ForeignBot) else ForeignBot(cast(Chooser, bot))
    if seed is not None:
        guest.reseed(seed)
    return guest


def _bot_of_package(read: Spec, seed: int | None) -> ForeignBot:
    try:
        factory = package_bots()[read.name].load()
    except Exception as error:  # whatever the package raises becomes one named error, with its cause
        trouble = f"{type(error).__name__}: {error}"
        raise LudotecaError(t("the bot {bot} cannot be loaded: {trouble}", bot=read.name, trouble=trouble)) from error
    return ForeignBot(made(factory, read, seed), read.text, read.limits)


def _own_bot(read: Spec, seed: int | None) -> Bot:
    """One of our bots, one in a file, or an engine that has not been started yet."""
    if read.name in ENGINES:
        module = "gtp_engine" if read.name == "gtp" else "ugi_engine"
        return cast(Bot, import_module(f"ludoteca.bots.{module}").make(read, seed))
    if read.name == FILE:
        return foreign_bot_from_file(read, seed)
    if read.name == NETWORK:
        return cast(Bot, import_module("ludoteca.bots.network_bot").make(read))
    if read.name not in known_bots():
        raise UnknownName(translatable("there is no bot called {name}; available: {known}"), read.name, bot_names())
    module, _, function = known_bots()[read.name].factory.partition(":")
    factory: Factory = getattr(import_module(module), function)
    return factory(read, seed)


def listed_spec(text: str) -> Spec:
    """The spec of a bot named by data: a record, a saved game, a link, a request, a database row.

    It must be one of the listed bots.  NamesProgram is raised for a bot that would run a program, open a file on this
    machine or pass settings to another package: only the person at this machine may name those.
    """
    read = read_spec(text)
    has_settings = read.settings and read.name not in EXPERTS.bots
    opens_file = read.settings.get("eval", EVALUATIONS[0]).lower() not in EVALUATIONS
    if read.name in LOCAL or has_settings or opens_file:
        raise NamesProgram(
            t("only you can choose the bot {bot}, because it runs a program or opens a file here", bot=shown(read.text))
        )
    return read


def find_listed_bot(text: str, *, seed: int | None = None) -> Bot:
    """The bot that data names, if `listed_spec` allows it."""
    return find_bot(listed_spec(text).text, seed=seed)


def close_bot(bot: Bot | None, given: BotLike | None) -> None:
    """End what a bot has started, such as an engine, unless it was given as an object, which its owner closes."""
    if bot is not None and (isinstance(given, str) or inspect.isclass(given)):
        bot.close()


def check_plays(bot: BotLike, game_name: str) -> None:
    """Raise the error that asking this bot to play this game would cause: UnknownName, BadBotSpec or WrongGame.

    No other package or file is loaded: that may fail, hang or print, and is left to whoever plays.
    """
    if not isinstance(bot, str):
        asking(bot)
        return
    read = read_spec(bot)
    if read.name == FILE:
        check_file(read)
    elif read.name == NETWORK:
        import_module("ludoteca.bots.network_bot").make(read).network.check_game(game_name)
    elif read.name not in package_bots():
        _own_bot(read, None)
        if read.name in known_bots():
            must_know(read.name, game_name)


def must_know(bot_name: str, game_name: str) -> None:
    """Raise WrongGame unless one of our bots plays this game."""
    games = known_bots()[bot_name].games
    if games is not None and game_name not in games:
        others = ", ".join(bot_names(game_name))
        raise WrongGame(
            t(
                "the bot {bot} plays {games}, not {game}; bots for that game are {others}",
                bot=bot_name,
                games=", ".join(games),
                game=game_name,
                others=others,
            )
        )


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot on offer."""

    spec: str
    label: str  # as players read it, also without a group's title above it
    explain: str


@dataclass(frozen=True, slots=True)
class BotGroup:
    """A group of bots, and a sentence that says what they have in common."""

    title: str
    note: str
    bots: tuple[BotChoice, ...]


OTHERS = (english("From other packages"), english("Bots installed by other packages."))


def bot_groups(game_name: str | None = None) -> list[BotGroup]:
    """The bots that play a game, or all bots, in groups; empty groups are left out."""
    names = bot_names(game_name)
    found = [(each.title, each.note, [name for name in each.bots if name in names]) for each in families()]
    found.append((*OTHERS, [name for name in names if name not in known_bots()]))
    return [BotGroup(title, note, tuple(map(bot_choice, own))) for title, note, own in found if own]


def bot_choice(name: str) -> BotChoice:
    """A bot by name."""
    return BotChoice(name, bot_label(name), explain_bot(name))


def bot_label(spec: str) -> str:
    """What players call a bot: `level3` is Level 3; one with its own settings, such as mcts:500ms, keeps its spec."""
    return known_bots()[spec].label if spec in known_bots() else spec
