"""Series: best of N, sides changed, games won and then points [MA12], and the setups that are played [MA5]."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.play import Outcome
from ludoteca.play.files import DamagedSave
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match
from ludoteca.play.match.series import Series, SeriesError, Setups
from ludoteca.play.score_sheet import PlayerName

gekitai = ludoteca.game("gekitai")
greener = ludoteca.game("greener")
reversi = ludoteca.game("reversi")
PLAYERS = (PlayerName("Ana"), PlayerName("Bo", "random"))
BLACK_WINS_13_0 = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"]


def end(match: Match, winner: int | None) -> None:
    """End a match by word, for a player's seat in it."""
    if winner is None:
        match.offer_draw(0)
        match.accept_draw(1)
    else:
        match.resign(1 - winner)


def series_of(variant, games: int, winners: list[int | None], **more) -> Series:
    """A series in which these players won the games so far."""
    series = Series(variant, games, players=PLAYERS, **more)
    for number, winner in enumerate(winners):
        match = series.next_match(Random(number))
        end(match, None if winner is None else (winner + number) % 2)
    return series


def play_out(match: Match, seed: int) -> None:
    """Random moves to the end."""
    chance = Random(seed)
    while match.outcome is None:
        match.play(chance.choice(match.position.moves()))


def test_a_game_that_was_aborted_is_played_again():
    series = Series(gekitai, 3, players=(PlayerName("Ana"), PlayerName("Bo")))
    series.next_match(Random(1)).abort(0)
    assert series.outcome is None and series.wins == (0, 0) and series.draws == 0
    again = series.next_match(Random(1))
    assert len(series.matches) == 1 and again.players[0].name == "Ana"


def test_the_players_change_seats_after_each_game():  # MA5
    series = series_of(gekitai, 4, [0, 1, None])
    assert [match.players for match in series.matches] == [PLAYERS, PLAYERS[::-1], PLAYERS]
    assert [match.tags["Round"] for match in series.matches] == ["1", "2", "3"]
    assert [winner for winner, _ in series.results()] == [0, 1, None]


def test_a_win_counts_for_the_player_not_for_the_seat():
    series = Series(gekitai, 3, players=PLAYERS)
    series.next_match(Random(1)).resign(1)
    series.next_match(Random(1)).resign(0)
    assert series.wins == (2, 0)


@pytest.mark.parametrize(
    ("games", "winners", "outcome"),
    [
        (3, [0], None),
        (3, [0, 0], Outcome(0, "Ana won 2 to 0")),
        (3, [1, 0], None),
        (3, [1, 0, 1], Outcome(1, "Bo won 2 to 1")),
        (3, [0, None], None),  # Bo can still draw level
        (3, [None, None, 1], Outcome(1, "Bo won 1 to 0")),
        (3, [0, None, 1], Outcome(None, "tied on games")),
        (4, [0, 0, None], Outcome(0, "Ana won 2 to 0")),
        (1, [None], Outcome(None, "tied on games")),
        (2, [0], None),
    ],
)
def test_a_series_is_decided_when_the_rest_cannot_change_it(games, winners, outcome):  # MA12
    assert series_of(gekitai, games, winners).outcome == outcome


def test_level_on_games_the_points_decide():  # MA12
    series = Series(reversi, 2, players=PLAYERS)
    first = series.next_match(Random(1))
    for move in BLACK_WINS_13_0:
        first.play(move)
    assert first.position.score == (64, 0)  # empty cells are the winner's
    second = series.next_match(Random(1))
    second.play("f5")
    second.resign(1)
    assert series.wins == (1, 1)
    assert series.point_difference == 64  # that Bo has 4 discs to 1 when Ana resigns counts for nothing
    assert series.outcome == Outcome(0, "tied on games; Ana leads by 64 points")


@pytest.mark.parametrize("end", ["resign", "flag"])
def test_points_after_one_ply_of_a_game_given_up_or_lost_on_time_are_not_counted(end):
    series = Series(reversi, 3, players=PLAYERS)
    match = series.next_match(Random(1))
    match.play("f5")
    assert match.position.score == (4, 1)
    getattr(match, end)(1)
    assert series.results() == [(0, 0)]
    assert series.score_text() == "Ana 1 : 0 Bo, best of 3"


def test_level_on_games_and_points_is_a_drawn_series():
    series = series_of(reversi, 2, [0, 1])  # both games end at 2 discs each
    assert series.outcome == Outcome(None, "tied on games and points")


def test_whoever_gives_up_while_ahead_gains_no_points():
    series = Series(reversi, 2, players=PLAYERS)
    match = series.next_match(Random(1))
    match.play("f5")
    match.resign(0)
    assert series.results() == [(1, 0)]


def test_a_drawn_game_adds_no_points():
    series = Series(reversi, 2, players=PLAYERS)
    match = series.next_match(Random(1))
    match.play("f5")
    end(match, None)
    assert series.results() == [(None, 0)]


