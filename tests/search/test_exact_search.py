"""Exact endings against a plain search of everything: results, points, best moves, and what games know of their own."""

from __future__ import annotations

import random

import numpy as np
import pytest
from strategies import play_randomly

import ludoteca
from ludoteca.kernel import TOO_EARLY, count_cells, verbs
from ludoteca.play import Position
from ludoteca.search import analysis
from ludoteca.search.bounds_table import best_move, find, greatest_value, least_value, new_bounds_table, remember
from ludoteca.search.exact_search import lead_up_to, lead_value
from ludoteca.search.limits import Limits
from ludoteca.search.solver import try_to_solve
from ludoteca.search.values import INFINITE, RESULT

reversi = ludoteca.game("reversi")
VARIANTS = {
    "reversi": reversi,
    "discs only": ludoteca.game("reversi", empties="nobody"),
    "mapello": ludoteca.game("mapello"),
    "bonus of the owner": ludoteca.game("mapello", bonus="owner", map="random"),
    "greener": ludoteca.game("greener"),
    "several discs a turn": ludoteca.game("squ", size=8),
}
PLIES = {"mapello": 48, "bonus of the owner": 48, "greener": 29, "several discs a turn": 59}

Value = tuple[int, int]  # the result, 1, 0 or -1, then the lead in points; both the mover's


def plain(position: Position, known: dict[bytes, Value]) -> Value:
    """The true value by trying everything."""
    if position.outcome is not None:
        winner, score = position.outcome.winner, position.score
        result = 0 if winner is None else (1 if winner == position.mover else -1)
        return result, score[position.mover] - score[1 - position.mover]
    key = position.state.tobytes()
    if key not in known:
        known[key] = max(plain_values(position, known).values())
    return known[key]


def plain_values(position: Position, known: dict[bytes, Value]) -> dict[str, Value]:
    """The true value of every move."""
    values = {}
    for move in position.moves():
        after = position.play(move)
        result, lead = plain(after, known)
        values[str(move)] = (result, lead) if after.mover == position.mover else (-result, -lead)
    return values


def with_few_empties(variant, empties: int, seed: int) -> Position:
    """A position of Reversi that random play reaches, with so many empty cells."""
    for attempt in range(100):
        chance, position = random.Random(100 * seed + attempt), variant.start()
        while position.outcome is None and 64 - sum(map(count_cells, position.state.discs)) > empties:
            position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            return position
    raise AssertionError("no game lasts so long")


def late_position(name: str, seed: int) -> Position:
    if name in PLIES:
        return play_randomly(VARIANTS[name], PLIES[name], seed)
    return with_few_empties(VARIANTS[name], 1 + seed % 8 if seed < 8 else 6, seed)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_solver_finds_the_result_the_points_and_a_best_move(name):
    for seed in range(16):
        position = late_position(name, seed)
        values = plain_values(position, {})
        report = try_to_solve(position, Limits()).report
        assert report is not None
        (line,) = report.lines
        best = max(values.values())
        assert ((line.value > 0) - (line.value < 0), line.points) == best, str(position)
        assert values[str(line.moves[0])] == best, str(position)
        assert line.plies_to_end is None or line.plies_to_end == len(line.moves)


@pytest.mark.parametrize("name", VARIANTS)
def test_all_lines_have_their_true_values(name):
    for seed in range(20, 24):
        position = late_position(name, seed)
        values = plain_values(position, {})
        report = try_to_solve(position, Limits(), lines=len(values)).report
        assert report is not None
        found = {str(line.moves[0]): ((line.value > 0) - (line.value < 0), line.points) for line in report.lines}
        assert found == values, str(position)
        assert list(found.values()) == sorted(values.values(), reverse=True)


@pytest.mark.parametrize("name", ["reversi", "discs only"])
def test_the_last_cells_are_played_out_by_the_game(name):
    """Exact within the window, a bound outside it; with passes, and with games that end before the board is full."""
    endings = passes = 0
    spent = np.zeros(1, np.int64)
    for seed in range(120):
        position = with_few_empties(VARIANTS[name], 1 + seed % 6, seed)
        known: dict[bytes, Value] = {}
        lead = plain(position, known)[1]
        passes += str(position.moves()[0]) == "pass"
        endings += lead % 2
        assert verbs.exact_lead(position.state, -64, 64, spent) == lead
        assert lead <= verbs.lead_bound(position.state)
        for low in range(lead - 3, lead + 4):
            for high in (low + 1, low + 2, low + 5):
                found = verbs.exact_lead(position.state, low, high, spent)
                if found <= low:
                    assert lead <= found
                elif found >= high:
                    assert lead >= found
                else:
                    assert found == lead
    assert passes > 3 and spent[0] > 0
    assert endings == 0 or name == "discs only"


def test_a_game_says_when_it_is_too_early():
    spent = np.zeros(1, np.int64)
    assert verbs.exact_lead(reversi.start().state, -64, 64, spent) == TOO_EARLY
    assert verbs.exact_lead(ludoteca.game("squ").start().state, -64, 64, spent) == TOO_EARLY
    assert verbs.lead_bound(ludoteca.game("squ").start().state) == TOO_EARLY and spent[0] == 0


def test_without_a_word_of_the_game_moves_with_few_replies_come_first():
    room = np.zeros(500, np.int32)
    position = ludoteca.game("squ", size=8).start()
    scores = {}
    for move in position.moves():
        after = position.play(move)
        scores[len(after.moves())] = verbs.order_score(position.state, move.code, after.state, room)
    assert all(score <= 0 for score in scores.values())


def test_leads_and_values_are_each_others_reverse():
    for lead in (-4000, -64, -1, 0, 1, 2, 64, 4000):
        assert lead_up_to(lead_value(lead)) == lead
    assert [lead_up_to(value) for value in (-INFINITE, -1, 1, RESULT, INFINITE)] == [-4000, -1, 0, 0, 4000]


def test_a_position_of_sixteen_empty_cells_is_analysed_to_its_last_point(monkeypatch):
    monkeypatch.setattr(analysis, "SOLVER_NODES", 50)  # so that a search comes first, which does not see the end
    position = with_few_empties(reversi, 16, 7)
    report = analysis.analyse(position, None, nodes=3_000_000)
    assert report.method == "solver" and report.lines[0].is_exact
    at = position
    for move in report.pv:
        at = at.play(move)
    assert at.outcome is not None
    assert report.points == at.score[position.mover] - at.score[1 - position.mover]


def test_the_table_narrows_its_bounds_and_keeps_the_move_that_showed_the_lower():
    table, key = new_bounds_table(0), np.uint64(12345)
    assert find(table, key) == -1
    remember(table, key, -INFINITE, 50, 7, 100)
    remember(table, key, 20, INFINITE, 8, 100)
    remember(table, key, -INFINITE, 20, 9, 100)
    word = table[find(table, key), 1]
    assert (least_value(word), greatest_value(word), best_move(word)) == (20, 20, 8)


def test_the_table_forgets_what_was_least_work():
    table = new_bounds_table(0)
    size = len(table)
    for number in range(5):
        remember(table, np.uint64((number + 1) * size), number, INFINITE, 1, 1000 if number != 2 else 10)
    kept = [number for number in range(5) if find(table, np.uint64((number + 1) * size)) >= 0]
    assert kept == [0, 1, 3, 4]
