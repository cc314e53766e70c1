"""External engines as bots: what they do right is played, what they do wrong loses with a reason, nothing hangs."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena.games import GameResult, Job, Opening, play_game
from ludoteca.bots import BadBotSpec, Limits, WrongGame, bot_names, find_bot, ugi_engine
from ludoteca.bots.engine_process import EngineCrashed, EngineFailed, EngineFloods, EngineHangs, EngineProcess
from ludoteca.bots.registry import LOCAL
from ludoteca.bots.specs import read_spec
from ludoteca.bots.ugi_engine import EngineTalksNonsense, MoveHistory, UgiEngine, move_word, read_word
from ludoteca.errors import MoveError, UnreadableMove

TOY = f"{sys.executable} {Path(__file__).parents[1] / 'toy_games' / 'toy_engine.py'}"
GEKITAI = ludoteca.game("gekitai")


def toy(way: str = "good") -> UgiEngine:
    grace_s = 1.0 if way in ("hang", "flood-info", "regrets-and-hangs") else 30.0  # those are waited for
    return UgiEngine(f"{TOY} {way}", Limits(time_ms=100), grace_s=grace_s)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_engine_plays_a_whole_game_and_is_gone_afterwards():
    engine = toy()
    position = GEKITAI.start()
    while position.outcome is None and position.ply < 12:
        position = position.play(engine.choose(position))
    assert position.ply > 5
    pid = engine.process.pid
    assert is_running(pid)
    engine.close()
    assert not is_running(pid)


@pytest.mark.parametrize(
    ("way", "error", "says"),
    [
        ("crash", EngineCrashed, "exit code 3: out of ideas"),
        ("crash-at-length", EngineCrashed, r"exit code 101: .* panicked: \| the table is full \| note: there is more"),
        ("abort", EngineCrashed, "killed by SIGABRT"),
        ("nameless-signal", EngineCrashed, "killed by signal 40"),
        ("regrets", EngineTalksNonsense, r"`bestmove \(none\)`, without a move; it said: error no map was loaded"),
        ("regrets-and-hangs", EngineHangs, "did not answer `bestmove` in 1.1 s; it said: error: no map was loaded"),
        ("illegal-and-says-so", MoveError, "is taken; it said: error a1 was all I found"),
        ("hang", EngineHangs, "did not answer `bestmove`"),
        ("flood-lines", EngineFloods, "flood|anything but"),
        ("flood-no-newline", EngineFloods, "flooded its output"),
        ("flood-info", EngineFailed, "flooded its output|did not answer `bestmove`"),
        ("illegal", MoveError, "is taken|cannot"),
        ("rubbish", UnreadableMove, "'qq7' is not a move"),
        ("mute", EngineTalksNonsense, "without a move"),
        ("other-game", WrongGame, "plays chess, not gekitai"),
    ],
)
def test_what_an_engine_does_wrong_has_a_name_and_leaves_no_process(monkeypatch, way, error, says):
    engine = toy(way)
    position = GEKITAI.start().play("a1").play("c3")
    processes = []
    start = ugi_engine.EngineProcess
    monkeypatch.setattr(ugi_engine, "EngineProcess", lambda command: processes.append(start(command)) or processes[-1])
    with pytest.raises(error, match=says):
        engine.choose(position)
    assert engine.process is None
    assert processes and all(not is_running(process.pid) for process in processes)


def test_an_engine_that_does_not_exist_crashes_with_its_name():
    with pytest.raises(EngineCrashed, match=r"no-such-engine.* cannot be started"):
        find_bot("ugi:./no-such-engine --flag").choose(GEKITAI.start())


def test_loud_engines_are_heard_out():
    move = toy("chatter").choose(GEKITAI.start())
    assert move in GEKITAI.start().moves()


def test_an_engine_that_lingers_after_quit_is_killed():
    engine = toy("lingers")
    engine.choose(GEKITAI.start())
    pid = engine.process.pid
    engine.close()
    assert not is_running(pid)


@pytest.fixture
def lifeline(tmp_path):
    """A pipe that an engine holds open as long as it, or anything that it has started, lives."""
    os.mkfifo(tmp_path / "lifeline")
    pipe = os.open(tmp_path / "lifeline", os.O_RDONLY | os.O_NONBLOCK)
    yield tmp_path / "lifeline", pipe
    os.close(pipe)


def heard(pipe: int) -> bytes:
    """What comes through a pipe next; nothing once its last writer is gone."""
    ready, _, _ = select.select([pipe], [], [], 60)
    assert ready, "nothing came, and whoever holds the pipe still lives"
    return os.read(pipe, 100)


OWNER = """
import sys, ludoteca
ludoteca.bot(sys.argv[2]).choose(ludoteca.game(sys.argv[1]).start())
"""
MATCH = ["-m", "ludoteca", "match", "--pairs", "1", "--workers", "2"]
LINGERING = {  # by protocol: a game, and what an engine that holds a pipe open is given
    "ugi": ("gekitai", f"{TOY} outlives {{pipe}}"),
    "uci": ("chess", f"{TOY.replace('toy_engine', 'toy_uci_engine')} {{pipe}}"),
    "gtp": ("go", f"{TOY.replace('toy_engine', 'toy_gtp_engine')} /dev/null {{pipe}}"),
}


@pytest.mark.parametrize(
    ("protocol", "what", "number"),
    [
        *(
            ("ugi", what, getattr(signal, f"SIG{n}"))
            for what in ("bot", "match")
            for n in ("KILL", "TERM", "INT", "HUP")
        ),
        *((protocol, "bot", signal.SIGKILL) for protocol in ("uci", "gtp")),
        *(pytest.param(each, "match", signal.SIGKILL, marks=pytest.mark.thorough) for each in ("uci", "gtp")),
    ],
)
def test_no_engine_outlives_whoever_started_it_whichever_signal_ended_that(lifeline, protocol, what, number):
    path, pipe = lifeline
    game, command = LINGERING[protocol]
    engine = f"{protocol}:600s:{command.format(pipe=path)}"
    words = ["-c", OWNER, game, engine] if what == "bot" else [*MATCH, game, engine, engine.replace("600s", "500s")]
    ignored = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as nohup would have it, and what is ignored is inherited
    owner = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    signal.signal(signal.SIGHUP, ignored)
    try:
        pid = int(heard(pipe).split()[0])
        assert is_running(pid)
        owner.send_signal(number)
        assert owner.wait(60) != 0
        while heard(pipe):  # of a match, two may have had time to say who they are
            pass
    finally:
        owner.kill()
        owner.wait()


def test_an_engine_that_cannot_be_started_leaves_no_keeper_behind(monkeypatch):
    started, start = [], subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **b: started.append(start(*a, **b)) or started[-1])
    with pytest.raises(EngineCrashed, match="cannot be started"):
        EngineProcess(["./no-such-engine"])
    assert [process.returncode for process in started] == [-signal.SIGKILL]


@pytest.mark.parametrize(("way", "fault", "says"), [
    ("crash", "crash", "EngineCrashed"),
    ("illegal", "illegal", "a legal move"),
    ("flood-lines", "crash", "EngineFloods"),
])  # fmt: skip
def test_the_arena_gives_the_game_to_the_other_side_with_the_reason(way, fault, says):
    spec = f"ugi:100ms:{TOY} {way}"
    job = Job("gekitai", {}, ("random", spec), (0, 1), 0, Opening(str(GEKITAI.start())), seed=1)
    *_, result = play_game(job)
    assert isinstance(result, GameResult)
    assert (result.winner, result.fault) == (0, fault)
    assert says in result.reason


def test_ludoteca_plays_itself_through_the_protocol_with_options():
    variant = ludoteca.game("greener", size="3x3", setup="alternate")
    engine = find_bot(f"ugi:nodes=50:{sys.executable} -m ludoteca ugi")
    position = variant.start(1)
    while position.outcome is None:
        position = position.play(engine.choose(position))
    engine.close()
    assert position.outcome.reason


def test_moves_with_spaces_are_single_words():
    position = ludoteca.game("mapello", map="build").start()
    for move in position.moves():
        word = move_word(move)
        assert " " not in word
        assert read_word(position, word) == move
    with pytest.raises(UnreadableMove, match="at most 200"):
        read_word(position, "x" * 201)


def test_the_moves_that_led_to_a_position_are_found_again():
    trail = MoveHistory()
    position = start = GEKITAI.start()
    for text in ("c3", "d3", "c3", "a1"):
        position = position.play(text)
        first, moves = trail.to(position)
        assert first is start
        again = first
        for move in moves:
            again = again.play(move)
        assert again == position
    other = start.play("b2")
    assert [str(move) for move in trail.to(other)[1]] == ["b2"]


@pytest.mark.parametrize(
    ("text", "limits", "command"),
    [
        ("ugi:./My-Engine --Flag=A,B", Limits(), "./My-Engine --Flag=A,B"),
        ("UGI:200ms:./engine", Limits(time_ms=200), "./engine"),
        ("ugi:nodes=5:a b:c", Limits(nodes=5), "a b:c"),
    ],
)
def test_the_command_of_an_engine_is_taken_as_it_stands(text, limits, command):
    spec = read_spec(text)
    assert (spec.name, spec.limits, spec.target) == ("ugi", limits, command)
    assert find_bot(text).name == text


@pytest.mark.parametrize("text", ["ugi", "ugi:", "ugi: ", 'ugi:"open', "ugi:" + "x" * 3000])
def test_a_spec_without_a_usable_command_is_refused(text):
    with pytest.raises(BadBotSpec):
        find_bot(text)


def test_engines_are_not_among_the_bots_that_servers_offer():
    assert "ugi" not in bot_names()
    assert read_spec("ugi:rm -rf /").name in LOCAL  # which servers refuse


def test_an_engine_that_is_interrupted_answers_at_once():
    bot, position, found = UgiEngine(f"{TOY} patient", Limits(time_ms=60_000)), GEKITAI.start(), []
    bot.prepare(position)
    thinking = threading.Thread(target=lambda: found.append(bot.choose(position)))
    thinking.start()
    for _ in range(1200):  # it cannot be known when the engine has begun
        bot.interrupt()
        thinking.join(0.1)
        if not thinking.is_alive():
            break
    bot.close()
    assert found and found[0] in position.moves()
