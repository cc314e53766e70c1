"""Verbs: the operations that every game supports, defined once for all games.

A verb looks up the record type of its state and calls that game's own function.  In compiled code this happens during
compilation, so it costs nothing at run time, and one search function serves every game; in plain Python a verb finds
the function by the record's dtype.

Each verb is declared once, with `@verb`: its docstring says what it means, and its body is what happens in games that
have no function of that name.  Whatever a game's functions return is checked before it is used: a list of moves that
does not fit, an ending or a mover that does not exist raises BrokenRules, and never writes to memory that belongs to
something else.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import FunctionType
from typing import Any, TypeVar, get_type_hints

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.game_memory import (
    TABLE_READER,
    TABLES_ARE_ADDED,
    TABLES_IN_USE,
    add_game_memory,
    call_at,
    game_memory,
    game_number,
)
from ludoteca.compiler.layouts import AnyState, record_key, set_error_code, state_type
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.move_lists import bounded
from ludoteca.errors import BrokenRules
from ludoteca.kernel.facts import argument_count
from ludoteca.kernel.random_numbers import Random, below

Function = Any  # a compiled function
Body = TypeVar("Body", bound=Callable[..., Any])

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


LAST_ENDING = int(max(Ending))


@dataclass(frozen=True)
class Rules:
    """The compiled functions of one game, by name, and the weights of its evaluation, by term or by stage and term."""

    record: np.dtype[Any]
    functions: Mapping[str, Function]
    weights: Any = None

    @functools.cached_property
    def plain(self) -> dict[str, Function]:
        """By verb, what plain Python calls."""
        return {each.name: each.called or each.compiled(self) for each in VERBS.values() if each.is_in(self)}


@dataclass(frozen=True)
class Verb:
    """A verb: its body, which is also its default, the name of the game's function for it, and its check.

    `called` is what plain Python calls for every game, if that is machine code.
    """

    name: str
    body: Callable[..., Any]
    gives: Any  # the type of its result in plain Python
    function: str
    is_required: bool
    check: Callable[[Function], Function] | None
    called: Function | None

    @property
    def arguments(self) -> list[str]:
        """The names of its arguments; a game's function takes the first few of them."""
        return list(inspect.signature(self.body).parameters)

    def is_in(self, rules: Rules) -> bool:
        """Whether a game supports it."""
        return not self.is_required or rules.functions.get(self.function) is not None

    def compiled(self, rules: Rules) -> Any:
        """The source of the verb for one game, for callers to compile."""
        own = rules.functions.get(self.function)
        if self.check is not None:
            return self.check(own or compiled(self.body))
        if own is None:
            return MADE[self.name](rules) if self.name in MADE else self.body
        names = self.arguments
        call = f"own({', '.join(names[: argument_count(own)])})"
        cast = {int: "int64", float: "float64"}.get(self.gives, "")
        space = {"own": own, "int64": np.int64, "float64": np.float64}
        exec(f"def {self.name}({', '.join(names)}): return {cast}({call})", space)
        return space[self.name]


VERBS: dict[str, Verb] = {}
MADE: dict[str, Callable[[Rules], Callable[..., Any]]] = {}  # by verb, what makes its default for one game


def _in_machine_code(verb: Callable[..., Any]) -> Function:
    """A verb as machine code for plain Python: it shares the code of a search, and what a game returns is checked."""

    def of_state(state):
        return verb(state)

    def of_state_and(state, given):
        return verb(state, given)

    return compiled(of_state if len(inspect.signature(verb).parameters) == 1 else of_state_and)


def verb(
    *,
    function: str = "",
    is_required: bool = False,
    is_machine_code: bool = False,
    check: Callable[[Function], Function] | None = None,
) -> Callable[[Body], Body]:
    """Declare a verb: its body is the default, unless it is required.

    The game's function has the verb's name, or is called `function`, and takes as many of the arguments as it needs.
    `check` wraps it in a function that checks what it returns.  With `is_machine_code` plain Python, too, calls machine
    code, which is worth compiling for verbs that are called in every position.
    """

    def declared(body: Body) -> Body:
        name, gives = body.__name__, get_type_hints(body)["return"]
        bare = FunctionType(body.__code__, body.__globals__, name)  # the compiler does not accept annotations
        is_converted = gives not in (Any, type(None))

        @functools.wraps(body)
        def plain(state: AnyState, *rest: Any) -> Any:
            answer = rules_of(state).plain[name](state, *rest)
            return gives(answer) if is_converted else answer

        called = _in_machine_code(plain) if is_machine_code else None
        made = VERBS[name] = Verb(name, bare, gives, function or name, is_required, check, called)

        def compiled_for(*types: Any) -> Any:
            rules = _by_type.get(types[0])
            return made.compiled(rules) if rules is not None and made.is_in(rules) else None

        plain.__dict__["is_verb"] = True
        compiled_for.__signature__ = inspect.signature(bare)  # type: ignore[attr-defined]
        overload(plain, target="generic")(compiled_for)
        return plain  # type: ignore[return-value]

    return declared


