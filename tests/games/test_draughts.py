"""English draughts: the rules by number, published counts, and random games side by side with OpenSpiel."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
from games.lockstep import GAMES, play_in_lockstep
from pictures import position as drawn

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import new_states
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play import load_game
from ludoteca.play.records import RecordError, read_record, write_as

DRAUGHTS = load_game("draughts")
PUBLISHED = (7, 49, 302, 1469, 7361, 36768, 179740, 845931)  # whole moves from the start


def position(*rows: str, mover: str = "b", jumper: str = "-", quiet: int = 0):
    """A position from its eight rows of four cells, 1 to 4 first."""
    return DRAUGHTS.position(f"{'/'.join(rows)} {mover} {jumper} {quiet}")


def texts(position):
    return {str(move) for move in position.whole_moves()}


# --- steps and captures


def test_twelve_men_each_start_on_the_dark_cells_and_black_begins():  # ED1, ED2
    assert DRAUGHTS.start() == position(*["bbbb"] * 3, "....", "....", *["wwww"] * 3)
    board = DRAUGHTS.board
    letters = [board.other_names[board.names.index(number)] for number in ("1", "4", "29", "32")]
    assert letters == ["b8", "h8", "a1", "g1"]  # a dark cell in each player's left corner


def test_men_step_ahead_and_kings_also_back():  # ED3
    here = position("....", "....", ".b..", "....", "..B.", "....", "....", "w...")
    assert texts(here) == {"10-14", "10-15", "19-15", "19-16", "19-23", "19-24"}


def test_a_man_jumps_over_an_enemy_in_front_of_it():  # ED4
    here = position("....", "....", ".b..", ".w..", "....", "....", "....", "...w")
    assert str(here.play("10x17")) == "..../..../..../..../b.../..../..../...w w - 0"


def test_a_man_does_not_take_backwards_but_a_king_does():  # ED4
    assert texts(position("....", "..w.", "..b.", "....", "....", "....", "....", "w...")) == {"11-15", "11-16"}
    assert texts(position("....", "..w.", "..B.", "....", "....", "....", "....", "w...")) == {"11x2"}


def test_any_capture_may_be_chosen_but_one_must():  # ED5
    here = position("....", "..b.", "b...", ".w..", "....", "....", ".ww.", "....")
    assert texts(here) == {"9x18"}
    here = drawn(
        DRAUGHTS,
        """
          .   .   .   .
        .   .   .   .
          b   .   .   b
        .   w   .   w
          .   .   .   .
        .   w   .   .
          .   .   .   .
        .   .   .   .     black to move | - 0""",
    )
    assert texts(here) == {"9x18x25", "12x19"}  # the longer one is not preferred


FORK = """
          .   .   .   .
        .   .   .   .
          b   .   .   .
        .   w   .   .
          .   .   .   .
        .   w   w   .
          .   .   .   .
        .   .   .   .     black to move | - 0"""


def test_a_capture_must_be_finished():  # ED6
    here = drawn(DRAUGHTS, FORK)
    halfway = here.play("9x18")
    assert (halfway.mover, str(halfway)) == (0, "..../..../..../..../.b../.ww./..../.... b 18 0")
    assert texts(halfway) == {"18x25", "18x27"}
    with pytest.raises(IllegalMove, match="the piece on 18 must go on taking"):
        position("....", "....", "b...", "....", ".b..", ".ww.", "....", "....", jumper="18").play("9-13")


def test_a_chain_goes_either_way_where_it_forks():  # ED6
    here = drawn(DRAUGHTS, FORK)
    assert texts(here) == {"9x18x25", "9x18x27"}
    assert here.play("9x18x27") == drawn(
        DRAUGHTS,
        """
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   w   .   .
          .   .   b   .
        .   .   .   .     white to move | - 0""",
    )


def test_a_king_can_come_back_to_where_it_began():  # ED6: its chain goes round, either way
    here = drawn(
        DRAUGHTS,
        """
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   b   b   .
          .   .   .   .
        .   b   b   .
          .   W   .   .
        .   .   .   .     white to move | - 0""",
    )
    assert texts(here) == {"26x17x10x19x26", "26x19x10x17x26"}
    after = here.play("26x17x10x19x26")
    assert (str(after), after.outcome.winner) == ("..../..../..../..../..../..../.W../.... b - 0", 1)
    assert after.outcome.reason == "Black has no pieces left"


def test_two_ways_to_the_same_cell_take_different_men():  # ED6
    here = drawn(
        DRAUGHTS,
        """
          .   .   .   .
        .   .   .   .
          .   b   .   .
        .   w   w   .
          .   .   .   .
        .   w   w   .
          .   .   .   .
        .   .   .   .     black to move | - 0""",
    )
    assert texts(here) == {"10x17x26", "10x19x26"}
    assert here.play("10x19x26") == drawn(
        DRAUGHTS,
        """
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   w   .   .
          .   .   .   .
        .   w   .   .
          .   b   .   .
        .   .   .   .     white to move | - 0""",
    )
    with pytest.raises(IllegalMove, match="from 10 you cannot choose 26; possible: 17, 19"):
        here.play("10x26")


def test_a_crowned_man_stops():  # ED7
    here = position("....", "....", "....", "....", "....", ".b..", "..w.", ".w..", mover="b")
    assert texts(here) == {"22-25", "22-26"}
    here = position("....", "....", "....", "....", "....", "..b.", ".ww.", "....", mover="b")
    after = here.play("23x30")
    assert str(after) == "..../..../..../..../..../..../..w./.B.. w - 0"  # though 30x23 would take another


def test_a_player_who_cannot_move_loses():  # ED8
    blocked = position("....", "....", "....", ".b..", "b...", "w...", "....", "....", mover="w")
    assert (blocked.outcome.winner, blocked.outcome.reason) == (0, "White cannot move")


def test_the_third_repetition_is_a_draw():  # ED9
    here = position("B...", "....", "....", "....", "....", "....", "....", "...W")
    for move in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1"]:
        here = here.play(move)
    assert here.outcome is None
    assert here.play("28-32").outcome.winner is None


def test_forty_moves_of_each_side_without_a_capture_or_a_mans_move_are_a_draw():  # ED10
    here = position("B...", "....", "..b.", "....", "....", "....", "....", "...W", quiet=79)
    assert here.play("11-15").outcome is None  # a man has moved
    after = here.play("1-6")
    assert after.outcome.winner is None
    assert after.outcome.reason == "forty moves of each side without a capture or a move of a man"


def test_forty_moves_of_each_side_count_and_in_openspiel_forty_in_all():  # ED10; there men's moves count, too
    chance, here, there = Random(25), DRAUGHTS.start(), pyspiel.load_game("checkers").new_initial_state()
    while not there.is_terminal():
        move = chance.choice(here.moves())
        there.apply_action(there.string_to_action(turned_move(here, str(move))))
        here = here.play(move)
    assert (moves_without_capture(here), there.returns(), here.outcome) == (40, [0.0, 0.0], None)


def test_the_third_repetition_is_a_draw_and_openspiel_knows_none():  # ED9
    chance, here, there = Random(0), DRAUGHTS.start(), pyspiel.load_game("checkers").new_initial_state()
    last = ["", ""]  # each player's move, which is taken back wherever a king can
    while here.outcome is None:
        last[here.mover] = str(here.named("-".join(last[here.mover].split("-")[::-1])) or chance.choice(here.moves()))
        there.apply_action(there.string_to_action(turned_move(here, last[here.mover])))
        here = here.play(last[here.mover])
    assert (here.repetitions, here.outcome.winner, there.is_terminal()) == (3, None, False)


def test_positions_that_cannot_occur_are_refused():  # ED6, ED7
    with pytest.raises(UnreadablePosition, match="a man on the far row is a king"):
        position("w...", "....", "....", "....", "....", "....", "....", "b...")
    with pytest.raises(UnreadablePosition, match="no piece on 1 has to go on taking"):
        position("B...", "....", "....", "....", "....", "....", "....", "...W", jumper="1")


# --- what people read


def test_cells_have_numbers_and_letters_are_read_too():
    start = DRAUGHTS.start()
    assert texts(start) == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert start.play("f6-e5") == start.play("F6 E5") == start.play("11-15")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9-13", "you must take a piece if you can"),
        ("1-5", "you must take a piece, and the one on 1 cannot"),
        ("9x18x26", "from 18 you cannot choose 26; possible: 25"),
        ("9x18x25x29", "the move ends on 25"),
        ("33-1", "33 is not on the board"),
    ],
)
def test_refusals_say_why(typed, said):
    here = position("b...", "....", "b...", ".w..", "....", ".w..", "....", "....")
    with pytest.raises(IllegalMove, match=said):
        here.play(typed)


# --- games in PDN


GAME = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Black "Ann"]
[White "Bob"]
[Result "0-1"]
[GameType "21"]

1. 9-14 23-19 2. 6-9 22-18 3. 14x23 27x18 4. 11-16 26-23 5. 10-14 24-20 6. 1-6
20x11 7. 7x16 31-26 8. 8-11 26-22 9. 2-7 30-26 10. 16-20 19-16 11. 12x19 23x16
12. 14x23x30 16-12 13. 3-8 12x3 14. 30-26 3x10x1 15. 26x17 21x14 16. 9x18 1-6
17. 18-22 25x18 18. 11-16 29-25 19. 5-9 6x13 20. 4-8 18-15 21. 20-24 28x19x12x3
0-1
"""


