"""Playing: positions, moves and outcomes; matches, series and clocks; records."""

from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match
from ludoteca.play.match.series import Series
from ludoteca.play.position import Move, Outcome, Position, Variant, load_game
from ludoteca.play.score_sheet import PlayerName

__all__ = ["Match", "Move", "Outcome", "PlayerName", "Position", "Series", "TimeControl", "Variant", "load_game"]
