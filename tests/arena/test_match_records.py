"""The file of a match holds its games as records: those that were played to their end, and those that were not."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import Contest, play_league, play_match
from ludoteca.arena.games import GameResult
from ludoteca.arena.results import END_OF_OPENING, BadResults, is_match_file, records_of
from ludoteca.play.records import RecordError, read_records, write_records

GREENER = ludoteca.game("greener", size="3x3")
PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()


@pytest.fixture(scope="module")
def contest(tmp_path_factory):
    """A small league and its file."""
    path = tmp_path_factory.mktemp("league") / "games.jsonl"
    *_, (_, results) = play_league(Contest(GREENER, ("random", "hard", "dumb"), 2, seed=5), path=path)
    return results, path.read_text()


def test_every_game_is_a_record_from_its_opening_to_its_end(contest):
    results, text = contest
    assert is_match_file(text)
    records = list(records_of(text.splitlines(keepends=True)))
    assert len(records) == len(results.games) == 12
    for record, game in zip(records, results.games.values(), strict=True):
        opening = results.openings[game.pair]
        assert tuple(ply.move for ply in record.main.plies) == opening.moves + game.moves
        assert [ply.comment for ply in record.main.plies].index(END_OF_OPENING) == len(opening.moves) - 1
        assert str(record.start) == opening.start and record.variant == GREENER
        assert record.players == tuple(results.bots[bot] for bot in game.seats)
        assert record.result == {0: "1-0", 1: "0-1", None: "1/2-1/2"}[game.winner]
        assert (record.termination, record.tags["Round"]) == (game.reason, str(game.pair + 1))
        assert record.date == results.begun.replace("-", ".") and record.date.count(".") == 2
    assert read_records(write_records(records)) == records


@pytest.mark.parametrize(
    ("fault", "termination"),
    [("crash", "forfeit"), ("illegal", "forfeit"), ("hang", "time"), ("overtime", "time")],
)
def test_a_game_that_a_bot_lost_otherwise_says_how(contest, fault, termination):
    header, opening, *_ = contest[1].splitlines(keepends=True)
    lost = {"seats": [1, 0], "pair": 0, "winner": 1, "reason": "hard went away", "fault": fault, "moves": []}
    (record,) = records_of([header, opening, json.dumps(lost) + "\n"])
    assert (record.result, record.termination, record.tags["Fault"]) == ("0-1", termination, "hard went away")
    assert read_records(record.to_text()) == [record]
    match = record.to_match()
    assert match.outcome.winner == 1
    again = ludoteca.play.records.Record.from_match(match)
    assert (again.result, again.termination) == ("0-1", termination)


def test_files_from_before_dates_and_overtime_were_noted_are_read_and_resumed(tmp_path):
    path = tmp_path / "old.jsonl"
    contest = Contest(GREENER, ("random", "dumb"), 2)
    *_, (_, before) = play_match(contest, path=path)
    header, *lines = map(json.loads, path.read_text().splitlines())
    del header["begun"]
    for line in lines:
        line.pop("late_moves", None), line.pop("latest_ms", None)
    old = [json.dumps(line) + "\n" for line in (header, *lines)]
    assert [record.date for record in records_of(old)] == [""] * 4
    path.write_text("".join(old))
    *_, (_, after) = play_match(contest, path=path, resume=True)
    assert after == before


def test_a_contest_is_resumed_on_another_day(tmp_path):
    path = tmp_path / "games.jsonl"
    contest = Contest(GREENER, ("random", "dumb"), 1)
    list(play_match(contest, path=path))
    header, rest = path.read_text().split("\n", 1)
    earlier = {**json.loads(header), "begun": "2001-02-03"}
    path.write_text(json.dumps(earlier) + "\n" + rest)
    assert len(list(play_match(contest, path=path, resume=True))) == 1
    path.write_text(json.dumps(earlier)[:-5])  # cut off in its first line
    assert len(list(play_match(contest, path=path, resume=True))) == 3


def test_what_is_wrong_with_a_file_is_told_with_its_line(contest):
    header, opening, *rest = contest[1].splitlines(keepends=True)
    games = [line for line in rest if "seats" in line]

    def told(*lines):
        with pytest.raises((BadResults, RecordError)) as error:
            list(records_of(lines))
        return str(error.value)

    assert told("nonsense\n").startswith("line 1 is not JSON")
    assert told("[]\n") == "line 1 cannot be read: it is not the first line of a contest"
    assert told(header.replace('"format": 1', '"format": 2')) == "line 1 cannot be read: its format is 2, not 1"
    assert told(header, opening, "nonsense\n", games[0]).startswith("line 3 is not JSON")
    assert told(header, games[0]) == "line 2 cannot be read: it names an unknown opening or winner"
    wrong = {**json.loads(games[0]), "moves": ["a1xz9"]}
    assert told(header, opening, json.dumps(wrong)).startswith("line 3, column 1: ")
    other = {**json.loads(games[0]), "winner": 1 - (json.loads(games[0])["winner"] or 0)}
    assert "line 3, column 1: the moves end in" in told(header, opening, json.dumps(other))
    assert len(list(records_of([header, opening, games[0], games[1][:40]]))) == 1  # the last line was cut off


def test_the_file_of_the_page_is_one_and_its_table_names_every_field():
    lines = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)[1].splitlines(keepends=True)
    (record,) = records_of(lines)
    assert record.final().outcome.reason == record.termination
    section = PAGE.partition("## Match files")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", "".join(line for line in section.splitlines() if line.startswith("|"))))
    assert {field.name for field in fields(GameResult)} <= named
    assert set().union(*map(json.loads, lines)) - {"ludoteca", "format"} <= named | {"game"}
