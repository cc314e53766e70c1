"""What someone asks for when they begin a game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from ludoteca.play.records import tree

LONGEST_NAME = 40


def clean_name(name: object) -> object:
    """A name as it is shown: one line, nothing invisible, not too long."""
    return tree.clean_name(name)[:LONGEST_NAME].strip() if isinstance(name, str) else name


Name = Annotated[str, BeforeValidator(clean_name)]
OptionName = Annotated[str, StringConstraints(max_length=40)]
OptionText = Annotated[str, StringConstraints(max_length=400)]
Spec = Annotated[str, StringConstraints(max_length=200)]


class NewGame(BaseModel):
    """A game to begin."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(max_length=60)]
    options: Annotated[dict[OptionName, OptionText], Field(max_length=30)] = {}
    position: Annotated[str, StringConstraints(max_length=4000)] = ""  # empty: the usual start
    opponent: Literal["bot", "friend", "device", "bots"] = "bot"
    bot: Spec = "greedy"
    bots: tuple[Spec, Spec] = ("greedy", "random")
    side: Literal["first", "second", "random"] = "first"
    clock: Annotated[str, StringConstraints(max_length=40)] = "none"
    series: Annotated[int, Field(ge=1, le=21)] = 1
    setups: Literal["new", "paired", "same"] = "new"
    listed: bool | None = None  # among the games to watch; None: unless it is by link
    name: Name = ""
    names: tuple[Name, Name] | None = None  # of two on one device
