"""AlphaZero in one file: a network learns a game by playing itself, with batched tree search.

    pip install '.[nn]'  # in a clone
    python examples/learners/alphazero.py gekitai --iterations 10 --out gekitai.pt

Each iteration plays games of the network against itself, all at once, learns from them, and then says how the network
does against random play and against the network it started from.
"""

from __future__ import annotations

import argparse
import copy
from collections import deque

import numpy as np
import torch
from torch import nn

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import Encoder
from ludoteca.search.batched import BatchedSearch

PLIES_SAMPLED = 8  # moves of a game that are sampled by visits; later ones are the most visited
RESULTS = {Ending.FIRST_WINS: 1.0, Ending.SECOND_WINS: -1.0, Ending.DRAW: 0.0}  # for the first player


class Network(nn.Module):
    """Three convolutions, then logits of all actions and a value."""

    def __init__(self, encoder: Encoder, channels: int = 32) -> None:
        super().__init__()
        planes, rows, columns = encoder.shape
        self.body = nn.Sequential(
            *(nn.Conv2d(planes, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU()),
            *(nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU()),
            *(nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU(), nn.Flatten()),
        )
        self.policy = nn.Linear(channels * rows * columns, encoder.actions)
        self.value = nn.Sequential(nn.Linear(channels * rows * columns, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values."""
        seen = self.body(planes)
        return self.policy(seen), self.value(seen).flatten()

    @torch.no_grad()
    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same for a search."""
        logits, values = self.eval()(torch.from_numpy(planes).float())
        return logits.numpy(), values.numpy()


def play_itself(variant, network: Network, games: int, simulations: int, chance: np.random.Generator) -> list[tuple]:
    """Games of the network against itself, as positions with planes, policy and result for the player to move."""
    starts = [variant.start(int(chance.integers(2**31))) for _ in range(games)]
    seed = int(chance.integers(2**31))
    search = BatchedSearch(starts, network.evaluate, simulations=simulations, noise=0.25, seed=seed)
    seen, ply = [], 0
    while not search.is_over.all():
        rows, movers, planes = np.flatnonzero(~search.is_over), search.to_move, search.planes()
        found = search.run()
        seen += [(row, movers[row], planes[row], found.policies[row]) for row in rows]
        actions = found.actions
        if ply < PLIES_SAMPLED:
            actions[rows] = [chance.choice(len(policy), p=policy / policy.sum()) for policy in found.policies[rows]]
        search.advance(actions)
        ply += 1
    results = [RESULTS[Ending(how)] for how in search.endings]
    return [(planes, policy, results[row] * (-1) ** mover) for row, mover, planes, policy in seen]


def learn(network: Network, lessons: list[tuple], encoder: Encoder, steps: int, chance: np.random.Generator) -> None:
    """Gradient steps, each on some positions, turned at random."""
    optimizer = torch.optim.AdamW(network.train().parameters(), lr=1e-3)
    symmetries = encoder.variant.symmetries
    numbers = [encoder.turned_actions(symmetry) for symmetry in symmetries]
    for _ in range(steps):
        some = chance.integers(0, len(lessons), 128)
        planes, policies, results = zip(*(lessons[place] for place in some), strict=True)
        which = int(chance.integers(len(symmetries)))
        turned = encoder.turned_planes(np.array(planes), symmetries[which])
        wanted = np.zeros((len(policies), encoder.actions), np.float32)
        wanted[:, numbers[which]] = policies
        logits, values = network(torch.from_numpy(turned).float())
        policy_loss = -(torch.from_numpy(wanted) * torch.log_softmax(logits, 1)).sum(1).mean()
        loss = policy_loss + ((values - torch.tensor(results, dtype=torch.float32)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def score(variant, first: Network, second: Network | None, games: int, simulations: int, seed: int) -> float:
    """The first network's share of points, from both seats, after two random moves; None plays at random."""
    env = VectorEnv(variant, games, seed=seed)
    seats, points, ply = np.arange(games) % 2, np.full(games, np.nan), 0
    while np.isnan(points).any():
        actions = env.random_actions()
        if ply >= 2:
            for seat, player in ((seats, first), (1 - seats, second)):
                if player is not None:
                    found = BatchedSearch(env.save_rows(), player.evaluate, simulations=simulations).run()
                    actions = np.where(env.to_move == seat, found.actions, actions)
        env.step(actions)
        over = env.dones & np.isnan(points)
        points[over] = (1 + env.player_rewards[over, seats[over]]) / 2
        ply += 1
    return float(points.mean())


def main(arguments: list[str] | None = None) -> list[tuple[float, float]]:
    """Train, and print how it goes; returns the scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="gekitai")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--games", type=int, default=64, help="of self-play, per iteration")
    parser.add_argument("--simulations", type=int, default=32, help="per move")
    parser.add_argument("--steps", type=int, default=200, help="of gradient descent, per iteration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="save the network here, after each iteration")
    asked = parser.parse_args(arguments)
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)  # a small network gains nothing from more
    chance, variant = np.random.default_rng(asked.seed), ludoteca.game(asked.game)
    encoder = Encoder(variant)
    network, lessons = Network(encoder), deque(maxlen=20_000)
    start, scores = copy.deepcopy(network), []
    for iteration in range(asked.iterations + 1):
        if iteration > 0:
            lessons.extend(play_itself(variant, network, asked.games, asked.simulations, chance))
            learn(network, lessons, encoder, asked.steps, chance)
        against = [score(variant, network, other, 100, asked.simulations, asked.seed) for other in (None, start)]
        scores.append(tuple(against))
        print(
            f"iteration {iteration}: {len(lessons):,} positions; {against[0]:.0%} of the points against random play,"
            f" {against[1]:.0%} against the first network",
            flush=True,
        )
        if asked.out:
            torch.save(network.state_dict(), asked.out)
    return scores


if __name__ == "__main__":
    main()
