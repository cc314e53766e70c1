"""Analysis: stopped at once, within its budget, and nonsense is refused."""

from __future__ import annotations

import threading
import time

import pytest
from strategies import play_randomly

import ludoteca
from ludoteca.errors import BadOption, UnknownName
from ludoteca.search import alphabeta_search, analysis, solver, tree_search
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.analysis import analyse
from ludoteca.search.limits import Budget, Limits
from ludoteca.search.solver import Solver, solve_exactly
from ludoteca.search.threads import StopFlag

reversi = ludoteca.game("reversi")
gekitai = ludoteca.game("gekitai")
WIN_IN_ONE = gekitai.position("....../.rr.../....../...b../....../..b... r")


def test_the_switch_is_heard_while_the_solver_works():
    analyse(reversi.start(), 1, nodes=5)  # compiled
    stop = StopFlag()
    threading.Timer(0.2, stop.set).start()
    begun = time.perf_counter()
    analyse(reversi.start(), None, nodes=10**12, stop=stop)
    assert time.perf_counter() - begun < 60  # and not the hours that the nodes would take


def test_solver_and_search_share_the_nodes():
    assert analyse(reversi.start(), None, nodes=5000).nodes <= 5000 + 33  # the moves of a node are weighed together


def test_a_report_counts_what_was_spent_on_certainty_too():
    assert analyse(reversi.start(), None, nodes=5000).nodes > 4900
    told = []
    begun = time.perf_counter()
    report = analyse(gekitai.start(), 60, method="proof", listener=told.append)
    assert 0.05 < report.seconds <= time.perf_counter() - begun
    assert [each.nodes for each in (*told, report)] == sorted(each.nodes for each in (*told, report))


STOPPED_EARLY = [  # positions in which the first move is refuted long before the others
    ("gekitai", "....../br.b.b/....../...r.r/....../..r..r b", (15_000,), 6),
    (
        "glaisher",
        (
            "y3,.,r1,y1,./y2,.,y1,.,.,./y1,r2,y1,.,.,y2,y1/y1,y1,y4,r1,.,y3,r3,./.,.,.,y1,.,.,.,r1,./"
            "r1,.,r1,r4,r1,.,.,r3/.,r1,r1,.,.,.,./.,.,r2,.,r4,./.,.,.,.,. r place 27"
        ),
        (300, 500, 700, 900),
        3,
    ),
]


@pytest.mark.parametrize(("name", "text", "limits", "depth"), STOPPED_EARLY)
def test_one_refuted_move_does_not_make_a_position_lost(name, text, limits, depth):
    position = ludoteca.game(name).position(text)
    for nodes in limits:
        assert not analyse(position, None, nodes=nodes).proven
    assert not analyse(position, None, depth=depth).proven  # all moves tried, some of them hold as long


@pytest.mark.parametrize(("name", "plies"), [("gekitai", 14), ("glaisher", 36)])
def test_what_is_called_lost_is_lost_however_early_a_search_is_stopped(name, plies):
    lost = 0
    for seed in range(60):
        position = play_randomly(ludoteca.game(name), plies, seed)
        for nodes in (200, 500, 1000, 2000, 4000) if position.moves() else ():
            report = AlphaBeta(megabytes=1).search(position, Limits(nodes=nodes))
            if report.proven and report.value < 0:
                lost += 1
                checked = AlphaBeta(megabytes=1).search(position, Limits(depth=report.lines[0].plies_to_end))
                assert checked.proven and checked.value < 0
    assert lost > 3


def test_the_only_move_is_looked_into_as_any_other():
    rows = "BWB...../.BWBB.../..BBB.B./W.BWWB../WWBBBB../WWB...../W......./........"
    position = reversi.position(f"{rows} B")
    assert len(position.moves()) == 1
    assert analyse(position, 300).depth > 5


def test_without_time_the_best_looking_moves_are_named():
    report = analyse(WIN_IN_ONE, 0, lines=3)
    assert report.depth == 0 and len(report.lines) == 3
    assert WIN_IN_ONE.play(report.best).outcome.winner == WIN_IN_ONE.mover
    assert str(analyse(gekitai.start(), None, nodes=1).best) != "a1"


