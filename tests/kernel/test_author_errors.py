"""What an author gets wrong in a game's file is said in one sentence that names the place and the cure."""

from __future__ import annotations

import pytest
from example_games import FOLDER

from ludoteca.errors import LudotecaError
from ludoteca.games import game_files
from ludoteca.play import Variant
from ludoteca.play.conformance import NotConforming, check_game

HEXAPAWN = (FOLDER / "hexapawn.py").read_text()
SETS = "    mine, yours = state.pawns[state.mover], state.pawns[1 - state.mover]\n"
STATE = 'STATE = State(pawns=Cells(BOARD, per_player=True, piece="pawn"))'
GIVEN = "    return (AHEAD[state.mover][pawn] & ~(mine | yours)) | (ASIDE[state.mover][pawn] & yours)\n"
SYMMETRY = "    is_symmetric=False,  # pawns know which way is up\n"


def checked(tmp_path, name, *changes):
    """The report on Hexapawn with some of its lines changed."""
    text = HEXAPAWN.replace("import compiled,", "import Numbers, compiled, repetition,")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / f"{name}.py"
    file.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.FILES, "")
        patch.setattr(game_files, "opened_games", {})
        return str(check_game(Variant(game_files.open_game_file(file)), games=8))


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("a_list", [(SETS, SETS.replace("= state", "= [state").replace("]\n", "]]\n"))], "asks for memory in can_go"),
        (
            "a_list_as_table",
            [("AHEAD = B", "AHEAD = [B"), ('to("s")', 'to("s")]')],
            "AHEAD is a list, which compiled code cannot read; make it a tuple or np.array(AHEAD)",
        ),
        (
            "a_mixed_tuple",
            [("AHEAD = B", "ODD = (1, 2.5)\nAHEAD = B"), (SETS, SETS + "    mine &= ODD[state.mover] > 0\n")],
            "a tuple of mixed types cannot be indexed by a variable; give its values one type, or use an array",
        ),
        (
            "an_f_string",
            [('say("a pawn has', 'say(f"a pawn of {state.mover} has')],
            "reason says an f-string; write a sentence with placeholders, and pass the numbers: say(",
        ),
        (
            "a_bool",
            [(GIVEN, "    return (AHEAD[state.mover][pawn] & ~(mine | yours)) != 0\n")],
            "can_go (a_bool.py, line 15) of Hexapawn returns True or False; it must return the set of possible targets",
        ),
        (
            "past_the_end",
            [("AHEAD = B", "VALUES = BOARD.neighbours[:5]\nAHEAD = B"), (SETS, SETS + "    mine |= VALUES[pawn]\n")],
            "index 6 is out of bounds for axis 0 with size 5 (past_the_end.py, line 20)",
        ),
        (
            "asymmetric",
            [(SYMMETRY, "")],
            "if rotating or mirroring the board changes the game, declare is_symmetric=False",
        ),
        ("no_start", [('    start="bbb/.../www w",\n', "")], "over before the first move; does game(…) need start="),
        (
            "one_letter",
            [(STATE, STATE[:-1] + ', traps=Cells(BOARD, letter="w"))')],
            "pawns and traps have the letter 'w' in position text; give one of them another letter",
        ),
        (
            "ko",
            [(SYMMETRY, '    options=(repetition("ko"),),\n')],
            "repetition(…) does not know 'ko'; the choices are threefold, twofold, off, superko",
        ),
        (
            "no_commas",
            [(STATE, STATE[:-2] + ', heights="tall"), tall=Numbers(BOARD))')],
            "start of Hexapawn cannot be read: row 1 has 3 cells; found 1 in 'bbb'; its cells are separated by commas",
        ),
        (
            "two_marks",
            [(STATE, STATE[:-1] + ', seen=Cells(BOARD, per_player=True, mark="seen", listed="seen:"))')],
            "the mark 'seen' cannot differ by player; declare a field for each player, without per_player",
        ),
        (
            "a_mark_without_a_picture",
            [(STATE, STATE[:-1] + ', seen=Cells(BOARD, mark="seen", piece="king", listed="seen:"))')],
            "no mark is drawn as 'king'; the pictures of marks are disc, ring, black, white, corner, faint corner",
        ),
        (
            "an_ending_that_is_a_bool",
            [
                (
                    "    return win_of(1 - state.mover) if arrived(state) or not has_moves(state) else Ending.NONE",
                    "    return arrived(state) != 0",
                )
            ],
            "`ending` of Hexapawn returns True or False; it must return an Ending",
        ),
        (
            "one_player",
            [('("White", "Black")', '("White",)')],
            "a game has two players, as in players=('White', 'Black')",
        ),
        (
            "same_letters",
            [('("White", "Black")', '("Blue", "Black")')],
            "Blue and Black have the same letter; give one of them another: players=('Blue', Player('Black', 'x'))",
        ),
        ("no_way", [('to("n")', 'to("up")')], "no direction is called 'up'; the directions are e, w, s, n"),
        (
            "no_cell",
            [("AHEAD = B", 'CORNERS = BOARD.bits(["a1", "z9"])\nAHEAD = B')],
            "there is no cell 'z9' here; the cells go from a3 to c1",
        ),
        (
            "no_cell_of_a_region",
            [("AHEAD = B", "CENTRE = Region(BOARD, (1, 99))\nAHEAD = B"), ("import Numbers,", "import Region,")],
            "there is no cell 99 here; the cells go from a3 to c1",
        ),
        (
            "no_values",
            [(STATE, STATE[:-1] + ', steps=Setting("How far."))'), ("import Numbers,", "import Setting,")],
            "a setting lists its numbers, the default first: Setting(",
        ),
        (
            "too_large",
            [(STATE, STATE[:-1] + ", tall=Numbers(BOARD, most=300))")],
            "numbers from 0 to 300 do not fit into 'u1'; write kind='u2'",
        ),
        ("no_length", [("longest=20", "longest=0")], "longest of Hexapawn is 0; write the maximum number of moves"),
        (
            "a_showcase",
            [(SYMMETRY, SYMMETRY + '    showcase=("bbb/.../www w", "a1-a3"),\n')],
            "the showcase of Hexapawn cannot be shown: ",
        ),
        (
            "not_written",
            [
                (STATE, STATE[:-1] + ", tall=Hidden('u1', 9))"),
                ("import Numbers,", "import Hidden,"),
                ("    state.mover = 1 -", "    state.tall[GO.target(move)] += 1\n    state.mover = 1 -"),
            ],
            "reading the text gives a different position: the text lacks tall; every field must be written or",
        ),
    ],
)
def test_a_mistake_is_said_in_one_sentence(tmp_path, name, changes, said):
    with pytest.raises((LudotecaError, NotConforming)) as raised:
        checked(tmp_path, name, *changes)
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_a_length_that_is_too_short_is_mentioned(tmp_path):
    report = checked(tmp_path, "too_short", ("longest=20", "longest=2"))
    assert "8 of 8 games reached longest=2, which may be too small." in report
