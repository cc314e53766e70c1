"""Time controls and clocks, with the time given by the tests."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.play.files import DamagedSave, Fields
from ludoteca.play.match.clock import (
    LONGEST_MS,
    Clock,
    TimeControl,
    UnreadableTimeControl,
    control_words,
    monotonic_ms,
)

HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
times = st.integers(0, LONGEST_MS) | st.integers(0, 30 * 24).map(lambda hours: hours * HOUR_MS)
lengths = times.filter(bool)
budgets = st.builds(TimeControl, lengths, times, times, st.integers(0, 9999))
banks = st.builds(
    lambda control, more: replace(control, most_ms=min(control.base_ms + more, LONGEST_MS)), budgets, times
)
controls = st.one_of(st.just(TimeControl()), budgets, banks, st.builds(lambda ms: TimeControl(turn_ms=ms), lengths))
timed = controls.filter(lambda control: control.is_timed)
spans = st.lists(st.integers(0, 4000), max_size=30)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("5+3", TimeControl(300_000, 3000)),
        (" 5 + 3 ", TimeControl(300_000, 3000)),
        ("10", TimeControl(600_000)),
        ("90s+0.5", TimeControl(90_000, 500)),
        ("1.5", TimeControl(90_000)),
        ("2h", TimeControl(7_200_000)),
        ("40/90+30", TimeControl(5_400_000, 30_000, turns_per_period=40)),
        ("5d2", TimeControl(300_000, delay_ms=2000)),
        ("30s/move", TimeControl(turn_ms=30_000)),
        ("30/MOVE", TimeControl(turn_ms=30_000)),
        ("1m/turn", TimeControl(turn_ms=60_000)),
        ("1d/move", TimeControl(turn_ms=DAY_MS)),
        ("3d", TimeControl(3 * DAY_MS)),
        ("3d2", TimeControl(180_000, delay_ms=2000)),
        ("3d+1d", TimeControl(3 * DAY_MS, DAY_MS)),
        ("3d+12hd5", TimeControl(3 * DAY_MS, 12 * HOUR_MS, delay_ms=5000)),
        ("72h+24h max 168h", TimeControl(3 * DAY_MS, DAY_MS, most_ms=7 * DAY_MS)),
        ("3D + 1D MAX 7D", TimeControl(3 * DAY_MS, DAY_MS, most_ms=7 * DAY_MS)),
        ("5+3 max 10", TimeControl(300_000, 3000, most_ms=600_000)),
    ],
)
def test_a_time_control_is_read_from_text(text, control):
    assert TimeControl.parse(text) == control


@given(controls)
def test_a_time_control_reads_what_it_writes(control):
    assert TimeControl.parse(str(control)) == control


@given(st.text() | st.from_regex(r"\d{0,9}[/+.]?\d{0,9}[smhd+]?\d*(/move)?", fullmatch=True))
def test_any_text_is_read_or_refused_by_name(text):
    try:
        control = TimeControl.parse(text)
    except UnreadableTimeControl:
        return
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        "0+3",
        "five",
        "5+",
        "+3",
        "-5+3",
        "0s/move+1",
        "5+3+3",
        "99999h",
        "٥+٣",
        "31d",
        "7d+1d max 3d",
        "1d/move max 3d",
        "max 7d",
    ],
)
def test_what_is_not_a_time_control_is_unreadable(text):
    with pytest.raises(UnreadableTimeControl):
        TimeControl.parse(text)


@pytest.mark.parametrize("text", ["0", "0+0", "0d0", "0s/move", "0.0/turn"])
def test_numbers_that_give_nobody_any_time_are_not_taken_for_a_game_without_clocks(text):
    with pytest.raises(UnreadableTimeControl, match="a time control needs some time"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    ("text", "written", "words"),
    [
        ("none", "none", "No clock"),
        ("5+3", "5+3", "5 minutes plus 3 s per move"),
        ("120+30", "120+30", "120 minutes plus 30 s per move"),
        ("90s+0.5", "90s+0.5", "90s+0.5"),
        ("40/90+30", "40/90+30", "40/90+30"),
        ("24h/move", "1d/move", "1 day per move"),
        ("30/move", "30s/move", "30 s per move"),
        ("72h+24h max 168h", "3d+1d max 7d", "3 days plus 1 day per move, at most 7 days"),
        ("36h+12h", "36h+12h", "36 hours plus 12 hours per move"),
        ("14d", "14d+0", "14 days"),
        ("5+3 max 10", "5+3 max 10", "5 minutes plus 3 s per move, at most 10 minutes"),
    ],
)
def test_days_and_hours_are_written_as_such(text, written, words):
    control = TimeControl.parse(text)
    assert (str(control), control_words(control)) == (written, words)


@pytest.mark.parametrize(("text", "is_slow"), [("359+60", False), ("6h", True), ("6h/move", True), ("none", False)])
def test_six_hours_make_a_game_by_correspondence(text, is_slow):
    assert TimeControl.parse(text).is_correspondence == is_slow


def test_time_for_each_turn_and_for_the_game_exclude_each_other():
    with pytest.raises(UnreadableTimeControl):
        TimeControl(base_ms=1000, turn_ms=1000)


def test_a_clock_runs_down_for_the_seat_whose_turn_it_is_and_gains_the_increment_when_pressed():
    clock = Clock(TimeControl(10_000, 2000))
    clock.start(0, 500)
    assert (clock.left_ms(0, 3500), clock.left_ms(1, 3500)) == (7000, 10_000)
    clock.press(3500)
    assert clock.running == 1
    assert (clock.left_ms(0, 4500), clock.left_ms(1, 4500)) == (9000, 9000)


def test_a_flag_falls_at_nothing_left_and_stays_fallen():
    clock = Clock(TimeControl(1000, 500))
    clock.start(1, 0)
    assert clock.fallen(999) is None
    assert clock.fallen(1000) == 1
    clock.press(5000)
    assert clock.fallen(5000) == 1
    assert clock.running is None
    assert clock.left_ms(1, 9000) == 0


def test_the_delay_of_a_turn_runs_before_the_budget_and_only_once():
    clock = Clock(TimeControl(10_000, delay_ms=2000))
    clock.start(0, 0)
    assert clock.left_ms(0, 2000) == 10_000
    clock.stop(1500)
    clock.start(0, 5000)
    assert clock.left_ms(0, 5500) == 10_000
    assert clock.left_ms(0, 6000) == 9500
    clock.press(6000)
    assert clock.left_ms(1, 8000) == 10_000


def test_after_a_period_the_base_is_added_again():
    clock = Clock(TimeControl(10_000, turns_per_period=2))
    clock.start(0, 0)
    for now in (1000, 2000, 3000, 4000):
        clock.press(now)
    assert [clock.left_ms(seat, 4000) for seat in (0, 1)] == [18_000, 18_000]
    assert clock.turns == [2, 2]


def test_time_for_each_turn_is_not_carried_over():
    clock = Clock(TimeControl(turn_ms=5000))
    clock.start(0, 0)
    clock.press(4000)
    clock.press(4500)
    assert clock.left_ms(0, 4500) == 5000
    assert clock.left_ms(0, 9499) == 1
    assert clock.fallen(9500) == 0


def test_a_stopped_clock_stands_still_and_cannot_be_pressed():
    clock = Clock(TimeControl(5000))
    clock.start(0, 0)
    clock.stop(1000)
    assert clock.left_ms(0, 90_000) == 4000
    with pytest.raises(ValueError, match="cannot be pressed"):
        clock.press(90_000)


def test_time_that_runs_backwards_is_refused():
    clock = Clock(TimeControl(5000))
    clock.start(0, 1000)
    with pytest.raises(ValueError, match="backwards"):
        clock.left_ms(0, 999)


def test_a_game_without_a_limit_has_no_clock():
    with pytest.raises(ValueError, match="no clock"):
        Clock(TimeControl())


def test_the_usual_time_is_whole_and_never_goes_back():
    first, second = monotonic_ms(), monotonic_ms()
    assert isinstance(first, int)
    assert first <= second


@given(st.integers(1, 60_000), spans)
def test_what_the_clocks_lose_is_the_time_that_passed(base, spent):
    clock = Clock(TimeControl(base))
    now = 7
    clock.start(0, now)
    for span in spent:
        now += span
        clock.press(now)
        if clock.running is None:
            break
    total = clock.left_ms(0, now) + clock.left_ms(1, now)
    if clock.running is not None:
        assert total == 2 * base - (now - 7)
    else:
        assert clock.fallen(now) is not None
        assert total >= 2 * base - (now - 7)


def test_what_is_added_fills_a_bank_and_no_more():
    clock = Clock(TimeControl.parse("3d+1d max 7d"))
    clock.start(0, 0)
    for _ in range(12):
        clock.press(0)
    assert [clock.left_ms(seat, 0) for seat in (0, 1)] == [7 * DAY_MS] * 2
    clock.press(2 * DAY_MS)
    assert clock.left_ms(0, 2 * DAY_MS) == 6 * DAY_MS


@given(banks, st.lists(times, max_size=20))
def test_a_bank_is_never_above_its_most_and_otherwise_an_ordinary_clock(control, spent):
    bank, plain = Clock(control), Clock(replace(control, most_ms=0))
    now = 0
    for clock in (bank, plain):
        clock.start(0, now)
    for span in spent:
        now += span
        if bank.running is None:
            break
        before = bank.left_ms(bank.running, now)
        seat = bank.running
        bank.press(now)
        if before:
            period = control.turns_per_period
            more = control.base_ms if period and bank.turns[seat] % period == 0 else 0
            assert bank.left_ms(seat, now) == min(before + control.increment_ms + more, control.most_ms)
            plain.press(now)
        assert all(bank.left_ms(seat, now) <= min(control.most_ms, plain.left_ms(seat, now)) for seat in (0, 1))


@given(timed, st.lists(st.tuples(st.sampled_from("spx"), times), max_size=20))
def test_no_clock_is_ever_below_nothing_and_only_a_fallen_flag_stops_a_press(control, steps):
    clock = Clock(control)
    now = 0
    for what, span in steps:
        now += span
        if what == "s":
            clock.start(now % 2, now)
        elif what == "x":
            clock.stop(now)
        elif clock.running is not None:
            seat = clock.running
            fallen = clock.left_ms(seat, now) == 0
            clock.press(now)
            assert clock.running == (None if fallen else 1 - seat)
        assert min(clock.left_ms(0, now), clock.left_ms(1, now)) >= 0


@given(timed, st.lists(st.integers(0, 10_000), max_size=10), st.booleans())
def test_a_saved_clock_is_the_same_clock_stopped(control, spent, pause):
    clock = Clock(control)
    clock.start(1, 0)
    now = 0
    for span in spent:
        now += span
        if clock.running is not None:
            clock.press(now)
    now += 55
    if pause:
        clock.stop(now)
    loaded = Clock.load(Fields(clock.save(now), "the clock"))
    assert loaded.running is None
    assert loaded.save(now + 1_000_000) == clock.save(now)
    seat = clock.running
    if seat is not None:
        loaded.start(seat, 0)
        assert loaded.left_ms(seat, 1234) == clock.left_ms(seat, now + 1234)


@pytest.mark.parametrize(
    "damage",
    [
        {"control": "none"},
        {"control": "soon"},
        {"left_ms": [1]},
        {"left_ms": [1, -1]},
        {"left_ms": [1, 2.5]},
        {"turns": None},
        {"turn": 2},
        {"delay_ms": 1},
    ],
)
def test_a_damaged_clock_is_named(damage):
    saved = Clock(TimeControl(5000)).save(0) | damage
    with pytest.raises(DamagedSave, match=next(iter(damage))):
        Clock.load(Fields(saved, "the clock"))
