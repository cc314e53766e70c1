"""Chess: what random play does not reach, published counts and games, and random games in lockstep with OpenSpiel."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pyspiel
import pytest
from games.lockstep import GAMES, play_in_lockstep
from pictures import position as drawn

import ludoteca
from ludoteca.bots import find_bot
from ludoteca.errors import AmbiguousMove, IllegalMove, UnreadableMove, UnreadablePosition
from ludoteca.games.chess.rules import BOARD, MEN
from ludoteca.kernel import kind_at
from ludoteca.play import Position
from ludoteca.play.move_input import why_not
from ludoteca.play.perft import count_sequences
from ludoteca.play.records import read_record, write_as

chess = ludoteca.game("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPERA_GAME = """[Event "?"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]
[Termination "normal"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
IMMORTAL_GAME = """
1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5
12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
"""


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (START, [20, 400, 8902, 197281, 4865609]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862, 4085603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379, 2103487]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422333]),
    ],
)
def test_published_counts(position, counts):
    start = chess.position(position)
    assert str(start) == position  # FEN as it is pasted
    assert [count_sequences(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.thorough
def test_the_published_count_of_six_moves():
    assert count_sequences(chess.start(), 6) == 119060324


def test_the_men_start_on_two_rows_each_and_white_begins():  # CH1, CH2
    rows = str(chess.start()).split()[0].split("/")
    assert rows == ["rnbqkbnr", "pppppppp", "8", "8", "8", "8", "PPPPPPPP", "RNBQKBNR"]
    assert chess.start().mover == 0 and chess.start().play("e4").mover == 1


@pytest.mark.parametrize(
    ("man", "cell", "expected"),
    [
        ("R", "d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4 g4 h4"),  # CH3: d6 is taken, d7 is behind it
        ("B", "d4", "a1 b2 c3 e5 f6 a7 b6 c5 e3 f2 g1"),  # CH3: f6 is taken
        ("Q", "d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4 g4 h4 a1 b2 c3 e5 f6 a7 b6 c5 e3 f2 g1"),  # CH3
        ("N", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),  # CH4
        ("N", "h8", "f7 g6"),  # CH4: it leaps over others
        ("P", "c5", "c6 d6"),  # CH5: a pawn ahead to the side is taken
        ("P", "d5", ""),  # CH5: one straight ahead is in the way
        ("P", "g2", "g3 g4"),  # CH5
        ("K", "d4", "c3 c4 d3 d5 e3 e4"),  # CH6: c5 and e5 are attacked by the pawn on d6
    ],
)
def test_where_each_man_goes(man, cell, expected):
    """Among black pawns on d6, d7, f6, g7 and h7, with the kings out of the way."""
    cells = {"d6": "p", "d7": "p", "f6": "p", "g7": "p", "h7": "p", cell: man, "a8": "k"}
    if man != "K":
        cells["h2"] = "K"
    rows = ["".join(cells.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1)]
    here = chess.position(re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows)) + " w - - 0 1")
    assert {str(move)[2:] for move in here.moves() if str(move).startswith(cell)} == set(expected.split())


def written(here: Position) -> set[str]:
    """The legal moves as people see them."""
    return {here.written(move) for move in here.moves()}


@cache
def actions_at(position: str) -> dict[str, int]:
    there = pyspiel.load_game("chess").new_initial_state(position)
    moves = {action: pyspiel.chess.action_to_move(action, there.board()).to_lan() for action in there.legal_actions()}
    return {text: action for action, text in moves.items()}


ACTIONS: dict[tuple[int, str, bool], int] = {}  # OpenSpiel's numbers depend only on these


def action_of(position: Position, text: str) -> int:
    is_king = kind_at(position.state.men, BOARD.number[text[:2]]) == MEN.king
    if (position.mover, text, is_king) not in ACTIONS:
        ACTIONS[position.mover, text, is_king] = actions_at(str(position)).get(text, -1)
    return ACTIONS[position.mover, text, is_king]


def has_only_bishops_of_one_colour(here: Position, there: Any) -> bool:
    """OpenSpiel also ends a game if all pieces but the kings are bishops on cells of one colour. [CH13]"""
    rows = ("".join(" " * int(run) if run.isdigit() else run for run in row) for row in str(here).split()[0].split("/"))
    pieces = [(piece.lower(), (row + column) % 2) for row, men in enumerate(rows) for column, piece in enumerate(men)]
    others = {(piece, colour) for piece, colour in pieces if piece not in "k "}
    return here.outcome is None and there.returns() == [0, 0] and others in ({("b", 0)}, {("b", 1)})


@GAMES
def test_random_games_are_those_of_openspiel(games):
    play_in_lockstep(
        chess, "chess", action_of, games=games, seats=(1, 0), may_differ_in_ending=has_only_bishops_of_one_colour
    )


