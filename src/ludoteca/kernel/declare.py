"""The declaration of a game: its rules by verb, and what the rest of Ludoteca needs to know about it.

`game(...)` is called at the end of a game's file, or in the `__init__.py` of its folder.  It finds the parts of the
game by their names in the module: STATE, BOARD, the kinds of moves, and the compiled functions.  Interfaces use a game
only through the resulting `Game`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled_from_text
from ludoteca.compiler.layouts import AnyState, copied, mask_without, masked_key, new_state
from ludoteca.compiler.scratch import MOST_CELLS
from ludoteca.compiler.sentences import Words, sentences_of, spoken
from ludoteca.errors import BadDeclaration, BadOption, LudotecaError, UnknownName, UnreadablePosition
from ludoteca.kernel import conditions, legal_moves, verbs
from ludoteca.kernel.board_figures import figures_of, new_drawing
from ludoteca.kernel.boards import OFF, Board, Symmetry
from ludoteca.kernel.cell_contents import Looks
from ludoteca.kernel.facts import Fact, Names, sentence_or_none
from ludoteca.kernel.fields import CellAt, Cells, Count, Ruling, Setting, State, check_mark
from ludoteca.kernel.moves import Move, MoveKinds
from ludoteca.kernel.notation import Notation, new_letters, text_of
from ludoteca.kernel.options import OPTION_WORDS, PUBLISHED, RULES, Option, Options, RuleSet, in_halves, option_of
from ludoteca.kernel.position_text import PositionText, unreadable
from ludoteca.kernel.scene import Figure, Look, Pick, Player, ShownFact
from ludoteca.kernel.shared_sentences import OF_CELLS, REASONS, reason_of_points
from ludoteca.kernel.swap_and_quiet import add_quiet, add_swap
from ludoteca.kernel.verbs import Function, Rules, found_in, register, start_empty
from ludoteca.languages.catalogues import cached_catalogue, join_catalogue
from ludoteca.languages.texts import Text, english, finished, t, translatable

ACCENTS = (  # the colour of a game's pages; no two of our games have the same
    "moss", "green", "red", "indigo", "blue", "amber", "teal", "violet", "rose", "slate", "rust",
    "olive", "lime", "pine", "cyan", "navy", "plum", "magenta", "wine", "brown", "petrol",
)  # fmt: skip
# what the board is made of
SURFACES = ("wood", "walnut", "felt", "slate", "stone", "linen", "maple", "parchment", "frame")
FAMILIES = translatable(  # what a game is about, for shelves and menus
    {
        "line": "Make a line",
        "connect": "Connect",
        "capture": "Capture",
        "territory": "Territory",
        "race": "Race",
        "count": "Collect",
    }
)
QUICK, USUAL = 15, 30  # minutes
TIMES = translatable({"quick": "15 minutes or less", "usual": "15 to 30 minutes", "long": "More than 30 minutes"})
DIFFICULTIES = translatable(("easy", "medium", "hard"))  # how much a newcomer has to learn before a sensible first game

Refusal = tuple[Function, tuple[int, ...]]  # a compiled function, and the kinds of moves it is asked about


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game: what was declared, and what follows from it.

    Its title, summary, goal and marks are `english` texts: `t(game.goal)` translates them, also as part of other
    sentences.
    """

    name: str
    title: str
    designer: str
    summary: str  # one sentence for menus
    goal: str  # one sentence for players
    players: tuple[Player, Player]
    home: str  # the module or package that declares it

    fields: State
    state: np.dtype[Any]  # the layout of its states
    kinds: MoveKinds

    functions: Mapping[str, Function]  # the rules, compiled, by name: see `verbs` and `own`

    # descriptions, compiled: they return numbers, and sentences by number
    derive: Function | None = None
    flaw: Function | None = None
    reason_words: Function
    decided_figures: Function | None = None
    threat_figures: Function | None = None
    path_figure: Function | None = None
    spell: Function | None = None  # writes a move as people see it, if not as its text
    cell_marks: Function | None = None
    refusals: Mapping[Move, Refusal] = field(default_factory=dict)  # why no move of a kind begins this way
    facts_shown: tuple[Fact, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)  # those that `cell_marks` sets, with their pictures
    words: tuple[Words, ...] = ()  # the sentences its functions can say

    # an evaluation of named terms with weights, which can be fitted, and compared with weights set by hand
    term_names: tuple[str, ...] = ()
    term_words: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # by term: what a move does for it, where its player is to move again and where the opponent is; "" says nothing
    stage_names: tuple[str, ...] = ()
    weights: npt.NDArray[np.float64] | None = None  # by term, or by stage and term
    plain_weights: npt.NDArray[np.float64] | None = None
    draw_band: float = 0.0  # how close to even drawn games are; 0 if there are no draws
    points_per_unit: float = 0.0  # the final lead to expect per unit, if there are points
    most_points: float = 0.0  # the largest lead to expect, however good the evaluation
    half_points: bool = False  # whether `points` counts halves

    # options and size
    board: Callable[[Options], Board]
    options: tuple[Option, ...] = ()
    rule_sets: tuple[RuleSet, ...] = ()  # named sets of options, as published first; empty if there is only one
    configure: Callable[[AnyState, Options], None]
    most_moves: int  # in any position
    longest: Callable[[Options], int]  # in plies; a game that reaches it ends, see `at_longest`
    repetition_of: Callable[[Options], str] | None = None  # see `repetition`
    is_symmetric: bool = True  # whether the rules are the same under the board's symmetries
    first_wins: bool = False  # whether whoever moves first is known to win with perfect play
    chosen_moves: Callable[[Options], Sequence[Move]] | None = None  # which kinds can occur with given options
    goals: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the sides of the board that each player must connect
    shared_goals: tuple[
        tuple[str, ...], ...
    ] = ()  # groups of sides that either player may connect; of more than two, corners are no part

    # what else people see
    accent: str = "moss"
    surface: str = "wood"
    family: str = ""  # one of FAMILIES, or ""
    other_names: tuple[str, ...] = ()  # by which people look for it
    minutes: int = 0  # that a game between people usually takes; 0 if unknown
    difficulty: str = ""  # one of DIFFICULTIES, or ""
    showcase: tuple[str, ...] = ()  # a position that shows the game at its best, and moves played from it
    claim_words: Mapping[str, str] = field(
        default_factory=dict
    )  # by kind of claim: how this game says what a move does
    notation: Notation | None = None  # how its players write moves and games elsewhere

    def __post_init__(self) -> None:
        if self.most_moves < 1:
            raise BadDeclaration(f"most_moves of {self.title} cannot be {self.most_moves}; there is at least one move")
        if self.accent not in ACCENTS:
            raise BadDeclaration(f"no accent is called {self.accent!r}; the accents are {', '.join(ACCENTS)}")
        for name in self.term_words:
            if name not in self.term_names:
                raise BadDeclaration(f"TERM_WORDS of {self.title} has {name!r}, which is not one of its TERMS")
        if self.surface not in SURFACES:
            raise BadDeclaration(f"no surface is called {self.surface!r}; the surfaces are {', '.join(SURFACES)}")
        if self.family and self.family not in FAMILIES:
            raise BadDeclaration(f"no family is called {self.family!r}; the families are {', '.join(FAMILIES)}")
        if self.difficulty and self.difficulty not in DIFFICULTIES:
            known = ", ".join(DIFFICULTIES)
            raise BadDeclaration(f"no difficulty is called {self.difficulty!r}; the difficulties are {known}")
        if self.minutes < 0:
            raise BadDeclaration(f"minutes of {self.title} cannot be {self.minutes}")
        for rule_set in self.rule_sets:
            self._check_rules(rule_set)
        register(Rules(self.state, self.functions, self.weights))

    def own(self, verb: Callable[..., Any]) -> Any:
        """The game's own function for a verb, `game.own(verbs.points)`; None if it has none."""
        return self.functions.get(verbs.VERBS[verb.__name__].function)

    # --- options

    def _check_rules(self, rule_set: RuleSet) -> None:
        """A set has a unique name, and valid values."""
        if any(option.name == RULES for option in self.options):
            raise BadDeclaration(f"{self.title} has rules to choose from, so no option of it can be called {RULES}")
        if sum(other.name == rule_set.name for other in self.rule_sets) > 1 or not rule_set.name.strip():
            raise BadDeclaration(
                f"every rule set of {self.title} needs a name of its own; {rule_set.name!r} is empty or taken"
            )
        try:
            self.choose(rule_set.options)
        except LudotecaError as error:
            raise BadDeclaration(f"the rules {rule_set.name!r} of {self.title}: {error}") from error

    def choose(self, given: Options) -> dict[str, Any]:
        """All options with their values: those given, then those of the chosen rules, then the defaults.

        An unknown option is an error.
        """
        known = [option.name for option in self.options]
        for name in given:
            if name not in known and name != RULES:
                raise UnknownName(OPTION_WORDS["no_option"], name, known, game=self.name)
        chosen = {**self.rule_set(given).options, **given}
        return {
            option.name: option.value(chosen[option.name]) if option.name in chosen else option.default
            for option in self.options
        }

    def rule_set(self, given: Options) -> RuleSet:
        """The rules chosen by name, `rules="original"`; by default those as published."""
        if RULES not in given or any(option.name == RULES for option in self.options):
            return PUBLISHED
        if not self.rule_sets:
            raise BadOption(t(OPTION_WORDS["one_set"], game=self.title), option=RULES)
        name = str(given[RULES]).strip()
        for rule_set in self.rule_sets:
            if rule_set.name == name.lower():
                return rule_set
        raise UnknownName(OPTION_WORDS["no_rules"], name, [each.name for each in self.rule_sets], game=self.name)

    def rule_texts(self, rule_set: RuleSet) -> dict[str, str]:
        """The options of a set of rules as text, as in records and --set."""
        chosen = self.choose(rule_set.options)
        return {each.name: each.text(chosen[each.name]) for each in self.options if each.name in rule_set.options}

    def rules_in_words(self, rule_set: RuleSet) -> list[Text]:
        """What a set of rules stands for, each option with its value."""
        chosen = self.choose(rule_set.options)
        return [
            english("{option}: {value}", option=option.title, value=option.value_words(chosen[option.name]))
            for option in self.options
            if option.name in rule_set.options
        ]

    def repetition(self, options: Options) -> str:
        """What happens if a position repeats: "off", "threefold" or "twofold" (the game ends) or "superko"."""
        if self.repetition_of is not None:
            return self.repetition_of(options)
        return str(options.get("repetition", "off" if self.own(verbs.repeated) is None else "threefold"))

    # --- positions

    @cached_property
    def text(self) -> PositionText:
        """How positions are written."""
        return PositionText(self.fields, self.players)

    @property
    def separator(self) -> str:
        """The separator between the cells of a row in position text."""
        return self.fields.separator

    @cached_property
    def appearance(self) -> Looks:
        """How positions look."""
        return Looks(self.fields, self.players, self.marks, self.cell_marks)

    @cached_property
    def whole_board(self) -> Board:
        """The largest board, on which every cell has its name."""
        for cells in self.fields.cells.values():
            return cells.where.board
        for numbers in self.fields.amounts.values():
            return numbers.where.board
        return self.board(self.choose({}))

    @property
    def players_piece(self) -> str:
        """The kind of piece that players have."""
        return next((cells.piece for cells in self.fields.cells.values() if cells.per_player), "disc")

    def names(self, state: AnyState) -> Names:
        """What sentences call cells and players."""
        cells, sides = self.whole_board.name, self.sides(state)
        return {
            "cell": lambda cell: cells.get(cell, "?"),
            "player": lambda seat: sides[seat].name,
            "colour": lambda seat: sides[seat].colour_word,
            "halves": lambda number: str(in_halves(number)),
        }

    def read(self, state: AnyState, text: str, board: Board) -> None:
        """Read a position text into a state whose options are filled in."""
        self.text.read(state, text, board)
        if self.derive is not None:
            self.derive(state)
        self._check_numbers(state)
        if self.flaw is not None and (trouble := sentence_or_none(self.flaw(state), self.names(state))):
            raise UnreadablePosition(trouble)

    def _check_numbers(self, state: AnyState) -> None:
        """Check that no set has more cells than allowed."""
        for name, cells in self.fields.of_kind(Cells).items():
            if cells.most is not None and any(one.bit_count() > cells.most for one in cells.owned(state[name])):
                things = finished(english(cells.label), str.lower) if cells.label else name
                raise unreadable("most_each" if cells.per_player else "most", most=cells.most, things=things)

    def write(self, state: AnyState, board: Board) -> str:
        """The position text of a state."""
        return self.text.write(state, board)

    def appearance_of(self, state: AnyState, board: Board) -> dict[str, Look]:
        """The contents of each cell, by name."""
        return self.appearance.of(state, board)

    def facts(self, state: AnyState) -> tuple[ShownFact, ...]:
        """What is shown beside the board."""
        names = self.names(state)
        return tuple(shown for fact in self.facts_shown for shown in fact.shown(state, self.fields, names))

    def reason(self, state: AnyState) -> Text:
        """Why a finished game has ended."""
        return spoken(self.reason_words(state), self.names(state))

    @property
    def has_evaluation(self) -> bool:
        """Whether it can evaluate a position without playing it out."""
        own_terms = self.own(verbs.terms)
        return self.own(verbs.own_evaluation) is not None or (own_terms is not None and self.weights is not None)

    @property
    def has_points(self) -> bool:
        """Whether players have points, and therefore a lead."""
        return self.own(verbs.points) is not None or self.own(verbs.margin) is not None

    def score(self, state: AnyState) -> tuple[float, float] | None:
        """Both players' points, if the game has points."""
        if self.own(verbs.points) is None:
            return None
        return self.in_points(verbs.points(state, 0)), self.in_points(verbs.points(state, 1))

    def in_points(self, counted: int) -> float:
        """A number of points as people write it, from what the rules count: points, or halves of them."""
        return in_halves(counted) if self.half_points else counted

    def sides(self, state: AnyState) -> tuple[Player, Player]:
        """Which player each seat is now: in some games colours are chosen during play."""
        first, second = self.players
        return (second, first) if self.fields.colour_of(state, 0) else (first, second)

    def decided(self, state: AnyState) -> tuple[Figure, ...]:
        """What on the board decided a finished game."""
        return self._figures(self.decided_figures, state)

    def threats(self, state: AnyState) -> tuple[Figure, ...]:
        """What could decide the game on its owner's turn."""
        return self._figures(self.threat_figures, state)

    def path(self, state: AnyState, code: int) -> Figure:
        """The cells through which a move leads, the first one included, if the game draws its path."""
        return next(iter(self._figures(self.path_figure, state, code)), ())

    def _figures(self, function: Function | None, state: AnyState, *move: int) -> tuple[Figure, ...]:
        if function is None:
            return ()
        draw = new_drawing()
        function(state, *move, draw)
        return figures_of(draw, self.whole_board)

    def turned(self, state: AnyState, symmetry: Symmetry) -> AnyState:
        """The state on a transformed board."""
        return self.fields.turned(state, symmetry, self.derive)

    # --- moves

    def picks(self, state: AnyState, code: int) -> tuple[Pick, ...]:
        """A move as a path of picks."""
        return self.kinds.picks(state, code)

    def used_moves(self, options: Options) -> Sequence[Move] | None:
        """The kinds of moves that can occur with these options; None for all."""
        return None if self.chosen_moves is None else self.chosen_moves(options)

    def move_text(self, names: Sequence[str]) -> str:
        """The picks of a move, or of its beginning, as text."""
        return self.kinds.text(names)

    def refusal(self, state: AnyState, names: Sequence[str]) -> str | None:
        """Why no legal move begins with these picks, if the game has something to say about it."""
        readings = self.kinds.named(names)
        for kind, values, _ in readings:
            if kind in self.refusals:
                function, which = self.refusals[kind]
                if why := sentence_or_none(function(state, *which, *values), self.names(state)):
                    return why
        problem = next((reading.problem for reading in readings if reading.problem), None)
        is_for_later = all(kind.when and not conditions.holds(kind.when, state, self.fields) for kind, *_ in readings)
        said = (is_for_later and self.fields.first_do(state)) or problem
        return t(said) if said else None

    def spelt(self, state: AnyState, code: int) -> str:
        """A legal move as the game spells it; "" if it does not, and people see the move's text."""
        if self.spell is None:
            return ""
        letters = new_letters()
        self.spell(copied(state), code, letters)
        return text_of(letters)

    # --- what people choose games by

    @property
    def time(self) -> str:
        """How long a game usually takes: one of TIMES, or "" if that is unknown."""
        if not self.minutes:
            return ""
        return "quick" if self.minutes <= QUICK else "usual" if self.minutes <= USUAL else "long"

    # --- what lies beside the game

    def resource(self, name: str) -> Traversable | None:
        """A file that belongs to the game, if it exists."""
        found = self.place_of(name)
        return found if found.is_file() else None

    def place_of(self, name: str) -> Traversable:
        """The path of a file that belongs to the game: NAME in its folder, or `hexapawn.NAME` beside `hexapawn.py`."""
        module = sys.modules[self.home]
        if hasattr(module, "__path__"):
            return files(module) / name
        return self.source.with_name(f"{self.source.stem}.{name}")

    def translations(self, language: str) -> dict[str, str]:
        """Its translations into a language, if it has a file such as `pt.po`; BadDeclaration if that is damaged."""
        if self.home not in sys.modules:  # it was declared from a text, or unloaded
            return {}
        file = self.resource(f"{language}.po")
        if file is None:
            return {}
        try:
            return cached_catalogue(file.read_bytes())
        except ValueError as error:
            raise BadDeclaration(f"{file} is not a file of translations: {error}") from error

    @property
    def source(self) -> Path:
        """The file that declares it."""
        return Path(str(sys.modules[self.home].__file__))


