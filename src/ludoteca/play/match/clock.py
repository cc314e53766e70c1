"""Time controls and clocks: always in whole milliseconds, and the current time is always passed in."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from decimal import Decimal

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import t, translatable
from ludoteca.play.files import Fields, Saved

LONGEST_MS = 30 * 24 * 3600 * 1000  # for any one setting
LONGEST_LEFT_MS = 100 * LONGEST_MS  # including all increments and periods
MOST_TURNS = 1_000_000
UNIT_MS = {"s": 1000, "m": 60_000, "h": 3_600_000}
NUMBER = r"(\d{1,7}(?:\.\d{1,5})?)"
PER_MOVE = re.compile(rf"{NUMBER}\s*([smh]?)\s*/\s*(?:move|turn)", re.ASCII)
BUDGET = re.compile(rf"(?:(\d{{1,4}})\s*/\s*)?{NUMBER}([smh]?)(?:\s*\+\s*{NUMBER}s?)?(?:\s*d\s*{NUMBER}s?)?", re.ASCII)


CONTROL_WORDS = translatable(
    {
        "unreadable": "{given} is not a time control; use something like 5+3, 40/90+30, 30s/move or none",
        "too_long": "a time control has no negative times, and none above 30 days",
        "no_time": "a time control needs some time; use none for a game without clocks",
        "no_base": "a time control needs some initial time",
    }
)


class UnreadableTimeControl(LudotecaError):
    """The text is not a time control."""


def monotonic_ms() -> int:
    """The time that clocks use if no other is given."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time players have: a budget each, a time per turn, or (all zero) no limit.

    A turn is everything a player does until the opponent is to move, in games where that is several moves.
    """

    base_ms: int = 0
    increment_ms: int = 0  # added after each turn
    delay_ms: int = 0  # of each turn, before the budget starts running
    turns_per_period: int = 0  # after this many turns the base is added again; 0: the base is for the whole game
    turn_ms: int = 0  # per turn, nothing carried over; then all the others are 0

    def __post_init__(self) -> None:
        budget = (self.base_ms, self.increment_ms, self.delay_ms)
        if any(not 0 <= part <= LONGEST_MS for part in (*budget, self.turn_ms)) or self.turns_per_period < 0:
            raise UnreadableTimeControl(t(CONTROL_WORDS["too_long"]))
        if self.turn_ms and (any(budget) or self.turns_per_period):
            raise UnreadableTimeControl(t("time per move cannot be combined with time for the game"))
        if not self.base_ms and (any(budget) or self.turns_per_period):
            raise UnreadableTimeControl(t(CONTROL_WORDS["no_base"]))

    @property
    def is_timed(self) -> bool:
        """Whether there is any limit."""
        return bool(self.base_ms or self.turn_ms)

    @property
    def first_ms(self) -> int:
        """What each clock shows at the start."""
        return self.base_ms or self.turn_ms

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """`none`; `30s/move`; `5+3`: minutes, then seconds per turn; `40/90`: a period; `5d2`: a delay."""
        words = " ".join(text.split()).lower()
        if words in ("none", "", "-"):
            return cls()
        if found := PER_MOVE.fullmatch(words):
            return cls(turn_ms=_whole_ms(found[1], found[2] or "s"))._with_time()
        if found := BUDGET.fullmatch(words):
            turns, base, unit, increment, delay = found.groups()
            parts = _whole_ms(base, unit or "m"), _whole_ms(increment, "s"), _whole_ms(delay, "s"), int(turns or 0)
            return cls(*parts)._with_time()
        raise UnreadableTimeControl(t(CONTROL_WORDS["unreadable"], given=repr(words[:60])))

    def _with_time(self) -> TimeControl:
        """This time control, unless it gives nobody any time: `none` means no limit, `0+0` does not."""
        if not self.is_timed:
            raise UnreadableTimeControl(t(CONTROL_WORDS["no_time"]))
        return self

    def __str__(self) -> str:
        if self.turn_ms:
            return f"{_seconds(self.turn_ms)}s/move"
        if not self.base_ms:
            return "none"
        minutes, rest = divmod(self.base_ms, 60_000)
        period = f"{self.turns_per_period}/" if self.turns_per_period else ""
        delay = f"d{_seconds(self.delay_ms)}" if self.delay_ms else ""
        base = f"{_seconds(self.base_ms)}s" if rest else str(minutes)
        return f"{period}{base}+{_seconds(self.increment_ms)}{delay}"


def _whole_ms(number: str | None, unit: str) -> int:
    return round(Decimal(number or 0) * UNIT_MS[unit])


def _seconds(ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)


class Clock:
    """Two clocks, of which at most one runs.  Calls that depend on the time get it as `now_ms`."""

    def __init__(self, control: TimeControl) -> None:
        if not control.is_timed:
            raise ValueError("a game without a time limit has no clock")
        self.control = control
        self.running: int | None = None  # the seat whose time is running
        self.turns = [0, 0]  # finished by each seat
        self._left = [control.first_ms, control.first_ms]  # when the clock was last started, pressed or stopped
        self._delay = control.delay_ms  # what is left for this turn
        self._turn: int | None = None  # the seat whose turn it is, also while stopped
        self._since_ms = 0

    def start(self, seat: int, now_ms: int) -> None:
        """Start a seat's time: its turn begins, or continues after a stop."""
        self.stop(now_ms)
        if seat != self._turn:
            self._begin_turn(seat)
        self.running, self._since_ms = seat, now_ms

    def press(self, now_ms: int) -> None:
        """End the running seat's turn and begin the other's; a fallen flag stays fallen."""
        if self.running is None:
            raise ValueError("a stopped clock cannot be pressed")
        seat = self.running
        self.stop(now_ms)
        if not self._left[seat]:
            return
        self._finish_turn(seat)
        self.start(1 - seat, now_ms)

    def stop(self, now_ms: int) -> None:
        """Pause the clock."""
        if self.running is not None:
            left_ms, self._delay = self._reading(now_ms)
            self._left[self.running] = left_ms
            self.running = None

    def left_ms(self, seat: int, now_ms: int) -> int:
        """What a seat has left; never below 0."""
        return self._reading(now_ms)[0] if seat == self.running else self._left[seat]

    def fallen(self, now_ms: int) -> int | None:
        """The seat that has run out of time, if any."""
        return next((seat for seat in (0, 1) if not self.left_ms(seat, now_ms)), None)

    def _reading(self, now_ms: int) -> tuple[int, int]:
        """The budget and delay that the running seat has left."""
        assert self.running is not None
        if now_ms < self._since_ms:
            raise ValueError("time runs backwards")
        spent = now_ms - self._since_ms
        free = min(spent, self._delay)
        return max(0, self._left[self.running] - (spent - free)), self._delay - free

    def _begin_turn(self, seat: int) -> None:
        self._turn, self._delay = seat, self.control.delay_ms
        if self.control.turn_ms and self._left[seat]:
            self._left[seat] = self.control.turn_ms

    def _finish_turn(self, seat: int) -> None:
        self.turns[seat] += 1
        period = self.control.turns_per_period
        more = self.control.base_ms if period and self.turns[seat] % period == 0 else 0
        self._left[seat] = min(self._left[seat] + self.control.increment_ms + more, LONGEST_LEFT_MS)

    def save(self, now_ms: int) -> Saved:
        """The clock as if it were stopped now."""
        left = [self.left_ms(seat, now_ms) for seat in (0, 1)]
        delay = self._delay if self.running is None else self._reading(now_ms)[1]
        return {
            "control": str(self.control),
            "left_ms": left,
            "turns": list(self.turns),
            "turn": self._turn,
            "delay_ms": delay,
        }

    @classmethod
    def load(cls, fields: Fields) -> Clock:
        """A saved clock, stopped."""
        try:
            clock = cls(TimeControl.parse(fields.text("control")))
        except (UnreadableTimeControl, ValueError) as error:
            raise fields.wrong("control", t("a time control ({trouble})", trouble=str(error))) from error
        clock._left = list(fields.pair("left_ms", LONGEST_LEFT_MS))
        clock.turns = list(fields.pair("turns", MOST_TURNS))
        clock._turn = fields.whole("turn", 1) if fields.is_there("turn") else None
        clock._delay = fields.whole("delay_ms", clock.control.delay_ms)
        return clock