def test_moves_are_written_as_openspiel_writes_them():
    """Each writes the moves of the other's positions in the same way, checks and mates included."""
    play_in_lockstep(
        chess,
        "chess",
        lambda here, text: here.written(here.named(text)),
        games=2,
        seats=(1, 0),
        may_differ_in_ending=has_only_bishops_of_one_colour,
    )


@pytest.mark.parametrize(
    ("position", "legal", "illegal"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e1c1", ""),  # CH8
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1e2", "e1g1 e1c1"),  # not out of check
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1"),  # not into check
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1d1", "e1g1 e1c1"),  # not over a piece
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1f1", "e1g1 e1c1"),  # not without the right
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6 d5d6", ""),  # CH9
        ("8/8/4b3/2pP4/2K5/8/8/4k3 w - - 0 1", "c4c5", "d5c6"),  # nothing to take in passing
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "e4e3"),  # the pawn that gives check is taken in passing
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q a7a8r a7a8b a7a8n", "a7a8"),  # CH10
        ("3rk3/8/8/8/8/3N4/8/3K4 w - - 0 1", "d1e2", "d3e5"),  # CH7: a pinned knight stays
        ("3rk3/8/8/8/8/3R4/8/3K4 w - - 0 1", "d3d4 d3d8", "d3e3"),  # a pinned rook moves along the pin
        ("3rk3/8/8/8/7b/8/8/4K2R w K - 0 1", "h1h4 e1f1", "e1g1 e1d1 e1f2"),  # a check ends by taking or going
    ],
)
def test_what_random_play_seldom_reaches(position, legal, illegal):
    here = chess.position(position)
    moves = {str(move) for move in here.moves()}
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves


def test_a_king_does_not_castle_through_check():  # CH8
    here = drawn(
        chess,
        """
        . . . . k r . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R   white to move | KQ - 0 1""",
    )
    assert {"O-O", "O-O-O"} & written(here) == {"O-O-O"}


def test_a_rook_may_be_attacked_and_pass_an_attacked_cell():  # CH8
    here = drawn(
        chess,
        """
        . r . . k . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R   white to move | KQ - 0 1""",
    )
    assert {"O-O", "O-O-O"} <= written(here)
    assert here.play("O-O-O") == drawn(
        chess,
        """
        . r . . k . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . K R . . . R   black to move | - - 1 1""",
    )


