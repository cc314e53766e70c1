"""What every game must keep to.  Third parties call `check_game` in a test of their own.

from ludoteca.play.conformance import check_game

def test_my_game_conforms():
    check_game(ludoteca.game("mygame"))
"""

from __future__ import annotations

import json
import math
import random
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.compiler import inspection, layouts
from ludoteca.compiler.compile_errors import CannotCompile
from ludoteca.compiler.layouts import AnyState
from ludoteca.compiler.move_lists import MOVE_LIST, PlainMoveList
from ludoteca.compiler.sentences import spoken
from ludoteca.errors import BrokenRules, GameOver, LudotecaError, UnreadablePosition
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.board_figures import new_drawing
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import describe
from ludoteca.kernel.facts import Fact, argument_count, sentence_or_none
from ludoteca.kernel.moves import NOT_GIVEN
from ludoteca.kernel.moves import Move as MoveKind
from ludoteca.kernel.notation import new_letters
from ludoteca.kernel.scene import Figure
from ludoteca.kernel.verbs import TOO_EARLY, Ending
from ludoteca.play.move_input import choose, find_move
from ludoteca.play.position import Position, Variant
from ludoteca.play.svg_picture import picture
from ludoteca.play.symmetry import turned, turned_move

PLAYED_OUT = 3000  # positions at the end of each game, for the verbs that only the solver uses
FAR = 4000  # further than any lead

NOT_SYMMETRIC = "if rotating or mirroring the board changes the game, declare is_symmetric=False"
RUBBISH = ("", " ", "/", "?", "….", "0 0 0 0 0 0", "a" * 10_000, "\0", "🂡/🂡 r")


