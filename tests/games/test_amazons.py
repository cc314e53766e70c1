"""Amazons."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest
from games.lockstep import GAMES

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.play.perft import count_sequences
from ludoteca.play.records import RecordError, read_record

amazons = ludoteca.game("amazons")


def test_leaf_counts():
    assert [count_sequences(amazons.start(), depth) for depth in (1, 2, 4)] == [80, 2176, 4307152]


@pytest.mark.parametrize("size", [6, 8])
def test_smaller_boards_have_four_queens_each(size):  # AM1
    start = ludoteca.game("amazons", size=f"{size}x{size}").start()
    rows = str(start).split()[0].split("/")
    assert [len(row) for row in rows] == [size] * size
    assert rows == [row[::-1] for row in rows] and [row.swapcase() for row in rows[::-1]] != rows
    assert ("".join(rows).count("w"), "".join(rows).count("b")) == (4, 4)


def test_a_turn_is_read_as_players_write_it():
    record = read_record('[Game "amazons"]\n\n1. d1-d7/g7 A7-b8/B3 *')
    assert [ply.move for ply in record.main.plies] == ["d1-d7", "g7", "a7-b8", "b3"]
    with pytest.raises(RecordError, match="an arrow flies in a straight line from d7"):
        read_record('[Game "amazons"]\n\n1. d1-d7/e5 *')


def test_queens_and_arrows_go_in_straight_lines_and_do_not_pass_anything():  # AM2, AM3
    at = ludoteca.game("amazons", size="6x6").position("....../....../..x.../....../w.b.../...... w")
    assert {str(move) for move in at.moves()} == {
        f"a2-{target}" for target in ("a1", "b1", "b2", "b3", "a3", "a4", "a5", "a6")
    }
    with pytest.raises(IllegalMove, match="a queen moves in a straight line, and b4 is not in line with a2"):
        at.play("a2-b4")
    at = at.play("a2-a3")
    assert at.mover == 0
    assert "a2" in {str(move) for move in at.moves()}  # where the queen stood
    assert "d3" in {str(move) for move in at.moves()}
    with pytest.raises(IllegalMove, match="an arrow flies in a straight line from a3, the queen that moved"):
        at.play("b5")
    at = at.play("a2")
    assert (at.mover, str(at)) == (1, "....../....../..x.../w...../x.b.../...... b")


def test_whoever_cannot_move_loses():  # AM4
    at = ludoteca.game("amazons", size="6x6").position("bx..../x...../....../....../....../.....w w").play("f1-b5")
    outcome = at.play("f1").outcome
    assert (outcome.winner, outcome.reason) == (0, "Black cannot move")


def theirs(size, cell):
    """A cell as OpenSpiel counts: rows from the top, then columns."""
    return f"({size + 1 - int(cell[1:])}, {ord(cell[0]) - ord('a') + 1})"


@GAMES
@pytest.mark.parametrize("size", [10, 8, 6])
def test_in_lockstep_with_openspiel(size, games):  # where choosing a queen is a move of its own
    variant, game = ludoteca.game("amazons", size=f"{size}x{size}"), pyspiel.load_game(f"amazons(board_size={size})")
    for seed in range(games):
        random, here, there = Random(seed), variant.start(), game.new_initial_state()
        while here.outcome is None:
            where = f"seed {seed}, ply {here.ply}: {here}"
            assert here.mover == there.current_player(), where
            moves = {str(move): [theirs(size, cell) for cell in str(move).split("-")] for move in here.moves()}
            if queens := {origin for origin, *target in moves.values() if target}:
                assert queens == {text.split("From ")[1] for text in actions(there)}, where
            chosen = random.choice(sorted(moves))
            *queen, target = moves[chosen]
            if queen:
                take(there, queen[0])
            beside = {last for *first, last in moves.values() if first == queen}
            assert beside == {text.split(maxsplit=2)[2] for text in actions(there)}, where
            take(there, target)
            here = here.play(chosen)
        assert there.is_terminal()
        assert there.returns()[0] == (1 if here.outcome.winner == 0 else -1)


def actions(there):
    return {there.action_to_string(there.current_player(), action): action for action in there.legal_actions()}


def take(there, cell):
    there.apply_action(next(action for text, action in actions(there).items() if text.endswith(cell)))
