"""MaskablePPO of sb3-contrib against a bot: needs `pip install '.[sb3]'` in a clone.

python examples/learners/maskable_ppo.py --game gekitai --opponent greedy --steps 1000000
"""

import torch
import typer
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from ludoteca.adapters.sb3 import VecEnv


def main(
    game: str = "gekitai",
    opponent: str = "greedy",
    steps: int = 1_000_000,
    rows: int = 256,
    judged: int = 400,
    seed: int = 1,
    out: str = "",
) -> float:
    """Train a policy, play `judged` games with it, and return the mean reward: 1 if it wins every game, -1 if none."""
    torch.set_num_threads(1)  # several threads only slow down a network as small as this one
    torch.distributions.Distribution.set_default_validate_args(False)  # checks cost time in every step
    env = VecEnv(game, rows, opponent=opponent, seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=4096,
        n_epochs=4,
        policy_kwargs={"activation_fn": torch.nn.ReLU},  # tanh, the default, takes longer
        seed=seed,
        verbose=1,
        device="cpu",
    )
    model.learn(steps)
    if out:
        model.save(out)  # MaskablePPO.load(out) reads it
    reward, _ = evaluate_policy(model, VecEnv(game, 64, opponent=opponent, seed=seed + 1), n_eval_episodes=judged)
    print(f"mean reward of {judged} games against {opponent}: {reward:+.2f}")
    return reward


if __name__ == "__main__":
    typer.run(main)
