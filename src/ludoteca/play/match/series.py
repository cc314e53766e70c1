"""A series of games between the same two players: best of N, with sides swapped after each game.

Most games won decides, then the points [MA12].  A game won on the board adds the winner's lead in points.  One that was
resigned or lost on time adds none, since it never reached the count; nor does a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import Text, joined, t, translatable
from ludoteca.play.files import DamagedSave, Fields, Savable, Saved
from ludoteca.play.match.clock import TimeControl, UnreadableTimeControl, monotonic_ms
from ludoteca.play.match.match import NAMELESS, Match, load_players, load_start, load_variant
from ludoteca.play.position import Position, Variant
from ludoteca.play.position_interface import Outcome
from ludoteca.play.score_sheet import How, PlayerName

FORMAT = "ludoteca series 1"
MOST_GAMES = 1000
SERIES_WORDS = translatable(
    {  # the score and how it ended
        "won": "{player} won {more} to {fewer}",
        "points": "tied on games; {player} leads by {points}",
        "level": "tied on games",
        "level_on_points": "tied on games and points",
        "best_of": "best of {games}",
        "lead": "{player} +{points}",
        "count": "{points} {points:point|points}",
    }
)


class SeriesError(LudotecaError):
    """No further game can begin: one is still in progress, or the series is decided."""


class Setups(StrEnum):
    """How the games of a series begin."""

    NEW = "new"  # a new setup for each game
    PAIRED = "paired"  # each setup is played twice, once from either side
    SAME = "same"  # one setup for all games [MA5a]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a series: of each finished game the winner, None for a draw, and the winner's lead in points."""

    games: int  # of the whole series
    players: tuple[PlayerName, PlayerName]
    results: Sequence[tuple[int | None, float]]
    has_points: bool  # whether games are counted in points too

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games each player has won."""
        winners = [winner for winner, _ in self.results]
        return winners.count(0), winners.count(1)

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return len(self.results) - sum(self.wins)

    @property
    def point_difference(self) -> float:
        """Player 0's lead in points over all won games; negative if player 1 leads."""
        return sum(lead if winner == 0 else -lead for winner, lead in self.results)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won the series, as soon as the remaining games cannot change it; None before."""
        first, second = self.wins
        lead, left = abs(first - second), self.games - len(self.results)
        if lead <= left and left:  # with lead = left, the other can still tie on games and lead on points
            return None
        if lead:
            winner = 0 if first > second else 1
            counts = {"more": max(first, second), "fewer": min(first, second)}
            return Outcome(winner, t(SERIES_WORDS["won"], player=self.players[winner].name, **counts))
        points = self.point_difference
        if points:
            winner = 0 if points > 0 else 1
            return Outcome(winner, t(SERIES_WORDS["points"], player=self.players[winner].name, points=_points(points)))
        return Outcome(None, t(SERIES_WORDS["level_on_points" if self.has_points else "level"]))

    @property
    def text(self) -> str:
        """The running score, counting a draw as half: `Ana 2½ : 1½ Bo, Ana +12 points, best of 7`."""
        score = " : ".join(_halves_text(2 * wins + self.draws) for wins in self.wins)
        parts: list[str] = [joined([self.players[0].name, score, self.players[1].name], " ")]
        if self.point_difference:
            leader = self.players[0 if self.point_difference > 0 else 1].name
            parts.append(t(SERIES_WORDS["lead"], player=leader, points=_points(self.point_difference)))
        return joined([*parts, t(SERIES_WORDS["best_of"], games=self.games)])


class Series(Savable):
    """Up to `games` matches; `players` are numbered 0 and 1 throughout, whatever their seats in a game."""

    def __init__(
        self,
        variant: Variant,
        games: int,
        *,
        players: tuple[PlayerName, PlayerName] = NAMELESS,
        setups: Setups = Setups.NEW,
        start: Position | None = None,
        control: TimeControl | None = None,
        now: Callable[[], int] = monotonic_ms,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise ValueError(f"a series has 1 to {MOST_GAMES} games, not {games}")
        self.variant = variant
        self.games = games
        self.players = players
        self.setups = setups if start is None else Setups.SAME
        self.start = None if start is None else variant.own(start)  # of all games, if one was given
        self.control = control or TimeControl()
        self.now = now
        self.matches: list[Match] = []

    # --- games

    def next_match(self, random: Random) -> Match:
        """Begin the next game; if setups are random, the generator makes a new one when needed."""
        if self.outcome is not None:
            raise SeriesError(t("the series is over: {reason}", reason=self.outcome.reason))
        if self.matches and self.matches[-1].how is How.ABORTED:
            self.matches.pop()  # it is played again
        if self.matches and self.matches[-1].outcome is None:
            raise SeriesError(t("game {count} is still in progress", count=len(self.matches)))
        number = len(self.matches)
        players = tuple(self.players[self.player_at(seat, number)] for seat in (0, 1))
        match = Match(
            self.variant,
            self._next_start(random),
            players=(players[0], players[1]),
            control=self.control,
            tags={"Round": str(number + 1)},
            now=self.now,
        )
        self.matches.append(match)
        return match

    def _next_start(self, random: Random) -> Position:
        if self.start is not None:
            return self.start
        number = len(self.matches)
        if number and (self.setups is Setups.SAME or (self.setups is Setups.PAIRED and number % 2)):
            return self.matches[-1].start
        return self.variant.start(random.getrandbits(32))

    @staticmethod
    def player_at(seat: int, game: int) -> int:
        """Who sits at a seat in a game, counted from 0: player 0 starts in the first seat."""
        return (seat + game) % 2

    # --- the score

    def results(self) -> list[tuple[int | None, float]]:
        """For each finished game that was not aborted: the winner, None for a draw, and the winner's lead in points."""
        found: list[tuple[int | None, float]] = []
        for game, match in enumerate(self.matches):
            if match.outcome is None or match.outcome.is_aborted:
                continue
            seat, points = match.outcome.winner, match.position.score
            if seat is None:
                found.append((None, 0))
            else:
                is_counted = match.how is How.RULES
                lead = 0 if points is None or not is_counted else max(0, points[seat] - points[1 - seat])
                found.append((self.player_at(seat, game), lead))
        return found

    @property
    def score(self) -> Score:
        """The score so far."""
        return Score(self.games, self.players, self.results(), self._has_points())

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games each player has won."""
        return self.score.wins

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.score.draws

    @property
    def point_difference(self) -> float:
        """Player 0's lead in points over all won games; negative if player 1 leads."""
        return self.score.point_difference

    @property
    def outcome(self) -> Outcome | None:
        """Who has won the series, as soon as the remaining games cannot change it; None before."""
        return self.score.outcome

    def _has_points(self) -> bool:
        return any(match.position.score is not None for match in self.matches)

    def score_text(self) -> str:
        """The running score, counting a draw as half: `Ana 2½ : 1½ Bo, Ana +12 points, best of 7`."""
        return self.score.text

    # --- saving

    def save(self) -> Saved:
        """The whole series as JSON."""
        return {
            "format": FORMAT,
            "game": self.variant.name,
            "options": dict(self.variant.changed_options),
            "games": self.games,
            "players": [player.save() for player in self.players],
            "setups": str(self.setups),
            "start": None if self.start is None else str(self.start),
            "control": str(self.control),
            "matches": [match.save() for match in self.matches],
        }

    @classmethod
    def load(cls, saved: Any, *, now: Callable[[], int] = monotonic_ms) -> Series:
        """A saved series, clocks stopped; DamagedSave if it cannot be read."""
        fields = Fields(saved, t("the saved series"))
        if fields.text("format") != FORMAT:
            raise fields.wrong("format", repr(FORMAT))
        variant = load_variant(fields)
        games = fields.whole("games", MOST_GAMES)
        setups = fields.text("setups")
        if not games or setups not in set(Setups):
            raise DamagedSave(
                t(
                    "{what} has {games} games with {setups} setups",
                    what=fields.what,
                    games=games,
                    setups=repr(setups[:60]),
                )
            )
        try:
            control = TimeControl.parse(fields.text("control"))
        except UnreadableTimeControl as error:
            raise DamagedSave(t("{what}: {trouble}", what=fields.what, trouble=str(error))) from error
        series = cls(
            variant,
            games,
            players=load_players(fields),
            setups=Setups(setups),
            start=load_start(fields, variant) if fields.is_there("start") else None,
            control=control,
            now=now,
        )
        for match in fields.list("matches"):
            series._load_match(match)
        return series

    def _load_match(self, saved: Any) -> None:
        number = len(self.matches) + 1
        if self.outcome is not None or any(match.outcome is None for match in self.matches):
            raise DamagedSave(t("game {number} of the saved series could not have begun", number=number))
        match = Match.load(saved, now=self.now)
        if match.variant != self.variant:
            raise DamagedSave(
                t(
                    "game {number} of the saved series is a different game: {variant}",
                    number=number,
                    variant=repr(match.variant),
                )
            )
        self.matches.append(match)


def _points(difference: float) -> Text:
    return t(SERIES_WORDS["count"], points=abs(difference))


def _halves_text(half: int) -> str:
    return ("" if half == 1 else str(half // 2)) + ("½" if half % 2 else "")
