"""`ludoteca replay`."""

from __future__ import annotations

import json

import pytest
from commands import RECORD, answer, call, run
from example_games import FOLDER


def test_a_record_is_checked_and_told(record):
    result = call("replay", record)
    assert result.exit_code == 0, result.stderr
    assert "Gekitai: Ann (Red) against Bob (Black), *" in result.stdout
    assert "   1. Red: a1  {a corner}" in result.stdout
    assert result.stdout.endswith("Black to move\n")
    assert "1 record, all moves legal" in result.stderr


def test_replay_draws_every_board_on_demand(record):
    assert call("replay", record, "--boards").stdout.count("a b c d e f") == 6


def test_replay_gives_programs_every_position(record):
    [told] = answer("replay", record)
    assert told["positions"][1] == "r...../....../....../....../....../...... b"
    assert len(told["positions"]) == 6


def test_a_record_may_be_json_or_come_from_standard_input(record, tmp_path):
    [told] = answer("replay", record)
    again = tmp_path / "game.json"
    again.write_text(json.dumps(told))
    assert call("replay", str(again)).stdout == call("replay", record).stdout
    assert run("replay", "-", typed=RECORD).stdout == call("replay", record).stdout


def test_replay_could_not_read_what_it_had_written_as_json(record, tmp_path):
    two = tmp_path / "two.pgn"
    two.write_text(RECORD * 2)
    again = tmp_path / "two.json"
    again.write_text(call("replay", str(two), "--json").stdout)
    assert answer("replay", str(again)) == answer("replay", str(two))


def test_json_behind_a_byte_order_mark_was_taken_for_text(record, tmp_path):
    again = tmp_path / "game.json"
    again.write_text(json.dumps(answer("replay", record)), encoding="utf-8-sig")
    assert call("replay", str(again)).stdout == call("replay", record).stdout


def test_a_text_that_begins_with_a_comment_was_taken_for_json(tmp_path):
    file = tmp_path / "comment.pgn"
    file.write_text("{A game between friends.}\n" + RECORD)
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert "the record that starts on line 1 needs a result before this tag" in result.stderr


def test_stepping_goes_forwards_backwards_and_to_a_move(record):
    done = run("replay", record, "--step", typed="\n\nback\n4\n\n\n")
    shown = [line for line in done.stdout.splitlines() if line[1:2] == "." or line == "the start"]
    assert shown == ["the start", "1. a1", "2. f6", "1. a1", "4. f4", "5. e1"]


def test_an_illegal_move_in_a_record_is_refused_with_its_place(tmp_path):
    file = tmp_path / "bad.pgn"
    file.write_text(RECORD.replace("2. c1", "2. a1"))
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert "line 6" in result.stderr
    assert "a1 is taken" in result.stderr


def test_a_folder_is_not_a_record(tmp_path):
    result = call("replay", str(tmp_path))
    assert result.exit_code == 2
    assert "cannot be opened" in result.stderr


def test_an_empty_file_holds_no_record(tmp_path):
    file = tmp_path / "empty.pgn"
    file.write_text("")
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert "no record" in result.stderr


def test_bytes_that_are_no_text_are_refused_in_one_sentence(tmp_path):
    file = tmp_path / "noise.pgn"
    file.write_bytes(bytes(range(256)) * 10)
    done = run("replay", str(file))
    assert done.returncode == 1
    assert done.stderr.startswith("ludoteca: line 1")
    assert "Traceback" not in done.stderr


def test_the_file_of_a_match_is_replayed(match_file):
    result = call("replay", str(match_file))
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("Greener, size=3x3: ") == 4 and "{The opening ends here.}" in result.stdout
    assert result.stderr == "4 records, all moves legal\n"
    assert [told["first"] for told in answer("replay", str(match_file))].count("hard") == 2
    assert run("replay", "-", typed=match_file.read_text()).stdout == result.stdout


def test_a_lost_game_says_what_the_bot_did(match_file):
    header, opening, *_ = match_file.read_text().splitlines(keepends=True)
    lost = {"seats": [0, 1], "pair": 0, "winner": 1, "reason": "hard crashed: Oh: no", "fault": "crash", "moves": []}
    match_file.write_text(header + opening + json.dumps(lost) + "\n")
    last = call("replay", str(match_file)).stdout.splitlines()[-1]
    assert last == "White wins: Black forfeited the game (hard crashed: Oh: no)"


@pytest.mark.parametrize("command", [("replay",), ("convert",), ("review", "--nodes", "50")])
def test_a_record_of_a_game_in_a_file_is_read_with_its_file(tmp_path, command):
    file = tmp_path / "pawns.pgn"
    file.write_text('[Game "hexapawn"]\n[First "Ann"]\n[Second "Bob"]\n[Result "*"]\n\n1. b1-b2 a3xb2 *\n')
    told = run(*command, str(file), "--game", str(FOLDER / "hexapawn.py"))
    assert told.returncode == 0, told.stderr
    assert run(*command, str(file)).returncode != 0  # a record never opens a file
    wrong = call(command[0], str(file), "--game", "hexapawn")
    assert wrong.exit_code == 2 and "is not the path of a game's file" in wrong.stderr


def test_a_match_of_a_game_in_a_file_is_read_with_its_file(tmp_path):
    game, file = str(FOLDER / "hexapawn.py"), str(tmp_path / "match.jsonl")
    assert run("match", game, "random", "random", "--pairs", "1", "--out", file).returncode == 0
    told = run("replay", file, "--game", game)
    assert told.returncode == 0 and "2 records, all moves legal" in told.stderr
