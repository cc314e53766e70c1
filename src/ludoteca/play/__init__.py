"""Playing: positions, moves and outcomes; matches, series and clocks; records."""

from ludoteca.play.clock import TimeControl
from ludoteca.play.match import Match
from ludoteca.play.position import Move, Outcome, Position
from ludoteca.play.series import Series
from ludoteca.play.sheet import PlayerName
from ludoteca.play.variant import Variant, load_game

__all__ = ["Match", "Move", "Outcome", "PlayerName", "Position", "Series", "TimeControl", "Variant", "load_game"]
