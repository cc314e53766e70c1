"""Legal moves from sets: a game says what can be done now, and move lists, random moves and `has_moves` are derived.

For each kind of move a game has a compiled function that returns a set.  What it contains follows from the parts of the
move:

    can_place(state)           of PLACE = Move(cell=Cell(BOARD)): the cells
    can_go(state, pawn)        of GO = Move(pawn=Cell(BOARD, own="pawns"), target=Cell(BOARD)): the targets of a pawn
    can_capture(state, way)    of CAPTURE = Move(stack=Cell(BOARD), way=Way(4)): the stacks, since a way is given
    can_stop(state)            of STOP = Move("stop"): whether it can be done

For a move of three parts, can_promote(state, pawn, target) returns the values of the third.  Unless the second part is
a cell, the function may take the first alone: it then returns the set of all the rest, numbered as in the move's code,
as the bits of a number, or of a tuple of numbers if there are more than 64.  A function that also takes a `player`,
after the parts, can be called for either player; here it is the mover.  A move is possible only while its `when` holds;
a word with a `when` needs no function.  A move made by `passing()` is possible if no other is.

If it is cheaper to examine one cell than to find all that are possible, can_place(state) returns those that come into
question, and may_place(state, cell) says whether one of them is possible: a random move then examines few of them.

The game's functions `moves`, `sample` and `has_moves` are generated here, as source that a game could contain itself.
So they are just as fast, and can be inspected like any function of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Any, NamedTuple

from ludoteca.compiler.bits import has
from ludoteca.compiler.compiled import compiled_from_text
from ludoteca.compiler.move_lists import list_cells
from ludoteca.compiler.set_operators import each
from ludoteca.errors import BadDeclaration
from ludoteca.kernel import conditions
from ludoteca.kernel.cell_sets import all_kinds, count_cells, nth_cell, only
from ludoteca.kernel.facts import argument_count
from ludoteca.kernel.fields import Cells, Pieces, State
from ludoteca.kernel.move_parts import Cell
from ludoteca.kernel.moves import Move, MoveKinds
from ludoteca.kernel.random_numbers import below

Function = Any  # a compiled function

TOOLS = {tool.__name__: tool for tool in (has, each, below, list_cells, nth_cell, count_cells, only, all_kinds)}
PLAYER = "player"  # the argument of a function that can be asked about either player
FEW = 8  # values of a part that are examined one by one


@dataclass(frozen=True)
class Source:
    """The source lines that serve one kind of move."""

    listing: str  # lists the moves, from `count` on
    gathering: str  # counts them, and prepares what is needed to find one
    size: str  # the name of the count
    drawing: str  # returns the one with number `left`
    finding: str  # returns True if there is one
    is_sifted: bool = False  # some of those counted may be impossible: then `drawing` leaves it out and continues


class Asked(NamedTuple):
    """The function for a kind of move."""

    name: str
    function: Function
    before: str  # its arguments before the parts of the move
    sieve: str = ""  # the name of the function that says whether one of its values is possible, if there is one

    @property
    def names(self) -> list[str]:
        """The names of its further arguments."""
        names = self.function.py_func.__code__.co_varnames[: argument_count(self.function)]
        return list(names[1 + self.before.count(",") :])

    @property
    def arguments(self) -> list[str]:
        """The same without the player, who is the mover here."""
        return [name for name in self.names if name != PLAYER]

    def call(self, *arguments: str) -> str:
        """The source of a call."""
        given = list(arguments)
        if PLAYER in self.names:
            given.insert(self.names.index(PLAYER), "state.mover")
        return f"{self.name}({', '.join([self.before, *given])})"


Groups = dict[str, list[Source]]  # by common condition, as source; "" if there is none


def functions_of(found: Mapping[str, Any], fields: State, kinds: MoveKinds, title: str) -> dict[str, Function]:
    """The functions `moves`, `sample` and `has_moves` of a game that has a function for each of its kinds of moves."""
    asked, own = _asked(found), _own(found, fields)
    passes = next((kind for kind in kinds.kinds if kind.is_pass and not kind.by_choice and kind not in asked), None)
    groups: Groups = {}
    for name, kind in sorted(kinds.by_name.items(), key=lambda item: not item[1].parts):  # single words come last
        if kind is passes:
            continue
        if kind not in asked and not kind.by_choice and (kind.parts or not kind.when):
            raise BadDeclaration(f"{title} needs a function can_{name.lower()} that says where {name} is possible")
        conditions.check(kind.when, fields, f"the move {name}")
        if shared := [each for each in kinds.kinds if each.when != kind.when and set(each.when) & set(kind.when)]:
            raise BadDeclaration(f"{kind} and {shared[0]} are possible together, so they need the same `when`")
        group = groups.setdefault(conditions.source(kind.when, fields), [])
        group.append(_source(name.lower(), kind, asked[kind], own) if kind in asked else _of_word(name.lower(), kind))
    space = {
        "__name__": found["__name__"],
        **TOOLS,
        **{name: each for name, each in found.items() if _is_compiled(each)},
    }
    written = {"moves": _moves(groups, passes), "sample": _sample(groups, passes), "has_moves": _has_moves(groups)}
    return {name: compiled_from_text(name, text, dict(space)) for name, text in written.items()}


def _is_compiled(thing: Any) -> bool:
    return hasattr(thing, "py_func")


def _asked(found: Mapping[str, Any]) -> dict[Move, Asked]:
    """The function of each kind: for PLACE, can_place; kinds in a tuple share one, which receives which is meant."""
    asked = {}
    for name, thing in found.items():
        function = found.get(f"can_{name.lower()}")
        if function is not None and isinstance(thing, Move | tuple) and not _is_compiled(function):
            raise BadDeclaration(f"can_{name.lower()} is not compiled; write @compiled above its def")
        if function is not None and isinstance(thing, Move):
            sieve = f"may_{name.lower()}"
            asked[thing] = Asked(f"can_{name.lower()}", function, "state", sieve if sieve in found else "")
        elif function is not None and isinstance(thing, tuple):
            for number, kind in enumerate(thing):
                asked[kind] = Asked(f"can_{name.lower()}", function, f"state, {number}")
    return asked


def _by_condition(bodies: Mapping[str, str]) -> str:
    """One body out of several whose conditions are mutually exclusive."""
    text, word = "", "if"
    for condition, body in bodies.items():
        text += f"    {word} {condition}:\n{indent(body, '        ')}"
        word = "elif"
    return text


def _moves(groups: Groups, passes: Move | None) -> str:
    listings = {condition: "".join(each.listing for each in sources) for condition, sources in groups.items()}
    always = indent(listings.pop("", ""), "    ")
    text = f"def moves(state, out):\n    count = 0\n{_by_condition(listings)}{always}"
    if passes is not None:
        text += f"    if count == 0:\n        out[0] = {passes.first}\n        return 1\n"
    return text + "    return count\n"


def _sample(groups: Groups, passes: Move | None) -> str:
    always = groups.get("", [])
    bodies = {condition: _drawing(sources + always, passes) for condition, sources in groups.items() if condition}
    if not always and passes is None:
        _, last = bodies.popitem()  # one of them always holds
    else:
        last = _drawing(always, passes)
    return f"def sample(state, random):\n{_by_condition(bodies)}{indent(last, '    ')}"


def _drawing(sources: list[Source], passes: Move | None) -> str:
    """The source that draws one of the moves of some kinds."""
    if not sources and passes is not None:
        return f"return {passes.first}\n"
    text = f"total = {' + '.join(each.size for each in sources)}\n"
    if passes is not None:
        text += f"if total == 0:\n    return {passes.first}\n"
    text += "left = below(random, total)\n"
    for source in sources[:-1]:
        text += f"if left < {source.size}:\n{indent(source.drawing, '    ')}left -= {source.size}\n"
    text += sources[-1].drawing
    if any(each.is_sifted for each in sources):
        text = f"while True:\n{indent(text, '    ')}"
    return "".join(each.gathering for each in sources) + text


def _has_moves(groups: Groups) -> str:
    findings = {condition: "".join(each.finding for each in sources) for condition, sources in groups.items()}
    always = indent(findings.pop("", ""), "    ")
    return f"def has_moves(state):\n{_by_condition(findings)}{always}    return False\n"


def _own(found: Mapping[str, Any], fields: State) -> dict[str, str]:
    """The source of each set of cells that moves can begin at: the mover's in a field, or a function's result."""
    functions = {
        name: f"{name}(state)" if argument_count(thing) == 1 else f"{name}(state, state.mover)"
        for name, thing in found.items()
        if _is_compiled(thing)
    }
    owned = {name: f"state.{name}[state.mover]" for name, cells in fields.of_kind(Cells).items() if cells.per_player}
    sets = {name: f"all_kinds({own})" if name in fields.of_kind(Pieces) else own for name, own in owned.items()}
    return functions | sets


def _source(name: str, kind: Move, asked: Asked, own: Mapping[str, str]) -> Source:
    """The source for one kind of move, by its parts."""
    if len(kind.parts) > 2 and _takes_pairs(kind, asked):
        return _of_pairs(name, kind, asked, own)
    parts, given = list(kind.parts), asked.arguments
    if not parts:
        return _of_word(name, kind, asked)
    if len(parts) == 1 and not given:
        return _of_sifted(name, kind, asked) if asked.sieve else _of_set(name, kind, asked.call())
    if len(parts) > 1 and given == parts[:1]:
        return _of_origins(name, kind, asked.call(f"{name}_origin"), own)
    if len(parts) == 2 and given == parts[1:] and kind.sizes[1] <= FEW:
        return _of_values(name, kind, asked)
    raise BadDeclaration(
        f"{asked.name} takes {', '.join([asked.before, *given])}; for a move of {', '.join(parts)} it must take "
        f"{', '.join([asked.before, *parts[:-1][:1]])}"
    )


def _of_word(name: str, kind: Move, asked: Asked | None = None) -> Source:
    """A single word: possible or not; always possible if there is no function."""
    call = asked.call() if asked else "True"
    return Source(
        listing=f"if {call}:\n    out[count] = {kind.first}\n    count += 1\n",
        gathering=f"{name}_size = 1 if {call} else 0\n",
        size=f"{name}_size",
        drawing=f"return {kind.first}\n",
        finding="" if kind.is_pass else f"if {call}:\n    return True\n",
    )


def _of_set(name: str, kind: Move, call: str) -> Source:
    """One part: the set contains its values."""
    return Source(
        listing=f"count = list_cells({call}, out, count, {kind.first})\n",
        gathering=f"{name}_set = {call}\n{name}_size = count_cells({name}_set)\n",
        size=f"{name}_size",
        drawing=f"return {kind.first} + nth_cell({name}_set, left)\n",
        finding=f"if count_cells({call}) > 0:\n    return True\n",
    )


def _of_sifted(name: str, kind: Move, asked: Asked) -> Source:
    """One part: the set contains the values that come into question, and each of them is examined."""
    sieve = f"{asked.sieve}(state, {name}_value)"
    over = f"for {name}_value in each({asked.call()}):\n    if {sieve}:\n        "
    return Source(
        listing=f"{over}out[count] = {kind.first} + {name}_value\n        count += 1\n",
        gathering=f"{name}_set = {asked.call()}\n{name}_size = count_cells({name}_set)\n",
        size=f"{name}_size",
        drawing=f"{name}_value = nth_cell({name}_set, left)\n"
        f"if {sieve}:\n    return {kind.first} + {name}_value\n"
        f"{name}_set ^= only({name}_set, {name}_value)\n{name}_size -= 1\ncontinue\n",
        finding=f"{over}return True\n",
        is_sifted=True,
    )


def _of_origins(name: str, kind: Move, call: str, own: Mapping[str, str]) -> Source:
    """A first part with a set of all the rest for each of its values."""
    code = f"{kind.first} + {kind.weights[0]} * {name}_origin"
    return _walking(name, kind, call, code, lambda body: _over_origins(name, kind, own, body))


def _walking(name: str, kind: Move, call: str, code: str, walk: Callable[[str], str]) -> Source:
    """A set for each iteration of a loop."""
    return Source(
        listing=walk(f"count = list_cells({call}, out, count, {code})\n"),
        gathering=f"{name}_size = 0\n" + walk(f"{name}_size += count_cells({call})\n"),
        size=f"{name}_size",
        drawing=walk(
            f"{name}_set = {call}\n"
            f"if left < count_cells({name}_set):\n"
            f"    return {code} + nth_cell({name}_set, left)\n"
            f"left -= count_cells({name}_set)\n"
        )
        + f"return {kind.first}\n",  # never reached
        finding=walk(f"if count_cells({call}) > 0:\n    return True\n"),
    )


def _over_origins(name: str, kind: Move, own: Mapping[str, str], body: str) -> str:
    """A loop over the values of the first part: the mover's own cells, or all."""
    first = next(iter(kind.parts.values()))
    origin = f"{name}_origin"
    if not (isinstance(first, Cell) and first.own):
        return f"for {origin} in range({first.size}):\n" + indent(body, "    ")
    if first.own not in own:
        raise BadDeclaration(
            f"{kind} begins at own={first.own!r}, which is neither a set of cells per player nor a compiled function"
        )
    return f"for {origin} in each({own[first.own]}):\n" + indent(body, "    ")


