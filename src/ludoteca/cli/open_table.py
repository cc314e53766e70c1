"""What the commands play and watch share: options of a table in this terminal, and how one is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsciiOnly, PositionText, Rules, Seed, Settings, chosen_game, complete_bot

IsPlain = Annotated[bool, typer.Option("--plain", help="Use the plain console instead of the full screen.")]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, max=99, help="Best of N games.")]
Delay = Annotated[
    str | None,
    typer.Option(
        "--delay",
        metavar="SECONDS",
        help="Seconds that bots take per move: 0, 0.1, 0.5, 1, 2 or 5, or step for one move per key press."
        "  [default: 0; 0.5 between bots]",
    ),
]
Clock = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="TIME",
        help="Minutes, and seconds added per turn, such as 5+3; or a time per turn, such as 30s/move; or none."
        " Units are s, m, h and d; '3d+1d max 7d' never shows more than seven days.",
    ),
]


def complete_seat(incomplete: str) -> list[str]:
    """A person, or the bots whose names begin so."""
    return [who for who in ("human", *complete_bot("")) if who.startswith(incomplete)]


@dataclass(frozen=True)
class TableOptions:
    """How a table in this terminal is set, and how it is shown."""

    games: Games = 1
    delay: Delay = None
    clock: Clock = "none"
    settings: Settings = None
    rules: Rules = None
    position: PositionText = None
    seed: Seed = None
    is_plain: IsPlain = False
    ascii_only: AsciiOnly = False


def open_table(
    game: str, seats: tuple[str | None, str | None], chosen: TableOptions, *, plays_on: bool = False
) -> None:
    """Set a table and sit down at it; where nobody is named, the bot that this game recommends plays."""
    from random import Random

    from ludoteca.play.match.clock import TimeControl, UnreadableTimeControl
    from ludoteca.terminal.launch import run
    from ludoteca.terminal.saved_games import SavedGames
    from ludoteca.terminal.seats import check_seat, favourite_bot, seats_by_turn
    from ludoteca.terminal.table import Table, read_pace, usual_pace

    variant = chosen_game(game, chosen.settings, chosen.rules)
    usual = favourite_bot(variant.name, variant.rules.bots)
    first, second = (check_seat(seat or usual, variant.name) for seat in seats)
    pace = usual_pace((first, second)) if chosen.delay is None else read_pace(chosen.delay)
    start = None if chosen.position is None else variant.position(chosen.position)
    saved_games = SavedGames()
    seated = seats_by_turn(start or variant.start(), first, second)
    chance = Random(chosen.seed)
    try:
        control = TimeControl.parse(chosen.clock)
    except UnreadableTimeControl as error:
        raise typer.BadParameter(str(error), param_hint="--clock") from error
    table = Table.begin(
        variant, seated, saved_games, games=chosen.games, pace=pace, start=start, control=control, plays_on=plays_on,
        chance=chance,
    )  # fmt: skip
    run(is_plain=chosen.is_plain, ascii_only=chosen.ascii_only, saved_games=saved_games, table=table)
