"""Analysis on request: what to look at, validated before any engine sees it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.kernel.shared_sentences import IS_OVER
from ludoteca.languages import t
from ludoteca.web.engine.engine import ANALYSIS
from ludoteca.web.engine.pool import Told
from ludoteca.web.http.request_errors import in_words
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.table.new_game import OptionName, OptionText

MOST_MOVES = 1000
LONGEST_MS = 30_000
REVIEW_MS = 20_000  # total search time for all positions of a game, before some are searched again
REVIEW_S = 60.0  # total time of a review at most, on an idle machine


class BadRequest(LudotecaError):
    """A request that is malformed."""


class PositionRequest(BaseModel):
    """A position: by text, by moves from the start, or both."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(max_length=60)]
    options: Annotated[dict[OptionName, OptionText], Field(max_length=30)] = {}
    position: Annotated[str, StringConstraints(max_length=4000)] = ""  # empty: the start
    moves: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=MOST_MOVES)] = []
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 0  # of a random setup

    @classmethod
    def read(cls, message: dict[str, Any]) -> Self:
        """Parse a message."""
        try:
            return cls.model_validate({name: value for name, value in message.items() if name not in ("id", "kind")})
        except ValidationError as error:
            raise BadRequest(first_reason(error)) from error

    def wanted(self) -> dict[str, Any]:
        """What a reader is asked for."""
        find_game(self.game)  # an unknown name is reported at once
        return self.model_dump(include={"game", "options", "position", "moves", "seed"})


class AnalysisRequest(PositionRequest):
    """A position to think about."""

    model_config = ConfigDict(extra="ignore")

    lines: Annotated[int, Field(ge=1, le=5)] = 1
    ms: Annotated[int, Field(ge=10, le=LONGEST_MS)] = 1000


class ReviewRequest(PositionRequest):
    """A game to review: where it began, and its moves."""

    model_config = ConfigDict(extra="ignore")


def first_reason(error: ValidationError) -> str:
    """The first error, in words."""
    return in_words(error.errors(include_url=False, include_input=False)[0])


async def ask_engine(
    registry: RoomRegistry, request: AnalysisRequest, visitor: str, language: str, told: Told | None = None
) -> dict[str, Any]:
    """The engine's report on a position that is not over."""
    read = await registry.readers.read("position", {**request.wanted(), "language": language}, visitor)
    outcome = read.found["view"]["outcome"]
    if outcome is not None:
        raise BadRequest(t(IS_OVER, **{"0": outcome["reason"]}))
    answer = await registry.engine.ask(
        {
            "kind": "analyse",
            "game": request.game,
            "options": request.options,
            "start": read.found["start"],
            "moves": request.moves,
            "ms": request.ms,
            "lines": request.lines,
            "language": language,
        },
        visitor,
        ANALYSIS,
        request.ms / 1000,
        told,
    )
    report: dict[str, Any] = answer["report"]
    return report


async def ask_for_review(
    registry: RoomRegistry, request: ReviewRequest, visitor: str, language: str, told: Told, enough: asyncio.Event
) -> dict[str, Any]:
    """The engine's review of a game; of its first moves, if someone says that these are enough."""
    read = await registry.readers.read("position", {**request.wanted(), "language": language}, visitor)
    asked = {
        "kind": "review",
        "game": request.game,
        "options": request.options,
        "start": read.found["start"],
        "moves": request.moves,
        "ms": REVIEW_MS,
        "language": language,
    }
    answer = await registry.engine.ask(asked, visitor, ANALYSIS, REVIEW_S, told, enough)
    review: dict[str, Any] = answer["review"]
    return review
