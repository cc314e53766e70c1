"""Reports and moves as they are printed: a row for each line, a move as its text."""

from __future__ import annotations

import re

import pytest
from strategies import play_randomly

import ludoteca
from ludoteca.languages import speaking
from ludoteca.search.report import Line, Report

reversi = ludoteca.game("reversi")
gekitai = ludoteca.game("gekitai")


def test_a_list_of_moves_is_a_list_of_their_texts():
    assert repr(reversi.start().moves()) == str(reversi.start().moves()) == "[d3, c4, f5, e6]"
    assert f"{reversi.start().moves()[0]}" == "d3"


def test_an_estimate_is_printed_with_a_row_for_each_line():
    *lines, last = str(ludoteca.analyse(reversi.start(), None, nodes=20_000, lines=3)).splitlines()
    assert len(lines) == 3
    worth = r"\d+% win, \d+% draw, \d+% loss, about [+-][\d.]+ points"
    for number, line in enumerate(lines, 1):
        assert re.fullmatch(rf"{number}\. {worth}: ([a-h][1-8] ?)+", line)
    assert re.fullmatch(r"depth \d+, [\d,]+ positions in [\d.]+ s \([\d,]+ per second, alphabeta\)", last)


@pytest.mark.parametrize(
    ("method", "line", "words"),
    [
        ("alphabeta", Line((), 0), "profundidade 3, 12.345 posições em 0,5 s (24.690 por segundo, alphabeta)"),
        ("mcts", Line((), 29_999), "provado, 12.345 simulações em 0,5 s (24.690 por segundo, mcts)"),
    ],
)
def test_how_a_result_was_found_is_said_in_the_language_of_its_value(method, line, words):
    report = Report(reversi.start(), (line,), 3, 12_345, 0.5, method)
    with speaking("pt"):
        assert str(report).splitlines()[-1] == words


def test_a_certain_result_is_printed_with_its_points():
    report = ludoteca.analyse(play_randomly(reversi, 54, 3), None, nodes=10**7)
    first, last = str(report).splitlines()
    result = "wins" if report.points > 0 else "loses"
    assert first.startswith(f"1. {result} in {len(report.pv)} plies, by {abs(report.points)} points: {report.best}")
    assert last.startswith("proven, ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Line((), 29_999), "wins in 1 ply"),
        (Line((), -29_998, points=-1), "loses in 2 plies, by 1 point"),
        (Line((), 28_000), "wins, proven"),
        (Line((), 0, points=0, is_exact=True), "draws"),
    ],
)
def test_worth_in_words(line, words):
    assert Report(reversi.start(), (line,), 1, 1, 0.1, "solver").words_of(line) == words
