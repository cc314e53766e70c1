"""A page says a game's sentences in its language as Python does, and leaves alone what programs read."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from ludoteca.languages import in_language
from ludoteca.languages.catalogues import translated
from ludoteca.languages.texts import make_text
from ludoteca.play import load_game
from ludoteca.wasm.build import build_game
from ludoteca.web.http.static_files import STATIC

MARKED = "xx"
MOVES = ["a1", "f6", "c1", "f4", "e1", "a6"]  # no two stones touch
SCRIPT = """
const { language, catalogue, moves, last } = given;
globalThis.document = { documentElement: { lang: language } };
globalThis.ludotecaCatalogue = catalogue;
const { GameModule } = await import("STATIC/wasm/game_module.js");
const { Variant } = await import("STATIC/wasm/variant.js");
const { findMove } = await import("STATIC/translated/play/move_input.js");
const { viewOf } = await import("STATIC/wasm/view.js");
const { RecordLine, RecordedGame, resultOf } = await import("STATIC/translated/play/records/tree.js");
const { writeRecord } = await import("STATIC/translated/play/records/writer.js");
const { readRecords } = await import("STATIC/local/record_reader.js");
const { readFileSync } = await import("node:fs");
const about = JSON.parse(readFileSync(`${given.folder}/gekitai.json`, "utf8"));
const module = new GameModule(about, new WebAssembly.Module(readFileSync(`${given.folder}/gekitai.wasm`)));
const variant = new Variant(module);
let position = variant.start(1n);
const refusalOf = (work) => { try { work(); return ""; } catch (error) { return error.message; } };
for (const move of moves) position = position.after(findMove(position, move).code);
const refused = ["a1", "z9", "what"].map((text) => refusalOf(() => findMove(position, text)));
const going = viewOf(position);
const won = variant.position(last);
const record = new RecordedGame(variant, won, new RecordLine(), ["Ana", "Bo"], "", resultOf(won.outcome));
const text = writeRecord(record);
const [again] = readRecords(text, new Map([["gekitai", module]]));
console.log(JSON.stringify({ refused, going, won: viewOf(won), text, termination: again.termination }));
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("wasm")
    build_game("gekitai", made)
    return made


@pytest.fixture(scope="module")
def going():
    position = load_game("gekitai").start(1)
    for move in MOVES:
        position = position.play(move)
    return position


@pytest.fixture(scope="module")
def won():
    return load_game("gekitai").position("rrr.../....../....../....b./....../.b..b. b")


def told(folder, going, won, language: str, catalogue: dict[str, str]) -> dict[str, Any]:
    """What a page says in a language."""
    given = {
        "folder": str(folder),
        "language": language,
        "catalogue": catalogue,
        "moves": MOVES,
        "last": str(won),
    }
    script = f"const given = {json.dumps(given)};\n{SCRIPT}".replace("STATIC", STATIC.as_uri())
    done = subprocess.run(
        ["node", "--input-type=module"], input=script, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def outer(text: str) -> str:
    """A sentence whose names are not marked, only the whole."""
    return f"⟦{text.replace('⟦', '').replace('⟧', '')}⟧"


def test_refusals_facts_and_reasons_are_said_as_python_says_them(folder, going, won):
    said = told(folder, going, won, MARKED, {})
    taken = make_text("{0:cell} is taken", {"0:cell": "a1"})
    assert said["refused"][0] == in_language(taken, MARKED)
    assert all(text.startswith("⟦") and text.endswith("⟧") for text in said["refused"])
    facts = going.scene().facts
    assert [fact["name"] for fact in said["going"]["facts"]] == [translated(fact.name, MARKED) for fact in facts]
    assert [fact["value"] for fact in said["going"]["facts"]] == [str(fact.value) for fact in facts]
    assert said["won"]["outcome"]["reason"] == in_language(won.outcome.reason, MARKED) == outer(won.outcome.reason)
    assert [player["name"] for player in said["won"]["players"]] == ["⟦Red⟧", "⟦Black⟧"]


def test_a_catalogue_of_a_page_is_used_and_english_stands_where_it_has_nothing(folder, going, won):
    catalogue = {
        "{0:cell} is taken": "{0:cell} já está ocupada",
        "{0:[,three in line,all eight on the board,three in line and all eight on the board]}": (
            "{0:[,três em linha,todas as oito no tabuleiro,três em linha e todas as oito]}"
        ),
        "Red": "Vermelho",
        "Supply": "Reserva",
    }
    said = told(folder, going, won, "pt", catalogue)
    assert said["refused"][0] == "a1 já está ocupada"
    assert said["won"]["outcome"]["reason"] == "três em linha"
    assert [player["name"] for player in said["won"]["players"]] == ["Vermelho", "Black"]
    assert {fact["name"] for fact in said["going"]["facts"]} == {"Reserva"}


@pytest.mark.parametrize("language", ["en", MARKED])
def test_what_programs_read_is_in_no_language(folder, going, won, language):
    said = told(folder, going, won, language, {})
    assert said["going"]["position"] == str(going)
    assert [move["text"] for move in said["going"]["moves"]] == [str(move) for move in going.moves()]
    assert [player["colour"] for player in said["going"]["players"]] == ["red", "black"]
    assert "⟦" not in said["text"] and said["termination"] == "three in line"
