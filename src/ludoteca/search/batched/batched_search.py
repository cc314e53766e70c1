"""Search of many games at once, guided by one network: a simulation in every game, then one call for all leaves.

    search = BatchedSearch([variant.start() for _ in range(64)], evaluate, simulations=32)
    while not search.is_over.all():
        found = search.run()
        search.advance(found.actions)

What to do at a leaf is compiled; the network is any callable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludoteca.compiler import layouts
from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, shared_encoders, stacked
from ludoteca.play.game_rows import REPETITION_MODES, ROW, SPARE, judge_all
from ludoteca.play.planes import draw, joined, words_in
from ludoteca.play.position import Position, Variant
from ludoteca.search.batched.selection import Selection, begin_search, halving_schedule, select_leaves, tell_roots
from ludoteca.search.batched.trees import (
    BYTES_PER_NODE,
    Games,
    Leaves,
    clear_all,
    expand_all,
    new_trees,
    play_actions,
    take_roots,
)
from ludoteca.search.limits import enough_memory

Array = npt.NDArray[Any]
Network = Callable[[Array], tuple[Any, Any]]  # planes of some positions to logits of all actions, and values
METHODS = ("puct", "gumbel")


class SavedGames(Protocol):
    """Games as `VectorEnv.save_rows` returns them."""

    variants: tuple[Variant, ...]
    rows: Array
    arrays: dict[str, Array]


@dataclass(frozen=True)
class SearchResults:
    """What a search says about the games, by row; the arrays are the caller's."""

    policies: npt.NDArray[np.float32]  # by action: visits (PUCT) or the improved policy (Gumbel), summing to 1
    values: npt.NDArray[np.float32]  # from -1 to 1, for the player to move
    actions: npt.NDArray[np.int32]  # the best one; -1 where the game is over
    visits: npt.NDArray[np.int32]  # by action, those of earlier searches included
    proofs: npt.NDArray[np.int8]  # how the game certainly ends, an `Ending`


