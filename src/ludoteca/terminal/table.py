"""A table: a match or a series, who plays it, how fast bots move, and where it is saved.

Nothing here prints or draws; the full-screen app and the plain console are two ways to sit at the same table.
"""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ludoteca.errors import BadOption, BrokenRules, LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.languages.texts import in_english
from ludoteca.play.files import LARGEST_FILE, DamagedSave, Fields, Saved
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match, MatchError
from ludoteca.play.match.series import Series
from ludoteca.play.position import Move, Outcome, Position, Variant
from ludoteca.play.score_sheet import Declaration, How
from ludoteca.terminal.saved_games import DRAWN, SEATS, SavedGames, file_trouble, table_label
from ludoteca.terminal.seats import HUMAN, is_foreign, player_names, seat_from_file, translatable_name

if TYPE_CHECKING:
    from ludoteca.bots import Bot

PACES: tuple[float | None, ...] = (0, 0.1, 0.5, 1, 2, 5, None)  # seconds per move; None: one move per key press
STEP = translatable("step")  # what is typed for one move per key press
LONGEST_SERIES = 99
PLAYS_ON = "PlaysOn"  # the tag of games in which a bot does not resign
CONTROLS = tuple(map(TimeControl.parse, ("none", "1+1", "3+2", "5+5", "10+5", "30+10")))  # those offered in a list
DRAW_BELOW = 0.5  # a bot accepts a draw if it considers its chance no better
DRAW_MS = 300


class BotFailed(LudotecaError):
    """A bot cannot be started, crashed or answered an illegal move; the game waits for another."""


