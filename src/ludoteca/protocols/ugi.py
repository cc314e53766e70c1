"""The UGI server: every game and every bot of Ludoteca for managers and boards that speak the protocol.

It reads while it thinks, answers an invalid line with `info string error …`, and never ends because of one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ludoteca import __version__
from ludoteca.bots import Limits, check_plays
from ludoteca.bots.registry import listed_spec
from ludoteca.bots.ugi_engine import move_word, read_word
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.kernel.options import Option
from ludoteca.play import Move, Position, Variant, load_game
from ludoteca.protocols.thinker import EngineSettings, Task, Thinker, clock_budget_ms
from ludoteca.search.report import Line, Report

MOST_THREADS, MOST_MEGABYTES, MOST_LINES = 64, 16_384, 64
LARGEST = 10**12
NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes", "movestogo")
WORDS = ("infinite", "ponder")
NUMBER_OPTIONS = {
    "threads": "threads",
    "hash": "megabytes",
    "multipv": "lines",
    "seed": "seed",
}  # as `EngineSettings` has them

RESULTS = {0: "p1win", 1: "p2win", None: "draw"}


class BadLine(LudotecaError):
    """A line that the protocol does not define."""


class UgiServer:
    """One conversation: lines come in by `take`, answers go out by `say`."""

    def __init__(self, say: Callable[[str], None], *, bot: str = "search", game: str | None = None) -> None:
        self._say_line = say
        self._voice = threading.Lock()  # the thinking thread writes too
        self._engine = EngineSettings(bot)
        self._seed = 0
        self._settings: dict[str, dict[str, str]] = {}  # the options given, by game
        self._variant: Variant = load_game(game or game_names()[0])
        self._position: Position | None = None  # None: the start
        self.thinker = Thinker(self._tell, self._answer, self._regret)
        self._budget_ms: int | None = None  # for a pondered move

    # --- what comes in

    def serve(self, lines: Iterable[str]) -> None:
        """Read lines until `quit` or their end."""
        try:
            for line in lines:
                if not self.take(line):
                    break
        finally:
            self.thinker.stop()
            self.thinker.wait()

    def take(self, line: str) -> bool:
        """Handle one line; False after `quit`."""
        words = line.split()
        if not words:
            return True
        command, rest = words[0].lower(), words[1:]
        if command == "quit":
            return False
        handler = {
            "ugi": self._introduce,
            "isready": lambda _: self.say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self.thinker.stop(),
            "ponderhit": self._ponder_hit,
            "query": self._query,
            "d": self._draw,
        }.get(command)
        try:
            if handler is None:
                raise BadLine(f"there is no command {command[:40]!r}")
            if self.thinker.is_busy and command not in ("isready", "stop", "ponderhit", "query", "d"):
                raise BadLine(f"{command} is not possible during a search; send stop first")
            handler(rest)
        except LudotecaError as error:
            self.say(f"info string error {error}")
        return True

    def say(self, line: str) -> None:
        """Send a line; two threads never mix theirs."""
        with self._voice:
            self._say_line(" ".join(line.splitlines()))

    # --- commands

    def _introduce(self, _: list[str]) -> None:
        self.say(f"id name Ludoteca {__version__}")
        self.say("id author the Ludoteca authors")
        names = " ".join(f"var {name}" for name in game_names())
        self.say(f"option name Game type combo default {self._variant.name} {names}")
        self.say(f"option name Bot type string default {self._engine.bot}")
        self.say(f"option name Threads type spin default 1 min 1 max {MOST_THREADS}")
        self.say(f"option name Hash type spin default 64 min 1 max {MOST_MEGABYTES}")
        self.say(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self.say(f"option name Seed type spin default 0 min 0 max {2**31 - 1}")
        for name in game_names():
            try:
                game = find_game(name)
            except LudotecaError as error:  # one broken package must not hide the other games
                self.say(f"info string error {error}")
                continue
            for option in game.options:
                self.say(f"option name {name}.{option.name} {option_type(option)}")
        self.say("ugiok")

    def _set_option(self, words: list[str]) -> None:
        lower = [word.lower() for word in words]
        if lower[:1] != ["name"] or "value" not in lower:
            raise BadLine("expected: setoption name NAME value VALUE")
        split = lower.index("value")
        name, value = " ".join(lower[1:split]), " ".join(words[split + 1 :])
        if name == "game":
            self._change_variant(value, self._settings.get(value.strip().lower(), {}))
        elif name == "bot":
            check_plays(listed_spec(value).text, self._variant.name)
            self._engine = replace(self._engine, bot=value)
        elif name in NUMBER_OPTIONS:
            self._set_number(name, value)
        else:
            self._set_game_option(name, value)

    def _set_number(self, name: str, value: str) -> None:
        least, most = {
            "threads": (1, MOST_THREADS),
            "hash": (1, MOST_MEGABYTES),
            "multipv": (1, MOST_LINES),
            "seed": (0, 2**31 - 1),
        }[name]
        number = whole(name, value)
        if not least <= number <= most:
            raise BadLine(f"{name} should be from {least} to {most}, not {number}")
        if name == "seed":
            self._seed, self._position = number, None
        changed: Any = {NUMBER_OPTIONS[name]: number}
        self._engine = replace(self._engine, **changed)

    def _set_game_option(self, name: str, value: str) -> None:
        """`greener.size`, or `size` alone for the chosen game."""
        game, dot, option = name.rpartition(".")
        game = game if dot else self._variant.name
        settings = {**self._settings.get(game, {}), option: value}
        if game == self._variant.name:
            self._change_variant(game, settings)
        else:
            load_game(game, **settings)  # an error now rather than later
        self._settings[game] = settings

    def _change_variant(self, game: str, settings: dict[str, str]) -> None:
        self._variant = load_game(game, **settings)
        self._position = None
        self.thinker.forget()

    def _new_game(self, _: list[str]) -> None:
        self._position = None
        self.thinker.forget()

    def _set_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        kind, text = "".join(words[:1]).lower(), " ".join(words[1:split])
        if kind == "startpos" and not text:
            position = self._variant.start(self._seed)
        elif kind == "fen" and text:
            position = self._variant.position(text)
        else:
            raise BadLine("expected: position startpos moves …, or position fen TEXT moves …")
        for word in words[split + 1 :]:
            position = position.play(read_word(position, word))
        self._position = position

    def _go(self, words: list[str]) -> None:
        position = self._now()
        if position.outcome is not None:
            self.say(f"info string error the game is over: {position.outcome.reason}")
            self.say("bestmove (none)")
            return
        given = read_go(words)
        limits, budget = limits_of(given, position.mover)
        ponders = "ponder" in given
        self._budget_ms = budget if ponders else None
        if ponders:
            limits = Limits(nodes=limits.nodes, depth=limits.depth)
        waits = ponders or "infinite" in given or not limits
        self.thinker.think(self._engine, Task(position, limits, waits))

    def _ponder_hit(self, _: list[str]) -> None:
        self.thinker.stop_in(self._budget_ms or 0)

    def _query(self, words: list[str]) -> None:
        answers = query_answers(self._now())
        what = "".join(words[:1]).lower()
        if what not in answers:
            raise BadLine(f"there is no query {what[:40]!r}; available: {', '.join(answers)}")
        self.say(f"response {answers[what]}")

    def _draw(self, _: list[str]) -> None:
        position = self._now()
        for line in position.board(ascii_only=True).splitlines():
            self.say(line)
        self.say(f"fen {position}")

    def _now(self) -> Position:
        if self._position is None:
            self._position = self._variant.start(self._seed)
        return self._position

    # --- what the thinking thread says

    def _tell(self, report: Report) -> None:
        for rank, line in enumerate(report.lines, 1):
            self.say(info_line(report, line, rank))

    def _answer(self, move: Move) -> None:
        self.say(f"bestmove {move_word(move)}")

    def _regret(self, error: Exception) -> None:
        """A bot that fails must not leave the manager waiting."""
        self.say(f"info string error {type(error).__name__}: {error}")
        self.say("bestmove (none)")


def option_type(option: Option) -> str:
    """An option as the protocol declares it."""
    default = option.text(option.default)
    if option.choices and option.parse is None:
        return f"type combo default {default} " + " ".join(f"var {option.text(value)}" for value in option.choices)
    return f"type string default {default}"


def whole(name: str, text: str) -> int:
    """A whole number within reason."""
    if not (text.isascii() and text.isdigit() and len(text) <= 13) or int(text) > LARGEST:
        raise BadLine(f"{name} should be a whole number, not {text[:40]!r}")
    return int(text)


def read_go(words: list[str]) -> dict[str, int]:
    """The arguments of `go`: numbers by name, and 1 for single words."""
    given: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        name = word.lower()
        if name in WORDS:
            given[name] = 1
        elif name in NUMBERS:
            given[name] = whole(name, next(rest, ""))
        else:
            raise BadLine(f"go does not know {word[:40]!r}; it knows: {', '.join((*NUMBERS, *WORDS))}")
    return given


def limits_of(given: dict[str, int], mover: int) -> tuple[Limits, int | None]:
    """The limits of a search, and its time, which a pondered move gets later."""
    time_ms = given.get("movetime")
    own = f"p{mover + 1}"
    if time_ms is None and f"{own}time" in given:
        time_ms = clock_budget_ms(given[f"{own}time"], given.get(f"{own}inc", 0))
    if "infinite" in given:
        return Limits(), None
    at_least = {name: max(1, given[name]) if name in given else None for name in ("nodes", "depth")}
    return Limits(None if time_ms is None else max(1, time_ms), **at_least), time_ms


def info_line(report: Report, line: Line, rank: int) -> str:
    """The state of a search in one line; `mate` counts plies, as the protocol says."""
    milliseconds = round(report.seconds * 1000)
    parts = [f"info depth {report.depth} nodes {report.nodes} nps {round(report.nodes_per_second)}"]
    parts.append(f"time {milliseconds} multipv {rank}")
    if line.plies_to_end is None:
        parts.append(f"score cp {round(line.value / 10)}")
    else:
        parts.append(f"score mate {line.plies_to_end if line.value > 0 else -line.plies_to_end}")
    win, draw = (round(1000 * chance) for chance in report.chances_of(line)[:2])
    parts.append(f"wdl {win} {draw} {1000 - win - draw}")
    parts.append("pv " + " ".join(map(move_word, line.moves)))
    return " ".join(parts)


def query_answers(position: Position) -> dict[str, str]:
    """The answer to each `query`, by its word."""
    outcome = position.outcome
    return {
        "p1turn": "true" if position.mover == 0 else "false",
        "gameover": "false" if outcome is None else "true",
        "result": "none" if outcome is None else RESULTS[outcome.winner],
    }
