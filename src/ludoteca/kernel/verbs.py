"""Verbs: the operations that every game supports, defined once for all games.

A verb looks up the record type of its state and calls that game's own function.  In compiled code this happens during
compilation, so it costs nothing at run time, and one search function serves every game; in plain Python a verb finds
the function by the record's dtype.

Whatever a game's functions return is checked before it is used: a list of moves that does not fit, an ending or a mover
that does not exist raises BrokenRules, and never writes to memory that belongs to something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numba
import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import AnyState, record_key, set_error_code
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.move_lists import bounded
from ludoteca.errors import BrokenRules
from ludoteca.kernel.evaluation_terms import weigh, weigh_at
from ludoteca.kernel.learned_tables import announce, asked, has_tables, is_added, tables_of
from ludoteca.kernel.random_numbers import Random, below

Function = Any  # a compiled function

# The messages of BrokenRules in compiled code, which knows no more; the number is stored in the state.
BAD_COUNT = "a game has more moves in a position than its most_moves says"
BAD_ENDING = "a game returned an ending that is not a member of Ending"
BAD_MOVER = "the mover of a game is neither 0 nor 1"
BAD_ACTION = "the encoding of a game gives a move an action that does not exist"


TOO_EARLY = 1 << 20  # no lead is this large
A_REPLY = 100  # how much less promising each of the opponent's replies makes a move


class Ending(IntEnum):
    """The result of a position by the rules alone."""

    NONE = 0  # the game continues
    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3


LAST_ENDING = np.uint64(max(Ending))


@dataclass(frozen=True)
class Rules:
    """The compiled functions of one game, by verb.

        start(state, random)     set up the board of a state whose options are filled in
        moves(state, out)        write the legal moves into `out`, return how many
        play(state, move)        play a legal move
        ending(state)            an Ending
        evaluate(state)          how good the position is for the mover: the log odds that they win (optional)
        terms(state)             the same as a tuple of numbers, multiplied by `weights` if there is no `evaluate`
        stage(state)             which row of the weights applies, if each stage of the game has its own
        sample(state, random)    a random legal move, all equally likely, without listing them (optional)
        has_moves(state)         whether there is a legal move other than a pass (optional)
        points(state, player)    the points of a player (optional)
        margin(state)            the first player's points minus the second's (optional, if that is faster)
        key(state)               a fingerprint (optional; by default made from the whole record)
        settled(state)           the Ending it will have whatever is played; NONE if that is not certain (optional)

    For the solver, each optional:

        order_score(state, move, after)       how early to try a move that leads to `after`; higher scores come first
        lead_bound(state)                     an upper bound on the mover's lead at the end
        exact_lead(state, low, high, spent)   the mover's lead at the end of a game that is nearly over, else TOO_EARLY
    """

    record: np.dtype[Any]
    start: Function
    moves: Function
    play: Function
    ending: Function
    evaluate: Function | None = None
    terms: Function | None = None
    stage: Function | None = None
    weights: Any = None  # numbers by term, or by stage and term
    sample: Function | None = None
    has_moves: Function | None = None
    points: Function | None = None
    margin: Function | None = None
    key: Function | None = None
    settled: Function | None = None
    order_score: Function | None = None
    lead_bound: Function | None = None
    exact_lead: Function | None = None


_by_dtype: dict[np.dtype[Any], Rules] = {}
_by_type: dict[Any, Rules] = {}


def register(rules: Rules) -> None:
    """Let the verbs find a game's functions by its record type."""
    announce(rules.record)
    _by_dtype[rules.record] = rules
    _by_type[numba.from_dtype(rules.record)] = rules


def rules_of(state: AnyState) -> Rules:
    """The functions of the game this state belongs to."""
    dtype = state.dtype
    rules = _by_dtype.get(dtype)
    if rules is None:  # a record whose elements have their own class, such as NumPy's; remembered from now on
        rules = _by_dtype[dtype] = _by_dtype[np.dtype((np.void, dtype))]
    return rules


@compiled
def start_empty(state, random):
    """The start of a game that does not define one: the board is empty, and the first player moves."""


