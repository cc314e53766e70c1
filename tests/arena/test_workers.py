"""Games in watched processes: bots that fail lose their game, and the others go on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import executors
from ludoteca.arena.executors import play_all
from ludoteca.arena.games import GameResult, Job, Opening, Played, Prepares, Thinks, derived_seed, play_game
from ludoteca.arena.worker_process import WorkerProcess

gekitai = ludoteca.game("gekitai")
FOREIGN = ludoteca.game("greener", size="3x3").start(1).moves()[0]
START = Opening(str(gekitai.start()))


def job(*bots, pair=0, opening=START, seats=(0, 1), **options):
    return Job("gekitai", options, bots, seats, pair, opening, seed=9)


def result_of(wanted) -> GameResult:
    *_, last = play_game(wanted)
    assert isinstance(last, GameResult)
    return last


def test_a_game_is_told_as_it_happens():
    events = list(play_game(job("random", "greedy", opening=Opening(START.start, ("c3", "d4")))))
    result = events[-1]
    assert events[:3] == [Prepares(0), Prepares(1), Thinks(0)]  # both get ready, then the first one moves
    assert tuple(event.move for event in events if isinstance(event, Played)) == result.moves
    end = gekitai.start().play("c3").play("d4")
    for move in result.moves:
        end = end.play(move)
    assert (end.outcome.winner, end.outcome.reason) == (result.winner, result.reason)
    assert result.fault is None


def test_a_game_depends_on_its_job_alone():
    def moves(wanted):
        return result_of(wanted).moves

    assert moves(job("random", "random")) == moves(job("random", "random"))
    assert moves(job("random", "random")) != moves(job("random", "random", pair=1))
    assert moves(job("random", "random")) != moves(job("random", "random", seats=(1, 0)))


def test_options_and_seats_are_respected():
    greener = Job("greener", {"size": "3x3"}, ("dumb", "hard"), (1, 0), 0, Opening("b,g,w/g,b,g/w,g,g b 0"), 1)
    result = result_of(greener)
    assert result.score_of(0) + result.score_of(1) == 1
    assert result.score_of(1) == (1.0 if result.winner == 0 else 0.0 if result.winner == 1 else 0.5)


def test_seeds_differ_by_every_part():
    assert derived_seed(1, 2) == derived_seed(1, 2)
    assert len({derived_seed(1, 2), derived_seed(2, 1), derived_seed(12), derived_seed(1, "2")}) == 4


@pytest.mark.parametrize(
    ("bot", "fault", "says"),
    [
        ("raises", "crash", "raises crashed: ValueError: lost the thread"),
        ("cheats", "illegal", "cheats did not answer with a legal move: c3 is taken"),
        (
            "mute",
            "illegal",
            "mute did not answer with a legal move: None is not a move; give its text, or one of moves()",
        ),
        ("leaves", "crash", "leaves crashed: SystemExit: enough of this"),
        ("starves", "crash", "starves crashed: MemoryError: "),
        ("speechless", "crash", "speechless crashed: Nameless: and cannot say why: RuntimeError"),
        ("stranger", "illegal", f"stranger did not answer with a legal move: '{FOREIGN}' is not a legal move here"),
        ("forger", "illegal", "forger did not answer with a legal move: 'z99' is not a legal move here"),
        ("meddles", "illegal", "meddles changed the position it was given"),
    ],
)
def test_a_bot_that_fails_loses(guests, bot, fault, says):
    opening = Opening(START.start, ("c3",))
    for seats, winner in (((0, 1), 1), ((1, 0), 0)):
        result = result_of(job(bot, "last", opening=opening, seats=seats))
        assert (result.winner, result.fault) == (winner, fault)
        assert result.reason.startswith(says.partition(":")[0]) and (bot == "cheats" or result.reason == says)
    assert ("lost the thread" in result.details) == (bot == "raises")


def test_a_bot_that_cannot_be_made_loses(guests, monkeypatch):
    monkeypatch.setenv("UNMADE", "yes")
    result = result_of(job("random", "unmade"))
    assert (result.winner, result.fault, result.reason) == (0, "crash", "unmade crashed: RuntimeError: no brain")


def test_processes_that_hang_or_die_are_replaced_and_the_rest_is_played(guests, capfd):
    bots = ("random", "hangs", "quits", "last")  # none that has to be compiled
    seats = [(0, 1), (2, 0), (0, 3), (1, 0), (0, 2), (3, 0)]
    jobs = [Job("gekitai", {}, bots, pair, number, START, seed=1) for number, pair in enumerate(seats)]
    found = {result.pair: result for result in play_all(jobs, workers=2, move_limit_s=2)}
    assert sorted(found) == list(range(6))
    for number, winner, fault, says in (
        (0, 0, "hang", "hangs did not answer in 2 s"),
        (3, 1, "hang", "hangs did not answer in 2 s"),
        (1, 1, "crash", "quits ended its process (exit code 3)"),
        (4, 0, "crash", "quits ended its process (exit code 3)"),
    ):
        assert (found[number].winner, found[number].fault, found[number].reason) == (winner, fault, says)
    assert len(found[0].moves) == 1 and found[1].moves == ()  # what was played before is kept
    assert found[0].slowest_ms[1] >= 2000 and found[3].slowest_ms[0] >= 2000  # and how long the last thought was
    assert found[2].fault is None and found[5].fault is None
    assert capfd.readouterr().out == ""
    assert multiprocessing.active_children() == []


def wait_until_gone(pid):
    """Whether a process ends soon."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


