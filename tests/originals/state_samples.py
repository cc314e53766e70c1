"""The sample states of the five Prolog programs, as they write them."""

# Greener as numbers: 0 white, 1 black, 2 green, [3] an empty cell; after the board the player to move
NUMBERS_START = """
    [   [[2],[0],[2],[1],[0],[2]],</br>
        [[0],[0],[2],[1],[2],[0]],</br>
        [[1],[1],[2],[1],[2],[2]],</br>
        [[1],[2],[2],[2],[0],[2]],</br>
        [[1],[0],[2],[1],[2],[2]],</br>
        [[1],[0],[2],[2],[0],[2]]   ] , 1
"""

NUMBERS_MIDDLE = """
    [   [[1,1,0],[3],[3],[2],[0],[2]],</br>
        [[0],[0],[2],[1],[2],[0]],</br>
        [[1],[1],[2],[1],[2],[2]],</br>
        [[1,2,2,2],[3],[3],[3],[0],[2]],</br>
        [[2],[0],[2],[1],[2],[2]],</br>
        [[1],[0],[2],[2],[0],[2]]   ] , 0
"""

NUMBERS_END = """
    [   [[1,1,0,2,0,2],[3],[3],[3],[3],[3]],</br>
        [[3],[3],[3],[1,2,0,0,2,0],[3],[3]],</br>
        [[3],[1,1,2,1,2,2],[3],[3],[3],[3]],</br>
        [[3],[3], [1,2,2,2,2,0,2],[3],[3],[3]],</br>
        [[3],[3],[3],[3],[3],[1,2,2,2,0]],</br>
        [[3],[3],[3],[3],[0,2,2,2,0,1],[3]] ] , 0
"""

# Greener as letters, [] an empty cell
LETTERS_START = """
```prolog
% GameState Representation

[
[[b], [w], [b], [g], [g], [g]],
[[g], [w], [b], [g], [b], [w]],
[[w], [g], [g], [g], [w], [g]],
[[g], [g], [w], [b], [g], [b]],
[[g], [g], [w], [b], [g], [w]],
[[w], [b], [g], [g], [b], [g]]
]
"""

LETTERS_MIDDLE = """
display_board(
[[[], [], [b], [], [b, g, w, g, g], []],
[[], [w], [], [b, g], [], []],
[[], [g], [], [g], [], []],
[[w, b, g, w, g], [g], [], [], [], []],
[[g], [g], [b, g, w], [], [g], []],
[[], [w, b], [g], [], [], [b, w, b, w, g, b, g, w, g]]]).
"""

LETTERS_END = """
display_board(
[[[], [], [], [], [w, b, g, b, g, w, g, b, g, w, g, g], []],
[[], [], [], [], [], []],
[[], [], [], [], [], []],
[[], [w, b, g, g, g], [], [], [], []],
[[w, b, g, w, g, g], [], [], [], [], []],
[[], [], [b, w, b, w, g, b, g, w, g, b, g], [], [], []]]).
"""

# SQU: discs, and pyramids on the corners of the squares that are marked
SQU_START = """
   initial([
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty],
    [empty,empty,empty,empty,empty,empty,empty,empty,empty,empty]
    ]).
"""

SQU_MIDDLE = """
    midBoard([
    [empty,red,black,empty,empty,empty,empty,empty,red,black],
    [black,empty,black,red,empty,empty,empty,black,empty,empty],
    [empty,black,empty,empty,empty,empty,empty,red,empty,empty],
    [empty,redP,empty,empty,empty,redP,red,empty,empty,red],
    [empty,empty,red,empty,empty,empty,empty,black,empty,empty],
    [empty,empty,empty,empty,red,empty,empty,empty,empty,empty],
    [empty,empty,blackP,black,empty,blackP,empty,red,black,empty],
    [empty,redP,empty,empty,empty,redP,empty,empty,empty,red],
    [red,black,empty,empty,empty,empty,red,black,empty,empty],
    [empty,empty,blackP,empty,empty,blackP,empty,black,red,empty]
    ]).
"""

SQU_END = """
  finalBoard([
    [redP,red,black,empty,empty,empty,empty,empty,redP,black],
    [blackP,empty,black,red,empty,empty,blackP,black,empty,empty],
    [red,black,black,black,empty,empty,red,red,empty,empty],
    [empty,red,empty,empty,empty,red,red,empty,empty,red],
    [empty,empty,red,black,empty,empty,empty,black,empty,empty],
    [empty,empty,empty,empty,red,empty,empty,empty,empty,empty],
    [empty,empty,black,black,empty,black,empty,red,black,empty],
    [blackP,red,empty,empty,empty,red,blackP,empty,black,red],
    [redP,black,empty,black,empty,empty,red,black,redP,empty],
    [red,empty,black,empty,empty,black,empty,black,red,red]
    ]).
"""

