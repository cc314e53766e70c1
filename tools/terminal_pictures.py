"""Pictures of the app for the manual, as SVG.

Made by: python tools/terminal_pictures.py docs/pictures.
The same games and sizes are what the tests compare as text.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from rich.cells import cell_len

from ludoteca.play.position import load_game
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table
from ludoteca.terminal.theme import CONTRAST, DARK, LIGHT

SMALL, LARGE = (80, 24), (140, 45)


@dataclass(frozen=True)
class Picture:
    """A screen to be shown: a table some moves into a game, and the keys that are pressed there."""

    name: str
    game: str = ""  # none: the main menu
    options: dict[str, str] = field(default_factory=dict)
    plies: int = 0
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = SMALL
    theme: str = DARK.name
    ascii_only: bool = False


GAMES: tuple[tuple[str, dict[str, str], int, tuple[str, ...]], ...] = (
    ("gekitai", {}, 11, ()),
    ("greener", {}, 18, ()),
    ("squ", {}, 41, ()),
    ("mapello", {}, 22, ()),
    ("glaisher", {}, 13, ()),
    ("reversi", {}, 20, ()),
)
PICTURES = (
    Picture("menu"),
    Picture("games", keys=("enter",)),
    Picture("setup", keys=("enter", "down", "down", "enter")),
    Picture("lesson", keys=("down", "enter", "enter", "right_square_bracket", "right_square_bracket", "up", "enter")),
    *(Picture(f"{game}-80x24", game, options, plies, keys) for game, options, plies, keys in GAMES),
    *(
        Picture(f"{game}-140x45", game, options, plies, keys, LARGE, LIGHT.name if at % 2 else DARK.name)
        for at, (game, options, plies, keys) in enumerate(GAMES)
    ),
    *(Picture(f"{game}-80x24", game, {}, 12) for game in ("chess", "go", "morris", "kalah", "hex", "dotsandboxes")),
    Picture("greener-9x9", "greener", {"size": "9x9"}, 30),
    Picture("glaisher-choosing", "glaisher", {}, 0, ("up", "up", "up", "up", "left", "enter", "1")),
    Picture("mapello-contrast", "mapello", {}, 22, theme=CONTRAST.name),
    Picture("greener-ascii", "greener", {}, 18, ascii_only=True),
    Picture("gekitai-pause", "gekitai", {}, 11, ("p",)),
)


OTHERS = tuple(  # too much for the manual
    Picture(f"{game}-80x24", game, {}, 12)
    for game in (
        *("amazons", "breakthrough", "draughts", "fourinarow"),
        *("gomoku", "havannah", "linesofaction", "oware"),
    )
)


# What block characters fill of their cell: upper left, upper right, lower left, lower right.
QUARTERS = {"█": "1111", "▀": "1100", "▄": "0011", "▟": "0111", "▙": "1011", "▜": "1101", "▛": "1110"}
QUARTERS |= {"▗": "0001", "▖": "0010", "▝": "0100", "▘": "1000"}
WIDTH, HEIGHT = 12.2, 24.4  # of a cell in the SVG
BASELINE = 18.5  # below the top of a cell
TEXTS = re.compile(r'<text [^>]*? x="([\d.]+)" [^>]*?-line-(\d+)\)">([^<\n]+)</text>')
BLOCKS = re.compile(rf'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)"[^>]*>([{"".join(QUARTERS)}]+)</text>')


def without_seams(svg: str) -> str:
    """Block characters as shapes: a font's do not fill their cells, and the board would show between them."""

    def shape(found: re.Match[str]) -> str:
        name, x, y, text = found[1], float(found[2]), float(found[3]) - BASELINE, found[4]
        path = ""
        for at, letter in enumerate(text):
            for quarter, is_filled in enumerate(QUARTERS[letter]):
                if is_filled:
                    left, top = x + WIDTH * (at + quarter % 2 / 2), y + HEIGHT * (quarter // 2) / 2
                    path += (
                        f"M{left:.2f} {top:.2f}h{WIDTH / 2 + 0.1:.2f}v{HEIGHT / 2 + 0.1:.2f}h-{WIDTH / 2 + 0.1:.2f}z"
                    )
        return f'<path class="{name}" shape-rendering="crispEdges" d="{path}"/>'

    return BLOCKS.sub(shape, svg)


def table_for(picture: Picture, saved_games: SavedGames) -> Table:
    """A table with a game that is always the same."""
    chance = random.Random(picture.game)
    table = Table.begin(load_game(picture.game, **picture.options), ("human", "human"), saved_games, chance=chance)
    table.is_kept = False
    for _ in range(picture.plies):
        if table.outcome is None:
            table.match.play(chance.choice(table.position.moves()))
    return table


def screen_text(app: LudotecaApp) -> str:
    """The characters on the screen, read from its picture."""
    width, height = app.size
    lines = [[" "] * width for _ in range(height)]
    for x, line, text in TEXTS.findall(app.export_screenshot()):
        at = round(float(x) / WIDTH)
        for character in unescape(text).replace("\xa0", " "):
            lines[int(line)][at] = character
            at += cell_len(character)
    return "\n".join("".join(line).rstrip() for line in lines).rstrip("\n") + "\n"


async def take(picture: Picture) -> tuple[str, str]:
    """The screen as SVG and as text."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-pictures-") as folder:
        saved_games = SavedGames(Path(folder))
        table = table_for(picture, saved_games) if picture.game else None
        app = LudotecaApp(saved_games, table=table, theme=picture.theme, ascii_only=picture.ascii_only)
        async with app.run_test(size=picture.size) as pilot:
            await pilot.pause()
            for key in picture.keys:
                await pilot.press(key)
                await pilot.pause()
            await pilot.pause()
            return without_seams(app.export_screenshot(title="Ludoteca")), screen_text(app)


def main() -> None:
    """Write all pictures into the folder named on the command line."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        svg, _ = asyncio.run(take(picture))
        path = folder / f"{picture.name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
