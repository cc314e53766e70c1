"""`ludoteca perft`: count move sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, PositionWords, Rules, Seed, Settings, chosen_game, chosen_position
from ludoteca.cli.output import print_json

if TYPE_CHECKING:
    from ludoteca.play.position import Position


def perft(
    game: GameName,
    position: PositionWords = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=1, max=1000, help="Length of the longest sequences, in moves.")
    ] = 3,
    is_divided: Annotated[bool, typer.Option("--divide", help="Show the count for each first move.")] = False,
    settings: Settings = None,
    rules: Rules = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Count the move sequences of each length.

    The counts are the fingerprint of a rules engine: compare them with those of others.

    Example: ludoteca perft gekitai --depth 4
    """
    from ludoteca.play.perft import count_sequences
    from ludoteca.search.background import BackgroundWork  # compiled code does not hear Ctrl-C, a waiting thread does

    def counted(position: Position, plies: int) -> int:
        return BackgroundWork(lambda _: count_sequences(position, plies)).result()

    root = chosen_position(chosen_game(game, settings, rules), position, seed)
    rows: list[tuple[int | str, int]] = []
    if is_divided:
        for move in root.moves():
            count = counted(root.play(move), depth - 1)
            rows.append((str(move), count))
            if not as_json:
                typer.echo(f"{move!s:6} {count:>14,}")
        total = sum(count for _, count in rows)
        if as_json:
            print_json({"position": str(root), "depth": depth, "divide": dict(rows), "total": total})
        else:
            typer.echo(f"{'total':6} {total:>14,}")
        return
    for plies in range(1, depth + 1):
        count = counted(root, plies)
        rows.append((plies, count))
        if not as_json:
            typer.echo(f"{plies:3} {count:>14,}")
    if as_json:
        print_json({"position": str(root), "counts": [{"ply": ply, "count": count} for ply, count in rows]})
