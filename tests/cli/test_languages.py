"""Commands speak the language of who runs them; what programs read is English."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from commands import RECORD, call
from sentences import words_outside

from ludoteca.languages.choice import speak


@pytest.fixture(autouse=True)
def english_again():
    yield
    speak("en")


@pytest.fixture
def marked(monkeypatch):
    """All that goes through the catalogue stands in brackets."""
    monkeypatch.setattr("ludoteca.terminal.language.language_at_start", lambda: "xx")


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(RECORD)
    return str(path)


def test_what_commands_say_comes_through_the_catalogue(tmp_path, record, marked, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"Gekitai", "gekitai", "Ann", "Bob", "corner", "ludoteca", "python", "pytest", "serve", "play", "--game"}
    for words in (
        ("show", "gekitai"), ("replay", record), ("convert", record), ("moves", "gekitai"),
        ("new-game", "threes"), ("replay", record, "--step"),
    ):  # fmt: skip
        done = call(*words)
        assert done.exit_code == 0, done.stderr
        talk = done.stderr if words[0] in ("convert", "new-game") else done.stdout + done.stderr
        found = {word for word in words_outside(talk) if not word.startswith(("threes", "test"))}
        assert found - names - {"game"} == set(), words
    assert "⟦" in call("show", "gekitai").stdout


def test_errors_are_said_in_the_language_of_the_user(marked, tmp_path):
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    assert "⟦there is no record in this file⟧" in call("replay", str(empty)).stderr
    assert "should look like NAME=VALUE⟧" in call("moves", "gekitai", "--set", "size").stderr
    assert "⟧" in call("replay", str(tmp_path / "none.pgn")).stderr


@pytest.mark.parametrize("words", [("games",), ("bots", "gekitai"), ("show", "gekitai"), ("rules", "gekitai")])
def test_json_is_english(marked, words):
    done = call(*words, "--json")
    assert done.exit_code == 0 and "⟦" not in done.stdout
    assert json.loads(done.stdout)


def test_records_are_english(marked, record):
    assert call("convert", record).stdout.count("⟦") == 0
    assert "⟦" in call("convert", record).stderr


def test_commands_for_experts_speak_english(marked):
    assert "⟦" not in call("perft", "gekitai", "--depth", "1").stdout
    assert "⟦" not in call("words", "gekitai").stdout


def test_a_language_is_given_before_the_command():
    assert "⟦" not in call("--language", "pt", "perft", "gekitai", "--depth", "1").stdout
    done = call("--language", "klingon", "games")
    assert done.exit_code == 2 and "there is no language called 'klingon'; available: en, pt, es" in done.stderr
    assert call("--language", "Español", "games").exit_code == 0


def test_a_terminal_without_unicode_gets_letters_without_accents():
    program = """
import sys
from ludoteca.terminal.ascii_text import ASCII_TWINS
sys.stdout.reconfigure(errors=ASCII_TWINS)
print("Lição … ☃")
"""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=environment)
    assert done.stdout == b"Licao ... ?\n"
