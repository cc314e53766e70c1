"""A game as data: everything declared about it, as JSON.

Together with its compiled functions and the bytes of a state, this is enough to read, write, show and explain positions
without Python.  `words_of` lists what people read, for translators.
"""

from __future__ import annotations

from dataclasses import fields as data_fields
from typing import Any

import numpy as np

from ludoteca.errors import BadDeclaration
from ludoteca.kernel import conditions, verbs
from ludoteca.kernel.boards import WORD, Board, Region
from ludoteca.kernel.declare import Game
from ludoteca.kernel.facts import Fact
from ludoteca.kernel.fields import Cells, Count, Field, Flag, Kind, Phase, Ruling, Setting, Together
from ludoteca.kernel.options import Option, RuleSet
from ludoteca.kernel.scene import Piece, piece_json, player_json
from ludoteca.kernel.shared_sentences import OF_NAMES

FORMAT = 2


def describe(game: Game) -> dict[str, Any]:
    """Everything declared about a game, as JSON; its version is FORMAT."""
    return {
        "format": FORMAT,
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "summary": game.summary,
        "goal": game.goal,
        "accent": game.accent,
        "surface": game.surface,
        "family": game.family,
        "other_names": list(game.other_names),
        "minutes": game.minutes,
        "difficulty": game.difficulty,
        "showcase": list(game.showcase),
        "players": [player_json(player) for player in game.players],
        "board": _board(game.whole_board),
        "state": {"bytes": game.state.itemsize, "mover": 0, "fields": _fields(game)},
        "palette": [piece_json(piece) for piece in game.appearance.palette],
        "moves": [
            {**kind, "when": [_condition(each, game) for each in kind["when"]]} for kind in game.kinds.description()
        ],
        "words": {str(int(each)): each.template for each in game.words},
        "facts": [_fact(fact, game) for fact in game.facts_shown],
        "marks": list(game.marks),
        "terms": list(game.term_names),
        "term_words": {name: list(words) for name, words in game.term_words.items()},
        "claim_words": dict(game.claim_words),
        "stages": list(game.stage_names),
        "options": [option.description() for option in game.options],
        "rules": [_rule_set(rule_set, game) for rule_set in game.rule_sets],
        "most_moves": game.most_moves,
        "is_symmetric": game.is_symmetric,
        "goals": [list(names) for names in game.goals],
        "shared_goals": [list(names) for names in game.shared_goals],
        "functions": sorted(_functions(game)),
    }


def _fields(game: Game) -> list[dict[str, Any]]:
    layout: Any = game.state.fields
    described = []
    for name, declared in game.fields.fields.items():
        one: dict[str, Any] = {"name": name, "type": _type_of(declared), **_attributes(declared)}
        if name in layout:  # last: this is how it is stored, whatever it was declared with
            kind, offset = layout[name][:2]
            one |= {"offset": int(offset), "kind": kind.base.str.lstrip("<|="), "shape": list(kind.shape)}
        described.append(one)
    return described


def _type_of(declared: Field) -> str:
    """The name of a field's type; pieces of several kinds are cells that have `kinds`."""
    for kind in (Cells, Count):
        if isinstance(declared, kind):
            return kind.__name__
    return type(declared).__name__


def _attributes(declared: Field) -> dict[str, Any]:
    """What a field was declared with, without defaults."""
    if isinstance(declared, Ruling):
        return {"option": declared.option, "label": declared.label, "values": list(declared.values)}
    if isinstance(declared, Setting):
        values = [int(value) for value in declared.values]
        return {"option": declared.option, "label": declared.label, "values": values, "also": declared.also}
    found = {}
    for each in data_fields(declared):
        value = getattr(declared, each.name)
        if value != each.default:
            found[each.name] = _plain(value)
    if isinstance(declared, Cells) and declared.word != WORD:
        found["word"] = declared.word  # how many cells each word of a set has
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Board):
        return "board"
    if isinstance(value, Region):
        return list(value.cells)
    if isinstance(value, Kind):
        return {"name": value.name, "piece": value.piece, "letters": [value.letter_of(0), value.letter_of(1)]}
    if isinstance(value, Piece):
        return piece_json(value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, np.generic):
        return value.item()
    return dict(value) if hasattr(value, "items") else value


def _board(board: Board) -> dict[str, Any]:
    return {
        "shape": board.shape,
        "cells": list(board.cells),
        "names": list(board.names),
        "spots": [list(spot) for spot in board.spots],
        "ways": [list(way) for way in board.ways],
        "sides": {name: [board.name[cell] for cell in side.cells] for name, side in board.sides.items()},
    }


