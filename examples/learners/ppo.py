"""PPO in one file, in the manner of CleanRL: PyTorch over the vector environment; needs `pip install torch`.

python examples/learners/ppo.py --game gekitai --opponent random --steps 200000 --out gekitai.pt

Schulman et al., Proximal Policy Optimization Algorithms, 2017.
"""

import numpy as np
import torch
import typer
from torch import nn
from torch.distributions import Categorical

import ludoteca
from ludoteca.adapters.vector import VectorEnv

LENGTH, EPOCHS, BATCHES = 64, 4, 4  # steps of each row between updates; how often they are used, in how many parts
DISCOUNT, GAE, CLIP = 0.99, 0.95, 0.2
RATE, ENTROPY, VALUE, LARGEST_GRADIENT = 5e-4, 0.01, 0.5, 0.5


class Agent(nn.Module):
    """Logits of all actions and the value of what the player to move sees."""

    def __init__(self, encoder):
        super().__init__()
        self.register_buffer("scale", 1 / torch.tensor([plane.most for plane in encoder.planes]).view(-1, 1, 1))
        self.body = nn.Sequential(
            nn.Conv2d(encoder.shape[0], 32, 3, padding=1), nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(),
            nn.Flatten(), nn.Linear(32 * encoder.shape[1] * encoder.shape[2], 128), nn.ReLU(),
        )  # fmt: skip
        self.policy, self.value = nn.Linear(128, encoder.actions), nn.Linear(128, 1)

    def forward(self, planes, masks):
        """A distribution over the legal actions, and the value, of each row."""
        seen = self.body(planes.float() * self.scale)
        return Categorical(logits=self.policy(seen).masked_fill(~masks, -1e9)), self.value(seen).squeeze(-1)


def tensors(env, device):
    """What every row sees, and which actions are legal there; copied, since the next step overwrites the arrays."""
    return torch.tensor(env.planes, device=device), torch.tensor(env.masks, dtype=torch.bool, device=device)


def roll_out(agent, env, device):
    """LENGTH steps in every row: observations, masks, actions, their log-probabilities, returns and advantages."""
    kept = []
    for _ in range(LENGTH):
        planes, masks = tensors(env, device)
        with torch.no_grad():
            choice, values = agent(planes, masks)
            actions = choice.sample()
        env.step(actions.cpu().numpy())
        results = torch.tensor(np.stack([env.rewards, env.dones]), device=device)
        kept.append((planes, masks, actions, choice.log_prob(actions), values, *results))
    planes, masks, actions, likely, values, rewards, dones = map(torch.stack, zip(*kept, strict=True))
    with torch.no_grad():
        after = agent(*tensors(env, device))[1]
    advantages, advantage = torch.zeros_like(values), 0
    for step in reversed(range(LENGTH)):  # a game that was cut off counts as a draw
        going_on = 1 - dones[step]
        surprise = rewards[step] + DISCOUNT * after * going_on - values[step]
        advantages[step] = advantage = surprise + DISCOUNT * GAE * going_on * advantage
        after = values[step]
    return [each.flatten(0, 1) for each in (planes, masks, actions, likely, advantages + values, advantages)]


def update(agent, optimizer, samples):
    """Several epochs of clipped policy gradients."""
    for _ in range(EPOCHS):
        for part in torch.randperm(len(samples[0])).chunk(BATCHES):
            planes, masks, actions, likely, returns, advantages = (each[part] for each in samples)
            choice, values = agent(planes, masks)
            ratio = (choice.log_prob(actions) - likely).exp()
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            gain = torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
            loss = -gain + VALUE * (values - returns).square().mean() / 2 - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), LARGEST_GRADIENT)
            optimizer.step()


def mean_reward(agent, env, device, games):
    """Of at least so many games, each move the most probable one."""
    rewards = []
    while len(rewards) < games:
        with torch.no_grad():
            choice, _ = agent(*tensors(env, device))
        env.step(choice.logits.argmax(-1).cpu().numpy())
        rewards += env.rewards[env.dones].tolist()
    return float(np.mean(rewards))


def main(
    game: str = "gekitai",
    opponent: str = "greedy",
    steps: int = 1_000_000,
    rows: int = 256,
    judged: int = 400,
    seed: int = 1,
    device: str = "cpu",
    out: str = "",
) -> float:
    """Train a policy, play `judged` games with it, and return the mean reward: 1 if it wins every game, -1 if none."""
    torch.manual_seed(seed)
    rules = ludoteca.game(game)
    env, judge = (VectorEnv(rules, rows, opponent=opponent, seed=seed + more) for more in range(2))
    agent = Agent(env.encoder).to(device)
    optimizer = torch.optim.Adam(agent.parameters(), RATE)
    for done in range(0, steps, LENGTH * rows):
        samples = roll_out(agent, env, device)
        update(agent, optimizer, samples)
        if done % (16 * LENGTH * rows) == 0:
            print(f"{done + LENGTH * rows:>9,} steps: mean reward {mean_reward(agent, judge, device, judged):+.2f}")
    if out:
        torch.save(agent.state_dict(), out)  # agent.load_state_dict(torch.load(out)) reads it
    reward = mean_reward(agent, judge, device, judged)
    print(f"mean reward of {judged} games against {opponent}: {reward:+.2f}")
    return reward


if __name__ == "__main__":
    typer.run(main)
