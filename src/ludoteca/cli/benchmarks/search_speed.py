"""How fast the searches run, for `ludoteca bench --search`."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from ludoteca.cli.benchmarks.rules_speed import generic_playouts, rates
from ludoteca.play import Position, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.tree_search import TreeSearch

ROUNDS = 3
OPENING = 4  # plies into the game


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """Positions and playouts a second, on one thread and on two."""

    game: str
    nodes_per_s: float
    nodes_ratio_two_threads: float
    playouts_per_s: float
    playouts_ratio_two_threads: float
    playouts_to_random_games: float  # a tree's playouts beside bare random games from the start


def opening(variant: Variant) -> Position:
    """A position shortly after the start, the same every time."""
    position = variant.start(1)
    for ply in range(OPENING):
        moves = position.moves()
        position = position.play(moves[(7 * ply + 3) % len(moves)])
    return position


def measured_search(variant: Variant, seconds: float) -> SearchSpeed:
    """The medians over some rounds; one thread and two take turns, so that both see the same machine.

    Trees play out to the end and note nothing on the way: bare playouts, beside random games.
    """
    position = opening(variant)
    limits = Limits(time_ms=1000 * seconds)
    random_games = generic_playouts(variant, seconds)
    nodes, playouts, bare = [], [], []
    for seed in range(ROUNDS):
        bare.append(rates(random_games, seed)[0])
        nodes.append([AlphaBeta(threads=count).search(position, limits).nodes_per_second for count in (1, 2)])
        playouts.append(
            [
                TreeSearch(megabytes=512, threads=count, seed=seed, cutoff=0, priors=False, rave=0)
                .search(position, limits)
                .nodes_per_second
                for count in (1, 2)
            ]
        )
    return SearchSpeed(
        game=variant.name,
        nodes_per_s=median(one for one, _ in nodes),
        nodes_ratio_two_threads=median(two / one for one, two in nodes),
        playouts_per_s=median(one for one, _ in playouts),
        playouts_ratio_two_threads=median(two / one for one, two in playouts),
        playouts_to_random_games=median(each[0] / games for each, games in zip(playouts, bare, strict=True)),
    )
