"""What a score sheet contains: the players, each move with its notes, and endings that the board does not show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from ludoteca.kernel.scene import Player
from ludoteca.languages.texts import t, translatable
from ludoteca.play.files import Fields, Saved
from ludoteca.play.position import Move, Outcome


def must_be_seat(seat: int) -> None:
    """Seats are 0 and 1."""
    if seat not in (0, 1):
        raise ValueError(f"a seat is 0 or 1, not {seat}")


def date_text(when_ms: int) -> str:
    """The date of a time in milliseconds since 1970, as records write it: 2024.05.01, in UTC."""
    return f"{datetime.fromtimestamp(when_ms / 1000, UTC):%Y.%m.%d}"


@dataclass(frozen=True, slots=True)
class PlayerName:
    """Who sits at a seat."""

    name: str
    kind: str = "human"  # or a bot's spec, such as "random"

    def save(self) -> Saved:
        """As JSON."""
        return {"name": self.name, "kind": self.kind}

    @staticmethod
    def load(fields: Fields) -> PlayerName:
        """From the result of `save`."""
        return PlayerName(fields.text("name"), fields.text("kind"))


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played, with its notes."""

    move: Move
    comment: str = ""
    clock_ms: int | None = None  # the mover's clock after the move
    evaluation: float | None = None  # from the first player's point of view

    def __post_init__(self) -> None:
        if self.evaluation is not None and not math.isfinite(self.evaluation):
            raise ValueError(f"an evaluation is a number, not {self.evaluation}")

    def save(self) -> Saved:
        """As JSON, without empty fields."""
        noted = {"comment": self.comment or None, "clock_ms": self.clock_ms, "evaluation": self.evaluation}
        return {"move": str(self.move)} | {name: value for name, value in noted.items() if value is not None}


class How(StrEnum):
    """The ways in which a match ends."""

    RULES = "rules"  # as the board shows
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    FORFEIT = "forfeit"  # a program crashed or answered an illegal move
    SETTLED = "settled"  # no move could change the result, and the players agreed to stop
    ABORTED = "aborted"  # ended without a result


AGREED = translatable("agreed by both players")
ABORTED, ABORTED_BY = translatable(("ended without a result", "{player} ended it without a result"))
LOSSES = translatable(
    {
        How.RESIGNATION: "{player} resigned",
        How.TIME: "{player} ran out of time",
        How.FORFEIT: "{player} forfeited the game",
        How.SETTLED: "the result could no longer change",
    }
)
SEATLESS = (How.AGREEMENT, How.SETTLED, How.ABORTED)  # endings that concern no particular player


@dataclass(frozen=True, slots=True)
class Declaration:
    """An ending that the board does not show."""

    how: How
    seat: int | None = None  # who lost or aborted; None in a draw or by agreement

    def __post_init__(self) -> None:
        if self.seat is not None or self.how not in SEATLESS:
            must_be_seat(-1 if self.seat is None else self.seat)

    def outcome(self, players: tuple[Player, Player]) -> Outcome:
        """The result, in the game's words."""
        if self.how is How.ABORTED:
            reason = t(ABORTED) if self.seat is None else t(ABORTED_BY, player=players[self.seat].name)
            return Outcome(None, reason, is_aborted=True)
        if self.seat is None:
            return Outcome(None, t(LOSSES[self.how] if self.how is How.SETTLED else AGREED))
        return Outcome(1 - self.seat, t(LOSSES[self.how], player=players[self.seat].name))

    def save(self) -> Saved:
        """As JSON."""
        return {"how": str(self.how), "seat": self.seat}

    @staticmethod
    def load(fields: Fields) -> Declaration:
        """From the result of `save`."""
        how = fields.text("how")
        if how == How.AGREEMENT:
            return Declaration(How.AGREEMENT)
        if how not in LOSSES and how not in SEATLESS:
            raise fields.wrong("how", t("resignation, agreement, time, forfeit, settled or aborted"))
        if how in SEATLESS and not fields.is_there("seat"):
            return Declaration(How(how))
        return Declaration(How(how), fields.whole("seat", 1))
