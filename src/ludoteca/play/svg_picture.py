"""A position as a picture: for notebooks, lists, link previews.  It knows shapes and colours, never rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from ludoteca.errors import UnknownName
from ludoteca.kernel.cell_places import HEX_CORNERS
from ludoteca.kernel.fields import ROUND
from ludoteca.kernel.scene import cell_json
from ludoteca.languages.texts import translatable
from ludoteca.play.board_drawing import board_drawing
from ludoteca.play.position_interface import PositionInterface


class Surface(NamedTuple):
    """The colours of a board without its pieces."""

    board: str
    edge: str
    cell: str  # of every cell, or of every second one
    other: str
    grid: str
    is_dark: bool = False  # then pieces have light outlines
    tiles: float = 0.0  # the gap between cells, if each is a tile of its own
    has_holes: bool = False  # cells are round holes in an upright board

    @property
    def ink(self) -> str:
        """The colour of lines, points and dots."""
        return "#D8CDB8" if self.is_dark else "#5A4A32"


SURFACES = {
    "wood": Surface("#E7D9BF", "#C9B68F", "#E7D9BF", "#E7D9BF", "#B9A67F"),
    "walnut": Surface("#6D4A31", "#452D1C", "#735036", "#82603F", "#54371F", is_dark=True),
    "felt": Surface("#3F7A58", "#5B3D26", "#3F7A58", "#3F7A58", "#2C5C42", is_dark=True),
    "slate": Surface("#39444D", "#2A333A", "#485660", "#485660", "#2E3940", is_dark=True),
    "stone": Surface("#B4AEA1", "#9C9588", "#DAD6CC", "#D4CFC4", "#A8A194", tiles=0.035),
    "linen": Surface("#E9DEC6", "#A08A5F", "#F3EAD7", "#DCC9A3", "#B8A47A"),
    "maple": Surface("#EBDCBD", "#6F4E32", "#EBDCBD", "#A27A52", "#8B6743"),
    "parchment": Surface("#EBD8AC", "#B0915A", "#EBD8AC", "#EBD8AC", "#C4A56A"),
    "frame": Surface("#2F5C93", "#234A7A", "#EFE8D9", "#EFE8D9", "#234A7A", has_holes=True),
}

Arrow = tuple[str, str] | tuple[str, str, float]  # from and to, and how opaque
View = dict[str, Any]  # the parts of a position that are drawn; the web's views contain them among others

FILLS = {  # colour word: fill, outline
    "red": ("#C8452F", "#7A2417"),
    "black": ("#2B2926", "#0F0E0D"),
    "white": ("#FBF8F1", "#8C8371"),
    "yellow": ("#E9B93A", "#8F6A12"),
    "green": ("#4F8F5B", "#2C5635"),
    "blue": ("#3B6FA8", "#234468"),
    "gold": ("#D9A520", "#8A6610"),
    "stone": ("#8B8578", "#5C574D"),
}
UNKNOWN = ("#8C7AA9", "#554870")
PAIRS = {  # sides that either player may connect
    "pair1": ("#6F97C4", "#2C4A6B"),
    "pair2": ("#7FB08A", "#2F5B3A"),
    "pair3": ("#B592C6", "#573A66"),
}
LIGHT_OUTLINES = {"red": "#FFB4A6", "black": "#A3977F", "yellow": "#FDE7AE", "green": "#B9DFAC", "blue": "#A9CDEE"}
ACCENT_FILLS = {  # on paper, and below on what is dark; ludoteca.css has the same
    "moss": "#3F6B4B",
    "green": "#3B7443",
    "red": "#A5322A",
    "indigo": "#454592",
    "blue": "#265F96",
    "amber": "#8A5B08",
    "teal": "#1F6A68",
    "violet": "#6F3C96",
    "rose": "#9C2F5E",
    "slate": "#4A5568",
    "rust": "#9D4613",
    "olive": "#5F630F",
    "lime": "#49780A",
    "pine": "#14482B",
    "cyan": "#076F85",
    "navy": "#173A68",
    "plum": "#57255F",
    "magenta": "#A82795",
    "wine": "#711A2B",
    "brown": "#593B1F",
    "petrol": "#014552",
}
ACCENTS_ON_DARK = {
    "moss": "#7FB48C",
    "green": "#86C08D",
    "red": "#E58A7F",
    "indigo": "#A3A3EC",
    "blue": "#80B5E6",
    "amber": "#DFAE55",
    "teal": "#74C0BD",
    "violet": "#CBA3EC",
    "rose": "#F09BBF",
    "slate": "#AEB9C9",
    "rust": "#DF8353",
    "olive": "#B0B64B",
    "lime": "#AEDD6D",
    "pine": "#49A072",
    "cyan": "#7AD4E6",
    "navy": "#5F94DA",
    "plum": "#BD7CC8",
    "magenta": "#EA72CB",
    "wine": "#DE667A",
    "brown": "#B88F6B",
    "petrol": "#3296B4",
}
MARK_IN_FRAME = "#F3D27A"  # seen on the frame and through its holes
PAPER = "#F6F1E7"
LIGHT_TEXT, DARK_TEXT = "#FFFDF8", "#22201C"
LIGHT = ("white", "yellow", "gold")  # colours of pieces on which text is dark
MARGINS = {"edges": (0.5, 0.5), "pits": (0.75, 0.95)}  # around the outermost centres, and below them
RING = 0.45  # around a piece that decided the game
ARROW_HEAD = 0.32


def board_svg(view: View, size: int = 480, sheet: tuple[int, int] | None = None, paper: str = PAPER) -> str:
    """The board of a view, with a description in words; centred on a sheet of this width and height, if given."""
    board, surface = view["board"], SURFACES[view["game"]["surface"]]
    xs, ys = [cell["x"] for cell in board["cells"]], [cell["y"] for cell in board["cells"]]
    margin, below = MARGINS.get(board["shape"], (0.75, 0.75))
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) - left + margin, max(ys) - top + below
    across, down = sheet or (round(size * min(1.0, width / height)), round(size * min(1.0, height / width)))
    title = escape(description(view))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{n(left)} {n(top)} {n(width)} {n(height)}" '
        f'width="{across}" height="{down}" role="img" aria-label="{title}"><title>{title}</title>'
    )
    parts = [
        head,
        f'<rect x="{n(left)}" y="{n(top)}" width="{n(width)}" height="{n(height)}" fill="{paper}"/>',
        ground(board, surface, left, top, width, height),
    ]
    thickness = 0.03 if any(cell["form"] in CROSSINGS for cell in board["cells"]) else 0.05
    parts += [line_svg(surface, line, thickness) for line in board["lines"]]
    parts += [CELLS[cell["form"]](surface, cell) for cell in board["cells"]]
    if board["numbered"]:
        parts += [figures(cell["x"] - 0.36, cell["y"] - 0.35, cell["name"], 0.13, PAPER) for cell in board["cells"]]
    parts += [goal_svg(goal) for goal in board["goals"]]
    parts += [last_mark(view, cell) for cell in board["cells"] if cell["form"] not in MARKED_ABOVE]
    for cell in board["cells"]:
        if look := view["cells"].get(cell["name"]):
            mark = next((board["marks"][each] for each in look["marks"]), "")
            parts.append(look_svg(cell["x"], cell["y"], look, mark, is_dark=surface.is_dark, form=cell["form"]))
    parts += [last_mark(view, cell) for cell in board["cells"] if cell["form"] in MARKED_ABOVE]
    parts += [f'<circle cx="{n(x)}" cy="{n(y)}" r="0.09" fill="{surface.ink}"/>' for x, y in board["dots"]]
    parts += [figure_svg(view, figure) for figure in view["decided"]]
    parts += [arrow_svg(view, *ends) for ends in view.get("arrows", ())]
    return "".join(parts) + "</svg>\n"


def picture(
    position: PositionInterface,
    size: int = 360,
    arrows: Sequence[Arrow] = (),
    *,
    is_flipped: bool = False,
    marked: Collection[str] = (),
) -> str:
    """A position as SVG, this many pixels wide or high; arrows go from cell to cell, by name, and may be faint."""
    view = {**seen(position), "arrows": arrows, "marked": marked}
    return board_svg({**view, "board": _flipped(view["board"])} if is_flipped else view, size)


def _flipped(board: View) -> View:
    """The board seen from the other side."""
    xs, ys = [cell["x"] for cell in board["cells"]], [cell["y"] for cell in board["cells"]]
    across, down = min(xs) + max(xs), min(ys) + max(ys)
    goals = [
        {**goal, "lines": [[(across - x, down - y) for x, y in line] for line in goal["lines"]]}
        for goal in board["goals"]
    ]
    cells = [{**cell, "x": across - cell["x"], "y": down - cell["y"]} for cell in board["cells"]]
    lines = [[(across - x, down - y) for x, y in line] for line in board["lines"]]
    dots = [(across - x, down - y) for x, y in board["dots"]]
    return {**board, "cells": cells, "goals": goals, "lines": lines, "dots": dots}


def seen(position: PositionInterface) -> View:
    """The parts of a position that are drawn."""
    scene, outcome = position.scene(), position.outcome
    return {
        "game": {
            "title": position.variant.title,
            "accent": position.variant.game.accent,
            "surface": position.variant.game.surface,
        },
        "board": board_drawing(position.variant),
        "cells": {name: cell_json(look) for name, look in scene.cells.items() if look.pieces or look.marks},
        "players": [{"name": player.name} for player in scene.players],
        "mover": position.mover,
        "outcome": None if outcome is None else {"reason": outcome.reason},
        "decided": scene.decided,
        "marked": (),
    }


def n(number: float) -> str:
    """A number in a picture."""
    return f"{number:.3f}".rstrip("0").rstrip(".") if number else "0"


def description(view: View) -> str:
    """What the picture shows, in words."""
    outcome, title = view["outcome"], view["game"]["title"]
    if outcome is not None:
        return f"{title}: {outcome['reason']}"
    return f"{title}: {view['players'][view['mover']]['name']} to move"


def ground(board: View, surface: Surface, left: float, top: float, width: float, height: float) -> str:
    """The board under the cells."""
    if board["shape"] == "hex":
        return ""
    return (
        f'<rect x="{n(left + 0.1)}" y="{n(top + 0.1)}" width="{n(width - 0.2)}" height="{n(height - 0.2)}" rx="0.18" '
        f'fill="{surface.board}" stroke="{surface.edge}" stroke-width="0.05"/>'
    )


def hex_svg(surface: Surface, cell: View) -> str:
    """An empty hex."""
    style = f'fill="{surface.cell}" stroke="{surface.grid}" stroke-width="0.04"'
    return polygon(cell["x"], cell["y"], HEX_CORNERS, 1.0, style)


def square_svg(surface: Surface, cell: View) -> str:
    """An empty square, or a round hole."""
    x, y = cell["x"], cell["y"]
    if surface.has_holes:
        style = f'fill="{surface.cell}" stroke="{surface.grid}" stroke-width="0.03"'
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="0.43" {style}/>'
    fill, half = surface.other if (cell["row"] + cell["column"]) % 2 else surface.cell, 0.5 - surface.tiles
    place = f'x="{n(x - half)}" y="{n(y - half)}" width="{n(2 * half)}" height="{n(2 * half)}"'
    round_corners = ' rx="0.06"' if surface.tiles else ""
    return f'<rect {place}{round_corners} fill="{fill}" stroke="{surface.grid}" stroke-width="0.03"/>'


def line_svg(surface: Surface, line: Sequence[Sequence[float]], thickness: float) -> str:
    """A line between two points."""
    (x, y), (to_x, to_y) = line
    ends = f'x1="{n(x)}" y1="{n(y)}" x2="{n(to_x)}" y2="{n(to_y)}"'
    return f'<line {ends} stroke="{surface.ink}" stroke-width="{n(thickness)}" stroke-linecap="round"/>'


def star_svg(surface: Surface, cell: View) -> str:
    """A star point: a small dot where two lines cross."""
    return f'<circle cx="{n(cell["x"])}" cy="{n(cell["y"])}" r="0.08" fill="{surface.ink}"/>'


def point_svg(surface: Surface, cell: View) -> str:
    """An empty point."""
    return f'<circle cx="{n(cell["x"])}" cy="{n(cell["y"])}" r="0.1" fill="{surface.ink}"/>'


def edge_svg(surface: Surface, cell: View) -> str:
    """An edge without a line: a faint one."""
    return f'<path d="{bar_path(cell["x"], cell["y"], cell["form"])}" stroke="{surface.grid}" stroke-width="0.025"/>'


def bar_path(x: float, y: float, form: str) -> str:
    """From dot to dot."""
    return f"M{n(x - 0.42)} {n(y)}h0.84" if form == "across" else f"M{n(x)} {n(y - 0.42)}v0.84"


def pit_svg(surface: Surface, cell: View) -> str:
    """A hollow in the wood: a round pit, or a long store; the upper rim throws a shadow, the lower one has light."""
    across, down = PITS[cell["form"]]
    box = f'x="{n(cell["x"] - across)}" width="{n(2 * across)}" height="{n(2 * down)}" rx="{n(across)}"'
    y = cell["y"] - down
    left, top = n(cell["x"] - across), n(y + across)
    shade = (
        f"M{left} {top}a{across} {across} 0 0 1 {n(2 * across)} 0a{across} {n(across - 0.16)} 0 0 0 {n(-2 * across)} 0"
    )
    return (
        f'<rect {box} y="{n(y + 0.03)}" fill="#FFFFFF" fill-opacity="0.22"/>'
        f'<rect {box} y="{n(y)}" fill="{surface.edge}" stroke="{surface.ink}" stroke-opacity="0.5" '
        'stroke-width="0.02"/>'
        f'<rect {box} y="{n(y)}" fill="#000000" fill-opacity="0.12"/>'
        f'<path d="{shade}" fill="#000000" fill-opacity="0.3"/>'
    )


EDGES = ("across", "down")
CROSSINGS = ("crossing", "star")
MARKED_ABOVE = (*EDGES, *CROSSINGS)  # the mark of the last turn is above the piece
ON_A_CROSSING = 1.2  # how much larger pieces are: neighbours nearly touch
PITS = {"pit": (0.43, 0.43), "store": (0.43, 1.08)}  # half of their width and height
CELLS: dict[str, Callable[[Surface, View], str]] = {  # by the form of a cell
    "square": square_svg,
    "hex": hex_svg,
    "points": point_svg,
    "crossing": lambda *_: "",
    "star": star_svg,
    "across": edge_svg,
    "down": edge_svg,
    "box": lambda *_: "",
    "pit": pit_svg,
    "store": pit_svg,
}


def goal_svg(goal: dict[str, Any]) -> str:
    """A side of the board in the colour of the player who must reach it, or of the sides it must be connected to."""
    fill, line = PAIRS.get(goal["colour"]) or FILLS.get(goal["colour"], UNKNOWN)
    drawn = []
    for places in goal["lines"]:
        points = " ".join(f"{n(x)},{n(y)}" for x, y in places)
        path = f'<polyline class="goal" points="{points}" fill="none" stroke-linejoin="round"'
        drawn.append(f'{path} stroke="{line}" stroke-width="0.2"/>{path} stroke="{fill}" stroke-width="0.13"/>')
    return "".join(drawn)


def polygon(x: float, y: float, points: tuple[tuple[float, float], ...], scale: float, style: str) -> str:
    """A shape around a point."""
    corners = " ".join(f"{n(x + scale * across)},{n(y + scale * down)}" for across, down in points)
    return f'<polygon points="{corners}" {style}/>'


def last_mark(view: View, cell: dict[str, Any]) -> str:
    """The cells of the last turn in the game's accent colour: outlined, or where lines cross, a dot on the stone."""
    if cell["name"] not in view["marked"]:
        return ""
    surface = SURFACES[view["game"]["surface"]]
    accents = ACCENTS_ON_DARK if surface.is_dark else ACCENT_FILLS
    colour = MARK_IN_FRAME if surface.has_holes else accents[view["game"]["accent"]]
    style = f'fill="none" stroke="{colour}" stroke-width="0.07"'
    x, y, form = cell["x"], cell["y"], cell["form"]
    if form == "hex":
        return polygon(x, y, HEX_CORNERS, 0.9, style)
    if form in EDGES:
        return f'<path d="{bar_path(x, y, form)}" stroke-linecap="round" {style}/>'
    if form in CROSSINGS:
        style = f'fill="{colour}" stroke="{PAPER}" stroke-width="0.04"'
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="0.14" {style}/>'
    across, down, corner = LAST_MARKS[form]
    place = f'x="{n(x - across)}" y="{n(y - down)}" width="{n(2 * across)}" height="{n(2 * down)}"'
    return f'<rect {place} rx="{n(corner)}" {style}/>'


