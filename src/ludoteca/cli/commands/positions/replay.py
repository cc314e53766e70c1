"""`ludoteca replay`: check records and go through them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, AsJson, GameFiles
from ludoteca.cli.output import is_unicode, print_json, say
from ludoteca.cli.record_files import must_be_some, opened, records_in, title
from ludoteca.languages import in_language, t

if TYPE_CHECKING:
    from ludoteca.play.position import Position
    from ludoteca.play.records import Record

InputFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]


def replay(
    file: InputFile,
    has_boards: Annotated[bool, typer.Option("--boards", help="Draw the board after each move.")] = False,
    is_stepwise: Annotated[
        bool, typer.Option("--step", help="Show one position at a time: type Enter, back or a move number.")
    ] = False,
    ascii_only: AsciiOnly = False,
    games: GameFiles = None,  # noqa: ARG001 (parsing the argument opens it)
    as_json: AsJson = False,
) -> None:
    """Check every move of a record and step through the game; a match file has many.

    A record of a game that is not installed needs its file: --game ./hexapawn.py

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
    say(t("{count} {count:record|records}, all moves legal", count=count))


def verdict(record: Record, last: Position) -> str:
    """How things stand after the last move, endings that the board does not show included."""
    from ludoteca.play.score_sheet import Declaration, How
    from ludoteca.terminal.position_sheet import standing

    if last.outcome is not None or record.result == "*":
        return standing(last)
    loser = {"1-0": 1, "0-1": 0}.get(record.result)
    if loser is None:
        return t("Draw: {reason}", reason=record.termination or t("agreed"))
    reason = Declaration(How(record.termination), loser).outcome(last.players).reason
    line = t("{player} wins: {reason}", player=last.players[1 - loser].name, reason=reason)
    return t("{result} ({fault})", result=line, fault=record.tags["Fault"]) if "Fault" in record.tags else line


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
        typer.echo(f"{number:4}. {in_language(mover)}: {ply.move}{comment}")
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
        move = f"{at}. {record.main.plies[at - 1].move}" if at else t("the start")
        typer.echo(f"\n{move}\n{sheet(positions[at], ascii_only=ascii_only)}")
        try:
            question = t("Enter, {back}, a number or {quit}", back=t("back"), quit=t("quit"))
            said = ask(f"[{at}/{len(positions) - 1}] {question}: ").lower()
        except Quit:
            break
        if said in ("b", "back", t("back").lower()):
            at = max(0, at - 1)
        elif (number := whole_number(said)) is not None:
            at = min(number, len(positions) - 1)
        elif at + 1 < len(positions):
            at += 1
        else:
            break
    typer.echo(verdict(record, positions[-1]))
