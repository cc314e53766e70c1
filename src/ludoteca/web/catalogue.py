"""The games as the pages and the API describe them: options with their explanations, players, bots."""

from __future__ import annotations

import dis
import json
import logging
import re
import tokenize
from collections.abc import Callable
from functools import lru_cache
from html import escape
from io import StringIO
from keyword import iskeyword
from typing import Any

from markdown_it import MarkdownIt

from ludoteca.bots.registry import bot_groups
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import DIFFICULTIES, FAMILIES, TIMES, Game
from ludoteca.kernel.fields import Cells, Field, Numbers, Phase
from ludoteca.kernel.options import RuleSet
from ludoteca.kernel.scene import piece_json
from ludoteca.languages import in_language, joined, t, translatable
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.markdown import page_in_language
from ludoteca.play import load_game
from ludoteca.play.lessons import find_lesson, has_lesson
from ludoteca.play.lessons.answers import lesson_json
from ludoteca.play.rule_pages import designers_of, is_for_players, read_diagram, rule_page
from ludoteca.play.svg_picture import board_svg
from ludoteca.puzzles.puzzle import has_puzzles, puzzles_of
from ludoteca.web.view import moving_view, player_view, still_view

BOARDS = translatable(  # by the shape of their cells
    {"square": "Squares", "hex": "Hexes", "points": "Points and lines", "edges": "Dots and lines", "pits": "Pits"}
)
log = logging.getLogger("ludoteca.web")
SHOWCASE_SIZE = 240  # pixels
SHOWCASE = "showcase.json"  # in a game's folder
BY = re.compile(r"(?<=\d) × (?=\d)")  # 10 × 10 stays on one line
SCROLLS = '<div class="scrolls" tabindex="0" role="region" aria-label="{table}">'  # on a small screen, alone


@lru_cache(maxsize=64)
def game_entry(name: str) -> dict[str, Any]:
    """One game."""
    game: Game = find_game(name)
    groups = bot_groups(game.name)
    return {
        "name": game.name,
        "title": t(game.title),
        "designer": designers_of(game),
        "summary": t(game.summary),
        "goal": t(game.goal),
        "accent": game.accent,
        "surface": game.surface,
        "family": game.family,
        "other_names": ", ".join(game.other_names),
        "board": game.whole_board.shape,
        "minutes": game.minutes,
        "time": game.time,
        "difficulty": game.difficulty,
        "showcase": {"position": game.showcase[0], "moves": list(game.showcase[1:])} if game.showcase else {},
        "players": [player_view(player, game.players_piece) for player in game.players],
        "has_puzzles": has_puzzles(game),
        "draws_setups": draws_setups(game),
        "options": [option_words(option.description()) for option in game.options],
        "rules": [rules_entry(game, rule_set) for rule_set in game.rule_sets],
        "bots": [
            {
                "name": bot.spec,
                "label": t(bot.label),
                "explain": t(bot.explain),
                "group": t(group.title),
                "is_level": _is_level(bot.spec),
            }
            for group in groups
            for bot in group.bots
        ],
        "lesson": has_lesson(game),
        "bot_groups": [{"title": t(group.title), "note": t(group.note)} for group in groups],
    }


@lru_cache(maxsize=64)
def kept_showcase(name: str) -> dict[str, Any] | None:
    """The stored view of a game's showcase: no rules need to be loaded for it."""
    file = find_game(name).resource(SHOWCASE)
    if file is None:
        return None
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return {**still_view(load_game(name), needs_rules=False), **kept}


@lru_cache(maxsize=64)
def showcase_svg(name: str) -> str:
    """The picture of a game on the shelf, from its stored view; empty if there is none."""
    shown = kept_showcase(name)
    return "" if shown is None else board_svg(in_language(shown, ENGLISH), SHOWCASE_SIZE, paper="none")


def new_showcase(name: str) -> dict[str, Any]:
    """The part of that view that is stored; `tools/keep_showcases.py` writes it."""
    position, *moves = find_game(name).showcase
    shown = load_game(name).position(position)
    for move in moves:
        shown = shown.play(move)
    return dict(in_language({**moving_view(shown), "moves": [], "facts": []}, ENGLISH))


