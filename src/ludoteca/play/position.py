"""Positions: immutable, each knowing the one it came from, so that repetition and undo come for free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ludoteca.kernel import layouts, verbs
from ludoteca.kernel.broken_rules import explained, sentence
from ludoteca.kernel.errors import BrokenRules, GameOver, IllegalMove, LudotecaError
from ludoteca.kernel.field_reader import reading
from ludoteca.kernel.scene import Figure, Pick, Player
from ludoteca.kernel.verbs import Ending

if TYPE_CHECKING:
    from ludoteca.play.scene import Scene
    from ludoteca.play.variant import Variant


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (0, 1, or None for a draw) and why, in words."""

    winner: int | None
    reason: str


class Move(NamedTuple):
    """A legal move of one position; `str(move)` is its text."""

    code: int  # as compiled code knows it
    picks: tuple[Pick, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:  # so that a list of moves can be read
        return self.text


class Position:
    """A position of a game: who is to move, what can be played, whether it is over."""

    def __init__(
        self, variant: Variant, state: layouts.State, previous: Position | None = None, code: int | None = None
    ) -> None:
        if previous is None and state.dtype != variant.game.state:
            raise LudotecaError(f"this is not a state of {variant.title}")
        self.variant = variant
        self.state = state  # never changed after this
        self.previous = previous
        self.code = code  # of the move that led here, if it is known
        self.ply: int = 0 if previous is None else previous.ply + 1

    @cached_property
    def mover(self) -> int:
        """0 when the first player is to move, 1 when the second is."""
        mover = int(self.state.mover)
        if mover > 1:
            raise BrokenRules(sentence(self.variant.game, verbs.BAD_MOVER, self.state, mover))
        return mover

    @property
    def players(self) -> tuple[Player, Player]:
        """The two sides as the rules name them; in some games colours are chosen during play."""
        sides = self.variant.game.sides
        return self.variant.game.players if sides is None else sides(self.state)

    @cached_property
    def key(self) -> int:
        """A fingerprint: equal positions of one game have equal keys."""
        return int(verbs.key(self.state))

    def line(self) -> Iterator[Position]:
        """This position and those before it, newest first."""
        position: Position | None = self
        while position is not None:
            yield position
            position = position.previous

    @cached_property
    def by_the_rules(self) -> tuple[Move, ...]:
        """The moves that the board alone allows, those that a ban on repetition forbids included."""
        return () if self.outcome is not None else tuple(self._named(self._codes))

    @cached_property
    def _codes(self) -> tuple[int, ...]:
        """The moves that the board alone allows, as compiled code knows them."""
        room = np.empty_like(self.variant.room)  # its own: a bot may list moves in another thread meanwhile
        with explained(self.variant.game, self.state):
            return tuple(room[: verbs.moves(self.state, room)].tolist())

    def _named(self, codes: Iterable[int]) -> Iterator[Move]:
        game, state = self.variant.game, self.reading
        for code in codes:
            picks = game.picks(state, code)
            yield Move(code, picks, game.move_text(tuple([pick.name for pick in picks])))

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if self.variant.repetition != "superko":
            return self.by_the_rules
        return tuple(move for move in self.by_the_rules if not self._is_banned(move.code))

    @cached_property
    def _seen(self) -> frozenset[int]:
        """The keys of all positions of the game so far."""
        return frozenset(earlier.key for earlier in self.line())

    def _is_banned(self, code: int) -> bool:
        """Whether superko forbids a move because it brings back an earlier position."""
        return self.variant.repetition == "superko" and self._after(code).key in self._seen

    def moves(self) -> list[Move]:
        """The legal moves; none once the game is over."""
        return list(self._legal)

    @cached_property
    def _by_text(self) -> dict[str, int]:
        """The codes of the legal moves by their text."""
        return {move.text: move.code for move in self._legal}

    def named(self, text: str) -> Move | None:
        """The legal move that is written exactly so, if there is one."""
        code = self._by_text.get(text)
        return None if code is None else next(self._named((code,)))

    def play(self, move: Move | str) -> Position:
        """The position after a move, given as text or as one of `moves()`."""
        from ludoteca.play.move_input import find_move

        if isinstance(move, str):
            return self._after(find_move(self, move).code)
        if self._by_text.get(move.text) != move.code:
            if self.outcome is not None:
                raise GameOver(f"the game is over: {self.outcome.reason}")
            raise IllegalMove(f"{move} is not a legal move here")
        return self._after(move.code)

    def follow(self, code: int) -> tuple[Move, Position] | None:
        """The legal move of a code and the position after it, None if there is none; quicker than naming all moves."""
        if self.outcome is not None or code not in self._codes or self._is_banned(code):
            return None
        return next(self._named((code,))), self._after(code)

    def _after(self, code: int) -> Position:
        state = layouts.copied(self.state)
        verbs.play(state, code)
        return Position(self.variant, state, self, code)

    @property
    def last_move(self) -> Move | None:
        """The move that led here; None at a start, and where only the positions are known."""
        if self.previous is None or self.code is None:
            return None
        return next(self.previous._named((self.code,)))

    @cached_property
    def repetitions(self) -> int:
        """How often this position has stood on the board in this game, now included."""
        return sum(1 for earlier in self.line() if earlier.key == self.key)

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        with explained(self.variant.game, self.state):
            how = verbs.ending(self.state)
        if how != Ending.NONE:
            winner = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}.get(how)
            return Outcome(winner, self.variant.game.reason(self.state, how))
        if self.variant.repetition == "threefold" and self.previous is not None and self.repetitions >= 3:
            return Outcome(None, "the same position for the third time")
        if self.ply >= self.variant.longest:
            return Outcome(None, f"the game has lasted {self.variant.longest} moves")
        if self.variant.repetition == "superko" and all(map(self._is_banned, self._codes)):
            return Outcome(None, "every move would bring back an earlier position")
        return None

    @cached_property
    def decided(self) -> tuple[Figure, ...]:
        """What on the board decided the game, to be drawn: a line, a chain, a square.  Nothing where counting did."""
        if self.outcome is None or verbs.ending(self.state) == Ending.NONE:
            return ()
        return self.variant.game.decided(self.state)

    @property
    def score(self) -> tuple[int, int] | None:
        """The points of both players, where the game has points."""
        return self.variant.game.score(self.state)

    def scene(self) -> Scene:
        """What an interface shows: cells, facts, players."""
        from ludoteca.play.scene import scene_of

        return scene_of(self)

    def board(self, *, ascii_only: bool = False) -> str:
        """A diagram for terminals."""
        from ludoteca.play.diagram import diagram

        return diagram(self, ascii_only=ascii_only)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        from ludoteca.play.svg_picture import picture

        return picture(self)

    @cached_property
    def reading(self) -> layouts.State:
        """The state as plain functions read it: a copy whose fields are quick to look at."""
        return reading(self.state)

    @cached_property
    def _text(self) -> str:
        return self.variant.game.write(self.reading)

    def condense(self) -> None:
        """Let go of what can be worked out again, but for the legal moves by their text: a game that waits is small."""
        _ = self._by_text
        for name in ("by_the_rules", "_legal", "_codes", "_seen", "_text", "reading"):
            self.__dict__.pop(name, None)

    def forget(self) -> None:
        """Let go of those, too: a position that the game has left behind need not keep them."""
        self.condense()
        del self.__dict__["_by_text"]

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickles: the states from the first on, as one text of bytes, since a long game is a deep chain."""
        states = [position.state.tobytes() for position in self.line()]
        return position_again, (self.variant, b"".join(reversed(states)))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{self.variant!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.variant.game is other.variant.game and self.state.tobytes() == other.state.tobytes()

    def __hash__(self) -> int:
        return hash(self.key)


def position_again(variant: Variant, states: bytes) -> Position:
    """A position that was pickled, with those before it."""
    position: Position | None = None
    for state in np.frombuffer(states, variant.game.state):
        own = layouts.new_state(variant.game.state)
        own.setfield(state.tobytes(), f"V{own.nbytes}")
        position = Position(variant, own, position)
    assert position is not None
    return position