# What `game` finds by name besides the functions of the verbs, and which attribute it is.
REQUIRED = ("play", "ending", "reason")
FOUND = {
    "reason": "reason_words",
    "decided": "decided_figures",
    "threats": "threat_figures",
    "path": "path_figure",
    "spell": "spell",
    "derive": "derive",
    "flaw": "flaw",
    "cell_marks": "cell_marks",
    "TERMS": "term_names",
    "TERM_WORDS": "term_words",
    "STAGES": "stage_names",
    "WEIGHTS": "weights",
    "PLAIN_WEIGHTS": "plain_weights",
    "DRAW_BAND": "draw_band",
    "POINTS_PER_UNIT": "points_per_unit",
    "MOST_POINTS": "most_points",
}


def game(
    *,
    title: str,
    designer: str,
    players: Sequence[str | Player],
    summary: str,
    goal: str = "",
    modules: Sequence[ModuleType] = (),
    name: str = "",
    board: Board | Callable[[Options], Board] | None = None,
    most_moves: int = 0,
    longest: int | Callable[[Options], int],
    repetition: Callable[[Options], str] | None = None,
    options: Sequence[Option | str] = (),
    rules: Sequence[RuleSet] = (),
    facts: Sequence[Fact] = (),
    marks: Mapping[str, str] | None = None,
    accent: str = "moss",
    surface: str = "wood",
    family: str = "",
    other_names: Sequence[str] = (),
    minutes: int = 0,
    difficulty: str = "",
    showcase: Sequence[str] = (),
    goals: tuple[Sequence[str], Sequence[str]] = ((), ()),
    shared_goals: Sequence[Sequence[str]] = (),
    is_symmetric: bool = True,
    start: str = "",
    half_points: bool = False,
    first_wins: bool = False,
    claim_words: Mapping[str, str] | None = None,
    notation: Notation | None = None,
) -> Game:
    """Declare a game; its functions, its state and its moves are found by name in the modules, or in the caller's.

    `start` is the text of the first position, if that is always the same and not an empty board.  `rules` are named
    sets of options that can be chosen besides those as published.  `repetition` says what happens if a position
    repeats, if that follows from other options than `repetition(…)`.  With `half_points`, the function `points` counts
    halves: it returns 15 for 7.5.  `family` says what the game is about: "connect", "line", "capture", "territory",
    "race" or "count".  A search also finds a game by its `other_names`, such as "checkers".  `first_wins`: it is
    known that whoever moves first wins with perfect play.  `claim_words` says what moves do in this game's own words,
    by kind of claim; see docs/explanations.md.  `marks` are the marks that `cell_marks` sets, in the order of its
    bits, each with its picture, one of `MARKS`.
    """
    caller = sys._getframe(1).f_globals
    home = str(caller["__name__"])
    found: dict[str, Any] = {}  # by name
    for module in [vars(module) for module in modules] or [caller]:
        found |= module
    if "reason" not in found and "points" in found:
        found["reason"] = reason_of_points(found["points"], home, half_points=half_points)
    fields, kinds = _parts_of(found, title)
    found["__name__"] = home
    add_swap(found, fields, kinds, title)
    add_quiet(found, fields)
    shown = _facts_of(facts, kinds, found.get("points"), in_halves=half_points)
    for fact in shown:
        fact.check(fields)
    for picture in (marks or {}).values():
        check_mark(picture)
    functions = {"start": start_empty} | found_in(found)
    if "moves" not in functions:
        functions |= legal_moves.functions_of(found, fields, kinds, title)
    if "key" not in functions and (left_out := [each for each, one in fields.of_kind(Count).items() if not one.in_key]):
        space = {"__name__": home, "masked_key": masked_key, "MASK": mask_without(fields.layout, left_out)}
        functions["key"] = compiled_from_text("key", "def key(state):\n    return masked_key(state, MASK)\n", space)
    parts = {attribute: found[each] for each, attribute in FOUND.items() if each in found}
    if "term_words" in parts:  # one phrase for both cases
        parts["term_words"] = {
            each: (said, said) if isinstance(said, str) else said for each, said in parts["term_words"].items()
        }
    chosen = _options_of(fields, options, title)
    sides, on_board = (
        _players_of(players),
        _as_function(board if board is not None else found.get("BOARD"), "board", title),
    )
    text = PositionText(fields, sides)
    text.check_letters()
    first = _setting_up(start, text, on_board, found.get("derive")) if start else None
    if start:
        _check_start(start, text, fields, on_board, chosen, title)
    if not callable(longest) and (type(longest) is not int or longest < 1):
        raise BadDeclaration(f"longest of {title} is {longest!r}; write the maximum number of moves, as in longest=200")
    declared = Game(
        name=name or home.rpartition(".")[2],
        title=english(title),
        designer=designer,
        summary=english(summary),
        goal=english(goal or summary),
        players=sides,
        home=home,
        fields=fields,
        state=fields.layout,
        kinds=kinds,
        functions=functions,
        refusals=_refusals_of(found, kinds),
        board=on_board,
        longest=_as_function(longest, "longest", title),
        repetition_of=repetition,
        most_moves=most_moves or kinds.action_table(range(MOST_CELLS))[1],
        options=chosen,
        rule_sets=(PUBLISHED, *rules) if rules else (),
        configure=_configuring(fields, found.get("configure"), first),
        chosen_moves=found.get("used_moves"),
        facts_shown=shown,
        marks={english(mark): picture for mark, picture in (marks or {}).items()},
        words=_words_of(found),
        accent=accent,
        surface=surface,
        family=family,
        other_names=tuple(other_names),
        minutes=minutes,
        difficulty=difficulty,
        showcase=tuple(showcase),
        goals=(tuple(goals[0]), tuple(goals[1])),
        shared_goals=tuple(tuple(names) for names in shared_goals),
        is_symmetric=is_symmetric,
        half_points=half_points,
        first_wins=first_wins,
        claim_words=dict(claim_words or {}),
        notation=notation,
        **parts,
    )
    join_catalogue(declared.translations)
    return declared


