"""The command `ludoteca`: its commands, and what becomes of errors, Ctrl-C and a closed pipe."""

from __future__ import annotations

import errno
import os
import sys
import threading
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from ludoteca.cli.commands import (
    analyse,
    analysis,
    bench,
    bots,
    build,
    calibrate,
    convert,
    describe,
    doctor,
    fit,
    games,
    league,
    lesson,
    match,
    moves,
    new_game,
    perft,
    play,
    playout,
    puzzle,
    puzzles,
    replay,
    review,
    rules,
    serve,
    show,
    site,
    study,
    train,
    ugi,
    ugi_check,
    warm,
    watch,
    words,
)

FAILED, WRONG_ARGUMENTS, INTERRUPTED = 1, 2, 130
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # what `>/dev/full` and its like give
COMPILING = "warming"  # the thread of ludoteca.play.compile_ahead, which is not imported here


class Commands(TyperGroup):
    """Errors that Ludoteca raises on purpose become one sentence on standard error; the rest stay loud."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal without Unicode shows and gives ?, not an error
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
            typer.echo(f"ludoteca: {error}", err=True)
            raise typer.Exit(code) from error
        return result


def run() -> None:
    """The command as a program of its own: what is left to do when a command has ended, or cannot say anything."""
    if sys.stdout is None:  # closed before the program began: `ludoteca moves gekitai >&-`
        typer.echo("ludoteca: standard output is closed", err=True)
        sys.exit(FAILED)
    try:
        app(prog_name="ludoteca")
    except SystemExit as end:
        if any(thread.name == COMPILING and thread.daemon for thread in threading.enumerate()):
            sys.stdout.flush()
            leave_at_once(end.code if isinstance(end.code, int) else FAILED if end.code else 0)
        raise
    except OSError as error:
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        typer.echo(f"ludoteca: the output cannot be written: {error.strerror}", err=True)
        leave_at_once(FAILED)


def leave_at_once(code: int) -> NoReturn:
    """End the process without a word: a thread may still be counting, and nobody reads what is left to print."""
    os._exit(code)


def exit_code(error: Exception) -> int | None:
    """2 when an argument was wrong, 1 when the answer is no, None for an error that nobody foresaw."""
    errors = sys.modules.get("ludoteca.kernel.errors")  # not imported here: usage errors must not wait for Numba
    if errors is None or not isinstance(error, errors.LudotecaError):
        return None
    wrong = isinstance(error, (errors.UnknownName, errors.BadOption, errors.UnreadablePosition))
    return WRONG_ARGUMENTS if wrong else FAILED


app = typer.Typer(
    name="ludoteca",
    cls=Commands,
    help="A home for two-player abstract board games.  Without a command: play one here.",
    epilog="Each command explains itself: ludoteca perft --help",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        from ludoteca import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def without_a_command(
    ctx: typer.Context,
    version: Annotated[  # noqa: ARG001 (carried out by its callback)
        bool, typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True)
    ] = False,
    is_plain: Annotated[bool, typer.Option("--plain", help="The plain console, without a full screen.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII letters only.")] = False,
) -> None:
    """A home for two-player abstract board games.  Without a command: play one here."""
    if ctx.invoked_subcommand is None:
        from ludoteca.terminal.launch import run

        run(is_plain=is_plain, ascii_only=ascii_only)


for command in (
    play.play, watch.watch, lesson.lesson, puzzle.puzzle, games.games, bots.bots, rules.rules, show.show, moves.moves,
    perft.perft, playout.playout, new_game.new_game, words.words, describe.describe,
    analyse.analyse, review.review, replay.replay, convert.convert, warm.warm, bench.bench, doctor.doctor, match.match,
    league.league, calibrate.calibrate, train.train, study.study, fit.fit, serve.serve, site.site, ugi.ugi,
    ugi_check.ugi_check,
    analysis.analysis,
):  # in the order in which --help lists them  # fmt: skip
    app.command()(command)
app.add_typer(puzzles.puzzles, name="puzzles")
app.add_typer(build.build, name="build")
