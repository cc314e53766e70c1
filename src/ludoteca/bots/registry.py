"""Which bots there are: those that come with Ludoteca, and those of other packages by entry point."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludoteca.bots.sentences import SENTENCES
from ludoteca.bots.specs import Bot, Limits, Spec, WrongGame, read_spec
from ludoteca.kernel.errors import LudotecaError, UnknownName
from ludoteca.play import Move, Position
from ludoteca.play.choosing import find_move

GROUP = "ludoteca.bots"
ENGINE = "ugi"  # not listed with the others: it runs a program of this machine, so servers must not offer it
Factory = Callable[[Spec, int | None], Bot]


@dataclass(frozen=True)
class Known:
    """A bot that comes with Ludoteca: where its factory is, and what it does in one sentence."""

    factory: str  # "module:function", imported when it is first wanted; called with the spec and a seed
    explain: str
    games: tuple[str, ...] | None = None  # None: it plays every game


def _classic(level: int) -> Known:
    rank = ("best", "second best", "third best", "fourth best", "fifth best")[5 - level]
    explain = f"The {rank} move by the score right after it."
    return Known("ludoteca.bots.seeds:classic", explain, ("mapello", "reversi"))


KNOWN: dict[str, Known] = {  # in the order in which they are listed
    "random": Known("ludoteca.bots.simple:RandomBot", "Any legal move, all equally likely."),
    "greedy": Known("ludoteca.bots.simple:GreedyBot", "The turn after which the position looks best."),
    **{f"level{number}": Known("ludoteca.bots.levels:level", sentence) for number, sentence in enumerate(SENTENCES, 1)},
    "alphabeta": Known("ludoteca.bots.searching:alphabeta", "Looks ahead as far as its time or its nodes allow."),
    "mcts": Known("ludoteca.bots.searching:mcts", "Plays games out at random and follows what wins."),
    "easy": Known(
        "ludoteca.bots.seeds:easy", "Any legal move, all equally likely.", ("gekitai", "glaisher", "greener", "squ")
    ),
    "hard": Known(
        "ludoteca.bots.seeds:hard",
        "The best turn by a simple count, one turn ahead.",
        ("gekitai", "glaisher", "greener", "squ"),
    ),
    "dumb": Known("ludoteca.bots.seeds:dumb", "The capture that gains the fewest greens.", ("greener",)),
    **{f"classic{level}": _classic(level) for level in range(1, 6)},
}


@cache
def _guests() -> dict[str, EntryPoint]:
    """The bots of other packages, by their names in lower case; a name of ours stays ours."""
    points = {point.name.lower(): point for point in entry_points(group=GROUP)}
    return {name: point for name, point in points.items() if name not in KNOWN and name != ENGINE}


def bot_names(game_name: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game; bots of other packages come last."""
    own = [name for name, known in KNOWN.items() if game_name is None or game_name in (known.games or (game_name,))]
    return (*own, *sorted(_guests()))


def explain_bot(name: str) -> str:
    """What a bot does, in one sentence."""
    if name in KNOWN:
        return KNOWN[name].explain
    return f"A bot of the package {getattr(_guests()[name].dist, 'name', '?')}."


def find_bot(spec: str, *, seed: int | None = None) -> Bot:
    """The bot that a spec names: `ludoteca.bot("level4").choose(position)` is a move.

    A spec is a name and how to think: "random", "greedy", "level7", "alphabeta:200ms", "mcts:1000,threads=2".  The same
    seed gives the same choices where a bot plays by chance.
    """
    read = read_spec(spec)
    if read.name in _guests():
        return Guest(read, seed, _guests()[read.name])
    return _own_bot(read, seed)


def _own_bot(read: Spec, seed: int | None) -> Bot:
    """A bot of ours, or an engine that has not been started yet."""
    if read.name == ENGINE:
        from ludoteca.bots.ugi_engine import make

        if "command" not in read.settings:
            raise read.wrong("after ugi: comes the command that starts the engine, such as ugi:./my-engine")
        return make(read, seed)
    if read.name not in KNOWN:
        raise UnknownName("bot", read.name, bot_names())
    module, _, function = KNOWN[read.name].factory.partition(":")
    factory: Factory = getattr(import_module(module), function)
    return factory(read, seed)


def check_plays(spec: str, game_name: str) -> None:
    """Raise what would come up when this bot is asked to play this game: UnknownName, BadBotSpec or WrongGame.

    Nothing of another package is loaded for it: that may fail, hang or print, which is for whoever plays to bear.
    """
    read = read_spec(spec)
    if read.name in _guests():
        return
    _own_bot(read, None)
    if read.name in KNOWN:
        must_know(read.name, game_name)


def must_know(bot_name: str, game_name: str) -> None:
    """Raise WrongGame unless a bot of ours plays a game."""
    games = KNOWN[bot_name].games
    if games is not None and game_name not in games:
        others = ", ".join(bot_names(game_name))
        raise WrongGame(f"the bot {bot_name} plays {', '.join(games)}, not {game_name}; that is played by: {others}")


class Guest:
    """A bot of another package: a class with one method `choose(position, limits)`, which returns a move or its text.

    It is made with the settings of the spec as keyword arguments (whole numbers as int, the rest as text), and with
    `seed` if it has a parameter of that name.  Limits of the spec are those of each move.
    """

    def __init__(self, spec: Spec, seed: int | None, point: EntryPoint) -> None:
        self.name = spec.text
        self.limits = spec.limits
        try:
            made = point.load()
        except (ImportError, AttributeError, SyntaxError) as error:
            raise LudotecaError(f"the bot {spec.name} cannot be loaded: {error}") from error
        parameters = inspect.signature(made).parameters
        spelled = {name.lower(): name for name in parameters}
        settings: dict[str, Any] = {
            spelled.get(name, name): int(text) if re.fullmatch(r"-?\d{1,15}", text, re.ASCII) else text
            for name, text in spec.settings.items()
        }
        if "seed" in parameters:
            settings.setdefault("seed", seed)
        try:
            inspect.signature(made).bind(**settings)
        except TypeError as error:
            raise spec.wrong(f"{error}; its settings are: {', '.join(parameters) or 'none'}") from error
        self.inner: Any = made(**settings)

    def prepare(self, position: Position) -> None:
        """Let it get ready, if it has a method of this name."""
        prepare = getattr(self.inner, "prepare", None)
        if prepare is not None:
            prepare(position)

    def interrupt(self) -> None:
        """Let it end the thinking at hand, if it has a method of this name."""
        interrupt = getattr(self.inner, "interrupt", None)
        if interrupt is not None:
            interrupt()

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """What the other package's bot chooses."""
        answer = self.inner.choose(position, limits or self.limits or None)
        return find_move(position, answer) if isinstance(answer, str) else answer
