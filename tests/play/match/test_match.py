"""Matches: moves and their undoing, endings by word, clocks, and saving at any moment."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import ludoteca
from ludoteca.errors import GameOver, IllegalMove, UnreadableMove
from ludoteca.games import game_names
from ludoteca.play import Outcome
from ludoteca.play.files import DamagedSave
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match, MatchError
from ludoteca.play.match.series import Series
from ludoteca.play.playouts import collect_statistics, play_random
from ludoteca.play.position import ForeignPosition, usual_start
from ludoteca.play.records import Record, read_record
from ludoteca.play.score_sheet import Declaration, How, PlayerName, Ply

gekitai = ludoteca.game("gekitai")
squ = ludoteca.game("squ")
reversi = ludoteca.game("reversi")
RED_WINS = ["c3", "c5", "d5", "f2", "e6", "f5", "c2"]


class Watch:
    """A time that passes only when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


def played(*moves: str, **more) -> Match:
    match = Match(gekitai, **more)
    for move in moves:
        match.play(move)
    return match


def texts(match: Match) -> list[str]:
    return [str(ply.move) for ply in match.plies]


# --- moves


def test_a_game_that_was_aborted_has_no_result_and_can_be_gone_on_with():
    match = Match(ludoteca.game("gekitai"))
    match.play("c3")
    match.abort(1)
    assert match.outcome.is_aborted and match.outcome.winner is None
    assert match.outcome.reason == "Black ended it without a result"
    assert Match.load(match.save()) == match
    record = Record.from_match(match)
    assert (record.result, record.termination) == ("*", "aborted")
    assert read_record(record.to_text()).to_match().how is How.ABORTED
    match.undo()
    assert match.outcome is None and len(match.plies) == 1


def test_a_settled_game_keeps_its_result_in_a_record():
    for winner, result in ((0, "1-0"), (1, "0-1"), (None, "1/2-1/2")):
        match = Match(ludoteca.game("gekitai"))
        match.play("c3")
        match.settle(winner)
        assert Match.load(match.save()).outcome == match.outcome
        record = Record.from_match(match)
        assert (record.result, record.termination) == (result, "settled")
        assert read_record(record.to_text()).to_match().outcome == match.outcome


def test_a_match_plays_as_its_position_does():
    match = played("c3", "D4")
    assert texts(match) == ["c3", "d4"]
    assert match.position == gekitai.start().play("c3").play("d4")
    assert match.positions == (gekitai.start(), gekitai.start().play("c3"), match.position)
    assert match.outcome is None
    assert match.how is None


@pytest.mark.parametrize(("text", "error"), [("z9", IllegalMove), ("hello", UnreadableMove), ("c3", IllegalMove)])
def test_a_refused_move_leaves_the_match_as_it_was(text, error):
    match = played("c3", "d5", "a1")
    match.undo()
    before = match.save()
    with pytest.raises(error):
        match.play(text)
    assert match.save() == before


def test_a_move_of_another_position_is_refused():
    match = played("c3")
    with pytest.raises(IllegalMove):
        match.play(gekitai.start().moves()[14])


def test_undone_moves_come_back_and_a_different_one_drops_them():
    match = played("c3", "d5", "a1")
    match.undo(2)
    assert [str(ply.move) for ply in match.undone] == ["d5", "a1"]
    match.play("d5")
    assert [str(ply.move) for ply in match.undone] == ["a1"]
    match.redo()
    assert texts(match) == ["c3", "d5", "a1"]
    match.undo(2)
    match.play("f6")
    assert match.undone == ()
    assert texts(match) == ["c3", "f6"]


def test_more_than_there_is_cannot_be_undone_or_redone():
    match = played("c3")
    for wrong in (lambda: match.undo(2), lambda: match.undo(0), lambda: match.undo(-1), match.redo):
        with pytest.raises(MatchError):
            wrong()
    assert texts(match) == ["c3"]


def test_a_player_goes_back_to_the_own_last_decision():
    match = played("c3", "d5", "a1")
    match.undo_to_decision_of(1)
    assert texts(match) == ["c3"]
    match.redo(2)
    match.undo_to_decision_of(0)
    assert texts(match) == ["c3", "d5"]
    match.undo_to_decision_of(0)
    assert texts(match) == []
    with pytest.raises(MatchError, match="Red has made no choice yet"):
        match.undo_to_decision_of(0)


def test_a_forced_move_is_no_decision():
    match = Match(reversi)
    for move in ["e6", "f6", "g6", "g7", "d3", "h6", "h8", "f8", "pass"]:
        match.play(move)
    match.undo_to_decision_of(0)
    assert [str(ply.move) for ply in match.undone] == ["h8", "f8", "pass"]


