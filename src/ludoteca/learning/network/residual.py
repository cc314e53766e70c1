"""A small residual network with a policy and a value, how it learns, and its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import LudotecaError, needs
from ludoteca.learning.network.games import Lessons
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder
from ludoteca.search.batched.network_file import INPUT, OUTPUTS, metadata_of

with needs("nn"):
    import onnx
    import torch
    from onnx import TensorProto, helper, numpy_helper
    from torch import nn

Array = npt.NDArray[Any]
POLICY_PLANES, VALUE_PLANES, VALUE_UNITS = 4, 2, 64
BATCH = 256  # positions
RATE, DECAY = 1e-3, 1e-4
TELL_EVERY = 50  # steps of gradient descent
OPSET, IR = 17, 9  # versions of ONNX that every supported onnxruntime reads


class ResidualBlock(nn.Module):  # type: ignore[misc]
    """Two convolutions, added to what went in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)

    def forward(self, planes: Any) -> Any:
        """What goes into the next block."""
        return torch.relu(planes + self.second(torch.relu(self.first(planes))))


class ResidualNetwork(nn.Module):  # type: ignore[misc]
    """Planes as they are (whole numbers) to logits of all actions, and a value from -1 to 1."""

    def __init__(self, encoder: Encoder, blocks: int, channels: int) -> None:
        super().__init__()
        planes, rows, columns = encoder.shape
        highest = torch.tensor([float(each.most) for each in encoder.planes])
        self.register_buffer("scale", (1 / highest).reshape(-1, 1, 1))
        self.begin = convolution(planes, channels)
        self.blocks = nn.ModuleList(ResidualBlock(channels) for _ in range(blocks))
        self.policy = convolution(channels, POLICY_PLANES, size=1)
        self.logits = nn.Linear(POLICY_PLANES * rows * columns, encoder.actions)
        self.value = convolution(channels, VALUE_PLANES, size=1)
        self.units = nn.Linear(VALUE_PLANES * rows * columns, VALUE_UNITS)
        self.result = nn.Linear(VALUE_UNITS, 1)

    def forward(self, planes: Any) -> tuple[Any, Any]:
        """Logits and values."""
        seen = torch.relu(self.begin(planes.float() * self.scale))
        for block in self.blocks:
            seen = block(seen)
        logits = self.logits(torch.relu(self.policy(seen)).flatten(1))
        units = torch.relu(self.units(torch.relu(self.value(seen)).flatten(1)))
        return logits, torch.tanh(self.result(units)).flatten()


