"""`ludoteca puzzles`: make puzzles from games, and verify those there are."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from ludoteca.cli.arguments import AsciiOnly, AsJson, GameName, Rules, Settings, chosen_game, must_be_writable
from ludoteca.cli.output import ProgressLine, is_unicode, print_json
from ludoteca.cli.record_files import opened, records_in

if TYPE_CHECKING:
    from ludoteca.play.records import Record
    from ludoteca.puzzles.puzzle import Puzzle

MINE = "mine"
SELF_PLAY = "self-play"


class GameFirst(TyperGroup):
    """A group in which the name of a game stands for the command that makes puzzles: `ludoteca puzzles gekitai`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command."""
        return super().resolve_command(ctx, args if args[0] in self.commands else [MINE, *args])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """An option before the name belongs to that command, too."""
        helps = ctx.help_option_names
        if args and args[0].startswith("-") and args[0] not in helps:
            args = [MINE, *args]
        return super().parse_args(ctx, args)


puzzles = typer.Typer(cls=GameFirst, help="Make puzzles from games, and verify existing ones.", rich_markup_mode=None)


@puzzles.callback(no_args_is_help=True)
def without_a_game() -> None:
    """Make puzzles from games: ludoteca puzzles GAME; and verify those there are: ludoteca puzzles verify GAME."""


@puzzles.command(MINE)
def mine(
    game: GameName,
    sources: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="FILE", help=f"Records of games, or {SELF_PLAY}; may be repeated."),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=100_000, help="How many puzzles to find.")] = 200,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1000, max=1_000_000_000, help="Nodes searched to verify a position.")
    ] = 200_000,
    settings: Settings = None,
    rules: Rules = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the puzzles here.  [default: next to the game]"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the self-play games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Make puzzles: positions with one clearly best move, verified, graded by the levels, no two alike.

    A move is clearly best when it wins and no other does, when all others lose, or when it decides the game or gains
    far more points than any other. What was found is saved: after an interruption the same command continues, and with
    another --count it begins with the same puzzles.

    Example: ludoteca puzzles ./hexapawn.py --count 5
    """
    from ludoteca.puzzles.mining import Mining, MiningFile, Plan, mining_path, recorded, self_play
    from ludoteca.puzzles.puzzle import NAME, write_puzzles

    variant = chosen_game(game, settings, rules)
    target = out or Path(str(variant.game.place_of(NAME)))
    must_be_writable(target, "--out")
    files = [] if (sources or [SELF_PLAY]) == [SELF_PLAY] else list(map(Path, sources or ()))
    plan = Plan(source=f"{SELF_PLAY} {seed}" if not files else digest_of(files), nodes=nodes)
    path = mining_path(variant, plan)
    with closing(MiningFile(path)) as kept:
        mining = Mining(variant, plan, kept)
        games = (
            (lambda first: recorded(variant, all_records(files), first))
            if files
            else (lambda first: self_play(variant, mining.verifier, plan.glance, seed, first))
        )
        with ProgressLine(f"what was found so far is in {path}, and the same command continues") as line:
            for _ in mining.run(games, count):
                words = f"{variant.title}: {len(mining.puzzles):,} of {count:,} puzzles, {len(kept.games):,} games"
                line.count(words, len(kept.games))
    found = mining.puzzles[:count]
    write_puzzles(target, variant.name, f"ludoteca {shlex.join(sys.argv[1:])}", found)
    if as_json:
        print_json({"game": variant.name, "file": str(target), "games": len(kept.games), **counts(found)})
        return
    for name, numbers in counts(found).items():
        if isinstance(numbers, dict):
            typer.echo(f"by {name}: " + ", ".join(f"{what} {number}" for what, number in numbers.items()))
    typer.echo(f"{len(found):,} puzzles from {len(kept.games):,} games written to {target}")


def digest_of(files: list[Path]) -> str:
    """Which records these are, whatever their files are called."""
    import hashlib

    digest = hashlib.blake2b(digest_size=8)
    for file in files:
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            raise typer.BadParameter(f"{file} cannot be read: {error.strerror}", param_hint="--from") from error
    return f"records {digest.hexdigest()}"


def all_records(files: list[Path]) -> Iterator[Record]:
    """The records of all files, one after the other."""
    for file in files:
        with opened(file) as text:
            yield from records_in(text)


def counts(found: list[Puzzle]) -> dict[str, Any]:
    """How many puzzles there are, and how many of each sort."""
    return {
        "puzzles": len(found),
        "kind": dict(Counter(puzzle.kind for puzzle in found).most_common()),
        "method": dict(Counter(puzzle.method for puzzle in found).most_common()),
        "grade": {str(grade): number for grade, number in sorted(Counter(each.grade for each in found).items())},
    }


@puzzles.command()
def verify(
    game: GameName,
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="The number of one puzzle.  [default: all]")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A file of puzzles.  [default: next to the game]")
    ] = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Verify puzzles again, and show the proof or the search behind each.

    Example: ludoteca puzzles verify gekitai 1
    """
    from ludoteca.puzzles.puzzle import puzzles_of, read_puzzles
    from ludoteca.puzzles.verification import Verifier
    from ludoteca.search.report import report_json
    from ludoteca.terminal.position_sheet import sheet

    variant = chosen_game(game, None)
    if file is None:
        known = puzzles_of(variant.game)
    else:
        try:
            known = read_puzzles(file.read_text("utf-8"), str(file))
        except OSError as error:
            raise typer.BadParameter(f"{file} cannot be read: {error.strerror}", param_hint="--file") from error
    chosen = range(1, len(known.puzzles) + 1) if number is None else [number]
    wrong = 0
    for each in chosen:
        puzzle = known.number(each)
        position = puzzle.opened(variant)
        verdict = Verifier(puzzle.nodes).verdict(position)
        is_right = verdict is not None and (verdict.kind, str(verdict.best.moves[0])) == (puzzle.kind, puzzle.answer)
        wrong += not is_right
        if as_json:
            report = None if verdict is None else report_json(verdict.report)
            print_json({"number": each, **puzzle.to_json(), "verified": is_right, "report": report})
            continue
        typer.echo(f"Puzzle {each}: {puzzle.task}  (grade {puzzle.grade})")
        typer.echo(sheet(position, ascii_only=ascii_only or not is_unicode()))
        for sentence in ["No move is clearly best."] if verdict is None else verdict.words():
            typer.echo(sentence)
        typer.echo("Verified.\n" if is_right else f"Not verified: the file says {puzzle.answer}.\n")
    if not as_json:
        typer.echo(f"{len(chosen) - wrong} of {len(chosen)} verified")
    if wrong:
        raise typer.Exit(1)
