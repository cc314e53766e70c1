"""Verbs about files: replay records, convert match files and states of the Prolog programs."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ludoteca.cli.words import (
    AsciiOnly,
    AsJson,
    Settings,
    chosen_game,
    complete_game,
    is_unicode,
    print_json,
    say,
)

if TYPE_CHECKING:
    from ludoteca.play.position import Position
    from ludoteca.play.records import Record

InputFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]


def replay(
    file: InputFile,
    has_boards: Annotated[bool, typer.Option("--boards", help="Draw the board after each move.")] = False,
    is_stepwise: Annotated[
        bool, typer.Option("--step", help="One position at a time: Enter, back, or the number of a move.")
    ] = False,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Check a record, every move of it, and go through the game; the file of a match has many.

    Example: ludoteca replay game.pgn --boards
    """
    letters = ascii_only or not is_unicode()
    answers, count = [], 0
    with opened(file) as text:
        for record in records_in(text):
            count += 1
            if as_json:
                answers.append({**record.to_json(), "positions": [str(position) for position in record.positions()]})
            elif is_stepwise:
                step_through(record, ascii_only=letters)
            else:
                print_record(record, has_boards=has_boards, ascii_only=letters)
    if as_json:
        print_json(answers)
    must_be_some(count)
    say(f"{count} {'record' if count == 1 else 'records'}, every move legal")


def opened(file: Path) -> io.TextIOWrapper:
    """The text of a file or of standard input; bytes that are not UTF-8 are left for the reader to complain about."""
    try:
        source: Any = sys.stdin.buffer if str(file) == "-" else file.open("rb", buffering=0)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be opened: {error.strerror}", param_hint="FILE") from error
    return io.TextIOWrapper(io.BufferedReader(source), encoding="utf-8-sig", errors="replace")


def records_in(text: io.TextIOWrapper) -> Iterator[Record]:
    """The records of a file, one at a time, be it of a match; those in JSON, in an array or alone, all at once."""
    from ludoteca.arena.match_records import is_match_file, records_of
    from ludoteca.play.records import Limits, all_from_json, is_json, iterate_records

    begin = cast(io.BufferedReader, text.buffer).peek(100).decode("utf-8-sig", errors="replace")
    if is_match_file(begin):
        yield from records_of(text)
    elif is_json(begin):
        yield from all_from_json(text.read(Limits().characters + 1))
    else:
        yield from iterate_records(text)


def title(record: Record) -> str:
    """Who played what, when, and how it went."""
    sides = [
        f"{name} ({player.name})" for name, player in zip(record.players, record.variant.game.players, strict=True)
    ]
    options = "".join(f", {name}={value}" for name, value in record.variant.changed_options.items())
    date = f", {record.date}" if record.date else ""
    return f"{record.variant.title}{options}: {' against '.join(sides)}{date}, {record.result}"


def verdict(record: Record, last: Position) -> str:
    """How things stand after the last move, endings that the board does not show included."""
    from ludoteca.play.score_sheet import LOSSES, How
    from ludoteca.terminal.position_sheet import standing

    if last.outcome is not None or record.result == "*":
        return standing(last)
    loser = {"1-0": 1, "0-1": 0}.get(record.result)
    if loser is None:
        return f"Draw: {record.termination or 'agreed'}"
    how = LOSSES[How(record.termination)]
    told = f" ({record.tags['Fault']})" if "Fault" in record.tags else ""
    return f"{last.players[1 - loser].name} wins: {last.players[loser].name} {how}{told}"


def print_record(record: Record, *, has_boards: bool, ascii_only: bool) -> None:
    """The whole game, move by move."""
    from ludoteca.terminal.position_sheet import sheet

    typer.echo(title(record))
    last = record.start
    if has_boards:
        typer.echo(f"\n{sheet(last, ascii_only=ascii_only)}")
    for number, (ply, last) in enumerate(zip(record.main.plies, list(record.positions())[1:], strict=True), 1):
        comment = f"  {{{ply.comment}}}" if ply.comment else ""
        mover = last.previous.players[last.previous.mover].name if last.previous is not None else ""
        typer.echo(f"{number:4}. {mover}: {ply.move}{comment}")
        if has_boards:
            typer.echo(f"\n{sheet(last, ascii_only=ascii_only)}\n")
    typer.echo(verdict(record, last))


def step_through(record: Record, *, ascii_only: bool) -> None:
    """Show one position at a time, forwards and backwards, until the person has seen enough."""
    from ludoteca.terminal.position_sheet import sheet
    from ludoteca.terminal.prompts import Quit, ask, whole_number

    positions = list(record.positions())
    typer.echo(title(record))
    at = 0
    while True:
        move = f"{at}. {record.main.plies[at - 1].move}" if at else "the start"
        typer.echo(f"\n{move}\n{sheet(positions[at], ascii_only=ascii_only)}")
        try:
            said = ask(f"[{at}/{len(positions) - 1}] Enter, back, a number or quit: ").lower()
        except Quit:
            break
        if said in ("b", "back"):
            at = max(0, at - 1)
        elif (number := whole_number(said)) is not None:
            at = min(number, len(positions) - 1)
        elif at + 1 < len(positions):
            at += 1
        else:
            break
    typer.echo(verdict(record, positions[-1]))


def convert(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="The game of a Prolog state, or a file of records: text, JSON, or that of a match.",
            autocompletion=complete_game,
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[STATE]", help="A file with the state; standard input when left out.")
    ] = None,
    mover: Annotated[str | None, typer.Option("--mover", help="Who is to move, where the state does not say.")] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Turn a match file into records, records into JSON, or a state of a Prolog program into position text.

    A file of records, or - for standard input, is written as records in text, with --json as an array. A game's name
    is followed by a state of the program it was first written in, a [[...]] matrix.

    Example: ludoteca convert match.jsonl > games.pgn
    """
    from ludoteca.games import game_names

    if file is None and what.strip().lower() not in game_names():
        if what != "-" and not Path(what).exists():
            games = ", ".join(game_names())
            raise typer.BadParameter(f"there is neither a file nor a game {what!r}; the games are: {games}")
        if mover is not None or settings:
            raise typer.BadParameter("records say these things themselves", param_hint="--mover, --set")
        convert_records(Path(what), as_json=as_json)
    else:
        convert_state(what, file or Path("-"), mover, settings, as_json=as_json)


def convert_records(file: Path, *, as_json: bool) -> None:
    """Write the records of a file as text, one at a time, or as one JSON array."""
    answers, count = [], 0
    with opened(file) as text:
        for count, record in enumerate(records_in(text), 1):
            if as_json:
                answers.append(record.to_json())
            else:
                typer.echo(("\n" if count > 1 else "") + record.to_text(), nl=False)
    if as_json:
        print_json(answers)
    must_be_some(count)
    say(f"{count} {'record' if count == 1 else 'records'}")


def must_be_some(records: int) -> None:
    """A file without a record is an answer of no."""
    if records == 0:
        say("ludoteca: there is no record in this file")
        raise typer.Exit(1)


def convert_state(game: str, file: Path, mover: str | None, settings: list[str] | None, *, as_json: bool) -> None:
    """Write a state of a Prolog program as position text."""
    from ludoteca.originals.positions import convert as converted

    variant = chosen_game(game, settings)
    with opened(file) as text:
        state = text.read(1_000_000)
    position = converted(variant.name, state, mover=mover, **variant.changed_options)
    if as_json:
        print_json({"game": variant.name, "position": position})
    else:
        typer.echo(position)
