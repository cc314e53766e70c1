"""A report as one self-contained HTML page with its plots, for light and dark themes, wide and narrow screens."""

from __future__ import annotations

from html import escape

from ludoteca.arena.study.document import Document, Plot, Section, Table
from ludoteca.arena.svg_drawing import CLAY, MOSS, THEMED, themed

DARK = {
    "ink": "#ECE6DA", "muted": "#A79F90", "line": "#3D3932", "card": "#211F1B", "moss": "#8DBF9A", "clay": "#E08A5F",
}  # fmt: skip
LONGEST_NUMBER = 24  # characters of a cell with a number and its interval
STYLE = """
:root { color-scheme: light dark; --page: #F4EEE2; LIGHT }
@media (prefers-color-scheme: dark) { :root { --page: #171512; DARK } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: clamp(1.6rem, 4vw, 2.3rem); line-height: 1.2; }
h2 { margin: 0 0 .6rem; font-size: 1.25rem; }
p { margin: .4rem 0; max-width: 75ch; }
.subtitle { color: var(--muted); margin: .5rem 0 1.5rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
section { padding: 1.25rem 1.4rem; margin: 0 0 1.1rem; }
.summary { margin: 0; padding: 0; list-style: none; }
.summary li { padding: .45rem 0 .45rem 1.1rem; border-left: 3px solid var(--moss); margin: .35rem 0; max-width: 80ch; }
.table { overflow-x: auto; margin: .9rem 0; }
table { border-collapse: collapse; min-width: min(100%, 34rem); font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { text-align: left; padding: .36rem .8rem; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
.number { text-align: right; }
td.number { white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; }
tbody tr:last-child td { border-bottom: 0; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.2rem; }
figure { margin: .6rem 0 0; }
figure svg { width: 100%; height: auto; max-width: 560px; display: block; margin: 0 auto; }
figcaption { color: var(--muted); font-size: .88rem; }
.key { display: inline-flex; align-items: center; gap: .4em; margin-right: 1.2em; }
.key i { width: .8em; height: .8em; border-radius: 50%; }
@media (max-width: 30rem) { main { padding: 1.2rem .7rem 3rem; } section { padding: 1rem .9rem; } }
@media print { body { background: none; } section { break-inside: avoid; } }
"""


def page(document: Document) -> str:
    """The text of the HTML file."""
    light = {name: colour for colour, name in THEMED.items()}
    style = STYLE.replace("LIGHT", _variables(light)).replace("DARK", _variables(DARK))
    summary = "".join(f"<li>{escape(sentence)}</li>" for sentence in document.summary)
    sections = "\n".join(_section(section, document.series) for section in document.sections)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(document.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(document.title)}</h1>\n<p class="subtitle">{escape(document.subtitle)}</p>\n'
        f'<section><h2>In short</h2>\n<ul class="summary">{summary}</ul></section>\n{sections}\n'
        "</main>\n</body>\n</html>\n"
    )


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def _section(section: Section, series: tuple[str, ...]) -> str:
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in section.sentences)
    tables = "\n".join(map(_table, section.tables))
    plots = "\n".join(_figure(plot, series) for plot in section.plots)
    pictures = f'<div class="plots">{plots}</div>' if plots else ""
    return f"<section><h2>{escape(section.title)}</h2>\n{sentences}\n{tables}\n{pictures}</section>"


def _table(table: Table) -> str:
    """Columns of numbers are right-aligned, columns of words left-aligned."""
    looks = [' class="number"' if _is_of_numbers(column) else "" for column in zip(*table.rows, strict=True)]

    def row(cells: tuple[str, ...], tag: str) -> str:
        inside = "".join(f"<{tag}{look}>{escape(cell)}</{tag}>" for look, cell in zip(looks, cells, strict=True))
        return f"<tr>{inside}</tr>"

    rows = "".join(row(cells, "td") for cells in table.rows)
    return f'<div class="table"><table><thead>{row(table.header, "th")}</thead><tbody>{rows}</tbody></table></div>'


def _is_of_numbers(column: tuple[str, ...]) -> bool:
    return all(len(cell) <= LONGEST_NUMBER and (cell[:1].isdigit() or cell[:1] in "+-–?") for cell in column)


def _figure(plot: Plot, series: tuple[str, ...]) -> str:
    keys = "".join(
        f'<span class="key"><i style="background: var(--{THEMED[colour]})"></i>{escape(label)}</span>'
        for colour, label in zip((MOSS, CLAY), series if plot.has_series else (), strict=False)
    )
    key = f"<div>{keys}</div>" if keys else ""
    return f"<figure>{themed(plot.svg)}<figcaption>{key}{escape(plot.caption)}</figcaption></figure>"
