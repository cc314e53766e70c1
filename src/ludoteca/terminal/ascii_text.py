"""Text for terminals that have ASCII alone."""

from __future__ import annotations

import unicodedata

TWINS = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "×": "x", "·": ".", "•": "-", "“": '"', "”": '"', "‘": "'",
    "’": "'", "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "≠": "!=", "½": "1/2", "′": "'",
    "●": "*", "○": "o", "◆": "*", "◇": "+", "▲": "^", "△": "^", "★": "*", "█": "#", "■": "#", "□": "+",
    "◐": "|", "◓": "/", "◑": "-", "◒": "\\",
}  # fmt: skip


def ascii_text(text: str) -> str:
    """The text with an ASCII twin for every other character; accents are dropped."""
    twins = "".join(TWINS.get(character, character) for character in text)
    return unicodedata.normalize("NFKD", twins).encode("ascii", "ignore").decode("ascii")