def _parts_of(found: dict[str, Any], title: str) -> tuple[State, MoveKinds]:
    """The state and the kinds of moves; BadDeclaration names whatever is missing."""
    missing = [each for each in ("STATE", *REQUIRED) if each not in found]
    if missing:
        raise BadDeclaration(f"{title} has no {', no '.join(missing)}; see docs/write-a-game.md")
    if not isinstance(found["STATE"], State):
        raise BadDeclaration(f"STATE of {title} is of type {type(found['STATE']).__name__}; declare it as State(…)")
    named = {each: thing for each, thing in found.items() if isinstance(thing, Move)}
    if not named:
        raise BadDeclaration(f"{title} declares no moves; declare one, such as PLACE = Move(cell=Cell(BOARD))")
    for kind in named.values():
        kind.otherwise = kind.otherwise or found["STATE"].over_for(kind.when)
    return found["STATE"], MoveKinds(named)


def _facts_of(facts: Sequence[Fact], kinds: MoveKinds, points: Function | None, *, in_halves: bool) -> tuple[Fact, ...]:
    """The facts shown: the prompts of moves, those declared, and the points if they are not among those."""
    prompts = [
        Fact("To do", "mover", role="task", words=dict.fromkeys(range(2), kind.prompt), when=kind.when or None)
        for kind in kinds.kinds
        if kind.prompt
    ]
    has_points = points is None or any(fact.value is points for fact in facts)
    return (*prompts, *facts, *([] if has_points else [Fact("Points", points, in_halves=in_halves)]))


