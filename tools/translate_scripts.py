"""Translate Python that browsers run too: `python tools/translate_scripts.py`.

Installing the package, `make` and the tests run this; SOURCES_FILE notes which sources were translated, so that a
server refuses to start with old scripts.

What explains moves, reads and writes records and runs clocks is Python; pages that answer without a server need the
same in JavaScript.  This writes it into `web/static/translated`, a script for each Python file, with what ROOTS need
and nothing else.  It knows the Python that those files use, and refuses the rest with file and line.  Names become
JavaScript's (`last_move` is `lastMove`), tuples and lists are arrays, dictionaries and sets are those of
`python.js`, which also has the built-in functions.  Types and docstrings stay behind.  GIVEN says which scripts have
what differs in a browser.
"""

from __future__ import annotations

import ast
import json
import posixpath
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent.parent / "src"
STATIC = SOURCES / "ludoteca" / "web" / "static"
FOLDER = "translated"
SOURCES_FILE = "sources.json"
RUNTIME = "wasm/python.js"

ROOTS: dict[str, list[str]] = {  # the files, and what scripts call of each; a method by its class
    "errors.py": ["LONGEST_SHOWN"],
    "bots/levels.py": ["nodes_for", "SOLVER_MEGABYTES", "SOLVER_NODES", "SOLVER_SHARE"],
    "explain/accuracy.py": ["AccuracyScale.accuracy"],
    "explain/board_changes.py": [],
    "explain/connections.py": [],
    "explain/explanation.py": ["explain", "Explanation.to_json"],
    "explain/hints.py": ["Hint.reason", "HINT", "HINT_MS", "LINES"],
    "explain/immediate_wins.py": [],
    "explain/review_text.py": ["review_json"],
    "explain/reviews.py": ["Reviewer.steps", "EACH_MS", "AGAIN_MS"],
    "explain/search_results.py": [],
    "explain/templates.py": [],
    "explain/term_changes.py": [],
    "games/__init__.py": ["CANNOT_LOAD"],
    "kernel/boards.py": ["OFF"],
    "kernel/facts.py": ["UNLIMITED"],
    "kernel/move_parts.py": ["Part"],
    "kernel/moves.py": ["Move", "MoveKinds", "Reading.problem"],
    "kernel/position_text.py": ["PositionText", "unreadable"],
    "kernel/scene.py": ["Pick.__str__", "Pick.is_meant_by"],
    "kernel/shared_sentences.py": ["NOT_A_WAY", "NOT_ON_BOARD", "IS_OVER", "refused"],
    "play/move_input.py": ["choose", "find_move", "next_picks"],
    "play/position_interface.py": ["Move.__str__", "Outcome"],
    "play/match/clock.py": [
        *("TimeControl.__str__", "TimeControl.parse", "TimeControl.is_timed", "LONGEST_LEFT_MS", "Clock.start"),
        *("Clock.press", "Clock.stop", "Clock.stopped", "Clock.copy", "Clock.left_ms", "Clock.fallen", "Clock.save"),
    ],
    "play/match/series.py": ["Score.wins", "Score.draws", "Score.outcome", "Score.text"],
    "play/records/builder.py": ["Builder"],
    "play/records/reader.py": ["tagged_records"],
    "play/records/record_json.py": ["is_json", "read_all_json", "to_json", "FORMAT"],
    "play/records/tree.py": ["Place.__str__", "clean_name", "result_of", "RecordedGame", "RecordError", "USUAL_LIMITS"],
    "play/records/writer.py": ["write_record"],
    "play/svg_picture.py": ["MOST_SEEDS", "SEED_TURN"],
    "play/turns.py": ["joined", "codes_of", "chained"],
    "puzzles/progress.py": ["Progress.after", "Progress.next_number", "number_of_day"],
    "puzzles/puzzle.py": ["HARDEST"],
    "search/analysis.py": ["Analysis.report"],
    "search/limits.py": ["Budget", "Limits"],
    "search/report.py": ["GAME_OVER", "Line.visits", "report_json", "line_of"],
    "search/values.py": ["PROVEN", "RESULT", "MOST_LEAD", "UNTIMED", "WIN"],
    "web/engine/reading_tasks.py": ["LINK_STOPS"],
    "web/http/passkeys.py": ["NO_PASSKEY"],
    "web/live/bot_turns.py": ["BotPace.set", "BotPace.add_step", "BotPace.take_turn", "STEP", "USUAL_PACE_MS"],
    "web/table/new_game.py": ["LONGEST_NAME", "MOST_GAMES"],
    "web/table/stored_game.py": ["FREE_PLIES"],
    "web/table/words.py": ["NO_MOVE"],
}
NAMED_BY_TYPE = {"kernel/fields.py"}  # files whose classes are known by a name, as descriptions have it
PARTLY = {  # classes that scripts make in their own way: the methods that they take over from Python
    "kernel/move_parts.py": {"Part": {"read", "in_order"}},
    "kernel/moves.py": {
        "Move": {"link", "has", "values", "picks", "text_of", "text", "read", "named", "_reading"},
        "MoveKinds": {"of", "is_chained", "link", "text", "read", "read_chain", "named", "_best_first"},
    },
    "kernel/position_text.py": {
        "PositionText": {
            *("written", "_heights_of", "_written", "_noted", "read", "_names", "_name", "_called", "_the"),
            *("read_board", "_read_amount", "_read_token", "_read_height", "_read_lone", "_stands_on", "_read_field"),
            *("_read_counts", "_read_together", "_read_notes", "_read_note", "_possible_notes"),
        }
    },
}
GIVEN = {  # names that scripts have of their own, by Python file: where they are
    "errors.py": "wasm/errors.js",
    "games/__init__.py": "local/record_inputs.js",
    "games.py": "local/record_inputs.js",
    "languages.py": "words/texts.js",
    "languages/texts.py": "words/texts.js",
    "play/move_input.py": {"said_of_cell": "words/texts.js"},
    "compiler/sentences.py": {"words": "words/texts.js"},
    "play/position.py": {"load_game": "local/record_inputs.js", "usual_start": "local/record_inputs.js"},
    "play/records/pgn.py": "local/record_inputs.js",
    "play/records/record.py": "local/record_inputs.js",
    "play/records/record_json.py": {"json_value": "local/record_inputs.js"},
    "play/records/reader.py": {"numbered_lines": "local/record_inputs.js", "column_of": "local/record_inputs.js"},
    "play/records/tree.py": {"reason_in_english": "local/record_inputs.js"},
    "search/analysis.py": {"analyse": "explain/explain_inputs.js"},
    "explain/accuracy.py": {"scale_of": "explain/explain_inputs.js"},
    "explain/term_changes.py": {"contributions": "explain/explain_inputs.js", "has_terms": "explain/explain_inputs.js"},
    "search/report.py": {"scale_of": "wasm/variant.js"},
}
RESERVED = {"arguments", "default", "delete", "eval", "export", "function", "in", "let", "new", "static", "this", "var"}
IGNORED_DECORATORS = {"dataclass", "cache", "property", "cached_property", "staticmethod", "classmethod", "compiled"}
ALIASES = {"tuple", "list", "dict", "set", "Callable", "Sequence", "Iterator", "Iterable", "Mapping"}
BUILTINS = {
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int", "isinstance",
    "len", "list", "map", "max", "min", "next", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum",
    "tuple", "zip", "Counter", "pairwise", "replace", "Exception", "islice", "Decimal", "ValueError", "takewhile",
}  # fmt: skip
METHODS = {  # of built-in types, whose names or answers differ
    "append": "push", "lower": "toLowerCase", "upper": "toUpperCase", "startswith": "startsWith",
    "endswith": "endsWith", "discard": "delete", "replace": "replaceAll", "ljust": "padEnd", "rjust": "padStart",
    "items": "entries", "keys": "keys", "values": "values", "add": "add", "find": "indexOf",
}  # fmt: skip
HELPED = {"get", "pop", "extend", "update", "join", "split", "strip", "rstrip", "removeprefix", "removesuffix", "index",
          "sort", "setdefault", "count", "partition", "isdigit", "isspace", "lstrip"}  # fmt: skip
