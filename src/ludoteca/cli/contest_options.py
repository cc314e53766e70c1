"""What the commands match and league share: options of a contest, and how one is reported."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import chosen_game, must_be_writable

if TYPE_CHECKING:
    from ludoteca.arena import Contest

Pairs = Annotated[
    int, typer.Option("--pairs", "-n", min=1, max=1_000_000, help="Openings; each is played twice, seats swapped.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, max=256, help="Games to play at the same time.  [default: one per processor]"
    ),
]
Openings = Annotated[
    int | None,
    typer.Option("--openings", metavar="PLIES", min=0, max=1000, help="Random moves in each opening.  [default: 6]"),
]
MoveLimit = Annotated[
    float | None,
    typer.Option(
        "--move-limit", metavar="SECONDS", min=0.1, max=86_400, help="A bot that takes longer hangs.  [default: 60]"
    ),
]
Overtime = Annotated[
    int | None,
    typer.Option(
        "--overtime",
        metavar="MS",
        min=0,
        max=86_400_000,
        help="A bot loses when a move takes this much longer than its own time limit.  [default: only report it]",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write all games to this file, as JSON lines.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the interrupted contest in --out.")]
Balance = Annotated[
    int,
    typer.Option(
        "--balance",
        metavar="NODES",
        min=0,
        max=100_000_000,
        help="Take openings that a search of this many nodes finds even; 0: that random games do.",
    ),
]
FirstSeed = Annotated[int, typer.Option("--seed", help="Seed of the openings.")]


def chosen_contest(
    game: str,
    settings: list[str] | None,
    bots: tuple[str, ...],
    pairs: int,
    opening_plies: int | None,
    seed: int,
    move_limit_s: float | None,
    balance_nodes: int,
    overtime_ms: int | None,
) -> Contest:
    """The contest that the arguments describe."""
    from ludoteca.arena import Contest
    from ludoteca.arena.contest import MOVE_LIMIT_S, OPENING_PLIES

    plies = OPENING_PLIES if opening_plies is None else opening_plies
    limit_s = move_limit_s or MOVE_LIMIT_S
    return Contest(chosen_game(game, settings), bots, pairs, plies, seed, limit_s, balance_nodes, overtime_ms)


def must_have_file(out: Path | None, is_resumed: bool) -> None:
    """There is nothing to resume without a file, and nothing can be kept in one that cannot be written."""
    if is_resumed and out is None:
        raise typer.BadParameter("name the file to continue with --out", param_hint="--resume")
    must_be_writable(out, "--out")


def processes(wanted: int | None) -> int:
    """How many games to play at once."""
    return wanted or os.cpu_count() or 1


def interrupted(out: Path | None) -> str:
    """What to say after Ctrl-C."""
    kept = f"finished games are in {out}; go on with --resume" if out else "nothing was kept; --out keeps games"
    return f"interrupted; {kept}"


def print_late(bot: str, moves: int, worst_ms: int) -> None:
    """Say so when a bot took longer than its own time."""
    if moves:
        times = f"{moves} move{'s' if moves > 1 else ''}"
        typer.echo(f"{bot} took longer than its time for {times}, by up to {worst_ms} ms")
