"""Which evaluation a game uses: its own, or a learned one in its folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from ludoteca.kernel.declare import Game
from ludoteca.kernel.learned_tables import use_tables
from ludoteca.play.position import Variant
from ludoteca.search.evaluation_file import NAME, BadEvaluation, LearnedEvaluation, read_evaluation, rules_digest

OWN = "own"  # the name of a game's own evaluation, instead of a file's path

_instead: dict[str, LearnedEvaluation | None] = {}  # by game, the evaluation used temporarily


@cache
def beside(game: Game) -> LearnedEvaluation | None:
    """A game's learned evaluation, if it fits the rules; it is in use from now on."""
    file = game.resource(NAME)
    if file is None:
        return None
    try:
        found = _fitting(game, file.read_bytes(), str(file))
    except (BadEvaluation, OSError) as error:
        print(f"ludoteca: {error}", file=sys.stderr)
        return None
    use_tables(game.state, found.block)
    return found


def learned_for(variant: Variant) -> LearnedEvaluation | None:
    """The learned evaluation that a variant currently uses; None if it uses the game's own, or none."""
    game = variant.game
    usual = beside(game)
    found = _instead.get(game.name, usual)
    return found if found is not None and found.fits(variant) else None


def has_evaluation(variant: Variant) -> bool:
    """Whether positions of a variant can be evaluated without playing them out."""
    return variant.game.has_evaluation or learned_for(variant) is not None


def _fitting(game: Game, content: bytes, where: str) -> LearnedEvaluation:
    """The evaluation in a file; BadEvaluation if it is for other rules, since it would read other fields."""
    found = read_evaluation(content, where)
    if found.rules != rules_digest(Variant(game)):
        raise BadEvaluation(
            f"the evaluation in {where} is for other rules; `ludoteca train` makes one for {game.title}"
        )
    return found


@cache
def read_file(game: Game, path: str) -> LearnedEvaluation:
    """A game's evaluation from a file, for matches."""
    try:
        return _fitting(game, Path(path).read_bytes(), path)
    except OSError as error:
        raise BadEvaluation(f"the evaluation {path} cannot be read: {error.strerror}") from error


@contextmanager
def judged_by(game: Game, choice: str | None) -> Iterator[None]:
    """Evaluate positions of a game by its own evaluation (`own`), or by the one in a file; None: as usual.

    This applies to the whole process, so that callers with different wishes must take turns.
    """
    if choice is None:
        yield
        return
    usual, before = beside(game), _instead.get(game.name)
    had_one = game.name in _instead
    chosen = None if choice == OWN else read_file(game, choice)
    _instead[game.name] = chosen
    use_tables(game.state, None if chosen is None else chosen.block)
    try:
        yield
    finally:
        if had_one:
            _instead[game.name] = before
        else:
            del _instead[game.name]
        after = before if had_one else usual
        use_tables(game.state, None if after is None else after.block)