RE_FUNCTIONS = {"fullmatch", "match", "sub", "findall", "finditer"}
MATHS = {"log": "Math.log", "exp": "Math.exp", "expm1": "Math.expm1", "isfinite": "Number.isFinite", "inf": "Infinity",
         "ceil": "Math.ceil", "perf_counter": "py.perfCounter"}  # fmt: skip
TRUTH = re.compile("_?(?:is|has|can|may)_")  # how a name begins that is true or false
KINDS = {
    "str": 'typeof {0} === "string"', "bool": 'typeof {0} === "boolean"', "int": "Number.isInteger({0})",
    "float": 'typeof {0} === "number"', "list": "Array.isArray({0})", "tuple": "Array.isArray({0})",
    "dict": "{0} instanceof py.Dict", "Mapping": "{0} instanceof py.Dict",
}  # fmt: skip
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ARITHMETIC = {ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.BitXor: "^", ast.BitAnd: "&",
              ast.LShift: "<<", ast.RShift: ">>"}  # fmt: skip


REST = "**"


class Untranslatable(Exception):
    """A construct that this does not know; the message says where."""


def camel(name: str) -> str:
    """A name as JavaScript has it."""
    if name.isupper() or "_" not in name.strip("_"):
        return f"{name}_" if name in RESERVED else name
    return re.sub(r"(?<=[^_])_([a-z0-9])", lambda found: found[1].upper(), name)


@dataclass
class Source:
    """A Python file: its definitions and imports by name."""

    name: str
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)

    def fail(self, node: ast.AST, what: str) -> Untranslatable:
        """What to raise of a node."""
        return Untranslatable(f"{self.name}:{getattr(node, 'lineno', '?')}: {what} cannot be translated")


@cache
def source(name: str) -> Source:
    """A Python file of the package, read."""
    found = Source(name)
    for node in ast.parse((SOURCES / "ludoteca" / name).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            path = node.module.removeprefix("ludoteca.").replace(".", "/") + ".py"
            for alias in node.names:
                found.imports[alias.asname or alias.name] = (path, alias.name)
        elif isinstance(node, ast.Import):
            found.modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(each, ast.Name):
                        found.definitions[each.id] = node
    return found


def constant(path: str, name: str) -> Any:
    """The value of a constant made of others and of regular expressions; nothing of the package is imported."""
    own = source(path)
    if name in own.imports:
        return constant(*own.imports[name])
    node = own.definitions[name]
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        raise own.fail(node, f"the constant {name}")
    needed = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)} - own.modules
    values = {each: constant(path, each) for each in needed}
    return eval(compile(ast.Expression(node.value), path, "eval"), {"re": re, **values})


def given(path: str, name: str) -> str | None:
    """The script that has a name of a Python file, if there is one."""
    where = GIVEN.get(path)
    return where.get(name) if isinstance(where, dict) else where


