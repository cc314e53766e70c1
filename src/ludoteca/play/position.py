"""Games with chosen options (`Variant`), and their positions; each makes the other, so they share a file.

A position never changes and knows its predecessor, which gives repetition checks and undo for free.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import chain
from pickle import PicklingError
from types import EllipsisType
from typing import Any

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.compiler.layouts import reading
from ludoteca.errors import BrokenRules, GameOver, IllegalMove, LudotecaError, UnknownName, UnreadableMove
from ludoteca.games import find_game, game_names
from ludoteca.games.game_files import file_of, is_game_file, open_game_file
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.broken_rules import BrokenRulesReporter, sentence
from ludoteca.kernel.declare import Game
from ludoteca.kernel.moves import MoveKinds
from ludoteca.kernel.options import PUBLISHED, RULES
from ludoteca.kernel.scene import Figure, Player, Scene
from ludoteca.kernel.shared_sentences import IS_OVER, NOT_LEGAL, refused
from ludoteca.kernel.verbs import Ending
from ludoteca.languages.texts import in_language, t, translatable
from ludoteca.play.diagram import diagram
from ludoteca.play.move_input import find_move
from ludoteca.play.position_interface import Move as Move
from ludoteca.play.position_interface import Outcome as Outcome
from ludoteca.play.position_interface import cells_of, changed_between
from ludoteca.play.svg_picture import Arrow, picture
from ludoteca.play.turns import codes_of, joined

NAME = re.compile(r"(?<![A-Za-z0-9_])[a-z]+\d+(?![A-Za-z0-9_])")
TYPED = re.compile(r"(?<![a-z0-9_])([a-z]+) ?(\d+)(?![a-z0-9_])")


class Picture(str):
    """SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class CellLabels:
    """Labels by cell name; empty if they are the same."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.labels = dict(labels)
        self._names = {label.lower(): name for name, label in labels.items()}

    def __getitem__(self, name: str) -> str:
        return self.labels.get(name, name)

    def shown(self, text: str) -> str:
        """A text with the board's cell names replaced by labels."""
        if not self.labels:
            return text
        return NAME.sub(lambda found: self[found[0]], in_language(text))

    def read(self, text: str) -> str:
        """A text with labels, with or without a space inside them, replaced by the board's cell names."""
        if not self.labels:
            return text
        return TYPED.sub(lambda found: self._names.get(found[1] + found[2], found[0]), text.lower())


OUTCOME_WORDS = translatable(  # endings outside a game's own rules; pages use the same words
    {
        "threefold": "the same position for the third time",
        "twofold": "the same position for the second time",
        "longest": "the game has lasted {moves} moves",
        "superko": "every move would repeat an earlier position",
        "settled_draw": "the game can only end in a draw",
        "settled_win": "{player} can no longer be caught",
    }
)
CACHED = frozenset(
    ("pseudo_legal_moves", "_legal", "_whole", "_codes", "_new_codes", "_seen", "_text", "reading", "_by_text")
    + ("settled", "decided")
)
WINNERS = {Ending.FIRST_WINS: 0, Ending.SECOND_WINS: 1}
SETUPS = 8  # that are looked at to find out what all have in common
OCCURRENCES = {"twofold": 2, "threefold": 3}  # of a position that end a game
NO_SIDE = "the board of {game} has no side called {name}; available: {known}"