class Table:
    """Two seats, a board, and everything played on it in this series."""

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
        self.is_kept = True  # False if a game is only viewed, until someone plays on
        self.is_stored = path is not None  # whether the disk has the current game
        self.unsaved = ""  # why the last move could not be saved
        self.notices: list[str] = []  # what a person should know before playing on
        self._bots: dict[str, Bot] = {}
        self._given_up: Position | None = None  # where a bot, when it last thought, decided to resign
        self._resigned: Position | None = None  # where an engine has resigned instead of choosing a move
        series.players = (translatable_name(series.players[0]), translatable_name(series.players[1]))
        for match in series.matches:
            match.players = (translatable_name(match.players[0]), translatable_name(match.players[1]))
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
        control: TimeControl | None = None,
        plays_on: bool = False,
        chance: Random | None = None,
    ) -> Table:
        """A new table; its clock is stopped until someone sits down."""
        series = Series(variant, games, players=player_names(seats), start=start, control=control)
        table = cls(series, saved_games, pace=pace, chance=chance)
        table.plays_on = plays_on
        return table

    @classmethod
    def of_match(cls, match: Match, saved_games: SavedGames) -> Table:
        """A table for viewing a match that was played elsewhere; it is saved from the first new move on."""
        series = Series(match.variant, 1, players=match.players)
        series.matches.append(match)
        notices = check_seats(series)
        table = cls(series, saved_games)
        table.notices, table.is_kept = notices, False
        return table

    @classmethod
    def of_file(cls, path: Path, saved_games: SavedGames) -> Table:
        """The table in a file: a saved game or the first of its records; an error says what is wrong."""
        from ludoteca.play.records import iterate_records
        from ludoteca.play.records.record import to_match

        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise DamagedSave(file_trouble(error)) from error
        if len(content) > LARGEST_FILE:
            raise DamagedSave(t("{file} is larger than any saved game", file=path))
        text = content.decode("utf-8-sig", errors="replace")
        if '"ludoteca table' in text[:200]:
            return cls.load(saved_games.read(path), saved_games)
        record = next(iterate_records(io.StringIO(text)), None)
        if record is None:
            raise DamagedSave(t("{file} has no record in it", file=path))
        return cls.of_match(to_match(record), saved_games)

    # --- how it stands

    @property
    def match(self) -> Match:
        """The current game."""
        return self.series.matches[-1]

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.series.variant

    @property
    def position(self) -> Position:
        """The current position."""
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        """How the current game ended."""
        return self.match.outcome

    def seat_of(self, seat: int) -> str:
        """Who sits there: `human` or a bot's spec."""
        return self.match.players[seat].kind

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.seat_of(seat) == HUMAN

    @property
    def is_persons_turn(self) -> bool:
        """Whether it is a person's turn."""
        return self.outcome is None and self.is_person(self.position.mover)

    @property
    def is_bots_turn(self) -> bool:
        """Whether it is a bot's turn."""
        return self.outcome is None and not self.is_person(self.position.mover)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in (0, 1) if self.is_person(seat))

    @property
    def is_watched(self) -> bool:
        """Whether bots play each other."""
        return not self.people

    @property
    def speaker(self) -> int | None:
        """The seat that speaks when someone at the keyboard resigns or offers a draw; None if nobody plays."""
        if self.is_persons_turn:
            return self.position.mover
        return self.people[0] if self.people else None

    @property
    def movers(self) -> list[int]:
        """Who made each ply, including undone ones."""
        positions, position = list(self.match.positions), self.position
        for ply in self.match.undone:
            position = position.play(ply.move)
            positions.append(position)
        return [position.mover for position in positions[:-1]]

    @property
    def viewer(self) -> int | None:
        """Whose last decision counts when showing what has happened since; None if bots play each other."""
        return self.people[0] if len(self.people) == 1 else self.position.mover if self.people else None

    def named(self, seat: int) -> str:
        """A seat with its colour and its player: `Red (You)`."""
        return t("{side} ({player})", side=self.position.players[seat].name, player=self.match.players[seat].name)

    @property
    def label(self) -> str:
        """The table's label: the game and who plays it."""
        return table_label(self.variant.title, self.match.players)

    def score_line(self) -> str:
        """The running score of a series; empty for a single game."""
        if self.series.games == 1:
            return ""
        return t("Game {number}: {score}", number=len(self.series.matches), score=self.series.score_text())

    @property
    def plays_on(self) -> bool:
        """Whether a bot plays lost games to the end instead of resigning."""
        return PLAYS_ON in self.match.tags

    @plays_on.setter
    def plays_on(self, plays_on: bool) -> None:
        self.match.tags.pop(PLAYS_ON, None)
        self.match.tags |= {PLAYS_ON: "yes"} if plays_on else {}

    # --- playing

    def play(self, move: Move | str) -> Position:
        """Play a move and save the table; one that comes after the flag has fallen is not played."""
        if self.claim_time():
            return self.position
        if self.has_bot_given_up:
            self.match.resign(self.position.mover)
            self._play_on()
            return self.position
        position = self.match.play(move)
        if self.has_bot_given_up:
            self.match.resign(position.mover)
        self._play_on()
        return position

    # --- the clock

    def start_clock(self) -> None:
        """Start the mover's time, if there is a clock and the game is not over."""
        if self.match.clock is not None and self.match.clock.running is None and self.outcome is None and self.is_kept:
            self.match.start_clock()

    def stop_clock(self) -> None:
        """Stop the clock, for a pause or when the table is left."""
        if self.match.clock is not None and self.match.clock.running is not None:
            self.match.stop_clock()
            self.keep()

    def claim_time(self) -> bool:
        """End the game if someone has run out of time; returns whether that is so."""
        match = self.match
        if match.clock is None or self.outcome is not None or match.clock.fallen(match.now()) is None:
            return False
        match.claim_time()
        self._play_on()
        return True

    def clock_of(self, seat: int) -> str:
        """A seat's clock, `4:05`; empty without one."""
        match = self.match
        return "" if match.clock is None else time_left(match.clock.left_ms(seat, match.now()))

    def bot(self, seat: int) -> Bot:
        """The bot at a seat; the same one through the whole series."""
        from ludoteca.bots import find_bot

        spec = self.seat_of(seat)
        if spec not in self._bots:
            self._bots[spec] = find_bot(spec, seed=self.chance.getrandbits(32))
        return self._bots[spec]

    def replace_bots(self) -> None:
        """Replace the bots by others of the same kind: an interrupted one may still be using its memory."""
        for bot in self._bots.values():
            bot.interrupt()
        self._bots.clear()

    def think(self, position: Position) -> Move:
        """The move of the bot to move, any if it has resigned; may take long, so never call it where a person waits.

        BotFailed names one that cannot be started, crashes or answers an illegal move.
        """
        from ludoteca.bots.bot import Resigned  # late: a menu must not wait for what a search needs

        who, self._resigned = self.named(position.mover), None
        try:
            bot = self.bot(position.mover)
            move = bot.choose_whole(position)
            self._given_up = position if bot.resigns and self.match.may_bot_resign else None
            return move
        except Resigned:
            self._resigned = position
            return position.moves()[0]
        except BrokenRules:
            raise
        except LudotecaError as error:
            raise BotFailed(t("{player} cannot play on: {reason}", player=who, reason=str(error))) from error
        except Exception as error:  # whatever a bot raises becomes one named error, with its cause
            if not is_foreign(self.seat_of(position.mover)):
                raise
            reason = f"{type(error).__name__}: {error}"
            raise BotFailed(t("{player} cannot play on: {reason}", player=who, reason=reason)) from error

    def seat_another(self, seat: int, spec: str) -> None:
        """Someone else takes a seat, for the rest of this game and of the series."""
        who = self.series.player_at(seat, len(self.series.matches) - 1)
        other = self.series.players[1 - who].kind
        name = player_names((other, spec) if who else (spec, other))[who]
        players = list(self.series.players)
        players[who] = name
        self.series.players = (players[0], players[1])
        seated = list(self.match.players)
        seated[seat] = name
        self.match.players = (seated[0], seated[1])
        self.replace_bots()
        self.keep()

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        if not self.people or self.match.declared is not None:
            return bool(self.match.plies) or self.match.declared is not None
        return self._last_decision() is not None

    def _last_decision(self) -> Position | None:
        """Where a person last had a choice."""
        earlier = reversed(self.match.positions[:-1])
        return next((at for at in earlier if self.is_person(at.mover) and len(at.whole_moves()) > 1), None)

    def undo(self) -> None:
        """Go back to a person's last decision; if only bots play, by one move."""
        decision, declared = self._last_decision(), self.match.declared
        if len(self.people) == 1 and declared == Declaration(How.RESIGNATION, 1 - self.people[0]) and not self.plays_on:
            self.plays_on = True
            self.match.undo()
        elif decision is not None:
            self.match.undo_to_decision_of(decision.mover)
        elif self.people and self.match.declared is None:
            raise MatchError(t("there is nothing to undo"))
        else:
            self.match.undo()
        self.keep()

    def redo(self) -> None:
        """Go forward again, up to a person's decision."""
        self.match.redo()
        while self.match.undone and self.is_bots_turn and self.people:
            self.match.redo()
        self.keep()

    def resign(self, seat: int | None = None) -> None:
        """The person at a seat resigns; by default the one at the keyboard."""
        self.match.resign(self._must_speak() if seat is None else seat)
        self._play_on()

    def abort(self) -> None:
        """End the game without a result: everyone concerned is here."""
        self.match.abort(self._must_speak() if len(self.people) == 1 else None)
        self._play_on()

    def settle(self) -> None:
        """End a game whose result can no longer change."""
        self._must_speak()
        settled = self.position.settled
        if self.outcome is not None or settled is None:
            raise MatchError(t("the result can still change"))
        self.match.settle(settled.winner)
        self._play_on()

    @property
    def has_bot_given_up(self) -> bool:
        """Whether the bot to move resigns instead of playing: it can only lose, or has found so, to a person.

        It does so once: whoever undoes that wants to play on.  An engine that has no other answer does so again.
        """
        if not self.is_bots_turn:
            return False
        if self._resigned is self.position:
            return True
        settled = self.position.settled
        is_settled = settled is not None and settled.winner == 1 - self.position.mover
        return bool(self.people) and not self.plays_on and (is_settled or self._given_up is self.position)

    def offer_draw(self) -> int:
        """The person at the keyboard offers a draw; returns the seat that must answer."""
        seat = self._must_speak()
        self.match.offer_draw(seat)
        self._play_on()
        return 1 - seat

    def answer_draw(self, *, accept: bool) -> None:
        """The answer to the open offer."""
        offered = self.match.draw_offer
        if offered is None:
            raise MatchError(t("nobody has offered a draw"))
        if accept:
            self.match.accept_draw(1 - offered)
        else:
            self.match.decline_draw(1 - offered)
        self._play_on()

    def bot_accepts_draw(self, seat: int) -> bool:
        """Whether a bot accepts a draw: if it considers its chance no better than even; takes a moment."""
        from ludoteca.search.analysis import analyse

        report = analyse(self.position, ms=DRAW_MS)
        chance = report.score if self.position.mover == seat else 1 - report.score
        return chance <= DRAW_BELOW

    def _play_on(self) -> None:
        """Save the table from now on, also one that was only viewed so far."""
        self.is_kept = True
        self.keep()

    def _must_speak(self) -> int:
        if self.speaker is None:
            raise MatchError(t("there is nobody at the keyboard in this game"))
        return self.speaker

    def set_pace(self, pace: float | None) -> None:
        """Make bots move faster or slower."""
        self.pace = pace
        if self.is_stored:
            self.keep()

    # --- the series

    @property
    def has_next_game(self) -> bool:
        """Whether the series continues after this game."""
        return self.outcome is not None and self.series.outcome is None

    def next_game(self) -> None:
        """Begin the next game of the series."""
        plays_on = self.plays_on
        self.series.next_match(self.chance)
        self.plays_on = plays_on
        self.keep()

    @property
    def first_seats(self) -> tuple[str, str]:
        """Who sat where in the first game: `human` or a bot's spec."""
        first, second = self.series.players
        return first.kind, second.kind

    def again(self) -> Table:
        """A new table for the same two."""
        return Table.begin(
            self.variant, self.first_seats, self.saved_games, games=self.series.games, pace=self.pace,
            start=self.series.start, control=self.series.control, plays_on=self.plays_on,
        )  # fmt: skip

    # --- saving

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.match.plies or self.match.undone or self.match.declared or len(self.series.matches) > 1)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.outcome is not None and not self.has_next_game

    @property
    def result(self) -> str:
        """Which of `match.players` has won the game, or the series if there are several; empty before."""
        if not self.is_over:
            return ""
        outcome = self.outcome if self.series.games == 1 else self.series.outcome
        if outcome is None or outcome.is_aborted:
            return ""
        if outcome.winner is None:
            return DRAWN
        sides_changed = self.series.games > 1 and self.series.player_at(0, len(self.series.matches) - 1) == 1
        return SEATS[outcome.winner != sides_changed]

    def save(self) -> Saved:
        """The whole table as JSON."""
        pace = "step" if self.pace is None else self.pace
        first, second = self.match.players
        saved: Saved = {
            "game": self.variant.title,
            "players": {"first": first.save(), "second": second.save()},
            "moves": len(self.match.plies),
            "is_over": self.is_over,
            "result": self.result,
            "pace": pace,
            "series": self.series.save(),
        }
        return dict(in_english(saved))

    def keep(self) -> None:
        """Save the current state; if that fails, the game continues and `unsaved` says why."""
        self.is_stored = False
        if self.match.how is How.ABORTED and len(self.series.matches) == 1:
            self.saved_games.remove(self.path)  # it is not a game worth viewing, unless it is continued
        elif self.is_kept and self.is_begun:
            try:
                self.saved_games.keep(self.path, self.save())
                self.unsaved, self.is_stored = "", True
            except OSError as error:  # a full disk, a missing folder
                self.unsaved = t("this game cannot be saved: {reason}", reason=error.strerror or error)

    def save_as(self, name: str) -> Path:
        """Save a copy under a name; one of that name is replaced, so ask first (`SavedGames.named`)."""
        return self.saved_games.save_as(name, self.save())

    @classmethod
    def load(cls, saved: Saved, saved_games: SavedGames, path: Path | None = None) -> Table:
        """A saved table; DamagedSave if it cannot be read."""
        fields = Fields(saved, t("the saved table"))
        series = Series.load(fields.raw("series"))
        if not series.matches:
            raise DamagedSave(t("the saved table has no game"))
        pace = None if fields.raw("pace") == "step" else fields.number("pace")
        notices = check_seats(series)
        table = cls(series, saved_games, path=path, pace=pace if pace in PACES else 0.5)
        table.notices = notices
        return table

    def record_text(self) -> str:
        """The games of the table as records."""
        from ludoteca.play.records import write_records
        from ludoteca.play.records.record import from_match

        return write_records([from_match(match) for match in self.series.matches])