def _of_values(name: str, kind: Move, asked: Asked) -> Source:
    """A last part with few values, with a set of first parts for each; still listed by first part."""
    (weight, _), values = kind.weights, range(kind.sizes[1])
    listing = f"for {name}_origin in each({' | '.join(f'{name}_{value}' for value in values)}):\n"
    for value in values:
        listing += f"    if has({name}_{value}, {name}_origin):\n"
        listing += f"        out[count] = {kind.first + value} + {weight} * {name}_origin\n        count += 1\n"
    sets = "".join(f"{name}_{value} = {asked.call(str(value))}\n" for value in values)
    drawing = ""
    for value in values:
        drawing += f"if left < count_cells({name}_{value}):\n"
        drawing += f"    return {kind.first + value} + {weight} * nth_cell({name}_{value}, left)\n"
        drawing += f"left -= count_cells({name}_{value})\n"
    return Source(
        listing=sets + listing,
        gathering=sets + f"{name}_size = {' + '.join(f'count_cells({name}_{value})' for value in values)}\n",
        size=f"{name}_size",
        drawing=drawing + f"return {kind.first}\n",  # never reached
        finding="".join(f"if count_cells({asked.call(str(value))}) > 0:\n    return True\n" for value in values),
    )


def _takes_pairs(kind: Move, asked: Asked) -> bool:
    """Whether the function of a move of three parts takes the first two, and not the first alone."""
    parts, given = list(kind.parts), asked.arguments
    if given == parts[:2] and len(parts) == 3:
        return True
    if given != parts[:1] or isinstance(kind.parts[parts[1]], Cell):
        takes = ", ".join([asked.before, *parts[:2]])
        raise BadDeclaration(
            f"{asked.name} takes {', '.join([asked.before, *given])}; for a move of {', '.join(parts)} it must take "
            f"{takes} and return the set of {parts[2]}"
        )
    return False


def _of_pairs(name: str, kind: Move, asked: Asked, own: Mapping[str, str]) -> Source:
    """Two parts, and for each pair of their values a set of the third."""
    origin, second = f"{name}_origin", f"{name}_second"
    call = asked.call(origin, second)
    code = f"{kind.first} + {kind.weights[0]} * {origin} + {kind.weights[1]} * {second}"

    def walk(body: str) -> str:
        return _over_origins(name, kind, own, f"for {second} in range({kind.sizes[1]}):\n" + indent(body, "    "))

    return _walking(name, kind, call, code, walk)
