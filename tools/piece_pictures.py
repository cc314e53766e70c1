"""Draws the pieces, colours, surfaces and accents that docs/reference.md shows: python tools/piece_pictures.py.

It also writes the outlines of chessmen for the browser, so that they are drawn once.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca.kernel.declare import ACCENTS, SURFACES
from ludoteca.kernel.fields import COLOURS, GLYPHS
from ludoteca.play.svg_picture import ACCENT_FILLS, SILHOUETTES, look_svg, pit_svg, square_svg
from ludoteca.play.svg_picture import SURFACES as FILLS

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 1" width="{1}" height="40">'
SCRIPT = Path(__file__).parents[1] / "src" / "ludoteca" / "web" / "static" / "board" / "silhouettes.js"
NOBODYS = ("wall", "arrow", "joker", "bonus", "seeds")


def pieces(*listed: tuple[str, str, int | None]) -> str:
    """Pieces side by side: kind, colour, owner."""
    ground = f'<rect width="{len(listed)}" height="1" fill="{FILLS["wood"].board}"/>'
    drawn = [HEAD.format(len(listed), 40 * len(listed)), ground]
    for place, (kind, colour, owner) in enumerate(listed):
        look = {"pieces": [{"kind": kind, "colour": colour, "owner": owner}], "height": 1, "inside": (), "marks": ()}
        if kind == "seeds":  # in a pit, with their number below it
            pit = pit_svg(FILLS["wood"], {"x": 0.5, "y": 0.5, "form": "pit"})
            seeds = look_svg(0.5, 0.5, {**look, "height": 5}, form="pit")
            drawn.append(f'<g transform="translate(0.1 -0.02) scale(0.8)">{pit}{seeds}</g>')
        else:
            drawn.append(look_svg(place + 0.5, 0.5, look, form="across"))
    return "".join(drawn) + "</svg>\n"


def cells_of(surface: str) -> str:
    """Two cells of a surface, a piece on each."""
    drawn = [HEAD.format(2, 80), f'<rect width="2" height="1" fill="{FILLS[surface].board}"/>']
    for column, colour in enumerate(("white", "black")):
        drawn.append(square_svg(FILLS[surface], {"x": column + 0.5, "y": 0.5, "row": 0, "column": column}))
        piece = {"kind": "disc", "colour": colour, "owner": None}
        look = {"pieces": [piece], "height": 1, "inside": (), "marks": ()}
        drawn.append(look_svg(column + 0.5, 0.5, look, is_dark=FILLS[surface].is_dark))
    return "".join(drawn) + "</svg>\n"


def pictures() -> dict[str, str]:
    """All pictures by the names of their files."""
    found = {}
    for kind in GLYPHS:
        sides = [(kind, "red", 0), (kind, "black", 1)]
        found[f"piece-{kind}"] = pieces((kind, "stone", None)) if kind in NOBODYS else pieces(*sides)
    for colour in COLOURS:
        found[f"colour-{colour}"] = pieces(("disc", colour, 0))
    for surface in SURFACES:
        found[f"surface-{surface}"] = cells_of(surface)
    for accent in ACCENTS:
        swatch = f'<rect x="0.1" y="0.2" width="0.8" height="0.6" rx="0.1" fill="{ACCENT_FILLS[accent]}"/>'
        found[f"accent-{accent}"] = HEAD.format(1, 40) + swatch + "</svg>\n"
    return {f"{name}.svg": picture for name, picture in found.items()}


WIDTH = 160  # of a line of JavaScript


def silhouettes_script() -> str:
    """The drawings of chessmen as a module of the pages."""
    lines = ["/** Chess pieces: outlines, and lines inside. Written by tools/piece_pictures.py. */", ""]
    for place, name in enumerate(("SILHOUETTES", "INSIDES")):
        lines += ["/** @type {Record<string, string>} */", f"export const {name} = {{"]
        for kind, drawn in SILHOUETTES.items():
            gap = " " if len(kind) + len(drawn[place]) < WIDTH - 7 else "\n    "  # as the formatter would
            lines.append(f'  {kind}:{gap}"{drawn[place]}",')
        lines += ["};", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "pictures" / "pieces")
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (folder / name).write_text(picture)
    SCRIPT.write_text(silhouettes_script())
