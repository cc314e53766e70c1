"""Bot specs: what they mean, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.bots import BadBotSpec, Limits, bot_names, explain_bot
from ludoteca.bots.registry import NamesProgram, find_listed_bot, listed_spec
from ludoteca.bots.specs import read_spec
from ludoteca.errors import LudotecaError, UnknownName


@pytest.mark.parametrize(
    ("text", "limits", "settings"),
    [
        ("alphabeta", Limits(), {}),
        ("alphabeta:200ms", Limits(time_ms=200), {}),
        ("mcts:2s,threads=2", Limits(time_ms=2000), {"threads": "2"}),
        ("mcts:0.5s", Limits(time_ms=500), {}),
        ("mcts:1000", Limits(nodes=1000), {}),
        ("alphabeta:nodes=50,depth=6", Limits(nodes=50, depth=6), {}),
        (" AlphaBeta: 2 s , Depth = 6 ", Limits(time_ms=2000, depth=6), {}),
    ],
)
def test_a_spec_is_a_name_with_limits_and_settings(text, limits, settings):
    spec = read_spec(text)
    assert (spec.limits, dict(spec.settings)) == (limits, settings)
    assert spec.name in ("alphabeta", "mcts")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a bot"),
        (":200ms", "is not a bot"),
        ("9lives", "is not a bot"),
        ("mcts:", "an argument is a time"),
        ("mcts:1000,", "an argument is a time"),
        ("mcts:soon", "an argument is a time"),
        ("mcts:-5", "an argument is a time"),
        ("mcts:0", "from 1 to"),
        ("mcts:0ms", "between 1ms"),
        ("mcts:100000s", "between 1ms"),
        ("mcts:1e3", "whole number"),
        ("mcts:10x", "whole number"),
        ("mcts:depth=deep", "whole number"),
        ("mcts:99999999999999999", "whole number"),
        ("mcts:=3", "an argument is a time"),
        ("mcts:1s,200ms", "time limit is given twice"),
        ("mcts:10,nodes=20", "node limit is given twice"),
        ("mcts:threads=1,threads=2", "threads is given twice"),
        ("mcts:" + "x" * 300, "at most 200"),
    ],
)
def test_a_bad_spec_is_refused_with_a_sentence(text, says):
    with pytest.raises(BadBotSpec, match=says):
        read_spec(text)


@given(st.text(max_size=40))
def test_any_text_is_a_spec_or_an_error_with_a_name(text):
    try:
        read = read_spec(text).text
    except BadBotSpec:
        return
    name, colon, rest = text.strip().partition(":")
    assert read == f"{name.strip().lower()}{colon}{rest}" or name.lower() == "ugi"


def test_names_may_have_capitals_and_values_keep_theirs():
    spec = read_spec(" Echo:Path=/Models/Net.bin,2S,NODES=5")
    assert (spec.name, spec.text) == ("echo", "echo:Path=/Models/Net.bin,2S,NODES=5")
    assert (dict(spec.settings), spec.limits) == ({"path": "/Models/Net.bin"}, Limits(time_ms=2000, nodes=5))
    with pytest.raises(BadBotSpec, match="path is given twice"):
        read_spec("echo:path=a,Path=b")
    assert ludoteca.bot("MCTS:10,Eval=Plain,priors=NO").name == "mcts:10,Eval=Plain,priors=NO"


def test_settings_are_numbers_within_bounds():
    spec = read_spec("mcts:threads=2,prior=0.25,odd=1.2.3")
    assert spec.whole("threads", 1, least=1, most=8) == 2
    assert spec.whole("absent", 7, least=1, most=8) == 7
    assert spec.number("prior", 1.0, least=0, most=1) == 0.25
    assert spec.number("absent", 1.5, least=0, most=2) == 1.5
    with pytest.raises(BadBotSpec, match="from 4 to 8"):
        spec.whole("threads", 1, least=4, most=8)
    with pytest.raises(BadBotSpec, match="odd should be a number"):
        spec.number("odd", 1.0, least=0, most=9)


@pytest.mark.parametrize(
    ("text", "says"),
    [("greedy:200ms", "no time limit; greedy takes no arguments"), ("hard:depth=3", "no depth limit"),
     ("random:7", "no node limit"), ("classic3:swift=yes", "no setting 'swift'")],
)  # fmt: skip
def test_an_argument_that_a_bot_does_not_take_is_refused(text, says):
    with pytest.raises(BadBotSpec, match=says):
        ludoteca.bot(text)


def test_an_unknown_name_lists_those_that_exist():
    with pytest.raises(UnknownName, match=r"there is no bot called 'greedi'; available: random, .*mean greedy"):
        ludoteca.bot("greedi:200ms")


def test_every_bot_has_a_sentence_and_a_name_that_makes_it():
    for name in bot_names():
        assert explain_bot(name).endswith(".")
        assert ludoteca.bot(name, seed=1).name == name


def test_the_bots_of_a_game_are_those_that_play_it():
    assert {"random", "greedy", "easy", "hard", "dumb"} <= set(bot_names("greener"))
    assert "classic1" not in bot_names("greener")
    assert {"classic1", "classic5"} <= set(bot_names("reversi"))
    assert "hard" not in bot_names("mapello")


def test_a_bot_that_does_not_know_a_game_says_so():
    with pytest.raises(
        LudotecaError, match="classic5 plays mapello, reversi, not gekitai; bots for that game are random"
    ):
        ludoteca.bot("classic5").choose(ludoteca.game("gekitai").start())
    with pytest.raises(LudotecaError, match=r"easy plays .*, not mapello"):
        ludoteca.bot("easy").choose(ludoteca.game("mapello").start())


@pytest.mark.parametrize(
    "text",
    [
        "ugi:sh -c 'touch hacked'",
        " UGI:200ms:./engine",
        "py:bot.py:Bot",
        "Py:/tmp/bot.py:Bot:200ms",
        "alphabeta:200ms,eval=/etc/passwd",
        "mcts:1000,eval=weights.bin",
        "stranger:command=sh",  # whatever another package makes of its settings
        "level3:file=x",
    ],
)
def test_data_cannot_name_a_bot_that_runs_a_program_or_opens_a_file(text):
    for read in (listed_spec, find_listed_bot):
        with pytest.raises(NamesProgram, match="only you can choose"):
            read(text)


@pytest.mark.parametrize("text", ["level3", "greedy", "mcts:2s,threads=2", "alphabeta:depth=6,eval=own", "hard"])
def test_data_can_name_the_bots_that_are_listed(text):
    assert listed_spec(text).text == text


def test_the_file_of_a_network_and_what_is_said_about_it():
    spec = read_spec("net:nets/My net.onnx:200ms,threads=2")
    assert (spec.target, spec.limits, dict(spec.settings)) == (
        "nets/My net.onnx",
        Limits(time_ms=200),
        {"threads": "2"},
    )
    for text, says in (
        ("net:", "it looks like net:strong.onnx"),
        ("net:none.onnx", "no file none.onnx|onnxruntime is"),
    ):
        with pytest.raises(LudotecaError, match=says):
            ludoteca.bot(text)
    with pytest.raises(NamesProgram):
        listed_spec("net:nets/net.onnx")