class NotConforming(AssertionError):
    """A game breaks a rule that all games must keep; the message says which, and in what position."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """What was checked of a game that conforms; `print` it."""

    title: str
    games: int
    positions: int
    moves: int
    functions: tuple[str, ...]  # compared compiled and uncompiled
    turned: int  # positions compared on a transformed board
    endings: int  # positions near the end whose lead was compared with playing out every line
    cut_off: str  # a warning, if most games reached the maximum length

    def __str__(self) -> str:
        turned = f"{self.turned} positions on a turned board" if self.turned else "no turned boards"
        endings = f", leads of {self.endings} positions near the end" if self.endings else ""
        return (
            f"{self.title} conforms in {self.games} random games: {self.positions} positions, {self.moves} moves.\n"
            f"Compiled and uncompiled alike, no exceptions, no memory asked for: {', '.join(self.functions)}.\n"
            f"Also checked: position text, moves by text and by picks, what is shown, movers, ends, {turned}{endings}."
            f"{self.cut_off}"
        )


def check_game(
    variant: Variant, *, games: int = 8, seed: int = 1, listener: Callable[[int], None] = lambda _: None
) -> Conformance:
    """Play random games and check each position, some of them also on transformed boards; returns what was checked.

    `listener` is called after each game with the number of games so far.
    """
    try:
        return _check_game(variant, games, seed, listener)
    except (BrokenRules, CannotCompile) as error:
        raise NotConforming(str(error)) from error.__cause__


def _check_game(variant: Variant, games: int, seed: int, listener: Callable[[int], None]) -> Conformance:
    chooser = random.Random(seed)
    check_functions(variant.game)
    _check_declaration(variant)
    positions = moves = turned = endings = cut_off = 0
    movers = set()
    for number in range(games):
        position = variant.start(seed + number)
        while _goes_on(position):
            turned += check_position(position, seed=chooser.randrange(2**32))
            positions, moves = positions + 1, moves + len(position.moves())
            movers.add(position.mover)
            position = position.play(chooser.choice(position.moves()))
            _require(position.ply <= variant.longest, position, "the game lasts longer than declared")
        movers.add(position.mover)
        cut_off += position.outcome is not None and position.outcome.is_cut_off
        _check_end(position)
        _check_settled(position)
        endings += _check_solver_verbs(position)
        listener(number + 1)
    if positions == 0:
        raise NotConforming(
            f"all games of {variant.title} are over before the first move; does game(…) need start=, the text of the "
            "first position, or a function start(state, random)?"
        )
    if len(movers) < 2:
        name = variant.game.players[movers.pop()].name
        raise NotConforming(f"only {name} is ever to move in {games} games of {variant.title}: who sets state.mover?")
    said = f"\n{cut_off} of {games} games reached longest={variant.longest}, which may be too small."
    functions = tuple(_rules_of(variant.game))
    return Conformance(variant.title, games, positions, moves, functions, turned, endings, said * (2 * cut_off > games))


def check_position(position: Position, *, seed: int = 1) -> bool:
    """Check one position of a game that is not over; returns whether a transformed board was checked too."""
    _check_compiled(position, seed)
    _check_text(position)
    _check_moves(position)
    _check_scene(position)
    chooser = random.Random(seed)
    _check_descriptions(position, chooser)
    if not position.variant.game.is_symmetric or chooser.random() >= 0.2:
        return False
    _check_symmetry(position, chooser)
    return True


def _require(holds: bool, position: Position, promise: str) -> None:
    if not holds:
        raise NotConforming(f"{promise}: {position!r}")


def _check_declaration(variant: Variant) -> None:
    game = variant.game
    start = variant.start(1)
    _require(all(option.explain for option in game.options), start, "an option lacks its explanation")
    _require(start == variant.start(1), start, "one seed gives two setups")
    _check_description(game)
    if game.showcase:
        _check_showcase(variant)
    _carefully(start, "the picture", lambda: picture(start))
    for text in RUBBISH:
        try:
            variant.position(text)
        except UnreadablePosition:
            continue
        raise NotConforming(f"{text[:20]!r} is read as a position of {game.name}")


def _check_showcase(variant: Variant) -> None:
    """The position that is shown first can be read, and its moves can be played."""
    text, *moves = variant.game.showcase
    try:
        position = Variant(variant.game).position(text)
        for move in moves:
            position = position.play(move)
    except LudotecaError as error:
        raise NotConforming(f"the showcase of {variant.title} cannot be shown: {error}") from error


def _check_description(game: Game) -> None:
    """The whole declaration can be written as JSON, and every sentence has its words."""
    try:
        json.dumps(describe(game))
    except (TypeError, ValueError) as error:
        raise NotConforming(f"the description of {game.title} is not JSON: {error}") from error


def _check_descriptions(position: Position, chooser: random.Random) -> None:
    """Functions that describe a position agree compiled and uncompiled, in words that the game declares."""
    game, state = position.variant.game, position.state
    for move in position.moves():
        _require(0 <= move.code < game.kinds.count, position, f"the move {move.code} is of none of the declared kinds")
    if game.derive is not None:
        derived = layouts.copied(state)
        _described(position, "derive", game.derive, derived)
        game.derive(derived)
        _require(derived.tobytes() == state.tobytes(), position, "`derive` changes a position that `play` has made")
    if game.flaw is not None:
        flaw = sentence_or_none(_said(position, "flaw", game.flaw, state), game.names(state))
        _require(flaw is None, position, f"`flaw` says of a position that can be reached: {flaw}")
    if (points := game.own(verbs.points)) is not None:
        for player in range(2):
            _described(position, "points", points, state, player)
    if game.cell_marks is not None:
        marks = np.zeros(256, np.uint8)
        _described(position, "cell_marks", game.cell_marks, state, marks)
        game.cell_marks(state, marks)
        _require(int(marks.max()) < 1 << len(game.marks), position, "`cell_marks` sets a mark that has no name")
    for name in ("decided", "threats"):
        figures = getattr(game, {"decided": "decided_figures", "threats": "threat_figures"}[name])
        if figures is not None:
            _described(position, name, figures, state, new_drawing())
    if game.path_figure is not None:
        for move in position.moves():
            _described(position, "path", game.path_figure, state, move.code, new_drawing())
            _check_figures(position, tuple(filter(None, (game.path(state, move.code),))))
    if game.spell is not None:
        for move in position.moves():
            _described(position, "spell", game.spell, layouts.copied(state), move.code, new_letters())
    for fact in game.facts_shown:
        _check_fact(position, fact)
    for kind in game.refusals:
        _check_refusal(position, kind, chooser)


def _check_fact(position: Position, fact: Fact) -> None:
    """A fact's functions agree compiled and uncompiled, and its words are declared."""
    state = position.state
    for function in filter(callable, (fact.when, fact.whose)):
        _described(position, f"the fact {fact.name}", function, state)
    if isinstance(fact.value, str) or not fact.is_shown(state, position.variant.game.fields):
        return
    seats = [(0,), (1,)] if argument_count(fact.value) == 2 else [()]
    for seat in seats:
        answer = _described(position, f"the fact {fact.name}", fact.value, state, *seat)
        if isinstance(answer, tuple):
            _check_said(position, f"the fact {fact.name}", answer)


