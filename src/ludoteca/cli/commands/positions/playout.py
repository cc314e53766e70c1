"""`ludoteca playout`: play random games and summarise them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.arguments import AsJson, GameName, PositionWords, Rules, Seed, Settings, chosen_game, chosen_position
from ludoteca.cli.output import ProgressLine, print_json, say

if TYPE_CHECKING:
    from ludoteca.play.playouts import GameStatistics

MOST_GAMES = 100_000_000  # the length of each is kept


def playout(
    game: GameName,
    position: PositionWords = None,
    count: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES, help="How many games to play.")] = 1000,
    settings: Settings = None,
    rules: Rules = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play random games and summarise them.

    Shows who wins, how long the games last and how many legal moves there are.

    Example: ludoteca playout gekitai --games 10000
    """
    from ludoteca.play.playouts import collect_statistics
    from ludoteca.search.background import BackgroundWork

    variant = chosen_game(game, settings, rules)
    start = chosen_position(variant, position) if position else None
    wanted = count

    def work(stop: Any) -> GameStatistics:
        def goes_on(played: int) -> bool:
            line.show(f"{played:,} of {wanted:,} games")
            return not stop.is_set

        return collect_statistics(variant, wanted, seed=seed, start=start, goes_on=goes_on)

    with ProgressLine() as line:
        found, is_stopped = BackgroundWork(work).result_so_far()
    count = found.games
    first, second = variant.game.players if start is None else start.players
    if as_json:
        results = {"first": found.first_wins, "second": found.second_wins, "draws": found.draws}
        plies = {"min": found.shortest, "mean": found.mean_plies, "max": found.longest}
        branching = {"mean": found.mean_choices, "max": found.most_choices}
        print_json({"game": variant.name, "games": count, "results": results, "plies": plies, "branching": branching})
    else:
        wins = {f"{first.name} wins": found.first_wins, f"{second.name} wins": found.second_wins, "draws": found.draws}
        for name, number in wins.items():
            typer.echo(f"{name:12} {number:>10,}  {number / count:6.1%}")
        typer.echo(f"{'length':12} {found.shortest} to {found.longest} moves, {found.mean_plies:.1f} on average")
        typer.echo(f"{'branching':12} up to {found.most_choices} legal moves, {found.mean_choices:.1f} on average")
    if is_stopped:
        say(f"interrupted after {count:,} games")
        raise typer.Exit(1)
