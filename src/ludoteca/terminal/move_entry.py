"""A move being chosen: pick by pick, or at once as text.  Both interfaces enter moves only through this.

It holds only the beginning of a legal move, so nothing illegal can result; each refusal is a MoveError with its reason.
"""

from __future__ import annotations

from ludoteca.errors import AmbiguousMove, GameOver, IllegalMove, MoveError
from ludoteca.kernel.scene import Pick
from ludoteca.kernel.shared_sentences import IS_OVER
from ludoteca.languages.texts import in_language, make_text
from ludoteca.play.move_input import beginning, choose, ending_at, matching, next_picks, read_picks, why_not
from ludoteca.play.position import CellLabels, Move, Position
from ludoteca.terminal.prompts import index_of


class Entry:
    """What has been chosen so far of a move in a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.picked: tuple[str, ...] = ()
        self.pointed = 0  # which of the choices is selected
        self._after: dict[tuple[str, ...], Position | None] = {}

    @property
    def options(self) -> list[Pick]:
        """What can be picked next."""
        return next_picks(self.position, self.picked)

    @property
    def cells(self) -> list[str]:
        """The cells that can be picked next, including those where a chain ends."""
        names = [pick.name for pick in self.options if pick.is_cell]
        ends = {move.picks[-1].name for move in self.fitting() if move.more} if self.picked else set()
        return names + sorted(end for end in ends.difference(names) if ending_at(self.position, (*self.picked, end)))

    @property
    def choices(self) -> list[Pick]:
        """The choices by name that can be picked next, in the order of their numbers."""
        return [pick for pick in self.options if not pick.is_cell]

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices can continue the move, so that one of them is selected."""
        return not self.cells and bool(self.choices)

    def point(self, by: int) -> None:
        """Select another choice."""
        self.pointed = (self.pointed + by) % len(self.choices)

    @property
    def so_far(self) -> str:
        """What has been chosen, as the beginning of a move's text."""
        return self.labels.shown(self._picked_text) if self.picked else ""

    @property
    def _picked_text(self) -> str:
        """The same in notation."""
        return beginning(self.position, self.picked)

    @property
    def labels(self) -> CellLabels:
        """What people call the cells."""
        return self.position.variant.labels

    def reads(self, said: str) -> bool:
        """Whether a text is a legal move or the next pick, which take precedence over commands."""
        said = self.labels.read(said)
        legal = self.position.whole_moves()
        names = {pick.name for pick in self.options} | {move.text.lower() for move in legal}
        return said.lower() in names | {self.position.written(move).lower() for move in legal}

    def fitting(self, *more: str) -> list[Move]:
        """The legal moves that continue with these picks."""
        return matching(self.position, (*self.picked, *more))

    def after(self, choice: str) -> Position | None:
        """The position that a choice leads to when it completes the move; None before the first pick."""
        names = (*self.picked, choice)
        if self.picked and names not in self._after:
            whole = [move for move in matching(self.position, names) if len(move.picks) == len(names)]
            self._after[names] = self.position.play(whole[0]) if whole else None
        return self._after.get(names)

    def back(self) -> bool:
        """Drop the last pick; False if there was none."""
        had_picks = bool(self.picked)
        self.picked, self.pointed = self.picked[:-1], 0
        return had_picks

    def pick(self, name: str) -> Move | None:
        """Pick a cell or a choice: returns the move when it is complete, else None.

        The last pick again takes it back, and a cell that cannot continue the move but could begin one begins that one.
        """
        if any(pick.is_meant_by(name) for pick in self.options):
            return self._advance((*self.picked, name))
        if self.picked and name == self.picked[-1]:
            self.back()
            return None
        if (chain := ending_at(self.position, (*self.picked, name))) is not None:
            self.picked, self.pointed = (), 0
            return chain
        if self.picked and name in {pick.name for pick in next_picks(self.position)}:
            return self._advance((name,))
        if self.position.outcome is not None:
            raise GameOver(make_text(IS_OVER, {"0": self.position.outcome.reason}))
        raise IllegalMove(why_not(self.position, (*self.picked, name)))

    def _advance(self, names: tuple[str, ...]) -> Move | None:
        whole = [move for move in matching(self.position, names) if len(move.picks) == len(names)]
        self.picked, self.pointed = () if whole else names, 0
        return whole[0] if whole else None

    def type(self, text: str) -> Move | None:
        """Read typed text: the next pick by name, number or label, or a whole move, or the beginning of one."""
        text = self.labels.read(text)
        meant = self._next_pick(text)
        if meant is not None:
            return self._advance((*self.picked, meant))
        try:
            names = read_picks(self.position, text)
        except MoveError:
            if self.picked:  # after a beginning, it is meant as the next pick
                raise IllegalMove(why_not(self.position, self._continued(text))) from None
            raise
        try:
            move = choose(self.position, names)
        except AmbiguousMove:
            self.picked, self.pointed = names, 0
            return None
        self.picked, self.pointed = (), 0
        return move

    def _continued(self, text: str) -> tuple[str, ...]:
        """The picks so far and what was typed after them, by its name if it has one."""
        said = " ".join(text.split()).lower()
        readings = self.position.variant.game.kinds.read(" ".join((*self.picked, said)))
        names = [reading.names for reading in readings if len(reading.names) > len(self.picked)]
        return names[0] if names else (*self.picked, said)

    def _next_pick(self, text: str) -> str | None:
        """The pick that the text means if it is one of those offered; text that is a whole move is left alone."""
        said = text.strip().lower()
        options = self.options
        if said in (names := [pick.name for pick in options]):
            return said
        if any(move.text.lower() == said for move in self.position.whole_moves()):
            return None
        choices = self.choices
        for names_of in (lambda pick: pick.name, str, lambda pick: in_language(str(pick))):
            found = index_of(said, [names_of(pick) for pick in choices], is_whole=True)
            if found is not None:
                return choices[found].name
        return self._spelled_otherwise(said, names)

    def _spelled_otherwise(self, said: str, names: list[str]) -> str | None:
        """The pick with another spelling after what has been picked: `b1`, then `3+2+1` or `south east`."""
        if not self.picked:
            return None
        try:
            spelled = read_picks(self.position, f"{self._picked_text} {said}")
        except MoveError:
            return None
        is_next = spelled[:-1] == self.picked and spelled[-1] in names
        return spelled[-1] if is_next else None
