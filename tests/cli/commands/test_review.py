"""`ludoteca review`."""

from __future__ import annotations

from commands import RECORD, answer, call, run

LIMITS = ("--nodes", "500", "--seed", "1")


def test_a_record_is_reviewed_in_words(record):
    result = call("review", record, *LIMITS)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Gekitai: Ann (Red) against Bob (Black), *\n")
    assert "Accuracy: Red " in result.stdout and "Ending (moves " in result.stdout


def test_a_review_is_json_for_programs(record):
    [told] = answer("review", record, *LIMITS)
    assert told["names"] == ["Ann", "Bob"] and told["result"] == "*" and told["is_complete"]
    assert [move["move"] for move in told["moves"]] == ["a1", "f6", "c1", "f4", "e1"]
    assert len(told["chances"]) == 6


def test_records_may_come_from_standard_input_several_at_once(record):
    done = run("review", "-", *LIMITS, typed=RECORD * 2)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Accuracy: ") == 2


def test_a_record_without_moves_and_an_empty_file_are_refused(tmp_path):
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    assert call("review", str(empty)).exit_code == 1
    bare = tmp_path / "bare.pgn"
    bare.write_text('[Game "gekitai"]\n[Result "*"]\n\n*\n')
    result = call("review", str(bare))
    assert result.exit_code == 1 and "there are no moves to review" in result.stderr
