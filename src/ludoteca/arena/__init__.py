"""The arena: measured matches and leagues of bots, on any number of processes."""

from ludoteca.arena.contest import Contest
from ludoteca.arena.executors import LocalProcesses
from ludoteca.arena.league import play_league, standings
from ludoteca.arena.match import Standing, play_match
from ludoteca.arena.statistics import Sprt

__all__ = ["Contest", "LocalProcesses", "Sprt", "Standing", "play_league", "play_match", "standings"]