def arguments_of(name: str, function: Function) -> list[str]:
    """The verb's names for the arguments of a game's function."""
    named = next((each.arguments for each in VERBS.values() if each.function == name), ["state"])
    return named[: argument_count(function)]


def found_in(names: Mapping[str, Any]) -> dict[str, Function]:
    """A game's own functions among the names in its file, which may also import verbs."""
    own = ((each.function, names.get(each.function)) for each in VERBS.values())
    return {name: thing for name, thing in own if thing is not None and not hasattr(thing, "is_verb")}


_by_dtype: dict[np.dtype[Any], Rules] = {}
_by_type: dict[Any, Rules] = {}


def register(rules: Rules) -> None:
    """Let the verbs find a game's functions by its record type."""
    add_game_memory(rules.record)
    _by_dtype[rules.record] = rules
    _by_type[state_type(rules.record)] = rules


def rules_of(state: AnyState) -> Rules:
    """The functions of the game this state belongs to."""
    dtype = state.dtype
    rules = _by_dtype.get(dtype)
    if rules is None:  # a record whose elements have their own class, such as NumPy's; remembered from now on
        rules = _by_dtype[dtype] = _by_dtype[np.dtype((np.void, dtype))]
    return rules


# --- checks


def _within_bounds(own: Function) -> Function:
    def moves(state, out):
        if state.mover > 1:  # checked here, before anything is indexed by mover: `play` is called more often
            set_error_code(state, state.mover)
            raise BrokenRules(BAD_MOVER)
        count = np.int64(own(state, bounded(out)))
        if np.uint64(count) > np.uint64(len(out)):  # or negative
            set_error_code(state, count)
            raise BrokenRules(BAD_COUNT)
        return count

    return moves


def _an_ending(own: Function) -> Function:
    def ending(state):
        how = np.int64(own(state))
        if how < 0 or how > LAST_ENDING:
            set_error_code(state, how)
            raise BrokenRules(BAD_ENDING)
        return how

    return ending


# --- the verbs


@compiled
def start_empty(state, random):
    """The start of a game that does not define one: the board is empty, and the first player moves."""


@verb(is_required=True)
def start(state: AnyState, random: Random) -> None:
    """Set up the board; the state's options are already filled in."""


@verb(is_required=True, is_machine_code=True, check=_within_bounds)
def moves(state: AnyState, out: Any) -> int:
    """Write the legal moves of an unfinished game into `out` and return how many there are."""
    raise NotImplementedError


@verb(is_required=True, is_machine_code=True)
def play(state: AnyState, move: int) -> None:
    """Play a legal move."""


@verb(is_required=True, is_machine_code=True, check=_an_ending)
def ending(state: AnyState) -> Ending:
    """Whether the game is over, and who has won."""
    raise NotImplementedError


@verb(function="sample")
def pick(state: AnyState, random: Random, out: Any) -> int:
    """A random legal move, all equally likely.

    `out` is room for a list of moves.
    """
    return int(out[below(random, moves(state, out))])


@verb()
def playout_move(state: AnyState, random: Random, last: int, out: Any) -> int:
    """The move of a playout: random, but a game may choose as players would; by default any legal one.

    `last` is the move played just before, or OFF if it is not known; `out` is room for a list of moves.
    """
    return pick(state, random, out)


@verb()
def move_prior(state: AnyState, move: int, last: int) -> float:
    """How promising a legal move looks before a tree has tried it: the logarithm of how often good players choose it.

    `last` is the move played just before, or OFF if it is not known.
    """
    return 0.0


@verb(function="evaluate")
def own_evaluation(state: AnyState) -> float:
    """The game's own evaluation of a position for the player to move; 0 if it has none.

    By default it is the sum of `terms(state)`, each times its weight in WEIGHTS.
    """
    raise NotImplementedError  # made for each game below


@verb(is_required=True)
def terms(state: AnyState) -> Any:
    """The numbers whose weighted sum is the evaluation, as a tuple; TERMS has their names."""
    raise NotImplementedError


@verb(is_required=True)
def stage(state: AnyState) -> int:
    """The stage of the game, if each has its own weights: the row of WEIGHTS."""
    raise NotImplementedError


@verb()
def points(state: AnyState, player: int) -> int:
    """The points of a player."""
    return 0


@verb()
def margin(state: AnyState) -> int:
    """The first player's points minus the second's; a game may have a faster way to compute it."""
    return points(state, 0) - points(state, 1)


@verb()
def key(state: AnyState) -> Any:
    """A fingerprint: equal positions have equal keys."""
    return record_key(state)


@verb()
def repetition_key(state: AnyState) -> Any:
    """A fingerprint of what must be the same for a position to count as repeated; by default the key."""
    return key(state)


@verb()
def can_repeat(state: AnyState, move: int) -> bool:
    """Whether superko may forbid a move; if not, it is not played to find out, and never forbidden."""
    return True