def methods_of(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """The functions of a class."""
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def names_in(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """The names and attributes that code reads, types left out."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                if isinstance(each, ast.Name | ast.Attribute):
                    yield each
                if not isinstance(each, ast.Assert):
                    yield from names_in(each)


class Program:
    """Everything that the roots need: definitions by file, and the methods by the names that are called."""

    def __init__(self) -> None:
        self.needed: dict[str, dict[str, None]] = {}
        self.attributes: set[str] = set()
        self.called: set[tuple[str, str, str]] = set()  # the methods that are roots
        self.classes: list[tuple[str, ast.ClassDef]] = []
        self.kept: dict[tuple[str, str], set[str]] = {}  # by file and class: the methods that are needed
        for path, names in ROOTS.items():
            for name in names:
                first, _, method = name.partition(".")
                self.need(path, first)
                self.called.add((path, first, method))
        self.settle()

    def need(self, path: str, name: str) -> None:
        """Take a definition, and what it needs."""
        known = self.needed.setdefault(path, {})
        node = source(path).definitions.get(name)
        if name in known or node is None:
            return
        known[name] = None
        if isinstance(node, ast.ClassDef):
            self.classes.append((path, node))
            if name in PARTLY.get(path, ()):
                return
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and each.value is not None:
                    self.use(path, ast.Expr(each.value))
            for base in node.bases:
                if base.id != "NamedTuple":
                    self.use(path, ast.Expr(base))
        else:
            self.use(path, node)

    def use(self, path: str, node: ast.AST) -> None:
        """Take whatever a piece of code names."""
        own, local = source(path), set()
        if isinstance(node, ast.FunctionDef):
            local = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
            local |= {
                each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
        for each in names_in(node):
            if isinstance(each, ast.Attribute):
                self.attributes.add(each.attr)
            elif each.id in local:
                continue
            elif each.id in own.definitions:
                if given(path, each.id) is None:
                    self.need(path, each.id)
            elif each.id in own.imports:
                where, name = own.imports[each.id]
                if given(where, name) is None and where in ROOTS:
                    self.need(where, name)

    def settle(self) -> None:
        """Take the methods that are called, until no more are."""
        grew = True
        while grew:
            grew = False
            for path, node in list(self.classes):
                kept, own = self.kept.setdefault((path, node.name), set()), PARTLY.get(path, {}).get(node.name)
                for name, method in methods_of(node).items():
                    if own is not None and name not in own:
                        continue
                    is_called = (path, node.name, name) in self.called or name in ("__init__", "__post_init__")
                    if name not in kept and (own or is_called or name in self.attributes):
                        kept.add(name)
                        self.use(path, method)
                        grew = True

    def parameters(self, path: str, name: str) -> list[str] | None:
        """The parameters of a function or a class of a file that is translated."""
        node = source(path).definitions.get(name) if path in ROOTS else None
        if isinstance(node, ast.FunctionDef):
            return parameters_of(node)
        if isinstance(node, ast.ClassDef):
            init = methods_of(node).get("__init__")
            return parameters_of(init)[1:] if init else [each.target.id for each in fields_of(node)]  # type: ignore[union-attr]
        return None

    def method_parameters(self, name: str) -> list[str] | None:
        """The parameters of the methods of a name, which must agree."""
        found = {tuple(parameters_of(own[name])[1:]) for _, node in self.classes if name in (own := methods_of(node))}
        return list(found.pop()) if len(found) == 1 else None


def parameters_of(node: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters; the one for all others begins with REST."""
    rest = [REST + node.args.kwarg.arg] if node.args.kwarg else []
    return [*(each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)), *rest]


def fields_of(node: ast.ClassDef) -> list[ast.AnnAssign]:
    """The fields of a data class."""
    return [each for each in node.body if isinstance(each, ast.AnnAssign)]


class Script:
    """The JavaScript of a Python file."""

    def __init__(self, program: Program, path: str) -> None:
        self.program, self.path, self.source = program, path, source(path)
        self.imported: dict[str, set[str]] = {}
        self.locals: list[set[str]] = []
        self.in_class = ""

    # --- the file

    def text(self) -> str:
        """The whole script."""
        parts, done = [], set()
        needed = self.program.needed[self.path]
        for name, node in self.source.definitions.items():
            if name in needed and id(node) not in done and not self.is_alias(node):
                done.add(id(node))
                parts.append(self.definition(node))
        here = posixpath.dirname(script_name(self.path))
        lines = [f'import * as py from "{beside(RUNTIME, here)}";'] if any("py." in part for part in parts) else []
        for where in sorted(self.imported):
            names = ", ".join(sorted(self.imported[where]))
            lines.append(f'import {{ {names} }} from "{beside(where, here)}";')
        head = (
            f"// @ts-nocheck: translated from {self.path} by tools/translate_scripts.py, so change that file instead.\n"
        )
        return head + "".join(f"{line}\n" for line in lines) + "".join(f"\n{part}" for part in parts)

    def is_alias(self, node: ast.stmt) -> bool:
        """Whether a definition only names a type."""
        value = node.value if isinstance(node, ast.Assign) else None
        return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in ALIASES

    def definition(self, node: ast.stmt) -> str:
        """A definition outside all functions."""
        if isinstance(node, ast.FunctionDef):
            return "export " + self.function(node, "function")
        if isinstance(node, ast.ClassDef):
            return "export " + self.klass(node)
        assert isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        match node.value:
            case ast.Call(ast.Attribute(ast.Name("re"), "compile")):
                return f"export const {camel(self.named(target))} = {self.regular(self.named(target))};\n"
        if isinstance(target, ast.Tuple):
            if isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, map(self.value, node.value.elts), strict=True)
            else:
                whole = self.value(node.value)
                pairs = zip(target.elts, [f"{whole}[{at}]" for at in range(len(target.elts))], strict=True)
            return "".join(f"export const {camel(self.named(each))} = {value};\n" for each, value in pairs)
        return f"export const {camel(self.named(target))} = {self.value(node.value)};\n"

    def regular(self, name: str) -> str:
        """A regular expression, as the file makes it."""
        form: re.Pattern[str] = constant(self.path, name)
        flags = "".join(letter for letter, flag in (("i", re.IGNORECASE), ("s", re.DOTALL)) if form.flags & flag)
        return f"py.compile({json.dumps(in_javascript(form))}, {json.dumps(flags)})"

    def named(self, node: ast.expr) -> str:
        """The name that a target is."""
        if not isinstance(node, ast.Name):
            raise self.source.fail(node, "this target")
        return node.id

    # --- functions and classes

    def function(self, node: ast.FunctionDef, word: str) -> str:
        """A function, or a method where the word is empty."""
        kinds = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
        kinds |= {
            each.func.id
            for each in node.decorator_list
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        }
        if kinds - IGNORED_DECORATORS:
            raise self.source.fail(node, f"a function that is {', '.join(kinds)}")
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
        every = list(zip(positional, defaults, strict=True)) + list(
            zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        )
        is_method = not word and "staticmethod" not in kinds
        first = every.pop(0)[0].arg if is_method else ""
        own = {each.arg for each, _ in every} | assigned_in(node.body)
        own |= {each.name for each in own_nodes(node.body) if isinstance(each, ast.FunctionDef)}
        shown = [
            camel(each.arg) + (f" = {of_any(self.value(default))}" if default is not None else "")
            for each, default in every
        ]
        if arguments.vararg:
            own.add(arguments.vararg.arg)
            shown.append(f"...{camel(arguments.vararg.arg)}")
        if arguments.kwarg:
            own.add(arguments.kwarg.arg)
            shown.append(f"{camel(arguments.kwarg.arg)} = {{}}")
        hoisted = sorted(camel(name) for name in assigned_in(node.body) - {each.arg for each, _ in every})
        self.locals.append(own | {first})
        begun = self.begun(node.body)
        body = self.block(node.body[1 if begun else 0 :])
        self.locals.pop()
        if hoisted:
            body = f"let {', '.join(hoisted)};\n{body}"
        if is_method and re.search(r"\bfunction\b", body) and re.search(rf"\b{first}\b", body):
            body = f"{begun}const {first} = this;\n{body}"
        elif is_method:
            body = begun + re.sub(rf"\b{first}\b", "this", body)
        star = "*" if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(node.body)) else ""
        name = {"__init__": "constructor", "__str__": "toString", "__post_init__": "begin"}.get(
            node.name, camel(node.name)
        )
        if word:
            return f"{word}{star} {name}({', '.join(shown)}) {braces(body)}"
        before = (
            "get "
            if kinds & {"property", "cached_property"}
            else "static "
            if kinds & {"staticmethod", "classmethod", "compiled"}
            else ""
        )
        return f"{before}{star}{name}({', '.join(shown)}) {braces(body)}"

    def begun(self, body: list[ast.stmt]) -> str:
        """The call that begins an object of a class with a base; nothing may come before it."""
        match body[0]:
            case ast.Expr(ast.Call(ast.Attribute(ast.Call(ast.Name("super")), "__init__"), arguments)):
                return f"super({self.values(arguments)});\n"
        return ""

    def klass(self, node: ast.ClassDef) -> str:
        """A class; the fields of a data class become its constructor."""
        kept, self.in_class = self.program.kept[self.path, node.name], node.name
        parts = []
        is_tuple = any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)
        bases = [] if is_tuple or node.name in PARTLY.get(self.path, ()) else [self.value(base) for base in node.bases]
        if node.decorator_list or is_tuple:
            fields = fields_of(node)
            shown, sets = [], []
            for each in fields:
                name = camel(self.named(each.target))
                shown.append(name if each.value is None else f"{name} = {of_any(self.default(each.value))}")
                sets.append(
                    f"this.{name.rstrip('_') if name.endswith('_') and name[:-1] in RESERVED else name} = {name};\n"
                )
            if "__post_init__" in kept:
                sets.append("this.begin();\n")
            types = " ".join(f"@param {{{self.type(each)}}} {attribute_or_parameter(each)}" for each in fields)
            parts.append(f"/** {types} */\nconstructor({', '.join(shown)}) {braces(''.join(sets))}")
            if is_tuple:
                listed = ", ".join(f"this.{camel(self.named(each.target))}" for each in fields)
                parts.append(f"asKey() {braces(f'return [{listed}];')}")
        parts += [self.function(method, "") for name, method in methods_of(node).items() if name in kept]
        for each in node.body:
            is_slots = isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__slots__"
            is_known = is_slots or isinstance(each, ast.FunctionDef | ast.AnnAssign | ast.Pass | ast.Expr)
            if not is_known:
                raise self.source.fail(each, "this part of a class")
        return f"class {node.name}{f' extends {bases[0]}' if bases else ''} {braces(chr(10).join(parts))}"

    def type(self, node: ast.AnnAssign) -> str:
        """The type of a field, for whoever checks the scripts that use it."""
        return self.type_of(node.annotation)

    def type_of(self, node: ast.expr) -> str:
        """A type as JavaScript's checker knows it; `any` for one that it need not know."""
        match node:
            case ast.Name("int" | "float"):
                return "number"
            case ast.Name("str"):
                return "string"
            case ast.Name("bool"):
                return "boolean"
            case ast.Name(name):
                path, original = self.source.imports.get(name, (self.path, name))
                if isinstance(source(path).definitions.get(original) if path in ROOTS else None, ast.ClassDef):
                    where = beside(script_name(path), posixpath.dirname(script_name(self.path)))
                    return original if path == self.path else f'import("{where}").{original}'
            case ast.Subscript(ast.Name("tuple"), ast.Tuple([each, ast.Constant(value=value)])) if value is ...:
                return f"({self.type_of(each)})[]"
            case ast.Subscript(ast.Name("tuple"), ast.Tuple(elements)):
                return f"[{', '.join(map(self.type_of, elements))}]"
            case ast.BinOp(one, ast.BitOr(), ast.Constant(None)):
                return f"{self.type_of(one)} | null"
        return "any"

    def default(self, node: ast.expr) -> str:
        """The default of a field."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "field":
            factory = node.keywords[0].value
            return {"list": "[]", "dict": "new py.Dict()"}.get(self.named(factory)) or f"new {self.named(factory)}()"
        return self.value(node)

    # --- statements

    def block(self, body: Iterable[ast.stmt]) -> str:
        """Statements in a row."""
        return "".join(self.statement(each) for each in body)

    def statement(self, node: ast.stmt) -> str:
        """One statement."""
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Assert():
                return ""
            case ast.Expr(value):
                return f"{self.value(value)};\n"
            case ast.Return(value):
                return f"return {bare(self.value(value))};\n" if value else "return null;\n"
            case ast.Assign([target], value):
                return self.assignment(target, self.value(value))
            case ast.Assign(targets, value):
                return f"{' = '.join(map(self.target, targets))} = {self.value(value)};\n"
            case ast.AnnAssign(target, _, value):
                return self.assignment(target, self.value(value)) if value else ""
            case ast.AugAssign(target, operator, value):
                done = ast.copy_location(ast.BinOp(as_read(target), operator, value), node)
                return self.assignment(target, self.value(done))
            case ast.If(test, body, orelse):
                text = f"if ({bare(self.test(test))}) {braces(self.block(body))}"
                if orelse:
                    is_chain = len(orelse) == 1 and isinstance(orelse[0], ast.If)
                    text = f"{text.rstrip()} else {self.block(orelse) if is_chain else braces(self.block(orelse))}"
                return text
            case ast.For(target, iterable, body, []):
                return f"for ({self.target(target)} of {self.value(iterable)}) {braces(self.block(body))}"
            case ast.While(test, body, []):
                return f"while ({bare(self.test(test))}) {braces(self.block(body))}"
            case ast.Break():
                return "break;\n"
            case ast.Continue():
                return "continue;\n"
            case ast.Raise(error, _):
                if error is None:
                    return "throw error;\n"
                made = self.value(error)
                return f"throw {made if isinstance(error, ast.Call) else f'new {made}()'};\n"
            case ast.Try(body, handlers, [], []):
                return self.attempt(body, handlers)
            case ast.FunctionDef():
                return self.function(node, "function")
        raise self.source.fail(node, type(node).__name__)

    def attempt(self, body: list[ast.stmt], handlers: list[ast.ExceptHandler]) -> str:
        """A try statement."""
        caught = ""
        for handler in handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            test = " || ".join(f"error instanceof {self.value(kind)}" for kind in kinds if kind)
            inner = (f"{camel(handler.name)} = error;\n" if handler.name else "") + self.block(handler.body)
            caught += f"if ({test}) {braces(inner).rstrip()} else "
        return f"try {braces(self.block(body)).rstrip()} catch (error) {braces(caught + 'throw error;')}"

    def assignment(self, target: ast.expr, value: str) -> str:
        """Something is set."""
        if isinstance(target, ast.Subscript):
            return f"py.put({self.value(target.value)}, {self.value(target.slice)}, {value});\n"
        return f"{self.target(target)} = {bare(value)};\n"

    def target(self, node: ast.expr) -> str:
        """What is set, of names and attributes."""
        match node:
            case ast.Name(name):
                return camel(name)
            case ast.Attribute(value, name):
                return f"{self.value(value)}.{attribute(name)}"
            case ast.Tuple(elements) | ast.List(elements):
                return f"[{', '.join(self.target(each) for each in elements)}]"
            case ast.Starred(value):
                return f"...{self.target(value)}"
        raise self.source.fail(node, "this target")

    # --- expressions

    def test(self, node: ast.expr) -> str:
        """An expression of which only matters whether it is true."""
        match node:
            case ast.BoolOp(operator, values):
                return f"({(' && ' if isinstance(operator, ast.And) else ' || ').join(map(self.test, values))})"
            case ast.UnaryOp(ast.Not(), value):
                return f"!{self.test(value)}"
            case ast.Compare():
                return f"({self.value(node)})"
            case ast.Call(ast.Name("any" | "all" | "isinstance")):
                return self.value(node)
            case ast.Name(name) | ast.Attribute(attr=name) if TRUTH.match(name):
                return self.value(node)
        return f"py.truthy({self.value(node)})"

    def value(self, node: ast.expr) -> str:
        """An expression."""
        match node:
            case ast.Constant(value):
                return self.constant(node, value)
            case ast.Name(name):
                return self.name(node, name)
            case ast.Attribute(ast.Name("math" | "time"), name):
                return MATHS[name]
            case ast.Attribute(value, name):
                return f"{self.value(value)}.{attribute(name)}"
            case ast.List(elements) | ast.Tuple(elements):
                return f"[{self.values(elements)}]"
            case ast.Set(elements):
                return f"new py.Members([{self.values(elements)}])"
            case ast.Dict(keys, values):
                pairs = [
                    f"[{self.value(key)}, {self.value(value)}]" if key else f"...{self.value(value)}.entries()"
                    for key, value in zip(keys, values, strict=True)
                ]
                return f"new py.Dict([{', '.join(pairs)}])"
            case ast.ListComp(element, generators):
                return f"[...{self.generator(element, generators)}]"
            case ast.SetComp(element, generators):
                return f"new py.Members({self.generator(element, generators)})"
            case ast.GeneratorExp(element, generators):
                return self.generator(element, generators)
            case ast.DictComp(key, value, generators):
                return f"new py.Dict({self.generator(ast.Tuple([key, value], ast.Load()), generators)})"
            case ast.NamedExpr(target, value):
                return f"({self.target(target)} = {self.value(value)})"
            case ast.IfExp(test, body, orelse):
                return f"({self.test(test)} ? {self.value(body)} : {self.value(orelse)})"
            case ast.BoolOp(operator, values):
                word = "both" if isinstance(operator, ast.And) else "either"
                text = self.value(values[-1])
                for each in reversed(values[:-1]):
                    text = f"py.{word}({self.value(each)}, () => {text})"
                return text
            case ast.UnaryOp(ast.Not(), value):
                return f"!{self.test(value)}"
            case ast.UnaryOp(ast.USub(), value):
                return f"(-{self.value(value)})"
            case ast.BinOp():
                return self.arithmetic(node)
            case ast.Compare():
                return self.comparison(node)
            case ast.Subscript(value, ast.Slice(lower, upper, step)):
                bounds = [self.value(each) if each else "null" for each in (lower, upper, step)]
                while bounds[-1:] == ["null"]:
                    bounds.pop()
                return f"py.slice({', '.join([self.value(value), *bounds])})"
            case ast.Subscript(value, index):
                return f"py.item({self.value(value)}, {self.value(index)})"
            case ast.Lambda(arguments, body):
                names = [camel(each.arg) for each in arguments.args] + (
                    [f"...{arguments.vararg.arg}"] if arguments.vararg else []
                )
                return f"({', '.join(names)}) => {self.inside(names_of_arguments(arguments), body)}"
            case ast.JoinedStr(values):
                return f"`{''.join(map(self.in_string, values))}`"
            case ast.Starred(value):
                return f"...{self.value(value)}"
            case ast.Yield(value):
                return f"(yield {self.value(value) if value else 'null'})"
            case ast.YieldFrom(value):
                return f"(yield* {self.value(value)})"
            case ast.Call():
                return self.call(node)
        raise self.source.fail(node, type(node).__name__)

    def values(self, nodes: Iterable[ast.expr]) -> str:
        """Several, with commas."""
        return ", ".join(self.value(each) for each in nodes)

    def inside(self, names: set[str], node: ast.expr) -> str:
        """An expression in which these names are its own."""
        self.locals.append(names)
        text = self.value(node)
        self.locals.pop()
        return text

    def constant(self, node: ast.expr, value: object) -> str:
        """A literal."""
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, str | int | float):
            return json.dumps(value, ensure_ascii=False)
        raise self.source.fail(node, repr(value))

    def in_string(self, node: ast.expr) -> str:
        """A part of a formatted string."""
        if isinstance(node, ast.Constant):
            return (
                json.dumps(node.value, ensure_ascii=False)[1:-1]
                .replace('\\"', '"')
                .replace("`", "\\`")
                .replace("${", "\\${")
            )
        assert isinstance(node, ast.FormattedValue)
        text = self.value(node.value)
        if node.format_spec is not None:
            spec = node.format_spec.values[0].value if isinstance(node.format_spec, ast.JoinedStr) else ""  # type: ignore[attr-defined]
            if not re.fullmatch(r"0\d", spec):
                raise self.source.fail(node, f"the format {spec!r}")
            return f'${{String({text}).padStart({spec[1:]}, "0")}}'
        return f"${{py.repr({text})}}" if node.conversion == ord("r") else f"${{{text}}}"

    def name(self, node: ast.expr, name: str) -> str:
        """A name: of the function, of the file, of another file, or built in."""
        if any(name in own for own in self.locals):
            return camel(name)
        if name in self.source.definitions:
            where = given(self.path, name)
            if where is not None:
                self.imported.setdefault(where, set()).add(camel(name))
            return camel(name)
        if name in self.source.imports:
            path, original = self.source.imports[name]
            where = given(path, original)
            if where is None and original in self.program.needed.get(path, {}):
                where = script_name(path)
            if where is not None:
                shown = camel(original) if original == name else f"{camel(original)} as {camel(name)}"
                self.imported.setdefault(where, set()).add(shown)
                return camel(name)
        if name in BUILTINS:
            return "Error" if name in ("Exception", "ValueError") else f"py.{name}"
        raise self.source.fail(node, f"the name {name}")

    def generator(self, element: ast.expr, generators: list[ast.comprehension]) -> str:
        """What a comprehension gives, one after the other."""
        own = {each.id for one in generators for each in ast.walk(one.target) if isinstance(each, ast.Name)}
        first = self.value(generators[0].iter)  # it is worked out outside
        self.locals.append(own)
        if len(generators) == 1:
            [one], shown = generators, self.value(element)
            names = self.target(one.target)
            for condition in one.ifs:
                first = f"py.filter(({names}) => {self.test(condition)}, {first})"
            self.locals.pop()
            is_same = one.ifs and shown == names
            return first if is_same else f"py.map(({names}) => {f'({shown})' if shown[0] == '{' else shown}, {first})"
        text = f"yield {self.value(element)};"
        for number, one in reversed(list(enumerate(generators))):
            for condition in reversed(one.ifs):
                text = f"if ({self.test(condition)}) {text}"
            iterable = "all" if number == 0 else self.value(one.iter)
            text = f"for (const {self.target(one.target)} of {iterable}) {text}"
        self.locals.pop()
        return f"(function* (all) {{ {text} }})({first})"

    def arithmetic(self, node: ast.BinOp) -> str:
        """Two operands."""
        left, right = self.value(node.left), self.value(node.right)
        match node.op:
            case ast.Add():
                is_plain = any(isinstance(each, ast.Constant | ast.JoinedStr) for each in (node.left, node.right))
                return f"({left} + {right})" if is_plain else f"py.add({left}, {right})"
            case ast.FloorDiv():
                return f"Math.floor({left} / {right})"
            case ast.Mod():
                return f"py.mod({left}, {right})"
            case ast.Mult() if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
                return f"{left}.repeat({right})"
            case ast.Mult() if isinstance(node.left, ast.List | ast.Tuple):
                return f"Array({right}).fill({self.value(node.left.elts[0])})"
        if type(node.op) not in ARITHMETIC:
            raise self.source.fail(node, type(node.op).__name__)
        return f"({left} {ARITHMETIC[type(node.op)]} {right})"

    def comparison(self, node: ast.Compare) -> str:
        """One comparison, or several in a row."""
        parts, left = [], node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self.compared(node, left, operator, right))
            is_plain = isinstance(right, ast.Name | ast.Constant | ast.Attribute) or ast.unparse(right).startswith(
                "len("
            )
            if right is not node.comparators[-1] and not is_plain:
                raise self.source.fail(node, "comparing with something twice")
            left = right
        return " && ".join(parts)

    def compared(self, node: ast.Compare, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        """One comparison."""
        one, other = self.value(left), self.value(right)
        match operator:
            case ast.Is() | ast.IsNot():
                sign = "==" if isinstance(operator, ast.Is) else "!="
                return f"{one} {sign if other == 'null' else f'{sign}='} {other}"
            case ast.In() | ast.NotIn():
                return f"{'!' if isinstance(operator, ast.NotIn) else ''}py.has({other}, {one})"
            case ast.Eq() | ast.NotEq():
                if isinstance(left, ast.Constant) or isinstance(right, ast.Constant):
                    return f"{one} {'===' if isinstance(operator, ast.Eq) else '!=='} {other}"
                return f"{'!' if isinstance(operator, ast.NotEq) else ''}py.equal({one}, {other})"
        if type(operator) not in COMPARISONS:
            raise self.source.fail(node, type(operator).__name__)
        return f"{one} {COMPARISONS[type(operator)]} {other}"

    # --- calls

    def call(self, node: ast.Call) -> str:
        """A call: of a function, a class, a method, or something built in."""
        match node.func:
            case ast.Attribute(ast.Name("re"), name) if name in RE_FUNCTIONS | {"compile", "escape"}:
                return f"py.{name}({self.values(node.args)})"
            case ast.Attribute(ast.Name("math" | "time"), name):
                return f"{MATHS[name]}({self.values(node.args)})"
            case ast.Attribute(ast.Name("dict"), "fromkeys"):
                return f"py.fromkeys({self.values(node.args)})"
            case ast.Attribute(ast.Name("object"), "__setattr__"):
                owner, name, value = node.args
                return f"{self.value(owner)}.{camel(ast.literal_eval(name))} = {self.value(value)}"
            case ast.Attribute(value, name):
                return self.method(node, self.value(value), name)
            case ast.Name(name) if name in BUILTINS and self.is_built_in(name):
                return self.built_in(node, name)
            case ast.Name(name):
                target = self.value(node.func)
                path, original = self.source.imports.get(name, (self.path, name))
                known = None if any(name in own for own in self.locals) else self.program.parameters(path, original)
                made = source(path).definitions.get(original) if path in ROOTS else None
                if name == "cls":
                    known, made = self.program.parameters(self.path, self.in_class), ast.ClassDef
                new = (
                    "new "
                    if name == "cls" or isinstance(made, ast.ClassDef) or (made is None and original[:1].isupper())
                    else ""
                )
                return f"{new}{target}({self.arguments(node, known if given(path, original) is None else None)})"
        return f"{self.value(node.func)}({self.arguments(node, None)})"

    def is_built_in(self, name: str) -> bool:
        """Whether a name has its usual meaning here."""
        is_own = any(name in own for own in self.locals) or name in self.source.definitions
        imported = self.source.imports.get(name, ("collections.py", ""))[0]
        return not is_own and imported in ("collections.py", "itertools.py", "dataclasses.py", "decimal.py")

    def built_in(self, node: ast.Call, name: str) -> str:
        """A built-in function."""
        if name in ("min", "max") and len(node.args) > 1:
            return f"Math.{name}({self.values(node.args)})"
        if name == "isinstance":
            kinds = [each for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)]
            tested = self.value(node.args[0])
            told = {name for name, (path, _) in self.source.imports.items() if path in NAMED_BY_TYPE}
            known = {**KINDS, **{name: f'{{0}}.type === "{name}"' for name in told}}
            tests = [known.get(each.id, "{0} instanceof {1}") for each in kinds]
            shown = [
                test.format(tested, "" if each.id in known else self.value(each))
                for test, each in zip(tests, kinds, strict=True)
            ]
            return f"({' || '.join(shown)})"
        if name == "ValueError":
            return f"new Error({self.values(node.args)})"
        kept = [each for each in node.keywords if each.arg != "strict"]
        options = [f"{{ {', '.join(f'{each.arg}: {self.value(each.value)}' for each in kept)} }}"] if kept else []
        new = "new " if name == "Counter" else ""
        return f"{new}py.{name}({', '.join([*map(self.value, node.args), *options])})"

    def method(self, node: ast.Call, owner: str, name: str) -> str:
        """A method: of a built-in type by its name, or of a class."""
        known = self.program.method_parameters(name)
        if owner == "self" and name in (own := methods_of(self.source.definitions[self.in_class])):  # type: ignore[arg-type]
            known = parameters_of(own[name])[1:]
        if known is None and name in RE_FUNCTIONS:
            return f"py.{name}({', '.join([owner, *map(self.value, node.args)])})"
        if known is None and name in HELPED:
            options = (
                [f"{{ {', '.join(f'{each.arg}: {self.value(each.value)}' for each in node.keywords)} }}"]
                if node.keywords
                else []
            )
            return f"py.{name}({', '.join([owner, *map(self.value, node.args), *options])})"
        if known is None and name in METHODS:
            return f"{owner}.{METHODS[name]}({self.values(node.args)})"
        return f"{owner}.{attribute(name)}({self.arguments(node, known)})"

    def arguments(self, node: ast.Call, known: list[str] | None) -> str:
        """Arguments; those with a name go to their places, or into an object for what a script has of its own."""
        shown = [self.value(each) for each in node.args]
        if not node.keywords:
            return ", ".join(shown)
        if known and known[-1].startswith(REST):
            if len(shown) != len(known) - 1:
                raise self.source.fail(node, "these arguments")
            known = None  # all others are in one object
        if known is None:
            pairs = [
                f"{each.arg}: {self.value(each.value)}" if each.arg else f"...py.plain({self.value(each.value)})"
                for each in node.keywords
            ]
            return ", ".join([*shown, f"{{ {', '.join(pairs)} }}"])
        by_name = {each.arg: self.value(each.value) for each in node.keywords}
        if None in by_name or not set(by_name) <= set(known):
            raise self.source.fail(node, "these arguments")
        places = [by_name.pop(name, "undefined") for name in known[len(shown) :]]
        while places and places[-1] == "undefined":
            places.pop()
        return ", ".join([*shown, *places])


def attribute(name: str) -> str:
    """An attribute, which may have any name."""
    return camel(name).removesuffix("_") if name in RESERVED else camel(name)


def in_javascript(form: re.Pattern[str]) -> str:
    """A pattern without what only Python knows: spaces for reading, quantifiers that never give back, `(?P<name>`."""
    tokens = re.findall(r"\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\.|\(\?P<|.", form.pattern, re.DOTALL)
    found, begun, was_quantifier = "", -1, False  # where a class of characters begins
    for at, token in enumerate(tokens):
        is_class = begun >= 0
        if not is_class and token == "+" and was_quantifier:
            was_quantifier = False
            continue
        was_quantifier = not is_class and token in tuple("*+?}")
        if token.isspace() and form.flags & re.VERBOSE and not is_class:
            continue
        if token == "[" and not is_class:
            begun = at
        elif token == "]" and is_class:
            if tokens[begun + 1 : at] in ([], ["^"]):
                token = "\\]"
            else:
                begun = -1
        elif token[0] == "\\" and token[1] in "\"';,:=<>&%@#~`! ":
            token = token[1]
        found += "(?<" if token == "(?P<" else token
    return found


def attribute_or_parameter(node: ast.AnnAssign) -> str:
    """A field's parameter; square brackets say that it may be left out."""
    name = camel(node.target.id) if isinstance(node.target, ast.Name) else ""
    return name if node.value is None else f"[{name}]"


