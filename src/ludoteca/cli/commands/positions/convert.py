"""`ludoteca convert`: match files to records, records to other formats, states of the originals to position text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameFiles, Rules, Settings, chosen_game, complete_game
from ludoteca.cli.output import print_json, say
from ludoteca.cli.record_files import must_be_some, opened, records_in
from ludoteca.languages import t

if TYPE_CHECKING:
    from ludoteca.play import Variant


def convert(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game, to convert a state of its Prolog program; or a file of records in any format, or of a match.",
            autocompletion=complete_game,
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[STATE]", help="A file with the state.  [default: standard input]")
    ] = None,
    mover: Annotated[str | None, typer.Option("--mover", help="The player to move, if the state does not say.")] = None,
    settings: Settings = None,
    rules: Rules = None,
    to: Annotated[
        str, typer.Option("--to", help="The format to write: record, or the game's own, such as pgn.")
    ] = "record",
    games: GameFiles = None,  # noqa: ARG001 (parsing the argument opens it)
    as_json: AsJson = False,
) -> None:
    """Convert records to another format, a match file to records, or a state of a Prolog program to position text.

    Records in any format, from a file or - for standard input, are written as Ludoteca's records, with --to in a format
    that other programs read, or with --json as an array. After a game's name, give a state of the program it was first
    written in, a [[...]] matrix. A record of a game that is not installed needs its file: --game ./hexapawn.py

    Example: ludoteca convert match.jsonl > games.txt
    """
    from ludoteca.games import game_names

    if file is None and what.strip().lower() not in game_names():
        if what != "-" and not Path(what).exists():
            known = ", ".join(game_names())
            words = t("there is no file or game called {name}; the games are: {games}", name=repr(what), games=known)
            raise typer.BadParameter(words)
        if mover is not None or settings or rules:
            raise typer.BadParameter(t("records already specify these"), param_hint="--mover, --set, --rules")
        convert_records(Path(what), to, as_json=as_json)
    else:
        convert_state(chosen_game(what, settings, rules), file or Path("-"), mover, as_json=as_json)


def convert_records(file: Path, to: str, *, as_json: bool) -> None:
    """Write the records of a file as text, one at a time, or as one JSON array."""
    from ludoteca.play.records import write_as

    answers, count = [], 0
    with opened(file) as text:
        for count, record in enumerate(records_in(text), 1):
            if as_json:
                answers.append(record.to_json())
            else:
                typer.echo(("\n" if count > 1 else "") + write_as(record, to), nl=False)
    if as_json:
        print_json(answers)
    must_be_some(count)
    say(t("{count} {count:record|records}", count=count))


def convert_state(variant: Variant, file: Path, mover: str | None, *, as_json: bool) -> None:
    """Write a state of a Prolog program as position text."""
    from ludoteca.originals.positions import convert as converted

    with opened(file) as text:
        state = text.read(1_000_000)
    position = converted(variant.name, state, mover=mover, **variant.changed_options)
    if as_json:
        print_json({"game": variant.name, "position": position})
    else:
        typer.echo(position)
