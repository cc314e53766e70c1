"""Who leads at the end of a game that is nearly over, by the rules alone: every line is played to its end."""

from __future__ import annotations

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.compiler.layouts import AnyState
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Variant


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
