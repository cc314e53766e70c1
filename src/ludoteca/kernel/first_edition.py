"""The first edition of a game's declaration, until every game is declared by the second (see `declare`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import Encoding
from ludoteca.kernel.errors import BadDeclaration, UnknownName
from ludoteca.kernel.layouts import AnyState
from ludoteca.kernel.options import Option, Options
from ludoteca.kernel.scene import Figure, Look, Pick, Player, ShownFact
from ludoteca.kernel.verbs import Ending, Function, Rules, register


def no_score(state: AnyState) -> tuple[int, int] | None:
    """For games without points."""
    return None


def no_repetition(options: Options) -> str:
    """For games whose positions cannot come back."""
    return "off"


@dataclass(frozen=True, eq=False)
class FirstEditionGame:
    """One game.  The compiled functions state the rules; the plain ones describe states to people.

    Everything an interface does with a game, it does through this declaration.
    """

    name: str
    title: str
    designer: str
    summary: str  # one sentence for menus
    players: tuple[Player, Player]
    state: np.dtype[Any]

    # the rules, compiled (see verbs.Rules)
    start: Function
    moves: Function
    play: Function
    ending: Function
    evaluate: Function | None = None
    sample: Function | None = None
    margin: Function | None = None
    key: Function | None = None

    # evaluate as named terms and weights, where it is so written (for fitting, and to compare with weights set by hand)
    terms: Function | None = None
    term_names: tuple[str, ...] = ()
    stage: Function | None = None  # which row of the weights counts, where each stage of the game has its own
    stage_names: tuple[str, ...] = ()
    weights: npt.NDArray[np.float64] | None = None  # by term, or by stage and term
    plain_weights: npt.NDArray[np.float64] | None = None

    # what `evaluate` means besides the odds of winning, fitted with the weights (see search.values)
    draw_band: float = 0.0  # how near to even games are drawn; 0 where there are no draws
    points_per_unit: float = 0.0  # the lead at the end to expect of one unit, where there is `margin`
    most_points: float = 0.0  # the largest lead to expect, however good the evaluation

    # planes and numbered actions for learners (see encoding.Encoding), or where to find them: "package.module:NAME"
    encoding: Encoding | str | None = None

    goals: Any = ((), ())
    players_piece: str = "disc"
    accent: str = "moss"
    showcase: tuple[str, ...] = ()
    goal: str = ""
    fields: Any = None
    kinds: Any = None

    # options and size
    board: Callable[[Options], Board] = field(kw_only=True)
    options: tuple[Option, ...] = ()
    configure: Callable[[AnyState, Options], None] = lambda state, options: None
    most_moves: int = field(kw_only=True)  # in any position
    longest: Callable[[Options], int] = field(kw_only=True)  # in plies; a game that reaches it is drawn
    repetition: Callable[[Options], str] = no_repetition  # "off", "threefold" (a draw) or "superko"

    # position text; read() gets a configured state and raises UnreadablePosition
    read_text: Callable[[AnyState, str], None] = field(kw_only=True)
    write_text: Callable[[AnyState], str] = field(kw_only=True)

    # moves as paths of picks, and their text
    picks: Callable[[AnyState, int], tuple[Pick, ...]] = field(kw_only=True)
    forms: tuple[str, ...] = (r"([a-z]\d+)",)  # regular expressions of move text; the groups are the picks' names
    text_of_move: Callable[[tuple[str, ...]], str] = "".join
    tidy: Callable[[str], str] = str  # the canonical spelling of one pick, given in lower case
    why_not: Callable[[AnyState, tuple[str, ...]], str | None] = lambda state, names: None

    # what people see
    look_at: Callable[[AnyState, str], Look] = field(kw_only=True)  # by cell name
    facts_of: Callable[[AnyState], tuple[ShownFact, ...]] = lambda state: ()
    score_of: Callable[[AnyState], tuple[int, int] | None] = no_score
    reason_of: Callable[[AnyState, Ending], str] = field(kw_only=True)  # why it ended, for a state that has
    decided_of: Callable[[AnyState], tuple[Figure, ...]] = (
        lambda state: ()
    )  # what is seen to decide a state that has ended
    threats_of: Callable[[AnyState], tuple[Figure, ...]] = (
        lambda state: ()
    )  # what could decide the game at its owner's turn
    sides_of: Callable[[AnyState], tuple[Player, Player]] | None = None  # where colours can be chosen during play
    is_symmetric: bool = True  # whether the rules are the same however the board is turned
    turn_fields: Callable[[list[str], Board, Symmetry], list[str]] = lambda fields, board, symmetry: fields
    turn_choice: Callable[[str, Symmetry], str] = lambda name, symmetry: name
    separator: str = ""  # between the cells of a row in position text
    fixed: Mapping[str, Any] = field(default_factory=dict)  # options that this game does not leave open

    def __post_init__(self) -> None:
        if self.most_moves < 1:
            raise BadDeclaration(f"most_moves of {self.title} cannot be {self.most_moves}; there is at least one move")
        register(
            Rules(
                record=self.state,
                start=self.start,
                moves=self.moves,
                play=self.play,
                ending=self.ending,
                evaluate=self.evaluate,
                terms=self.terms,
                sample=self.sample,
                margin=self.margin,
                key=self.key,
            )
        )

    def choose(self, given: Options) -> dict[str, Any]:
        """All options with their values: those given, defaults for the rest; an error for any that do not exist."""
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                raise UnknownName(f"option of {self.name}", name, known)
        chosen = {
            option.name: option.value(given[option.name]) if option.name in given else option.default
            for option in self.options
        }
        return {**self.fixed, **chosen}

    def read(self, state: AnyState, text: str, board: Board) -> None:
        """As in the second edition."""
        self.read_text(state, text)

    def write(self, state: AnyState, board: Board) -> str:
        """As in the second edition."""
        return self.write_text(state)

    def looks(self, state: AnyState, board: Board) -> dict[str, Look]:
        """As in the second edition."""
        return {name: self.look_at(state, name) for name in board.names}

    def facts(self, state: AnyState) -> tuple[ShownFact, ...]:
        """As in the second edition."""
        return self.facts_of(state)

    def reason(self, state: AnyState) -> str:
        """As in the second edition."""
        return self.reason_of(state, Ending(self.ending(state)))

    def score(self, state: AnyState) -> tuple[int, int] | None:
        """As in the second edition."""
        return self.score_of(state)

    def decided(self, state: AnyState) -> tuple[Figure, ...]:
        """As in the second edition."""
        return self.decided_of(state)

    def threats(self, state: AnyState) -> tuple[Figure, ...]:
        """As in the second edition."""
        return self.threats_of(state)

    def sides(self, state: AnyState) -> tuple[Player, Player]:
        """As in the second edition."""
        return self.players if self.sides_of is None else self.sides_of(state)

    def move_text(self, names: tuple[str, ...]) -> str:
        """As in the second edition."""
        return self.text_of_move(names)

    def refusal(self, state: AnyState, names: Sequence[str]) -> str | None:
        """As in the second edition."""
        return self.why_not(state, tuple(names))

    def resource(self, name: str) -> Any:
        """As in the second edition."""
        from importlib.resources import files

        found = files("ludoteca.games") / self.name / name
        return found if found.is_file() else None


RENAMED = {
    "read": "read_text",
    "write": "write_text",
    "look": "look_at",
    "facts": "facts_of",
    "reason": "reason_of",
    "decided": "decided_of",
    "threats": "threats_of",
    "sides": "sides_of",
    "score": "score_of",
    "move_text": "text_of_move",
    "why": "why_not",
}


def old_game(**declared: Any) -> FirstEditionGame:
    """A game by the first edition's keywords."""
    return FirstEditionGame(**{RENAMED.get(name, name): value for name, value in declared.items()})
