"""`ludoteca analyse`."""

from __future__ import annotations

import json
import subprocess
import sys

WIN_IN_ONE = "....../.rr.../....../...b../....../..b... r"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludoteca", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_analyse_names_a_forced_win():
    done = run("analyse", "gekitai", WIN_IN_ONE, "--ms", "300")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins in 1 ply" in done.stdout and "proven" in done.stdout
    assert "It wins at once: three in line." in done.stdout


def test_analyse_has_the_names_of_cells_that_the_chosen_rules_show():
    corners = "r........./" + "........../" * 8 + "r........r b 1 -"
    done = run("analyse", "squ", corners, "--rules", "original", "--nodes", "500")
    assert (done.returncode, done.stderr) == (0, "")
    assert "A10: " in done.stdout and "j1" not in done.stdout


def test_analyse_speaks_json():
    done = run("analyse", "gekitai", WIN_IN_ONE, "--nodes", "2000", "--lines", "3", "--json")
    answer = json.loads(done.stdout)
    assert answer["proven"] and answer["score"] == 1.0
    assert len(answer["lines"]) == 3 and answer["best"] == answer["lines"][0]["moves"][0]
    assert answer["explanation"]["move"] == answer["best"]
    assert answer["explanation"]["claims"][0]["kind"] == "wins_at_once"


def test_analyse_gives_points_where_the_game_has_them():
    done = run("analyse", "greener", "b,w,g/g,w,b/g,g,g b 0", "--set", "size=3x3", "--ms", "60000", "--json")
    answer = json.loads(done.stdout)
    assert answer["method"] == "solver" and answer["points"] == 3


def test_analyse_can_grow_a_tree():
    done = run("analyse", "gekitai", "--method", "mcts", "--nodes", "500")
    assert done.returncode == 0 and "playouts" in done.stdout


def test_analyse_can_prove():
    done = run("analyse", "gekitai", WIN_IN_ONE, "--method", "proof", "--nodes", "5000")
    assert "wins in 1 ply" in done.stdout and "proof" in done.stdout and done.stderr == ""
    failed = run("analyse", "gekitai", "--method", "proof", "--nodes", "500")
    assert "no win was proven for either side" in failed.stderr and "alphabeta" in failed.stdout


def test_analysis_by_nodes_is_the_same_every_time():
    answers = []
    for _ in range(2):
        done = run("analyse", "gekitai", "--nodes", "3000", "--method", "mcts", "--seed", "3", "--json")
        answers.append(json.loads(done.stdout))
        answers[-1].pop("seconds"), answers[-1].pop("nps")
    assert answers[0] == answers[1] and answers[0]["nodes"] == 3000


def test_a_tree_has_no_depth_to_limit():
    done = run("analyse", "gekitai", "--method", "mcts", "--depth", "2")
    assert done.returncode == 2 and "no depth limit" in done.stderr and "Traceback" not in done.stderr


def test_a_finished_game_and_a_wrong_method_are_refused():
    over = run("analyse", "gekitai", "....../.rrr../....../...b../....../..b... b")
    assert (over.returncode, over.stdout) == (1, "") and "over" in over.stderr
    assert run("analyse", "gekitai", "--method", "magic").returncode == 2
