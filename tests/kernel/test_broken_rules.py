"""Rules that break a promise are stopped wherever they run, with a sentence that names the position."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import broken_games
import pytest
from broken_games import ENVIRONMENTS, GAME, LISTED, WAYS

from ludoteca.errors import BrokenRules
from ludoteca.play import Variant

SENTENCES = {
    "too many moves": rf"Broken has {LISTED} moves in the position '\. [fs] [2-5]', more than its most_moves of 2; "
    rf"declare most_moves={LISTED} or more",
    "count below zero": r"`moves` of Broken returns -1 in the position '\. [fs] [2-5]'",
    "no such ending": r"`ending` of Broken returns 1000000 in the position '\. [fs] [2-5]'",
    "no such mover": r"the mover of Broken is 200 in the position that cannot be written \(IndexError",
}


@pytest.fixture(scope="module")
def told():
    """What is said in each way of each fault, without bounds checking, as players run rules: memory stays whole."""
    environment = {name: value for name, value in os.environ.items() if name != "LUDOTECA_CHECKED"}
    done = subprocess.run(
        [sys.executable, Path(broken_games.__file__)], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("way", WAYS)
def test_sound_rules_are_left_alone(told, way):
    assert told[way]["none"] is None


@pytest.mark.parametrize("fault", SENTENCES)
@pytest.mark.parametrize("way", WAYS)
def test_broken_rules_are_named_with_the_position(told, way, fault):
    assert re.match(SENTENCES[fault], told[way][fault])


@pytest.mark.parametrize("way", ENVIRONMENTS)
def test_a_move_that_there_is_not_is_named(told, way):
    sentence = r"has a move in the position '\. [fs] [2-5]' that is none of its declared kinds"
    assert re.search(sentence, told[way]["no such move"])


def test_a_position_is_as_it_was_after_its_rules_were_found_broken():
    position = Variant(GAME, fault="too many moves").start().play("0").play("0")
    before = position.state.tobytes()
    for _ in range(2):
        with pytest.raises(BrokenRules, match=r"in the position '\. f 2'"):
            position.moves()
    assert position.state.tobytes() == before