def rules_entry(game: Game, rule_set: RuleSet) -> dict[str, Any]:
    """A named set of options for forms: the value of every option, and in words those that it sets."""
    chosen = game.choose(rule_set.options)
    return {
        "name": rule_set.name,
        "title": t(rule_set.title),
        "words": joined(map(t, game.rules_in_words(rule_set)), "; "),
        "values": {option.name: option.text(chosen[option.name]) for option in game.options},
        "bots": list(rule_set.bots),
    }


def draws_setups(game: Game) -> bool:
    """Whether the game can begin with a random setup: its `start` reads the generator."""
    start = game.own(verbs.start)
    code = getattr(start, "py_func", start).__code__
    generator = code.co_varnames[1]
    return any(
        generator in (each.argval if isinstance(each.argval, tuple) else (each.argval,))
        for each in dis.get_instructions(code)
    )


def option_words(described: dict[str, Any]) -> dict[str, Any]:
    """An option for pages: its name, its explanation, and the names of its values."""
    words = {value: t(text) for value, text in (described.get("words") or {}).items()}
    said = {name: t(described[name]) for name in ("title", "explain") if described.get(name)}
    return {**described, **said, "words": words}


def _is_level(spec: str) -> bool:
    """Whether a bot is one of the game's levels."""
    return spec.removeprefix("level").isdecimal()


@lru_cache(maxsize=1)
def library() -> list[dict[str, Any]]:
    """All games that can be loaded; the others are logged, since every page would fail with them."""
    found = []
    for name in game_names():
        try:
            found.append(game_entry(name))
        except LudotecaError as error:
            log.error("game not loaded", extra={"game": name, "error": str(error)})
    return found


def shelf_filters(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the shelf can be narrowed by: for each filter, its words and the values that some but not all games have."""
    filters = {
        "family": (t("Any goal"), FAMILIES),
        "time": (t("Any length"), TIMES),
        "difficulty": (t("Any difficulty"), {word: word for word in DIFFICULTIES}),
        "board": (t("Any board"), BOARDS),
    }
    found = []
    for name, (anything, words) in filters.items():
        values = {entry[name] for entry in entries}
        if len(values) > 1:
            choices = [(value, t(said)) for value, said in words.items() if value in values]
            found.append({"name": name, "anything": anything, "choices": choices})
    return found


def exercise_counts(entries: list[dict[str, Any]], kind: str) -> dict[str, int]:
    """How many puzzles each game has, or steps its lesson has; games without are left out."""
    if kind == "puzzles":
        return {one["name"]: len(puzzles_of(find_game(one["name"])).puzzles) for one in entries if one["has_puzzles"]}
    return {one["name"]: len(find_lesson(one["name"]).steps) for one in entries if one["lesson"]}


def editor_layout(game: Game) -> dict[str, Any]:
    """What the editor needs to know, from the declaration: pieces, how a cell is written, what follows the board."""
    stacks = next((cells for cells in game.fields.cells.values() if cells.heights), None)
    return {
        "separator": game.separator,
        "has_runs": game.fields.has_runs,
        "palette": [piece_json(piece) for piece in game.appearance.palette],
        "stacks": None if stacks is None else _stacks(game, stacks),
        "amounts": next(({"most": numbers.most} for numbers in game.fields.amounts.values()), None),
        "frame": _frame(game),
        "fields": [_field(name, one) for name, one in game.text.required.items()],
    }


def _stacks(game: Game, cells: Cells) -> dict[str, Any]:
    """How high stacks can be, whether a height of one is written, and what may be inside."""
    heights = game.fields.fields[cells.heights]
    assert isinstance(heights, Numbers)
    return {
        "most": min(heights.most, 999),
        "omits_one": heights.omit_one,
        "inside": cells.inside[0] if cells.inside else None,
        "alone": cells.nobody.letter if cells.nobody else None,
    }


def _frame(game: Game) -> dict[str, Any] | None:
    """The permanent contents of some cells, visible unless something else is there."""
    for scenery in game.fields.scenery.values():
        return {"letter": scenery.letter, "cells": [game.whole_board.name[cell] for cell in scenery.where.cells]}
    return None


def _field(name: str, one: Field) -> dict[str, Any]:
    """One field after the mover: its name, and its values if there are only a few."""
    label = one.label or name.replace("_", " ").capitalize()
    explain = getattr(one, "explain", "")
    choices = [[value, words] for value, words in one.names.items()] if isinstance(one, Phase) else None
    return {"label": label, "explain": explain, "choices": choices}


@lru_cache(maxsize=64)
def lesson_data(name: str) -> dict[str, Any]:
    """A game's lesson with the answer to every turn; computing it may take a second, so not in the event loop."""
    return lesson_json(find_lesson(name))


@lru_cache(maxsize=64)
def rules_html(name: str, language: str = ENGLISH) -> str:
    """A game's rule page in a language as HTML, folded except for how to play; raw HTML in it is escaped.

    Its title is left out, since it is that of the page.  The page's script draws the diagrams.
    """

    def rendered(text: str) -> str:
        return str(markdown.render(page_in_language(text, language)))

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _fence)
    head, *sections = rule_page(name).sections
    is_short = not any(is_for_players(section) for section in sections)  # then there is nothing to fold it under
    head = head.partition("\n")[2] if head.startswith("# ") else head
    parts = [
        rendered(section) if is_short or is_for_players(section) else _folded(rendered, section) for section in sections
    ]
    page = BY.sub("\u00a0×\u00a0", "".join([rendered(head), *parts]))
    scrolls = SCROLLS.format(table=escape(in_language(t("Table"), language)))
    return page.replace("<table>", f"{scrolls}<table>").replace("</table>", "</table></div>")