def test_in_a_turn_of_several_moves_one_is_a_decision():
    match = Match(squ)
    for _ in range(3):  # one disc, then two of the second player's turn
        match.play(match.position.moves()[0])
    assert [position.mover for position in match.positions] == [0, 1, 1, 0]
    match.undo_to_decision_of(1)
    assert len(match.plies) == 2
    match.undo_to_decision_of(1)
    assert len(match.plies) == 1


def test_a_game_won_on_the_board_is_over_until_it_is_undone():
    match = played(*RED_WINS)
    assert match.outcome == Outcome(0, "three in line")
    assert match.how is How.RULES
    for late in (lambda: match.play("f1"), lambda: match.resign(1), lambda: match.offer_draw(0), lambda: match.flag(0)):
        with pytest.raises(GameOver):
            late()
    match.undo()
    assert match.outcome is None
    match.play("f1")


def test_repetition_is_counted_over_the_moves_that_stand():
    match = played("b1", "a2", "b1", "a2", "b1")  # each stone drives the other off the board
    assert match.outcome == Outcome(None, "the same position for the third time")
    match.undo(3)
    for move in ("f6", "e1", "b1"):
        match.play(move)
    assert match.outcome is None


def test_notes_stay_with_their_moves():
    match = Match(gekitai)
    match.play("c3", comment="the centre", evaluation=0.5, clock_ms=9000)
    match.play("a1")
    match.annotate(1, comment="a corner?", evaluation=1.5)
    assert match.plies[0] == Ply(match.plies[0].move, "the centre", 9000, 0.5)
    match.undo(2)
    match.play("c3")
    assert match.plies[0].comment == "the centre"
    assert match.undone[0].comment == "a corner?"
    with pytest.raises(ValueError, match="number"):
        match.annotate(0, evaluation=float("nan"))


# --- endings by word


def test_a_player_resigns():
    match = played("c3")
    match.resign(0)
    assert match.outcome == Outcome(1, "Red resigned")
    assert match.how is How.RESIGNATION
    with pytest.raises(GameOver, match="Red resigned"):
        match.play("a1")


def test_a_resignation_is_taken_back_before_any_move():
    match = played("c3", "d5")
    match.resign(0)
    match.undo()
    assert match.outcome is None
    assert texts(match) == ["c3", "d5"]
    match.resign(0)
    match.undo_to_decision_of(0)
    assert texts(match) == ["c3", "d5"]
    match.resign(1)
    match.undo_to_decision_of(0)
    assert match.outcome is None
    assert texts(match) == []


def test_a_declared_ending_drops_what_was_undone():
    match = played("c3", "d5")
    match.undo()
    match.resign(1)
    assert match.undone == ()


def test_an_offer_is_withdrawn_by_who_made_it():
    match = Match(gekitai)
    match.offer_draw(0)
    with pytest.raises(MatchError, match="Black has not offered a draw"):
        match.withdraw_draw(1)
    match.withdraw_draw(0)
    assert match.draw_offer is None
    with pytest.raises(MatchError, match="nobody has offered Black a draw"):
        match.accept_draw(1)


def test_a_draw_is_offered_and_accepted():
    match = played("c3")
    match.offer_draw(0)
    with pytest.raises(MatchError, match="nobody has offered Red a draw"):
        match.accept_draw(0)
    match.accept_draw(1)
    assert match.outcome == Outcome(None, "agreed by both players")
    assert match.how is How.AGREEMENT
    assert match.draw_offer is None


def test_two_offers_are_an_agreement():
    match = played("c3")
    match.offer_draw(1)
    match.offer_draw(1)
    assert match.outcome is None
    match.offer_draw(0)
    assert match.how is How.AGREEMENT


def test_an_offer_lapses_when_the_other_declines_or_plays_on():
    match = Match(gekitai)
    match.offer_draw(0)
    match.play("c3")
    assert match.draw_offer == 0
    match.play("d5")
    assert match.draw_offer is None
    match.offer_draw(1)
    match.decline_draw(0)
    with pytest.raises(MatchError):
        match.accept_draw(0)
    match.offer_draw(1)
    match.undo()
    assert match.draw_offer is None


@pytest.mark.parametrize("seat", [2, -1, 10**6, "first"])
def test_a_third_seat_was_refused_with_a_bare_error_or_taken_for_the_second(seat):
    match = Match(gekitai)
    match.offer_draw(0)
    before = match.fork()
    for wrong in (
        match.resign,
        match.offer_draw,
        match.flag,
        match.accept_draw,
        match.decline_draw,
        match.withdraw_draw,
        match.undo_to_decision_of,
    ):
        with pytest.raises(MatchError, match="a seat is 0 or 1"):
            wrong(seat)
    assert match == before


