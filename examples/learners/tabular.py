"""Q-learning with a table: Hexapawn, played against itself until the value of every position is known.

python examples/learners/tabular.py

Watkins, Learning from Delayed Rewards, 1989; Hexapawn was made for a "computer" of matchboxes that learns like this.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
import typer

import ludoteca
from ludoteca.adapters.vector import VectorEnv

HEXAPAWN = Path(__file__).parents[1] / "hexapawn.py"
RATE, EXPLORATION = 0.5, 0.3


def main(game: str = str(HEXAPAWN), steps: int = 1_000, rows: int = 64, seed: int = 1) -> float:
    """Learn the values of all positions reached, and return that of the first one for the player to move."""
    rules, random = ludoteca.game(game), np.random.default_rng(seed)
    env = VectorEnv(rules, rows, seed=seed)
    table = defaultdict(lambda: np.zeros(env.encoder.actions))  # by what the player to move sees: a value per action

    def look():
        """What is seen in every row, the values of its actions, and the highest value of a legal one."""
        seen = [planes.tobytes() for planes in env.planes]
        values = np.where(env.masks, [table[each] for each in seen], -np.inf)
        return seen, values, values.max(1)

    seen, values, _ = look()
    for _ in range(steps):
        best = (values + random.random(values.shape) * 1e-6).argmax(1)  # any one of the best
        actions = np.where(random.random(rows) < EXPLORATION, env.random_actions(), best)
        before, mover = seen, env.to_move.copy()
        env.step(actions)
        seen, values, highest = look()
        expected = np.where(env.to_move == mover, highest, -highest)  # what is good for the other player is bad
        targets = np.where(env.dones, env.rewards, expected)
        for position, action, target in zip(before, actions, targets, strict=True):
            table[position][action] += RATE * (target - table[position][action])
    env.reset()
    value = float(look()[2][0])
    print(f"{len(table)} positions; the first player can expect {value:+.2f}")
    return value


if __name__ == "__main__":
    typer.run(main)
