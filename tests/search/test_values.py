"""Chances and points of a report: estimates follow the model, and what is proven is exact."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.play import Variant
from ludoteca.search.report import Line, Report, report_json
from ludoteca.search.values import MOST, UNIT, WIN, chances, expected_points, expected_score
from ludoteca.terminal.messages import report_lines

values = st.integers(-MOST, MOST)
bands = st.floats(0, 10)


@given(values, bands)
def test_chances_add_up_to_one_and_none_is_negative(value, band):
    shares = chances(value, band)
    assert sum(shares) == pytest.approx(1) and min(shares) >= 0


@given(values, bands)
def test_the_other_side_has_the_same_chances_turned_round(value, band):
    assert chances(-value, band) == pytest.approx(chances(value, band)[::-1])


@given(values, bands)
def test_the_score_is_the_chance_to_win_and_half_of_that_to_draw(value, band):
    win, draw, _ = chances(value, band)
    assert expected_score(value, band) == pytest.approx(win + draw / 2)


@given(values)
def test_without_a_band_nothing_is_drawn(value):
    win, draw, _ = chances(value, 0.0)
    assert (win, draw) == (expected_score(value, 0.0), 0.0)


def test_the_chances_are_those_of_an_ordered_logit():
    win, draw, loss = chances(UNIT, 0.5)
    assert (win, loss) == pytest.approx((1 / (1 + math.exp(-0.5)), 1 / (1 + math.exp(1.5))))
    assert draw == pytest.approx(1 - win - loss)


@pytest.mark.parametrize(("value", "expected"), [(WIN - 5, (1.0, 0.0, 0.0)), (5 - WIN, (0.0, 0.0, 1.0))])
def test_a_forced_result_is_certain_and_says_nothing_of_points(value, expected):
    assert chances(value, 0.3) == expected
    assert expected_points(value, 2.0, 10.0) is None


def test_expected_points_have_the_sign_of_the_mover_and_an_end():
    assert expected_points(UNIT, 3.0, 12.0) == 3.0 == -expected_points(-UNIT, 3.0, 12.0)
    assert expected_points(MOST, 3.0, 12.0) == 12.0 == -expected_points(-MOST, 3.0, 12.0)
    assert expected_points(UNIT, 0.0, 0.0) is None


def report_of(*lines: Line, band: float = 0.2, slope: float = 4.0) -> Report:
    game = dataclasses.replace(ludoteca.game("mapello").game, draw_band=band, points_per_unit=slope, most_points=64.0)
    return Report(Variant(game).start(), lines, 5, 100, 0.1, "alphabeta")


def line_of(value: int, points: int | None = None) -> Line:
    """A line; with points it was worked out."""
    move = ludoteca.game("mapello").start().moves()[0]
    return Line((move,), value, points=points, is_exact=points is not None)


def test_each_line_has_chances_and_points_of_its_own():
    report = report_of(line_of(1000), line_of(-500))
    assert report.chances == report.chances_of(report.lines[0]) == chances(1000, 0.2)
    assert report.chances_of(report.lines[1]) == chances(-500, 0.2)
    assert (report.points, report.expected_points) == (None, 4.0)
    assert report.expected_points_of(report.lines[1]) == -2.0


def test_exact_points_leave_no_room_for_an_estimate():
    report = report_of(line_of(WIN - 5, points=6))
    assert (report.chances, report.points, report.expected_points) == ((1.0, 0.0, 0.0), 6, None)


def test_a_solved_draw_is_a_certain_draw():
    report = report_of(line_of(0, points=0))
    assert (report.chances, report.points, report.expected_points) == ((0.0, 1.0, 0.0), 0, None)
    assert report_of(line_of(0), band=0.0).chances == (0.5, 0.0, 0.5)


def test_the_json_carries_chances_and_both_kinds_of_points():
    answer = report_json(report_of(line_of(1000), line_of(-500)))
    assert sum(answer["chances"]) == pytest.approx(1, abs=2e-4)
    assert (answer["points"], answer["expected_points"]) == (None, 4.0)
    assert [line["expected_points"] for line in answer["lines"]] == [4.0, -2.0]
    assert answer["lines"][0]["chances"] == answer["chances"] != answer["lines"][1]["chances"]
    exact = report_json(report_of(line_of(WIN - 5, points=6)))
    assert (exact["chances"], exact["points"], exact["expected_points"]) == ([1.0, 0.0, 0.0], 6, None)


def test_the_command_line_says_them_in_words():
    assert "1. 69% win, 8% draw, 23% loss, about +4 points: " in str(report_of(line_of(1000)))
    assert "1. 33% win, 9% draw, 57% loss, about -1.0 points: " in str(report_of(line_of(-500), slope=2.0))
    assert "1. 73% win, 27% loss: " in str(report_of(line_of(1000), band=0.0, slope=0.0))
    assert "1. wins in 5 plies, by 6 points: " in str(report_of(line_of(WIN - 5, points=6)))
    assert "1. draws: " in str(report_of(line_of(0, points=0)))


def test_the_terminal_tells_the_chance_to_draw_where_there_is_one():
    assert report_lines(report_of(line_of(1000)))[1].startswith("Black 69%, draw 8%: ")
    assert report_lines(report_of(line_of(1000), band=0.0))[1].startswith("Black 73%: ")