def test_taking_in_passing_must_not_uncover_a_check():  # CH9: both pawns leave the row at once
    here = drawn(
        chess,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . p P . . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . k . . .   white to move | - c6 0 1""",
    )
    assert "d6" in written(here) and "dxc6" not in written(here)


def test_en_passant_is_noted_only_if_a_pawn_can_take():  # CH9, CH14
    assert str(chess.start().play("e4")).split()[3] == "-"
    there = chess.position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").play("e2e4")
    assert str(there).split()[3] == "e3"
    assert str(there.play("dxe3")) == "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"
    pinned = chess.position("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").play("e2e4")
    assert str(pinned).split()[3] == "-"


@pytest.mark.parametrize(
    ("position", "moves", "reason"),
    [
        (START, "f3 e5 g4 Qh4", "checkmate"),  # CH11
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "a1b1", "stalemate: Black cannot move"),  # CH12
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "neither side can be mated"),  # CH13
        ("7k/8/8/8/8/8/1r6/K5N1 w - - 0 1", "a1b2", "neither side can be mated"),
        ("7k/8/r7/8/8/8/8/1K4R1 w - - 99 80", "b1b2", "fifty moves without a capture or a pawn move"),  # CH14
        ("7k/r7/8/8/8/8/8/1K5R b - - 0 1", "h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1", "the third time"),
    ],
)
def test_a_game_ends(position, moves, reason):
    here = chess.position(position)
    for move in moves.split():
        assert here.outcome is None
        here = here.play(move)
    assert here.outcome is not None and reason in here.outcome.reason


def test_two_minor_pieces_can_mate():  # CH13
    for text in ("8/8/8/8/1b6/1k6/8/K1N5 b - - 0 1", "1k6/8/8/8/8/8/8/K1NN4 w - - 0 1"):
        assert chess.position(text).outcome is None
        assert not pyspiel.load_game("chess").new_initial_state(text).is_terminal()


def test_bishops_on_cells_of_one_colour_play_on_and_in_openspiel_draw():  # CH13
    text = "1k1b4/8/8/8/8/8/8/K1B5 w - - 0 1"
    there = pyspiel.load_game("chess").new_initial_state(text)
    assert (chess.position(text).outcome, there.returns()) == (None, [0, 0])
    assert has_only_bishops_of_one_colour(chess.position(text), there)


def test_the_fiftieth_move_may_mate():  # CH14
    here = chess.position("7k/8/6K1/8/8/8/8/R7 w - - 99 80").play("Ra8")
    assert here.outcome.reason == "checkmate" and here.outcome.winner == 0


def test_claimed_draws_are_options():  # CH14
    free = ludoteca.game("chess", repetition="off", fifty_moves="off")
    here = free.position("7k/r7/8/8/8/8/8/1K5R b - - 98 80")
    for move in ["h8g8", "h1g1", "g8h8", "g1h1", "h8g8", "h1g1", "g8h8", "g1h1"]:
        here = here.play(move)
    assert here.outcome is None and str(here).split()[4] == "100"


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "each side needs one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn cannot stand on the first or the last row"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "to castle, king and rook must be where they began"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn has just passed e6"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "Black is in check, but it is not their turn"),
    ],
)
def test_what_cannot_be_a_position(position, says):
    with pytest.raises(UnreadablePosition, match=says):
        chess.position(position)


@pytest.mark.parametrize(
    ("position", "texts"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1": "O-O", "e1c1": "O-O-O", "a1b1": "Rb1", "h1h8": "Rh8+"}),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", {"c3e2": "Nce2", "g1e2": "Nge2", "g1f3": "Nf3"}),
        ("R7/7k/8/R7/8/8/7K/8 w - - 0 1", {"a5a6": "R5a6", "a8a6": "R8a6", "a5b5": "Rb5"}),
        ("7k/8/8/1Q1Q4/8/1Q6/8/K7 w - - 0 1", {"b5c4": "Qb5c4", "b3c4": "Q3c4", "d5c4": "Qdc4"}),
        ("3qk3/4P3/8/8/8/8/8/K7 w - - 0 1", {"e7d8q": "exd8=Q+", "e7d8n": "exd8=N"}),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", {"d5c6": "dxc6"}),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", {"d1d8": "Rd8#"}),
    ],
)
def test_moves_are_written_and_read_in_standard_notation(position, texts):  # CH15
    here = chess.position(position)
    assert {code: here.written(here.named(code)) for code in texts} == texts
    for code, text in texts.items():
        assert str(here.play(text).last_move) == str(here.play(text.rstrip("+#")).last_move) == code


@pytest.mark.parametrize("text", ["0-0", "O-O!", "e1g1", "E1G1", "Rhf1??"])
def test_other_ways_to_write_a_move_are_read(text):
    here = chess.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert str(here.play(text).last_move) == ("h1f1" if text.startswith("R") else "e1g1")


def test_a_pawn_and_a_bishop_on_the_same_file_are_told_apart():
    here = chess.position("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert str(here.play("bxc3").last_move) == "b2c3" and str(here.play("Bxc3").last_move) == "d2c3"
    with pytest.raises(AmbiguousMove, match="e8 can mean e7e8q, e7e8r, e7e8b, e7e8n"):
        chess.position("8/4P3/8/8/8/8/k7/4K3 w - - 0 1").play("e8")
    with pytest.raises((IllegalMove, UnreadableMove)):
        here.play("Nf3")


def test_famous_games_are_read_and_written():
    opera = read_record(OPERA_GAME)
    assert opera.termination == "checkmate" and opera.final().outcome.winner == 0
    assert str(opera.final()) == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
    assert write_as(opera, "pgn") == OPERA_GAME
    assert read_record(opera.to_text()) == opera
    immortal = read_record(IMMORTAL_GAME)
    assert immortal.variant == chess and immortal.termination == "checkmate" and len(immortal.main.plies) == 45


@pytest.mark.parametrize(
    ("position", "cell", "reason"),
    [
        ("4r2k/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1", "your king is in check: move it, take the attacker"),
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", "the piece on e2 shields your king"),
    ],
)
def test_who_cannot_move_for_the_sake_of_the_king_hears_why(position, cell, reason):  # CH7
    assert reason in why_not(chess.position(position), (cell,)).lower()


def test_a_game_that_went_on_after_a_third_repetition_is_read_without_that_rule():
    knights = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 3)
    record = read_record(f'[White "Ann"]\n\n{{Slow.}} {knights} e4 (d4 d5) e5 1/2-1/2')
    assert record.variant.options["repetition"] == "off" and record.termination == "agreement"
    assert record.main.comment == "Slow." and record.main.plies[-2].variations[0].plies[1].move == "d7d5"
    assert read_record(f"{knights[:31]} 1/2-1/2").variant == chess  # drawn by the rule


def test_a_game_from_a_position_has_its_move_numbers():
    position = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    record = read_record(f'[SetUp "1"]\n[FEN "{position}"]\n\n40... Kd7 41. e4 Kd6 *')
    assert str(record.start) == position
    assert write_as(record, "pgn").endswith("\n40... Kd7 41. e4 Kd6 *\n")


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        ("4k3/3p4/4p3/8/8/8/4Q3/4K3 w - - 0 1", "e2e6"),  # a pawn takes back
        ("q3k3/8/8/3p4/8/5B2/8/4K3 w - - 0 1", "f3d5"),  # the queen takes back
    ],
)
def test_a_search_does_not_stop_in_the_middle_of_an_exchange(position, wrong):
    assert str(find_bot("alphabeta:depth=1").choose(chess.position(position))) != wrong