@pytest.mark.parametrize("ply", [-1, 1, 9])
def test_a_note_on_a_move_that_was_not_played_was_a_bare_error_or_went_to_the_last_move(ply):
    match = played("c3")
    with pytest.raises(MatchError, match="1 were played, counted from 0"):
        match.annotate(ply, comment="well done")
    assert match == played("c3")


# --- starts


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        (gekitai, squ.start()),  # read past the end of the state, and beyond
        (squ, gekitai.start()),
        (ludoteca.game("mapello", bonus="owner"), ludoteca.game("mapello").start()),  # other rules after save and load
        (ludoteca.game("gekitai", double_win="mover"), gekitai.start()),
    ],
)
def test_a_start_of_another_game_or_of_other_options_was_taken(variant, start):
    for taking in (
        lambda: Match(variant, start),
        lambda: Series(variant, 3, start=start),
        lambda: Record(variant, start),
        lambda: play_random(variant, 1, start=start),
        lambda: collect_statistics(variant, 1, start=start),
    ):
        with pytest.raises(ForeignPosition, match=f"does not belong to .*{variant.name}"):
            taking()
    assert Match(start.variant, start).start == start


# --- clocks


def test_the_clock_is_pressed_by_playing():
    watch = Watch()
    match = Match(gekitai, control=TimeControl(10_000, 1000), now=watch)
    match.start_clock()
    watch.ms += 3000
    match.play("c3")
    watch.ms += 500
    match.play("d5")
    assert [ply.clock_ms for ply in match.plies] == [8000, 10_500]
    assert match.clock.running == 0


def test_a_turn_of_two_moves_presses_the_clock_once():
    watch = Watch()
    match = Match(squ, control=TimeControl(10_000, 1000), now=watch)
    match.start_clock()
    for _ in range(3):
        watch.ms += 1000
        match.play(match.position.moves()[0])
    assert [ply.clock_ms for ply in match.plies] == [10_000, 9000, 9000]
    assert match.clock.turns == [1, 1]


def test_whoever_moves_after_time_has_lost():
    watch = Watch()
    match = played(control=TimeControl(10_000), now=watch)
    match.start_clock()
    with pytest.raises(MatchError, match="nobody has run out of time"):
        match.claim_time()
    watch.ms += 10_000
    with pytest.raises(GameOver, match="Red ran out of time"):
        match.play("c3")
    assert match.outcome == Outcome(1, "Red ran out of time")
    assert match.how is How.TIME
    with pytest.raises(MatchError, match="on time"):
        match.undo()


def test_time_is_claimed_without_a_move():
    watch = Watch()
    match = played("c3", control=TimeControl(10_000), now=watch)
    match.start_clock()
    watch.ms += 99_999
    match.claim_time()
    assert match.outcome == Outcome(0, "Black ran out of time")
    assert match.clock.running is None


def test_the_clock_stops_when_the_game_is_over():
    watch = Watch()
    match = played(*RED_WINS[:-1], control=TimeControl(10_000, 1000), now=watch)
    match.start_clock()
    watch.ms += 2000
    match.play(RED_WINS[-1])
    watch.ms += 99_999
    assert match.clock.running is None
    assert match.plies[-1].clock_ms == 8000


def test_undoing_gives_no_time_back_but_changes_whose_time_runs():
    watch = Watch()
    match = Match(gekitai, control=TimeControl(10_000), now=watch)
    match.start_clock()
    watch.ms += 3000
    match.play("c3")
    watch.ms += 1000
    match.undo()
    watch.ms += 500
    assert match.clock.running == 0
    assert [match.clock.left_ms(seat, watch.ms) for seat in (0, 1)] == [6500, 9000]


def test_without_a_clock_there_is_none_to_start():
    match = Match(gekitai, control=TimeControl())
    assert match.clock is None
    match.stop_clock()
    with pytest.raises(MatchError, match="no clock"):
        match.start_clock()


# --- the start


def test_a_usual_start_is_left_out_and_any_other_is_kept_as_text():
    assert Match(gekitai).save()["start"] is None
    other = gekitai.start().play("c3")
    match = Match(gekitai, other)
    assert match.save()["start"] == str(other)
    assert match.start.previous is None
    assert Match.load(match.save()).position == other