COLOURED = {tokenize.COMMENT: "c", tokenize.STRING: "s", tokenize.NUMBER: "m"}
COLOURED_AFTER = {"def": "f", "@": "k"}


@lru_cache(maxsize=64)
def source_html(name: str) -> str:
    """The Python file with a game's rules, with a class on each word that a reader would want coloured."""
    game = find_game(name)
    text = (game.resource("rules.py") or game.source).read_text("utf-8")
    lines, done, before, parts = text.splitlines(keepends=True), (1, 0), "", []
    for token in tokenize.generate_tokens(StringIO(text).readline):
        parts.append(escape(_between(lines, done, token.start)))
        group = COLOURED.get(token.type) or COLOURED_AFTER.get(before) or ("k" if iskeyword(token.string) else "")
        said = escape(_between(lines, token.start, token.end))
        parts.append(f'<i class="{group}">{said}</i>' if group and said.strip() else said)
        done, before = token.end, token.string
    return "".join(parts)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text between two places, each a line and a column."""
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right] if first <= len(lines) else ""
    return lines[first - 1][left:] + "".join(lines[first : last - 1]) + "".join(lines[last - 1 : last])[:right]


def _folded(rendered: Callable[[str], str], section: str) -> str:
    """A section that opens when its heading is clicked."""
    heading, _, text = section.partition("\n")
    summary = f"<summary>{rendered(heading).strip()}</summary>"
    return f'<details class="part">{summary}{rendered(text)}</details>\n'


def _fence(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """A fenced block: a figure if it is a diagram, otherwise as usual."""
    token = tokens[index]
    if token.info.strip() != "diagram":
        return str(type(renderer).fence(renderer, tokens, index, options, env))
    diagram = read_diagram(token.content)
    wanted = {"position": diagram.position, "moves": list(diagram.moves), "options": diagram.options}
    data = escape(json.dumps({key: value for key, value in wanted.items() if value}))
    picture = f'<span class="thumbnail" data-diagram="{data}"></span>'
    return f'<figure class="diagram">{picture}<figcaption>{escape(diagram.caption)}</figcaption></figure>\n'