def test_forced_lines_go_to_their_end_though_every_move_is_asked_for():
    position = gekitai.position("....../.rr.../....../...b../....../..b... b")
    report = analyse(position, None, depth=3, lines=100)
    forced = [line for line in report.lines if line.plies_to_end is not None]
    assert len(forced) > 10
    assert all(len(line.moves) == line.plies_to_end for line in forced)


def test_endings_are_solved_for_every_line_that_is_asked_for():
    position = play_randomly(reversi, 50, 3)
    report = analyse(position, None, nodes=10**9, lines=3)
    assert report.method == "solver" and report.proven
    values = [exact_lead(position.play(move), position.mover) for move in position.moves()]
    assert [line.points for line in report.lines] == sorted(values, reverse=True)[: len(report.lines)]
    for line in report.lines:
        assert exact_lead(position.play(line.moves[0]), position.mover) == line.points
        at = position
        for move in line.moves:
            at = at.play(move)
        assert at.outcome is not None and len(line.moves) == line.plies_to_end


def exact_lead(position, player):
    """The final lead of a player, by the solver for one line."""
    if position.outcome is not None:
        return position.score[player] - position.score[1 - player]
    lead = solve_exactly(position, Limits()).points
    return lead if position.mover == player else -lead


@pytest.mark.parametrize("method", ["alphabeta", "mcts"])
@pytest.mark.parametrize(
    ("name", "plies", "seed"), [("reversi", 49, 3), ("reversi", 50, 5), ("mapello", 44, 2), ("greener", 22, 4)]
)
def test_points_are_worked_out_with_what_the_search_leaves(name, plies, seed, method, monkeypatch):
    monkeypatch.setattr(analysis, "SOLVER_NODES", 50)  # so that it is not solved at first
    position = play_randomly(ludoteca.game(name), plies, seed)
    exact = solve_exactly(position, Limits())
    assert exact.nodes > 1000
    report = analyse(position, None, nodes=100 * exact.nodes, method=method, seed=1)
    assert (report.method, report.points) == ("solver", exact.points)
    assert exact_lead(position.play(report.best), position.mover) == exact.points
    assert report.nodes <= 100 * exact.nodes


def test_points_are_worked_out_for_all_lines(monkeypatch):
    monkeypatch.setattr(analysis, "SOLVER_NODES_FOR_MORE", 50)
    position = play_randomly(reversi, 52, 3)
    report = analyse(position, None, nodes=10**7, lines=100)
    assert [line.points for line in report.lines] == sorted(
        (exact_lead(position.play(move), position.mover) for move in position.moves()), reverse=True
    )


def test_a_draw_that_no_search_can_prove_is_solved_in_time(monkeypatch):
    monkeypatch.setattr(analysis, "SOLVER_NODES", 50)
    draws = (play_randomly(reversi, 51, seed) for seed in range(200))
    position = next(each for each in draws if each.outcome is None and solve_exactly(each, Limits()).value == 0)
    assert not AlphaBeta(megabytes=1).search(position, Limits(nodes=100_000)).proven
    report = analyse(position, None, nodes=100_000)
    assert (report.method, report.points, report.proven) == ("solver", 0, True)


def test_what_is_known_of_a_win_only_makes_solving_quicker():
    position = next(
        each for each in (play_randomly(reversi, 50, seed) for seed in range(50))
        if each.outcome is None and solve_exactly(each, Limits()).value > 0
    )  # fmt: skip
    plain, knowing = Solver(position).attempt(Limits()), Solver(position).attempt(Limits(), known=1)
    assert knowing.report.points == plain.report.points and knowing.nodes <= plain.nodes
    assert Solver(position).attempt(Limits(), known=-1).report is None  # it is not true