def check_seats(series: Series) -> list[str]:
    """Seat people where a file names bots that files must not name; returns what to say about that."""
    notices: dict[str, None] = {}
    parts: list[Series | Match] = [series, *series.matches]
    for part in parts:
        seated = [seat_from_file(player, series.variant.name) for player in part.players]
        part.players = (seated[0][0], seated[1][0])
        notices |= dict.fromkeys(words for _, words in seated if words)
    return list(notices)


def time_left(ms: int) -> str:
    """A clock's face: days and hours, or minutes and seconds, rounded up, so that 0:00 means that the time is over."""
    seconds = -(-ms // 1000)
    hours, rest = divmod(seconds, 3600)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    minutes = f"{rest // 60:02}" if hours else str(rest // 60)
    return f"{hours}:{minutes}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"


def usual_pace(seats: tuple[str, str]) -> float:
    """Against a person bots answer at once; among themselves they leave time to watch."""
    return 0 if HUMAN in seats else 0.5


def pace_text(pace: float | None) -> str:
    """A pace in words."""
    if pace is None:
        return t("one move per key press")
    return t("{seconds:number} s per move", seconds=int(pace) if pace == int(pace) else pace)


def pace_sentence(pace: float | None) -> str:
    """The sentence about a change of pace."""
    if pace is None:
        return t("Bots make one move per key press.")
    return t("Bots take {pace}.", pace=pace_text(pace))


def next_pace(pace: float | None, by: int) -> float | None:
    """The next slower or faster pace."""
    at = PACES.index(pace) if pace in PACES else 2
    return PACES[min(max(at + by, 0), len(PACES) - 1)]


def read_pace(text: str) -> float | None:
    """The pace that was typed: seconds, or `step`; BadOption lists the valid ones."""
    if text.strip().lower() in (STEP, "key", t(STEP).lower()):
        return None
    word = text.strip().lower().removesuffix("s").strip().replace(",", ".")
    for pace in PACES:
        if pace is not None and word in (f"{pace:g}", f"{pace}"):
            return pace
    known = ", ".join(f"{pace:g}" for pace in PACES if pace is not None)
    raise BadOption(t("the pace can be {paces} seconds or {step}", paces=known, step=t(STEP)))