def convolution(planes: int, channels: int, size: int = 3) -> Any:
    """A convolution that keeps the size of the board, and its batch normalisation."""
    return nn.Sequential(nn.Conv2d(planes, channels, size, padding=size // 2, bias=False), nn.BatchNorm2d(channels))


class Turns:
    """The symmetries of a game, as what to gather from planes and policies."""

    def __init__(self, encoder: Encoder) -> None:
        _, rows, columns = encoder.shape
        places = np.arange(rows * columns).reshape(rows, columns)
        symmetries = encoder.variant.symmetries
        self.places = [encoder.turned_planes(places, each).ravel() for each in symmetries]
        self.actions = [np.argsort(encoder.turned_actions(each)) for each in symmetries]

    def turned(self, planes: Array, policies: Array, number: int) -> tuple[Array, Array]:
        """Some planes and policies on the transformed board."""
        flat = planes.reshape(*planes.shape[:2], -1)[:, :, self.places[number]]
        return flat.reshape(planes.shape), policies[:, self.actions[number]]


def device_called(name: str) -> Any:
    """A device by PyTorch's name; `auto` is a graphics card if PyTorch can use one, otherwise the processor."""
    chosen = name if name != "auto" else "cuda" if torch.cuda.is_available() else "cpu"
    try:
        return torch.zeros(1, device=chosen).device
    except (RuntimeError, AssertionError) as error:  # the second: PyTorch was built without support for it
        reason = str(error).partition("\n")[0]
        raise LudotecaError(f"PyTorch cannot use the device {chosen!r} here: {reason}") from error


def learn(
    network: Any, lessons: Lessons, encoder: Encoder, *, steps: int, seed: int
) -> Iterator[tuple[int, float, float]]:
    """Take this many steps of gradient descent, each on some of the positions, turned at random.

    Now and then it yields how many steps have been taken, and the mean losses of the policy and the value since.
    """
    chance, turns = np.random.default_rng(seed), Turns(encoder)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=max(2, steps))
    network.train()
    sums, before = torch.zeros(2, device=network.scale.device), 0
    for step in range(1, steps + 1):
        some = chance.integers(0, len(lessons.values), BATCH)
        turned = turns.turned(lessons.planes[some], lessons.policies[some], int(chance.integers(len(turns.places))))
        policy, value = losses(network, *turned, lessons.values[some])
        optimizer.zero_grad()
        (policy + value).backward()
        optimizer.step()
        schedule.step()
        sums += torch.stack((policy, value)).detach()
        if step % TELL_EVERY == 0 or step == steps:
            means = (sums / (step - before)).tolist()
            yield step, means[0], means[1]
            sums, before = torch.zeros_like(sums), step
    network.eval()


def losses(network: Any, planes: Array, policies: Array, values: Array) -> tuple[Any, Any]:
    """The cross-entropy of the policies, and the squared error of the values."""
    device = network.scale.device
    logits, told = network(torch.from_numpy(np.ascontiguousarray(planes)).to(device))
    wanted = torch.from_numpy(policies.astype(np.float32)).to(device)
    policy = -(wanted * torch.log_softmax(logits, 1)).sum(1).mean()
    return policy, ((told - torch.from_numpy(values).to(device)) ** 2).mean()


def measure(network: Any, lessons: Lessons) -> tuple[float, float]:
    """The same on positions that were not learned from."""
    sums, count = np.zeros(2), len(lessons.values)
    with torch.no_grad():
        for begin in range(0, count, BATCH):
            part = slice(begin, begin + BATCH)
            told = losses(network, lessons.planes[part], lessons.policies[part], lessons.values[part])
            sums += [float(each) * len(lessons.values[part]) for each in told]
    policy, value = sums / max(1, count)
    return float(policy), float(value)


def onnx_file(network: Any, variant: Variant) -> bytes:
    """The network as the content of an ONNX file; batch normalisation becomes part of the convolutions.

    Written here, since torch's exporter needs another package and five seconds for each network.
    """
    encoder, graph = Encoder(variant), _Graph()
    seen = graph.add("Cast", [INPUT], to=TensorProto.FLOAT)
    seen = graph.add("Mul", [seen, graph.keep(network.scale)])
    seen = graph.add("Relu", [graph.convolve(seen, network.begin)])
    for block in network.blocks:
        inner = graph.add("Relu", [graph.convolve(seen, block.first)])
        seen = graph.add("Relu", [graph.add("Add", [seen, graph.convolve(inner, block.second)])])
    policy = graph.add("Flatten", [graph.add("Relu", [graph.convolve(seen, network.policy)])])
    graph.multiply(policy, network.logits, OUTPUTS[0])
    value = graph.add("Flatten", [graph.add("Relu", [graph.convolve(seen, network.value)])])
    units = graph.add("Relu", [graph.multiply(value, network.units)])
    graph.add("Tanh", [graph.multiply(units, network.result)], OUTPUTS[1])
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            variant.name,
            [helper.make_tensor_value_info(INPUT, TensorProto.UINT8, ["n", *encoder.shape])],
            [
                helper.make_tensor_value_info(OUTPUTS[0], TensorProto.FLOAT, ["n", encoder.actions]),
                helper.make_tensor_value_info(OUTPUTS[1], TensorProto.FLOAT, ["n", 1]),
            ],
            graph.kept,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
    )
    helper.set_model_props(model, metadata_of(variant))
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


class _Graph:
    """The nodes and weights of an ONNX file, in the order in which they are added."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.kept: list[Any] = []

    def add(self, kind: str, inputs: list[str], name: str = "", **settings: Any) -> str:
        """A node; returns the name of its output."""
        output = name or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **settings))
        return output

    def keep(self, weights: Any) -> str:
        """A tensor of weights; returns its name."""
        name = f"weights{len(self.kept)}"
        self.kept.append(numpy_helper.from_array(weights.detach().numpy().astype(np.float32), name))
        return name

    def convolve(self, planes: str, layers: Any) -> str:
        """A convolution with its normalisation."""
        convolution, normal = layers
        factor = normal.weight / torch.sqrt(normal.running_var + normal.eps)
        weights = convolution.weight * factor.reshape(-1, 1, 1, 1)
        bias = normal.bias - normal.running_mean * factor
        pads = [convolution.padding[0]] * 4
        return self.add("Conv", [planes, self.keep(weights), self.keep(bias)], pads=pads)

    def multiply(self, units: str, layer: Any, name: str = "") -> str:
        """A fully connected layer."""
        return self.add("Gemm", [units, self.keep(layer.weight), self.keep(layer.bias)], name, transB=1)
