"""SGF, the Smart Game Format: games as trees of nodes, for games whose notation says what they are in it.

A node is a `;` followed by properties, `B[pd]` is a black stone; sequences in brackets are variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.notation import Notation
from ludoteca.languages.texts import t, translatable
from ludoteca.play.move_input import find_move
from ludoteca.play.position import Position, usual_start
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.tree import OPTION_TAG, Place, RecordedGame, RecordError, RecordLimits, RecordLine, RecordPly

FORMAT = "sgf"
SGF_WORDS = translatable(
    {
        "letter": "{letter} has no place here in an SGF file",
        "open": "this SGF file ends before all its brackets are closed",
        "no_game": "no game here has the SGF number {number}",
        "turn": "it is not the turn of {player}",
        "setup": "stones can be set up only before the first move",
    }
)
PLAYERS = "BW"
SETUP = {"AB", "AW", "AE", "PL"}
NAMES = {"First": "PB", "Second": "PW", "Date": "DT"}  # our tags
OTHERS = {"EV": "Event", "PC": "Site", "RO": "Round", "GN": "Name", "HA": "Handicap"}
ENDINGS = {"R": "resignation", "T": "time", "F": "forfeit"}  # in a result such as B+R
DRAWS = ("0", "DRAW", "JIGO")
PROPERTY = re.compile(r"\s*([A-Za-z]+)\s*(?=\[)")
VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)


@dataclass(slots=True)
class Node:
    """One node of the tree: its properties, and what can follow."""

    place: Place
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The first value of a property; "" if it has none."""
        return self.properties.get(name, [""])[0]

    @property
    def colour(self) -> str:
        """The player whose move it is; "" if it has none."""
        return next((each for each in PLAYERS if each in self.properties), "")


# --- reading


def read_sgf(text: str, limits: RecordLimits) -> Iterator[RecordedGame]:
    """The games of a file."""
    for root in _trees(text):
        yield _record(root, limits)


def _trees(text: str) -> Iterator[Node]:
    """The tree of each game, parsed without recursion."""
    at, open_at = 0, [Node(Place(1, 1))]
    while at < len(text):
        letter, place = text[at], Place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        here = open_at[-1]
        if letter == "(":
            open_at.append(here)
        elif letter == ")" and len(open_at) > 1:
            open_at.pop()
            if len(open_at) == 1:
                yield open_at[0].children.pop()
        elif letter == ";" and len(open_at) > 1:
            node = Node(place)
            here.children.append(node)
            open_at[-1] = node
            at = _read_properties(text, at + 1, node)
            continue
        elif not letter.isspace():
            raise RecordError(t(SGF_WORDS["letter"], letter=repr(letter)), place)
        at += 1
    if len(open_at) > 1:
        raise RecordError(t(SGF_WORDS["open"]), open_at[-1].place)


def _read_properties(text: str, at: int, node: Node) -> int:
    while found := PROPERTY.match(text, at):
        at = found.end()
        values = node.properties.setdefault("".join(filter(str.isupper, found[1])), [])
        while value := VALUE.match(text, at):
            values.append(re.sub(r"\\(\n|(.))", lambda each: each[2] or "", value[1]))
            at = value.end()
    return at


def _game_of(root: Node) -> tuple[Game, Notation]:
    number = root.get("GM") or "1"
    for name in game_names():
        game = find_game(name)
        if game.notation is not None and game.notation.format == FORMAT and game.notation.tags["GM"] == number:
            return game, game.notation
    raise RecordError(t(SGF_WORDS["no_game"], number=number[:9]), root.place)