def test_a_whole_game_is_read_and_written_as_pdn():
    record = read_record(GAME)
    assert record.variant == DRAUGHTS and record.players == ("Ann", "Bob")
    assert record.termination == "Black has no pieces left"
    assert write_as(record, "pdn").replace('[Termination "normal"]\n', "") == GAME
    assert read_record(write_as(record, "record")) == record


# The game in which Arthur Samuel's program beat a master, Robert Nealey, Yorktown Heights, 1962.
SAMUEL = """[Event "Samuel's checkers program against a master"]
[Site "Yorktown Heights"]
[Date "1962.07.12"]
[Round "?"]
[Black "Samuel's program"]
[White "Robert Nealey"]
[Result "1-0"]
[GameType "21"]
[Termination "normal"]

1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 9-14 26-23 6. 10-15
19x10 7. 6x15 28-24 8. 15-19 24x15 9. 5-9 13x6 10. 1x10x19x26 31x22x15 11. 11x18
30-26 12. 8-11 25-22 13. 18x25 29x22 14. 11-15 27-23 15. 15-19 23x16 16. 12x19
32-27 17. 19-24 27-23 18. 24-27 22-18 19. 27-31 18x9 20. 31x22 9-5 21. 22-26
23-19 22. 26-22 19-16 23. 22-18 21-17 24. 18-23 17-13 25. 2-6 16-11 26. 7x16
20x11 27. 23-19 1-0
"""


