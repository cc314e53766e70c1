"""A learned evaluation: the file `evaluation.bin` in a game's folder, and which evaluation a game uses.

The first line of the file is JSON: what the evaluation is for, how it was learned, and what its numbers mean.  The rest
is the block of memory that `search.learned_tables` describes, compressed with zlib.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import threading
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from ludoteca.errors import LudotecaError
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant
from ludoteca.search.learned_tables import FORMAT, Block, use_tables

NAME = "evaluation.bin"
GAMES, LONGEST = 8, 200  # random games that identify the rules
OWN = "own"  # the name of a game's own evaluation, instead of a file's path


class BadEvaluation(LudotecaError):
    """A learned evaluation cannot be read, or is for other rules."""


@dataclass(frozen=True)
class LearnedEvaluation:
    """A learned evaluation, and what is known about it."""

    block: Block = field(repr=False)
    game: str
    rules: str  # see `rules_digest`
    cells: tuple[str, ...]  # of the board it was learned on
    search: str  # "alphabeta" or "mcts": which plays better with it
    plays_out: bool = False  # whether trees play out to the end with it, and also use its values
    draw_band: float = 0.0  # the meaning of its unit: see `search.values`
    points_per_unit: float = 0.0
    most_points: float = 0.0
    positions: int = 0  # it was learned from
    held_out_error: float = 1.0  # on games it was not learned from, in bits per position
    command: str = ""  # that produced it
    matches: tuple[str, ...] = ()  # its results

    def fits(self, variant: Variant) -> bool:
        """Whether it was learned on the board of this variant."""
        return self.cells == tuple(variant.board.names)

    @property
    def digest(self) -> str:
        """What distinguishes it from others."""
        return hashlib.blake2b(self.block.tobytes(), digest_size=4).hexdigest()

    def to_bytes(self) -> bytes:
        """The contents of the file."""
        told = {name: value for name, value in asdict(self).items() if name != "block"}
        return json.dumps({"format": FORMAT, **told}).encode() + b"\n" + zlib.compress(self.block.tobytes(), 9)


def read_evaluation(content: bytes, where: str) -> LearnedEvaluation:
    """The evaluation in a file; BadEvaluation says what is wrong with it."""
    head, _, body = content.partition(b"\n")
    try:
        told = json.loads(head)
        if told.pop("format") != FORMAT:
            raise BadEvaluation(f"the evaluation in {where} has another format; `ludoteca train` makes a new one")
        block = np.frombuffer(bytearray(zlib.decompress(body)), np.uint8)
        told["cells"], told["matches"] = tuple(told["cells"]), tuple(told["matches"])
        return LearnedEvaluation(block, **told)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise BadEvaluation(f"the evaluation in {where} cannot be read: {error}") from error


@cache
def rules_digest(variant: Variant) -> str:
    """A digest of what the rules do: the positions of some random games; words and comments make no difference."""
    digest, game = hashlib.blake2b(digest_size=8), variant.game
    room = np.empty(game.most_moves, np.int32)
    for seed in range(GAMES):
        chance, state = random.Random(seed), variant.start(seed).state.copy()
        for _ in range(LONGEST):
            names = state.dtype.names[:-1]  # the last is the game's own name
            digest.update(b"".join(state[name].tobytes() for name in names))
            how = verbs.ending(state)
            digest.update(bytes((how,)))
            if how != Ending.NONE:
                break
            count = verbs.moves(state, room)
            verbs.play(state, int(room[chance.randrange(count)]))
    return digest.hexdigest()


_instead: dict[str, LearnedEvaluation | None] = {}  # by game, the evaluation used temporarily
_turns = threading.Condition()
_users: defaultdict[str, list[tuple[int, bool]]] = defaultdict(list)  # by game: threads, and whether each changed it


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

    The evaluation changes for the whole process, so threads that need different ones take turns.
    """
    with _turn(game.name, is_change=choice is not None):
        if choice is None:
            yield
            return
        usual, had_one, before = beside(game), game.name in _instead, _instead.get(game.name)
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


@contextmanager
def _turn(game: str, *, is_change: bool) -> Iterator[None]:
    """Wait while another thread has changed the evaluation or, before changing it, while another one relies on it."""
    own = (threading.get_ident(), is_change)

    def is_free() -> bool:
        return all(thread == own[0] or not (is_change or has_changed) for thread, has_changed in _users[game])

    with _turns:
        _turns.wait_for(is_free)
        _users[game].append(own)
    try:
        yield
    finally:
        with _turns:
            _users[game].remove(own)
            _turns.notify_all()
