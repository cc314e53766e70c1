"""Matches: pairs, standing, SPRT stop, results on disk, and going on after an interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import Contest, LocalProcesses, Sprt, play_league, play_match
from ludoteca.arena.games import GameResult, Judges, play_game
from ludoteca.arena.match import Tally
from ludoteca.arena.results import BadResults
from ludoteca.bots import WrongGame
from ludoteca.errors import LudotecaError, UnknownName

gekitai = ludoteca.game("gekitai")
small = ludoteca.game("greener", size="3x3")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def games_in(path):
    return [(tuple(line["seats"]), line["pair"]) for line in lines(path) if "seats" in line]


def test_every_opening_is_played_twice_with_seats_swapped(tmp_path):
    path = tmp_path / "match.jsonl"
    *_, (_, standing) = play_match(Contest(small, ("hard", "random"), 5), on=LocalProcesses(2), path=path)
    assert sorted(games_in(path)) == sorted((seats, pair) for seats in ((0, 1), (1, 0)) for pair in range(5))
    header, *rest = lines(path)
    assert (header["game"], header["options"], header["bots"]) == ("greener", {"size": "3x3"}, ["hard", "random"])
    openings = [line for line in rest if "opening" in line]
    assert [line["opening"] for line in openings] == list(range(5))
    for line in rest:
        if "seats" in line:  # each game replays from its opening to the end that was noted
            opening = openings[line["pair"]]
            at = small.position(opening["start"])
            for move in opening["moves"] + line["moves"]:
                at = at.play(move)
            assert (at.outcome.winner, at.outcome.reason) == (line["winner"], line["reason"])
    assert standing.pairs == 5 and standing.wins + standing.draws + standing.losses == 10
    assert standing.to_json()["pentanomial"] == list(standing.counts)


def test_the_tally_counts_pairs_whichever_game_ends_first():
    tally = Tally(Contest(gekitai, ("greedy", "random"), 9))
    assert str(tally.standing()) == "no pair is over yet" and tally.standing().to_json()["elo"] is None
    for pair, seats, winner in (
        (0, (0, 1), 0), (1, (1, 0), None), (0, (1, 0), 1), (1, (0, 1), 1), (2, (0, 1), None),
    ):  # fmt: skip
        tally.add(GameResult(seats, pair, winner, "", slowest_ms=(10 * pair, 5)))
    tally.add(GameResult((1, 0), 2, 1, "", fault="crash"))
    standing = tally.standing()
    assert standing.counts == (0, 1, 0, 1, 1)  # won both; a draw and a loss; a draw and a win
    assert (standing.wins, standing.draws, standing.losses) == (3, 2, 1)
    assert standing.faults == (0, 1) and standing.slowest_ms == (20, 10)
    assert standing.score == pytest.approx((1 + 0.25 + 0.75) / 3)
    with pytest.raises(ValueError, match="two bots"):
        Tally(Contest(gekitai, ("greedy", "random", "hard"), 1))


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("fragile", "fragile crashed: RuntimeError: made of glass"),
        ("garbled", "garbled crashed: LudotecaError: the bot garbled cannot be loaded: SyntaxError: invalid syntax"),
        ("nth:m=3", "nth:m=3 crashed: BadBotSpec: invalid bot 'nth:m=3': missing a required argument: 'n'"),
    ],
)
def test_a_bot_of_another_package_that_cannot_be_made_loses_its_games_alone(guests, capfd, bot, why):
    *games, (_, standing) = play_match(Contest(gekitai, (bot, "random"), 1), on=LocalProcesses(1))
    assert [game.reason.startswith(why) for game, _ in games if game is not None] == [True]
    assert (standing.losses, standing.faults) == (2, (2, 0))
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("is_made", [True, False], ids=["objects", "classes"])
def test_objects_and_classes_that_choose_moves_play_matches(guests, is_made):
    import guest_bots

    bots = [guest_bots.Shortest, guest_bots.Shortest, guest_bots.Last]
    contest = Contest(gekitai, tuple(bot() if is_made else bot for bot in bots), 1, seed=2)
    assert contest.names == ("Shortest", "Shortest (2)", "Last")
    *_, (_, results) = play_league(contest, on=LocalProcesses(2))
    games = {key: game.moves for key, game in results.games.items()}
    assert len(games) == 6 and all(game.fault is None for game in results.games.values())
    *_, (_, again) = play_league(contest, on=LocalProcesses(1))
    assert {key: game.moves for key, game in again.games.items()} == games  # each game has its own seed, and only that
    assert len(set(games.values())) == 6


class Homeless:
    def choose(self, position):
        return position.moves()[0]


def test_an_object_that_no_other_process_can_make_loses_its_games_with_that_reason(guests, monkeypatch):
    monkeypatch.setitem(sys.modules, "notebook", sys.modules[Homeless.__module__])
    monkeypatch.setattr(Homeless, "__module__", "notebook")
    *_, (game, standing) = play_match(Contest(gekitai, (Homeless(), "last"), 1))
    assert standing.bots == ("Homeless", "last") and standing.faults == (2, 0)
    assert game.reason == "Homeless crashed: ModuleNotFoundError: No module named 'notebook'"
    bot = Homeless()
    bot.held = lambda: None
    with pytest.raises(LudotecaError, match=r"cannot be sent to the processes that play: .*; a spec such as py:file"):
        list(play_match(Contest(gekitai, (bot, "last"), 1)))


def test_a_bot_in_a_file_plays_a_match(guests):
    spec = f"py:{guests / 'guest_bots.py'}:Nth:n=1"
    *_, (_, standing) = play_match(Contest(gekitai, (spec, "last"), 1))
    assert (standing.bots[0], standing.faults, standing.pairs) == (spec, (0, 0), 1)


def test_a_move_that_takes_too_long_is_reported_and_loses_where_the_contest_says_so(guests, tmp_path):
    bots = ("dawdles:20ms", "last")
    *_, (_, standing) = play_match(Contest(gekitai, bots, 1), on=LocalProcesses(2), path=tmp_path / "noted")
    assert standing.faults == (0, 0) and standing.late_moves[0] > 2 and standing.late_moves[1] == 0
    assert 100 < standing.latest_ms[0] < 10_000
    told = standing.to_json()
    assert (told["late_moves"], told["latest_ms"]) == (list(standing.late_moves), list(standing.latest_ms))
    *_, (_, again) = play_match(Contest(gekitai, bots, 1), path=tmp_path / "noted", resume=True)
    assert again == standing
    *_, (_, lenient) = play_match(Contest(gekitai, bots, 1, overtime_ms=60_000), on=LocalProcesses(2))
    assert lenient.faults == (0, 0)
    strict = Contest(gekitai, bots, 1, overtime_ms=50)
    *_, (game, standing) = play_match(strict, on=LocalProcesses(2), path=tmp_path / "strict")
    assert standing.faults == (2, 0) and standing.losses == 2 and game.fault == "overtime"
    assert re.fullmatch(r"dawdles:20ms took \d+ ms for a move, \d+ ms too long", game.reason)
    with pytest.raises(BadResults, match="holds another contest"):
        list(play_match(Contest(gekitai, bots, 1), path=tmp_path / "strict", resume=True))


def test_sprt_stops_a_match_as_soon_as_it_is_clear():
    contest = Contest(gekitai, ("hard", "random"), 1000)
    *_, (_, standing) = play_match(contest, on=LocalProcesses(2), sprt=Sprt(0, 200))
    assert standing.verdict == "elo1" and standing.pairs < 60
    assert standing.llr >= standing.sprt.upper
    assert f"LLR {standing.llr:.2f} (-2.94, 2.94) [0, 200]" in str(standing)


def test_games_that_go_as_an_earlier_one_did_are_counted():
    same, varied = (Contest(ludoteca.game("gekitai"), bots, pairs=3, opening_plies=0) for bots in (
        ("alphabeta:50", "alphabeta:60"), ("random", "alphabeta:60")))  # fmt: skip
    (*_, (_, standing)) = play_match(same)
    assert standing.repeated == 4 == standing.to_json()["repeated"]
    (*_, (_, standing)) = play_match(varied)
    assert standing.repeated == 0


def test_a_match_is_resumed_without_losing_or_repeating_a_game(tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    contest = Contest(small, ("greedy", "random"), 6, seed=3)
    *_, (_, expected) = play_match(contest, on=LocalProcesses(1), path=whole)
    games = play_match(contest, on=LocalProcesses(2), path=broken)
    for _ in islice(games, 6):
        pass
    games.close()
    before = broken.read_bytes()
    broken.write_bytes(before + b'{"seats": [0, 1], "pair": 5, "win')  # as a power cut would leave it
    played = list(play_match(contest, on=LocalProcesses(2), path=broken, resume=True))
    assert broken.read_bytes().startswith(before)
    assert len(games_in(broken)) == len(set(games_in(broken))) == 12
    assert len(played) == 1 + 12 - 5
    timeless = {"slowest_ms": 0, "latest_ms": 0}
    as_sets = [{json.dumps({**line, **timeless}) for line in lines(path)} for path in (whole, broken)]
    assert as_sets[0] == as_sets[1]  # neither interruption nor parallel play changes a move
    assert (played[-1][1].counts, played[-1][1].wins) == (expected.counts, expected.wins)
    longer = list(play_match(Contest(small, ("greedy", "random"), 7, seed=3), path=broken, resume=True))
    assert len(longer) == 1 + 2 and longer[-1][1].pairs == 7


def test_a_file_is_neither_overwritten_nor_mixed_up(tmp_path):
    path = tmp_path / "match.jsonl"
    contest = Contest(small, ("greedy", "random"), 1)
    list(play_match(contest, path=path))
    with pytest.raises(BadResults, match="exists; continue it with --resume"):
        next(play_match(contest, path=path))
    with pytest.raises(
        BadResults, match=r"another contest: this file is .* against .*, not .* against .*; its seed is 1, not 2"
    ):
        next(play_match(Contest(small, ("hard", "random"), 1, seed=2), path=path, resume=True))
    path.write_text("no such thing\n")
    with pytest.raises(BadResults, match="not a results file"):
        next(play_match(contest, path=path, resume=True))
    path.write_text("[1]\n")
    with pytest.raises(BadResults, match="first line is not a header"):
        next(play_match(contest, path=path, resume=True))


def test_a_file_cut_off_in_its_first_line_is_begun_again(tmp_path):
    path, contest = tmp_path / "match.jsonl", Contest(small, ("greedy", "random"), 1)
    list(play_match(contest, path=path))
    header = path.read_bytes().splitlines()[0]
    for length in (1, 10, len(header)):
        path.write_bytes(header[:length])
        *_, (_, standing) = play_match(contest, path=path, resume=True)
        assert standing.pairs == 1 and lines(path)[0] == json.loads(header)
    path.write_bytes(b'{"ludoteca": "something el')
    with pytest.raises(BadResults, match="its first line is not that of a contest"):
        next(play_match(contest, path=path, resume=True))
    assert path.read_bytes() == b'{"ludoteca": "something el'


def test_two_contests_do_not_write_to_one_file(tmp_path):
    path, contest = tmp_path / "match.jsonl", Contest(small, ("greedy", "random"), 1)
    with contest.results(path), pytest.raises(BadResults, match="another process is writing to"):
        contest.results(path, resume=True)
    contest.results(path, resume=True).close()


def test_a_reason_of_any_kind_is_written_and_read_again(tmp_path, guests):
    path, contest = tmp_path / "match.jsonl", Contest(gekitai, ("shouts", "random"), 1)
    *_, (_, standing) = play_match(contest, path=path)
    assert standing.faults == (2, 0)
    with contest.results(path, resume=True) as results:
        assert [game.fault for game in results.games.values()] == ["crash", "crash"]


def test_a_damaged_middle_is_refused(tmp_path):
    path = tmp_path / "match.jsonl"
    contest = Contest(small, ("greedy", "random"), 1)
    list(play_match(contest, path=path))
    whole = path.read_text().splitlines()
    game = json.loads(whole[-1])
    for bad in (
        '{"opening": 7, "start": "x", "moves": []}', '{"seats": 3}', "\x00", '{"seats": [0, 1], "odd": 1}', "", "3",
        whole[1][: len(whole[1]) // 2], whole[-1], "[" * 100_000,
        *(json.dumps({**game, **wrong}) for wrong in (
            {"seats": [0, 0]}, {"seats": [0, 2]}, {"seats": [0, True]}, {"pair": 5}, {"winner": 2}, {"moves": [1]},
        )),
    ):  # fmt: skip
        path.write_text("\n".join([*whole[:2], bad, *whole[2:]]) + "\n")
        with pytest.raises(BadResults, match=r"not a results file that can be read: line \d: "):
            next(play_match(contest, path=path, resume=True))


def test_bots_are_checked_before_anything_is_written(tmp_path):
    path = tmp_path / "match.jsonl"
    with pytest.raises(WrongGame):
        next(play_match(Contest(small, ("classic5", "random"), 1), path=path))
    with pytest.raises(UnknownName):
        next(play_match(Contest(small, ("randon", "random"), 1), path=path))
    assert not path.exists()


def session_of(pid):
    """The session a process belongs to; None when it has ended."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if words[0] == "Z" else int(words[3])