LAST_MARKS = {  # by the form of a cell: half of their width and height, and their corners
    "square": (0.45, 0.45, 0.06),
    "points": (0.45, 0.45, 0.45),
    "box": (0.45, 0.45, 0.06),
    "pit": (0.46, 0.46, 0.46),
    "store": (0.46, 1.11, 0.46),
}


def figure_svg(view: View, names: Sequence[str]) -> str:
    """What decided the game: its pieces ringed, and a line from ring to ring."""
    places = {cell["name"]: (cell["x"], cell["y"]) for cell in view["board"]["cells"]}
    spots = [places[name] for name in names]
    drawn = []
    for (x, y), (next_x, next_y) in pairwise(spots):
        length = math.hypot(next_x - x, next_y - y)
        across, down = (next_x - x) / length * RING, (next_y - y) / length * RING
        drawn.append(f"M{n(x + across)} {n(y + down)}L{n(next_x - across)} {n(next_y - down)}")
    for x, y in dict.fromkeys(spots):
        turn = f"a{RING} {RING} 0 1 0"
        drawn.append(f"M{n(x - RING)} {n(y)}{turn} {n(2 * RING)} 0{turn} {n(-2 * RING)} 0")
    line = f'd="{"".join(drawn)}" fill="none" stroke-linecap="round"'
    moss = ACCENT_FILLS["moss"]
    return f'<path {line} stroke="{PAPER}" stroke-width="0.15"/><path {line} stroke="{moss}" stroke-width="0.08"/>'