def test_the_running_score_shows_draws_as_halves_and_points_where_there_are_any():
    assert series_of(gekitai, 7, [0, None, 1, 0]).score_text() == "Ana 2½ : 1½ Bo, best of 7"
    assert series_of(gekitai, 7, [None]).score_text() == "Ana ½ : ½ Bo, best of 7"
    assert Series(gekitai, 3, players=PLAYERS).score_text() == "Ana 0 : 0 Bo, best of 3"
    series = Series(reversi, 3, players=PLAYERS)
    match = series.next_match(Random(1))
    for move in BLACK_WINS_13_0:
        match.play(move)
    assert series.score_text() == "Ana 1 : 0 Bo, Ana +64 points, best of 3"


def test_a_game_begins_only_when_the_one_before_is_over_and_the_series_open():
    series = Series(gekitai, 3, players=PLAYERS)
    match = series.next_match(Random(1))
    with pytest.raises(SeriesError, match="game 1 is still in progress"):
        series.next_match(Random(1))
    end(match, 0)
    end(series.next_match(Random(1)), 1)
    with pytest.raises(SeriesError, match="Ana won 2 to 0"):
        series.next_match(Random(1))


@pytest.mark.parametrize("games", [0, -1, 1001])
def test_a_series_has_a_sensible_length(games):
    with pytest.raises(ValueError, match="1 to 1000"):
        Series(gekitai, games)


@pytest.mark.parametrize(
    ("setups", "different"), [(Setups.NEW, [1, 2, 3, 4]), (Setups.PAIRED, [1, 1, 2, 2]), (Setups.SAME, [1, 1, 1, 1])]
)
def test_setups_are_new_paired_or_the_same(setups, different):  # MA5
    series = series_of(greener, 4, [None, None, None, None], setups=setups)
    starts = [str(match.start) for match in series.matches]
    assert [len(set(starts[: number + 1])) for number in range(4)] == different


def test_a_given_start_is_that_of_all_games():  # MA5
    start = gekitai.start().play("c3")
    series = series_of(gekitai, 3, [0, 1], start=start)
    assert [match.start for match in series.matches] == [start, start]
    assert Series.load(series.save()).next_match(Random(1)).start == start


def test_every_game_has_its_own_clock():
    series = Series(gekitai, 3, players=PLAYERS, control=TimeControl(60_000))
    first = series.next_match(Random(1))
    first.start_clock()
    end(first, 0)
    second = series.next_match(Random(2))
    assert second.clock is not first.clock
    assert second.clock.left_ms(0, 0) == 60_000


results = st.lists(st.sampled_from([0, 1, None]), max_size=9)


@given(st.integers(1, 9), results)
def test_no_further_games_change_a_decided_series(games, winners):
    played = winners[:games]
    series = Series(gekitai, games, players=PLAYERS)
    decided = None
    for number, winner in enumerate(played):
        match = Match(gekitai)
        end(match, None if winner is None else (winner + number) % 2)
        series.matches.append(match)
        if decided is None and series.outcome is not None:
            decided = series.outcome.winner, number
    if decided is not None:
        assert series.outcome.winner == decided[0]
    else:
        lead = abs(played.count(0) - played.count(1))
        assert lead <= games - len(played)


@given(st.sampled_from([gekitai, reversi, greener]), results, st.integers(0, 5), st.sampled_from(list(Setups)))
def test_a_series_saved_at_any_moment_is_an_equal_one(variant, winners, plies, setups):
    series = Series(variant, 9, players=PLAYERS, setups=setups, control=TimeControl(60_000), now=lambda: 5)
    for number, winner in enumerate(winners):
        if series.outcome is not None:
            break
        match = series.next_match(Random(number))
        for _ in range(plies):
            match.play(match.position.moves()[-1])
        if number < len(winners) - 1:
            end(match, winner)
    loaded = Series.load(json.loads(json.dumps(series.save())), now=lambda: 7)
    assert loaded == series
    assert loaded.outcome == series.outcome
    assert loaded.score_text() == series.score_text()


def test_a_series_of_whole_games_ends():
    series = Series(reversi, 3, players=PLAYERS)
    while series.outcome is None:
        play_out(series.next_match(Random(len(series.matches))), len(series.matches))
    assert sum(series.wins) + series.draws == len(series.matches) <= 3


def test_a_series_is_saved_to_a_file_and_loaded(tmp_path):
    series = series_of(greener, 5, [0, None])
    series.next_match(Random(3))
    series.save_to(tmp_path / "a.series")
    assert Series.load_from(tmp_path / "a.series") == series
    assert series != series_of(greener, 5, [0, None])
    assert series != "a series"


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ({"format": "ludoteca match 1"}, "format"),
        ({"games": 0}, "0 games"),
        ({"games": 5.5}, "games"),
        ({"setups": "odd"}, "odd"),
        ({"control": "soon"}, "soon"),
        ({"start": "nonsense"}, "start"),
        ({"players": []}, "players"),
        ({"games": 1}, "game 2 of the saved series could not have begun"),
        ({"matches": [3]}, "match"),
        ({"matches": [Match(reversi).save()]}, "a different game"),
        ({"matches": [Match(gekitai).save()] * 2}, "game 2 of the saved series could not have begun"),
    ],
)
def test_a_damaged_series_is_named(damage, named):
    saved = series_of(gekitai, 3, [0, 1]).save()
    with pytest.raises(DamagedSave, match=named):
        Series.load(saved | damage)
