"""Time controls and clocks: always in whole milliseconds, and the current time is always passed in."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import t, translatable
from ludoteca.play.files import Fields, Saved

LONGEST_MS = 30 * 24 * 3600 * 1000  # for any one setting
LONGEST_LEFT_MS = 100 * LONGEST_MS  # including all increments and periods
MOST_TURNS = 1_000_000
DAY_MS, HOUR_MS, MINUTE_MS = 24 * 3_600_000, 3_600_000, 60_000
CORRESPONDENCE_MS = 6 * HOUR_MS  # with this much at the start, or per move, players need not be there together
UNIT_MS = {"s": 1000, "m": MINUTE_MS, "h": HOUR_MS, "d": DAY_MS}
NUMBER = r"(\d{1,7}(?:\.\d{1,5})?)"
TIME = NUMBER + r"\s*([smh]|d(?!\s*\d))?"  # a d with a number after it begins a delay
PER_MOVE = re.compile(rf"{TIME}\s*/\s*(?:move|turn)", re.ASCII)
BUDGET = re.compile(
    rf"(?:(\d{{1,4}})\s*/\s*)?{TIME}(?:\s*\+\s*{TIME})?(?:\s*d\s*{NUMBER}s?)?(?:\s*max\s*{TIME})?", re.ASCII
)


CONTROL_WORDS = translatable(
    {
        "unreadable": (
            "{given} is not a time control; use something like 5+3, 40/90+30, 30s/move, 3d+1d max 7d or none"
        ),
        "too_long": "a time control has no negative times, and none above 30 days",
        "small_most": "the most time that a clock can show cannot be less than the initial time",
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
    most_ms: int = 0  # what is added never makes a clock show more than this; 0: it may

    def __post_init__(self) -> None:
        budget = (self.base_ms, self.increment_ms, self.delay_ms, self.most_ms)
        if any(not 0 <= part <= LONGEST_MS for part in (*budget, self.turn_ms)) or self.turns_per_period < 0:
            raise UnreadableTimeControl(t(CONTROL_WORDS["too_long"]))
        if self.turn_ms and (any(budget) or self.turns_per_period):
            raise UnreadableTimeControl(t("time per move cannot be combined with time for the game"))
        if not self.base_ms and (any(budget) or self.turns_per_period):
            raise UnreadableTimeControl(t(CONTROL_WORDS["no_base"]))
        if self.most_ms and self.most_ms < self.base_ms:
            raise UnreadableTimeControl(t(CONTROL_WORDS["small_most"]))

    @property
    def is_timed(self) -> bool:
        """Whether there is any limit."""
        return bool(self.base_ms or self.turn_ms)

    @property
    def first_ms(self) -> int:
        """What each clock shows at the start."""
        return self.base_ms or self.turn_ms

    @property
    def is_correspondence(self) -> bool:
        """Whether there is so much time that the players need not be at the board together."""
        return self.first_ms >= CORRESPONDENCE_MS

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """`none`; `30s/move`; `5+3`: minutes, then seconds per turn; `40/90`: a period; `5d2`: a delay.

        `3d+1d max 7d` is three days, one more per turn, and never more than seven; the units are s, m, h and d.
        """
        words = " ".join(text.split()).lower()
        if words in ("none", "", "-"):
            return cls()
        if found := PER_MOVE.fullmatch(words):
            return _with_time(cls(turn_ms=_whole_ms(found[1], found[2] or "s")))
        if found := BUDGET.fullmatch(words):
            turns, base, unit, increment, more, delay, most, last = found.groups()
            budget = _whole_ms(base, unit or "m"), _whole_ms(increment, more or "s"), _whole_ms(delay, "s")
            return _with_time(cls(*budget, int(turns or 0), 0, _whole_ms(most, last or "m")))
        raise UnreadableTimeControl(t(CONTROL_WORDS["unreadable"], given=repr(words[:60])))

    def __str__(self) -> str:
        if self.turn_ms:
            return f"{_long(self.turn_ms) or f'{_seconds(self.turn_ms)}s'}/move"
        if not self.base_ms:
            return "none"
        period = f"{self.turns_per_period}/" if self.turns_per_period else ""
        base = (_long(self.base_ms) if self.is_correspondence else "") or _minutes(self.base_ms)
        increment = _long(self.increment_ms) or _seconds(self.increment_ms)
        delay = f"d{_seconds(self.delay_ms)}" if self.delay_ms else ""
        most = f" max {_long(self.most_ms) or _minutes(self.most_ms)}" if self.most_ms else ""
        return f"{period}{base}+{increment}{delay}{most}"


def control_words(control: TimeControl) -> str:
    """A time control in words, unless only its own notation says it all."""
    base, increment, most = control.base_ms, control.increment_ms, control.most_ms
    if not control.is_timed:
        return t("No clock")
    if control.turn_ms:
        return t("{time} per move", time=_span(control.turn_ms))
    if control.delay_ms or control.turns_per_period:
        return str(control)
    if most:
        places = {"time": _span(base), "more": _span(increment), "most": _span(most)}
        return t("{time} plus {more} per move, at most {most}", **places)
    if control.is_correspondence:
        return t("{time} plus {more} per move", time=_span(base), more=_span(increment)) if increment else _span(base)
    if base % MINUTE_MS or increment % 1000:
        return str(control)
    minutes, seconds = base // MINUTE_MS, increment // 1000
    return t("{minutes} {minutes:minute|minutes} plus {seconds} s per move", minutes=minutes, seconds=seconds)


def _span(ms: int) -> str:
    """A length of time in the longest unit in which it is whole."""
    if ms % DAY_MS == 0:
        return t("{days} {days:day|days}", days=ms // DAY_MS)
    if ms % HOUR_MS == 0:
        return t("{hours} {hours:hour|hours}", hours=ms // HOUR_MS)
    if ms % MINUTE_MS == 0:
        return t("{minutes} {minutes:minute|minutes}", minutes=ms // MINUTE_MS)
    return f"{_seconds(ms)} s"


def _with_time(control: TimeControl) -> TimeControl:
    """A time control, unless it gives nobody any time: `none` means no limit, `0+0` does not."""
    if not control.is_timed:
        raise UnreadableTimeControl(t(CONTROL_WORDS["no_time"]))
    return control


def _whole_ms(number: str | None, unit: str) -> int:
    return round(Decimal(number or 0) * UNIT_MS[unit])


def _long(ms: int) -> str:
    """A time in whole days or hours; empty if it is none of these."""
    if ms < HOUR_MS or ms % HOUR_MS:
        return ""
    return f"{ms // HOUR_MS}h" if ms % DAY_MS else f"{ms // DAY_MS}d"


def _minutes(ms: int) -> str:
    """A time in minutes, or in seconds with their unit."""
    return f"{_seconds(ms)}s" if ms % MINUTE_MS else str(ms // MINUTE_MS)


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
        self.budgets_ms = [control.first_ms, control.first_ms]  # when the clock was last started, pressed or stopped
        self.delay_left_ms = control.delay_ms  # what is left for this turn
        self.on_turn: int | None = None  # the seat whose turn it is, also while stopped
        self.since_ms = 0  # when the running seat's time was started

    @classmethod
    def stopped(
        cls,
        control: TimeControl,
        budgets_ms: Sequence[int],
        turns: Sequence[int],
        on_turn: int | None,
        delay_left_ms: int,
    ) -> Clock:
        """A clock that stands still in the middle of a game."""
        clock = cls(control)
        clock.budgets_ms, clock.turns = list(budgets_ms), list(turns)
        clock.on_turn, clock.delay_left_ms = on_turn, delay_left_ms
        return clock

    def copy(self) -> Clock:
        """A clock that runs on independently."""
        other = Clock.stopped(self.control, self.budgets_ms, self.turns, self.on_turn, self.delay_left_ms)
        other.running, other.since_ms = self.running, self.since_ms
        return other

    def start(self, seat: int, now_ms: int) -> None:
        """Start a seat's time: its turn begins, or continues after a stop."""
        self.stop(now_ms)
        if seat != self.on_turn:
            self._begin_turn(seat)
        self.running, self.since_ms = seat, now_ms

    def press(self, now_ms: int) -> None:
        """End the running seat's turn and begin the other's; a fallen flag stays fallen."""
        if self.running is None:
            raise ValueError("a stopped clock cannot be pressed")
        seat = self.running
        self.stop(now_ms)
        if not self.budgets_ms[seat]:
            return
        self._finish_turn(seat)
        self.start(1 - seat, now_ms)

    def stop(self, now_ms: int) -> None:
        """Pause the clock."""
        if self.running is not None:
            left_ms, self.delay_left_ms = self._reading(now_ms)
            self.budgets_ms[self.running] = left_ms
            self.running = None

    def left_ms(self, seat: int, now_ms: int) -> int:
        """What a seat has left; never below 0."""
        return self._reading(now_ms)[0] if seat == self.running else self.budgets_ms[seat]

    def fallen(self, now_ms: int) -> int | None:
        """The seat that has run out of time, if any."""
        return next((seat for seat in (0, 1) if not self.left_ms(seat, now_ms)), None)

    def _reading(self, now_ms: int) -> tuple[int, int]:
        """The budget and delay that the running seat has left."""
        assert self.running is not None
        if now_ms < self.since_ms:
            raise ValueError("time runs backwards")
        spent = now_ms - self.since_ms
        free = min(spent, self.delay_left_ms)
        return max(0, self.budgets_ms[self.running] - (spent - free)), self.delay_left_ms - free

    def _begin_turn(self, seat: int) -> None:
        self.on_turn, self.delay_left_ms = seat, self.control.delay_ms
        if self.control.turn_ms and self.budgets_ms[seat]:
            self.budgets_ms[seat] = self.control.turn_ms

    def _finish_turn(self, seat: int) -> None:
        self.turns[seat] += 1
        period = self.control.turns_per_period
        more = self.control.base_ms if period and self.turns[seat] % period == 0 else 0
        most = self.control.most_ms or LONGEST_LEFT_MS
        self.budgets_ms[seat] = min(self.budgets_ms[seat] + self.control.increment_ms + more, most)

    def save(self, now_ms: int) -> Saved:
        """The clock as if it were stopped now."""
        left = [self.left_ms(seat, now_ms) for seat in (0, 1)]
        delay = self.delay_left_ms if self.running is None else self._reading(now_ms)[1]
        return {
            "control": str(self.control),
            "left_ms": left,
            "turns": list(self.turns),
            "turn": self.on_turn,
            "delay_ms": delay,
        }

    @classmethod
    def load(cls, fields: Fields) -> Clock:
        """A saved clock, stopped."""
        try:
            control = cls(TimeControl.parse(fields.text("control"))).control  # it must have a limit
        except (UnreadableTimeControl, ValueError) as error:
            raise fields.wrong("control", t("a time control ({trouble})", trouble=str(error))) from error
        left, turns = fields.pair("left_ms", LONGEST_LEFT_MS), fields.pair("turns", MOST_TURNS)
        on_turn = fields.whole("turn", 1) if fields.is_there("turn") else None
        return cls.stopped(control, left, turns, on_turn, fields.whole("delay_ms", control.delay_ms))
