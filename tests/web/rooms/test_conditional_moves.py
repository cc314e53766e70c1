"""Conditional moves: what a player has planned to answer, decided over plain data and played by whoever commits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import two_players
from sqlalchemy.orm import Session
from tables import CHANCE, table

from ludoteca.errors import LudotecaError
from ludoteca.play import load_game
from ludoteca.web.storage import repository
from ludoteca.web.storage.databases import open_engine, read_address
from ludoteca.web.storage.migrations import migrate
from ludoteca.web.table.changes import decide
from ludoteca.web.table.conditional_moves import LONGEST_LINE, MOST_MOVES, written_lines
from ludoteca.web.table.status import personal_view

DAY_MS = 24 * 3_600_000
SLOW = "3d+1d max 7d"


def plan(stored, guest, moves, ply=None):
    message = {"type": "conditional_moves", "ply": len(stored.match.plies) if ply is None else ply, "moves": moves}
    return decide(stored, guest, message, CHANCE).after


def play(stored, guest, text):
    return decide(stored, guest, {"type": "move", "ply": len(stored.match.plies), "text": text}, CHANCE)


def texts(stored):
    return [str(ply.move) for ply in stored.match.plies]


@pytest.mark.parametrize("clock", ["none", SLOW])
def test_what_was_planned_is_answered_in_the_same_change(clock):
    stored = plan(table("c3", clock=clock), "ann", {"f6": {"a1": {"f1": {"a6": {}}}}, "e5": {"a1": {}}})
    change = play(stored, "bob", "F6")
    assert texts(change.after) == ["c3", "f6", "a1"]
    assert change.after.version == stored.version + 1
    assert [news.fields["text"] for news in (*change.earlier, change.news)] == ["f6", "a1"]
    assert [news.fields["by"] for news in (*change.earlier, change.news)] == [1, 0]
    assert len(change.earlier[0].match.plies) == 2
    again = play(change.after, "bob", "f1").after
    assert texts(again)[3:] == ["f1", "a6"] and again.conditional is None


def test_a_game_that_goes_elsewhere_drops_the_plan():
    change = play(plan(table("c3"), "ann", {"f6": {"a1": {}}}), "bob", "e5")
    assert texts(change.after) == ["c3", "e5"] and change.earlier == ()
    assert change.after.conditional is None


def test_an_answer_takes_no_time_and_gains_what_a_move_gains():
    stored = table("c3", clock=SLOW)
    now = [stored.match.now()]
    stored.match.now = lambda: now[0]
    stored = plan(stored, "ann", {"f6": {"a1": {}}})
    now[0] += DAY_MS
    clock = play(stored, "bob", "f6").after.match.clock
    assert clock.running == 1
    assert clock.left_ms(0, now[0]) == 4 * DAY_MS  # the first move was free
    assert 3 * DAY_MS - 1000 <= clock.left_ms(1, now[0]) <= 3 * DAY_MS


def test_nothing_is_answered_while_a_draw_is_offered():
    stored = plan(table("c3"), "ann", {"f6": {"a1": {}}})
    stored = decide(stored, "bob", {"type": "offer_draw"}, CHANCE).after
    after = play(stored, "bob", "f6").after
    assert texts(after) == ["c3", "f6"]
    assert (after.match.draw_offer, after.conditional) == (1, None)


def test_a_plan_ends_with_the_game_and_with_moves_that_are_taken_back():
    stored = plan(table("c3"), "ann", {"f6": {"a1": {}}})
    assert decide(stored, "bob", {"type": "resign"}, CHANCE).after.conditional is None
    asked = decide(stored, "ann", {"type": "ask_takeback"}, CHANCE).after
    assert asked.conditional == stored.conditional
    assert decide(asked, "bob", {"type": "grant_takeback"}, CHANCE).after.conditional is None


def test_an_empty_tree_removes_a_plan():
    stored = plan(table("c3"), "ann", {"f6": {"a1": {}}})
    assert plan(stored, "ann", {}).conditional is None


def test_only_its_player_sees_a_plan():
    stored = plan(table("c3"), "ann", {"f6": {"a1": {}}})
    assert personal_view(stored, "ann")["conditional_moves"] == {"f6": {"a1": {}}}
    assert "conditional_moves" not in personal_view(stored, "bob")
    assert "conditional_moves" not in personal_view(stored, "eve")
    change = decide(stored, "ann", {"type": "conditional_moves", "ply": 1, "moves": {}}, CHANCE)
    assert change.news.fields == {}


def quiet(position):
    """The first move after which the game goes on."""
    return next(move for move in position.moves() if position.play(move).outcome is None)


def deep(length):
    """One line of this many moves."""
    position, line = table("c3").match.position, []
    for _ in range(length):
        line.append(str(quiet(position)))
        position = position.play(line[-1])
    tree = {}
    for text in reversed(line):
        tree = {text: tree}
    return tree


def wide():
    """An answer to each move."""
    position = table("c3").match.position
    return {str(move): {str(quiet(position.play(move))): {}} for move in position.moves()}


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (None, "objects within objects"),
        ([], "objects within objects"),
        ({"f6": "a1"}, "objects within objects"),
        ({"f6": {}}, "must end with a move of yours"),
        ({"f6": {"a1": {}, "a2": {}}}, "Plan one answer"),
        ({"c3": {"a1": {}}}, "c3"),
        ({"nonsense": {"a1": {}}}, "nonsense"),
        ({"f6": {"f6": {}}}, "f6"),
        (deep(LONGEST_LINE + 2), f"at most {LONGEST_LINE} in one line"),
        (wide(), f"at most {MOST_MOVES} moves"),
    ],
)
def test_a_tree_that_cannot_be_played_is_refused(moves, words):
    with pytest.raises(LudotecaError, match=words):
        plan(table("c3"), "ann", moves)


def test_a_plan_of_the_greatest_length_is_accepted_and_one_for_a_position_that_has_passed_is_not():
    assert plan(table("c3"), "ann", deep(LONGEST_LINE)).conditional is not None
    with pytest.raises(LudotecaError, match="moved on"):
        plan(table("c3"), "ann", {}, ply=0)


@pytest.mark.parametrize(
    ("stored", "guest"),
    [
        (table("c3"), "bob"),  # whose turn it is
        (table("c3"), "eve"),
        (table("c3", clock="5+0"), "ann"),
        (decide(table("c3"), "ann", {"type": "resign"}, CHANCE).after, "ann"),
    ],
)
def test_only_a_player_who_waits_in_a_game_by_correspondence_can_plan(stored, guest):
    with pytest.raises(LudotecaError, match="while your opponent is to move"):
        plan(stored, guest, {"f6": {"a1": {}}})


cells = st.sampled_from([f"{column}{row}" for column in "abcdef" for row in range(1, 7)])


@given(st.recursive(st.just({}), lambda more: st.dictionaries(cells, more, max_size=3), max_leaves=12), cells)
def test_whatever_is_planned_only_what_was_planned_is_answered(moves, text):
    stored = table("c3")
    try:
        stored = plan(stored, "ann", moves)
        after = play(stored, "bob", text).after
    except LudotecaError:
        return
    tree = moves
    for played in texts(after)[1:]:
        tree = tree.get(played) if tree else tree
    answers = 0 if text not in moves else 1
    assert len(texts(after)) == 2 + answers
    assert (after.conditional.moves if after.conditional else {}) == (tree or {})


def test_a_plan_is_stored_with_its_game(tmp_path):
    url = read_address(f"sqlite:///{tmp_path / 'plans.db'}")
    engine = open_engine(url, 1000, writes=True)
    migrate(engine)
    stored = plan(table("c3"), "ann", {"f6": {"a1": {}}})
    with Session(engine) as session, session.begin():
        repository.greet_guest(session, "ann")
        repository.greet_guest(session, "bob")
        repository.add_game(session, stored)
        assert repository.load_game_row(session, stored.id).conditional == stored.conditional
    engine.dispose()


def test_the_server_answers_and_tells_both(server):
    one, two, _ = two_players(server, clock=SLOW)
    with one, two:
        one.send("move", ply=0, text="c3")
        one.until("move"), two.until("move")
        one.send("conditional_moves", ply=1, moves={"f6": {"a1": {}}})
        assert one.until("conditional_moves")["conditional_moves"] == {"f6": {"a1": {}}}
        two.send("move", ply=1, text="f6")
        for player in (one, two):
            first, second = player.until("move"), player.until("move")
            assert (first["ply"], first["text"], second["ply"], second["text"]) == (1, "f6", 2, "a1")
            assert first["view"]["ply"] == 2 and second["view"]["ply"] == 3
            assert "a1" in second["view"]["cells"] and "a1" not in first["view"]["cells"]
            assert "conditional_moves" not in second


def test_planned_lines_are_shown_as_players_write_moves():
    position = load_game("chess").start().play("e4")
    tree = {"e7e5": {"g1f3": {"b8c6": {"f1b5": {}}}}, "d7d5": {"e4d5": {}}}
    assert written_lines(tree, position) == [["e5", "Nf3", "Nc6", "Bb5"], ["d5", "exd5"]]
