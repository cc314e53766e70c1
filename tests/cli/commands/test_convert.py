"""`ludoteca convert`."""

from __future__ import annotations

import json

import pytest
from commands import answer, call, run


def test_a_prolog_state_becomes_position_text(tmp_path):
    rows = [["empty"] * 6 for _ in range(6)]
    rows[0][1], rows[2][3] = "red", "black"
    file = tmp_path / "state.pl"
    file.write_text("[" + ",".join("[" + ",".join(row) + "]" for row in rows) + "]")
    expected = ".r..../....../...b../....../....../...... b"
    assert call("convert", "gekitai", str(file), "--mover", "black").stdout == f"{expected}\n"
    assert answer("convert", "gekitai", str(file), "--mover", "black") == {"game": "gekitai", "position": expected}
    assert run("convert", "gekitai", "--mover", "black", typed=file.read_text()).stdout == f"{expected}\n"


def test_a_state_that_cannot_be_read_is_a_wrong_argument():
    done = run("convert", "gekitai", typed="[[empty,red")
    assert done.returncode == 2
    assert done.stderr.startswith("ludoteca: ")


def test_the_file_of_a_match_becomes_records(match_file, tmp_path):
    result = call("convert", str(match_file))
    assert result.exit_code == 0 and result.stderr == "4 records\n"
    records = tmp_path / "games.pgn"
    records.write_text(result.stdout)
    assert call("replay", str(records)).stdout == call("replay", str(match_file)).stdout
    told = answer("convert", str(match_file))
    assert told == answer("convert", str(records)) and len(told) == 4
    (tmp_path / "games.json").write_text(json.dumps(told))
    assert call("convert", str(tmp_path / "games.json")).stdout == result.stdout
    assert run("convert", "-", typed=match_file.read_text()).stdout == result.stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (
            ["convert", "backgammon"],
            2,
            "there is no file or game called 'backgammon'; the games are: amazons, ",
        ),
        (["convert", "backgammon", "EMPTY"], 2, "there is no game called 'backgammon'"),
        (["convert", "MATCH", "--mover", "red"], 2, "records already specify these"),
        (["convert", "EMPTY"], 1, "there is no record in this file"),
        (["replay", "DAMAGED"], 1, "line 2 is not JSON"),
    ],
)
def test_what_cannot_be_converted_is_told(match_file, tmp_path, words, code, says):
    (tmp_path / "empty").write_text("")
    (tmp_path / "damaged").write_text(match_file.read_text().replace('{"opening"', "{opening"))
    places = {"MATCH": str(match_file), "EMPTY": str(tmp_path / "empty"), "DAMAGED": str(tmp_path / "damaged")}
    result = call(*(places.get(word, word) for word in words))
    assert result.exit_code == code
    assert says in " ".join(result.stderr.replace("│", " ").split())
