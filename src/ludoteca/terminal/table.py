"""A table: a match or a series of them, who plays it, how fast bots move, and where it is saved.

Nothing here prints or draws; the full-screen app and the plain console are two ways to sit at the same table.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import later, t
from ludoteca.languages.texts import in_english
from ludoteca.play.files import DamagedSave, Fields, Saved
from ludoteca.play.match.match import Match, MatchError
from ludoteca.play.match.series import Series
from ludoteca.play.position import Move, Outcome, Position, Variant
from ludoteca.terminal.saved_games import SavedGames, table_label
from ludoteca.terminal.seats import HUMAN, player_names, translatable

if TYPE_CHECKING:
    from ludoteca.bots import Bot

PACES: tuple[float | None, ...] = (0, 0.1, 0.5, 1, 2, 5, None)  # seconds a move; None: one move at a key press
STEP = later("step")  # what is typed for one move at a key press
LONGEST_SERIES = 99
DRAW_BELOW = 0.5  # a bot that thinks its chance no better accepts a draw
DRAW_MS = 300


class Table:
    """Two seats, a board, and all that was played on it in this series."""

    def __init__(
        self,
        series: Series,
        saved_games: SavedGames,
        *,
        path: Path | None = None,
        pace: float | None = 0,
        chance: Random | None = None,
    ) -> None:
        self.series = series
        self.saved_games = saved_games
        self.path = saved_games.new_path() if path is None else path
        self.pace = pace
        self.chance = Random() if chance is None else chance
        self.is_kept = True  # False where a game is only looked at, until somebody plays on
        self.is_stored = path is not None  # whether the disk has the game as it stands
        self.unsaved = ""  # why the last move could not be kept
        self._bots: dict[str, Bot] = {}
        series.players = (translatable(series.players[0]), translatable(series.players[1]))
        for match in series.matches:
            match.players = (translatable(match.players[0]), translatable(match.players[1]))
        if not series.matches:
            series.next_match(self.chance)

    @classmethod
    def begin(
        cls,
        variant: Variant,
        seats: tuple[str, str],
        saved_games: SavedGames,
        *,
        games: int = 1,
        pace: float | None = 0,
        start: Position | None = None,
        chance: Random | None = None,
    ) -> Table:
        """A new table."""
        series = Series(variant, games, players=player_names(seats), start=start)
        return cls(series, saved_games, pace=pace, chance=chance)

    @classmethod
    def of_match(cls, match: Match, saved_games: SavedGames) -> Table:
        """A table to look at a match that was played elsewhere; it is kept from the first move that is played on."""
        series = Series(match.variant, 1, players=match.players)
        series.matches.append(match)
        table = cls(series, saved_games)
        table.is_kept = False
        return table

    # --- how it stands

    @property
    def match(self) -> Match:
        """The game at hand."""
        return self.series.matches[-1]

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.series.variant

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game at hand ended."""
        return self.match.outcome

    def seat_of(self, seat: int) -> str:
        """Who sits there: `human` or a bot's spec."""
        return self.match.players[seat].kind

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.seat_of(seat) == HUMAN

    @property
    def is_persons_turn(self) -> bool:
        """Whether the table waits for a person."""
        return self.outcome is None and self.is_person(self.position.mover)

    @property
    def is_bots_turn(self) -> bool:
        """Whether the table waits for a bot."""
        return self.outcome is None and not self.is_person(self.position.mover)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(seat for seat in (0, 1) if self.is_person(seat))

    @property
    def is_watched(self) -> bool:
        """Whether bots play each other."""
        return not self.people

    @property
    def speaker(self) -> int | None:
        """The seat that speaks when somebody at the keyboard resigns or offers a draw; None where nobody plays."""
        if self.is_persons_turn:
            return self.position.mover
        return self.people[0] if self.people else None

    @property
    def movers(self) -> list[int]:
        """Who made each ply, those undone included."""
        positions, position = list(self.match.positions), self.position
        for ply in self.match.undone:
            position = position.play(ply.move)
            positions.append(position)
        return [position.mover for position in positions[:-1]]

    @property
    def viewer(self) -> int | None:
        """Whose last decision counts when it is shown what has happened since; None where bots play each other."""
        return self.people[0] if len(self.people) == 1 else self.position.mover if self.people else None

    def named(self, seat: int) -> str:
        """A seat with its colour and its player: `Red (You)`."""
        return t("{side} ({player})", side=self.position.players[seat].name, player=self.match.players[seat].name)

    @property
    def label(self) -> str:
        """What stands on the table's label: the game and who plays it."""
        return table_label(self.variant.title, self.match.players)

    def score_line(self) -> str:
        """The running score of a series; empty for a single game."""
        if self.series.games == 1:
            return ""
        return t("Game {number}: {score}", number=len(self.series.matches), score=self.series.score_text())

    # --- playing

    def play(self, move: Move | str) -> Position:
        """Play a move and keep the table."""
        position = self.match.play(move)
        self._play_on()
        return position

    def bot(self, seat: int) -> Bot:
        """The bot at a seat; the same one through the whole series."""
        from ludoteca.bots import find_bot

        spec = self.seat_of(seat)
        if spec not in self._bots:
            self._bots[spec] = find_bot(spec, seed=self.chance.getrandbits(32))
        return self._bots[spec]

    def replace_bots(self) -> None:
        """Others of the same kind sit down: one that is interrupted may still be using what it remembers."""
        for bot in self._bots.values():
            bot.interrupt()
        self._bots.clear()

    def think(self, position: Position) -> Move:
        """What the bot whose turn it is would play; may take long, so never call it where a person waits."""
        return self.bot(position.mover).choose(position)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        if not self.people or self.match.declared is not None:
            return bool(self.match.plies) or self.match.declared is not None
        return self._last_decision() is not None

    def _last_decision(self) -> Position | None:
        """Where a person last had a choice."""
        earlier = reversed(self.match.positions[:-1])
        return next((at for at in earlier if self.is_person(at.mover) and len(at.moves()) > 1), None)

    def undo(self) -> None:
        """Back to the last decision of a person; where only bots play, by one move."""
        decision = self._last_decision()
        if decision is not None:
            self.match.undo_to_decision_of(decision.mover)
        elif self.people and self.match.declared is None:
            raise MatchError(t("there is nothing to take back"))
        else:
            self.match.undo()
        self.keep()

    def redo(self) -> None:
        """Forward again, up to where a person decides."""
        self.match.redo()
        while self.match.undone and self.is_bots_turn and self.people:
            self.match.redo()
        self.keep()

    def resign(self) -> None:
        """The person at the keyboard gives the game up."""
        self.match.resign(self._must_speak())
        self._play_on()

    def offer_draw(self) -> int:
        """The person at the keyboard offers a draw; the seat that is to answer."""
        seat = self._must_speak()
        self.match.offer_draw(seat)
        self._play_on()
        return 1 - seat

    def answer_draw(self, *, accept: bool) -> None:
        """The answer to the offer that stands."""
        offered = self.match.draw_offer
        if offered is None:
            raise MatchError(t("nobody has offered a draw"))
        if accept:
            self.match.accept_draw(1 - offered)
        else:
            self.match.decline_draw(1 - offered)
        self._play_on()

    def bot_accepts_draw(self, seat: int) -> bool:
        """Whether a bot is content with a draw: when it thinks its chance no better than even; takes a moment."""
        from ludoteca.search.analysis import analyse

        report = analyse(self.position, ms=DRAW_MS)
        chance = report.score if self.position.mover == seat else 1 - report.score
        return chance <= DRAW_BELOW

    def _play_on(self) -> None:
        """Keep the table, also one that was only looked at so far."""
        self.is_kept = True
        self.keep()

    def _must_speak(self) -> int:
        if self.speaker is None:
            raise MatchError(t("nobody at the keyboard plays here"))
        return self.speaker

    def set_pace(self, pace: float | None) -> None:
        """Let bots move faster or slower."""
        self.pace = pace
        if self.is_stored:
            self.keep()

    # --- the series

    @property
    def has_next_game(self) -> bool:
        """Whether the series goes on after this game."""
        return self.outcome is not None and self.series.outcome is None

    def next_game(self) -> None:
        """Begin the next game of the series."""
        self.series.next_match(self.chance)
        self.keep()

    def again(self) -> Table:
        """A new table for the same two."""
        players = self.series.players
        seats = (players[0].kind, players[1].kind)
        return Table.begin(
            self.variant, seats, self.saved_games, games=self.series.games, pace=self.pace, start=self.series.start
        )

    # --- saving

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to keep."""
        return bool(self.match.plies or self.match.undone or self.match.declared or len(self.series.matches) > 1)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.outcome is not None and not self.has_next_game

    def save(self) -> Saved:
        """All of it, for JSON."""
        pace = "step" if self.pace is None else self.pace
        first, second = self.match.players
        saved: Saved = {
            "game": self.variant.title,
            "players": {"first": first.save(), "second": second.save()},
            "moves": len(self.match.plies),
            "is_over": self.is_over,
            "pace": pace,
            "series": self.series.save(),
        }
        return dict(in_english(saved))

    def keep(self) -> None:
        """Save it as it is now; if that fails, the game goes on and `unsaved` says why."""
        self.is_stored = False
        if self.is_kept and self.is_begun:
            try:
                self.saved_games.keep(self.path, self.save())
                self.unsaved, self.is_stored = "", True
            except OSError as error:  # a full disk, a folder that is gone
                self.unsaved = t("this game cannot be saved: {reason}", reason=error.strerror or error)

    def save_as(self, name: str) -> Path:
        """Keep a copy under a name; one of that name is replaced, so ask first (`SavedGames.named`)."""
        return self.saved_games.save_as(name, self.save())

    @classmethod
    def load(cls, saved: Saved, saved_games: SavedGames, path: Path | None = None) -> Table:
        """The table that was saved; DamagedSave when that cannot be."""
        fields = Fields(saved, t("the saved table"))
        series = Series.load(fields.raw("series"))
        if not series.matches:
            raise DamagedSave(t("the saved table has no game"))
        pace = None if fields.raw("pace") == "step" else fields.number("pace")
        return cls(series, saved_games, path=path, pace=pace if pace in PACES else 0.5)

    def record_text(self) -> str:
        """The games of the table as records."""
        from ludoteca.play.records import write_records
        from ludoteca.play.records.from_match import from_match

        return write_records([from_match(match) for match in self.series.matches])


def usual_pace(seats: tuple[str, str]) -> float:
    """Against a person bots answer at once; among themselves they leave time to look."""
    return 0 if HUMAN in seats else 0.5


def pace_text(pace: float | None) -> str:
    """A pace in words."""
    if pace is None:
        return t("one move a key press")
    return t("{seconds:number} s a move", seconds=int(pace) if pace == int(pace) else pace)


def next_pace(pace: float | None, by: int) -> float | None:
    """The next slower or faster pace."""
    at = PACES.index(pace) if pace in PACES else 2
    return PACES[min(max(at + by, 0), len(PACES) - 1)]


def read_pace(text: str) -> float | None:
    """The pace that was typed: seconds, or `step`; LudotecaError naming those there are."""
    if text.strip().lower() in (STEP, "key", t(STEP).lower()):
        return None
    word = text.strip().lower().removesuffix("s").strip().replace(",", ".")
    for pace in PACES:
        if pace is not None and word in (f"{pace:g}", f"{pace}"):
            return pace
    known = ", ".join(f"{pace:g}" for pace in PACES if pace is not None)
    raise LudotecaError(t("a pace is {paces} seconds or {step}", paces=known, step=t(STEP)))