def start(state: AnyState, random: Random) -> None:
    """Set up the board; the state's options are already filled in."""
    rules_of(state).start(state, random)


def moves(state: AnyState, out: Any) -> int:
    """Write the legal moves of an unfinished game into `out` and return how many there are."""
    return int(_list_moves(state, out))


def play(state: AnyState, move: int) -> None:
    """Play a legal move."""
    _play_move(state, move)


def ending(state: AnyState) -> Ending:
    """Whether the game is over, and who has won."""
    return Ending(_end(state))


def evaluate(state: AnyState) -> float:
    """How good the position is for the player to move: the log odds of winning, 0 if even.

    If a game has learned tables (see `learned_tables`), they decide, alone or added to its own evaluation.
    """
    if has_tables(state.dtype):
        return float(_judge(state))
    return own_evaluation(state)


def own_evaluation(state: AnyState) -> float:
    """The game's own evaluation, by default its weighted terms; 0 if it has none."""
    rules = rules_of(state)
    if rules.evaluate is not None:
        return float(rules.evaluate(state))
    if rules.terms is None or rules.weights is None:
        return 0.0
    weights = rules.weights if rules.stage is None else rules.weights[int(rules.stage(state))]
    return float(weigh(rules.terms(state), weights))


def margin(state: AnyState) -> int:
    """The first player's points minus the second's; 0 in games without points."""
    rules = rules_of(state)
    if rules.margin is None and rules.points is not None:
        return int(rules.points(state, 0)) - int(rules.points(state, 1))
    return 0 if rules.margin is None else int(rules.margin(state))


def key(state: AnyState) -> Any:
    """A fingerprint: equal positions have equal keys."""
    function = rules_of(state).key
    return np.uint64(record_key(state) if function is None else function(state))


def settled(state: AnyState) -> Ending:
    """How an unfinished game will end whatever is played; NONE if that is uncertain or unknown."""
    return Ending(_settle(state))


def order_score(state: AnyState, move: int, after: AnyState, out: Any) -> int:
    """How early the solver tries a move, in thousandths of a unit of `evaluate`; `out` is room for a list of moves.

    By default, moves that leave the opponent few replies come first.
    """
    function = rules_of(state).order_score
    if function is not None:
        return int(function(state, move, after))
    return -A_REPLY * moves(after, out) if after.mover != state.mover else 0


def lead_bound(state: AnyState) -> int:
    """A lead at the end that the mover cannot exceed; TOO_EARLY if none is known."""
    function = rules_of(state).lead_bound
    return TOO_EARLY if function is None else int(function(state))


def exact_lead(state: AnyState, low: int, high: int, spent: Any) -> int:
    """The mover's lead at the end, computed by the game itself; TOO_EARLY if it is left to the search.

    It is exact between `low` and `high`, otherwise a bound on that side; the nodes it took are added to `spent[0]`.
    """
    function = rules_of(state).exact_lead
    return TOO_EARLY if function is None else int(function(state, low, high, spent))


def has_moves(state: AnyState) -> bool:
    """Whether the mover has a legal move other than a pass, if the game declares moves by sets: see `legal_moves`."""
    return bool(rules_of(state).has_moves(state))  # type: ignore[misc]  # only such games ask


def pick(state: AnyState, random: Random, out: Any) -> int:
    """A random legal move, all equally likely; `out` is room for a list of moves."""
    rules = rules_of(state)
    if rules.sample is not None:
        return int(rules.sample(state, random))
    return int(out[below(random, moves(state, out))])


def _rules(state: Any) -> Rules | None:
    return _by_type.get(state)


@overload(start, target="generic")
def _start(state, random):
    if rules := _rules(state):
        function = rules.start
        return lambda state, random: function(state, random)
    return None


@overload(moves, target="generic")
def _moves(state, out):
    if rules := _rules(state):
        function = rules.moves

        def listed(state, out):
            if state.mover > 1:  # checked here, before anything is indexed by mover: `play` is called more often
                set_error_code(state, state.mover)
                raise BrokenRules(BAD_MOVER)
            count = np.int64(function(state, bounded(out)))
            if np.uint64(count) > np.uint64(len(out)):  # or negative
                set_error_code(state, count)
                raise BrokenRules(BAD_COUNT)
            return count

        return listed
    return None