def test_a_famous_game_is_read_and_written_as_pdn():
    record = read_record(SAMUEL)
    assert record.players == ("Samuel's program", "Robert Nealey") and record.termination == "resignation"
    assert str(record.final()) == "..b./wb../..w./w.../..B./..../..../.... w - 1"
    assert write_as(record, "pdn") == SAMUEL


def test_other_ways_to_write_a_game_in_pdn_are_read():
    short = GAME.replace("14x23x30", "14x30").replace("28x19x12x3", "28-19 19-12 12-3").replace("3x10x1", "3:10 10:1")
    full = '[GameType "21,B,8,8,N1,0"]'
    for text in (short, GAME.replace('[GameType "21"]', full), GAME.replace('[GameType "21"]\n', "")):
        assert read_record(text) == read_record(GAME)


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("B:W18,24,K10:B1,2,K32", "bb../..../.W../..../.w../...w/..../...B b - 0"),
        ("W:B1-4:WK5,K32.", "bbbb/W.../..../..../..../..../..../...W w - 0"),
    ],
)
def test_a_game_in_pdn_can_begin_with_a_position(fen, text):
    record = read_record(f'[GameType "21"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n*')
    assert str(record.start) == text
    assert read_record(write_as(record, "pdn")) == record


@pytest.mark.parametrize("fen", ["B:W18:W24", "B:W33:B1", "B:W0:B1", "B:W5-999999999:B1", "18,24", "B:Wx:B1"])
def test_a_wrong_position_in_pdn_is_refused(fen):
    with pytest.raises(RecordError, match="line 1"):
        read_record(f'[FEN "{fen}"] [GameType "21"]\n\n*')


