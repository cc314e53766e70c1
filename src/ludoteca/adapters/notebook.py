"""A board to click in a notebook, alone or against a bot: in Jupyter, VS Code, Colab, marimo.

    from ludoteca.adapters.notebook import Board

    board = Board("gekitai", opponent="level3")
    board  # shows it; board.position is the position that it shows

With anywidget there is one widget for all kinds of notebooks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludoteca.errors import AmbiguousMove, MoveError, needs

with needs("notebook"):
    import anywidget
    import traitlets

from ludoteca.bots import BotLike, check_plays, find_bot
from ludoteca.play import Move, Position, Variant
from ludoteca.play.board_drawing import board_drawing
from ludoteca.play.move_input import choose, next_picks
from ludoteca.play.position import open_game
from ludoteca.play.svg_picture import picture


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A game from a position on: clicks, or what is typed, play; the buttons go through the moves.

    An opponent answers for the side that is not to move at first. A move made in an earlier position replaces what
    came after it.
    """

    _esm = Path(__file__).with_suffix(".js")
    shown = traitlets.Dict().tag(sync=True)  # all that is drawn, so that it changes at once

    def __init__(
        self, game: str | Variant | Position, opponent: BotLike | None = None, seed: int | None = None
    ) -> None:
        super().__init__()
        start = open_game(game) if isinstance(game, str) else game
        position = start.start(seed) if isinstance(start, Variant) else start
        if opponent is not None:
            check_plays(opponent, position.variant.name)
        self.opponent = None if opponent is None else find_bot(opponent, seed=seed)
        self.seat = position.mover
        self.line = [*position.line()][::-1]  # from the start to the last move
        self.at = len(self.line) - 1
        self.picked: list[str] = []
        self.on_msg(lambda _, message, __: self.answer(message))
        self.show()

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.line[self.at]

    def answer(self, message: dict[str, Any]) -> None:
        """What a person has done: `{"pick": "c3"}`, `{"typed": "c3"}` or `{"step": -1}`."""
        said = ""
        try:
            if "pick" in message:
                self.picked.append(str(message["pick"]))
                self.play(choose(self.position, self.picked))
            elif "typed" in message:
                self.play(str(message["typed"]))
            else:
                self.go_to(self.at + int(message["step"]))
        except AmbiguousMove as error:
            said = "" if "pick" in message else str(error)  # a pick is only the beginning of a move
        except MoveError as error:
            self.picked, said = [], str(error)
        self.show(said)

    def go_to(self, ply: int) -> None:
        """Show an earlier or a later position; the nearest if there is none."""
        self.at, self.picked = min(max(ply, 0), len(self.line) - 1), []

    def play(self, move: Move | str) -> None:
        """Play in the position that is shown, and let the opponent answer."""
        after = self.position.play(move)
        self.line[self.at + 1 :] = [after]
        while self.opponent is not None and after.outcome is None and after.mover != self.seat:
            after = after.after(self.opponent.choose_code(after))
            self.line.append(after)
        self.go_to(len(self.line))

    def show(self, said: str = "") -> None:
        """Draw the position, with what has been picked so far and what can be picked next."""
        position, outcome = self.position, self.position.outcome
        picks = [] if outcome else next_picks(position, self.picked)
        words = outcome.reason if outcome else f"{position.players[position.mover].name} to move"
        self.shown = {
            "svg": picture(position, marked=self.picked or position.last_cells),
            "cells": [[cell["name"], cell["x"], cell["y"]] for cell in board_drawing(position.variant)["cells"]],
            "targets": [name for pick in picks if pick.is_cell for name in (pick.name, *pick.also)],
            "choices": [[pick.name, str(pick)] for pick in picks if not pick.is_cell],
            "words": str(said or words),
            "at": self.at,
            "last": len(self.line) - 1,
        }