@overload(play, target="generic")
def _play(state, move):
    if rules := _rules(state):
        function = rules.play
        return lambda state, move: function(state, move)
    return None


@overload(ending, target="generic")
def _ending(state):
    if rules := _rules(state):
        function = rules.ending

        def ended(state):
            how = np.int64(function(state))
            if np.uint64(how) > LAST_ENDING:
                set_error_code(state, how)
                raise BrokenRules(BAD_ENDING)
            return how

        return ended
    return None


@overload(own_evaluation, target="generic")
def _own_evaluation(state):
    if rules := _rules(state):
        function, terms, stage, weights = rules.evaluate, rules.terms, rules.stage, rules.weights
        if function is not None:
            return lambda state: np.float64(function(state))
        if terms is None or weights is None:
            return lambda state: 0.0
        if stage is None:
            return lambda state: weigh(terms(state), weights)
        return lambda state: weigh_at(stage(state), terms(state), weights)
    return None


@overload(evaluate, target="generic")
def _evaluate(state):
    if not _rules(state):
        return None

    def judge(state):
        tables = tables_of(state)
        if tables != 0:
            worth = asked(state, tables, margin(state))
            if worth == worth:  # NaN: the tables are for another board
                return worth + own_evaluation(state) if is_added(state) else worth
        return own_evaluation(state)

    return judge


@overload(margin, target="generic")
def _margin(state):
    if rules := _rules(state):
        function, points = rules.margin, rules.points
        if function is not None:
            return lambda state: np.int64(function(state))
        if points is not None:
            return lambda state: np.int64(points(state, 0)) - np.int64(points(state, 1))
        return lambda state: 0
    return None


@overload(key, target="generic")
def _key(state):
    if rules := _rules(state):
        function = rules.key or record_key
        return lambda state: function(state)
    return None


@overload(settled, target="generic")
def _settled(state):
    if rules := _rules(state):
        function = rules.settled
        if function is None:
            return lambda state: np.int64(Ending.NONE)
        return lambda state: np.int64(function(state))
    return None


@overload(order_score, target="generic")
def _order_score(state, move, after, out):
    if rules := _rules(state):
        function = rules.order_score
        if function is not None:
            return lambda state, move, after, out: np.int64(function(state, move, after))
        return lambda state, move, after, out: -A_REPLY * moves(after, out) if after.mover != state.mover else 0
    return None


@overload(lead_bound, target="generic")
def _lead_bound(state):
    if rules := _rules(state):
        function = rules.lead_bound
        if function is None:
            return lambda state: TOO_EARLY
        return lambda state: np.int64(function(state))
    return None


@overload(exact_lead, target="generic")
def _exact_lead(state, low, high, spent):
    if rules := _rules(state):
        function = rules.exact_lead
        if function is None:
            return lambda state, low, high, spent: TOO_EARLY
        return lambda state, low, high, spent: np.int64(function(state, low, high, spent))
    return None


@overload(has_moves, target="generic")
def _has_moves(state):
    rules = _rules(state)
    if rules is None or rules.has_moves is None:
        return None
    function = rules.has_moves
    return lambda state: function(state)


@overload(pick, target="generic")
def _pick(state, random, out):
    rules = _rules(state)
    if rules is None:
        return None
    if rules.sample is not None:
        sample = rules.sample
        return lambda state, random, out: sample(state, random)
    return lambda state, random, out: out[below(random, moves(state, out))]


# The verbs in compiled form, for plain Python: their code is shared with a search, and whatever a game's
# own functions return is checked.


@compiled
def _list_moves(state, out):
    return moves(state, out)


@compiled
def _play_move(state, move):
    play(state, move)


@compiled
def _end(state):
    return ending(state)


@compiled
def _settle(state):
    return settled(state)


@compiled
def _judge(state):
    """The same, since learned tables exist only in compiled code."""
    return evaluate(state)
