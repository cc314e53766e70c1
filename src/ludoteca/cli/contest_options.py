"""What the commands match and league share: options of a contest, and how one is reported."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, TypeVar

import typer

from ludoteca.cli.arguments import Rules, Settings, chosen_game, must_be_writable
from ludoteca.cli.option_groups import ExecutorOptions
from ludoteca.cli.output import ProgressLine

if TYPE_CHECKING:
    from ludoteca.arena import Contest
    from ludoteca.arena.executors import Executor
    from ludoteca.arena.games import GameResult

T = TypeVar("T")

Pairs = Annotated[
    int,
    typer.Option(
        "--pairs", "-n", min=1, max=1_000_000, help="Number of openings; each is played twice, with sides swapped."
    ),
]
Openings = Annotated[
    int | None,
    typer.Option("--openings", metavar="PLIES", min=0, max=1000, help="Random moves in each opening.  [default: 6]"),
]
MoveLimit = Annotated[
    float | None,
    typer.Option(
        "--move-limit",
        metavar="SECONDS",
        min=0.1,
        max=86_400,
        help="A bot that takes longer for a move counts as hanging.  [default: 60]",
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
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write all games to this file, in JSON Lines format.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the interrupted contest in --out.")]
Balance = Annotated[
    int,
    typer.Option(
        "--balance",
        metavar="NODES",
        min=0,
        max=100_000_000,
        help="Use openings that a search of this many nodes considers even; with 0, random games decide.",
    ),
]
FirstSeed = Annotated[int, typer.Option("--seed", help="Seed for the openings.")]


@dataclass(frozen=True)
class ContestOptions(ExecutorOptions):
    """How games between bots are played, and where they are kept."""

    openings: Openings = None
    balance: Balance = 0
    move_limit: MoveLimit = None
    overtime: Overtime = None
    out: Out = None
    is_resumed: Resume = False
    settings: Settings = None
    rules: Rules = None
    seed: FirstSeed = 1

    def contest(self, game: str, bots: tuple[str, ...], pairs: int) -> Contest:
        """The contest that the arguments describe."""
        from ludoteca.arena import Contest
        from ludoteca.arena.contest import MOVE_LIMIT_S, OPENING_PLIES

        if self.is_resumed and self.out is None:
            raise typer.BadParameter("name the file to continue, with --out", param_hint="--resume")
        plies = OPENING_PLIES if self.openings is None else self.openings
        limit_s = self.move_limit or MOVE_LIMIT_S
        variant = chosen_game(game, self.settings, self.rules)
        contest = Contest(variant, bots, pairs, plies, self.seed, limit_s, self.balance, self.overtime)
        must_be_writable(self.out, "--out")
        return contest

    def playing(self) -> Playing:
        """Where games are played and where they are kept, as the arena takes it."""
        return {"on": self.executor(), "path": self.out, "resume": self.is_resumed}


class Playing(TypedDict):
    """Arguments of the arena's functions that play."""

    on: Executor
    path: Path | None
    resume: bool


def follow_games(
    played: Generator[tuple[GameResult | None, T], None, None], out: Path | None, words: Callable[[T], str]
) -> T:
    """Play to the end, with a line that says how far it is; how it stands then."""
    kept = f"finished games are in {out}; go on with --resume" if out else "nothing was kept; --out keeps games"
    with ProgressLine(kept) as line, closing(played):
        for result, standing in played:
            if result is not None and result.fault:
                line.say(f"pair {result.pair + 1}: {result.reason}")
            line.show(words(standing))
    return standing


def print_late(bot: str, moves: int, worst_ms: int) -> None:
    """Say so when a bot took longer than its own time."""
    if moves:
        times = f"{moves} move{'s' if moves > 1 else ''}"
        typer.echo(f"{bot} exceeded its time limit for {times}, by up to {worst_ms} ms")
