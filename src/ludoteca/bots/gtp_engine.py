"""Engines that speak GTP as bots: `gtp:gnugo --mode gtp`, or `gtp:2s:gnugo --mode gtp` with a time per move.

They play games whose notation says how GTP writes their moves (`Notation(vertex=…)`).  Every command has one answer,
which begins with `=`, or with `?` if the engine refuses.
"""

from __future__ import annotations

import math

from ludoteca.bots.bot import Resigned
from ludoteca.bots.engine_process import EngineProcess
from ludoteca.bots.specs import Limits, Spec, WrongGame
from ludoteca.bots.ugi_engine import OPEN_END_S, READY_S, START_S, EngineTalksNonsense, UgiEngine
from ludoteca.languages.texts import t
from ludoteca.play import Move, Position, Variant
from ludoteca.play.position import usual_start

COLOURS = ("black", "white")


class GtpEngine(UgiEngine):
    """A bot whose moves come from an engine that speaks GTP."""

    protocol = "gtp"

    def _must_play(self, variant: Variant) -> None:
        if variant.game.notation is None or variant.game.notation.vertex is None:
            raise WrongGame(t("{game} cannot be played by GTP engines", game=variant.title))

    def interrupt(self) -> None:
        """Nothing: GTP has no command for it."""

    def _ready(self, position: Position) -> EngineProcess:
        """The running engine."""
        self._must_play(position.variant)
        if self.process is None:
            self.process = EngineProcess(self.command)
            self._ask("protocol_version", START_S)
        return self.process

    def _ask(self, command: str, patience_s: float = READY_S) -> str:
        """The engine's answer to a command; EngineTalksNonsense if it refuses."""
        assert self.process is not None
        self.process.send(command)
        while not (answer := self.process.hear(patience_s, f"`{command}`").strip()):
            pass  # the empty line after the last answer
        if not answer.startswith("="):
            raise EngineTalksNonsense(f"the engine {self.process.command!r} answered `{command}` with `{answer}`")
        return answer.removeprefix("=").strip()

    def _choose(self, position: Position, limits: Limits) -> Move:
        """Set up the whole game, which is quick, and ask for a move."""
        process, notation = self._ready(position), position.variant.game.notation
        assert notation is not None and notation.vertex is not None
        start, played = self._history.to(position)
        self._ask(f"boardsize {len(position.variant.board.rows)}")
        self._ask("clear_board")
        if notation.write_options and (komi := notation.write_options(start.state).get("KM")):
            self._ask(f"komi {komi}")
        for colour, vertex in stones_to_set_up(start):
            self._ask(f"play {colour} {vertex}")
        here = start
        for move in played:
            self._ask(f"play {COLOURS[here.mover]} {notation.vertex(here.state, move.code)}")
            here = here.after(move.code)
        patience = OPEN_END_S
        if limits.time_ms is not None:
            seconds = math.ceil(limits.time_ms / 1000)
            self._ask(f"time_settings 0 {seconds} 1")
            patience = seconds + self.grace_s
        answer = self._ask(f"genmove {COLOURS[position.mover]}", patience)
        if answer.lower() == "resign":
            raise Resigned(f"the engine {process.command!r} resigned")
        for move in position.moves():
            if notation.vertex(position.state, move.code).lower() == answer.lower():
                return move
        raise EngineTalksNonsense(f"the engine {process.command!r} answered `{answer}`, which is not a legal move")


def stones_to_set_up(start: Position) -> list[tuple[str, str]]:
    """The stones that a cleared board lacks; WrongGame where playing them would do more than placing them.

    In some games a cleared board has stones; engines begin those games from the usual position only.
    """
    usual = usual_start(Variant(start.variant.game))
    if usual is not None and any(look.top for look in usual.scene().cells.values()):
        if (start.scene().cells, start.mover) != (usual.scene().cells, usual.mover):
            raise WrongGame(t("GTP engines play {game} only from its usual start", game=start.variant.title))
        return []
    cells = start.scene().cells.items()
    return [(COLOURS[seat], name.upper()) for name, look in cells if look.top and (seat := look.top.owner) is not None]


def make(spec: Spec, seed: int | None) -> GtpEngine:
    """The bot for a spec."""
    spec.only(limits=("time_ms",))
    return GtpEngine(spec.target, spec.limits, name=spec.text, seed=seed)
