"""Engines that speak UCI as bots: `uci:stockfish`, or `uci:200ms:stockfish` with a time per move.

They play games whose moves and positions are written as in UCI (`Notation(is_uci=True)`).  The protocol is that of
`ugi:`, apart from the names of some commands and the options.
"""

from __future__ import annotations

from ludoteca.bots.engine_process import EngineProcess
from ludoteca.bots.specs import Spec, WrongGame
from ludoteca.bots.ugi_engine import UgiEngine
from ludoteca.languages.texts import t
from ludoteca.play import Variant


class UciEngine(UgiEngine):
    """A bot whose moves come from an engine that speaks UCI."""

    protocol = "uci"

    def _must_play(self, variant: Variant) -> None:
        if variant.game.notation is None or not variant.game.notation.is_uci:
            raise WrongGame(t("{game} cannot be played by UCI engines", game=variant.title))

    def _set_up(self, process: EngineProcess, variant: Variant) -> None:
        """Nothing to tell: such an engine knows one game."""


def make(spec: Spec, seed: int | None) -> UciEngine:
    """The bot for a spec."""
    return UciEngine(spec.target, spec.limits, name=spec.text, seed=seed)
