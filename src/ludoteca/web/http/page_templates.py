"""The templates of the pages, and what they can ask for: the same for the server and for a static site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from ludoteca import __version__
from ludoteca.web.http.game_list_words import ago, standing_words
from ludoteca.web.seat_names import seat_name
from ludoteca.web.storage.game_lists import is_unfinished, is_your_turn

FOLDER = Path(__file__).parent.parent / "templates"


def script_json(value: Any) -> Markup:
    """JSON that can stand inside a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def page_templates() -> Environment:
    """The templates.  Each page is given `to`, the addresses of the others, and `data`, what its script starts from."""
    found = Environment(loader=FileSystemLoader(FOLDER), autoescape=select_autoescape())
    found.filters["script_json"] = script_json
    found.filters["seat_name"] = seat_name
    found.filters["standing_words"] = standing_words
    found.filters["ago"] = ago
    found.tests["your_turn"] = is_your_turn
    found.tests["unfinished"] = is_unfinished
    found.globals["version"] = __version__
    return found
