"""Playing: positions, moves and outcomes; matches, series and clocks; records."""

from ludoteca.play.position import Move, Outcome, Position
from ludoteca.play.variant import Variant, load_game

__all__ = ["Move", "Outcome", "Position", "Variant", "load_game"]