def _check_refusal(position: Position, kind: MoveKind, chooser: random.Random) -> None:
    """Check the refusals of random move parts: of all of them, and of only the first few."""
    function, which = position.variant.game.refusals[kind]
    values = [
        chooser.choice([value for value, pick in enumerate(part.picks) if pick is not None])
        for part in kind.parts.values()
    ]
    least = 0 if kind.word else 1  # without a word, a move begins with its first part
    for given in range(least, len(values) + 1):
        parts = [*values[:given], *[NOT_GIVEN] * (len(values) - given)]
        name = function.__name__
        _check_said(position, name, _described(position, name, function, position.state, *which, *parts))


def _said(position: Position, name: str, function: Any, *arguments: Any) -> tuple[int, ...]:
    said: tuple[int, ...] = _described(position, name, function, *arguments)
    _check_said(position, name, said)
    return said


def _check_said(position: Position, name: str, said: Any) -> None:
    """A sentence of the game, whose placeholders can be filled."""
    game = position.variant.game
    _require(isinstance(said, tuple) and len(said) == 7, position, f"`{name}` returns {said}; it returns say(…)")
    if not said[0]:
        return
    _require(said[0] in set(map(int, game.words)), position, f"`{name}` says words that the game's file does not have")
    _carefully(position, f"`{name}`", lambda: spoken(said, game.names(position.state)))


def _described(position: Position, name: str, function: Any, *arguments: Any) -> Any:
    """The answer of a describing function, which must be the same uncompiled, as must the arrays it fills."""
    if not hasattr(function, "py_func"):
        raise NotConforming(f"`{name}` of {position.variant.title} is not compiled; write @compiled above its def")
    fast, slow = list(map(inspection.own, arguments)), list(map(inspection.plain_own, arguments))
    plain_answer = _carefully(position, f"`{name}`, uncompiled,", lambda: _plain(function)(*slow))
    answer = _carefully(position, f"`{name}`", lambda: function(*fast))
    is_same = inspection.is_same(answer, plain_answer) and all(
        np.asarray(one).tobytes() == np.asarray(other).tobytes() for one, other in zip(fast, slow, strict=True)
    )
    if not is_same:
        words = f"is {inspection.shown(answer)} compiled and {inspection.shown(plain_answer)} uncompiled"
        cause = inspection.cause_of_difference(function, *arguments)
        raise NotConforming(f"`{name}` {words}; the difference comes from {cause}: {position!r}")
    return answer


def _check_text(position: Position) -> None:
    text = str(position)
    try:
        again = position.variant.position(text)
    except UnreadablePosition as error:
        raise NotConforming(f"the text of a position cannot be read ({error}): {position!r}") from error
    here, there = position.state, again.state
    lost = [name for name in here.dtype.names if here[name].tobytes() != there[name].tobytes()]
    _require(
        again == position,
        position,
        f"reading the text gives a different position: the text lacks {' and '.join(lost)}; every field must be "
        "written or, if it is Hidden, computed by `derive`",
    )
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
    whole = set(position.whole_moves())
    for move in {*legal, *whole}:
        names = [pick.name for pick in move.picks]
        if move in whole:
            _require(choose(position, names) == move, position, f"the picks of {move} choose another move")
        _require(find_move(position, f" {str(move).upper()} ") == move, position, f"{move} cannot be typed")
        after = position.play(move)
        _require(after.mover in (0, 1), position, f"nobody is to move after {move}")
    _require(position.state.tobytes() == before, position, "playing a move changed the position it was played in")


