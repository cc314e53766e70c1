"""Arguments and options that several commands take, and what they stand for."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.languages import t

if TYPE_CHECKING:
    from ludoteca.kernel.declare import Game
    from ludoteca.play import Position, Variant


def complete_game(incomplete: str) -> list[str]:
    """The names of games that begin so, for the shell's completion."""
    from importlib.metadata import entry_points  # and not ludoteca.games, which would load Numba

    return sorted(name for name in entry_points(group="ludoteca.games").names if name.startswith(incomplete))


def complete_bot(incomplete: str) -> list[str]:
    """The names of bots that begin so, for the shell's completion."""
    from ludoteca.bots import bot_names

    return [name for name in bot_names() if name.startswith(incomplete)]


def complete_setting(ctx: typer.Context, incomplete: str) -> list[str]:
    """Options of the game that was named, each with its values, that begin so."""
    game = game_so_far(ctx)
    if game is None:
        return []
    settings = [f"{option.name}={value}" for option in game.options for value in map(option.text, option.choices)]
    return [setting for setting in settings if setting.startswith(incomplete)]


def complete_rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """Named sets of options of the game that was named, that begin so."""
    game = game_so_far(ctx)
    return [] if game is None else [one.name for one in game.rule_sets if one.name.startswith(incomplete)]


def game_so_far(ctx: typer.Context) -> Game | None:
    """The game that a line names which is being completed; None if it names none."""
    from ludoteca.errors import LudotecaError
    from ludoteca.games import find_game

    words = [ctx.params.get("game") or "", *ctx.args]  # an option without its value keeps the words unread
    for word in words:
        try:
            return find_game(opened_game(str(word)))
        except LudotecaError:
            continue
    return None


def opened_game(name: str) -> str:
    """A game's name; the path of a file opens it, and the game has the file's name from then on."""
    if not name.strip().endswith(".py"):
        return name
    from ludoteca.games.game_files import open_game_file

    return open_game_file(name.strip()).name


def first_game() -> str:
    """The game that is meant where none was named."""
    from ludoteca.games import game_names

    return game_names()[0]


def opened_games(names: list[str] | None) -> list[str] | None:
    """The same for several, each once."""
    return None if names is None else list(dict.fromkeys(opened_game(name) for name in names))


def opened_files(files: list[str] | None) -> list[str] | None:
    """Open the files of games, so that records and pages find them by name."""
    for file in files or ():
        if not file.endswith(".py"):
            raise typer.BadParameter(t("{file} is not the path of a game's file", file=repr(file)), param_hint="--game")
    return opened_games(files)


GameFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="FILE",
        help="A game's file, such as ./hexapawn.py; may be repeated.",
        callback=opened_files,
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name (see: ludoteca games), or its file, such as ./hexapawn.py",
        autocompletion=complete_game,
        callback=opened_game,
    ),
]
EngineGame = Annotated[
    str,
    typer.Option(
        "--game",
        help="The game that the engine plays.  [default: the first of: ludoteca games]",
        autocompletion=complete_game,
        callback=opened_game,
        default_factory=first_game,
        show_default=False,
    ),
]
GameNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...", help="[default: all games]", autocompletion=complete_game, callback=opened_games
    ),
]
PositionWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[POSITION]", help="Position text, or - to read it from standard input.  [default: the start]"
    ),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Position text.  [default: the start]")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="An option of the game, such as size=9x9; may be repeated.",
        autocompletion=complete_setting,
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME",
        help="A named set of options, such as original; --set overrides it.",
        autocompletion=complete_rules,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed for all random choices.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsciiOnly = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")]


def chosen_game(
    name: str, settings: Iterable[str] | None, rules: str | None = None, *, given_by: str = "--set"
) -> Variant:
    """The game with the options given by --rules and --set, or by another option of the command."""
    from ludoteca.kernel.options import RULES
    from ludoteca.play import load_game

    options = {} if rules is None else {RULES: rules}
    for setting in settings or ():
        option, equals, value = setting.partition("=")
        if not equals:
            words = t("{setting} should look like NAME=VALUE", setting=repr(setting[:40]))
            raise typer.BadParameter(words, param_hint=given_by)
        options[option.strip()] = value.strip()
    variant = load_game(name, **options)
    tell_when_compiling(variant.game.title)
    return variant


def chosen_position(variant: Variant, words: Iterable[str] | str | None, seed: int | None = None) -> Position:
    """The position given as text, even if that is empty; the start where none was given."""
    if not words and not isinstance(words, str):
        return variant.start(seed)
    text = words if isinstance(words, str) else " ".join(words)
    return variant.position(sys.stdin.read() if text == "-" else text)


def must_be_writable(file: Path | None, option: str) -> None:
    """Refuse a file that cannot be written, before the work whose result it should hold; none is left behind."""
    if file is None:
        return
    try:
        if not file.exists():
            file.open("xb").close()
            file.unlink()
        elif file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif file.is_file():  # and not a pipe, whose reader would take it for the end
            file.open("ab").close()
    except OSError as error:
        words = t("{file} cannot be written: {reason}", file=file, reason=error.strerror)
        raise typer.BadParameter(words, param_hint=option) from error


AFTER_S = 0.5  # of compiling; less is not worth a line


def tell_when_compiling(title: str) -> Any:
    """Say once on a terminal that a game is being compiled, as soon as that takes a while.  Returns who listens."""
    if not sys.stderr.isatty():
        return None
    from ludoteca.compiler.compiled import when_compiling  # late: --help must not wait for Numba

    began: float | None = None
    has_told = False

    def tell(_: Any) -> None:
        nonlocal began, has_told
        now = time.monotonic()
        began = began or now
        if now - began >= AFTER_S and not has_told:
            has_told = True
            print(t("Preparing {game} for this computer (only once) ...", game=title), file=sys.stderr, flush=True)

    return when_compiling(tell)