def of_any(default: str) -> str:
    """A default that says nothing about the type of what is given."""
    return f"/** @type {{any}} */ ({default})" if default in ("null", "[]") else default


def names_of_arguments(arguments: ast.arguments) -> set[str]:
    """The parameters of a lambda."""
    return {each.arg for each in arguments.args} | ({arguments.vararg.arg} if arguments.vararg else set())


def as_read(node: ast.expr) -> ast.expr:
    """A target as a value."""
    return ast.parse(ast.unparse(node), mode="eval").body


def own_nodes(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """Everything in a function's body that is not in a function inside."""
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            stack += ast.iter_child_nodes(node)


def assigned_in(body: list[ast.stmt]) -> set[str]:
    """The names that a function sets."""
    inner: set[int] = set()
    for node in own_nodes(body):
        if isinstance(node, ast.comprehension):
            inner |= {id(each) for each in ast.walk(node.target)}
    found = {
        node.id
        for node in own_nodes(body)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner
    }
    return found | {node.name for node in own_nodes(body) if isinstance(node, ast.ExceptHandler) and node.name}


def bare(text: str) -> str:
    """An expression without parentheses around it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if text[0] == "(" and at == len(text) - 1 and '"' not in text else text
    return text


def braces(body: str) -> str:
    """A block."""
    return "{\n" + "".join(f"  {line}\n" if line else "\n" for line in body.rstrip("\n").split("\n")) + "}\n"


def script_name(path: str) -> str:
    """The script of a Python file."""
    return f"{FOLDER}/{path.removesuffix('.py')}.js"


def beside(name: str, folder: str) -> str:
    """The address of a script as another folder has it."""
    found = posixpath.relpath(name, folder)
    return found if found.startswith(".") else f"./{found}"


def translated() -> dict[str, str]:
    """Every script, by its name below the folder of scripts, and the list of sources."""
    program = Program()
    made = {script_name(path): Script(program, path).text() for path, names in sorted(program.needed.items()) if names}
    return {**made, f"{FOLDER}/{SOURCES_FILE}": json.dumps({path: digest(path) for path in sorted(ROOTS)}, indent=1)}


def digest(path: str) -> str:
    """The digest of a Python file, by which `ludoteca/web/translated_scripts.py` knows it again."""
    return sha256((SOURCES / "ludoteca" / path).read_bytes()).hexdigest()


def main() -> None:
    """Write the scripts that are not up to date, and say which."""
    made = translated()
    there = {path.relative_to(STATIC).as_posix() for path in (STATIC / FOLDER).rglob("*") if path.is_file()}
    for name in there - set(made):
        (STATIC / name).unlink()
    old = [name for name, text in made.items() if name not in there or (STATIC / name).read_text("utf-8") != text]
    for name in old:
        (STATIC / name).parent.mkdir(parents=True, exist_ok=True)
        (STATIC / name).write_text(made[name], "utf-8", newline="\n")
    if old:
        print(f"translated {len(old)} scripts for browsers", file=sys.stderr)


if __name__ == "__main__":
    main()
