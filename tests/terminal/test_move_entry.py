"""Entering moves: every legal move by picks alone and by text alone, and nothing else."""

from __future__ import annotations

import string

import pytest
from compiler_settings import REPRESENTATIVES
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import play_randomly

from ludoteca.errors import GameOver, IllegalMove, MoveError
from ludoteca.play import load_game
from ludoteca.terminal.move_entry import Entry

VARIANTS = [load_game(name) for name in REPRESENTATIVES]
VARIANTS += [
    load_game("mapello", map="build"),
    load_game("glaisher", start="free"),
    load_game("greener", setup="alternate"),
]
positions = st.builds(play_randomly, st.sampled_from(VARIANTS), st.integers(0, 60), st.integers(0, 2**32 - 1))


@given(positions)
@settings(max_examples=40)
def test_every_legal_move_can_be_entered_by_picks_alone(position):
    entry = Entry(position)
    for move in position.whole_moves()[:300]:
        for pick in move.picks[:-1]:
            assert entry.pick(pick.name) is None
        assert entry.pick(move.picks[-1].name) == move
        assert entry.picked == ()


@given(positions)
@settings(max_examples=40)
def test_every_legal_move_can_be_entered_by_text_alone(position):
    for move in position.whole_moves()[:300]:
        assert Entry(position).type(str(move)) == move
        assert Entry(position).type(f" {str(move).upper()} ") == move


@given(positions, st.data())
def test_whatever_is_picked_only_legal_moves_come_out(position, data):
    entry = Entry(position)
    names = [*position.variant.board.names, "pass", "done", "wall", "e", "sw", "1+2", "z99", "", "?"]
    for name in data.draw(st.lists(st.sampled_from(names) | st.just("<option>"), max_size=12)):
        if name == "<option>":
            name = data.draw(st.sampled_from([pick.name for pick in entry.options]))
        try:
            move = entry.pick(name)
        except MoveError as error:
            assert str(error)
            continue
        assert move is None or move in position.moves()
        assert entry.fitting()


texts = st.text(string.printable, max_size=12) | st.from_regex(r"[a-j]\d{1,2}(x[a-j]\d)?")


@given(positions, st.lists(texts, max_size=6))
@settings(max_examples=40)
def test_whatever_is_typed_only_legal_moves_come_out(position, texts):
    entry = Entry(position)
    for text in texts:
        try:
            move = entry.type(text)
        except MoveError as error:
            assert str(error)
            continue
        assert move is None or move in position.moves()
        assert entry.fitting()


def test_the_same_pick_again_takes_it_back():
    position = load_game("greener").start(3)
    first = position.moves()[0].picks[0].name
    entry = Entry(position)
    entry.pick(first)
    assert entry.pick(first) is None
    assert entry.picked == ()


def test_another_beginning_replaces_the_first():
    position = load_game("glaisher").start()
    begins = [pick.name for pick in Entry(position).options]
    entry = Entry(position)
    entry.pick(begins[0])
    entry.pick(begins[1])
    assert entry.picked == (begins[1],)


def test_choices_can_be_typed_by_number_and_by_label():
    position = load_game("glaisher").start()
    by_number, by_name = Entry(position), Entry(position)
    by_number.type("b1")
    by_name.type("b1")
    name = by_number.choices[1].name
    by_number.type("2")
    by_name.type(name.upper())
    assert by_number.picked == by_name.picked == ("b1", name)


def test_after_the_end_nothing_can_be_picked():
    position = load_game("gekitai").start()
    while position.outcome is None:
        position = position.play(position.moves()[-1])
    with pytest.raises(GameOver):
        Entry(position).pick("a1")
    with pytest.raises(MoveError):
        Entry(position).type("a1")


def test_a_direction_in_words_is_refused_with_its_own_reason():
    position = load_game("glaisher").start()
    entry = Entry(position)
    entry.pick("b1")
    with pytest.raises(IllegalMove, match="a stack of 6 cannot be split to the west here"):
        entry.type("West")
    with pytest.raises(IllegalMove, match="up is not a direction; the directions are e, w, se"):
        entry.type("up")
    assert entry.type("south-west") is None
    assert entry.picked == ("b1", "sw")


@given(positions, st.data())
@settings(max_examples=40)
def test_no_beginning_of_a_pick_plays_a_move(position, data):
    move = data.draw(st.sampled_from(position.moves()[:300]))
    entry = Entry(position)
    for pick in move.picks[:-1]:
        entry.pick(pick.name)
    last = move.picks[-1].name
    wanted = {str(pick).lower() for pick in entry.options} | {pick.name for pick in entry.options}
    for end in range(1, len(last)):
        said = last[:end]
        if said in wanted or said.isdigit():
            continue
        try:
            assert Entry(position).type(said) is None
            assert entry.type(said) is None
        except MoveError as error:
            assert str(error)


def test_a_chain_is_entered_cell_by_cell_or_by_its_end():
    position = load_game("draughts").position("..../..../b..b/.w.w/..../.ww./..../...w b - 0")
    entry = Entry(position)
    assert entry.pick("9") is None
    assert entry.cells == ["18", "25", "27"]  # the next cell, and the ends
    assert entry.pick("18") is None
    assert entry.so_far == "9x18"
    assert str(entry.pick("25")) == "9x18x25"
    assert entry.pick("9") is None
    assert str(entry.pick("27")) == "9x18x27"
    assert entry.picked == ()
    assert entry.type("9x18") is None  # only a beginning
    assert entry.picked == ("9", "18")
    assert str(entry.type("27")) == "9x18x27"
    assert str(entry.type("12x26")) == "12x19x26"
