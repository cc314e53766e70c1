"""Replayed games of a study: the positions, and the moves as compiled code represents them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludoteca.arena.games import GameResult, Opening
from ludoteca.arena.study.measures import smoothed
from ludoteca.play import Position, Variant
from ludoteca.search.report import scale_of
from ludoteca.search.values import expected_score


@dataclass(frozen=True, eq=False)
class Replayed:
    """A game and all of its positions except the last."""

    result: GameResult
    positions: tuple[Position, ...]
    codes: tuple[int, ...]  # of the moves

    @property
    def plies(self) -> int:
        """The game's length."""
        return len(self.codes)

    @cached_property
    def choices(self) -> list[int]:
        """How many moves there were to choose from, each time."""
        return [len(position.codes) for position in self.positions]

    @cached_property
    def chances(self) -> list[float]:
        """The first player's winning chance in each position, if evaluated."""
        band = scale_of(self.positions[0].variant).draw_band if self.positions else 0.0
        return smoothed([expected_score(value, band) for value in self.result.values], self.first_points)

    @property
    def first_points(self) -> float:
        """1, 1/2 or 0 for the first player."""
        return 0.5 if self.result.winner is None else 1.0 - self.result.winner


def replayed(variant: Variant, opening: Opening, result: GameResult) -> Replayed:
    """Replay a game."""
    position = opening.position(variant)
    positions, codes = [], []
    for text in result.moves:
        code = code_of(position, text)
        positions.append(position)
        codes.append(code)
        step = position.follow(code)
        assert step is not None
        position = step[1]
    return Replayed(result, tuple(positions), tuple(codes))


def code_of(position: Position, text: str) -> int:
    """The code of a legal move; if its parts suffice, without naming every other move."""
    for kind, values, _ in position.variant.game.kinds.read(text):
        if min(values, default=0) >= 0 and all(part.function is None for part in kind.parts.values()):
            code = kind.code(*values)
            if code in position.codes and position.named_code(code).text == text:
                return code
    found = position.named(text)
    assert found is not None, text
    return found.code
