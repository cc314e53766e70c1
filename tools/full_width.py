"""Full-width search without any art, to hold claims of a search against: it tries every move, and judges nothing.

It knows the rules by the generic verbs alone, and shares no code with the searches of Ludoteca.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from ludoteca.compiler import layouts
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Position, Variant

DEEPEST = 130  # plies
PLACES = 1 << 21  # of a table of positions
YES, NO, UNKNOWN = 1, 0, -1
WON = 100_000  # more than any lead in points


class FullWidth:
    """The searches of one game, with a limit on the positions of each."""

    def __init__(self, variant: Variant, limit: int) -> None:
        game = variant.game
        self.limit = limit
        self._states = layouts.new_states(DEEPEST + 1, game.state)
        self._moves = np.zeros((DEEPEST + 1, game.most_moves), np.int32)
        self._keys = np.zeros(4096 + DEEPEST, np.uint64)
        self._frames = np.zeros((DEEPEST + 1, 8), np.int64)
        self._table = np.zeros((PLACES, 2), np.int64)

    def wins_within(self, position: Position, attacker: int, plies: int) -> bool | None:
        """Whether a player can force a win in so many plies; None where that takes too long to find out."""
        if plies > DEEPEST - 1:
            return None
        past, is_threefold = self._past(position)
        self._states[0] = position.state
        left = position.variant.longest - position.ply
        for depth in range(1, plies + 1):  # the shortest win is found soonest
            found = _wins_within(
                self._states,
                self._moves,
                self._keys,
                past,
                self._frames,
                is_threefold,
                attacker,
                depth,
                left,
                self.limit,
            )
            if found != NO:
                return None if found == UNKNOWN else True
        return False

    def value(self, position: Position) -> tuple[int, int] | None:
        """The result for the mover (1, 0 or -1) and the lead in points with best play; None where it takes too long."""
        if position.variant.repetition != "off":
            return None
        self._states[0] = position.state
        self._table[:] = 0
        left = position.variant.longest - position.ply
        found = int(_value(self._states, self._moves, self._frames, self._table, left, self.limit))
        if found == -(10**9):
            return None
        sign = (found > WON // 2) - (found < -WON // 2)
        return sign, found - sign * WON

    def _past(self, position: Position) -> tuple[int, bool]:
        """The keys of the game so far, where repetition counts; how many there are."""
        is_threefold = position.variant.repetition == "threefold"
        keys = [earlier.key for earlier in position.line()][1:] if is_threefold else []
        self._keys[: len(keys)] = keys[::-1]
        return len(keys), is_threefold


@njit
def _wins_within(
    states: Any,
    moves: Any,
    keys: Any,
    past: int,
    frames: Any,
    is_threefold: bool,
    attacker: int,
    plies: int,
    plies_left: int,
    limit: int,
) -> int:
    """Every move of the defender must lose, one of the attacker's must win."""
    nodes, ply, answer = 0, 0, UNKNOWN  # answer: what the position below has said
    while ply >= 0:
        count, tried = frames[ply, 0], frames[ply, 1]
        if answer == UNKNOWN:  # a new position
            nodes += 1
            if nodes > limit:
                return UNKNOWN
            how = verbs.ending(states[ply])
            if how != Ending.NONE:
                winner = 0 if how == Ending.FIRST_WINS else (1 if how == Ending.SECOND_WINS else 2)
                answer = YES if winner == attacker else NO
            elif ply == plies or ply >= plies_left:
                answer = NO
            elif is_threefold and ply > 0:
                keys[past + ply] = verbs.key(states[ply])
                times = 0
                for place in range(past + ply + 1):
                    if keys[place] == keys[past + ply]:
                        times += 1
                if times >= 3:
                    answer = NO
            else:
                keys[past + ply] = verbs.key(states[ply])
            if answer != UNKNOWN:
                ply -= 1
                continue
            frames[ply, 0] = verbs.moves(states[ply], moves[ply])
            frames[ply, 1] = 0
            count, tried = frames[ply, 0], 0
        else:
            is_attacker = states[ply].mover == attacker
            if (answer == YES) == is_attacker:
                ply -= 1  # a winning move of the attacker, or a defence
                continue
        if tried == count:
            answer = NO if states[ply].mover == attacker else YES
            ply -= 1
            continue
        frames[ply, 1] = tried + 1
        states[ply + 1] = states[ply]
        verbs.play(states[ply + 1], moves[ply, tried])
        ply += 1
        answer = UNKNOWN
    return answer


@njit
def _value(states: Any, moves: Any, frames: Any, table: Any, plies_left: int, limit: int) -> int:
    """The value for the mover by alpha-beta with a table of exact values, to the end of every line."""
    nodes, ply = 0, 0
    none = -(10**9)
    best, alpha, beta, count, tried, low, key = 0, 1, 2, 3, 4, 5, 6
    frames[0, alpha], frames[0, beta] = none + 1, -none - 1
    value, is_new = 0, True
    while ply >= 0:
        if is_new:
            nodes += 1
            if nodes > limit or ply >= DEEPEST - 1:
                return none
            how = verbs.ending(states[ply])
            known = False
            if how != Ending.NONE:
                lead = verbs.margin(states[ply])
                lead += WON if how == Ending.FIRST_WINS else (-WON if how == Ending.SECOND_WINS else 0)
                value, known = (lead if states[ply].mover == 0 else -lead), True
            elif ply >= plies_left:
                value, known = 0, True
            else:
                mark = np.int64(verbs.key(states[ply]))
                frames[ply, key] = mark
                place = mark & (PLACES - 1)
                if table[place, 0] == mark and table[place, 1] != 0:
                    value, known = table[place, 1] - 1_000_000, True
            if known:
                is_new = False
                ply -= 1
                if ply < 0:
                    return value
                if states[ply].mover != states[ply + 1].mover:
                    value = -value
                continue
            frames[ply, count] = verbs.moves(states[ply], moves[ply])
            frames[ply, tried] = 0
            frames[ply, best] = none
            frames[ply, low] = frames[ply, alpha]
        elif value > frames[ply, best]:
            frames[ply, best] = value
        at = max(frames[ply, alpha], frames[ply, best])
        if at >= frames[ply, beta] or frames[ply, tried] == frames[ply, count]:
            value = frames[ply, best]
            if frames[ply, low] < value < frames[ply, beta]:  # exact, and so worth keeping
                place = frames[ply, key] & (PLACES - 1)
                table[place, 0], table[place, 1] = frames[ply, key], value + 1_000_000
            ply -= 1
            is_new = False
            if ply < 0:
                return value
            if states[ply].mover != states[ply + 1].mover:
                value = -value
            continue
        states[ply + 1] = states[ply]
        verbs.play(states[ply + 1], moves[ply, frames[ply, tried]])
        frames[ply, tried] += 1
        if states[ply + 1].mover == states[ply].mover:
            frames[ply + 1, alpha], frames[ply + 1, beta] = at, frames[ply, beta]
        else:
            frames[ply + 1, alpha], frames[ply + 1, beta] = -frames[ply, beta], -at
        ply += 1
        is_new = True
    return none