ARGUMENTS: dict[str, Any] = {  # of the rules' functions, by the names that verbs use
    "random": inspection.GENERATOR,
    "out": MOVE_LIST,
    "move": inspection.NUMBER,
    "player": inspection.NUMBER,
}

ELSEWHERE = ("has_moves", "settled")  # the first is generated, the second is compared with how games end


def _rules_of(game: Game) -> dict[str, Any]:
    """The compiled functions that a game declares, by name; those for the solver are checked near the end."""
    named = {each.function: each.arguments for each in verbs.VERBS.values() if each.name not in ELSEWHERE}
    known = [name for name, arguments in named.items() if set(arguments) <= {"state", *ARGUMENTS}]
    return {name: game.functions[name] for name in known if name in game.functions}


@cache
def check_functions(game: Game) -> None:
    """Check what can be checked without playing: the rules are compiled, and contain nothing that a GPU cannot do."""
    state = layouts.state_type(game.state)
    for name, function in _rules_of(game).items():
        if not hasattr(function, "py_func"):
            raise NotConforming(f"`{name}` of {game.title} is not compiled; write @compiled above its def")
        if (line := next(inspection.raising_lines(function), None)) is not None:
            raise NotConforming(f"`{name}` of {game.title} can raise an exception ({line}); compiled rules never do")
        given = [ARGUMENTS[each] for each in verbs.arguments_of(name, function)[1:]]
        if (found := inspection.allocating(function, (state, *given))) is not None:
            raise NotConforming(
                f"`{name}` of {game.title} asks for memory in {inspection.place_of(found)}, with a list, a string or a "
                "new array; compiled rules use the state's fields and tables made beforehand"
            )
    if inspection.gives_bool(game.functions["ending"], (state,)):
        raise NotConforming(
            f"`ending` of {game.title} returns True or False; it must return an Ending: Ending.NONE, win_of(player), …"
        )
    for name, kind in game.kinds.by_name.items():
        asked = inspection.helpers(game.functions["moves"]).get(f"can_{name.lower()}")
        if kind.parts and asked is not None and inspection.gives_bool(asked):
            part = list(kind.parts)[-1]
            raise NotConforming(
                f"{inspection.place_of(asked)} of {game.title} returns True or False; it must return the set of "
                f"possible {part}s"
            )


def _goes_on(position: Position) -> bool:
    """Whether the game goes on; all functions must agree."""
    _check_answer(position, "ending", position.state)
    return position.outcome is None


def _check_compiled(position: Position, seed: int) -> None:
    """Compiled and uncompiled functions agree, a sampled move is legal, and points and terms are consistent."""
    game, state = position.variant.game, position.state
    listed = _checked_list(position)
    for name, function in _rules_of(game).items():
        given = verbs.arguments_of(name, function)
        if given == ["state"]:
            _check_answer(position, name, state)
        elif given == ["state", "player"]:
            for player in range(2):
                _check_answer(position, name, state, player)
    _check_answer(position, "sample", state, random_numbers.new_random(seed))
    sampled = verbs.pick(state, random_numbers.new_random(seed), np.zeros_like(position.variant.room))
    _require(sampled in listed, position, f"`sample` draws the move {sampled}, which `moves` does not list")
    _check_changes(position, "play", state, sampled)
    _check_changes(position, "start", position.variant.blank, random_numbers.new_random(seed))
    _require(math.isfinite(verbs.evaluate(state)), position, "the evaluation is not a number")
    if game.own(verbs.margin) is not None and position.score is not None:
        first, second = position.score
        lead = game.in_points(int(verbs.margin(state)))
        _require(lead == first - second, position, "`margin` is not the difference of `score`")
    if game.own(verbs.terms) is not None:
        terms = len(verbs.terms(state))
        _require(terms == len(game.term_names), position, f"{terms} terms have {len(game.term_names)} names")


