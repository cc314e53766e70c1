"""The view of a position: everything a browser gets, as JSON.  One schema everywhere; see docs/web-protocol.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import orjson

from ludoteca.kernel.options import PUBLISHED, RULES
from ludoteca.kernel.scene import Look, Pick, Player, Scene, cell_json, fact_json, player_json
from ludoteca.languages import in_language, t
from ludoteca.languages.choice import ENGLISH
from ludoteca.play import Match, Move, Outcome, Position, Variant
from ludoteca.play.board_drawing import board_drawing
from ludoteca.play.position_interface import Cells, beside_move, cells_of, changed_between
from ludoteca.play.position_json import outcome_json

View = dict[str, Any]
Looks = dict[str, Look]
Written = dict[str, orjson.Fragment]  # a view, or a part of one, whose values are JSON already


def game_view(variant: Variant) -> View:
    """Which game it is."""
    game = variant.game
    return {
        "name": variant.name,
        "title": t(variant.title),
        "accent": game.accent,
        "surface": game.surface,
        "goal": t(game.goal),
    }


def player_view(player: Player, piece: str) -> View:
    """A side of the game, and the kind of its pieces."""
    return {**player_json(player), "piece": piece}


def options_view(variant: Variant) -> dict[str, str]:
    """The value of every option, as text, and the name of the rules if they are not those as published."""
    named = {RULES: variant.rules.name} if variant.rules is not PUBLISHED else {}
    return named | {option.name: option.text(variant.options[option.name]) for option in variant.game.options}


def pick_view(pick: Pick) -> View:
    """One step in choosing a move."""
    return {"name": pick.name, "cell": pick.is_cell, "label": str(pick)} | ({"also": pick.also} if pick.also else {})


def move_view(move: Move, written: str = "") -> View:
    """A legal move as a path of picks, and as people see it if the game has another notation than its texts."""
    told: View = {"text": move.text, "picks": [pick_view(pick) for pick in move.picks]}
    told |= {"written": written} if written else {}
    return {**told, "chain": True} if move.more else told


class Parts(NamedTuple):
    """How the many small parts of a view are given: as values, or as JSON that was made before."""

    look: Callable[[Look], Any] = cell_json
    move: Callable[[Move, str], Any] = move_view


def compact(value: Any) -> str:
    """JSON without spaces."""
    return orjson.dumps(value).decode()


def fragment(value: Any, language: str = ENGLISH) -> orjson.Fragment:
    """JSON with its words in a language, to be put into other JSON.

    Texts are created in English, so that rendering them in English is free.
    """
    text = orjson.dumps(value if language == ENGLISH else in_language(value, language))
    return orjson.Fragment(bytes(memoryview(text)))  # a copy is smaller: orjson's bytes have a kilobyte or two to spare


def written(body: View, language: str = ENGLISH) -> Written:
    """Each value as JSON, to be put together with others later."""
    return {name: fragment(value, language) for name, value in body.items()}


@lru_cache(maxsize=10_000)
def written_look(look: Look, language: str = ENGLISH) -> orjson.Fragment:
    """The contents of one cell, as JSON: a game has few different ones, and shows them again and again."""
    return fragment(cell_json(look), language)


@lru_cache(maxsize=50_000)
def written_move(move: Move, written: str, language: str = ENGLISH) -> orjson.Fragment:
    """A legal move, as JSON."""
    return fragment(move_view(move, written), language)


AS_DATA = Parts()


@cache
def as_json(language: str) -> Parts:
    """Parts that were made before, with their words in a language."""
    if language == ENGLISH:
        return Parts(written_look, written_move)
    return Parts(partial(written_look, language=language), partial(written_move, language=language))


# --- which cells are marked: those of the whole last turn, so that players see everything since their own last decision


def movers_to(position: Position) -> list[int]:
    """Who made each of the plies that led to a position, first to last."""
    return [before.mover for before in position.line()][:0:-1]


def last_turn(position: Position) -> list[Position]:
    """The positions after the plies of the last turn, first to last; nothing before that turn is read."""
    turn: list[Position] = []
    mover = None
    for after in position.line():
        if after.previous is None or mover not in (None, after.previous.mover):
            break
        mover = after.previous.mover
        turn.append(after)
    return turn[::-1]


class Marking:
    """The cells of a turn, ply by ply; each ply's are computed once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Position, Cells]] = {}  # by the position's ply

    def note(self, position: Position, cells: Cells) -> None:
        """Note the cells of the ply that led to a position, if they are at hand."""
        self._known[position.ply] = position, cells

    def marked(self, position: Position) -> list[str]:
        """The cells to mark in a position."""
        turn = last_turn(position)
        shown = [self._cells(after) for after in turn]
        self._known = {after.ply: (after, cells) for after, cells in zip(turn, shown, strict=True)}
        return list(dict.fromkeys(name for cells in shown for name in cells))

    def _cells(self, position: Position) -> Cells:
        known, cells = self._known.get(position.ply, (None, ()))
        if known is position:
            return cells
        before, move = position.previous, position.last_move
        return () if before is None or move is None else cells_of(move, changed_between(before, position))


# --- the view


