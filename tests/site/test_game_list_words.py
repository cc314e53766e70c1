"""Lists of games say the same whether the server writes them or a page."""

from __future__ import annotations

import json
import subprocess

from ludoteca.web.http.game_list_words import LIST_WORDS, ago, standing_words
from ludoteca.web.http.static_files import STATIC
from ludoteca.web.table.stored_game import now_ms

SPEAK = f"""
import {{ readFileSync }} from "node:fs";
import {{ standingWords, ago }} from "{(STATIC / "site" / "game_list.js").as_uri()}";
const {{ items, times, words }} = JSON.parse(readFileSync(0, "utf8"));
const named = ({{ name }}) => name;
const said = items.map((item) => standingWords(item, named, words));
console.log(JSON.stringify([said, times.map((then) => ago(then, words))]));
"""


def spoken(items, times):
    command = ["node", "--input-type=module", "--experimental-default-type=module", "--eval", SPEAK]
    given = json.dumps(
        {"items": items, "times": times, "words": {f"list_{name}": text for name, text in LIST_WORDS.items()}}
    )
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_lists_speak_as_the_servers_do():
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}]
    item = {"readable": True, "seats": seats, "reason": "three in line"}
    items = [
        {**item, "state": state, "kind": kind, "plies": plies, "you": you, "mover": mover, "winner": winner}
        for state in ("going", "over")
        for kind in ("bot", "record")
        for plies in (0, 1, 5)
        for you, mover in ((0, 0), (0, 1), ("both", 1), (None, None))
        for winner in (None, 0, 1)
    ]
    times = [now_ms() - int(days * 86_400_000) - 30_000 for days in (0, 0.02, 0.3, 1, 3.5, 31, 400)]
    assert spoken(items, times) == [[standing_words(item) for item in items], [ago(then) for then in times]]
