"""External engines as bots: `ugi:./my-engine --flag`, or `ugi:200ms:./my-engine` with a time per move; `uci:` likewise.

An engine's own options are set by name: `uci:1s,skill=0:stockfish`.
Anything the engine does wrong becomes a named error, and it loses the game.  Moves are sent as single words: `wall c4`
becomes `wall_c4`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress

from ludoteca.bots.bot import Bot, Resigned
from ludoteca.bots.engine_process import EngineFailed, EngineProcess
from ludoteca.bots.specs import BadBotSpec, Limits, Spec, WrongGame
from ludoteca.errors import IllegalMove, MoveError, UnreadableMove
from ludoteca.kernel import copied, verbs
from ludoteca.languages.texts import joined, t
from ludoteca.play import Move, Position, Variant
from ludoteca.play.move_input import find_move
from ludoteca.play.turns import codes_of

START_S = 20.0  # until `ugiok`: an interpreter may have to start
READY_S = 60.0  # until `readyok`: tables may have to be filled
GRACE_S = 5.0  # beyond the time for a move
OPEN_END_S = 600.0  # for a move limited by nodes or depth
DEFAULT = Limits(time_ms=1000)
MOST_SEEDS = 2**31
NO_MOVE = ("(none)", "none", "0000")  # engines of several protocols write these instead of a move


def move_word(move: Move) -> str:
    """A move's text without spaces."""
    return str(move).replace(" ", "_")


def read_word(position: Position, word: str) -> Move:
    """The legal move that a word names; UnreadableMove, IllegalMove or AmbiguousMove otherwise."""
    if len(word) > 200:
        raise UnreadableMove("a move has at most 200 characters")
    return find_move(position, word.replace("_", " "))


class MoveHistory:
    """The moves that led to a position, which itself only knows the positions before it; results are cached."""

    def __init__(self) -> None:
        self._line: list[Position] = []
        self._moves: list[Move] = []

    def to(self, position: Position) -> tuple[Position, list[Move]]:
        """Where the game began, and the moves from there."""
        line = list(position.line())[::-1]
        known = 0
        while known < min(len(line), len(self._line)) and line[known] is self._line[known]:
            known += 1
        moves = self._moves[: max(0, known - 1)]
        for before, after in zip(line[len(moves) :], line[len(moves) + 1 :], strict=False):
            moves.append(move_between(before, after))
        self._line, self._moves = line, moves
        return line[0], list(moves)


def move_between(before: Position, after: Position) -> Move:
    """The move that leads from a position to the next one."""
    wanted = after.state.tobytes()
    for move in (*before.moves(), *(move for move in before.whole_moves() if move.more)):
        state = copied(before.state)
        for code in codes_of(move):
            verbs.play(state, code)
        if state.tobytes() == wanted:
            return move
    raise IllegalMove(f"no move leads from {before} to {after}")


class EngineTalksNonsense(EngineFailed):
    """An answer came, but not one that the protocol allows."""


