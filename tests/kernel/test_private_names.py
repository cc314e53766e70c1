"""docs/compiler.md lists every private name of Numba that is used, with its files, and no other."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "src/ludoteca/compiler"
DOCUMENTED = {"numba", "numba.extending"}  # modules whose names Numba documents
PUBLIC = {"types", "cuda", "extending"}  # and its modules themselves
TYPES = {  # of `numba.types`, likewise
    *("Array", "BaseTuple", "Boolean", "Integer", "IntegerLiteral", "Number", "Record", "Tuple", "Type", "UniTuple"),
    *("boolean", "float32", "float64", "int8", "int16", "int32", "int64", "intp", "none", "uint8", "uint64", "void"),
    "unliteral",
}
INSIDE = {"cgutils", "context", "dispatcher", "fndesc", "library", "rtsys"}  # Numba's own things, by what we call them
KNOWN = {"context", "linked", "name", "pieces", "py_func"}  # what we add to them, or Numba documents


def used_names(source: str) -> set[str]:
    """The private names of Numba in a file."""
    found, own, tree = set(), set(), ast.parse(source)
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and (each.module or "").split(".")[0] == "numba":
            known = PUBLIC if each.module == "numba" else set()
            names = {name.name for name in each.names} - known
            found |= names if each.module not in DOCUMENTED or known else set()
        elif isinstance(each, ast.Import):
            found |= {name.name.rpartition(".")[2] for name in each.names if name.name.startswith("numba.")} - PUBLIC
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            own.add(each.target.id)
        elif isinstance(each, ast.Attribute):
            owner = getattr(each.value, "attr", getattr(each.value, "id", ""))
            is_hidden = each.attr.startswith("_") and not each.attr.startswith("__") and owner not in ("self", "cls")
            if is_hidden or (owner in INSIDE) or (owner == "types" and each.attr not in TYPES):
                found.add(each.attr)
    return found - own - KNOWN


def listed_names() -> list[tuple[set[str], set[str]]]:
    """The names of each row of the table, and its files."""
    section = (ROOT / "docs/compiler.md").read_text().split("## Private names")[1].split("\n## ")[0]
    rows = [line.split(" | ")[:2] for line in section.splitlines() if line.startswith("| ") and "`" in line]
    return [
        (
            {name.rpartition(".")[2] for name in re.findall(r"`([\w.]+)`(?!:)", names)},
            set(re.findall(r"`(\w+\.py)`", files)),
        )
        for names, files in rows
    ]


def test_every_private_name_that_is_used_is_listed_with_its_file():
    listed = defaultdict(set)
    for names, files in listed_names():
        for file in files:
            listed[file] |= names
    missing = {path.name: used_names(path.read_text()) - listed[path.name] for path in COMPILER.glob("*.py")}
    assert {file: names for file, names in missing.items() if names} == {}


def test_every_listed_name_is_used_in_the_files_of_its_row():
    sources = {path.name: path.read_text() for path in COMPILER.glob("*.py")}
    stale = []
    for names, files in listed_names():
        words = {file: set(re.findall(r"\w+", sources.get(file, ""))) for file in files}
        stale += [name for name in names if not any(name in each for each in words.values())]
        stale += [file for file, each in words.items() if not names & each]
    assert stale == []


def test_names_are_found_in_every_form_of_use():
    source = (
        "import numba.np.x\nfrom numba.core import y\nfrom numba.extending import box\nd._cache; types.Odd; types.int64"
    )
    assert used_names(source) == {"x", "y", "_cache", "Odd"}