def wait_for_the_end_of_session(leader):
    """Return when no process is left of those that a command started."""
    for _ in range(1000):
        if not any(session_of(path.name) == leader for path in Path("/proc").glob("[0-9]*")):
            return
        time.sleep(0.01)
    pytest.fail("a worker process has outlived its match")


def test_a_command_interrupted_by_ctrl_c_is_resumed(tmp_path, guests):
    path = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "ludoteca", "match", "gekitai", "slow", "random", "--pairs", "4", "--workers", "2"]
    command += ["--out", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while process.poll() is None and not (path.exists() and b'"seats"' in path.read_bytes()):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers as well
    said = process.communicate()[1]
    assert process.returncode == 130 and "go on with --resume" in said
    wait_for_the_end_of_session(process.pid)
    kept = path.read_bytes()
    assert 1 <= len(games_in(path)) < 8
    done = subprocess.run([*command, "--resume", "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(kept)
    assert len(games_in(path)) == len(set(games_in(path))) == 8
    told = json.loads(done.stdout)
    assert told["pairs"] == 4 and told["bots"] == ["slow", "random"]


def test_a_match_that_is_killed_is_resumed_without_losing_or_repeating_a_game(tmp_path, guests):
    path = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "ludoteca", "match", "gekitai", "slow", "random", "--pairs", "6", "--workers", "2"]
    command += ["--out", str(path), "--json"]
    for kills in range(3):
        resumed = ["--resume"] if kills else []
        process = subprocess.Popen([*command, *resumed], stdout=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and not (path.exists() and path.read_bytes().count(b'"seats"') > 3 * kills):
            time.sleep(0.01)
        process.kill()  # the match alone: its workers see that it is gone
        process.wait()
        wait_for_the_end_of_session(process.pid)
    kept = path.read_bytes().rpartition(b"\n")[0]
    done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(kept)
    assert len(games_in(path)) == len(set(games_in(path))) == 12
    assert json.loads(done.stdout)["pairs"] == 6


def test_a_job_may_ask_for_the_value_of_every_position(tmp_path):
    contest = Contest(small, ("random", "random"), 1, opening_plies=0, opening_tolerance=1.0)
    path = tmp_path / "match.jsonl"
    with contest.results(path) as results:
        jobs = list(contest.jobs(results))
        for job in (replace(jobs[0], judge_nodes=50), jobs[1]):
            events = list(play_game(job))
            results.add_game(events[-1])
            assert sum(isinstance(event, Judges) for event in events) == len(events[-1].values)
    judged, plain = (line for line in lines(path) if "seats" in line)
    assert len(judged["values"]) == len(judged["moves"]) and "values" not in plain
    assert (judged["values"][-1] > 0) == (judged["winner"] == 0)  # a move before the end everybody sees it
    with contest.results(path, resume=True) as results:
        assert results.games[(0, 1), 0].values == tuple(judged["values"])
