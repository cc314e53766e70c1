"""The command `ludoteca`: its commands, and what becomes of errors, Ctrl-C and a closed pipe."""

from __future__ import annotations

import atexit
import errno
import os
import sys
import threading
from codecs import lookup
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from ludoteca.cli.output import say
from ludoteca.languages import in_language, t
from ludoteca.languages.choice import ENGLISH, LANGUAGES, speak

# Commands for players, which speak their language; the others, and all with --json, speak English.
FOR_PLAYERS = {
    "play", "watch", "lesson", "puzzle", "games", "bots", "rules", "show", "moves", "new-game", "analyse", "review",
    "replay", "convert",
}  # fmt: skip

# As --help lists them: each is a function in the file of its name, or a group of them.
GROUPS = {
    "Play and learn": ("play", "watch", "lesson", "puzzle", "games", "bots", "rules"),
    "Positions and records": ("show", "moves", "analyse", "review", "replay", "convert", "perft", "playout"),
    "In a browser": ("serve", "host", "site", "build"),
    "Bots against bots": ("match", "league", "calibrate", "study"),
    "Write a game": ("new_game", "check", "words", "describe", "puzzles", "train", "fit"),
    "Other programs": ("ugi", "ugi_check", "analysis_server"),
    "This installation": ("doctor", "warm", "bench", "man"),
}
FOLDERS = ("players", "positions", "browser", "contests", "authors", "programs", "installation")  # of these groups
COMMANDS = {name: folder for folder, names in zip(FOLDERS, GROUPS.values(), strict=True) for name in names}

DATA = ("convert", "words", "describe")  # commands that write files, which keep their accents
ASCII_LOCALES = ("C", "POSIX")  # as LC_ALL; Python writes UTF-8 there all the same

FAILED, WRONG_ARGUMENTS, INTERRUPTED = 1, 2, 130
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # what `>/dev/full` and its like give
COMPILING = "warming"  # the thread of ludoteca.play.compile_ahead, which is not imported here


def name_values(parameters: list[Any]) -> list[Any]:
    """Show values by their metavar in help texts, which says more than "<list[str]>" and "<int range>"."""
    for parameter in parameters:
        annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
        if getattr(parameter, "metavar", None) is None and annotation in (int, float, str):
            parameter.metavar = parameter.name.upper() if annotation is str else "N"
        if getattr(parameter, "metavar", None):
            parameter.display_type = lambda _: ""
    return parameters