# Mapello: P is a bonus
MAPELLO_START = """
initial([['#', '#', '#', 'J', '#', '#', 'J', '#', '#', '#'],
         ['#', '#', ' ', 'P', ' ', 'P', ' ', ' ', '#', '#'],
         ['#', ' ', ' ', ' ', ' ', ' ', '#', ' ', 'P', 'J'],
         ['#', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '#'],
         ['#', 'P', '#', ' ', 'W', 'B', ' ', ' ', ' ', '#'],
         ['J', ' ', ' ', ' ', 'B', 'W', ' ', ' ', ' ', '#'],
         ['#', 'P', ' ', ' ', ' ', ' ', ' ', '#', 'P', 'J'],
         ['#', ' ', ' ', '#', ' ', ' ', ' ', ' ', ' ', '#'],
         ['#', '#', ' ', 'P', ' ', ' ', ' ', 'P', '#', '#'],
         ['#', '#', '#', 'J', 'J', '#', '#', 'J', '#', '#']]).
"""

# Glaisher: the reserve, then hexes in columns, red heights negative
GLAISHER_START = """
initial([57, [
    [ '_', '_', '_', '_',   0, '_', '_', '_', '_'],
    [ '_', '_', '_',   0, '_',   6, '_', '_', '_'],
    [ '_', '_',   0, '_',   0, '_',   0, '_', '_'],
    [ '_',  -6, '_',   0, '_',   0, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',  -6],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [   6, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',   0, '_',   0, '_',   6, '_'],
    [ '_', '_',   0, '_',   0, '_',   0, '_', '_'],
    [ '_', '_', '_',  -6, '_',   0, '_', '_', '_'],
    [ '_', '_', '_', '_',   0, '_', '_', '_', '_']
]]).
"""

GLAISHER_MIDDLE = """
intermediate([30, [
    [ '_', '_', '_', '_',   0, '_', '_', '_', '_'],
    [ '_', '_', '_',   0, '_',   0, '_', '_', '_'],
    [ '_', '_',   0, '_',  -2, '_',   0, '_', '_'],
    [ '_',   0, '_',   4, '_',  -6, '_',   0, '_'],
    [   0, '_',   1, '_',  -1, '_',   0, '_',   1],
    [ '_',   5, '_',   2, '_',  -1, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',  -1, '_',  -1, '_',   1, '_'],
    [   0, '_',  -2, '_',   0, '_',   6, '_',   1],
    [ '_',   0, '_',  -4, '_',  -2, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',  -1, '_',   0, '_',  -1, '_',   0, '_'],
    [   0, '_',   1, '_',   0, '_',   0, '_',  -1],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [ '_', '_',   0, '_',   0, '_',   0, '_', '_'],
    [ '_', '_', '_',   0, '_',   0, '_', '_', '_'],
    [ '_', '_', '_', '_',   0, '_', '_', '_', '_']
]]).
"""

GLAISHER_END = """
final([0, [
    [ '_', '_', '_', '_',  -1, '_', '_', '_', '_'],
    [ '_', '_', '_',   0, '_',   0, '_', '_', '_'],
    [ '_', '_',   0, '_',  -2, '_',   0, '_', '_'],
    [ '_',   1, '_',   4, '_',   0, '_',   0, '_'],
    [   0, '_',   1, '_',  -1, '_',   0, '_',   1],
    [ '_',   0, '_',   2, '_',  -2, '_',   0, '_'],
    [   0, '_',   0, '_',   0, '_',   0, '_',   0],
    [ '_',   0, '_',   3, '_',  -3, '_',   1, '_'],
    [   0, '_',  -2, '_',   3, '_',   6, '_',   1],
    [ '_',   0, '_',   0, '_',  -5, '_',   0, '_'],
    [   0, '_',   0, '_',  -1, '_',   0, '_',   0],
    [ '_',  -1, '_',   0, '_',  -1, '_',   0, '_'],
    [   0, '_',   1, '_',   0, '_',  -3, '_',  -1],
    [ '_',   0, '_',   0, '_',   0, '_',   0, '_'],
    [ '_', '_',   0, '_',   0, '_',  -1, '_', '_'],
    [ '_', '_', '_',   0, '_',   0, '_', '_', '_'],
    [ '_', '_', '_', '_',   0, '_', '_', '_', '_']
]]).
"""
