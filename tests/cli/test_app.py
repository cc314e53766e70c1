"""What all verbs have in common: help without waiting, errors in one sentence, exit codes, pipes and Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from commands import answer, call, run

import ludoteca
from ludoteca.cli.app import COMMANDS, GROUPS
from ludoteca.cli.arguments import complete_bot, complete_setting
from ludoteca.cli.open_table import complete_seat
from ludoteca.cli.output import in_width

VERBS = (  # that answer with a result
    *("games", "rules", "show", "moves", "perft", "playout", "analyse", "replay", "convert", "warm", "bench", "doctor"),
    *("bots", "match", "league", "calibrate", "train", "study", "fit", "ugi-check", "words", "describe", "new-game"),
    "check",
    *("review", "site", "host"),
)
DOORS = ("play", "watch", "lesson", "puzzle", "serve", "ugi", "analysis-server", "man")  # without a result


def test_help_lists_every_verb_and_loads_nothing_heavy():
    program = """
import sys
sys.argv = ["ludoteca", "--help"]
from ludoteca.cli.app import run
try:
    run()
except SystemExit as leaving:
    heavy = {"numba", "numpy", "rich", "llvmlite", "ludoteca.kernel", "ludoteca.play", "ludoteca.terminal"}
    sys.exit(f"loaded: {heavy & set(sys.modules)}" if heavy & set(sys.modules) else leaving.code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    groups = done.stdout.partition(f"{next(iter(GROUPS))}:")[2].splitlines()
    listed = [line.split()[0] for line in groups if line.startswith("  ")]
    assert sorted(listed[: len(COMMANDS)]) == sorted((*VERBS, *DOORS, "puzzles", "build"))


def test_a_command_loads_no_other_command_and_no_match():
    words = ["moves", "gekitai", "r....." + 5 * "/......" + " b", "--set", "double_win=mover"]
    program = f"""
import sys
sys.argv = ["ludoteca", *{words}]
from ludoteca.cli.app import run
try:
    run()
except SystemExit as leaving:
    commands = [name for name in sys.modules if name.startswith("ludoteca.cli.commands.") and name.count(".") == 4]
    others = [name for name in commands if not name.endswith(".moves")]
    others += [name for name in ("ludoteca.play.match.match",) if name in sys.modules]
    sys.exit("loaded: " + ", ".join(others) if others else leaving.code)
"""
    expected = call(*words).stdout.split()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == expected


def test_what_is_no_text_is_still_checked():
    assert answer("playout", "gekitai", "--games", "3", "--seed", "5")["games"] == 3
    wrong = run("moves", "gekitai", "--seed", "five")
    assert wrong.returncode == 2
    assert "--seed" in wrong.stderr


def test_what_is_to_be_done_at_the_end_is_done():
    program = """
import atexit, sys
atexit.register(print, "done")
sys.argv = ["ludoteca", "--version"]
from ludoteca.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, [ludoteca.__version__, "done"])


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_with_an_example_and_has_json(verb):
    text = call(verb, "--help").stdout
    assert f"ludoteca {verb}" in text.partition("Example:")[2]
    assert "--json" in text


def test_the_version_is_printed():
    assert call("--version").stdout.strip() == ludoteca.__version__


def test_a_mistyped_verb_gets_a_suggestion():
    result = call("pertf", "gekitai")
    assert result.exit_code == 2
    assert "perft" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["moves", "gekitay"], "did you mean gekitai?"),
        (["moves", "gekitai", "--set", "double_wim=draw"], "did you mean double_win?"),
        (["moves", "gekitai", "--set", "double_win=both"], "it can be draw, mover or player1"),
        (["moves", "gekitai", "--set", "double_win"], "NAME=VALUE"),
        (["show", "gekitai", "....../...... r"], "the board has 6 rows"),
        (["perft", "gekitai", "--depth", "0"], "--depth"),
        (["replay", "no-such-file.pgn"], "no-such-file.pgn"),
        (["puzzle", "gekitai", "--number", "99999"], "gekitai has puzzles 1 to "),
    ],
)
def test_a_wrong_argument_is_named_on_standard_error_with_exit_code_2(words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_no_error_shows_a_traceback():
    done = run("moves", "backgammon")
    assert done.returncode == 2
    assert done.stderr.startswith("ludoteca: there is no game called 'backgammon'; available: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error():
    writer = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", "perft", "gekitai", "--depth", "3", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    writer.stdout.close()
    assert writer.stderr.read() == ""
    assert writer.wait() == 0
    writer.stderr.close()


def test_ctrl_c_stops_a_long_count_quietly():
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "ludoteca", "perft", "gekitai", "--depth", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as counting:
        assert counting.stdout is not None
        assert counting.stderr is not None
        assert counting.stdout.readline().split() == ["1", "36"]
        time.sleep(0.1)
        os.kill(counting.pid, signal.SIGINT)
        assert counting.wait(timeout=30) == 130
        assert counting.stderr.read() == ""


def test_a_terminal_without_unicode_gets_letters():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "ludoteca", "show", "gekitai", "....../..r.../....../....../....../.....b r"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert b"2 . . r . . ." in done.stdout
    assert b"?" not in done.stdout


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
@pytest.mark.parametrize("words", ["games", "rules squ", "match gekitai random random --pairs 2", "man"])
def test_accents_and_signs_were_printed_where_there_is_ascii_alone(words, locale):
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", *words.split()],
        env={**os.environ, **locale}, capture_output=True, check=True,
    )  # fmt: skip
    assert (done.stdout + done.stderr).isascii()
    assert words != "games" or b"Nestor Romeral Andres" in done.stdout


def test_a_full_disk_and_a_closed_output_gave_a_traceback():
    command = f"{sys.executable} -m ludoteca moves gekitai"
    for where, says in ((">/dev/full", "No space left on device"), (">&-", "standard output is closed")):
        done = subprocess.run(f"{command} {where}", shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("ludoteca: ")
        assert says in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["playout", "gekitai", "--games"],
        ["perft", "gekitai", "--depth"],
        ["analyse", "gekitai", "--nodes"],
        ["analyse", "gekitai", "--ms"],
        ["fit", "gekitai", "--games"],
        ["match", "gekitai", "random", "random", "--pairs"],
        ["match", "gekitai", "random", "random", "--workers"],
    ],
)
def test_a_number_too_large_for_the_machine_gave_a_traceback(words):
    result = call(*words, "99999999999999999999")
    assert result.exit_code == 2
    assert f"Invalid value for '{words[-1]}'" in " ".join(result.stderr.split())


def test_help_lists_every_command_in_one_group():
    text = call("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name.replace('_', '-')}  ", text, re.M), name
    assert [title for title in GROUPS if f"\n{title}:\n" in text] == list(GROUPS)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_text_speaks_python(name):
    text = call(name.replace("_", "-"), "--help").stdout
    assert "list[" not in text and not re.findall(r"<(?:str|int|float|path)\b[^>]*>", text)


def test_bots_options_and_languages_are_completed():
    assert complete_bot("lev") == [f"level{number}" for number in range(1, 11)]
    context = SimpleNamespace(params={"game": "greener"}, args=[])
    assert "size=9x9" in complete_setting(context, "si") and not complete_setting(context, "zz")
    assert complete_setting(SimpleNamespace(params={"game": "no-such"}, args=[]), "") == []
    assert complete_seat("hu") == ["human"]


@pytest.mark.parametrize("words", [[], ["--ascii"]])
def test_the_app_draws_in_ascii_only_where_that_is_asked_for(words, monkeypatch):
    asked = []
    monkeypatch.setattr("ludoteca.terminal.launch.run", lambda *, ascii_only, **_: asked.append(ascii_only))
    assert call(*words).exit_code == 0
    assert asked == [bool(words)]


def test_words_were_broken_at_the_edge_of_the_terminal(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((50, 24)))
    row = "level10    " + "thinks longest of all " * 8
    assert in_width(row, 11, is_watched=False) == row
    first, *others = in_width(row, 11, is_watched=True).split("\n")
    assert others and all(len(line) <= 50 for line in (first, *others))
    assert all(line.startswith(" " * 11) for line in others)
    assert " ".join(" ".join((first, *others)).split()) == " ".join(row.split())


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("ludoteca play greener --set si", "size=9x9"),
        ("ludoteca play squ --rules o", "original"),
        ("ludoteca play gekitai --second level1", "level10"),
        ("ludoteca --language e", "es"),
    ],
)
def test_the_shell_completes_what_follows_an_option(line, completed):
    """The game was not known there, since an option without its value keeps the words before it unread."""
    environment = {**os.environ, "_LUDOTECA_COMPLETE": "complete_bash", "COMP_WORDS": line}
    environment["COMP_CWORD"] = str(len(line.split()) - 1)
    command = "import sys; sys.argv[0] = 'ludoteca'; from ludoteca.cli.app import run; run()"
    done = subprocess.run([sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True)
    assert completed in done.stdout.split()


def test_the_manual_page_has_every_command_and_no_stray_request():
    rows = call("man").stdout.splitlines()
    for name in COMMANDS:
        assert f".SS ludoteca {name}".replace("_", "\\-") in rows, name
    assert {row.split()[0] for row in rows if row.startswith(".")} == {".TH", ".SH", ".SS", ".PP", ".TP", ".B"}
    assert not [row for row in rows if re.search(r"<(?:str|int|float|list)", row)]