@pytest.mark.parametrize("method", ["alphabeta", "mcts", "proof"])
def test_all_tables_together_stay_within_the_memory(method, monkeypatch):
    made = []
    for module, name in (
        (alphabeta_search, "new_transposition_table"),
        (solver, "new_bounds_table"),
        (solver, "new_transposition_table"),
        (tree_search, "new_tree"),
    ):
        original = getattr(module, name)
        monkeypatch.setattr(module, name, lambda size, make=original: (made.append(size), make(size))[1])
    analyse(reversi.start(), None, nodes=500, method=method, megabytes=16)
    own, *certainty = made[1:] if method == "mcts" else made  # a tree comes in halves
    tables = [2 * own, *certainty] if method == "mcts" else made
    assert sum(tables[:2]) <= 16 and len(tables) >= 2


def test_what_the_solver_does_not_use_the_search_does():
    assert analyse(gekitai.start(), None, nodes=5000).nodes > 4900  # positions come back: nothing to solve


def test_a_budget_gives_shares_of_what_is_left():
    budget = Budget(Limits(nodes=1000, depth=7))
    assert budget.part(0.2) == Limits(nodes=200, depth=7)
    assert budget.part(0.2, 50).nodes == 50
    budget.spend(900)
    assert budget.part().nodes == 100 and budget.part(0.5).nodes == 50
    budget.spend(900)
    assert budget.part().nodes == 1
    assert Budget(Limits()).part(0.5) == Limits()
    assert Budget(Limits(time_ms=0.0)).part().time_ms == 0


def test_a_switch_that_was_not_thrown_can_be_used_again():
    stop = StopFlag()
    for method in ("alphabeta", "mcts"):
        analyse(gekitai.start(), 1, stop=stop, method=method, threads=2)
        assert not stop.is_set
        assert analyse(gekitai.start(), None, nodes=300, stop=stop, method=method).nodes >= 300


def test_threads_share_the_nodes():
    assert AlphaBeta(threads=2, megabytes=2).search(gekitai.start(), Limits(nodes=20_000)).nodes < 21_000


def test_the_same_seed_grows_the_same_tree():
    reports = [analyse(gekitai.start(), None, nodes=300, method="mcts", seed=seed) for seed in (1, 1, 2)]
    found = [[(line.moves, line.visits) for line in report.lines] for report in reports]
    assert found[0] == found[1] != found[2]


def test_a_proof_names_the_win_and_its_line():
    report = analyse(WIN_IN_ONE, None, nodes=10_000, method="proof")
    assert report.method == "proof" and report.proven and report.lines[0].plies_to_end == 1
    assert WIN_IN_ONE.play(report.best).outcome.winner == WIN_IN_ONE.mover


def test_a_proof_of_the_others_win_is_a_loss():
    small = ludoteca.game("greener", size="3x3")
    report = analyse(small.position("b,g,w/g,b,g/w,g,g b 0"), None, nodes=100_000, method="proof")
    assert report.method == "proof" and report.proven and report.score == 0


def test_without_a_proof_alphabeta_answers_within_the_limits():
    report = analyse(gekitai.start(), None, nodes=2000, method="proof")
    assert report.method == "alphabeta" and not report.proven and report.nodes <= 2000


@pytest.mark.parametrize(
    "given",
    [
        *({"lines": 0}, {"threads": 0}, {"method": "magic"}, {"depth": 0}, {"nodes": 0}, {"ms": -5}, {"megabytes": -1}),
        *({"ms": float("nan")}, {"megabytes": float("nan")}, {"lines": 2.5}),
        *({"method": "mcts", "depth": 2}, {"method": "proof", "depth": 2}, {"method": "proof", "lines": 2}),
    ],
)
def test_nonsense_is_refused(given):
    with pytest.raises((BadOption, UnknownName)) as refused:
        analyse(reversi.start(), **{"ms": 10, **given})
    assert isinstance(refused.value, UnknownName) or refused.value.option == list(given)[-1]


def test_a_win_further_away_than_the_longest_game_is_not_believed():
    near, far = (ludoteca.game("glaisher", max_turns=turns) for turns in (3, 400))
    text = str(far.start())
    searcher = AlphaBeta(megabytes=4)
    searcher.search(far.position(text), Limits(nodes=30_000))
    shared = searcher.search(near.position(text), Limits(depth=3))
    fresh = AlphaBeta(megabytes=4).search(near.position(text), Limits(depth=3))
    assert shared.proven == fresh.proven
