"""Reasons as sentences: error messages are phrases, which screens and pages show as whole sentences."""

from __future__ import annotations

from ludoteca.languages.texts import finished


def sentence(reason: str) -> str:
    """A reason with a capital and a full stop; "c3 is taken" keeps the cell's name as it is."""
    return finished(reason, with_capital_and_stop)


def with_capital_and_stop(reason: str) -> str:
    """The same, for text that is already in its language."""
    is_word = not any(letter.isdigit() or letter == "_" for letter in reason.split(" ")[0])
    first = reason[:1].upper() + reason[1:] if is_word else reason
    return first if first.endswith((".", "!", "?", "…")) else first + "."