def last_view(position: Position, move: Move | None, looks: Looks, old: Looks | None, parts: Parts) -> View | None:
    """The move that led here, and the cells it changed; `old` are the contents before it, if at hand."""
    before = position.previous
    if before is None or move is None:
        return None
    old = before.scene().cells if old is None else old
    path = position.variant.game.path(before.state, move.code)
    return {
        "text": move.text,
        **beside_move(before, move),
        "by": before.mover,
        "cells": [pick.name for pick in move.picks if pick.is_cell],
        "changed": [
            {"cell": name, "before": parts.look(old[name]), "after": parts.look(look)}
            for name, look in looks.items()
            if look is not old[name] and look != old[name]
        ],
        **({"path": list(path)} if path else {}),
    }


def marked_view(position: Position, move: Move | None, last: View | None, marking: Marking) -> list[str]:
    """The cells of the last turn; those of its last ply are known from its view."""
    if last is not None and move is not None:
        marking.note(position, cells_of(move, [change["cell"] for change in last["changed"]]))
    return marking.marked(position)


@lru_cache(maxsize=128)
def still_view(variant: Variant, *, needs_rules: bool = True) -> View:
    """The part of a view that never changes during a game; who sits where is left out if no rules are to be loaded."""
    far = {"far": variant.far_player} if needs_rules and variant.far_player is not None else {}
    return {"game": game_view(variant), "options": options_view(variant), "board": board_view(variant) | far}


def board_view(variant: Variant) -> View:
    """The board, with its cells' labels if the chosen rules name them differently."""
    labels = variant.labels.labels
    return {**board_drawing(variant), "labels": labels} if labels else board_drawing(variant)


@lru_cache(maxsize=128)
def written_still(variant: Variant, language: str = ENGLISH) -> Written:
    """The same as JSON, with its words in a language."""
    return written(still_view(variant), language)


def moving_view(
    position: Position,
    *,
    move: Move | None = None,
    outcome: Outcome | None = None,
    scene: Scene | None = None,
    before: Scene | None = None,
    marking: Marking | None = None,
    parts: Parts = AS_DATA,
) -> View:
    """The part of a view that changes from move to move; what is at hand of it need not be made again."""
    scene = position.scene() if scene is None else scene
    ending = outcome or position.outcome
    move = position.last_move if move is None else move
    last = last_view(position, move, scene.cells, None if before is None else before.cells, parts)
    legal = position.whole_moves() if ending is None else []
    return {
        "cells": {name: parts.look(look) for name, look in scene.cells.items() if look.pieces or look.marks},
        "facts": [fact_json(fact) for fact in scene.facts],
        "players": [player_view(player, position.variant.game.players_piece) for player in scene.players],
        "mover": None if ending is not None else position.mover,
        "score": None if scene.score is None else list(scene.score),
        "outcome": outcome_json(ending),
        "settled": None if ending is not None else outcome_json(position.settled),
        "moves": [parts.move(move, position.variant.game.spelt(position.state, move.code)) for move in legal],
        "position": str(position),
        "ply": position.ply,
        "decided": [list(figure) for figure in scene.decided],
        "threats": [list(figure) for figure in scene.threats],
        "last": last,
        "marked": marked_view(position, move, last, marking or Marking()),
    }


def view_of(position: Position, *, outcome: Outcome | None = None) -> View:
    """Everything visible in a position.

    `outcome` is an ending that the board does not show, such as a resignation; then nothing can be played any more.
    """
    return {**still_view(position.variant), **moving_view(position, outcome=outcome)}


def written_moving(position: Position, language: str = ENGLISH, **known: Any) -> Written:
    """The part of a view that changes, as JSON with its words in a language; `known` goes to `moving_view`."""
    return written(moving_view(position, parts=as_json(language), **known), language)


def written_view(position: Position, language: str = ENGLISH, **known: Any) -> Written:
    """The whole view, likewise."""
    return {**written_still(position.variant, language), **written_moving(position, language, **known)}


class NewestView:
    """The newest view of a match, made once per language for everyone who is watching.

    Its scene is kept, since the next view is compared with it to find what changed.
    """

    def __init__(self) -> None:
        self._position: Position | None = None
        self._outcome: Outcome | None = None
        self._scene: Scene | None = None
        self._before: Scene | None = None  # what the last move changed, if at hand
        self._marking = Marking()
        self._written: dict[str, Written] = {}  # by language

    def is_of(self, match: Match) -> bool:
        """Whether it shows the current position, and not one that has passed without a view."""
        return self._position is match.position

    def whole(self, match: Match, language: str = ENGLISH) -> Written:
        """The current view of a match."""
        return {**written_still(match.variant, language), **self.moving(match, language)}

    def moving(self, match: Match, language: str = ENGLISH) -> Written:
        """The part of it that changes from move to move: all that clients need who have seen the game before."""
        position, outcome = match.position, match.outcome
        if self._position is not position or self._outcome != outcome:
            self._look_at(position)
            self._outcome = outcome
        if language not in self._written:
            last = match.plies[-1].move if match.plies else None
            self._written[language] = written_moving(
                position,
                language,
                move=last,
                outcome=outcome,
                scene=self._scene,
                before=self._before,
                marking=self._marking,
            )
            self._before = None  # there are many rooms
        return self._written[language]

    def _look_at(self, position: Position) -> None:
        self._written = {}
        if self._position is position:
            return  # another ending of the same position
        self._before = self._scene if self._position is not None and self._position is position.previous else None
        self._scene = position.scene()
        self._position = position