def _rule_set(rule_set: RuleSet, game: Game) -> dict[str, Any]:
    """A named set of options: their values as text, its own names of cells, and its bots."""
    return {
        "name": rule_set.name,
        "title": rule_set.title,
        "options": game.rule_texts(rule_set),
        "cells": rule_set.cell_names(game.whole_board),
        "bots": list(rule_set.bots),
    }


def _fact(fact: Fact, game: Game) -> dict[str, Any]:
    when: Any = [_condition(each, game) for each in fact.conditions] or None
    return {
        "name": fact.name,
        "value": _source(fact.value),
        "role": fact.role,
        "words": {str(number): text for number, text in fact.words.items()},
        "when": _source(fact.when) if callable(fact.when) else when,
        "whose": _source(fact.whose),
        "in_halves": fact.in_halves,
        "out_of": fact.out_of if isinstance(fact.out_of, int) else _source(fact.out_of),
    }


def _source(given: Any) -> dict[str, Any] | None:
    """Where a number comes from: a field or an element of it, or a compiled function."""
    if given is None:
        return None
    if isinstance(given, tuple):
        return {"field": given[0], "place": given[1]}
    return {"field": given} if isinstance(given, str) else {"function": given.__name__}


def _condition(condition: str, game: Game) -> dict[str, Any]:
    """A field and the number that it must or must not have; the fact is shown while one of its conditions holds."""
    field, number, is_equal = conditions.parts_of(condition, game.fields)
    return {"field": field, "is" if is_equal else "is_not": number}


def told_functions(game: Game) -> dict[str, Any]:
    """By name, the compiled functions that return a number or words about a state: facts, reasons, refusals, moves."""
    functions = [fact.value for fact in game.facts_shown] + [fact.when for fact in game.facts_shown]
    functions += [fact.whose for fact in game.facts_shown]
    functions += [game.own(verbs.points), game.flaw, game.reason_words]
    functions += [function for function, _ in game.refusals.values()]
    functions += [part.function for kind in game.kinds.kinds for part in kind.parts.values()]
    found: dict[str, Any] = {}
    for function in filter(callable, functions):
        if found.setdefault(function.__name__, function) is not function:
            raise BadDeclaration(f"two functions of {game.title} are called {function.__name__}; rename one")
    return found


def _functions(game: Game) -> set[str]:
    """The names of the compiled functions that the description refers to, besides the verbs."""
    others = (game.derive, game.decided_figures, game.threat_figures, game.path_figure, game.spell, game.cell_marks)
    return {function.__name__ for function in others if function is not None} | set(told_functions(game))


def words_of(game: Game) -> list[tuple[str, str]]:
    """Every word and sentence of a game that people read, each once, with where it is used."""
    found: list[tuple[str, str]] = [("title", game.title), ("summary", game.summary), ("goal", game.goal)]
    found += [("player", player.name) for player in game.players]
    found += [("colour", piece.colour) for piece in game.appearance.palette]
    found += [("sentence", each.template) for each in game.words]
    found += [("refusal", text) for text in OF_NAMES]
    for fact in game.facts_shown:
        found += [("fact", fact.name), *(("fact value", text) for text in fact.words.values())]
    for declared in game.fields.fields.values():
        if isinstance(declared, Phase):
            found += [("phase", text) for text in declared.names.values()]
            found += [("refusal", text) for text in declared.otherwise.values()]
        if isinstance(declared, Flag):
            found.append(("refusal", declared.otherwise))
        if isinstance(declared, Together) and declared.explain:
            found.append(("field", declared.explain))
        if not isinstance(declared, Ruling | Setting):
            found.append(("field", declared.label))
        if isinstance(declared, Cells):
            found.append(("mark", declared.mark))
    found += [("rules", rule_set.title) for rule_set in game.rule_sets]
    for option in game.options:
        found += [("option", option.title), ("option", option.explain)]
        found += [("option value", text) for text in (*_value_words(game, option), option.accepts)]
    found += [("mark", mark) for mark in game.marks]
    found += [("choice", label) for label in game.kinds.labels()]
    found += [("claim", text) for text in game.claim_words.values()]
    found += [("term", text) for name in game.term_names for text in game.term_words.get(name, (name,))]
    found += [("stage", name) for name in game.stage_names]
    return [each for each in dict.fromkeys(found) if each[1]]


def _value_words(game: Game, option: Option) -> list[str]:
    """The names of an option's values, and those values without a name that forms or sets of rules show as words."""
    of_sets = [game.choose(each.options)[option.name] for each in game.rule_sets if option.name in each.options]
    shown = [str(option.value_words(value)) for value in (*option.choices, *of_sets)]
    return [*option.words.values(), *(text for text in shown if any(map(str.isalpha, text)))]
