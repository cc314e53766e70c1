"""Two variants of a game side by side, and whether they play differently."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludoteca.arena.study.findings import Findings
from ludoteca.arena.study.measures import Estimate, difference
from ludoteca.arena.study.option_effects import differences, sample_lines

MEASURES = ("first_points", "draws", "plies", "choices", "lead_changes", "decided")


@dataclass(frozen=True)
class Comparison:
    """How the second variant differs from the first."""

    first: Findings
    second: Findings
    rules: dict[str, int]  # in how many of the first one's games the rules of the second change something, and what
    rules_games: int
    measures: dict[str, Estimate | None]  # how much more of it the second has, in strong games

    @property
    def different(self) -> list[str]:
        """The measures that differ by more than chance explains."""
        return [name for name, by in self.measures.items() if by is not None and not by.low <= 0 <= by.high]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "variants": [self.first.to_json(), self.second.to_json()],
            "rules_differ": {"games": self.rules_games, "changed": self.rules},
            "differences": {name: None if by is None else asdict(by) for name, by in self.measures.items()},
            "different": self.different,
        }


def compare(first: Findings, second: Findings) -> Comparison:
    """Compare the games of the strongest players."""
    lines = sample_lines(first.variant, first.strong_replays, first.seed)
    measures = {name: difference(getattr(first.strong, name), getattr(second.strong, name)) for name in MEASURES}
    return Comparison(first, second, differences(first.variant, second.variant, lines), len(lines), measures)
