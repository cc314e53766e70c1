"""Checking an engine: tests each part of UGI in turn and reports what is wrong."""

from __future__ import annotations

import random
import re
import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.bots.engine_process import EngineFailed, EngineHangs, EngineProcess
from ludoteca.bots.ugi_engine import combo_values, declared_options, move_word, read_word
from ludoteca.errors import LudotecaError
from ludoteca.kernel.options import RULES
from ludoteca.play import Position, Variant
from ludoteca.protocols.ugi import query_answers

OPTION_FORM = r"option name .+ type (check|spin|combo|button|string)( .*)?"
MOVETIME_MS = 200
LATE_S = 0.5  # how much later than `movetime` an answer may come, at the second try
ASK_EVERY = 2  # plies of the game that is followed


class ProtocolError(LudotecaError):
    """What an engine does not do as the protocol requires."""


@dataclass(frozen=True)
class Step:
    """A step of the check: what was tried, and what was wrong with it, if anything."""

    what: str
    wrong: str | None = None
    note: str | None = None  # worth knowing, though nothing is wrong
    is_fatal: bool = False  # nothing further could be tried


class UgiCheck:
    """One engine, one game."""

    def __init__(self, command: str, variant: Variant, *, patience_s: float = 20.0, plies: int = 20) -> None:
        self.command, self.variant, self.patience_s, self.plies = command, variant, patience_s, plies
        self._process: EngineProcess | None = None
        self._options: dict[str, str] = {}
        self._answers_queries = True

    def steps(self) -> Iterator[Step]:
        """Each step as it is taken; the check ends early if nothing more can be tried."""
        walk: tuple[tuple[str, Callable[[], object]], ...] = (
            ("starts", self._start),
            ("answers ugi with id, options and ugiok", self._introduce),
            ("answers isready with readyok", self._is_ready),
            (f"takes the game {self.variant.name} and its options", self._set_up),
            ("is ready after uginewgame", self._new_game),
            ("tells whose turn it is at the start", lambda: self._compare(self.variant.start(0))),
            (f"moves legally in {MOVETIME_MS} ms", self._move_in_time),
            ("moves within a depth and within a number of nodes", self._move_limited),
            ("moves by a clock", lambda: self._play("go p1time 5000 p2time 5000 p1inc 0 p2inc 0", self._begin(), 10.0)),
            ("answers isready while it thinks, and bestmove only after stop", self._infinite),
            ("survives a line that means nothing", self._nonsense),
            ("follows a game move by move to its end or as far as is checked", self._follow),
            ("ends after quit", self._quit),
        )
        try:
            for what, tried in walk:
                step = self._try(what, tried)
                yield step
                if step.is_fatal:
                    return
        finally:
            if self._process is not None:
                self._process.close()

    def _try(self, what: str, tried: Callable[[], object]) -> Step:
        if self._process is not None:
            self._process.forget_error()
        answered = self._answers_queries
        try:
            tried()
        except EngineFailed as error:
            return Step(what, str(error), is_fatal=True)
        except LudotecaError as error:
            return Step(what, str(error) if self._process is None else self._process.quoted(str(error)))
        has_given_up = answered and not self._answers_queries
        return Step(what, note="it does not answer query; a bot need not" if has_given_up else None)

    @property
    def _engine(self) -> EngineProcess:
        assert self._process is not None
        return self._process

    def _start(self) -> None:
        try:
            self._process = EngineProcess(shlex.split(self.command))
        except ValueError as error:
            raise EngineFailed(f"{self.command!r} is not a command: {error}") from error

    def _introduce(self) -> None:
        self._engine.send("ugi")
        lines = self._engine.wait_for("ugiok", self.patience_s)
        self._options = declared_options(lines)
        names = [line for line in lines if line.startswith("id name ")]
        if len(names) != 1:
            raise ProtocolError(f"there should be one line `id name NAME`; there are {len(names)}")
        for line in lines:
            if line.startswith("option") and not re.fullmatch(OPTION_FORM, line):
                raise ProtocolError(
                    f"an option looks like: option name NAME type TYPE default VALUE; found {line[:80]!r}"
                )

    def _is_ready(self) -> None:
        self._engine.send("isready")
        self._engine.wait_for("readyok", self.patience_s)

    def _set_up(self) -> None:
        if "game" in self._options:
            if (known := combo_values(self._options["game"])) and self.variant.name not in known:
                raise ProtocolError(f"its option Game knows {', '.join(known)}, not {self.variant.name}")
            self._engine.send(f"setoption name Game value {self.variant.name}")
        for option, value in self.variant.changed_options.items():
            if option == RULES:
                continue  # the options that it stands for follow
            name = next((name for name in (f"{self.variant.name}.{option}", option) if name in self._options), None)
            if name is None:
                raise ProtocolError(f"it has no option {option}, which should be {value}")
            self._engine.send(f"setoption name {name} value {value}")
        self._is_ready()

    def _new_game(self) -> None:
        self._engine.send("uginewgame")
        self._is_ready()

    def _tell(self, moves: list[str], start: str) -> None:
        played = f" moves {' '.join(moves)}" if moves else ""
        self._engine.send(f"position fen {start}{played}")
        self._is_ready()

    def _begin(self) -> Position:
        position = self.variant.start(0)
        self._tell([], str(position))
        return position

    def _ask(self, what: str) -> str:
        self._engine.send(f"query {what}")
        words = self._engine.wait_for("response", self.patience_s)[-1].split()
        if len(words) != 2:
            raise ProtocolError(f"query {what} should be answered `response WORD`, not {' '.join(words)[:80]!r}")
        return words[1]

    def _compare(self, position: Position, moves: list[str] | None = None, start: str = "") -> None:
        self._tell(moves or [], start or str(position))
        if not self._answers_queries:
            return
        expected = query_answers(position)
        if position.outcome is not None:
            del expected["p1turn"]  # nobody's
        for what, right in expected.items():
            try:
                answer = self._ask(what)
            except EngineHangs:
                self._answers_queries = False
                return
            if answer != right:
                raise ProtocolError(f"query {what} is answered {answer[:40]!r}, but it is {right} in {position}")

    def _play(self, go: str, position: Position, patience_s: float) -> str:
        """Ask for a move and check that it is legal."""
        self._engine.send(go)
        words = self._engine.wait_for("bestmove", patience_s)[-1].split()
        if len(words) < 2:
            raise ProtocolError(f"{go} is answered `bestmove` without a move")
        try:
            return move_word(read_word(position, words[1]))
        except LudotecaError as error:
            raise ProtocolError(f"{go} is answered {words[1][:40]!r}: {error}") from error

    def _move_in_time(self) -> None:
        for _ in range(2):
            position = self._begin()
            begun = time.monotonic()
            self._play(f"go movetime {MOVETIME_MS}", position, self.patience_s)
            spent = time.monotonic() - begun
            if spent <= MOVETIME_MS / 1000 + LATE_S:
                return
        raise ProtocolError(f"the answer to go movetime {MOVETIME_MS} took {spent * 1000:.0f} ms")

    def _move_limited(self) -> None:
        self._play("go depth 2", self._begin(), self.patience_s)
        self._play("go nodes 500", self._begin(), self.patience_s)

    def _infinite(self) -> None:
        position = self._begin()
        self._engine.send("go infinite")
        self._engine.send("isready")
        lines = self._engine.wait_for("readyok", self.patience_s)
        time.sleep(0.2)
        self._engine.send("isready")
        lines += self._engine.wait_for("readyok", self.patience_s)
        if early := [line for line in lines if line.startswith("bestmove")]:
            raise ProtocolError(f"{early[0][:40]!r} came before stop, though the search was to be infinite")
        self._play("stop", position, self.patience_s)

    def _nonsense(self) -> None:
        self._engine.send("xyzzy one two")
        self._is_ready()

    def _follow(self) -> None:
        """A game of random moves and its own: both agree whose turn it is, and it finds legal moves throughout."""
        chance = random.Random(1)
        position = self.variant.start(0)
        start = str(position)
        moves: list[str] = []
        for _ in range(self.plies):
            if position.outcome is not None:
                break
            if len(moves) % ASK_EVERY == 1:
                word = self._play(f"go movetime {MOVETIME_MS // 4}", position, self.patience_s)
            else:
                word = move_word(chance.choice(position.moves()))
            position = position.play(read_word(position, word))
            moves.append(word)
            self._compare(position, moves, start)

    def _quit(self) -> None:
        self._engine.send("quit")
        try:
            while True:
                self._engine.hear(self.patience_s, "the end")
        except EngineFailed as error:
            if "did not answer" in str(error):
                raise ProtocolError(f"it still runs {self.patience_s:g} s after quit") from error
            if "exit code 0" not in str(error):
                raise ProtocolError(str(error)) from error
