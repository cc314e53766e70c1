"""A claim: one statement about a move, as data.  `templates` makes it a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Claim:
    """A kind, and the arguments of its template: numbers, names of cells, moves as text, players as 0 or 1."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The claim as a value for `json.dumps`."""
        return {"kind": self.kind, **self.arguments}
