"""Studying a game: what is measured on games that are made up, and the report of one and of two variants."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import count, islice
from xml.etree import ElementTree

import pytest

import ludoteca
from ludoteca.arena.games import GameResult, Opening, derived_seed
from ludoteca.arena.results import Results
from ludoteca.arena.study.contest import StudyFailed, games_file, study_contest, study_players
from ludoteca.arena.study.document import markdown
from ludoteca.arena.study.findings import compare, find_out
from ludoteca.arena.study.measures import (
    Estimate,
    Replayed,
    along,
    code_of,
    decided_at,
    difference,
    first_score,
    lead_changes,
    lowest_chance,
    mean_of,
    replayed,
    share_of,
    smoothed,
)
from ludoteca.arena.study.move_choices import move_choices
from ludoteca.arena.study.option_effects import Line, OptionEffect, dead_options, differences, random_lines
from ludoteca.arena.study.page import page
from ludoteca.arena.study.plots import Bar, Curve, board_plot, curves_plot, percent, rows_plot
from ludoteca.arena.study.report import report_of, report_of_two
from ludoteca.arena.svg_drawing import INK, themed
from ludoteca.errors import BadOption
from ludoteca.play.playouts import collect_statistics

gekitai = ludoteca.game("gekitai")
mover_wins = ludoteca.game("gekitai", double_win="mover")
typical = collect_statistics(gekitai, 200, seed=1)


# --- measures


@pytest.mark.parametrize(
    ("chances", "changes"),
    [
        ([0.5, 0.52, 0.48], 0),  # nobody leads
        ([0.5, 0.7, 0.9], 0),
        ([0.7, 0.3, 0.7, 0.9], 2),
        ([0.7, 0.5, 0.7], 0),  # lost and won back
        ([0.7, 0.5, 0.2], 1),  # by way of even
        ([], 0),
    ],
)
def test_the_lead_changes_when_it_goes_from_one_player_to_the_other(chances, changes):
    assert lead_changes(chances) == changes


def test_a_game_is_decided_when_the_winner_leads_for_good():
    assert decided_at([0.7, 0.4, 0.6, 0.8], 0) == 0.5  # after the second of four moves
    assert decided_at([0.6, 0.7], 0) == 0
    assert decided_at([0.6, 0.7], 1) == 1  # with the last move, against all expectation
    assert decided_at([0.5, 0.5, 0.5, 0.3], 1) == 0.75
    assert lowest_chance([0.7, 0.4, 0.9], 0) == pytest.approx(0.4)
    assert lowest_chance([0.7, 0.4, 0.9], 1) == pytest.approx(0.1)


def test_a_zigzag_by_turns_is_no_change_of_the_lead():
    zigzag = [0.6, 0.4] * 5
    assert lead_changes(zigzag) == 9 and lead_changes(smoothed(zigzag, 0.5)) == 0
    assert smoothed([0.6, 0.8, 1.0], 1.0) == pytest.approx([0.7, 0.8, 1.0])
    assert smoothed([0.4], 1.0) == pytest.approx([0.55]) and smoothed([], 1.0) == []


def test_curves_of_games_of_any_length_have_equally_many_points():
    assert along([1.0, 2.0, 3.0], 5) == pytest.approx([1, 1.5, 2, 2.5, 3])
    assert along([7.0], 3) == [7, 7, 7]


def test_numbers_come_with_intervals_that_hold_them():
    for found in (mean_of([10, 12, 14]), share_of(3, 10), share_of(0, 10), first_score([1, 1, 0, 1, 0.5, 0.5])):
        assert found.low <= found.value <= found.high and found.low < found.high
    assert first_score([1, 0, 1, 0]).value == 0.5 and share_of(0, 10).high < 0.4


def test_two_samples_differ_when_chance_does_not_explain_it():
    low, high = [10, 11, 12, 11, 10] * 4, [20, 21, 19, 22, 20] * 4
    found = difference(low, high)
    assert found.low > 0 and found.value == pytest.approx(9.6)
    assert difference(low, low[::-1]).low < 0 < difference(low, low[::-1]).high
    assert difference([1.0], high) is None


# --- who plays


def test_levels_play_without_a_clock_and_never_the_same_game_again_and_again():
    players = study_players(gekitai, typical)
    assert [player.level for player in players] == [1, 3, 6, 8, 10]
    assert all(player.rung.time_ms is None and player.rung.spread > 0 for player in players)
    assert [player.level for player in study_players(gekitai, typical, (7, 2, 7))] == [2, 7]
    with pytest.raises(BadOption, match="no level 11"):
        study_players(gekitai, typical, (11,))


def test_levels_that_take_too_long_are_left_out(monkeypatch):
    monkeypatch.setattr("ludoteca.arena.study.contest.MOST_WORK", 50_000)
    assert study_players(gekitai, typical)[-1].level < 10


def test_each_plays_itself_and_the_next_one_and_only_itself_is_judged():
    players = study_players(gekitai, typical, (1, 5, 9))
    contest = study_contest(gekitai, players, 4, 1, typical)
    assert contest.pairings == [(1, 2), (3, 4), (5, 6), (0, 1), (1, 3), (3, 5)] and contest.games == 24
    jobs = list(contest.jobs(contest.results()))
    assert len(jobs) == 24 and all(not job.opening.moves for job in jobs)
    assert {tuple(sorted(job.seats)) for job in jobs if job.judge_nodes} == {(1, 2), (3, 4), (5, 6)}
    with pytest.raises(StudyFailed, match="it crashed"):
        contest.check_result(GameResult((1, 2), 0, 0, "it crashed", "crash"))
    other_seed = study_contest(gekitai, players, 4, 2, typical)
    more_games = study_contest(gekitai, players, 8, 1, typical)
    assert games_file(contest) == games_file(more_games) != games_file(other_seed)


# --- moves and options


def test_a_cell_that_nobody_chooses_never_pays():
    start = gekitai.start()
    code = code_of(start, "c3")
    assert start.named_code(code).text == "c3"
    game = Replayed(GameResult((0, 1), 0, 0, ""), (start,) * 60, (code,) * 60)
    found = move_choices(gekitai, [game])
    assert found.positions == 60 and [group.what for group in found.groups] == ["place"]
    assert found.groups[0].chosen == 60 == round(found.groups[0].expected)
    (corners,) = (group for group in found.never_paid if "a1" in group.what)
    assert corners.what == "place at a1, a6, f1, f6" and corners.chosen == 0
    assert corners.expected == pytest.approx(60 * 4 / 36, abs=0.001) and corners.positions == 60
    assert found.liking["place"]["c4"] == pytest.approx(9)  # like the three other cells in the middle
    assert not move_choices(gekitai, [Replayed(game.result, (start,) * 8, (code,) * 8)]).never_paid  # too few to tell


def test_an_option_is_dead_when_no_value_of_it_changes_a_game():
    lines = list(islice(random_lines(gekitai, 1), 20))
    changed = differences(gekitai, ludoteca.game("gekitai", repetition="superko"), lines)
    assert set(changed) <= {"moves"} and differences(gekitai, gekitai, lines) == {}
    small, large = ludoteca.game("greener", size="3x3"), ludoteca.game("greener", size="6x6")
    assert differences(small, large, [Line(str(small.start(1)), ())]) == {"start": 1}
    effects = [OptionEffect("a", "1", 9, {}), OptionEffect("a", "2", 9, {"ending": 1}), OptionEffect("b", "1", 9, {})]
    assert dead_options(effects) == ["b"]


def test_an_option_that_only_counts_otherwise_changes_the_score():
    reversi, nobodys = ludoteca.game("reversi"), ludoteca.game("reversi", empties="nobody")
    changed = differences(reversi, nobodys, list(islice(random_lines(reversi, 3), 30)))
    assert set(changed) == {"score"} and changed["score"] < 30


# --- the report


@cache
def made_up(variant, levels=(1, 5, 9), games=8):
    """The findings of a study whose games are random, and whose judge has a mind of its own."""
    players = study_players(variant, typical, levels)
    contest = study_contest(variant, players, games, 1, typical)
    results = Results(contest.header)
    lines = random_lines(variant, 1)
    for number, job in zip(count(), contest.jobs(results), strict=False):
        position, moves = variant.start(), []
        for code in next(lines).codes:
            step = position.follow(code)
            moves.append(step[0].text)
            position = step[1]
        values = tuple(derived_seed(number, ply) % 4000 - 2000 for ply in range(len(moves)))
        judged = values if job.judge_nodes else ()
        outcome = position.outcome
        results.add_game(
            GameResult(job.seats, job.pair, outcome.winner, outcome.reason, moves=tuple(moves), values=judged)
        )
    return find_out(contest, players, results, typical)


def test_a_game_that_is_replayed_has_its_positions_and_its_chances():
    line = next(random_lines(gekitai, 5))
    position, moves = gekitai.start(), []
    for code in line.codes:
        move, position = position.follow(code)
        moves.append(str(move))
    result = GameResult((0, 1), 0, position.outcome.winner, "", moves=tuple(moves), values=(0, 1000, -30000))
    game = replayed(gekitai, Opening(line.start), result)
    assert game.codes == line.codes and game.plies == len(moves) and game.choices[0] == 36
    assert game.chances == pytest.approx([0.616, 0.491, 0], abs=0.001)  # with its neighbours; what is certain stays


def test_the_report_tells_everything_in_words_in_json_and_as_a_page():
    found = made_up(gekitai)
    document = report_of(found)
    text = markdown(document, plots="plots")
    for words in (
        "moves to choose from",
        "Red, who moves first",
        "the lead changes",
        "Elo",
        "repetition=superko",
        "level 9",
    ):
        assert words in text, words
    assert len(document.summary) == 6 and "![" in text and "![" not in markdown(document)
    tree = ElementTree.fromstring(page(document).removeprefix("<!DOCTYPE html>\n"))
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}svg"))) == sum(
        map(len, (s.plots for s in document.sections))
    )
    assert tree.get("lang") == "en" and tree.find(".//h1").text == document.title
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert [skill["name"] for skill in told["skills"]] == ["random", "level 1", "level 5", "level 9"]
    assert told["skills"][0]["lead_changes"] is None and told["skills"][3]["games"] == 8
    assert len(told["steps"]) == 3 and told["strong_players"] == ["level 5", "level 9"]
    assert {effect["option"] for effect in told["option_effects"]} == {"double_win", "repetition"}
    assert made_up.__wrapped__(gekitai).to_json() == found.to_json()


def test_two_variants_stand_side_by_side():
    comparison = compare(made_up(gekitai), made_up(mover_wins))
    document = report_of_two(comparison)
    assert document.series == ("double_win=draw", "double_win=mover")
    header = document.sections[1].tables[0].header
    assert "mean length (double_win=draw)" in header and "mean length (double_win=mover)" in header
    assert document.sections[0].title == "Do they play differently?"
    assert ElementTree.fromstring(page(document).removeprefix("<!DOCTYPE html>\n")) is not None
    told = json.loads(json.dumps(comparison.to_json(), allow_nan=False))
    assert [each["options"] for each in told["variants"]] == [{}, {"double_win": "mover"}]
    assert set(told["rules_differ"]["changed"]) <= {"ending", "moves"}
    assert set(told["differences"]) >= {"plies", "draws"}


def test_where_all_games_were_won_a_step_is_at_least_so_high():
    found = made_up(gekitai)
    assert found.is_span_bound == any(step.score == 1 for step in found.steps)
    for step in found.steps:
        assert step.is_bound == (step.score == 1)
        assert step.elo.value == (step.elo.low if step.is_bound else pytest.approx(step.elo.value))


def test_nobody_reads_of_at_least_no_level():
    findings, few = made_up(gekitai), "There are too few games to say how much skill matters"
    step = findings.steps[0]
    for elo, is_bound, words in (
        (Estimate(29, -200, 260), True, few),
        (Estimate(29, 10, 48), False, "29 ± 19 Elo above random play: less than one level of skill"),
        (Estimate(29, -20, 78), False, few),
        (Estimate(400, 200, 600), True, "at least 400 Elo above random play: at least 2 levels of skill"),
    ):
        told = report_of(replace(findings, steps=(replace(step, elo=elo, is_bound=is_bound),)))
        assert words in markdown(told), words


def test_plots_are_pictures_whatever_they_show():
    rows = [("a & b", [Bar(0.5, 0.2, 0.9), None]), ("level 10", [Bar(0, 0, 0, (0, 0)), Bar(1, 1, 1)])]
    for svg in (
        rows_plot(rows, "a <label>", tick=percent, bounds=(0, 1), mark=0.5),
        rows_plot([("one", [Bar(3, 3, 3)])], "moves"),
        curves_plot([Curve([0, 1, 2], ([0, 0, 1], [1, 2, 3])), Curve([2, 2, 2])], "share"),
        board_plot(gekitai.board, {"a1": 0.1, "c3": 4.0}, "cells"),
        board_plot(ludoteca.game("glaisher").board, {}, "hexes"),
    ):
        assert ElementTree.fromstring(svg).get("role") == "img"
        assert INK not in themed(svg).replace(f"var(--ink, {INK})", "")
