"""Calibrating: levels at equal distances, the same whether it was interrupted or not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import ludoteca
from ludoteca.arena.calibration import LEAST_STEP, MOST_STEP, RANDOM, Calibration, Check, GameFile, games_file, verdict
from ludoteca.arena.games import GameResult, derived_seed
from ludoteca.arena.results import BadResults
from ludoteca.arena.statistics import score_at
from ludoteca.bots.levels import LEVELS, ladder_of

gekitai = ludoteca.game("gekitai")


class Simulated(Calibration):
    """Players whose Elo is known, instead of games."""

    elo_a_strength = 150.0

    def finish(self, games: int = 10**9) -> bool:
        """Play so many games; whether it is done."""
        while jobs := self.next_games():
            for job in jobs:
                if games == 0:
                    return False
                games -= 1
                self._keep(self._played(job))
        return True

    def _played(self, job):
        first, second = (self.true_elo(self._players[seat]) for seat in job.seats)
        chance = derived_seed(self.seed, self._players[job.seats[0]], self._players[job.seats[1]], job.pair) / 2**64
        return GameResult(job.seats, job.pair, 0 if chance < score_at(first - second) else 1, "simulated")

    def true_elo(self, player):
        return -300.0 if player == RANDOM else self.elo_a_strength * float(player)


def test_ten_levels_at_equal_distances_from_a_beginner_to_the_strongest():
    done = Simulated(gekitai, GameFile(None), pairs=40)
    assert done.finish()
    true = [done.true_elo(step) for step in done.steps]
    assert len(true) == 10 and done.steps[-1] == 9.0
    assert all(60 <= higher - lower <= 300 for lower, higher in pairwise(true))
    assert -250 <= true[0] <= 100  # random play is at -300
    assert verdict(done).endswith(("100 to 250 Elo.", "as measured."))


def test_a_game_with_room_for_more_than_ten_begins_higher():
    class Deep(Simulated):
        elo_a_strength = 230.0  # 2,370 from random play to the strongest

    done = Deep(gekitai, GameFile(None), pairs=40)
    assert done.finish()
    true = [done.true_elo(step) for step in done.steps]
    assert len(true) == 10 and done.steps[-1] == 9.0
    assert 0 <= true[0] <= 150  # 300 to 450 over random play, rather than 200
    assert all(LEAST_STEP <= step.elo.elo <= MOST_STEP for step in done.measured())


def test_a_game_without_room_for_ten_has_fewer_steps_and_says_so():
    class Shallow(Simulated):
        elo_a_strength = 40.0

    done = Shallow(gekitai, GameFile(None), pairs=24)
    assert done.finish()
    assert 2 <= len(done.steps) <= 8 and len(done.rungs()) == len(LEVELS)
    assert f"does not hold ten levels {LEAST_STEP} Elo apart" in verdict(done)
    assert done.rungs()[0] != done.rungs()[-1]


def test_the_strongest_level_looks_at_no_more_than_told():
    done = Simulated(gekitai, GameFile(None), pairs=12, most_nodes=5000)
    assert done.finish()
    assert [rung.nodes for rung in done.rungs()][-1] == 5000 == max(rung.nodes for rung in done.rungs())
    assert '"nodes": 5000' in done.label(9.0)


def test_an_interrupted_calibration_ends_as_it_would_have(tmp_path):
    whole = Simulated(gekitai, GameFile(None), pairs=12)
    assert whole.finish()
    for _ in range(40):
        games = GameFile(tmp_path / "games.jsonl")
        again = Simulated(gekitai, games, pairs=12)
        is_done = again.finish(101)
        games.close()
        with (tmp_path / "games.jsonl").open("a") as file:
            file.write('["cut o')  # the machine went down while it was writing
        if is_done:
            break
    assert is_done and again.steps == whole.steps and again.games.points == whole.games.points


def test_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "games.jsonl").write_text('{"some": "thing"}\n')
    with pytest.raises(BadResults, match="holds no games of a calibration"):
        GameFile(tmp_path / "games.jsonl")


def test_a_check_measures_the_levels_as_they_are():
    check = Check(gekitai, GameFile(None), pairs=5)
    jobs = check.next_games()
    assert len(jobs) == 9 * 4 * 2 and {job.seats for job in jobs} >= {(0, 1), (1, 0), (8, 9)}
    assert check.rungs() == list(ladder_of(gekitai.game))


def test_a_changed_game_has_another_file(monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", "/somewhere")
    assert games_file(gekitai, 1) != games_file(gekitai, 2)
    assert str(games_file(gekitai, 1)).startswith("/somewhere/calibrations/gekitai-")


def test_labels_tell_what_a_player_may_look_at():
    calibration = Calibration(gekitai, GameFile(None))
    method, rest = calibration.label(0.0).split(" ", 1)
    assert method == "alphabeta" and json.loads(rest) == {"nodes": 60, "spread": 3.0}
    assert calibration.label(9.0).endswith("solves")
