"""A learned evaluation as a file: the game's `evaluation.bin`.

The first line is JSON: what the evaluation is for, how it was learned, and what its numbers mean.  The rest is the
block of memory that `kernel.learned_tables` describes, compressed with zlib.
"""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from dataclasses import asdict, dataclass, field
from functools import cache

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.learned_tables import FORMAT, Block
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant

NAME = "evaluation.bin"
GAMES, LONGEST = 8, 200  # random games that identify the rules


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