def _record(root: Node, limits: RecordLimits) -> RecordedGame:
    game, notation = _game_of(root)
    try:
        found = {name: values[0] for name, values in root.properties.items()}
        options = notation.read_options(found) if notation.read_options else {}
    except ValueError as error:
        raise RecordError(str(error), root.place) from error
    tags = [("Game", game.name, root.place)]
    tags += [(OPTION_TAG + name, value, root.place) for name, value in options.items()]
    tags += [(name, root.get(theirs), root.place) for name, theirs in NAMES.items() if root.get(theirs)]
    tags += [(name, root.get(theirs), root.place) for theirs, name in OTHERS.items() if root.get(theirs)]
    first = next((node.colour for node in _main_line(root) if node.colour), "")
    if SETUP & root.properties.keys() or first == PLAYERS[1]:
        plain = Builder(tags, root.place, limits)
        tags.append(("Position", _set_up(root, plain.start, first, notation), root.place))
    builder = Builder(tags, root.place, limits)
    _take(root, builder, notation)
    result, builder.known["Termination"] = _result_of(root, builder)
    return builder.finish(result, root.place)


def _main_line(node: Node) -> Iterator[Node]:
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _set_up(root: Node, start: Position, first: str, notation: Notation) -> str:
    """The text of the first position: that of an empty board, with stones and the player who begins."""
    board, players = start.variant.board, start.variant.game.players
    rows, _, *rest = str(start).split()
    cells = dict(zip(sorted(board.spots), rows.replace("/", ""), strict=True))
    letters = {"AB": players[0].letter, "AW": players[1].letter, "AE": "."}
    points = {text: board.spot[board.number[cell]] for cell, text in _points(start, notation).items()}
    for name, letter in letters.items():
        for value in root.properties.get(name, ()):
            for spot in _spots(value.lower(), points):
                if spot not in cells:
                    raise RecordError(t(SGF_WORDS["letter"], letter=repr(value[:9])), root.place)
                cells[spot] = letter
    mover = players[1] if (root.get("PL").upper() or first).startswith(PLAYERS[1]) else players[0]
    text = "/".join("".join(cells[spot] for spot in sorted(cells) if spot[0] == row) for row in range(len(board.rows)))
    return " ".join([text, mover.letter, *rest])


def _points(start: Position, notation: Notation) -> dict[str, str]:
    """What a format calls the cells of an empty board, by our names."""
    assert notation.write is not None  # as in every format
    cells = start.variant.board.number
    return {move.text: notation.write(start.state, move.code) for move in start.moves() if move.text in cells}


def _spots(value: str, points: dict[str, tuple[int, int]]) -> list[tuple[int, int] | None]:
    """The rows and columns of a point, or of a rectangle by its corners, as in aa:cc; None for what is not there."""
    first, _, last = value.partition(":")
    if not {first, last or first} <= points.keys():
        return [None]
    (top, left), (bottom, right) = points[first], points[last or first]
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _take(node: Node, builder: Builder, notation: Notation) -> None:
    """A node and what follows, in the order of our records: variations after the move that they replace."""
    while True:
        if node.get("C"):
            builder.comment(node.get("C"), None, None, node.place)
        if not node.children:
            return
        main, *others = node.children
        _play(main, builder, notation)
        for other in others if main.colour else ():
            if other.colour:
                builder.open(other.place)
                _play(other, builder, notation)
                _take(other, builder, notation)
                builder.close(other.place)
        node = main


def _play(node: Node, builder: Builder, notation: Notation) -> None:
    if SETUP & node.properties.keys():
        raise RecordError(t(SGF_WORDS["setup"]), node.place)
    if not node.colour:
        return
    here = builder.lines[-1].now
    if node.colour != _colour(here) and here.outcome is None:
        player = here.variant.game.players[PLAYERS.index(node.colour)].name
        raise RecordError(t(SGF_WORDS["turn"], player=player), node.place)
    assert notation.read is not None  # as in every format
    codes = notation.read(here.state, node.get(node.colour))
    name = next((str(here.named_code(code)) for code in codes if code in here.codes), "")
    builder.move(name or (str(here.named_code(codes[0])) if codes else node.get(node.colour)), node.place)