class Position:
    """A position of a game: who is to move, what can be played, whether the game is over.

    There are many, so only what is computed later is in its dictionary.
    """

    __slots__ = ("__dict__", "_counted", "_outcome", "code", "more", "ply", "previous", "state", "variant")

    def __init__(
        self,
        variant: Variant,
        state: layouts.AnyState,
        previous: Position | None = None,
        code: int | None = None,
        more: tuple[int, ...] = (),
    ) -> None:
        if previous is None and state.dtype != variant.game.state:
            raise LudotecaError(f"this is not a state of {variant.title}")
        self.variant = variant
        self.state = state  # never modified
        self.previous = previous
        self.code = code  # of the move that led here, if known
        self.more = more  # the codes that followed it in a chain
        self._outcome: Outcome | EllipsisType | None = ...  # not known yet
        self._counted: layouts.AnyState | None = None  # if repetition or length ends the game: see `repeated`
        self.ply: int = 0 if previous is None else previous.ply + 1

    @property
    def mover(self) -> int:
        """0 if the first player is to move, 1 if the second is."""
        mover = int(self.state["mover"])  # not .mover: NumPy is slower with attributes of a record
        if mover > 1:
            raise BrokenRules(sentence(self.variant.game, verbs.BAD_MOVER, self.state, mover))
        return mover

    @property
    def players(self) -> tuple[Player, Player]:
        """The two sides as the rules name them; in some games colours are chosen during play."""
        return self.variant.game.sides(self.state)

    @cached_property
    def key(self) -> int:
        """A fingerprint: equal positions of a game have equal keys."""
        return int(verbs.key(self.state))

    @property
    def repetition_key(self) -> int:
        """A fingerprint of what must be the same for a position to count as repeated."""
        return int(verbs.repetition_key(self.state))

    def line(self) -> Iterator[Position]:
        """This position and its predecessors, newest first."""
        position: Position | None = self
        while position is not None:
            yield position
            position = position.previous

    @cached_property
    def pseudo_legal_moves(self) -> tuple[Move, ...]:
        """The moves that the board allows, including those that a ban on repetition forbids."""
        return () if self.outcome is not None else tuple(self._named(self._codes))

    @cached_property
    def _codes(self) -> tuple[int, ...]:
        """The moves that the board allows, as compiled code represents them."""
        room = np.empty_like(self.variant.room)  # its own: a bot may be listing moves in another thread
        with BrokenRulesReporter(self.variant.game, self.state):
            return tuple(room[: verbs.moves(self.state, room)].tolist())

    def _named(self, codes: Iterable[int]) -> Iterator[Move]:
        kinds, state = self.variant.game.kinds, self.reading
        for code in codes:
            yield Move(code, kinds.picks(state, code), kinds.text_of(state, code))

    @property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as compiled code represents them, in the order of `moves()`; naming them is much slower."""
        if self.outcome is not None:
            return ()
        return self._codes if self.variant.repetition != "superko" else self._new_codes

    @cached_property
    def _new_codes(self) -> tuple[int, ...]:
        """Those that superko does not forbid."""
        return tuple(code for code in self._codes if not self._is_banned(code))

    def named_code(self, code: int) -> Move:
        """The move with one of `codes`."""
        return next(self._named((code,)))

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if self.variant.repetition != "superko":
            return self.pseudo_legal_moves
        return tuple(self._named(self.codes))

    @cached_property
    def identity(self) -> int | bytes:
        """What identifies a repeated position: its key or, if the key covers everything, the whole state."""
        game = self.variant.game
        covers_everything = game.own(verbs.key) is None and game.own(verbs.repetition_key) is None
        return self.state.tobytes() if covers_everything else self.repetition_key

    @cached_property
    def _seen(self) -> frozenset[int | bytes]:
        """The identities of all positions of the game so far."""
        return frozenset(earlier.identity for earlier in self.line())

    def _is_banned(self, code: int) -> bool:
        """Whether superko forbids a move because it repeats an earlier position."""
        if self.variant.repetition != "superko" or not verbs.can_repeat(self.state, code):
            return False
        return self.after_unchecked(code).identity in self._seen

    def moves(self) -> list[Move]:
        """The legal moves; none once the game is over."""
        return list(self._legal)

    def whole_moves(self) -> list[Move]:
        """The legal moves as people make them: moves in a chain, such as several captures in a row, are one."""
        return list(self._whole) if self.variant.game.kinds.chained else self.moves()

    @cached_property
    def _whole(self) -> tuple[Move, ...]:
        return tuple(whole for move in self._legal for whole in self.chains(move))

    def chains(self, move: Move) -> Iterator[Move]:
        """The move with everything that can follow it in a chain; alone only if it may be the last."""
        if not self.variant.game.kinds.of(move.code).chain:
            yield move
            return
        after = self.after_unchecked(move.code)
        goes_on = after.continuing(move)
        if not goes_on or len(goes_on) < len(after.codes):
            yield move
        for code in goes_on:
            for rest in after.chains(after.named_code(code)):
                yield joined(move, rest)

    def written(self, move: Move) -> str:
        """A legal move as people see it: its text or, if the game spells moves in another way, `Nf3` for g1f3."""
        return self.variant.game.spelt(self.state, move.code) or move.text

    def written_line(self, moves: Sequence[Move]) -> list[str]:
        """The same for moves that follow each other."""
        position, written = self, []
        for move in moves:
            written.append(position.written(move))
            if self.variant.game.spell is not None:
                position = position.after_unchecked(move.code, move.more)
        return written

    def continuing(self, move: Move) -> list[int]:
        """The codes that continue the chain of the move that led here."""
        if self.previous is None or self.previous.mover != self.mover:
            return []
        kinds = self.variant.game.kinds
        return [code for code in self.codes if kinds.is_chained(codes_of(move)[-1], code)]

    @cached_property
    def _by_text(self) -> dict[str, int]:
        """The codes of the legal moves by their text."""
        return {move.text: move.code for move in self._legal}

    def named(self, text: str) -> Move | None:
        """The legal move with exactly this text, if there is one."""
        if "_legal" in self.__dict__ or "_by_text" in self.__dict__:
            code = self._by_text.get(text)
        else:  # writing them until one fits is less than naming them all
            kinds, state, codes = self.variant.game.kinds, self.reading, self.codes
            meant = last_meant(kinds, text)
            likely = (code for code in meant if code in codes)
            code = next((code for code in chain(likely, codes) if kinds.text_of(state, code) == text), None)
            meant[:] = meant if code is None else [code]
        return None if code is None else self.named_code(code)

    def play(self, move: Move | str) -> Position:
        """The position after a move, given as text or as one of `moves()`."""
        if isinstance(move, str):
            found = find_move(self, move)
            return self.after_unchecked(found.code, found.more)
        if not isinstance(move, Move):
            raise UnreadableMove(t("{given} is not a move; give its text, or one of moves()", given=repr(move)[:40]))
        after = self._followed(move)
        if after is None:
            if self.outcome is not None:
                raise GameOver(refused(IS_OVER, self.outcome.reason))
            raise IllegalMove(refused(NOT_LEGAL, str(move)))
        return after

    def _followed(self, move: Move) -> Position | None:
        """The position after a move, if it is legal here and has this text."""
        at = self
        for code in codes_of(move):
            if code not in at.codes:
                return None
            at = at.after_unchecked(code)
        after = self.after_unchecked(move.code, move.more) if move.more else at
        return after if str(after.last_move) == move.text else None

    def follow(self, code: int) -> tuple[Move, Position] | None:
        """The legal move with a code and the position after it, or None; faster than naming all moves."""
        if self.outcome is not None or code not in self._codes or self._is_banned(code):
            return None
        return self.named_code(code), self.after_unchecked(code)

    def after(self, code: int) -> Position:
        """The position after one of `codes`; faster than naming the move."""
        if code not in self.codes:
            raise IllegalMove(f"{code} is not the code of a legal move here")
        return self.after_unchecked(code)

    def after_unchecked(self, code: int, more: tuple[int, ...] = ()) -> Position:
        """The position after a code that is known to be legal, and after those that follow it in a chain."""
        state = layouts.copied(self.state)
        verbs.play(state, code)
        for step in more:
            verbs.play(state, step)
        return Position(self.variant, state, self, code, more)

    @property
    def last_move(self) -> Move | None:
        """The move that led here; None at the start, or if only the positions are known."""
        if self.previous is None or self.code is None:
            return None
        move = self.previous.named_code(self.code)
        if not self.more:
            return move
        at = self.previous.after_unchecked(self.code)
        for code in self.more:
            move, at = joined(move, at.named_code(code)), at.after_unchecked(code)
        return move

    @property
    def repetitions(self) -> int:
        """How often this position has occurred in the game, including now."""
        identity, times, earlier = self.identity, 1, self.previous
        while earlier is not None:
            times += earlier.identity == identity
            earlier = earlier.previous
        return times

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it continues."""
        if self._outcome is ...:
            self._outcome = self._judged()
        return self._outcome

    def _judged(self) -> Outcome | None:
        with BrokenRulesReporter(self.variant.game, self.state):
            how = verbs.ending(self.state)
        if how != Ending.NONE:
            return Outcome(WINNERS.get(how), self.variant.game.reason(self.state))
        mode = self.variant.repetition
        if mode in OCCURRENCES and self.previous is not None and self.repetitions >= OCCURRENCES[mode]:
            self._counted = layouts.copied(self.state)
            return Outcome(WINNERS.get(verbs.repeated(self._counted)), t(OUTCOME_WORDS[mode]))
        if self.ply >= self.variant.longest:
            self._counted = layouts.copied(self.state)
            reason = t(OUTCOME_WORDS["longest"], moves=self.variant.longest)
            return Outcome(WINNERS.get(verbs.at_longest(self._counted)), reason, is_cut_off=True)
        if self.variant.repetition == "superko" and all(map(self._is_banned, self._codes)):
            return Outcome(None, t(OUTCOME_WORDS["superko"]))
        return None

    @cached_property
    def settled(self) -> Outcome | None:
        """How an unfinished game will end whatever is played, if the rules make that certain; otherwise None."""
        if self.outcome is not None or self.variant.game.own(verbs.settled) is None:
            return None
        with BrokenRulesReporter(self.variant.game, self.state):
            how = verbs.settled(self.state)
        if how == Ending.NONE:
            return None
        winner = WINNERS.get(how)
        if winner is None:
            return Outcome(None, t(OUTCOME_WORDS["settled_draw"]))
        return Outcome(winner, t(OUTCOME_WORDS["settled_win"], player=self.players[winner].name))

    @cached_property
    def decided(self) -> tuple[Figure, ...]:
        """What on the board decided the game, for drawing: a line, a chain, a square.  Empty if counting decided it."""
        if self.outcome is None or verbs.ending(self.state) == Ending.NONE:
            return ()
        return self.variant.game.decided(self.state)

    @property
    def _shown(self) -> layouts.AnyState:
        """The state, after counting if repetition or length has ended the game."""
        return self.state if self.outcome is None or self._counted is None else self._counted

    @property
    def score(self) -> tuple[float, float] | None:
        """Both players' points, if the game has points."""
        return self.variant.game.score(self._shown)

    def scene(self) -> Scene:
        """What an interface shows: cells, facts, players."""
        game, shown = self.variant.game, reading(self._shown)
        return Scene(
            cells=game.appearance_of(shown, self.variant.board),
            mark_pictures=game.appearance.mark_pictures,
            labels=self.variant.labels.labels,
            facts=tuple(fact for fact in game.facts(shown) if self.outcome is None or fact.role != "task"),
            players=self.players,
            mover=None if self.outcome is not None else self.mover,
            score=self.score,
            decided=self.decided,
            threats=() if self.outcome is not None else game.threats(self.reading),
        )

    def board(self, *, ascii_only: bool = False) -> str:
        """A diagram for terminals."""
        return diagram(self, ascii_only=ascii_only)

    def svg(self, size: int = 360, arrows: Sequence[Arrow] = (), *, flipped: bool = False) -> Picture:
        """The position as SVG, this many pixels wide or high: `position.svg(480, [("c3", "d4")], flipped=True)`.

        An arrow may have an opacity: `("c3", "d4", 0.3)`. The answer is text, which a notebook shows as a picture.
        """
        return Picture(picture(self, size, arrows, is_flipped=flipped))

    @property
    def last_cells(self) -> tuple[str, ...]:
        """The cells of the move that led here, to be marked; none at the start."""
        if self.previous is None or (move := self.last_move) is None:
            return ()
        return cells_of(move, changed_between(self.previous, self))

    def _repr_svg_(self) -> str:
        """How a notebook shows it: with the last move marked."""
        return picture(self, marked=self.last_cells)

    @cached_property
    def reading(self) -> layouts.AnyState:
        """A copy of the state whose fields are fast to read from plain Python."""
        return reading(self.state)

    @cached_property
    def _text(self) -> str:
        return self.variant.game.write(self.reading, self.variant.board)

    def drop_caches(self, *, keep_moves: bool = False) -> None:
        """Free the memory of everything that can be computed again.

        `keep_moves` keeps the legal moves, by their text if they have been named, for the current position of a game
        that is waiting for a move.
        """
        kept: dict[str, Any] = {}
        if keep_moves:
            kept = {"_by_text": self._by_text} if "_legal" in self.__dict__ else {"_codes": self._codes}
        self.__dict__ = {name: value for name, value in self.__dict__.items() if name not in CACHED} | kept

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling: all states from the first on as one byte string, since a long game is a deep chain."""
        states = [position.state.tobytes() for position in self.line()]
        return unpickle_position, (self.variant, b"".join(reversed(states)))

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


@lru_cache(maxsize=10_000)
def last_meant(_kinds: MoveKinds, _text: str) -> list[int]:
    """The code of the move that had this text the last time, if any: mostly it has the same again."""
    return []


def unpickle_position(variant: Variant, states: bytes) -> Position:
    """Restore a pickled position, together with its predecessors."""
    position: Position | None = None
    for state in np.frombuffer(states, variant.game.state):
        own = layouts.new_state(variant.game.state)
        own.setfield(state.tobytes(), f"V{own.nbytes}")
        position = Position(variant, own, position)
    assert position is not None
    return position


class ForeignPosition(LudotecaError):
    """A position of another game, or of the same game with other options."""


class Variant:
    """A game with a value for each of its options."""

    def __init__(self, game: Game, /, **options: Any) -> None:
        self.game = game
        self.rules = game.rule_set(options)
        self.options = game.choose(options)
        self.board: Board = game.board(self.options)
        for name in (name for names in game.goals for name in names):
            if name not in self.board.sides:
                raise UnknownName(NO_SIDE, name, list(self.board.sides), game=game.title)
        self.longest = game.longest(self.options)
        self.repetition = game.repetition(self.options)
        self.room = np.zeros(game.most_moves, dtype=np.int32)  # the size of a move list; copied, never written to

    @property
    def name(self) -> str:
        """The game's name in code and commands."""
        return self.game.name

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.game.title

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that leave the game unchanged, including each player's goals."""
        if not self.game.is_symmetric:
            return self.board.symmetries[:1]
        sides = {name: frozenset(side.cells) for name, side in self.board.sides.items()} if any(self.game.goals) else {}
        goals = [{sides[name] for name in names} for names in self.game.goals]
        return tuple(
            symmetry
            for symmetry in self.board.symmetries
            if all({frozenset(symmetry.cells[cell] for cell in side) for side in own} == own for own in goals)
        )

    @cached_property
    def far_player(self) -> int | None:
        """Who sits at the upper edge: the upper pits are theirs, or all their pieces begin above the other player's."""
        if self.board.shape == "pits":
            return 1
        row = {name: row for name, (row, _) in zip(self.board.names, self.board.spots, strict=True)}

        def above(position: Position) -> int | None:
            looks = position.scene().cells.items()
            rows = [[row[name] for name, look in looks if look.top and look.top.owner == player] for player in range(2)]
            return next((one for one in range(2) if all(rows) and max(rows[one]) < min(rows[1 - one])), None)

        found = {above(self.start(seed)) for seed in range(SETUPS)}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def labels(self) -> CellLabels:
        """What people call the cells, if the chosen rules name them differently from the board."""
        return CellLabels(self.rules.cell_names(self.board))

    @cached_property
    def changed_options(self) -> dict[str, str]:
        """The name of the rules, and the options that differ from the defaults or from those rules, as text."""
        usual = self.game.choose(self.rules.options)
        chosen = {} if self.rules is PUBLISHED else {RULES: self.rules.name}
        return chosen | {
            option.name: option.text(self.options[option.name])
            for option in self.game.options
            if not self.options[option.name] == option.default == usual[option.name]
        }

    @cached_property
    def blank(self) -> layouts.AnyState:
        """A state with the options filled in, ready for `start`."""
        state = layouts.new_state(self.game.state)
        self.game.configure(state, self.options)
        return state

    def start(self, seed: int | None = None) -> Position:
        """The first position; if the setup is random, the same seed gives the same one."""
        state = layouts.copied(self.blank)
        verbs.start(state, random_numbers.new_random(seed))
        return Position(self, state)

    def position(self, text: str) -> Position:
        """The position that the text describes."""
        state = layouts.copied(self.blank)
        self.game.read(state, text, self.board)
        return Position(self, state)

    def own(self, position: Position) -> Position:
        """The position, if it belongs to this game with these options; otherwise ForeignPosition."""
        if position.variant != self:
            raise ForeignPosition(f"a position of {position.variant!r} does not belong to {self!r}")
        return position

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return (self.name, self.rules.name, self.options) == (other.name, other.rules.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.changed_options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_variant, (*where_found(self.game), self.changed_options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"ludoteca.game({self.name!r}{options})"


def load_game(name: str, /, **options: Any) -> Variant:
    """A game by name, with options by name: `ludoteca.game("greener", size="9x9").start()` is a position.

    `rules="original"` selects a named set of options; options given in addition override the set.  An unknown game or
    option raises an error that lists the valid ones.
    """
    return Variant(find_game(name), **options)


def open_game(name: str, /, **options: Any) -> Variant:
    """A game by name, or by the path of its file: `ludoteca.game("./hexapawn.py")` runs the file and takes its GAME.

    Only for names given by the person at this machine; for any other source, use `load_game`.
    """
    return Variant(open_game_file(name) if is_game_file(name) else find_game(name), **options)


def where_found(game: Game) -> tuple[str, str]:
    """Where another process finds a game: a module or file and a name in it, or "" and the installed name."""
    if (file := file_of(game)) is not None:
        return str(file), "GAME"
    if game.name in game_names() and find_game(game.name) is game:
        return "", game.name
    for name, thing in vars(sys.modules[game.home]).items() if game.home in sys.modules else ():
        if thing is game:
            return game.home, name
    raise PicklingError(f"{game.title} is neither installed nor a name in the module that declares it")


def unpickle_variant(module: str, name: str, options: dict[str, str]) -> Variant:
    """Restore a pickled variant."""
    if not module:
        return Variant(find_game(name), **options)
    game = open_game_file(module) if is_game_file(module) else getattr(import_module(module), name)
    return Variant(game, **options)


@lru_cache(maxsize=64)
def usual_start(variant: Variant) -> Position | None:
    """The position with which every game of the variant begins; None if setups are random."""
    starts = [variant.start(seed) for seed in range(8)]
    return starts[0] if all(start == starts[0] for start in starts) else None