def _words_of(found: dict[str, Any]) -> tuple[Words, ...]:
    """The game's own sentences, then those that all games share."""
    own = [(each,) if isinstance(each, Words) and each else sentences_of(each) for each in found.values()]
    return tuple(dict.fromkeys((*chain.from_iterable(own), *REASONS, *OF_CELLS)))


def _refusals_of(found: dict[str, Any], kinds: MoveKinds) -> dict[Move, Refusal]:
    """By kind of move, the function that says why no such move begins this way: for PLACE, why_not_place.

    Kinds with the same refusals are grouped in a tuple, PUT = (WALL, BONUS), and why_not_put also receives which it is.
    """
    refusals: dict[Move, Refusal] = {}
    for each, thing in found.items():
        function = found.get(f"why_not_{each.lower()}")
        if function is not None and isinstance(thing, Move):
            refusals[thing] = (function, ())
        elif function is not None and isinstance(thing, tuple):
            refusals |= {kind: (function, (number,)) for number, kind in enumerate(thing)}
    return {kind: refusals[kind] for kind in kinds.kinds if kind in refusals}


def _players_of(players: Sequence[str | Player]) -> tuple[Player, Player]:
    if isinstance(players, str) or len(players) != 2:
        raise BadDeclaration(f"a game has two players, as in players=('White', 'Black'), not {players!r}")
    first, second = (each if isinstance(each, Player) else Player(each, each[0].lower()) for each in players)
    if first.letter.lower() == second.letter.lower():
        raise BadDeclaration(
            f"{first.name} and {second.name} have the same letter; give one of them another: "
            f"players=({str(first.name)!r}, Player({str(second.name)!r}, 'x'))"
        )
    return first, second


def _options_of(fields: State, options: Sequence[Option | str], title: str) -> tuple[Option, ...]:
    """Every option: fields that are options first, unless `options` gives their order."""
    rulings = fields.of_kind(Ruling, Setting)
    own = {(declared.option or each): option_of(each, declared) for each, declared in rulings.items()}
    placed = [own.pop(each, each) if isinstance(each, str) else each for each in options]
    for each in placed:
        if isinstance(each, str):
            raise BadDeclaration(f"the options of {title} name {each!r}, but its state has no such field")
    return (*own.values(), *(each for each in placed if isinstance(each, Option)))


Configure = Callable[[AnyState, Options], None]


def _setting_up(
    start: str, text: PositionText, board: Callable[[Options], Board], derive: Function | None
) -> Configure:
    """Writes the first position into a state."""

    def set_up(state: AnyState, options: Options) -> None:
        text.read(state, start, board(options))
        if derive is not None:
            derive(state)

    return set_up


def _check_start(
    start: str,
    text: PositionText,
    fields: State,
    board: Callable[[Options], Board],
    options: Sequence[Option],
    title: str,
) -> None:
    """Raise BadDeclaration if the first position cannot be read."""
    usual = {option.name: option.default for option in options}
    try:
        text.read(new_state(fields.layout), start, board(usual))
    except UnreadablePosition as error:
        comma = "; its cells are separated by commas, as in 'w3,.,b'" if fields.separator and "," not in start else ""
        raise BadDeclaration(f"the start of {title} cannot be read: {error}{comma}") from error


def _configuring(fields: State, more: Configure | None, first: Configure | None) -> Configure:
    """Writes the options into a state: those that are fields directly, the others by the game's `configure`.

    Then comes the first position, if a game gives it as text.
    """
    rulings = fields.of_kind(Ruling, Setting)
    no_cells = [each for each, declared in fields.of_kind(CellAt).items() if declared.none]

    def configure(state: AnyState, options: Options) -> None:
        for each in no_cells:
            state[each] = OFF
        for each, declared in rulings.items():
            value = options[declared.option or each]
            state[each] = list(declared.values).index(value) if isinstance(declared, Ruling) else value
        for write in (more, first):
            if write is not None:
                write(state, options)

    return configure


def _as_function(given: Any, what: str, title: str) -> Callable[[Options], Any]:
    """A constant may be given instead of a function of the options."""
    if given is None:
        raise BadDeclaration(f"{title} has no {what}")
    return given if callable(given) else lambda options: given