def arrow_svg(view: View, start: str, end: str, opacity: float = 0.8) -> str:
    """An arrow from cell to cell, or a ring around the only one."""
    places = {cell["name"]: (cell["x"], cell["y"]) for cell in view["board"]["cells"]}
    for name in (start, end):
        if name not in places:
            raise UnknownName(translatable("there is no cell called {name}; available: {known}"), name, tuple(places))
    (x, y), (to_x, to_y) = places[start], places[end]
    moss, length = ACCENT_FILLS["moss"], math.hypot(to_x - x, to_y - y)
    if length == 0:
        ring = f'cx="{n(x)}" cy="{n(y)}" r="0.4" fill="none" stroke="{moss}" stroke-width="0.1"'
        return f'<circle class="arrow" opacity="{opacity}" {ring}/>'
    along, aside = ((to_x - x) / length, (to_y - y) / length), (-(to_y - y) / length, (to_x - x) / length)
    neck = (to_x - ARROW_HEAD * along[0], to_y - ARROW_HEAD * along[1])
    corners = [(neck[0] + side * aside[0], neck[1] + side * aside[1]) for side in (ARROW_HEAD / 2, -ARROW_HEAD / 2)]
    head = " ".join(f"{n(px)},{n(py)}" for px, py in [(to_x, to_y), *corners])
    return (
        f'<g class="arrow" opacity="{opacity}"><line x1="{n(x)}" y1="{n(y)}" x2="{n(neck[0])}" y2="{n(neck[1])}" '
        f'stroke="{moss}" stroke-width="0.14" stroke-linecap="round"/><polygon points="{head}" fill="{moss}"/></g>'
    )