@verb(is_machine_code=True, check=_an_ending)
def settled(state: AnyState) -> Ending:
    """How an unfinished game will end whatever is played; NONE if that is uncertain or unknown."""
    return Ending.NONE


@verb(check=_an_ending)
def repeated(state: AnyState) -> Ending:
    """How a game ends when a position repeats, if that ends it; by default in a draw.

    It may change the state before it counts, for example if the players take what is left on the board.
    """
    return Ending.DRAW


@verb(check=_an_ending)
def at_longest(state: AnyState) -> Ending:
    """How a game ends when it reaches its maximum length; by default in a draw.  It may change the state, too."""
    return Ending.DRAW


@verb()
def order_score(state: AnyState, move: int, after: AnyState, out: Any) -> int:
    """How early the solver tries a move that leads to `after`, in thousandths of a unit of `evaluate`.

    By default, moves that leave the opponent few replies come first; `out` is room for a list of them.
    """
    return -A_REPLY * moves(after, out) if after.mover != state.mover else 0


@verb()
def lead_bound(state: AnyState) -> int:
    """A lead at the end that the mover cannot exceed; TOO_EARLY if none is known."""
    return TOO_EARLY


@verb()
def exact_lead(state: AnyState, low: int, high: int, spent: Any) -> int:
    """The mover's lead at the end, computed by the game itself; TOO_EARLY if it is left to the search.

    It is exact between `low` and `high`, otherwise a bound on that side; the nodes it took are added to `spent[0]`.
    """
    return TOO_EARLY


@verb()
def forcing_score(state: AnyState, move: int) -> int:
    """How promising a move is that must be answered before a position can be judged, such as a capture; else 0.

    Where alpha-beta would stop, it goes on with such moves alone, those with higher scores first.
    """
    return 0


@verb()
def is_in_check(state: AnyState) -> bool:
    """Whether the mover must answer a threat or finish a turn: alpha-beta tries every move, and looks past a threat."""
    return False


@verb(is_required=True)
def has_moves(state: AnyState) -> bool:
    """Whether the mover has a legal move other than a pass, if the game declares moves by sets: see `legal_moves`."""
    raise NotImplementedError


def _weighted_terms(rules: Rules) -> Callable[..., Any]:
    """The evaluation of a game that has terms with weights, or nothing."""
    weights = rules.weights
    if "terms" not in rules.functions or weights is None:
        return lambda state: 0.0
    if "stage" not in rules.functions:
        return lambda state: weigh(terms(state), weights)
    return lambda state: weigh_at(stage(state), terms(state), weights)


MADE["own_evaluation"] = _weighted_terms


def evaluate(state: AnyState) -> float:
    """How good the position is for the player to move: the log odds of winning, 0 if even.

    If a game has learned tables (see `search.learned_tables`), they decide, alone or added to its own evaluation.  So
    this is the same for all games, and no game has its own function for it.
    """
    return float(_judge(state)) if game_memory(state.dtype)[TABLES_IN_USE] else own_evaluation(state)


@overload(evaluate, target="generic")
def _evaluate(state):
    if state not in _by_type:
        return None

    def judge(state):
        tables = game_number(state, TABLES_IN_USE)
        if tables != 0:
            worth = call_at(game_number(state, TABLE_READER), state, tables, margin(state))
            if worth == worth:  # NaN: the tables are for another board
                is_added = game_number(state, TABLES_ARE_ADDED) != 0
                return worth + own_evaluation(state) if is_added else worth
        return own_evaluation(state)

    return judge


def has_forcing_moves(state: AnyState) -> bool:
    """Whether the game says which moves are forcing, by a function `forcing_score`; known when code is compiled."""
    return "forcing_score" in rules_of(state).functions


@overload(has_forcing_moves, target="generic")
def _has_forcing_moves(state):
    rules = _by_type.get(state)
    if rules is None:
        return None
    has_function = "forcing_score" in rules.functions
    return lambda state: has_function


_judge = _in_machine_code(evaluate)  # in plain Python, too: learned tables exist only in compiled code


# --- what games use in their own functions


@compiled
def weigh(terms: Any, weights: Any) -> float:
    """The sum of the terms, each times its weight."""
    total = 0.0
    for index in range(len(terms)):
        total += terms[index] * weights[index]
    return total


@compiled
def weigh_at(stage: int, terms: Any, weights: Any) -> float:
    """The same with separate weights for each stage of the game: weights[stage, term]."""
    total = 0.0
    for index in range(len(terms)):
        total += terms[index] * weights[stage, index]
    return total


@compiled
def win_of(player: int) -> Any:
    """The ending in which this player wins."""
    return Ending.FIRST_WINS if player == 0 else Ending.SECOND_WINS


@compiled
def winner_of(how: Any) -> int:
    """Who wins by an ending that is not a draw."""
    return 0 if how == Ending.FIRST_WINS else 1


@compiled
def more_wins(first: Any, second: Any) -> Any:
    """The ending of a game in which the player with more wins; equal numbers are a draw."""
    if first == second:
        return Ending.DRAW
    return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS
