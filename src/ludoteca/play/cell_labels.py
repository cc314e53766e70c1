"""What people call the cells, if the chosen rules name them differently from the board.

Moves, position text and records use the board's names; these labels replace them in what people read, and are converted
back in what people type.  `static/words/cell_words.js` does the same in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.languages.texts import in_language

NAME = re.compile(r"(?<![A-Za-z0-9_])[a-z]+\d+(?![A-Za-z0-9_])")
TYPED = re.compile(r"(?<![a-z0-9_])([a-z]+) ?(\d+)(?![a-z0-9_])")


class CellLabels:
    """Labels by cell name; empty if they are the same."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.labels = dict(labels)
        self._names = {label.lower(): name for name, label in labels.items()}

    def __getitem__(self, name: str) -> str:
        return self.labels.get(name, name)

    def shown(self, text: str) -> str:
        """A text with the board's cell names replaced by labels."""
        if not self.labels:
            return text
        return NAME.sub(lambda found: self[found[0]], in_language(text))

    def read(self, text: str) -> str:
        """A text with labels, with or without a space inside them, replaced by the board's cell names."""
        if not self.labels:
            return text
        return TYPED.sub(lambda found: self._names.get(found[1] + found[2], found[0]), text.lower())