class BatchedSearch:
    """Trees for some games of one game, grown together.

    `games` are positions, or the saved rows of a `VectorEnv`.  `evaluate` gets the planes of some positions as their
    players to move see them (uint8) and returns, for each, a logit for every action and a value from -1 to 1 for that
    player.  It is called once per simulation, for the rows that need it.

    `noise` makes searches differ, as self-play needs: with PUCT, it is the share of Dirichlet noise in the root's
    priors (AlphaZero: 0.25); with Gumbel, the scale of the Gumbel noise (1 in the paper).
    """

    def __init__(
        self,
        games: Sequence[Position] | SavedGames,
        evaluate: Network,
        *,
        simulations: int = 64,
        method: str = "puct",
        exploration: float = 1.25,  # PUCT: how much priors count against values
        considered: int = 16,  # Gumbel: moves among which the halving begins
        noise: float = 0.0,
        concentration: float = 0.3,  # PUCT: of the Dirichlet noise
        megabytes: float = 1024,  # at most; memory that is not needed is not touched
        seed: int | None = None,
    ) -> None:
        if method not in METHODS:
            raise LudotecaError(f"the method of a batched search is {' or '.join(METHODS)}, not {method!r}")
        if simulations < 1:
            raise LudotecaError(f"a batched search makes at least one simulation, not {simulations}")
        positions = games if isinstance(games, Sequence) else None
        if positions is not None and not positions:
            raise LudotecaError("a batched search is of at least one game")
        self.variants = tuple(dict.fromkeys(each.variant for each in games)) if positions else games.variants  # type: ignore[union-attr]
        if len(names := {each.name for each in self.variants}) != 1:
            raise LudotecaError(f"a batched search is of one game, not of {', '.join(sorted(names))}")
        self.n = n = len(positions) if positions else len(games.arrays["states"])  # type: ignore[union-attr]
        self.evaluate, self.simulations, self.method = evaluate, simulations, method
        self._considered = max(1, considered)
        self._random, self._noise, self._concentration = np.random.default_rng(seed), noise, concentration
        self.encoders = tuple(shared_encoders(self.variants))
        self.actions = max(each.actions for each in self.encoders)
        game = self.variants[0].game
        self._program = joined([each.tables.program for each in self.encoders])
        self._selectiones = np.zeros((n, *self.encoders[0].shape), np.uint8)
        repeats = any(each.repetition != "off" for each in self.variants)
        keys = max(each.longest for each in self.variants) + 1 if repeats else 1
        states, leaf_states, spare = (layouts.new_states(count, game.state).view(np.ndarray) for count in (n, n, SPARE))
        self._games = Games(
            states=states,
            rows=np.zeros(n, ROW),
            keys=np.zeros((n, keys), np.uint64),
            which=np.zeros(n, np.int32),
            action_tables=stacked([each.tables.actions for each in self.encoders], NO_ACTION),
            spare=spare,
            room=np.zeros_like(self.variants[0].room),
        )
        self._leaves = Leaves(
            states=leaf_states,
            rows=np.zeros(n, ROW),
            nodes=np.zeros(n, np.int32),
            owners=np.zeros(n, np.int32),
            seats=np.zeros(n, np.int8),
            which=np.zeros(n, np.int32),
        )
        most = game.most_moves
        wanted = 1 + 2 * (simulations + 1) * most  # with what is kept from the search before
        capacity = max(1 + most, min(wanted, int(megabytes * 2**20 / BYTES_PER_NODE / n)))
        with enough_memory(n * capacity * BYTES_PER_NODE / 2**20):
            self.trees = new_trees(n, capacity)
        self._selection = Selection(
            is_gumbel=method == "gumbel",
            exploration=float(exploration),
            actions=self.actions,
            root_priors=np.zeros((n, most), np.float32),
            noise=np.zeros((n, most), np.float32),
            begun=np.zeros((n, most), np.int32),
            schedule=halving_schedule(1, 1),
        )
        if positions is None:
            self.restore_rows(games, np.arange(n))  # type: ignore[arg-type]
        else:
            for row, position in enumerate(positions):
                self.set_position(row, position)

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        return np.asarray(self._games.rows["how"] != Ending.NONE)

    @property
    def endings(self) -> npt.NDArray[np.uint8]:
        """How the games ended, each an `Ending`."""
        return self._games.rows["how"].copy()

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seats to move."""
        return self._games.states["mover"].astype(np.int8)

    def position(self, row: int) -> Position:
        """The position of one game, without its history."""
        return Position(self.variants[self._games.which[row]], layouts.copied(self._games.states[row]))

    def planes(self) -> Array:
        """What the players to move see in all games, as the network gets it."""
        planes = np.zeros_like(self._selectiones)
        self._draw(self._games.states, self.to_move, self._games.which, planes)
        return planes

    def set_position(self, row: int, position: Position) -> None:
        """Let a row continue from a position, including its history, with an empty tree."""
        if position.variant not in self.variants:
            self.variants[0].own(position)  # says why not
        variant, games = position.variant, self._games
        if position.ply > variant.longest:
            raise LudotecaError(f"this position comes after {position.ply} moves; a game lasts {variant.longest}")
        games.states[row], games.which[row] = position.state, self.variants.index(variant)
        repetition = REPETITION_MODES.index(variant.repetition)
        games.rows[row] = (position.ply, variant.longest, repetition, position.mover, position.mover, 0, 0, 0)
        if repetition:
            games.keys[row, : position.ply + 1] = [each.repetition_key for each in position.line()][::-1]
        self._begin(np.arange(self.n) == row)

    def restore_rows(self, saved: SavedGames, rows: Sequence[int] | Array | None = None) -> None:
        """Let rows continue from saved games, by default those they were saved from, with empty trees."""
        if saved.variants != self.variants:
            raise LudotecaError(f"games of {saved.variants} cannot be restored among games of {self.variants}")
        chosen = np.atleast_1d(np.asarray(saved.rows if rows is None else rows))
        for name in ("states", "rows", "which"):
            getattr(self._games, name)[chosen] = saved.arrays[name]
        keys = saved.arrays["keys"]
        self._games.keys[chosen, : keys.shape[1]] = keys
        self._begin(np.isin(np.arange(self.n), chosen))

    def run(self, simulations: int | None = None) -> SearchResults:
        """Search the games that are not over, with this many simulations each, and keep the trees."""
        simulations = self.simulations if simulations is None else simulations
        selection = self._selection._replace(schedule=halving_schedule(self._considered, simulations))
        with self._reporter():
            self._expand(take_roots(self.trees, self._games, self._leaves))
            self._draw_noise()
            begin_search(self.trees, selection, self._noise)
            for _ in range(simulations):
                self._expand(select_leaves(self.trees, self._games, selection, self._leaves))
            return self._results(selection)

    def advance(self, actions: Array) -> None:
        """Play an action in every game that is not over; -1 leaves a game as it is.  What is known below is kept."""
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise LudotecaError(f"there should be an action for each of {self.n} games, not an array of {given.shape}")
        with self._reporter():
            wrong = int(play_actions(self.trees, self._games, given.astype(np.int64)))
        if wrong >= 0:
            raise IllegalMove(f"action {int(given[wrong])} is not legal in row {wrong}")

    def _begin(self, is_chosen: npt.NDArray[np.bool_]) -> None:
        games = self._games
        with self._reporter():
            judge_all(games.states, games.rows, games.keys, games.spare, games.room)
            clear_all(self.trees, games, is_chosen)

    def _expand(self, waiting: int) -> None:
        """Ask the network about the leaves that wait, and give them their children."""
        if waiting == 0:
            return
        leaves, planes = self._leaves, self._selectiones[:waiting]
        self._draw(leaves.states[:waiting], leaves.seats[:waiting], leaves.which[:waiting], planes)
        logits, values = (np.ascontiguousarray(each, np.float32) for each in self.evaluate(planes))
        values = values.reshape(-1)
        if logits.shape != (waiting, self.actions) or values.shape != (waiting,):
            wanted = f"{(waiting, self.actions)} and {(waiting,)}"
            raise LudotecaError(f"the network answered with arrays of {logits.shape} and {values.shape}, not {wanted}")
        if not (np.isfinite(logits).all() and np.isfinite(values).all()):
            raise LudotecaError("the network answered with something that is not a finite number")
        expand_all(self.trees, self._games, leaves, waiting, logits, values)

    def _draw(self, states: Array, seats: Array, which: Array, planes: Array) -> None:
        draw(words_in(states), seats, which, self._program, planes.reshape(len(planes), -1))

    def _draw_noise(self) -> None:
        noise = self._selection.noise
        if self._noise == 0:
            return
        used = noise[:, : int(self.trees.count[:, 0].max())]
        if self._selection.is_gumbel:
            used[:] = self._random.gumbel(size=used.shape) * self._noise
        else:
            used[:] = np.maximum(self._random.gamma(self._concentration, size=used.shape), 1e-12)

    def _results(self, selection: Selection) -> SearchResults:
        found = SearchResults(
            np.zeros((self.n, self.actions), np.float32),
            np.zeros(self.n, np.float32),
            np.zeros(self.n, np.int32),
            np.zeros((self.n, self.actions), np.int32),
            self.trees.proof[:, 0].copy(),
        )
        tell_roots(self.trees, self._games, selection, found.policies, found.values, found.actions, found.visits)
        return found

    def _reporter(self) -> BrokenRulesReporter:
        return BrokenRulesReporter(self.variants[0].game, self._games.states, self._leaves.states, self._games.spare)
