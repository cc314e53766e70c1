"""docs/protocols.md: the conversation it shows with an engine is the one that takes place, word for word."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import ludoteca
from ludoteca.bots import Limits
from ludoteca.bots.engine_process import (
    FLOOD,
    KEPT_COMPLAINT,
    LONGEST_LINE,
    MOST_WAITING,
)
from ludoteca.bots.ugi_engine import DEFAULT, GRACE_S, OPEN_END_S, READY_S, START_S, UgiEngine
from ludoteca.games import game_names

PAGE = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text()

PUPPET = """
import json, sys

for sent, answers in json.loads(sys.argv[1]):
    heard = sys.stdin.readline().rstrip("\\n")
    if heard != sent:
        sys.exit(f"the page says {sent!r}, Ludoteca sends {heard!r}")
    for answer in answers:
        print(answer, flush=True)
open("heard everything", "w").close()
"""


def block(word: str) -> str:
    """The text block of the page that has this in it."""
    return next(text for text in re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if word in text)


def conversation() -> list[tuple[str, list[str]]]:
    """What is sent, each with the answers that follow it."""
    found: list[tuple[str, list[str]]] = []
    for line in block("Little Engine").splitlines():
        if line.startswith("> "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def test_the_conversation_with_an_engine_is_the_one_that_takes_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = conversation()
    assert lines[0][0] == "ugi" and lines[-1][0] == "quit"
    puppet = tmp_path / "puppet.py"
    puppet.write_text(PUPPET)
    engine = UgiEngine("engine", Limits(time_ms=200))
    engine.command = [sys.executable, str(puppet), json.dumps(lines)]
    position = ludoteca.game("gekitai").start()
    for own in ("c3", "f1"):
        position = position.play(own)
        position = position.play(engine.choose(position))
    assert position.ply == 4
    engine.close()
    assert (tmp_path / "heard everything").exists(), "quit included"


def test_the_page_gives_the_limits_that_there_are():
    assert f"{START_S:.0f} s" in PAGE and f"{READY_S:.0f} s" in PAGE
    assert f"the time and {GRACE_S:.0f} s; {OPEN_END_S / 60:.0f} minutes without one" in PAGE
    assert f"a time for each move ({DEFAULT.time_ms / 1000:g} s\notherwise)" in PAGE
    assert f"at most {LONGEST_LINE:,} bytes" in PAGE and f"{FLOOD >> 20} MiB" in PAGE
    assert f"{MOST_WAITING:,} lines" in PAGE and f"up to {KEPT_COMPLAINT // 1000} kB" in PAGE


def test_the_first_positions_are_those_of_the_page():
    shown = dict(line.split(maxsplit=1) for line in block("squ  ").splitlines())
    assert set(shown) <= set(game_names())
    for name, text in shown.items():
        assert str(ludoteca.game(name).position(text)) == text
        assert name == "greener" or str(ludoteca.game(name).start(seed=1)) == text


def test_the_table_of_notations_is_true_where_it_is_most_precise():
    text = str(ludoteca.game("reversi").start().play("d3"))
    rows = text.split()[0].split("/")
    assert [len(row) for row in rows] == [8] * 8 and set("".join(rows)) == set(".BW")
    assert rows[2][3] == "B"  # d3, if the first character of the first row is a1
    assert text.split()[1:] == ["W"]
