"""Text for ASCII-only terminals."""

from __future__ import annotations

import codecs
import unicodedata
from io import TextIOWrapper

TWINS = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "×": "x", "·": ".", "•": "-", "“": '"', "”": '"', "‘": "'",
    "’": "'", "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "≠": "!=", "½": "1/2", "′": "'",
    "±": "+/-", "●": "*", "○": "o", "◆": "*", "◇": "+", "▲": "^", "△": "^", "★": "*", "█": "#", "■": "#", "□": "+",
    "◐": "|", "◓": "/", "◑": "-", "◒": "\\",
}  # fmt: skip


ASCII_ONLY = "ludoteca_ascii"  # a codec: what Click finds called ASCII it takes for a mistake, and writes UTF-8
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


def make_ascii(stream: TextIOWrapper) -> None:
    """Let a stream write ASCII alone, with substitutes for all else."""
    stream.reconfigure(encoding=ASCII_ONLY, errors=ASCII_TWINS)


def _codec_called(name: str) -> codecs.CodecInfo | None:
    """ASCII under a name of ours."""
    ascii_codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii_codec.encode, ascii_codec.decode, ascii_codec.streamreader, ascii_codec.streamwriter,
        ascii_codec.incrementalencoder, ascii_codec.incrementaldecoder, ASCII_ONLY,
    ) if name == ASCII_ONLY else None  # fmt: skip


codecs.register(_codec_called)
