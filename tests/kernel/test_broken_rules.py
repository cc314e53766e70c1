"""Rules that break a promise are stopped wherever they run, with a sentence that names the position."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import broken_games
import pytest
from broken_games import GAME, LISTED, WAYS

from ludoteca.kernel.errors import BrokenRules
from ludoteca.play import Variant

SENTENCES = {
    "too many moves": rf"Broken has {LISTED} moves in the position '\. [fs] [2-5]', more than its most_moves of 2; "
    rf"declare most_moves={LISTED} or more",
    "count below zero": r"`moves` of Broken returns -1 in the position '\. [fs] [2-5]'",
    "no such ending": r"`ending` of Broken returns 1000000 in the position '\. [fs] [2-5]'",
    "no such mover": r"the mover of Broken is 200 in the position that cannot be written \(IndexError",
}


@pytest.mark.parametrize("way", WAYS)
def test_sound_rules_are_left_alone(way):
    WAYS[way](Variant(GAME))


@pytest.mark.parametrize("fault", SENTENCES)
@pytest.mark.parametrize("way", WAYS)
def test_broken_rules_are_named_with_the_position(way, fault):
    with pytest.raises(BrokenRules) as raised:
        WAYS[way](Variant(GAME, fault=fault))
    assert re.match(SENTENCES[fault], str(raised.value))


@pytest.mark.parametrize("way", [way for way in WAYS if way.startswith("environment")])
def test_a_move_that_there_is_not_is_named(way):
    with pytest.raises(
        BrokenRules, match=r"has a move in the position '\. [fs] [2-5]' that is none of its declared kinds"
    ):
        WAYS[way](Variant(GAME, fault="no such move"))


def test_memory_stays_whole_without_bounds_checking():
    environment = {name: value for name, value in os.environ.items() if name != "LUDOTECA_CHECKED"}
    done = subprocess.run(
        [sys.executable, Path(broken_games.__file__)], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(f"has {LISTED} moves in the position") == len(WAYS)


def test_a_position_is_as_it_was_after_its_rules_were_found_broken():
    position = Variant(GAME, fault="too many moves").start().play("0").play("0")
    before = position.state.tobytes()
    for _ in range(2):
        with pytest.raises(BrokenRules, match=r"in the position '\. f 2'"):
            position.moves()
    assert position.state.tobytes() == before