def _checked_list(position: Position) -> list[int]:
    """The moves, which must be the same in the same order uncompiled."""
    state, room = position.state, np.zeros_like(position.variant.room)
    plain_room = PlainMoveList(len(room))
    plain_count = int(_plainly(position, "moves", inspection.plain_own(state), plain_room))
    with BrokenRulesReporter(position.variant.game, state):
        count = _carefully(position, "`moves`", lambda: verbs.moves(state, room))
    listed, plain_listed = room[:count].tolist(), plain_room.codes[:plain_count].tolist()
    if listed != plain_listed:
        _differ(position, "moves", _how_lists_differ(position, listed, plain_listed), state, np.zeros_like(room))
    return list(listed)


def _check_answer(position: Position, name: str, *arguments: Any) -> None:
    """The answer must be the same uncompiled, if the game has such a function."""
    if name not in _rules_of(position.variant.game):
        return
    plain_answer = _plainly(position, name, *map(inspection.plain_own, arguments))
    answer = _compiled(position, name, *map(inspection.own, arguments))
    if not inspection.is_same(answer, plain_answer):
        words = f"is {inspection.shown(answer)} compiled and {inspection.shown(plain_answer)} uncompiled"
        _differ(position, name, words, *arguments)


def _check_changes(position: Position, name: str, before: layouts.AnyState, argument: Any) -> None:
    """Two states, changed by a function compiled and uncompiled, must be equal in every field."""
    fast, slow = inspection.own(before), inspection.plain_own(before)
    _plainly(position, name, slow, inspection.own(argument))
    _compiled(position, name, fast, inspection.own(argument))
    if fast.tobytes() == slow.tobytes():
        return
    fields = [field for field in fast.dtype.names if fast[field].tobytes() != slow[field].tobytes()]
    words = [f"{field} {inspection.shown(fast[field])} and {inspection.shown(slow[field])}" for field in fields]
    _differ(position, name, f"leaves, compiled and uncompiled, {'; '.join(words)}", before, argument)


def _compiled(position: Position, name: str, *arguments: Any) -> Any:
    return _carefully(position, f"`{name}`", lambda: _rules_of(position.variant.game)[name](*arguments))


def _plainly(position: Position, name: str, *arguments: Any) -> Any:
    work = _plain(_rules_of(position.variant.game)[name])
    return _carefully(position, f"`{name}`, uncompiled,", lambda: work(*arguments))


_plain = cache(inspection.plain)


def _carefully(position: Position, what: str, work: Callable[[], Any]) -> Any:
    """The result of the work; an error in it is the game's."""
    try:
        return work()
    except LudotecaError:
        raise
    except IndexError as error:  # compiled code does not say where
        known = _past_end(position) or error
        raise NotConforming(f"{what} reads past the end of a table: {known}{_place(known)}: {position!r}") from error
    except Exception as error:  # whatever a game's function raises is the game's fault
        said = f"{what} raises {type(error).__name__}: {error}{_place(error)}"
        raise NotConforming(f"{said}: {position!r}") from error


