"""Count lines and files, now and in a checkout of an earlier commit: `python tools/line_counts.py CHECKOUT`.

It prints tables for the docs: the rules of each game, every package, and the scripts that restate Python by hand, with
blank lines and comments.  Without an argument it updates what the docs say of now: the last column of the games' table
and the list of those scripts; a test compares both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "src/ludoteca"
GENERATED = "translated"  # scripts that git does not have

Count = tuple[int, int]  # lines, files

# Scripts below web/static that restate Python: those of today, and those at 3665a43a.
RESTATED = {
    "wasm": "analysis cell_sentences errors levels move_kinds position position_text searches state_fields variant view"
    " alphabeta_search cell_looks exact_search facts move_input random_numbers record_json records report search_memory"
    " sentences stopwatch tree_search values",
    "": "puzzle_progress",
    "local": "clock local_room match new_game record_inputs record_reader series bot_pace",
    "site": "game_list new_game_form form_check game_list_words",
    "explain": "explain_inputs accuracy board_changes claims connections explanation explanation_text hint_text hints"
    " immediate_wins review_json review_text reviews rounding search_results templates term_changes",
}


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def count(files: Iterable[Path]) -> Count:
    counted = [lines(file) for file in files]
    return sum(counted), len(counted)


def games(root: Path) -> dict[str, int]:
    """The lines of each game's rules: `rules.py`, or the whole file of an example."""
    found = {file.parent.name: lines(file) for file in root.glob(f"{PACKAGE}/games/*/rules.py")}
    return {**{file.stem: lines(file) for file in root.glob("examples/*.py")}, **found}


def packages(root: Path) -> dict[str, Count]:
    """Python by package, then JavaScript by folder, tests and tools."""
    home = root / PACKAGE
    static = home / "web" / "static"
    found = {"the package's own files": count(home.glob("*.py"))}
    for folder in sorted(path for path in home.iterdir() if path.is_dir() and list(path.rglob("*.py"))):
        found[f"`{folder.name}`"] = count(folder.rglob("*.py"))
    found["**the package**"] = count(home.rglob("*.py"))
    scripts = [file for file in static.rglob("*.js") if GENERATED not in file.parts]
    for folder in sorted({file.relative_to(static).parts[0] for file in scripts if file.parent != static}):
        found[f"`static/{folder}`"] = count((static / folder).rglob("*.js"))
    found["`static` itself"] = count(static.glob("*.js"))
    found["**JavaScript**"] = count(scripts)
    for folder in ("tests", "tools"):
        found[f"`{folder}`"] = count((root / folder).rglob("*.py"))
    return found


def restated(root: Path) -> dict[str, int]:
    """The lines of each script that restates Python."""
    static = root / PACKAGE / "web" / "static"
    named = [static / folder / f"{name}.js" for folder, names in RESTATED.items() for name in names.split()]
    return {file.relative_to(static).as_posix(): lines(file) for file in named if file.is_file()}


GAMES_PAGE = ROOT / "docs" / "finish-a-game.md"
GAMES_ROW = re.compile(r"^\| (\w+) \| ([\d–]+) \| (\d+) \|$", re.MULTILINE)


def with_games_counted(page: str) -> str:
    """The page with the lines that the rules of each game have now."""
    now = games(ROOT)
    return GAMES_ROW.sub(lambda found: row((found[1], found[2], now.get(found[1], "gone"))), page)


RESTATED_PAGE = ROOT / "docs" / "browser.md"
RESTATED_LIST = re.compile(r"[\d,]+ lines in \d+ files now(?:.*?explain_inputs)\s\d+", re.DOTALL)


def with_restated_counted(page: str) -> str:
    """The page with the lines that scripts which restate Python have now."""
    now = {Path(name).stem: size for name, size in restated(ROOT).items()}

    def counted(found: re.Match[str]) -> str:
        total = f"{sum(now.values()):,} lines in {len(now)} files now"
        text = re.sub(r"[\d,]+ lines in \d+ files now", total, found[0])
        return re.sub(r"\b([a-z_]+\s)\d+(?=[,;]|$)", lambda each: f"{each[1]}{now.get(each[1].strip(), 'gone')}", text)

    return RESTATED_LIST.sub(counted, page)


def row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |"


def main(before: Path) -> None:
    """Print the tables."""
    old, new = games(before), games(ROOT)
    print(row(("game", "before", "now")), row(("---", "---", "---")), sep="\n")
    for name, size in sorted(new.items(), key=lambda each: (each[0] not in old, each[0])):
        print(row((name, old.get(name, "–"), size)))
    print("\n" + row(("", "lines before", "files", "lines now", "files")), row(["---"] * 5), sep="\n")
    was, now = packages(before), packages(ROOT)
    for name in [*now, *(name for name in was if name not in now)]:
        print(row((name, *was.get(name, ("–", "–")), *now.get(name, ("–", "–")))))
    for root in (before, ROOT):
        listed = restated(root)
        print(f"\n{sum(listed.values()):,} lines in {len(listed)} files:")
        print(", ".join(f"`{name}` {size}" for name, size in listed.items()))


if __name__ == "__main__":
    if len(sys.argv) == 2:
        main(Path(sys.argv[1]))
    else:
        GAMES_PAGE.write_text(with_games_counted(GAMES_PAGE.read_text("utf-8")), "utf-8")
        RESTATED_PAGE.write_text(with_restated_counted(RESTATED_PAGE.read_text("utf-8")), "utf-8")
