"""What travels with an account: settings, and progress with puzzles and lessons, as its browsers keep them.

Values are texts by key, as in a browser's storage (`static/stored_texts.js`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

SETTINGS = frozenset({"theme", "sound", "mark", "confirm", "threats", "keys", "chat", "level", "favourites"})
KEY = re.compile(r"(lesson:)?[\w.-]{1,80}", re.ASCII)
PUZZLES, LESSON, PLAYED, DONE = "puzzles-", "lesson:", "played", "done"
MOST_KEYS, LONGEST_VALUE = 200, 8000
LARGEST_NUMBER = 2**53


def is_kept(key: str, value: str) -> bool:
    """Whether a value travels; anything else a browser sends is left out."""
    is_known = key in SETTINGS or key == PLAYED or key.startswith((PUZZLES, LESSON))
    return is_known and KEY.fullmatch(key) is not None and len(value) <= LONGEST_VALUE


def merged(old: Mapping[str, str], found: Mapping[str, str], *, is_new: bool = False) -> dict[str, str]:
    """What an account has, with what a browser has; settings of a browser that is new to the account give way."""
    known = dict(old)
    for key, value in list(found.items())[:MOST_KEYS]:
        if not is_kept(key, value):
            continue
        before = known.get(key)
        if before is None:
            known[key] = value
        elif key in SETTINGS:
            known[key] = before if is_new else value
        else:
            known[key] = _merge_of(key)(before, value)
    return dict(list(known.items())[:MOST_KEYS])


def _merge_of(key: str) -> Callable[[str, str], str]:
    if key == PLAYED:
        return lambda one, other: " ".join(dict.fromkeys([*one.split(), *other.split()]))
    return further_puzzles if key.startswith(PUZZLES) else further_step


def further_step(one: str, other: str) -> str:
    """The later step of a lesson; what is done stays done."""
    if DONE in (one, other):
        return DONE
    return max(one, other, key=lambda step: int(step) if step.isascii() and step.isdigit() else -1)


def further_puzzles(one: str, other: str) -> str:
    """The progress of whichever browser tried more, with the puzzles seen in both."""
    first, second = read_progress(one), read_progress(other)
    ahead, behind = (first, second) if first.get("tried", 0) >= second.get("tried", 0) else (second, first)
    if not ahead:
        return one
    best = max(ahead.get("bestStreak", 0), behind.get("bestStreak", 0))
    seen = [*ahead.get("seen", []), *(behind.get("seen", []) if behind.get("of") == ahead.get("of") else [])]
    return json.dumps({**ahead, "bestStreak": best, "seen": list(dict.fromkeys(seen))}, separators=(",", ":"))


def read_progress(text: str) -> dict[str, Any]:
    """A progress with puzzles; empty for anything else."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    numbers = ("rating", "streak", "bestStreak", "tried", "solved", "of")
    is_whole = isinstance(found, dict) and isinstance(found.get("seen"), list)
    is_sound = is_whole and all(is_number(found.get(name, 0)) for name in numbers)
    return found if is_sound and all(type(number) is int for number in found["seen"]) else {}


def is_number(value: Any) -> bool:
    """Whether a browser can have counted this: JSON can also hold numbers that are infinite, or too long to be read."""
    is_any = isinstance(value, int | float) and not isinstance(value, bool)
    return is_any and abs(value) < LARGEST_NUMBER


def learned_in(kept: Mapping[str, str]) -> dict[str, Any]:
    """How many puzzles of each game were solved, and the games whose lesson is complete."""
    puzzles = {
        key.removeprefix(PUZZLES): int(read_progress(value).get("solved", 0))
        for key, value in sorted(kept.items())
        if key.startswith(PUZZLES)
    }
    done = sorted(key for key, value in kept.items() if key.startswith(LESSON) and value == DONE)
    lessons = [key.removeprefix(LESSON) for key in done]
    return {"puzzles": {game: solved for game, solved in puzzles.items() if solved}, "lessons": lessons}
