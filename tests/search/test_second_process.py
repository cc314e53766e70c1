"""Machine code that one process leaves on disk serves the next."""

from __future__ import annotations

import os
import subprocess
import sys

THINK = """
import ludoteca
from ludoteca.bots import find_bot
from ludoteca.play.perft import count_sequences
position = ludoteca.game("gekitai").start()
print(find_bot("alphabeta:depth=3").choose(position), find_bot("mcts:200", seed=1).choose(position))
print(count_sequences(position, 2))
"""


def test_a_second_process_thinks_the_same(tmp_path):
    environment = os.environ | {"LUDOTECA_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", THINK]
    answers = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert answers[0].endswith("1260\n")