class Command(TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its arguments and options."""
        return name_values(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it; JSON is for programs, so it is in English."""
        if ctx.params.get("as_json"):
            speak(ENGLISH)
        return super().invoke(ctx)


class Commands(TyperGroup):
    """Errors that Ludoteca raises on purpose become one sentence on standard error; the rest stay loud."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before a command."""
        return name_values(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by what they are for."""
        for title, names in GROUPS.items():
            found = [(name, self.get_command(ctx, name)) for name in (each.replace("_", "-") for each in names)]
            room = formatter.width - 8 - max(len(name) for name, _ in found)  # else a row takes two lines
            rows = [(name, command.get_short_help_str(limit=room)) for name, command in found if command is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        from ludoteca.terminal.ascii_text import ASCII_TWINS, make_ascii

        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal without Unicode gives ? and shows twins, no error
                stream.reconfigure(errors="replace" if stream is sys.stdin else ASCII_TWINS)
                if stream is not sys.stdin and lookup(stream.encoding).name == "ascii":
                    make_ascii(stream)
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            leave_at_once(INTERRUPTED)
        except BrokenPipeError:  # `ludoteca moves gekitai | head`
            leave_at_once(0)
        except Exception as error:
            code = exit_code(error)
            if code is None:
                raise
            say(f"ludoteca: {in_language(str(error))}")
            raise typer.Exit(code) from error
        return result


def run() -> None:
    """The command as a program of its own: what is left to do when a command has ended, or cannot say anything."""
    if sys.stdout is None:  # closed before the program began: `ludoteca moves gekitai >&-`
        typer.echo(f"ludoteca: {t('standard output is closed')}", err=True)
        sys.exit(FAILED)
    named = [name for name in COMMANDS if sys.argv[1:2] == [name.replace("_", "-")]]
    try:
        (with_commands(named) if named else whole_program())(prog_name="ludoteca")
    except SystemExit as end:
        if any(thread.name == COMPILING and thread.daemon for thread in threading.enumerate()):
            sys.stdout.flush()
            leave_at_once(end.code if isinstance(end.code, int) else FAILED if end.code else 0)
        raise
    except OSError as error:
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        words = t("the output cannot be written: {reason}", reason=error.strerror)
        typer.echo(f"ludoteca: {words}", err=True)
        leave_at_once(FAILED)


def run_and_leave() -> None:
    """The same, and leave without taking down modules and machine code, which end with the process anyway."""
    try:
        run()
    except SystemExit as end:
        others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
        if isinstance(end.code, str) or not all(thread.daemon for thread in others):
            raise
        atexit._run_exitfuncs()  # noqa: SLF001 (os._exit leaves them out)
        for stream in filter(None, (sys.stdout, sys.stderr)):  # one that was closed before the program began is None
            stream.flush()
        leave_at_once(end.code or 0)


def leave_at_once(code: int) -> NoReturn:
    """End the process without a word: a thread may still be counting, and nobody reads what is left to print."""
    os._exit(code)


def exit_code(error: Exception) -> int | None:
    """2 when an argument was wrong, 1 when the answer is no, None for an error that nobody foresaw."""
    errors = sys.modules.get("ludoteca.errors")  # not imported here: usage errors must not wait for Numba
    if errors is None or not isinstance(error, errors.LudotecaError):
        return None
    wrong = isinstance(error, (errors.UnknownName, errors.BadOption, errors.UnreadablePosition))
    return WRONG_ARGUMENTS if wrong else FAILED


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        from ludoteca import __version__

        typer.echo(__version__)
        raise typer.Exit


def without_a_command(
    ctx: typer.Context,
    version: Annotated[  # noqa: ARG001 (carried out by its callback)
        bool, typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True)
    ] = False,
    is_plain: Annotated[
        bool, typer.Option("--plain", help="Use the plain console instead of the full screen.")
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="LANGUAGE",
            help="en, pt or es.  [default: the last one chosen, or the system's]",
            autocompletion=lambda incomplete: [name for name in LANGUAGES if name.startswith(incomplete)],
        ),
    ] = None,
) -> None:
    """A home for two-player abstract board games.  Without a command, starts a game in this terminal."""
    from ludoteca.terminal.ascii_text import make_ascii
    from ludoteca.terminal.language import language_at_start

    if os.environ.get("LC_ALL") in ASCII_LOCALES and ctx.invoked_subcommand not in DATA:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                make_ascii(stream)
    asked = ENGLISH if language is None else named_language(language)
    if ctx.invoked_subcommand is None or ctx.invoked_subcommand in FOR_PLAYERS:
        speak(language_at_start() if language is None else asked)
    else:
        speak(ENGLISH)
    if ctx.invoked_subcommand is None:
        from ludoteca.terminal.launch import run

        run(is_plain=is_plain, ascii_only=ascii_only)


def named_language(name: str) -> str:
    """The language that --language names."""
    from ludoteca.terminal.language import read_language

    found = read_language(name)
    if found is None:
        known = ", ".join(LANGUAGES)
        words = t("there is no language called {name}; available: {languages}", name=repr(name[:40]), languages=known)
        raise typer.BadParameter(words, param_hint="--language")
    return found


def with_commands(names: Iterable[str]) -> typer.Typer:
    """The program with some of its commands: reading the options of all of them takes a while."""
    made = typer.Typer(
        name="ludoteca",
        cls=Commands,
        help="A home for two-player abstract board games.  Without a command, starts a game in this terminal.",
        epilog="For help on a command: ludoteca perft --help",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(without_a_command)
    for name in names:
        command = getattr(import_module(f"ludoteca.cli.commands.{COMMANDS[name]}.{name}"), name)
        if isinstance(command, typer.Typer):
            made.add_typer(command, name=name)
        else:
            made.command(cls=Command)(command)
    return made


@cache
def whole_program() -> typer.Typer:
    """The program with all its commands."""
    return with_commands(COMMANDS)