def _colour(position: Position) -> str:
    """The colour of the player to move, who may have taken over the other's."""
    return PLAYERS[position.variant.game.fields.colour_of(position.state, position.mover)]


def _result_of(root: Node, builder: Builder) -> tuple[str, tuple[str, Place]]:
    """The result and how it came about, unless the moves say it themselves."""
    said = root.get("RE").strip().upper()
    if builder.lines[0].now.outcome is not None:
        return "*", ("", root.place)
    if said in DRAWS:
        return "1/2-1/2", ("agreement", root.place)
    if said[:2] not in ("B+", "W+"):
        return "*", ("", root.place)
    return ("1-0" if said[0] == "B" else "0-1"), (ENDINGS.get(said[2:3], "settled"), root.place)


# --- writing


def write_sgf(record: RecordedGame) -> str:
    """The root with the game's properties, then the moves."""
    notation = record.variant.game.notation
    assert notation is not None  # `write_as` has looked
    written = notation.write_options(record.start.state) if notation.write_options else {}
    root = {"FF": "4", "CA": "UTF-8", **notation.tags, **written}
    root |= {"PB": record.players[0], "PW": record.players[1], "DT": record.date, "RE": _written_result(record)}
    root |= {theirs: record.tags.get(name, "") for theirs, name in OTHERS.items()}
    nodes = [";" + "".join(_property(name, value) for name, value in root.items() if value and value != "?")]
    if record.start != usual_start(record.variant):
        nodes[0] += _stones(record.start, notation)
    if record.main.comment:
        nodes[0] += _property("C", record.main.comment)
    return "(" + "\n".join([*nodes, *_lines(record.main, record.start, notation, "")]) + ")\n"


def _stones(start: Position, notation: Notation) -> str:
    empty = usual_start(start.variant)
    assert empty is not None  # such games have no random setup
    points, cells = _points(empty, notation), start.scene().cells.items()
    found = ""
    for seat, name in enumerate(("AB", "AW")):
        stones = [points[cell] for cell, look in cells if look.top and look.top.owner == seat]
        found += name * bool(stones) + "".join(f"[{stone}]" for stone in stones)
    return found + f"PL[{_colour(start)}]"


def _written_result(record: RecordedGame) -> str:
    if record.result not in ("1-0", "0-1"):
        return {"1/2-1/2": "Draw"}.get(record.result, "")
    winner = PLAYERS[record.result == "0-1"]
    ending = {name: letter for letter, name in ENDINGS.items()}.get(record.termination, "")
    score = record.final().score
    if not ending and score is not None and record.final().outcome is not None:
        ending = f"{abs(score[0] - score[1]):g}"
    return f"{winner}+{ending}"


def _property(name: str, value: str) -> str:
    escaped = re.sub(r"[]\\]", r"\\\g<0>", value)
    return f"{name}[{escaped}]"


def _lines(line: RecordLine, position: Position, notation: Notation, before_first: str) -> Iterator[str]:
    """The moves of a line, the first with the comment before it; what could be played instead is in brackets."""
    waiting: list[tuple[list[RecordLine], Position]] = []
    assert notation.write is not None
    for number, ply in enumerate(line.plies):
        code = find_move(position, ply.move).code
        comment = " ".join(filter(None, ["" if number else before_first, ply.comment]))
        yield ("(" if ply.variations else "") + _node(ply, position, notation.write(position.state, code), comment)
        if ply.variations:
            waiting.append((ply.variations, position))
        position = position.after(code)
    for variations, before in reversed(waiting):
        yield ")"
        for variation in variations:
            yield "(" + "\n".join(_lines(variation, before, notation, variation.comment)) + ")"


def _node(ply: RecordPly, position: Position, written: str, comment: str) -> str:
    player = _colour(position)
    clock = "" if ply.clock_ms is None else f"{player}L[{ply.clock_ms / 1000:g}]"
    return f";{player}[{written}]{clock}" + (_property("C", comment) if comment else "")
