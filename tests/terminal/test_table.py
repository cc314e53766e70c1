"""Tables that cannot be kept, and tables from files."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.play import load_game
from ludoteca.play.files import DamagedSave
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.score_sheet import How
from ludoteca.terminal.messages import turn_line
from ludoteca.terminal.saved_games import SavedGames, filters, narrowed
from ludoteca.terminal.table import Table, time_left


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(tmp_path):
    folder = tmp_path / "saved_games"
    table = Table.begin(ludoteca.game("gekitai"), ("human", "human"), SavedGames(folder))
    folder.write_text("not a folder")
    table.play(table.position.moves()[0])
    assert len(table.match.plies) == 1
    assert "cannot be saved" in turn_line(table)
    folder.unlink()
    table.play(table.position.moves()[0])
    assert "cannot be saved" not in turn_line(table)


def test_saved_games_lie_in_the_folder_that_the_system_names(tmp_path, monkeypatch):
    monkeypatch.delenv("LUDOTECA_DATA", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_args, **_named: tmp_path)
    assert SavedGames().folder == tmp_path


RECORD = """\
[Game "gekitai"]
[First "Ann"]
[Second "Engine"]
[SecondKind "{bot}"]
[Result "*"]

1. c3 *
"""


@pytest.mark.parametrize("bot", ["ugi:sh -c 'touch {file}'", "py:{folder}/bot.py:Bot"])
def test_a_record_that_names_a_program_is_opened_with_a_person_instead(bot, tmp_path):
    hacked, record = tmp_path / "hacked", tmp_path / "record.pgn"
    (tmp_path / "bot.py").write_text(f"open({str(hacked)!r}, 'w')\nclass Bot:\n    choose = None\n")
    record.write_text(RECORD.format(bot=bot.format(file=hacked, folder=tmp_path)))
    table = Table.of_file(record, SavedGames(tmp_path / "games"))
    assert table.is_persons_turn and table.is_person(1)
    expected = "Engine is now played by a person: only"
    assert table.notices == [words for words in table.notices if words.startswith(expected)]
    table.play("d4")
    assert table.again().people == (0, 1), "a new game for the same two has no program either"
    assert not hacked.exists()


@pytest.mark.parametrize(("name", "reason"), [("nothing", "No such file or directory"), ("", "Is a directory")])
def test_a_file_that_cannot_be_opened_is_named_without_a_number(name, reason, tmp_path):
    with pytest.raises(DamagedSave) as refused:
        Table.of_file(tmp_path / name, SavedGames(tmp_path / "games"))
    assert str(refused.value) == f"{tmp_path / name}: {reason}"


def test_a_saved_game_that_names_a_program_is_opened_with_people_instead(tmp_path):
    saved_games = SavedGames(tmp_path / "games")
    table = Table.begin(ludoteca.game("gekitai"), ("human", f"ugi:touch {tmp_path / 'hacked'}"), saved_games, games=3)
    table.play("c3")
    opened = Table.of_file(table.path, saved_games)
    assert opened.people == (0, 1) and len(opened.notices) == 1
    opened.resign()
    opened.next_game()
    assert opened.people == (0, 1), "in the next game of the series neither"
    assert not (tmp_path / "hacked").exists()


def test_a_bot_that_is_not_here_makes_way_for_a_person(tmp_path):
    record = tmp_path / "record.pgn"
    record.write_text(RECORD.format(bot="stockfish"))
    table = Table.of_file(record, SavedGames(tmp_path / "games"))
    assert table.is_person(1)
    assert table.notices[0].startswith("Engine is now played by a person: there is no bot called")


def test_a_listed_bot_in_a_record_plays_on(tmp_path):
    record = tmp_path / "record.pgn"
    record.write_text(RECORD.format(bot="random"))
    table = Table.of_file(record, SavedGames(tmp_path / "games"))
    assert table.seat_of(1) == "random" and table.notices == []


def test_a_bot_resigns_what_it_can_only_lose_until_that_is_taken_back(tmp_path):
    squ = ludoteca.game("squ", size="8")
    start = squ.position("..r..r.r/rbr.rbrb/.b..br.b/bbr.rb../b.rbrrr./bbrrr.br/br...r.b/.bbb.r.b b 2 b6:b2")
    table = Table.begin(squ, ("random", "human"), SavedGames(tmp_path), start=start)
    assert "Black can no longer be caught" in turn_line(table)
    for _ in range(2):
        table.play(table.position.moves()[0])
    assert table.outcome.winner == 1 and table.outcome.reason == "Red resigned"
    table.undo()
    assert table.outcome is None and table.is_bots_turn and len(table.match.plies) == 2
    table.play(table.think(table.position))
    table.settle()
    assert table.outcome.winner == 1 and table.match.how is How.SETTLED


def test_a_bot_resigns_what_its_search_has_found_lost_until_that_is_taken_back(tmp_path):
    gekitai = load_game("gekitai")
    table = Table.begin(gekitai, ("level8", "human"), SavedGames(tmp_path))
    for move in ["a5", "d5", "c1", "f3", "f6", "b3", "e6", "a6", "c6", "e2", "b4", "c3", "e4", "c2"]:
        table.play(move)
    assert not table.has_bot_given_up, "it has not thought yet"
    table.play(table.think(table.position))
    assert table.outcome.winner == 1 and table.outcome.reason == "Red resigned" and len(table.match.plies) == 14
    table.undo()
    table.play(table.think(table.position))
    assert table.match.declared is None and len(table.match.plies) == 15


def test_nobody_wins_without_a_move_where_the_first_position_is_lost(tmp_path):
    gekitai = load_game("gekitai")
    lost = gekitai.position("b...../..b.b./....../..b.r./r...b./b.r.r. r")
    table = Table.begin(gekitai, ("level8", "human"), SavedGames(tmp_path), start=lost)
    table.play(table.think(table.position))
    assert table.match.declared is None and len(table.match.plies) == 1


def test_a_table_with_a_clock_is_lost_on_time_saved_and_played_again(tmp_path):
    now = [0]
    saved_games = SavedGames(tmp_path)
    control = TimeControl.parse("1+5")
    table = Table.begin(load_game("gekitai"), ("human", "human"), saved_games, control=control)
    table.match.now = lambda: now[0]
    assert (table.clock_of(0), table.clock_of(1)) == ("1:00", "1:00")
    table.start_clock()
    now[0] = 20_000
    table.play("c3")
    assert (table.clock_of(0), table.clock_of(1)) == ("0:45", "1:00")
    now[0] = 30_500
    table.stop_clock()
    now[0] = 500_000
    assert table.clock_of(1) == "0:50"  # rounded up: 49.5 s
    loaded = Table.load(saved_games.read(table.path), saved_games)
    assert (loaded.clock_of(0), loaded.clock_of(1)) == ("0:45", "0:50")
    table.start_clock()
    now[0] += 60_000
    table.play("d4")
    assert len(table.match.plies) == 1
    assert table.outcome is not None and table.outcome.winner == 0
    assert table.again().series.control == control


@pytest.mark.parametrize(("ms", "shown"), [(0, "0:00"), (1, "0:01"), (65_000, "1:05"), (3_600_000, "1:00:00")])
def test_a_clock_shows_0_00_only_when_the_time_is_over(ms, shown):
    assert time_left(ms) == shown


def test_a_saved_series_names_who_won_it_though_sides_have_changed(tmp_path):
    saved_games = SavedGames(tmp_path)
    table = Table.begin(load_game("gekitai"), ("human", "random"), saved_games, games=3)
    for _ in range(2):
        assert table.result == ""
        table.resign()
        if table.has_next_game:
            table.next_game()
    assert table.series.player_at(0, len(table.series.matches) - 1) == 1, "sides are changed in the last game"
    [kept] = saved_games.all()
    assert kept.winner is not None
    assert kept.winner.kind == "random"
    assert "Random won" in kept.line


def test_a_long_list_of_saved_games_is_narrowed_by_state_or_game(tmp_path):
    saved_games = SavedGames(tmp_path)
    for game in ("gekitai", "squ"):
        table = Table.begin(load_game(game), ("human", "human"), saved_games)
        table.play(table.position.moves()[0])
    table.resign()
    games = saved_games.all()
    assert [name for name, _ in filters(games)] == ["all", "unfinished", "finished", "Gekitai", "SQU"]
    assert [[kept.game for kept in narrowed(games, name)] for name, _ in filters(games)[1:]] == [
        ["Gekitai"], ["SQU"], ["Gekitai"], ["SQU"],
    ]  # fmt: skip