def look_svg(
    x: float,
    y: float,
    look: dict[str, Any],
    mark: str = "",
    *,
    is_dark: bool = False,
    form: str = "square",
) -> str:
    """The contents of a cell: the top piece, the height, what is inside and the picture of a mark; on any board."""
    parts = []
    if look["pieces"]:
        top = {**look["pieces"][0], "is_on_dark": is_dark, "form": form}
        parts.append(SHAPES.get(top["kind"], disc)(x, y, top, look["height"]))
        if look["height"] > 1 and top["kind"] != "seeds":
            parts.append(height_svg(x, y, top, look))
    if mark:
        parts.append(mark_svg(x, y, look, mark))
    if form not in CROSSINGS:
        return "".join(parts)
    shift = 1 - ON_A_CROSSING
    place = f"matrix({ON_A_CROSSING} 0 0 {ON_A_CROSSING} {n(shift * x)} {n(shift * y)})"
    return f'<g transform="{place}">{"".join(parts)}</g>'


def fills(piece: dict[str, Any]) -> tuple[str, str]:
    """Fill and outline of a piece; on a dark board the outline is light."""
    fill, line = FILLS.get(piece["colour"], UNKNOWN)
    return fill, LIGHT_OUTLINES.get(piece["colour"], line) if piece.get("is_on_dark") else line


