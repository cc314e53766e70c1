"""What every game must keep to.  Third parties call `check_game` in a test of their own.

    from ludoteca.play.conformance import check_game

    def test_my_game_conforms():
        check_game(ludoteca.game("mygame"))
"""

from __future__ import annotations

import math
import random
from itertools import pairwise

import numpy as np

from ludoteca.kernel import chance, records, verbs
from ludoteca.kernel.errors import GameOver, UnreadablePosition
from ludoteca.kernel.scene import Figure
from ludoteca.kernel.verbs import Ending
from ludoteca.play.choosing import choose, find_move
from ludoteca.play.position import Position
from ludoteca.play.symmetry import turned, turned_move
from ludoteca.play.variant import Variant

RUBBISH = ("", " ", "/", "?", "….", "0 0 0 0 0 0", "a" * 10_000, "\0", "🂡/🂡 r")


class NotConforming(AssertionError):
    """A game breaks a promise; the message names it and the position where it shows."""


def check_game(variant: Variant, *, games: int = 8, seed: int = 1) -> None:
    """Play random games and check every promise at every position, turned boards at some."""
    chooser = random.Random(seed)
    _check_declaration(variant)
    for number in range(games):
        position = variant.start(seed + number)
        while position.outcome is None:
            check_position(position, seed=chooser.randrange(2**32))
            position = position.play(chooser.choice(position.moves()))
            _require(position.ply <= variant.longest, position, "the game lasts longer than declared")
        _check_end(position)


def check_position(position: Position, *, seed: int = 1) -> None:
    """Check all promises about one position of a game that goes on."""
    _check_text(position)
    _check_moves(position)
    _check_compiled(position, seed)
    _check_scene(position)
    chooser = random.Random(seed)
    if position.variant.game.is_symmetric and chooser.random() < 0.2:
        _check_symmetry(position, chooser)


def _require(holds: bool, position: Position, promise: str) -> None:
    if not holds:
        raise NotConforming(f"{promise}: {position!r}")


def _check_declaration(variant: Variant) -> None:
    game = variant.game
    start = variant.start(1)
    _require(game.players[0].letter.lower() != game.players[1].letter.lower(), start, "both players have one letter")
    _require(all(option.explain for option in game.options), start, "an option lacks its explanation")
    _require(start == variant.start(1), start, "one seed gives two setups")
    for text in RUBBISH:
        try:
            variant.position(text)
        except UnreadablePosition:
            continue
        raise NotConforming(f"{text[:20]!r} is read as a position of {game.name}")


def _check_text(position: Position) -> None:
    text = str(position)
    again = position.variant.position(text)
    _require(again == position, position, "reading the text gives another position")
    _require(str(again) == text, position, "the text is not canonical")
    _require(again.key == position.key, position, "equal positions have different keys")


def _check_moves(position: Position) -> None:
    legal = position.moves()
    before = position.state.tobytes()
    _require(0 < len(legal) <= position.variant.game.most_moves, position, "no moves, or more than declared")
    _require(len({str(move) for move in legal}) == len(legal), position, "two moves have one text")
    _require(len({move.code for move in legal}) == len(legal), position, "one move is listed twice")
    paths = {tuple(pick.name for pick in move.picks) for move in legal}
    _require(len(paths) == len(legal), position, "two moves have one path of picks")
    for path in paths:
        shorter = any(path[:depth] in paths for depth in range(1, len(path)))
        _require(not shorter, position, f"the path {path} goes on from a complete move")
    for move in legal:
        names = [pick.name for pick in move.picks]
        _require(choose(position, names) == move, position, f"the picks of {move} choose another move")
        _require(find_move(position, f" {str(move).upper()} ") == move, position, f"{move} cannot be typed")
        after = position.play(move)
        _require(after.mover in (0, 1), position, f"nobody is to move after {move}")
    _require(position.state.tobytes() == before, position, "playing a move changed the position it was played in")


def _check_compiled(position: Position, seed: int) -> None:
    """Compiled and uncompiled functions agree, and a sampled move is a legal one."""
    rules = verbs.rules_of(position.state)
    room, plain_room = np.zeros((2, position.variant.game.most_moves), dtype=np.int32)
    count = verbs.moves(position.state, room)
    plain_count = rules.moves.py_func(position.state, plain_room)
    same = count == plain_count and list(room[:count]) == list(plain_room[:count])
    _require(same, position, "moves differ uncompiled")
    same = verbs.ending(position.state) == rules.ending.py_func(position.state)
    _require(same, position, "ending differs uncompiled")
    sampled = verbs.pick(position.state, chance.new_random(seed), np.zeros_like(room))
    _require(sampled in room[:count], position, "an illegal move was sampled")
    fast, slow = records.copied(position.state), records.copied(position.state)
    verbs.play(fast, sampled)
    rules.play.py_func(slow, sampled)
    _require(fast.tobytes() == slow.tobytes(), position, f"move {sampled} plays differently uncompiled")
    value = verbs.evaluate(position.state)
    _require(math.isfinite(value), position, "the evaluation is not a number")
    if rules.evaluate is not None:
        plain = float(rules.evaluate.py_func(position.state))
        _require(math.isclose(value, plain, rel_tol=1e-6, abs_tol=1e-6), position, "evaluate differs uncompiled")


def _check_scene(position: Position) -> None:
    scene = position.scene()
    _require(set(scene.cells) == set(position.variant.board.names), position, "the scene lacks cells")
    _require(scene.mover == position.mover, position, "the scene names another mover")
    for pick in {pick for move in position.moves() for pick in move.picks if pick.is_cell}:
        _require(pick.name in scene.cells, position, f"the pick {pick.name} is no cell")
    _check_figures(position, (*scene.decided, *scene.threats))
    _require(bool(position.board()) and position.board(ascii_only=True).isascii(), position, "no diagram")


def _check_figures(position: Position, figures: tuple[Figure, ...]) -> None:
    """Lines are drawn through cells of the board, each after another one."""
    names = set(position.variant.board.names)
    for figure in figures:
        _require(bool(figure) and set(figure) <= names, position, "a figure has no such cell")
        _require(all(here != there for here, there in pairwise(figure)), position, "a figure stays where it is")


def _check_symmetry(position: Position, chooser: random.Random) -> None:
    symmetry = chooser.choice(position.variant.board.symmetries)
    there = turned(position, symmetry)
    _require(len(there.moves()) == len(position.moves()), position, "a turned board has other moves")
    move = chooser.choice(position.moves())
    here_after, there_after = position.play(move), there.play(turned_move(position, move, symmetry))
    _require(turned(here_after, symmetry).scene().cells == there_after.scene().cells, position, f"{move} turns badly")
    winners = [after.outcome and after.outcome.winner for after in (here_after, there_after)]
    _require(winners[0] == winners[1], position, f"{move} ends differently on a turned board")


def _check_end(position: Position) -> None:
    outcome = position.outcome
    _require(outcome is not None and bool(outcome.reason), position, "the end has no reason")
    _require(position.moves() == [], position, "there are moves after the end")
    _check_figures(position, position.decided)
    if verbs.ending(position.state) != Ending.NONE:
        _check_text(position)
    try:
        find_move(position, "a1")
    except GameOver:
        return
    raise NotConforming(f"a move was taken after the end: {position!r}")
