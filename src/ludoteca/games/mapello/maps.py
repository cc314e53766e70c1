"""The board of Mapello with its ring, the maps that have a name, and maps of one's own."""

from ludoteca.kernel import Board, UnreadablePosition, tokens_of
from ludoteca.kernel.boards import EIGHT_WAYS, Region

SPOTS = tuple((row, column) for row in range(10) for column in range(10))
NAMES = tuple(f"{'zabcdefghi'[column]}{row}" for row, column in SPOTS)
BOARD = Board("square", EIGHT_WAYS, tuple(range(100)), SPOTS, NAMES)  # with its ring: z, i, row 0 and row 9 [MA1]
INNER = Region(BOARD, tuple(cell for cell in range(100) if BOARD.spot[cell][0] % 9 and BOARD.spot[cell][1] % 9))
RING = Region(BOARD, tuple(cell for cell in range(100) if cell not in INNER.cells))

RING_WORDS = "part of the ring, where only walls (#) and jokers (J) stand"
INNER_WORDS = "inside the ring, where walls (#), bonuses (*) and discs (B, W) stand, or nothing (.)"
MOST = 8  # of each kind of special piece [MA2]

MAPS = {
    "rulebook": """
        ###J##J###
        ##.*.*..##
        #.....#.*J
        #*#......#
        #...BW...#
        J...WB...#
        #*.....#*J
        #..#.....#
        ##.*..*.##
        ###JJ##J##""",
    "example": """
        ####J#####
        ##.*..*.##
        #.....#..#
        J*#.....*J
        J...BW...#
        #...WB..*#
        #*.....#.J
        J..#.....#
        ##.*...*##
        ###J###J##""",
    "seed": """
        ###J##J###
        ##.*.*..##
        #.....#.*J
        #........#
        #*#.WB...#
        J...BW...#
        #*.....#*J
        #..#.....#
        ##.*...*##
        ###JJ##J##""",
    "none": "/".join(["##########", *["#........#"] * 8, "##########"]),
}
OPEN_MAPS = ("random", "build")  # made after the options are chosen
MAP_WORDS = {
    "rulebook": "the setup of the rulebook",
    "example": "the second figure of the rulebook",
    "seed": "that of a student program",
    "none": "an empty board in a ring of walls",
    "random": "drawn at random",
    "build": "built by the first player",
}


def named_map(name: str) -> str:
    """The rows of a map that was read; those still to be made begin without special pieces."""
    rows = MAPS["none"] if name in OPEN_MAPS else MAPS.get(name, name)
    return "/".join(rows.replace("/", " ").split())


def read_map(given: object) -> str:
    """The name of a map, or a map of one's own as position text has it: ten rows of ten. [MA4, MA5]"""
    words = str(given).strip()
    if words.lower() in (*MAPS, *OPEN_MAPS):
        return words.lower()
    rows = named_map(words.upper())
    try:
        tokens = tokens_on(rows)
    except UnreadablePosition as error:
        named = ", ".join((*MAPS, *OPEN_MAPS))
        raise ValueError(f"{error} (or name one: {named})") from error
    check_map({BOARD.name[cell]: token for cell, token in tokens})
    return rows


def check_map(tokens: dict[str, str]) -> None:
    """Whether the rules allow this map. [MA2-MA4]"""
    centre = ("d4", "e4", "d5", "e5")
    for name, token in tokens.items():
        if token in "#*" and name in centre:
            raise ValueError(f"{name} is in the centre, which stays free of walls and bonuses")
        if token in "BW" and name not in centre:
            raise ValueError(f"there is a disc at {name}; discs start in the centre ({', '.join(centre)})")
    discs = sorted(tokens[name] for name in centre)
    if discs not in (list("...."), list("BBWW")):
        raise ValueError(f"the centre ({', '.join(centre)}) holds two discs of each colour, or is left empty")
    inner = [token for name, token in tokens.items() if BOARD.number[name] in INNER.cells]
    for kind, count in (
        ("walls", inner.count("#")),
        ("bonuses", inner.count("*")),
        ("jokers", list(tokens.values()).count("J")),
    ):
        if count > MOST:
            raise ValueError(f"a map has at most {MOST} {kind}; this has {count}")


def tokens_on(board: str) -> list[tuple[int, str]]:
    """The cells of a board field in capitals, with each kind of piece where it can stand. [MA1]"""
    tokens = [(cell, token.upper()) for cell, token in tokens_of(board, BOARD)]
    for cell, token in tokens:
        if token not in ("#J" if cell in RING.cells else ".#*BW"):
            where = RING_WORDS if cell in RING.cells else INNER_WORDS
            raise UnreadablePosition(f"{BOARD.name[cell]} is {where}; found {token!r}")
    return tokens