def disc(x: float, y: float, piece: dict[str, Any], height: int) -> str:
    """A disc; a stack leans, and the second player's discs have a ring, so that colour is not the only difference."""
    fill, line = fills(piece)
    layers = min(height, 4)
    drawn = []
    for layer in range(layers):
        lift = -0.05 * layer
        drawn.append(
            f'<circle cx="{n(x - lift / 2)}" cy="{n(y + lift)}" r="0.38" fill="{fill}" stroke="{line}" '
            'stroke-width="0.05"/>'
        )
    if piece["owner"] == 1 and height <= 1 and piece.get("form") not in CROSSINGS:
        drawn.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="0.24" fill="none" stroke="{line}" stroke-width="0.04"/>')
    return "".join(drawn)


def stone(x: float, y: float, piece: dict[str, Any], height: int) -> str:
    """A stone: a shaded disc, with a ring for the second player."""
    light = f'<ellipse cx="{n(x - 0.1)}" cy="{n(y - 0.14)}" rx="0.17" ry="0.11" fill="#FFFFFF" fill-opacity="0.28"/>'
    return disc(x, y, piece, height) + light


def counter(x: float, y: float, piece: dict[str, Any], height: int) -> str:
    """A disc with two sides: the other colour shows below."""
    line = fills(piece)[1]
    other = FILLS[{"black": "white", "white": "black"}.get(piece["colour"], "stone")][0]
    below = f'<circle cx="{n(x)}" cy="{n(y + 0.06)}" r="0.38" fill="{other}" stroke="{line}" stroke-width="0.04"/>'
    return below + disc(x, y, piece, height)


