"""Playing: positions, moves and outcomes; matches, series and clocks; records."""

from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match
from ludoteca.play.match.series import Series
from ludoteca.play.position import Move, Outcome, Position
from ludoteca.play.score_sheet import PlayerName
from ludoteca.play.variant import Variant, load_game

__all__ = ["Match", "Move", "Outcome", "PlayerName", "Position", "Series", "TimeControl", "Variant", "load_game"]