class UgiEngine(Bot):
    """A bot whose moves come from another program, which is started when the first move is needed."""

    protocol = "ugi"

    def __init__(
        self,
        command: str,
        limits: Limits | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        name: str = "",
        grace_s: float = GRACE_S,
        seed: int | None = None,
    ) -> None:
        self.settings = settings or {}  # values of the engine's own options
        self.name = name or f"{self.protocol}:{command}"
        self.seed = seed  # for an engine with an option of that name
        self.limits = limits or DEFAULT
        self.grace_s = grace_s
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadBotSpec(f"{command!r} is not a command: {error}") from error
        if not self.command:
            raise BadBotSpec(f"the command that starts the engine must follow {self.protocol}:")
        self.process: EngineProcess | None = None
        self._options: dict[str, str] = {}  # by lower-case name, as declared by the engine
        self._variant: Variant | None = None
        self._ply = 0
        self._history = MoveHistory()

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """The engine's move; Resigned, EngineFailed, or a MoveError if it is illegal."""
        try:
            return self._choose(position, limits or self.limits)
        except Resigned:
            raise
        except BaseException:
            self.close()  # nothing it says from now on can be trusted
            raise

    def prepare(self, position: Position) -> None:
        """Start the engine and tell it the game."""
        try:
            self._ready(position)
        except BaseException:
            self.close()
            raise

    def reseed(self, seed: int) -> None:
        """Begin a new game with this seed, if the engine accepts one."""
        self.seed, self._variant = seed, None

    def __getstate__(self) -> dict[str, object]:
        """For pickling: the engine is started again where it is unpickled."""
        return {**self.__dict__, "process": None, "_variant": None, "_history": MoveHistory()}

    def interrupt(self) -> None:
        """Ask the engine to answer at once; may be called from any thread."""
        process = self.process
        if process is not None:
            with suppress(EngineFailed):  # whoever waits for its move gets this error
                process.send("stop", patience_s=0.1)

    def close(self) -> None:
        """End the engine; it is restarted when needed."""
        if self.process is not None:
            self.process.close()
        self.process, self._variant = None, None

    def _choose(self, position: Position, limits: Limits) -> Move:
        process = self._ready(position)
        process.forget_error()
        start, played = self._history.to(position)
        moves = f" moves {' '.join(map(move_word, played))}" if played else ""
        process.send(f"position fen {start}{moves}")
        self._await_ready(process)
        if limits.time_ms is not None:
            process.send(f"go movetime {max(1, round(limits.time_ms))}")
            patience = limits.time_ms / 1000 + self.grace_s
        else:
            process.send(f"go nodes {limits.nodes}" if limits.nodes is not None else f"go depth {limits.depth}")
            patience = OPEN_END_S
        answer = process.wait_for("bestmove", patience)[-1]
        words = answer.split()
        if len(words) < 2 or words[1] in NO_MOVE:
            what = f"the engine {process.command!r} answered `{' '.join(words)}`, without a move"
            raise EngineTalksNonsense(process.quoted(what))
        try:
            return read_word(position, words[1])
        except MoveError as error:
            if not process.own_error:
                raise
            raise IllegalMove(process.quoted(str(error))) from error

    def _ready(self, position: Position) -> EngineProcess:
        """The running engine, with this game's options set."""
        self._must_play(position.variant)
        if self.process is None:
            self.process = EngineProcess(self.command)
            self.process.send(self.protocol)
            self._options = declared_options(self.process.wait_for(f"{self.protocol}ok", START_S))
            for name, value in self.settings.items():
                self.process.send(self._setting(name, value))
        process = self.process
        if position.variant != self._variant or position.ply < self._ply:
            self._set_up(process, position.variant)
            process.send(f"{self.protocol}newgame")
            self._await_ready(process)
        self._variant, self._ply = position.variant, position.ply
        return process

    def _setting(self, given: str, value: str) -> str:
        """The command that gives the engine's option of this name, or whose name alone begins so, a value."""
        wanted = given.replace("_", " ")
        names = [name for name in self._options if name.replace("_", " ").startswith(wanted)]
        if (exact := [name for name in names if len(name) == len(wanted)]) or len(names) == 1:
            declaration = self._options[(exact or names)[0]]
            name, _, kind = declaration.partition(" type ")
            if allows(kind, value):
                return f"setoption name {name} value {value}"
            raise BadBotSpec(
                t(
                    "the option {name} of the engine {command} cannot be {value}; the engine says: {kind}",
                    name=name,
                    command=repr(self.command),
                    value=repr(value),
                    kind=kind,
                )
            )
        offered = [declaration.partition(" type ")[0] for declaration in self._options.values()]
        raise BadBotSpec(
            t(
                "the engine {command} has no option {name}; its options are {known}",
                command=repr(self.command),
                name=repr(given),
                known=joined(offered),
            )
            if offered
            else t("the engine {command} has no options", command=repr(self.command))
        )

    def _must_play(self, variant: Variant) -> None:
        """Raise WrongGame if no engine of this protocol can play a game."""

    def _set_up(self, process: EngineProcess, variant: Variant) -> None:
        """Tell an engine the game and its options, if it has options for them."""
        if "game" in self._options:
            if (known := combo_values(self._options["game"])) and variant.name not in known:
                raise WrongGame(f"the engine {process.command!r} plays {', '.join(known)}, not {variant.name}")
            process.send(f"setoption name Game value {variant.name}")
        if self.seed is not None and "seed" in self._options:
            process.send(f"setoption name Seed value {self.seed % MOST_SEEDS}")
        for option in variant.game.options:
            for name in (f"{variant.name}.{option.name}", option.name):
                if name in self._options:
                    process.send(f"setoption name {name} value {option.text(variant.options[option.name])}")
                    break
            else:
                if option.name in variant.changed_options:
                    raise WrongGame(f"the engine {process.command!r} has no option {option.name} of {variant.title}")
        self._await_ready(process)

    def _await_ready(self, process: EngineProcess) -> None:
        process.send("isready")
        process.wait_for("readyok", READY_S)


def declared_options(lines: list[str]) -> dict[str, str]:
    """The `option` lines of an engine, from the name on, by lower-case name."""
    found = {}
    for line in lines:
        if declared := re.fullmatch(r"option name ((.+?) type .*)", line):
            found[declared[2].lower()] = declared[1]
    return found


def allows(kind: str, value: str) -> bool:
    """Whether an option declared like `spin default 20 min 0 max 20` takes a value."""
    if kind.startswith("check"):
        return value in ("true", "false")
    if kind.startswith("combo"):
        return value.lower() in combo_values(kind)
    if not kind.startswith("spin"):
        return True
    bounds = {name: int(bound) for name, bound in re.findall(r"\b(min|max) (-?\d+)", kind)}
    if not re.fullmatch(r"-?\d+", value, re.ASCII):
        return False
    return bounds.get("min", int(value)) <= int(value) <= bounds.get("max", int(value))


def combo_values(declaration: str) -> list[str]:
    """The values of a combo option, in lower case."""
    return [value.strip().lower() for value in re.findall(r"\bvar (\S+)", declaration)]


class UciEngine(UgiEngine):
    """A bot whose moves come from an engine that speaks UCI, with other names of commands and options.

    It plays games whose moves and positions are written as in UCI (`Notation(is_uci=True)`).
    """

    protocol = "uci"

    def _must_play(self, variant: Variant) -> None:
        if variant.game.notation is None or not variant.game.notation.is_uci:
            raise WrongGame(t("{game} cannot be played by UCI engines", game=variant.title))

    def _set_up(self, process: EngineProcess, variant: Variant) -> None:
        """Nothing to tell: such an engine knows one game."""


def make(spec: Spec, seed: int | None) -> UgiEngine:
    """The bot for a spec: `ugi:` or `uci:`."""
    kind = UciEngine if spec.name == UciEngine.protocol else UgiEngine
    return kind(spec.target, spec.limits, settings=spec.settings, name=spec.text, seed=seed)
