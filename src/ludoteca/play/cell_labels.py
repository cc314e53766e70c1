"""What people call the cells, where the rules that they chose call them otherwise than the board does.

Moves, position text and records keep the names of the board; these labels are put in their place where people read, and
taken for them where people type.  `static/cell_labels.js` does the same in a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.languages.texts import in_language

NAME = re.compile(r"(?<![A-Za-z0-9_])[a-z]+\d+(?![A-Za-z0-9_])")
TYPED = re.compile(r"(?<![a-z0-9_])([a-z]+) ?(\d+)(?![a-z0-9_])")


class CellLabels:
    """Labels by the names of a board's cells; empty where they are the same."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.labels = dict(labels)
        self._names = {label.lower(): name for name, label in labels.items()}

    def __getitem__(self, name: str) -> str:
        return self.labels.get(name, name)

    def shown(self, text: str) -> str:
        """What people read of a text that names cells as the board does."""
        if not self.labels:
            return text
        return NAME.sub(lambda found: self[found[0]], in_language(text))

    def read(self, text: str) -> str:
        """What people mean by a text that names cells as they read them, a space within or not."""
        if not self.labels:
            return text
        return TYPED.sub(lambda found: self._names.get(found[1] + found[2], found[0]), text.lower())
