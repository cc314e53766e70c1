"""One tree of a batched search in plain Python, over positions; and networks that are nothing but arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Position
from ludoteca.play.encoder import Encoder

WON_BY = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}
ENDING_OF = {None: Ending.DRAW, 0: Ending.FIRST_WINS, 1: Ending.SECOND_WINS}
Network = Callable[[Any], tuple[Any, Any]]


@dataclass
class Node:
    """A node, whose total is counted for the player who moved here."""

    action: int = -1
    code: int = -1
    seat: int = 0
    prior: float = 0.0
    logit: float = 0.0
    visits: int = 0
    total: float = 0.0
    value: float = 0.0
    proof: int = Ending.NONE
    children: list[Node] = field(default_factory=list)

    @property
    def is_known(self) -> bool:
        return self.visits > 0 or self.proof != Ending.NONE


def exact(proof: int, player: int) -> float:
    return 0.0 if proof == Ending.DRAW else 1.0 if WON_BY[Ending(proof)] == player else -1.0


def is_lost(node: Node, mover: int) -> bool:
    return node.proof in WON_BY and WON_BY[Ending(node.proof)] != mover


def mean(node: Node, mover: int) -> float:
    return exact(node.proof, mover) if node.proof else node.total / node.visits


class PlainSearch:
    """A tree that grows as those of `BatchedSearch` do, with PUCT or Gumbel, without noise."""

    def __init__(self, position: Position, network: Network, method: str, considered: int = 16) -> None:
        self.position, self.network, self.method, self.considered = position, network, method, considered
        self.encoder = Encoder(position.variant)
        self.root = Node(seat=position.mover)

    def run(self, simulations: int) -> None:
        if self.position.outcome is not None:
            return
        if not self.root.children:
            self._visit([self.root], self.position)
        before = {id(child): child.visits for child in self.root.children}
        for number in range(simulations):
            if self.root.proof:
                return
            position, path = self.position, [self.root]
            while path[-1].children and not path[-1].proof:
                path.append(self._select(path[-1], position.mover, before, number, simulations))
                position = position.after(path[-1].code)
            self._visit(path, position)

    def advance(self, action: int) -> None:
        position = self.encoder.play(self.position, action)
        child = next((each for each in self.root.children if each.action == action), None)
        self.position = position
        self.root = child if child is not None and child.children else Node(seat=position.mover)

    def _visit(self, path: list[Node], position: Position) -> None:
        """Expand the leaf unless the game is over there, and count the visit."""
        leaf = path[-1]
        if not leaf.proof and position.outcome is not None:
            leaf.proof = ENDING_OF[position.outcome.winner]
        if leaf.proof:
            first = exact(leaf.proof, 0)
        else:
            value = self._expand(leaf, position)
            first = value if position.mover == 0 else -value
        for above, node in zip(path[-2::-1], path[:0:-1], strict=True):
            if above.proof or not node.proof or not self._prove(above, node.seat):
                break
        for node in path:
            node.visits += 1
            node.total += first if node.seat == 0 else -first

    def _expand(self, leaf: Node, position: Position) -> float:
        logits, values = self.network(self.encoder.show(position)[None])
        chosen = [self.encoder.action(position, position.named_code(code)) for code in position.codes]
        logits = np.float32(logits[0])[chosen]
        whole = math.log(sum(math.exp(logit - max(logits)) for logit in logits))
        for code, action, logit in zip(position.codes, chosen, logits, strict=True):
            relative = float(logit) - float(max(logits)) - whole
            child = Node(
                action, code, position.mover, float(np.float32(math.exp(relative))), float(np.float32(relative))
            )
            child.proof = int(verbs.ending(position.after(code).state))
            leaf.children.append(child)
        leaf.value = float(np.float32(values[0]))
        return exact(leaf.proof, position.mover) if self._prove(leaf, position.mover) else leaf.value

    def _prove(self, node: Node, mover: int) -> bool:
        results = [exact(child.proof, mover) if child.proof else None for child in node.children]
        if 1.0 in results:
            node.proof = Ending.FIRST_WINS if mover == 0 else Ending.SECOND_WINS
        elif None not in results:
            lost = Ending.SECOND_WINS if mover == 0 else Ending.FIRST_WINS
            node.proof = Ending.DRAW if 0.0 in results else lost
        return bool(node.proof)

    def _select(self, node: Node, mover: int, before: dict[int, int], number: int, simulations: int) -> Node:
        open_ones = [child for child in node.children if not is_lost(child, mover)]
        if self.method == "puct":
            return max(open_ones, key=lambda child: self._bound(node, child, mover))
        improved = self._improved(node, mover)
        if node is self.root:
            visits = planned_visits(min(len(node.children), self.considered), simulations)[number]
            due = [child for child in open_ones if child.visits - before[id(child)] == visits]
            return max(due or open_ones, key=lambda child: improved[id(child)])
        highest = max(improved.values())
        whole = sum(math.exp(logit - highest) for logit in improved.values())
        tried = sum(child.visits for child in node.children)
        return max(
            open_ones,
            key=lambda child: math.exp(improved[id(child)] - highest) / whole - child.visits / (1 + tried),
        )

    def _bound(self, node: Node, child: Node, mover: int) -> float:
        own = node.total / node.visits
        unvisited = own if node.seat == mover else -own
        growth = 1.25 + math.log((node.visits + 19_652 + 1) / 19_652)
        value = mean(child, mover) if child.is_known else unvisited
        return value + growth * math.sqrt(node.visits) * child.prior / (1 + child.visits)

    def _improved(self, node: Node, mover: int) -> dict[int, float]:
        known = [child for child in node.children if child.is_known]
        mixed = node.value
        if known:
            tried = sum(child.visits for child in node.children)
            weighted = sum(child.prior * mean(child, mover) for child in known) / sum(child.prior for child in known)
            mixed = (node.value + tried * weighted) / (tried + 1)
        values = {id(child): mean(child, mover) if child.is_known else mixed for child in node.children}
        illegal = [mixed] if len(known) < self.encoder.actions else []
        low, high = min([*values.values(), *illegal]), max([*values.values(), *illegal])
        factor = (50 + max(child.visits for child in node.children)) * 0.1 / max(high - low, 1e-8)
        return {id(child): child.logit + factor * (values[id(child)] - low) for child in node.children}


def planned_visits(moves: int, simulations: int) -> list[int]:
    """Sequential halving, as a list of the visits that the move to be visited next already has."""
    if moves <= 1:
        return list(range(simulations))
    rounds, left, done, plan = math.ceil(math.log2(moves)), moves, 0, []
    while len(plan) < simulations:
        each = max(1, simulations // (rounds * left))
        plan += [done + again for again in range(each) for _ in range(left)]
        done, left = done + each, max(2, left // 2)
    return plan[:simulations]
