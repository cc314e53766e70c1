"""Every sentence of the terminal, and of the commands for players, goes through the catalogue."""

from __future__ import annotations

from pathlib import Path

from sentences import outside, unsaid, words_outside

import ludoteca
from ludoteca.cli.app import COMMANDS, FOR_PLAYERS, GROUPS

PACKAGE = Path(ludoteca.__file__).parent
FILES = [
    *sorted((PACKAGE / "terminal").rglob("*.py")),
    *(PACKAGE / "cli" / f"{name}.py" for name in ("app", "arguments", "open_table", "record_files")),
    *(
        PACKAGE / "cli" / "commands" / COMMANDS[name] / f"{name}.py"
        for name in sorted(each.replace("-", "_") for each in FOR_PLAYERS)
    ),
]
NOT_SAID = {  # by file: what looks like words and is none
    "terminal/app.py": {"Ludoteca"},  # a name
    "terminal/table.py": {"PlaysOn", '"ludoteca table'},  # a tag of records, and the format of a file
    "cli/app.py": set(GROUPS),  # headings of help texts, which are in English
    "terminal/screens/menu.py": {"Ludoteca"},
    "terminal/base_app.py": {"Ctrl-Q"},  # a key
    "terminal/form_rows.py": {"such as "},  # looked for in English
    "terminal/saved_games.py": {"ludoteca table 1"},
    "cli/commands/positions/replay.py": {"Fault"},  # a tag of records
}


def test_no_sentence_is_said_without_the_catalogue():
    forgotten = []
    for path in FILES:
        name = path.relative_to(PACKAGE).as_posix()
        if name == "cli/commands/authors/new_game.py":  # the game that it writes is a template in English
            found = [each for each in unsaid(path) if "TITLE" not in each[1] and "NAME" not in each[1]]
        else:
            found = [each for each in unsaid(path) if each[1] not in NOT_SAID.get(name, set())]
        forgotten += [f"{name}:{line}: {text!r}" for line, text in found]
    assert forgotten == []


def test_the_search_finds_what_was_forgotten(tmp_path):
    source = tmp_path / "speech.py"
    source.write_text(
        '"""A docstring of words."""\n'
        "def said(name):\n"
        '    print(t("Said by the catalogue."), translatable(("One of several",)))\n'
        '    print("Forgotten words", f"{name} is forgotten too")\n'
        '    raise LudotecaError("forgotten in an error")\n'
        '    typer.Option("--name", help="The help of Typer")\n'
        '    return Option("Forgotten", id="An id")\n'
    )
    assert [text for _, text in unsaid(source)] == [
        "Forgotten words", " is forgotten too", "forgotten in an error", "Forgotten",
    ]  # fmt: skip
    assert outside("a ⟦b ⟦c⟧ d⟧ e") == "a  e"
    assert words_outside("⟦⟦Red⟧ wins⟧ by forgetting c3") == {"forgetting"}