def test_a_random_setup_is_always_kept_as_text():
    greener = ludoteca.game("greener")
    assert usual_start(greener) is None
    match = Match(greener, greener.start(5))
    assert match.save()["start"] == str(greener.start(5))
    assert Match.load(match.save()) == match
    with pytest.raises(DamagedSave, match="start"):
        Match.load(match.save() | {"start": None})


# --- play, undo and redo against a plain model; saved at any moment


class AnyMatch(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.watch = Watch()
        self.match = Match(gekitai, control=TimeControl(600_000, 2000), now=self.watch)
        self.moves: list[str] = []
        self.at = 0
        self.ended = False

    def goes_on(self) -> bool:
        return self.match.outcome is None

    @precondition(goes_on)
    @rule(data=st.data(), comment=st.text(max_size=5), evaluation=st.none() | st.floats(-9, 9))
    def play(self, data, comment, evaluation):
        text = str(data.draw(st.sampled_from(self.match.position.moves())))
        self.match.play(text, comment=comment, evaluation=evaluation)
        if self.moves[self.at : self.at + 1] != [text]:
            self.moves[self.at :] = [text]
        self.at += 1

    @rule(plies=st.integers(1, 4))
    def undo(self, plies):
        if plies > self.at + self.ended:
            with pytest.raises(MatchError):
                self.match.undo(plies)
        else:
            self.match.undo(plies)
            self.at -= plies - self.ended
            self.ended = False

    @rule(plies=st.integers(1, 4))
    def redo(self, plies):
        if self.at + plies > len(self.moves):
            with pytest.raises(MatchError):
                self.match.redo(plies)
        else:
            self.match.redo(plies)
            self.at += plies

    @precondition(goes_on)
    @rule(seat=st.integers(0, 1))
    def resign(self, seat):
        self.match.resign(seat)
        del self.moves[self.at :]
        self.ended = True

    @precondition(goes_on)
    @rule(seat=st.integers(0, 1))
    def offer(self, seat):
        agreed = self.match.draw_offer == 1 - seat
        self.match.offer_draw(seat)
        if agreed:
            del self.moves[self.at :]
            self.ended = True

    @precondition(goes_on)
    @rule(span=st.integers(0, 5000))
    def run_the_clock(self, span):
        self.match.start_clock()
        self.watch.ms += span

    @rule()
    def go_on_from_the_saved_match(self):
        running = self.match.clock.running
        self.match = Match.load(json.loads(json.dumps(self.match.save())), now=self.watch)
        if running is not None and self.goes_on():
            self.match.start_clock()

    @invariant()
    def the_match_is_what_the_model_says(self):
        assert texts(self.match) == self.moves[: self.at]
        assert [str(ply.move) for ply in self.match.undone] == self.moves[self.at :]
        position = gekitai.start()
        for move in self.moves[: self.at]:
            position = position.play(move)
        assert self.match.position == position
        assert (self.match.outcome is not None) == (self.ended or position.outcome is not None)

    @invariant()
    def a_saved_match_is_an_equal_one(self):
        assert Match.load(json.loads(json.dumps(self.match.save())), now=self.watch) == self.match


AnyMatch.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None, derandomize=True)
TestAnyMatch = AnyMatch.TestCase


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in game_names()), ("mapello", {"map": "build"}), ("mapello", {"map": "random"})],
)
def test_a_match_of_any_game_goes_on_after_loading(name, options, seed):
    variant = ludoteca.game(name, **options)
    match = Match(variant, variant.start(seed))
    chance = Random(seed)
    while match.outcome is None and len(match.plies) < 15:
        match.play(chance.choice(match.position.moves()))
    match.undo(4)
    loaded = Match.load(json.loads(json.dumps(match.save())))
    assert loaded == match
    loaded.redo(4)
    match.redo(4)
    assert loaded.position == match.position
    assert loaded.position.moves() == match.position.moves()
    assert loaded.outcome == match.outcome


def test_a_match_that_differs_in_anything_is_another():
    match = played("c3", "d5")
    others = [played("c3"), played("c3", "d4"), played("c3", "d5", tags={"Date": "2024.01.01"})]
    others.append(played("c3", "d5", players=(PlayerName("Ana"), PlayerName("Bo", "random"))))
    others.append(played("c3", "d5", control=TimeControl(1000)))
    others.append(played("c3", "d5"))
    others[-1].offer_draw(0)
    assert all(other != match for other in others)
    assert all(Match.load(other.save()) == other for other in others)
    assert match != "a match"


def test_a_declaration_names_its_player():
    with pytest.raises(ValueError, match="seat"):
        Declaration(How.TIME)
