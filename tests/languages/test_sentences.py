"""Whatever the library says to a player goes through the catalogue: found by reading its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca

SOURCES = Path(ludoteca.__file__).parent
PACKAGES = ("kernel", "games", "play", "explain", "search", "bots", "puzzles", "originals")
PROGRAMMERS = {  # whom these errors speak to: authors of games, lessons, bots and programs, and they speak English
    *("BadDeclaration", "BrokenRules", "CannotCompile", "Different", "BadLesson", "BadCondition", "BadEvaluation"),
    *("PicklingError", "ForeignPosition", "ValueError", "TypeError", "TypingError", "AttributeError"),
    *("trouble", "_trouble"),  # of a lesson
}
TO_PROGRAMMERS = (  # likewise, of errors that others are told by the same name
    "this is not a state of",
    "is not the code of a legal move here",
    "is not the number of a move of this game",
    "the entry point",
    "is too long for a lesson",
    "must be {number} of at least",  # arguments of `analyse`
)
FOR_PROGRAMMERS = {  # files that only they meet
    "bots/engine_process.py": "engines of other programs",
    "bots/foreign_bots.py": "bots of other packages",
    "bots/compiled_levels.py": "how levels are measured",
    "bots/network_bot.py": "networks that somebody has trained",
    "bots/levels.py": "a file of levels that somebody has written",
    "bots/gtp_engine.py": "engines of other programs",
    "bots/reweighted_games.py": "evaluations that are compared",
    "bots/ugi_engine.py": "engines of other programs",
    "games/game_files.py": "the author of a game in a file",
    "games/sent_files.py": "games that are sent to a cluster",
    "originals/prolog.py": "states that a Prolog program has written",
    "originals/positions.py": "states that a Prolog program has written",
    "play/conformance.py": "check_game",
    "play/encoder.py": "learners",
    "play/symmetry.py": "learners",
    "search/batched/batched_search.py": "learners",
    "search/batched/network_file.py": "networks that somebody has trained",
    "puzzles/mining.py": "who makes puzzles",
    "puzzles/verification.py": "who makes puzzles",
}


def files() -> Iterator[Path]:
    """The library's files that speak to players."""
    for package in PACKAGES:
        for path in sorted((SOURCES / package).rglob("*.py")):
            if path.relative_to(SOURCES).as_posix() not in FOR_PROGRAMMERS:
                yield path


def is_plain(node: ast.expr) -> bool:
    """Whether a text is written here, or put together here, without the catalogue."""
    if isinstance(node, ast.Constant):
        is_text = isinstance(node.value, str)
        return is_text and " " in node.value and any(map(str.isalpha, node.value))  # type: ignore[operator, arg-type]
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and is_plain(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return is_plain(node.left) or is_plain(node.right)
    if isinstance(node, ast.IfExp):
        return is_plain(node.body) or is_plain(node.orelse)
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return is_call and node.func.attr == "format"  # type: ignore[attr-defined]


def name_of(node: ast.expr) -> str:
    """What is called."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def plain_errors(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Errors for players that are raised, or made, with a text of no catalogue."""
    for node in ast.walk(tree):
        made = node.exc if isinstance(node, ast.Raise) else node.value if isinstance(node, ast.Return) else None
        if not isinstance(made, ast.Call) or not made.args:
            continue
        kind = name_of(made.func)
        is_error = isinstance(node, ast.Raise) or kind in ("Outcome", "Finding", "Answer", "BadBotSpec", "DamagedSave")
        if is_error and kind not in PROGRAMMERS:
            said = [(each.lineno, ast.unparse(each)) for each in made.args if is_plain(each)]
            yield from ((line, text) for line, text in said if not any(known in text for known in TO_PROGRAMMERS))


def unmarked_constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Templates of a file outside `translatable`, `t`, `english` and `words`: constants with places to fill."""
    for statement in tree.body:
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        left = [value] if value is not None else []
        while left:
            node = left.pop()
            if isinstance(node, ast.Call):
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_template(node.value):
                yield node.lineno, node.value
            left += [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]


def is_template(text: str) -> bool:
    """Whether a text reads like a sentence with places, and not like a pattern or a format."""
    return "{" in text and " " in text and not set(text) & set("\\()[]^$?*\n=")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_error_for_players_is_a_sentence_of_the_catalogue(package):
    found = [
        f"{path.relative_to(SOURCES)}:{line}: {text}"
        for path in files()
        if path.relative_to(SOURCES).parts[0] == package
        for line, text in plain_errors(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


UNMARKED = {  # templates that are marked elsewhere, or are no words
    "kernel/shared_sentences.py": "words_of lists them with every game",
    "play/position.py": "NO_SIDE speaks to authors of games",
    "kernel/legal_moves.py": "source of compiled functions",
    **{
        f"games/{name}/evaluation.py": "TERM_WORDS, which words_of lists"
        for name in ("fourinarow", "gekitai", "glaisher", "gomoku", "greener", "reversi", "squ")
    },
}


def test_every_template_is_marked():
    found = [
        f"{path.relative_to(SOURCES)}:{line}: {text}"
        for path in files()
        if path.relative_to(SOURCES).as_posix() not in UNMARKED
        for line, text in unmarked_constants(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


def test_the_exceptions_exist():
    assert [name for name in (*FOR_PROGRAMMERS, *UNMARKED) if not (SOURCES / name).is_file()] == []


def test_a_sentence_outside_is_found():
    source = 'NO = "no {thing} here"\ndef f():\n    raise MatchError(f"no {x} here")\n    raise MatchError("not now")\n'
    tree = ast.parse(source)
    assert len(list(plain_errors(tree))) == 2
    assert len(list(unmarked_constants(tree))) == 1
    assert not list(plain_errors(ast.parse('raise MatchError(t("not now"))')))