def man(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A draughtsman: a thick disc with a groove."""
    fill, line = fills(piece)
    circle = '<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="{}"/>'
    return (
        circle.format(n(x), n(y + 0.06), "0.38", line, line, "0.05")
        + circle.format(n(x), n(y), "0.38", fill, line, "0.05")
        + circle.format(n(x), n(y), "0.27", "none", line, "0.04")
    )


CROWN = ((-0.2, 0.13), (-0.24, -0.11), (-0.1, 0), (0, -0.18), (0.1, 0), (0.24, -0.11), (0.2, 0.13))


def crowned(x: float, y: float, piece: dict[str, Any], height: int) -> str:
    """A draughtsman with another on top of it, which bears a crown."""
    fill, line = FILLS["gold"]
    crown = polygon(x, y - 0.07, CROWN, 1.0, f'fill="{fill}" stroke="{line}" stroke-width="0.03"')
    return man(x, y + 0.06, piece, height) + man(x, y - 0.06, piece, height) + crown


def pyramid(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A pyramid from above: four facets, each shaded differently."""
    fill, line = fills(piece)
    half = 0.4
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    shades = (("#FFFFFF", 0.22), ("#000000", 0.06), ("#000000", 0.2), ("#FFFFFF", 0.08))
    base = (
        f'<rect x="{n(x - half)}" y="{n(y - half)}" width="0.8" height="0.8" fill="{fill}" stroke="{line}" '
        'stroke-width="0.04"/>'
    )
    facets = []
    for side, (shade, strength) in enumerate(shades):
        points = (corners[side], corners[(side + 1) % 4], (0.0, 0.0))
        facets.append(polygon(x, y, points, 1.0, f'fill="{shade}" fill-opacity="{strength}"'))
    return base + "".join(facets)


def wall(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A block of stone."""
    fill, line = fills(piece)
    return (
        f'<rect x="{n(x - 0.46)}" y="{n(y - 0.46)}" width="0.92" height="0.92" rx="0.08" fill="{fill}" '
        f'stroke="{line}" stroke-width="0.05"/>'
        f'<path d="M{n(x - 0.46)} {n(y)}h0.92M{n(x - 0.1)} {n(y - 0.46)}v0.46M{n(x + 0.16)} {n(y)}v0.46" '
        f'stroke="{line}" stroke-width="0.04" fill="none"/>'
    )


def joker(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A star."""
    fill, line = fills(piece)
    points = ((0, -0.42), (0.12, -0.13), (0.42, -0.12), (0.18, 0.07), (0.26, 0.36), (0, 0.19), (-0.26, 0.36),
              (-0.18, 0.07), (-0.42, -0.12), (-0.12, -0.13))  # fmt: skip
    return polygon(x, y, points, 1.0, f'fill="{fill}" stroke="{line}" stroke-width="0.04"')


def bonus(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A ring with what it is worth."""
    fill, _line = fills(piece)
    ring = f'<circle cx="{n(x)}" cy="{n(y)}" r="0.34" fill="none" stroke="{fill}" stroke-width="0.09"/>'
    return ring + figures(x, y, piece.get("prize", ""), 0.21, fill)


def cube(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A cube from above, with its edge."""
    fill, line = fills(piece)
    box = 'x="{}" y="{}" width="{}" height="{}" rx="0.05"'
    outer, inner = (box.format(n(x - half), n(y - half), n(2 * half), n(2 * half)) for half in (0.36, 0.25))
    return (
        f'<rect {outer} fill="{fill}" stroke="{line}" stroke-width="0.05"/>'
        f'<rect {inner} fill="none" stroke="{line}" stroke-width="0.03"/>'
    )


def ring(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A ring, open in the middle."""
    fill, line = fills(piece)
    circle = f'<circle cx="{n(x)}" cy="{n(y)}" r="0.31" fill="none"'
    return f'{circle} stroke="{line}" stroke-width="0.2"/>{circle} stroke="{fill}" stroke-width="0.13"/>'


def arrow(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A cross: nothing can go here any more."""
    fill, line = fills(piece)
    cross = f'<path d="M{n(x - 0.26)} {n(y - 0.26)}l0.52 0.52m0 -0.52l-0.52 0.52" stroke-linecap="round"'
    return f'{cross} stroke="{line}" stroke-width="0.2"/>{cross} stroke="{fill}" stroke-width="0.12"/>'


def bar(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A line along an edge."""
    fill, line = fills(piece)
    path = f'<path d="{bar_path(x, y, piece["form"])}" stroke-linecap="round"'
    return f'{path} stroke="{line}" stroke-width="0.12"/>{path} stroke="{fill}" stroke-width="0.08"/>'


def box(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A box between edges that somebody owns; the second player's have an inner frame."""
    fill, line = fills(piece)
    square = '<rect x="{}" y="{}" width="{}" height="{}" rx="0.05"'
    whole, inner = (square.format(n(x - half), n(y - half), n(2 * half), n(2 * half)) for half in (0.39, 0.24))
    drawn = f'{whole} fill="{fill}" fill-opacity="0.8" stroke="{line}" stroke-width="0.03"/>'
    return drawn + (f'{inner} fill="none" stroke="{LIGHT_TEXT}" stroke-width="0.05"/>' if piece["owner"] == 1 else "")


MOST_SEEDS = 48  # that are drawn; the number shows the rest
SEED_TURN = 2.39996  # from seed to seed, as in a sunflower


def seeds(x: float, y: float, piece: dict[str, Any], count: int) -> str:
    """Seeds in a heap, and how many there are below it."""
    fill, line = fills({**piece, "is_on_dark": False})
    across, down = PITS.get(piece["form"], PITS["pit"])
    drawn = [
        f'<circle cx="{n(x + right)}" cy="{n(y + low)}" r="0.08" fill="{fill}" stroke="{line}" stroke-width="0.02"/>'
        for right, low in seed_places(count, across - 0.11, down - 0.11)
    ]
    ink = LIGHT_TEXT if piece.get("is_on_dark") else DARK_TEXT
    return "".join(drawn) + figures(x, y + down + 0.16, str(count), 0.16, ink)


def seed_places(count: int, across: float, down: float) -> list[tuple[float, float]]:
    """Where each seed of a heap is, around the middle of its pit."""
    shown = min(count, MOST_SEEDS)
    wide, high = (min(reach, 0.12 * math.sqrt(shown)) for reach in (across, down))
    spots = []
    for number in range(shown):
        far, turn = math.sqrt((number + 0.5) / shown), SEED_TURN * number
        spots.append((wide * far * math.cos(turn), high * far * math.sin(turn)))
    middle = [sum(spot[axis] for spot in spots) / max(1, shown) for axis in range(2)]
    return [(right - middle[0], low - middle[1]) for right, low in spots]


SILHOUETTES = {  # of chess pieces, in a cell of 100 around its centre: the outline, and the lines inside
    "pawn": (
        "M-26 38V34Q-26 28 -18 26Q-8 20 -7 4H-12V-3H-7.5A14 14 0 1 1 7.5 -3H12V4H7Q8 20 18 26Q26 28 26 34V38Z",
        "M-18 27H18M-7 4H7",
    ),
    "rook": (
        "M-28 38V32H-22V26L-17 20L-15 -12L-22 -18V-36H-12V-29H-5V-36H5V-29H12V-36H22V-18L15 -12L17 20L22 26V32H28V38Z",
        "M-22 31H22M-17 20H17M-15 -12H15",
    ),
    "bishop": (
        ("M-28 38V33Q-14 33 -8 27H-14V21L-10 16Q-20 8 -18 -4Q-16 -16 -4 -27A5.5 5.5 0 1 1 4 -27Q16 -16 18 -4Q20 8 10 16"
        "L14 21V27H8Q14 33 28 33V38Z"),
        "M-12 27H12M-10 17H10M0 -16V6M-8 -6H8",
    ),
    "knight": (
        ("M-22 38V32H-18Q-18 18 -5 7Q-1 3 -2 -3Q-11 6 -21 9Q-26 13 -30 9Q-34 5 -31 0L-21 -17Q-19 -22 -14 -26V-38L-5 -31"
        "Q18 -28 24 4Q27 20 25 32H28V38Z"),
        "M-18 32H25M-16 -14L-12 -16M-28 4L-24 3M7 -20Q19 -6 16 24",
    ),
    "queen": (
        "M-25 38V33Q-24 29 -20 27Q-20 20 -24 12L-34 -14L-17 0L-18 -25L-6 -4L0 -30L6 -4L18 -25L17 0L34 -14L24 12"
        "Q20 20 20 27Q24 29 25 33V38Z"
        + "".join(f"M{x} {y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z"
                  for x, y in ((-38.5, -17), (-22.5, -29), (-4.5, -34), (13.5, -29), (29.5, -17))),
        "M-23 15Q0 8 23 15M-20 27Q0 20 20 27",
    ),
    "king": (
        ("M-26 38L-20 27V16Q-35 8 -32 -6Q-28 -18 -15 -16Q-6 -14 -3 -8V-22H-12V-29H-3V-38H3V-29H12V-22H3V-8"
        "Q6 -14 15 -16Q28 -18 32 -6Q35 8 20 16V27L26 38Z"),
        "M0 -6V12M-20 16Q0 9 20 16M-20 27Q0 20 20 27",
    ),
}  # fmt: skip


def chessman(x: float, y: float, piece: dict[str, Any], _: int) -> str:
    """A chess piece, seen from the side."""
    fill, line = fills(piece)
    is_light = piece["colour"] in LIGHT
    outline, lines = SILHOUETTES[piece["kind"]]
    return (
        f'<g transform="translate({n(x)} {n(y)}) scale(0.01)" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{outline}" fill="{fill}" stroke="{DARK_TEXT if is_light else line}" stroke-width="4"/>'
        f'<path d="{lines}" fill="none" stroke="{DARK_TEXT if is_light else LIGHT_TEXT}" stroke-width="2.6"/></g>'
    )


SHAPES = {
    "disc": disc,
    "stone": stone,
    "counter": counter,
    "man": man,
    "crowned": crowned,
    "pyramid": pyramid,
    "wall": wall,
    "joker": joker,
    "bonus": bonus,
}
SHAPES |= {
    "bar": bar,
    "box": box,
    "seeds": seeds,
    "cube": cube,
    "ring": ring,
    "arrow": arrow,
    **dict.fromkeys(SILHOUETTES, chessman),
}


FIGURES = {  # as lines in a box 0.6 wide and 1 high, so that no font is needed
    "0": "M.3 0C.05 0 .06 .25 .06 .5S.05 1 .3 1 .54 .75 .54 .5 .55 0 .3 0Z",
    "1": "M.1 .22L.34 0V1",
    "2": "M.06 .25C.08 -.08 .54 -.1 .54 .27C.54 .55 .2 .7 .05 1H.56",
    "3": "M.07 .16C.2 -.08 .53 -.02 .52 .25C.51 .42 .38 .47 .25 .47C.42 .47 .55 .55 .55 .72C.55 1.05 .15 1.1 .05 .82",
    "4": "M.42 1V0L.03 .7H.58",
    "5": "M.51 0H.14L.1 .44C.3 .3 .55 .4 .55 .68C.55 1.05 .15 1.1 .05 .83",
    "6": "M.5 .1C.2 -.15 .05 .3 .06 .65A.245 .33 0 1 0 .55 .67A.245 .3 0 0 0 .06 .67",
    "7": "M.04 0H.55C.38 .3 .26 .6 .22 1",
    "8": "M.3 .46A.21 .23 0 1 1 .3 0A.21 .23 0 1 1 .3 .46A.25 .27 0 1 0 .3 1A.25 .27 0 1 0 .3 .46",
    "9": "M.1 .9C.4 1.15 .55 .7 .54 .35A.245 .33 0 1 0 .05 .33A.245 .3 0 0 0 .54 .33",
    "+": "M.03 .58H.57M.3 .3V.86",
}
FIGURE_STEP, FIGURE_LINE = 0.78, 0.15


def figures(x: float, y: float, text: str, high: float, ink: str) -> str:
    """A number around a point."""
    left = x - high * (FIGURE_STEP * (len(text) - 1) + 0.6) / 2
    drawn = "".join(
        f'<path transform="translate({n(FIGURE_STEP * place)} 0)" d="{FIGURES[figure]}"/>'
        for place, figure in enumerate(text)
    )
    return (
        f'<g transform="translate({n(left)} {n(y - high / 2)}) scale({n(high)})" fill="none" stroke="{ink}" '
        f'stroke-width="{FIGURE_LINE}" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'
    )


def height_svg(x: float, y: float, top: dict[str, Any], look: dict[str, Any]) -> str:
    """The height of a stack in figures, and pips for what is inside."""
    ink = DARK_TEXT if top["colour"] in LIGHT else LIGHT_TEXT
    if top["kind"] in ROUND:
        return figures(x + 0.07, y - 0.12, str(look["height"]), 0.32, ink)
    number = figures(x + 0.24, y - 0.22, str(look["height"]), 0.18, ink)
    pips = []
    for colour, count in look["inside"]:
        fill, line = FILLS.get(colour, UNKNOWN)
        for pip in range(min(count, 8)):
            across = x - 0.32 + 0.092 * pip
            pips.append(
                f'<ellipse cx="{n(across)}" cy="{n(y + 0.3)}" rx="0.035" ry="0.065" fill="{fill}" '
                f'stroke="{LIGHT_TEXT}" stroke-width="0.015"/>'
            )
        if count > 8:
            pips.append(figures(x, y + 0.12, str(count), 0.14, line))
    return number + "".join(pips)


def mark_svg(x: float, y: float, look: dict[str, Any], picture: str) -> str:
    """A mark: a small square, a ring, a small disc, or a small pyramid for a corner."""
    if picture in FILLS:
        fill, line = FILLS[picture]
        place = f'x="{n(x - 0.13)}" y="{n(y - 0.13)}" width="0.26" height="0.26"'
        return f'<rect {place} fill="{fill}" stroke="{line}" stroke-width="0.03"/>'
    if picture == "ring":
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="0.18" fill="none" stroke="{FILLS["blue"][0]}" stroke-width="0.04"/>'
    colour = look["pieces"][0]["colour"] if look["pieces"] else "gold"
    ink = DARK_TEXT if colour in ("white", "yellow", "gold") else LIGHT_TEXT
    if picture == "disc":
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="0.1" fill="{ink}" stroke="{FILLS[colour][1]}" stroke-width="0.03"/>'
    opacity = 0.9 if picture == "corner" else 0.6
    return polygon(x, y, ((0, -0.14), (0.14, 0.12), (-0.14, 0.12)), 1.0, f'fill="{ink}" fill-opacity="{opacity}"')


CARD = (1200, 630)  # the usual size of link previews


def share_card(view: View) -> bytes:
    """The board of a view on a card, which other sites show with a link."""
    return png(board_svg(view, sheet=CARD), background=PAPER)


def png(svg: str, size: int | None = None, background: str | None = None) -> bytes:
    """An SVG picture as the bytes of a PNG file, in its own size or scaled to this width and height at most.

    Our pictures contain no text, so they need no fonts, which servers may lack.
    """
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, background=background, skip_system_fonts=True)
