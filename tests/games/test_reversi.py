"""Reversi, on a board of its own."""

from __future__ import annotations

import pytest
from games.lockstep import GAMES, play_in_lockstep
from hypothesis import given
from strategies import reachable

import ludoteca
from ludoteca.errors import UnknownName
from ludoteca.kernel import count_cells, verbs
from ludoteca.play.perft import count_sequences
from ludoteca.play.playouts import play_random
from ludoteca.search.analysis import analyse

reversi = ludoteca.game("reversi")
NINE_PLIES = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # White has nothing left: a known shortest game


def test_black_starts_on_e4_and_d5_and_opens_as_in_othello():  # MA3
    start = reversi.start()
    rows = [*["........"] * 3, "...WB...", "...BW...", *["........"] * 3]
    assert str(start) == f"{'/'.join(rows)} B"
    assert {str(move) for move in start.moves()} == {"d3", "c4", "f5", "e6"}


def test_the_centre_is_an_option():  # MA3
    other = ludoteca.game("reversi", centre="rulebook").start()
    assert {str(move) for move in other.moves()} == {"e3", "f4", "c5", "d6"}
    rows = str(ludoteca.game("mapello", map="none").start()).split()[0].split("/")
    assert str(other) == "/".join(row[1:-1] for row in rows[1:-1]) + " B"


def test_every_cell_gets_one_of_64_discs():  # MA1, MA2
    assert len(reversi.board.names) == 64
    end = reversi.start()
    while end.outcome is None:
        assert sum(look.top is not None for look in end.scene().cells.values()) == 4 + end.ply - passes(end)
        end = end.play(end.moves()[-1])


def passes(position):
    return sum(str(earlier.last_move) == "pass" for earlier in position.line() if earlier.last_move)


def test_the_options_of_maps_are_not_offered():
    with pytest.raises(UnknownName, match="reversi has no option called 'map'; its options are: centre, empties"):
        ludoteca.game("reversi", map="random")


@pytest.mark.parametrize("centre", ["othello", "rulebook"])
def test_leaf_counts(centre):
    start = ludoteca.game("reversi", centre=centre).start()
    assert [count_sequences(start, depth) for depth in range(1, 9)] == [4, 12, 56, 244, 1396, 8200, 55092, 390216]


def after_nine_plies(**options):
    at = ludoteca.game("reversi", **options).start()
    for move in NINE_PLIES.split():
        assert at.outcome is None
        at = at.play(move)
    return at


def test_a_game_can_end_after_nine_moves_and_empty_cells_are_the_winners():  # MA11, MA12
    at = after_nine_plies()
    assert (at.outcome.winner, at.score, verbs.margin(at.state)) == (0, (64, 0), 64)
    assert at.outcome.reason == "64 points to 0, counting empty cells"
    assert [(fact.name, fact.value) for fact in at.scene().facts] == [
        ("Discs", "13"), ("Discs", "0"), ("Points", "64"), ("Points", "0"),
    ]  # fmt: skip


def test_empty_cells_can_be_nobodys():  # MA12
    at = after_nine_plies(empties="nobody")
    assert (at.outcome.winner, at.score, verbs.margin(at.state)) == (0, (13, 0), 13)
    assert at.outcome.reason == "13 discs to 0"


def test_empty_cells_count_only_when_the_game_is_over():  # MA12
    at = after_nine_plies().previous
    assert at.outcome is None and sum(at.score) == 12


@pytest.mark.parametrize(
    ("discs", "winner", "score", "plain"),
    [
        ("BBB.....", 0, (64, 0), (3, 0)),
        ("WW......", 1, (0, 64), (0, 2)),
        ("BBB...WW", 0, (62, 2), (3, 2)),
        ("B......W", None, (32, 32), (1, 1)),
    ],
)
def test_empty_cells_go_to_the_winner_and_half_to_each_in_a_draw(discs, winner, score, plain):  # MA12
    text = "/".join([discs, *["........"] * 7]) + " B"
    here, nobodys = reversi.position(text), ludoteca.game("reversi", empties="nobody").position(text)
    assert here.outcome.winner == nobodys.outcome.winner == winner
    assert (here.score, nobodys.score) == (score, plain)
    for at in (here, nobodys):
        assert verbs.margin(at.state) == at.score[0] - at.score[1]
    assert ("counting empty cells" in here.outcome.reason, "empty" in nobodys.outcome.reason) == (True, False)


def test_mapellos_empty_cells_are_nobodys():
    at = ludoteca.game("mapello", map="none").position(
        "/".join(["#" * 10, "#BBB.....#", *["#........#"] * 7, "#" * 10]) + " B 0-0"
    )
    assert (at.score, at.outcome.reason) == ((3, 0), "3 points to 0")


@pytest.mark.parametrize(("empties", "points"), [("winner", 64), ("nobody", 3)])
def test_the_solver_counts_as_the_score_does(empties, points):  # MA12
    text = "/".join([".WB.....", *["........"] * 7]) + " B"
    report = analyse(ludoteca.game("reversi", empties=empties).position(text), None, nodes=10**6)
    assert (str(report.best), report.points) == ("a1", points)


def test_it_is_a_game_of_its_own():
    assert repr(reversi) == "ludoteca.game('reversi')"
    assert reversi.title == "Reversi"
    assert len(reversi.board.cells) == 64


@given(reachable(ludoteca.game("mapello", map="none")))
def test_mapello_without_special_pieces_has_the_same_moves(here):  # MA6, MA7, MA11
    board, mover, _ = str(here).split()
    rows = [row[1:-1] for row in board.split("/")[1:-1]]
    there = reversi.position(f"{'/'.join(rows)} {mover}")
    assert [str(move) for move in there.moves()] == [str(move) for move in here.moves()]
    assert (there.outcome is None) == (here.outcome is None)


@given(reachable(ludoteca.game("reversi", empties="nobody")))
def test_points_are_discs(here):  # MA12
    assert here.score == tuple(count_cells(discs) for discs in here.state.discs)


@given(reachable(reversi))
def test_a_finished_game_shares_out_all_cells(here):  # MA12
    assert sum(here.score) == (64 if here.outcome else sum(count_cells(discs) for discs in here.state.discs))


@GAMES
def test_the_same_games_as_in_openspiel(games):
    play_in_lockstep(reversi, "othello", lambda _, text: text, games=games)


def test_random_games_end_as_often_for_each_side_as_other_programs_find():
    games = play_random(reversi, 4000, seed=1)
    assert 0.43 < games.first_wins / 4000 < 0.48  # 0.4549 in a million games of a C program
    assert 0.48 < games.second_wins / 4000 < 0.53  # 0.5033
    assert 60.2 < games.mean_plies < 60.6  # 60.41, passes counted
