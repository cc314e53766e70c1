"""The declaration of a game: its rules by verb, and what the rest of Ludoteca needs to know about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import Encoding
from ludoteca.kernel.errors import BadDeclaration, BadOption, UnknownName, shown
from ludoteca.kernel.layouts import AnyState
from ludoteca.kernel.scene import Fact, Figure, Look, Pick, Player
from ludoteca.kernel.verbs import Ending, Function, Rules, register

Options = Mapping[str, Any]
YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True)
class Option:
    """A choice people make before a game: a size, a ruling."""

    name: str
    default: Any
    explain: str  # one line, for menus and for --help
    choices: tuple[Any, ...] = ()  # every value it takes; empty when `parse` decides
    parse: Callable[[Any], Any] | None = None  # from what was given to a value; ValueError with a reason
    label: str = ""  # what forms call it, where its name is not a word; links and records keep the name
    words: Mapping[str, str] = field(default_factory=dict, hash=False)  # what forms call a value, by its text

    @property
    def title(self) -> str:
        """What forms call it."""
        return self.label or self.name.replace("_", " ").capitalize()

    def value_words(self, value: Any) -> str:
        """What forms call a value."""
        return self.words.get(self.text(value), self.text(value).replace("_", " "))

    def value(self, given: Any) -> Any:
        """The value that was meant, or BadOption naming the values there are."""
        if self.parse is not None:
            try:
                return self.parse(given)
            except (ValueError, TypeError) as error:
                raise BadOption(f"{self.name} cannot be {shown(given)}: {error}") from error
        if set(self.choices) == {True, False}:
            return self._yes_or_no(given)
        for known in self.choices:
            if given == known or str(given).strip().lower() == self.text(known):
                return known
        raise BadOption(f"{self.name} cannot be {shown(given)}; it can be {self.choices_text()}")

    def _yes_or_no(self, given: Any) -> bool:
        word = str(given).strip().lower()
        if word not in YES | NO:
            raise BadOption(f"{self.name} cannot be {shown(given)}; it can be yes or no")
        return word in YES

    def text(self, value: Any) -> str:
        """A value as it is written in menus, records and --set."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ",".join(str(part) for part in value)
        if value is None:
            return "unlimited"
        return str(value) if self.parse is not None else str(value).lower()

    def choices_text(self) -> str:
        """The values it takes, for messages."""
        words = [self.text(known) for known in self.choices]
        return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1] if words else "any value it reads"


def no_score(state: AnyState) -> tuple[int, int] | None:
    """For games without points."""
    return None


def no_repetition(options: Options) -> str:
    """For games whose positions cannot come back."""
    return "off"


@dataclass(frozen=True, eq=False)
class Game:
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

    # options and size
    board: Callable[[Options], Board] = field(kw_only=True)
    options: tuple[Option, ...] = ()
    configure: Callable[[AnyState, Options], None] = lambda state, options: None
    most_moves: int = field(kw_only=True)  # in any position
    longest: Callable[[Options], int] = field(kw_only=True)  # in plies; a game that reaches it is drawn
    repetition: Callable[[Options], str] = no_repetition  # "off", "threefold" (a draw) or "superko"

    # position text; read() gets a configured state and raises UnreadablePosition
    read: Callable[[AnyState, str], None] = field(kw_only=True)
    write: Callable[[AnyState], str] = field(kw_only=True)

    # moves as paths of picks, and their text
    picks: Callable[[AnyState, int], tuple[Pick, ...]] = field(kw_only=True)
    forms: tuple[str, ...] = (r"([a-z]\d+)",)  # regular expressions of move text; the groups are the picks' names
    move_text: Callable[[tuple[str, ...]], str] = "".join
    tidy: Callable[[str], str] = str  # the canonical spelling of one pick, given in lower case
    why: Callable[[AnyState, tuple[str, ...]], str | None] = lambda state, names: None

    # what people see
    look: Callable[[AnyState, str], Look] = field(kw_only=True)  # by cell name
    facts: Callable[[AnyState], tuple[Fact, ...]] = lambda state: ()
    score: Callable[[AnyState], tuple[int, int] | None] = no_score
    reason: Callable[[AnyState, Ending], str] = field(kw_only=True)  # why it ended, for a state that has
    decided: Callable[[AnyState], tuple[Figure, ...]] = (
        lambda state: ()
    )  # what is seen to decide a state that has ended
    threats: Callable[[AnyState], tuple[Figure, ...]] = (
        lambda state: ()
    )  # what could decide the game at its owner's turn
    sides: Callable[[AnyState], tuple[Player, Player]] | None = None  # where colours can be chosen during play
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