def _place(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def _past_end(position: Position) -> IndexError | None:
    """The same error from the uncompiled list of moves, if that is where it comes from: Python says more."""
    try:
        _plain(position.variant.game.functions["moves"])(
            inspection.plain_own(position.state), PlainMoveList(position.variant.game.most_moves)
        )
    except IndexError as error:
        return error
    return None


def _differ(position: Position, name: str, words: str, *arguments: Any) -> None:
    """Report that a function differs uncompiled, how, and which function causes it."""
    cause = inspection.cause_of_difference(_rules_of(position.variant.game)[name], *arguments)
    raise NotConforming(f"`{name}` {words}; the difference comes from {cause}: {position!r}")


def _how_lists_differ(position: Position, listed: list[int], plain_listed: list[int]) -> str:
    """Which moves are missing from one of two lists, or where their order differs."""

    def names(codes: list[int]) -> str:
        texts = [_move_text(position, code) for code in codes[:12]]
        return ", ".join(texts) + (", …" if len(codes) > 12 else "")

    extra = [code for code in listed if code not in plain_listed]
    missing = [code for code in plain_listed if code not in listed]
    if extra or missing:
        return f"gives {names(extra) or 'nothing'} only compiled and {names(missing) or 'nothing'} only uncompiled"
    if len(listed) != len(plain_listed):
        return f"gives {len(listed)} moves compiled and {len(plain_listed)} uncompiled, some of them twice"
    place = next(place for place, code in enumerate(listed) if code != plain_listed[place])
    return (
        f"gives its moves in two orders: number {place + 1} is {names(listed[place:][:1])} compiled and "
        f"{names(plain_listed[place:][:1])} uncompiled"
    )


def _move_text(position: Position, code: int) -> str:
    game = position.variant.game
    picks = _carefully(position, "`picks`", lambda: game.picks(position.reading, code))
    return game.move_text(tuple(pick.name for pick in picks))


def _check_scene(position: Position) -> None:
    scene = position.scene()
    _require(set(scene.cells) == set(position.variant.board.names), position, "the scene lacks cells")
    _require(scene.mover == position.mover, position, "the scene names another mover")
    for pick in {pick for move in position.moves() for pick in move.picks if pick.is_cell}:
        _require(pick.name in scene.cells, position, f"the pick {pick.name} is no cell")
    _check_figures(position, (*scene.decided, *scene.threats))
    _require(bool(position.board()) and position.board(ascii_only=True).isascii(), position, "no diagram")


def _check_figures(position: Position, figures: tuple[Figure, ...]) -> None:
    """Lines are drawn through cells of the board, and no cell follows itself."""
    names = set(position.variant.board.names)
    for figure in figures:
        _require(bool(figure) and set(figure) <= names, position, "a figure has no such cell")
        _require(all(here != there for here, there in pairwise(figure)), position, "a figure stays where it is")


def _check_symmetry(position: Position, chooser: random.Random) -> None:
    symmetry = chooser.choice(position.variant.symmetries)
    there = turned(position, symmetry)
    here_moves, there_moves = position.pseudo_legal_moves, there.pseudo_legal_moves  # a turned position has no past
    _require(len(there_moves) == len(here_moves), position, f"a turned board has other moves; {NOT_SYMMETRIC}")
    move = chooser.choice(position.moves())
    here_after, there_after = position.play(move), there.play(turned_move(position, move, symmetry))
    is_same = turned(here_after, symmetry).scene().cells == there_after.scene().cells
    _require(is_same, position, f"{move} has a different effect on a turned board; {NOT_SYMMETRIC}")
    if here_after.outcome is not None and verbs.ending(here_after.state) == Ending.NONE:
        return  # its past has ended the game
    winners = [after.outcome and after.outcome.winner for after in (here_after, there_after)]
    _require(winners[0] == winners[1], position, f"{move} ends differently on a turned board; {NOT_SYMMETRIC}")


def _check_end(position: Position) -> None:
    outcome = position.outcome
    _require(outcome is not None and bool(outcome.reason), position, "the end has no reason")
    _require(position.moves() == [], position, "there are moves after the end")
    _check_figures(position, position.decided)
    game = position.variant.game
    if verbs.ending(position.state) != Ending.NONE:
        _check_text(position)
        said = _said(position, "reason", game.reason_words, position.state)
        _require(said[0] != 0, position, "`reason` says nothing of a game that is over")
    if position.previous is None:
        return
    try:
        find_move(position, str(position.previous.moves()[0]))
    except GameOver:
        return
    raise NotConforming(f"a move was taken after the end: {position!r}")


def _check_settled(end: Position) -> None:
    """A game that was settled ended as predicted."""
    if end.outcome is None or end.outcome.is_cut_off or end.variant.game.own(verbs.settled) is None:
        return
    for position in list(end.line())[1:]:
        settled = _carefully(position, "`settled`", lambda: position.settled)  # noqa: B023
        is_right = settled is None or settled.winner == end.outcome.winner
        _require(is_right, position, f"`settled` gives another winner than the game had: {end!r}")


def _check_solver_verbs(end: Position) -> int:
    """Compare what the game tells the solver with the rules, from the end backwards; returns in how many positions."""
    game, played_out = end.variant.game, PlayedOut(end.variant, PLAYED_OUT)
    has_leads = any(game.own(verb) is not None for verb in (verbs.lead_bound, verbs.exact_lead))
    order_score = game.own(verbs.order_score)
    if end.variant.repetition != "off" or not (has_leads or order_score is not None):
        return 0
    checked = 0
    for position in list(end.line())[1:]:
        try:
            lead = played_out.lead(position.state)
        except TooFar:
            break
        if has_leads and played_out.misfit is not None:
            odd = Position(end.variant, played_out.misfit)
            raise NotConforming(
                f"`lead_bound` and `exact_lead` are for games in which more points win, unlike: {odd!r}"
            )
        for move in position.moves() if order_score is not None else ():
            _described(position, "order_score", order_score, position.state, move.code, position.play(move).state)
        _check_leads(position, lead)
        checked += 1
    return checked


def _check_leads(position: Position, lead: int) -> None:
    """Check `lead_bound` and `exact_lead` in a position whose final lead is known."""
    game, state = position.variant.game, position.state
    truth = f"the mover leads by {lead} at the end, with every line played out"
    if (lead_bound := game.own(verbs.lead_bound)) is not None:
        most = _described(position, "lead_bound", lead_bound, state)
        _require(most == TOO_EARLY or most >= lead, position, f"`lead_bound` is {most}, but {truth}")
    if (exact_lead := game.own(verbs.exact_lead)) is None:
        return
    if not hasattr(exact_lead, "py_func"):
        raise NotConforming(f"`exact_lead` of {game.title} is not compiled; write @compiled above its def")
    for low, high in ((-FAR, FAR), (lead - 1, lead + 1), (lead - 3, lead - 1), (lead + 1, lead + 3)):
        before, spent = inspection.own(state), np.zeros(1, np.int64)
        found = int(_carefully(position, "`exact_lead`", lambda: verbs.exact_lead(before, low, high, spent)))  # noqa: B023
        _require(before.tobytes() == state.tobytes(), position, "`exact_lead` changes the position")
        _require(spent[0] >= 0, position, f"`exact_lead` has spent {spent[0]} positions")
        if found == TOO_EARLY:
            continue
        is_right = (
            found == lead if low < lead < high else lead <= found <= low if lead <= low else high <= found <= lead
        )
        _require(is_right, position, f"`exact_lead` between {low} and {high} is {found}, but {truth}")


class TooFar(Exception):
    """The end is too far away."""


class PlayedOut:
    """The mover's leads at the end with best play; results are remembered by position."""

    def __init__(self, variant: Variant, most_positions: int) -> None:
        self._variant, self._left = variant, most_positions
        self._leads: dict[bytes, int] = {}
        self.misfit: AnyState | None = None  # an end whose winner is not the player with more points

    def lead(self, state: AnyState) -> int:
        """The mover's lead; TooFar if that takes more positions than allowed."""
        known = self._leads.get(state.tobytes())
        if known is not None:
            return known
        if self._left == 0:
            raise TooFar
        self._left -= 1
        how = verbs.ending(state)
        lead = self._best(state) if how == Ending.NONE else self._at_end(state, how)
        self._leads[state.tobytes()] = lead
        return lead

    def _at_end(self, state: AnyState, how: Ending) -> int:
        margin = verbs.margin(state)
        if how != (Ending.FIRST_WINS if margin > 0 else Ending.SECOND_WINS if margin < 0 else Ending.DRAW):
            self.misfit = state
        return margin if state.mover == 0 else -margin

    def _best(self, state: AnyState) -> int:
        room = np.zeros_like(self._variant.room)
        leads = []
        for code in room[: verbs.moves(state, room)].tolist():
            after = layouts.copied(state)
            verbs.play(after, code)
            lead = self.lead(after)
            leads.append(lead if after.mover == state.mover else -lead)
        return max(leads)
