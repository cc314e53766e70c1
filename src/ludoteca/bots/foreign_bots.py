"""Bots that other people wrote: any object with a method `choose`, as described in docs/bots.md.

`choose(position, limits)` or `choose(position)` returns a move or its text.  `prepare(position)`, `interrupt()` and
`reseed(seed)` are called if these methods exist.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import pickle
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import BadBotSpec, Limits, Spec
from ludoteca.errors import IllegalMove, LudotecaError, UnreadableMove, shown
from ludoteca.games.sent_files import found_here
from ludoteca.kernel.shared_sentences import NOT_LEGAL
from ludoteca.languages.texts import t
from ludoteca.play import Move, Position
from ludoteca.play.move_input import find_move

POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
Ask = Callable[[Position, Limits | None], Any]


class Chooser(Protocol):
    """What someone else's bot must have: `choose(position, limits)` or `choose(position)`, giving a move or its text.

    The declaration allows both forms.
    """

    @property
    def choose(self) -> Callable[..., Any]:
        """Called for every move."""


class ForeignBot(Bot):
    """Someone else's bot, with the methods of every bot; its answers are checked."""

    def __init__(self, inner: Chooser, name: str = "", limits: Limits | None = None, source: str = "") -> None:
        own_limits = getattr(inner, "limits", None)
        self.inner = inner
        self.name = name or name_of(inner)
        self.limits = limits or (own_limits if isinstance(own_limits, Limits) else Limits())
        self.source = source  # the file it was loaded from, if any
        self._ask = asking(inner)
        self._is_prepared = False

    def prepare(self, position: Position) -> None:
        """Let it get ready, if it has this method."""
        self._is_prepared = True
        self._call("prepare", position)

    def interrupt(self) -> None:
        """Let it stop thinking, if it has this method."""
        self._call("interrupt")

    def reseed(self, seed: int) -> None:
        """Let it restart its random choices, if it has this method."""
        self._call("reseed", seed)

    def close(self) -> None:
        """Let it release what it holds, if it has this method."""
        self._call("close")

    @property
    def resigns(self) -> bool:
        """Its own answer, if it has this attribute."""
        return bool(getattr(self.inner, "resigns", False))

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """The legal move it chooses; MoveError if it answers anything else."""
        if not self._is_prepared:  # not every caller has a moment for that
            self.prepare(position)
        return answered(position, self._ask(position, limits or self.limits or None))

    def _call(self, name: str, *arguments: Any) -> None:
        method = getattr(self.inner, name, None)
        if method is not None:
            method(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_foreign_bot, (self.source, pickle.dumps(self.inner), self.name, self.limits)


def unpickle_foreign_bot(source: str, content: bytes, name: str, limits: Limits) -> ForeignBot:
    """Restore a pickled bot; the file of its class must be loaded first."""
    if source:
        load_file(Path(source))
    return ForeignBot(pickle.loads(content), name, limits, source)


def name_of(bot: Any) -> str:
    """The name of a bot that was given as an object or a class."""
    name = getattr(bot, "name", None)
    return name if isinstance(name, str) and name else (bot if inspect.isclass(bot) else type(bot)).__name__


def asking(bot: Any) -> Ask:
    """How to ask a bot for a move: with limits if its method accepts them, otherwise without."""
    choose = getattr(bot, "choose", None)
    if not callable(choose):
        raise BadBotSpec(
            f"{shown(bot)} is not a bot: a bot is a spec such as 'greedy', or an object with a method "
            "choose(position, limits)"
        )
    try:
        parameters = list(inspect.signature(choose).parameters.values())
    except (TypeError, ValueError):  # something written in C
        return lambda position, limits: choose(position, limits)
    if any(parameter.name == "limits" and parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters):
        return lambda position, limits: choose(position, limits=limits)
    second = next(iter([each for each in parameters if each.kind in POSITIONAL][1:]), None)
    takes_any = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
    if takes_any or (second is not None and (second.name == "limits" or second.default is second.empty)):
        return lambda position, limits: choose(position, limits)
    return lambda position, limits: choose(position)  # noqa: ARG005


def answered(position: Position, answer: Any) -> Move:
    """The legal move that a bot has answered, as a move or as text; MoveError if it is not one."""
    if isinstance(answer, str):
        return find_move(position, str(answer))
    if not isinstance(answer, Move):
        raise UnreadableMove(t("{given} is not a move; give its text, or one of moves()", given=shown(answer)))
    legal = position.whole_moves() if answer.more else position.moves()
    for move in legal:  # and not the bot's own copy, which may claim anything
        if (move.code, move.more, move.text) == (answer.code, answer.more, answer.text):
            return move
    raise IllegalMove(NOT_LEGAL.format(shown(answer.text)))


def made(factory: Callable[..., Any], spec: Spec, seed: int | None) -> Any:
    """A bot from its class: settings of the spec are keyword arguments, and so is `seed`, if the class accepts one.

    Whole numbers become int; the rest stays text.
    """
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError) as error:
        raise spec.wrong(f"{shown(factory)} is not a bot class") from error
    spelled = {name.lower(): name for name in parameters}
    settings: dict[str, Any] = {
        spelled.get(name, name): int(text) if re.fullmatch(r"-?\d{1,15}", text, re.ASCII) else text
        for name, text in spec.settings.items()
    }
    if "seed" in parameters:
        settings.setdefault("seed", seed)
    for name in ("depth", "nodes"):  # limits for us; a class that takes such an argument gets it too
        if name in parameters and getattr(spec.limits, name) is not None:
            settings[name] = getattr(spec.limits, name)
    try:
        inspect.signature(factory).bind(**settings)
    except TypeError as error:
        raise spec.wrong(f"{error}; its settings are: {', '.join(parameters) or 'none'}") from error
    return factory(**settings)