def test_pdn_has_no_positions_inside_a_capture():
    inside = position("....", "....", ".b..", ".w..", "....", ".w..", "....", "w..w").play("10x17")
    assert inside.state.jumper >= 0
    record = read_record(f'[Game "draughts"]\n[Position "{inside}"]\n\n*')
    with pytest.raises(UnreadablePosition, match="middle of a capture"):
        write_as(record, "pdn")


# --- counts and other programs


@compiled
def count_turns(states, room, counts, tried, depth):
    """Sequences of whole moves: a move that leaves the mover to move again is the beginning of one."""
    total, ply, turn = 0, 0, 0
    turns = np.zeros(len(tried), np.int64)
    counts[0], tried[0] = verbs.moves(states[0], room[0]), 0
    while ply >= 0:
        if tried[ply] == counts[ply]:
            ply -= 1
            continue
        states[ply + 1] = states[ply]
        verbs.play(states[ply + 1], room[ply, tried[ply]])
        tried[ply] += 1
        turn = turns[ply] + (states[ply + 1].mover != states[ply].mover)
        if turn == depth:
            total += 1
            continue
        ply += 1
        turns[ply] = turn
        over = verbs.ending(states[ply]) != Ending.NONE
        counts[ply], tried[ply] = 0 if over else verbs.moves(states[ply], room[ply]), 0
    return total


def whole_moves_of(depth: int) -> int:
    game = DRAUGHTS.game
    most = 4 * depth  # plies
    states = new_states(most + 1, game.state)
    states[0] = DRAUGHTS.start().state
    counts, tried = np.zeros((2, most), np.int64)
    return int(count_turns(states, np.zeros((most, game.most_moves), np.int32), counts, tried, depth))


def test_whole_moves_are_as_many_as_published():
    assert tuple(whole_moves_of(depth) for depth in range(1, 9)) == PUBLISHED
    assert len(texts(DRAUGHTS.start())) == PUBLISHED[0]


def moves_without_capture(here) -> int:
    """How many plies ago the last capture was."""
    plies = [str(each.last_move) for each in here.line()]
    return next((ago for ago, move in enumerate(plies) if "x" in move), here.ply)


def turned_move(_, text: str) -> str:
    """A move as OpenSpiel writes it."""
    return "".join(map(turned, text.replace("x", "-").split("-")))


def turned(name: str) -> str:
    """A cell as OpenSpiel calls it, where the first player begins at the bottom."""
    letters = DRAUGHTS.board.other_names[DRAUGHTS.board.names.index(name)]
    return f"{'hgfedcba'['abcdefgh'.index(letters[0])]}{9 - int(letters[1])}"


@GAMES
def test_games_are_the_same_as_in_openspiel(games):
    def ended_otherwise(here, there):  # the third repetition, or OpenSpiel's 40 moves without a capture [ED9, ED10]
        if here.outcome is None:
            return there.returns() == [0.0, 0.0] and moves_without_capture(here) == 40
        return here.repetitions == 3 and moves_without_capture(here) < 40

    play_in_lockstep(
        DRAUGHTS,
        "checkers",
        turned_move,
        games=games,
        may_differ_in_ending=ended_otherwise,
    )
