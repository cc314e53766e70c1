"""The import graph of each package as a picture, and whether it has cycles; late and type-only imports count.

python tools/import_graph.py FOLDER [PACKAGE ...]

Writes FOLDER/PACKAGE.svg for every package, importers above what they import, and prints a line for each.  A folder
inside a package is one box there, and has a picture of its own.  The exit code is 1 when there is a cycle.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

import grimp  # comes with import-linter, which checks the same in `make check`

ROOT = "ludoteca"
INIT = "__init__"  # the package's own module
LETTER, HEIGHT, GAP, ROW = 7.2, 26, 14, 78  # pixels: a letter, a box, between two boxes, from row to row
PLAIN, WRONG = "#8C8371", "#C8452F"
Graph = dict[str, set[str]]  # what each box imports


def graph_of(imports: grimp.ImportGraph, package: str) -> Graph:
    """The children of a package and which of them import which."""
    boxes = {package: INIT}
    for child in imports.find_children(package):
        for module in {child, *imports.find_descendants(child)}:
            boxes[module] = child.removeprefix(f"{package}.")
    graph: Graph = {box: set() for box in boxes.values()}
    for module, box in boxes.items():
        graph[box] |= {boxes[other] for other in imports.find_modules_directly_imported_by(module) if other in boxes}
        graph[box].discard(box)
    if not graph[INIT] and not any(INIT in imported for imported in graph.values()):
        del graph[INIT]
    return graph


def reachable(graph: Graph, start: str) -> set[str]:
    """All boxes that a box imports, directly or not."""
    found: set[str] = set()
    left = [start]
    while left:
        new = graph[left.pop()] - found
        found |= new
        left += new
    return found


def cycles(graph: Graph) -> list[list[str]]:
    """The groups of boxes that import each other, directly or not."""
    reach = {box: reachable(graph, box) for box in graph}
    groups = {frozenset(other for other in reach[box] if box in reach[other]) for box in graph if box in reach[box]}
    return sorted(sorted(group) for group in groups)


def rows_of(graph: Graph) -> list[list[str]]:
    """The boxes by row: each above everything that it imports; those of a cycle share a row."""
    reach = {box: reachable(graph, box) for box in graph}
    depth: dict[str, int] = {}
    for box in sorted(graph, key=lambda box: len(reach[box] | {box})):  # what a box imports reaches less
        below = [other for other in reach[box] if box not in reach[other]]
        depth[box] = 1 + max((depth[other] for other in below), default=-1)
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=0))]
    for box in sorted(graph):
        rows[-1 - depth[box]].append(box)
    return rows


def svg(graph: Graph, title: str) -> str:
    """The picture."""
    rows = rows_of(graph)
    widths = {box: LETTER * len(box) + 16 for box in graph}
    width = max(sum(widths[box] + GAP for box in row) for row in rows) + GAP
    place: dict[str, tuple[float, float]] = {}  # the middle of each box
    for number, row in enumerate(rows):
        x = (width - sum(widths[box] + GAP for box in row) + GAP) / 2
        for box in by_importers(row, graph, place):
            place[box] = (x + widths[box] / 2, 50 + number * ROW)
            x += widths[box] + GAP
    height = 50 + len(rows) * ROW - ROW + HEIGHT + 10
    in_cycle = {box: set(group) for group in cycles(graph) for box in group}
    size = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="12">',
        '<rect width="100%" height="100%" fill="#FFFDF8"/>',
        f'<text x="{width / 2:.0f}" y="22" text-anchor="middle" font-size="15">{escape(title)}</text>',
    ]
    for box, imported in sorted(graph.items()):
        for other in sorted(imported):
            colour = WRONG if other in in_cycle.get(box, ()) else PLAIN
            parts.append(arrow(place[box], place[other], colour))
    for box, (x, y) in place.items():
        colour = WRONG if box in in_cycle else PLAIN
        parts.append(
            f'<rect x="{x - widths[box] / 2:.1f}" y="{y - HEIGHT / 2:.1f}" width="{widths[box]:.1f}" '
            f'height="{HEIGHT}" rx="5" fill="#F6F1E7" stroke="{colour}"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{escape(box)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def by_importers(row: Iterable[str], graph: Graph, place: dict[str, tuple[float, float]]) -> list[str]:
    """The boxes of a row from left to right, each near those above that import it."""

    def wanted(box: str) -> float:
        above = [place[other][0] for other, imported in graph.items() if box in imported and other in place]
        return sum(above) / len(above) if above else 0.0

    return sorted(row, key=lambda box: (wanted(box), box))


def arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    """A line from an importer down to what it imports, with a dot at its end."""
    (x, y), (to_x, to_y) = (start[0], start[1] + HEIGHT / 2), (end[0], end[1] - HEIGHT / 2)
    bend = ROW / 2
    path = f"M{x:.1f} {y:.1f}C{x:.1f} {y + bend:.1f} {to_x:.1f} {to_y - bend:.1f} {to_x:.1f} {to_y:.1f}"
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-opacity="0.6"/>'
        f'<circle cx="{to_x:.1f}" cy="{to_y:.1f}" r="2.5" fill="{colour}"/>'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="all of them when left out")
    arguments = parser.parse_args()
    imports = grimp.build_graph(ROOT, cache_dir=None)
    everything = sorted(module for module in imports.modules if imports.find_children(module))
    unknown = set(arguments.packages) - set(everything)
    if unknown:
        parser.error(f"there is no package {', '.join(sorted(unknown))}; the packages are: {', '.join(everything)}")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    found = 0
    for package in arguments.packages or everything:
        graph = graph_of(imports, package)
        (arguments.folder / f"{package}.svg").write_text(svg(graph, package), encoding="utf-8")
        groups = cycles(graph)
        found += len(groups)
        edges = sum(map(len, graph.values()))
        said = "; ".join(f"CYCLE: {', '.join(group)}" for group in groups) or "no cycle"
        print(f"{package}: {len(graph)} modules, {edges} imports, {said}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