def foreign_bot_from_file(spec: Spec, seed: int | None) -> ForeignBot:
    """The bot of a spec such as `py:centre.py:Centre`."""
    path, name = bot_file(spec)
    try:
        module = load_file(path)
    except Exception as error:  # whatever the file raises becomes one named error, with its cause
        raise LudotecaError(f"the bot {spec.text!r} cannot be loaded: {type(error).__name__}: {error}") from error
    factory = getattr(module, name, None)
    if factory is None:
        classes = [word for word, thing in vars(module).items() if inspect.isclass(thing) and hasattr(thing, "choose")]
        raise _no_class(spec, path, name, classes)
    return ForeignBot(made(factory, spec, seed), spec.text, spec.limits, str(path))


def check_file(spec: Spec) -> None:
    """Raise BadBotSpec if the file of a `py:` spec does not exist, is not Python or has no such class.

    The file is parsed but not run, so a class that is created by other means than a definition is accepted.
    """
    path, name = bot_file(spec)
    try:
        body = ast.parse(path.read_bytes(), path.name).body
    except (OSError, SyntaxError, ValueError) as error:
        raise spec.wrong(f"{type(error).__name__}: {error}") from error
    classes = [step.name for step in body if isinstance(step, ast.ClassDef)]
    if name not in classes and not any(_may_define(step, name) for step in body):
        raise _no_class(spec, path, name, classes)


def _may_define(step: ast.stmt, name: str) -> bool:
    """Whether a statement of a file may define this name."""
    if isinstance(step, ast.ImportFrom):
        return any((each.asname or each.name) in (name, "*") for each in step.names)
    return not isinstance(step, ast.ClassDef | ast.FunctionDef | ast.Import | ast.Expr)


def _no_class(spec: Spec, path: Path, name: str, classes: list[str]) -> BadBotSpec:
    return spec.wrong(f"{path.name} has no class {name}; it has: {', '.join(classes) or 'no class of bots'}")


def bot_file(spec: Spec) -> tuple[Path, str]:
    """The file and the class that a `py:` spec names; BadBotSpec if there is no such file.  Nothing is loaded."""
    file, _, name = spec.target.rpartition(":")
    path = found_here(Path(file).expanduser()).resolve()
    if not path.is_file():
        raise spec.wrong(f"there is no file {file}")
    return path, name


def load_file(path: Path) -> Any:
    """The module in a file, loaded once until the file changes; it may import its neighbours."""
    about = path.stat()
    name = f"ludoteca_bot_file_{hashlib.blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    version = (about.st_mtime_ns, about.st_size)
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__ludoteca_version__", None) == version:
        return known
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None and found.loader is not None  # its name ends with .py
    module = importlib.util.module_from_spec(found)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.modules[name] = module  # its classes may be looked up by this name before it is complete, and when unpickled
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    module.__dict__["__ludoteca_version__"] = version
    return module
