"""Text for ASCII-only terminals."""

from __future__ import annotations

import codecs
import unicodedata

TWINS = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "×": "x", "·": ".", "•": "-", "“": '"', "”": '"', "‘": "'",
    "’": "'", "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "≠": "!=", "½": "1/2", "′": "'",
    "●": "*", "○": "o", "◆": "*", "◇": "+", "▲": "^", "△": "^", "★": "*", "█": "#", "■": "#", "□": "+",
    "◐": "|", "◓": "/", "◑": "-", "◒": "\\",
}  # fmt: skip


ASCII_TWINS = "ludoteca.ascii_twins"  # the name of the codec error handler for characters a stream cannot encode


def ascii_text(text: str) -> str:
    """The text with an ASCII substitute for every other character; accents are dropped."""
    twins = "".join(TWINS.get(character, character) for character in text)
    return unicodedata.normalize("NFKD", twins).encode("ascii", "ignore").decode("ascii")


def _twins_of(error: UnicodeError) -> tuple[str, int]:
    """Substitutes for characters that a terminal does not have; ? for those without one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_text(error.object[error.start : error.end]) or "?", error.end


codecs.register_error(ASCII_TWINS, _twins_of)
