"""The board of Mapello with its ring, and the named maps."""

from ludoteca.kernel import Board
from ludoteca.kernel.boards import EIGHT_WAYS, Region

SPOTS = tuple((row, column) for row in range(10) for column in range(10))
NAMES = tuple(f"{'zabcdefghi'[column]}{row}" for row, column in SPOTS)
BOARD = Board("square", EIGHT_WAYS, tuple(range(100)), SPOTS, NAMES)  # with its ring: z, i, row 0 and row 9 [MA1]
INNER = Region(BOARD, tuple(cell for cell in range(100) if BOARD.spot[cell][0] % 9 and BOARD.spot[cell][1] % 9))
RING = Region(BOARD, tuple(cell for cell in range(100) if cell not in INNER.cells))

DRAWN = """
    rulebook     example      seed         none
    ###J##J###   ####J#####   ###J##J###   ##########
    ##.*.*..##   ##.*..*.##   ##.*.*..##   #........#
    #.....#.*J   #.....#..#   #.....#.*J   #........#
    #*#......#   J*#.....*J   #........#   #........#
    #...BW...#   J...BW...#   #*#.WB...#   #........#
    J...WB...#   #...WB..*#   J...BW...#   #........#
    #*.....#*J   #*.....#.J   #*.....#*J   #........#
    #..#.....#   J..#.....#   #..#.....#   #........#
    ##.*..*.##   ##.*...*##   ##.*...*##   #........#
    ###JJ##J##   ###J###J##   ###JJ##J##   ##########
"""
MAPS = {name: "/".join(rows) for name, *rows in zip(*map(str.split, DRAWN.strip().splitlines()), strict=True)}
OPEN_MAPS = ("random", "build")  # made after the options are chosen
MAP_WORDS = {
    "rulebook": "the rulebook's setup",
    "example": "the rulebook's second figure",
    "seed": "a student program's map",
    "none": "an empty board in a ring of walls",
    "random": "drawn at random",
    "build": "built by the first player",
}


def named_map(name):
    """The rows of a map that was read; those still to be made begin without special pieces."""
    rows = MAPS["none"] if name in OPEN_MAPS else MAPS.get(name, name)
    return "/".join(rows.replace("/", " ").split())