def games_against_random(bots, move_limit_s):
    """One game of each bot against a random one, by the name of the bot."""
    specs = ("random", *bots)
    jobs = [Job("gekitai", {}, specs, (number, 0), number, START, seed=1) for number in range(1, len(specs))]
    return {specs[result.pair]: result for result in play_all(jobs, workers=2, move_limit_s=move_limit_s)}


def test_whatever_a_bot_does_to_its_process_it_alone_loses(guests, capfd):
    bots = ("segfaults", "stubborn", "orphans", "scribbles", "shouts", "prattles")
    found = games_against_random(bots, move_limit_s=3)
    assert set(found) == set(bots)
    for name, fault, says in (
        ("segfaults", "crash", "segfaults ended its process (by SIGSEGV)"),
        ("stubborn", "hang", "stubborn did not answer in 3 s"),
        ("orphans", "crash", "orphans ended its process (exit code 5)"),
        ("scribbles", "crash", "scribbles wrote where only the match may write"),
    ):
        assert (found[name].winner, found[name].fault, found[name].reason) == (1, fault, says)
    assert found["prattles"].fault is None
    assert wait_until_gone(int((guests / "child").read_text()))  # which the bot had left behind
    assert capfd.readouterr().out == ""
    assert multiprocessing.active_children() == []


def test_the_time_before_a_death_is_noted_for_both(guests):
    seen = games_against_random(("tires",), move_limit_s=30)["tires"]
    assert seen.fault == "crash" and seen.slowest_ms[0] >= 200  # of 300
    plain = result_of(job("slow", "raises"))
    assert plain.fault == "crash" and plain.slowest_ms[0] >= 20
    jobs = [Job("gekitai", {}, ("slow", "quits"), (0, 1), 0, START, seed=1)]
    (beside,) = play_all(jobs, workers=1, move_limit_s=30)
    assert beside.fault == "crash" and beside.slowest_ms[0] >= 20  # that of the bot that did not die


def test_what_a_bot_says_is_kept_without_harm(guests):
    result = result_of(job("shouts", "last"))
    assert result.fault == "crash" and result.reason.startswith("shouts crashed: ValueError: \ufffd[2J\ufffd\ufffd")
    assert len(result.reason) <= 1001 and len(result.details) <= 8001
    for text in (result.reason, result.details.replace("\n", "")):
        assert text.isprintable() and text.encode()


def test_getting_ready_is_not_thinking(guests):
    result = result_of(job("prepared", "last"))
    assert result.fault is None and result.slowest_ms[0] < 500


def test_a_bot_that_is_never_ready_loses(guests, monkeypatch):
    monkeypatch.setenv("STUCK", "yes")
    monkeypatch.setattr(executors, "READY_S", 1)
    result = games_against_random(("stuck",), move_limit_s=0.5)["stuck"]
    assert (result.winner, result.fault, result.reason) == (1, "hang", "stuck did not get ready in 1 s")


@pytest.mark.parametrize("spec", ["alphabeta:depth=1", "mcts:3", "level1", "greedy", "hard"])
def test_the_first_move_of_a_process_does_not_pay_for_the_compiler(spec):
    jobs = [job(spec, "random")]
    result = next(play_all(jobs, workers=1, move_limit_s=60))
    assert result.fault is None and result.slowest_ms[0] < 150  # a compiler takes seconds, its cache some tenths


def test_leaving_early_ends_the_processes():
    jobs = (job("random", "random", pair=pair) for pair in range(10**6))
    games = play_all(jobs, workers=2, move_limit_s=60)
    next(games)
    children = multiprocessing.active_children()
    assert len(children) == 2
    games.close()
    assert not any(child.is_alive() for child in children)
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(child.pid, 0)


def echo(pipe: Connection) -> None:
    while True:
        pipe.send(pipe.recv())


def test_ctrl_c_does_not_reach_a_process_that_is_just_starting():
    worker = WorkerProcess(echo)
    try:
        os.kill(worker.process.pid, signal.SIGINT)
        worker.pipe.send("still here")
        assert worker.pipe.poll(60) and worker.pipe.recv() == "still here"
    finally:
        worker.kill()
