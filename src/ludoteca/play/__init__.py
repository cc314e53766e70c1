"""Playing: positions, moves and outcomes; matches, series and clocks; records."""

from typing import TYPE_CHECKING, Any

from ludoteca.play.position import Move, Outcome, Position, Variant, load_game

if TYPE_CHECKING:
    from ludoteca.play.match.clock import TimeControl
    from ludoteca.play.match.match import Match
    from ludoteca.play.match.series import Series
    from ludoteca.play.score_sheet import PlayerName

__all__ = ["Match", "Move", "Outcome", "PlayerName", "Position", "Series", "TimeControl", "Variant", "load_game"]

_LAZY = {  # imported when a name is first used: most commands only need positions
    "Match": "match.match",
    "PlayerName": "score_sheet",
    "Series": "match.series",
    "TimeControl": "match.clock",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
