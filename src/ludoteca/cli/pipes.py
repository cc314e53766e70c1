"""Lines over standard input and output, for the commands that other programs talk to."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

LONGEST_LINE = 1_000_001  # what comes after is taken as a line of its own, and refused


def lines_in() -> Iterator[str]:
    """Standard input line by line, as soon as each arrives; what is no text becomes question marks."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        yield line.decode(errors="replace")


def line_out(line: str) -> None:
    """A line to standard output, at once; when nobody reads it any more, that is the end."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # perhaps in a thread, which could not end the others otherwise
        os._exit(0)
