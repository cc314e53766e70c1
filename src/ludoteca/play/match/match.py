"""A match: one game in progress between two players, with undo, clocks and declared endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from ludoteca.errors import GameOver, LudotecaError, shown
from ludoteca.games import find_game
from ludoteca.languages.texts import t, translatable
from ludoteca.play.files import DamagedSave, Fields, Savable, Saved
from ludoteca.play.match.clock import LONGEST_LEFT_MS, Clock, TimeControl, monotonic_ms
from ludoteca.play.move_input import find_move
from ludoteca.play.position import Move, Outcome, Position, Variant, usual_start
from ludoteca.play.score_sheet import Declaration, How, PlayerName, Ply

FORMAT = "ludoteca match 1"
NO_CHOICE = translatable("{player} has made no choice yet")
NOTHING_TO_UNDO, UNDO_WITHIN = translatable(
    ("there is nothing to undo", "you can undo from 1 to {most} moves, not {plies}")
)
NOTHING_TO_REDO, REDO_WITHIN = translatable(
    ("there is nothing to redo", "you can redo from 1 to {most} moves, not {plies}")
)
NAMELESS = (PlayerName("Player 1"), PlayerName("Player 2"))


class MatchError(LudotecaError):
    """This is not possible now: nothing to undo, no draw offered, nobody out of time."""


def _must_be_seat(seat: int) -> None:
    if seat not in (0, 1):
        raise MatchError(t("a seat is 0 or 1, the first or the second player, not {seat}", seat=shown(seat)))


def _must_be_within(plies: int, most: int, nothing: str, too_many: str) -> None:
    if not most:
        raise MatchError(t(nothing))
    if not 1 <= plies <= most:
        raise MatchError(t(too_many, most=most, plies=plies))


class Match(Savable):
    """A game from its start through the moves played to its outcome.

    Undone moves are kept until a different one is played or the match ends.  A seat is 0 or 1, the first and the second
    player, whatever their colours.
    """

    def __init__(
        self,
        variant: Variant,
        start: Position | None = None,
        *,
        players: tuple[PlayerName, PlayerName] = NAMELESS,
        control: TimeControl | None = None,
        tags: Mapping[str, str] | None = None,
        now: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.variant = variant
        # a start has no predecessor, wherever the given position came from
        self.start = variant.start() if start is None else Position(variant, variant.own(start).state)
        self.players = players
        self.tags = dict(tags or {})
        self.clock = Clock(control) if control is not None and control.is_timed else None
        self.now = now  # the time in milliseconds, for the clock
        self.draw_offer: int | None = None  # the seat with an open offer
        self.declared: Declaration | None = None
        self._plies: list[Ply] = []
        self._positions = [self.start]  # before the first ply and after each, including undone ones
        self._played = 0

    # --- how it stands

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[self._played]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each ply of `plies`."""
        return tuple(self._positions[: self._played + 1])

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies played, without those undone."""
        return tuple(self._plies[: self._played])

    @property
    def undone(self) -> tuple[Ply, ...]:
        """What `redo` would play, next first."""
        return tuple(self._plies[self._played :])

    @property
    def written(self) -> list[str]:
        """The plies as people see them, including those undone."""
        return [before.written(ply.move) for before, ply in zip(self._positions, self._plies, strict=False)]

    @property
    def has_usual_start(self) -> bool:
        """Whether a record may omit the start: never if setups are random."""
        return self.start == usual_start(self.variant)

    @property
    def outcome(self) -> Outcome | None:
        """None while the match continues."""
        if self.declared is not None:
            return self.declared.outcome(self.position.players)
        return self.position.outcome

    @property
    def how(self) -> How | None:
        """How it ended, if it has."""
        if self.declared is not None:
            return self.declared.how
        return None if self.position.outcome is None else How.RULES

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise GameOver(t("the game is over: {reason}", reason=self.outcome.reason))

    # --- moves

    def play(
        self, move: Move | str, *, comment: str = "", clock_ms: int | None = None, evaluation: float | None = None
    ) -> Position:
        """Play a move, as `Position.play` does; a running clock is read and, at the end of the turn, pressed."""
        self._must_go_on()
        if self._fallen() is not None:
            self.claim_time()
            self._must_go_on()
        before = self.position
        found = find_move(before, move) if isinstance(move, str) else move
        after = before.play(found)
        if self.clock is not None and self.clock.running is not None:
            clock_ms = self._press(self.clock, after)
        if self.undone and self.undone[0].move == found:  # the undone moves continue from here as before
            comment = comment or self.undone[0].comment
            self._plies[self._played] = Ply(found, comment, clock_ms, evaluation)
        else:
            self._forget_undone()
            self._plies.append(Ply(found, comment, clock_ms, evaluation))
            self._positions.append(after)
        self._played += 1
        if self.draw_offer != before.mover:  # playing on declines the offer
            self.draw_offer = None
        return self.position

    def annotate(self, ply: int, *, comment: str = "", evaluation: float | None = None) -> None:
        """Add a comment and an evaluation to a ply, counted from 0."""
        if not 0 <= ply < len(self._plies):
            raise MatchError(
                t("there is no move {ply}; {count} were played, counted from 0", ply=shown(ply), count=len(self._plies))
            )
        self._plies[ply] = replace(self._plies[ply], comment=comment, evaluation=evaluation)

    def undo(self, plies: int = 1) -> Position:
        """Take back plies; a resignation or an agreement is taken back first and counts as one."""
        if self.declared is not None and self.declared.how is How.TIME and self.clock is not None:
            raise MatchError(t("a loss on time cannot be undone"))
        declared = self.declared is not None
        _must_be_within(plies, self._played + declared, NOTHING_TO_UNDO, UNDO_WITHIN)
        self.declared = None
        return self._go_to(self._played - (plies - declared))

    def undo_to_decision_of(self, seat: int) -> Position:
        """Go back to a player's last decision, skipping forced moves and the opponent's replies."""
        _must_be_seat(seat)
        declared = self.declared is not None
        if self.declared == Declaration(How.RESIGNATION, seat) or self.how in (How.SETTLED, How.ABORTED):
            return self.undo()
        for ply in reversed(range(self._played)):
            position = self._positions[ply]
            if position.mover == seat and len(position.whole_moves()) > 1:
                return self.undo(self._played - ply + declared)
        raise MatchError(t(NO_CHOICE, player=self.position.players[seat].name))

    def redo(self, plies: int = 1) -> Position:
        """Replay what was undone."""
        _must_be_within(plies, len(self.undone), NOTHING_TO_REDO, REDO_WITHIN)
        return self._go_to(self._played + plies)

    def _go_to(self, ply: int) -> Position:
        self._played = ply
        self.draw_offer = None
        if self.clock is not None and self.clock.running is not None:  # used time stays used
            self.clock.start(self.position.mover, self.now())
            self._stop_at_the_end()
        return self.position

    def _forget_undone(self) -> None:
        del self._plies[self._played :]
        del self._positions[self._played + 1 :]

    # --- endings by word

    def _declare(self, declaration: Declaration) -> None:
        self._must_go_on()
        self._forget_undone()
        self.declared = declaration
        self.draw_offer = None
        self._stop_at_the_end()

    @property
    def may_bot_resign(self) -> bool:
        """Whether the bot to move may resign a game that its search considers lost: its opponent must have moved twice.

        In a small game the first position may be lost, and nobody wants to win without a move.
        """
        others = [position for position in self.positions[:-1] if position.mover != self.position.mover]
        return len(others) >= 2

    def resign(self, seat: int) -> None:
        """A player resigns."""
        _must_be_seat(seat)
        self._declare(Declaration(How.RESIGNATION, seat))

    def abort(self, seat: int | None = None) -> None:
        """End it without a result, at the wish of one player or, if none is named, both."""
        if seat is not None:
            _must_be_seat(seat)
        self._declare(Declaration(How.ABORTED, seat))

    def settle(self, winner: int | None) -> None:
        """End it with the result that no move can change any more; None: a draw."""
        self._declare(Declaration(How.SETTLED, None if winner is None else 1 - winner))

    def offer_draw(self, seat: int) -> None:
        """A player offers a draw, open until the opponent answers or plays on.  Two offers are an agreement."""
        self._must_go_on()
        _must_be_seat(seat)
        if self.draw_offer == 1 - seat:
            self.accept_draw(seat)
        else:
            self.draw_offer = seat

    def accept_draw(self, seat: int) -> None:
        """A player accepts the opponent's offer."""
        self._must_have_offer_to(seat)
        self._declare(Declaration(How.AGREEMENT))

    def decline_draw(self, seat: int) -> None:
        """A player declines the opponent's offer."""
        self._must_have_offer_to(seat)
        self.draw_offer = None

    def withdraw_draw(self, seat: int) -> None:
        """A player withdraws an open offer."""
        _must_be_seat(seat)
        if self.draw_offer != seat:
            raise MatchError(t("{name} has not offered a draw", name=self.position.players[seat].name))
        self.draw_offer = None

    def _must_have_offer_to(self, seat: int) -> None:
        _must_be_seat(seat)
        if self.draw_offer != 1 - seat:
            raise MatchError(t("nobody has offered {name} a draw", name=self.position.players[seat].name))

    def flag(self, seat: int) -> None:
        """A player has run out of time, as reported by the timekeeper."""
        _must_be_seat(seat)
        self._declare(Declaration(How.TIME, seat))

    def forfeit(self, seat: int) -> None:
        """A player's program crashed or answered an illegal move, as reported by its supervisor."""
        _must_be_seat(seat)
        self._declare(Declaration(How.FORFEIT, seat))

    def claim_time(self) -> None:
        """End the match if a player's time has run out."""
        seat = self._fallen()
        if seat is None:
            raise MatchError(t("nobody has run out of time"))
        self.flag(seat)

    # --- the clock

    def start_clock(self) -> None:
        """Start the mover's time; `play` then presses the clock."""
        self._must_go_on()
        if self.clock is None:
            raise MatchError(t("this match has no clock"))
        self.clock.start(self.position.mover, self.now())

    def stop_clock(self) -> None:
        """Pause the clock."""
        if self.clock is not None:
            self.clock.stop(self.now())

    def _fallen(self) -> int | None:
        return None if self.clock is None else self.clock.fallen(self.now())

    def _stop_at_the_end(self) -> None:
        if self.outcome is not None:
            self.stop_clock()

    def _press(self, clock: Clock, after: Position) -> int:
        """Press the clock if the move ended the turn, stop it if it ended the game; returns the mover's reading."""
        seat, now_ms = self.position.mover, self.now()
        if after.outcome is not None:
            clock.stop(now_ms)
        elif after.mover != seat:
            clock.press(now_ms)
        return clock.left_ms(seat, now_ms)

    # --- saving

    def fork(self) -> Match:
        """A copy that continues independently, for changes that are kept only if something else succeeds."""
        other = copy(self)
        other.tags = dict(self.tags)
        other.clock = None if self.clock is None else self.clock.copy()
        vars(other).update(_plies=list(self._plies), _positions=list(self._positions))
        return other

    def save(self) -> Saved:
        """The whole match as JSON, with the clock as it is now."""
        return {
            "format": FORMAT,
            "game": self.variant.name,
            "options": dict(self.variant.changed_options),
            "start": None if self.has_usual_start else str(self.start),
            "players": [player.save() for player in self.players],
            "tags": dict(self.tags),
            "plies": [ply.save() for ply in self.plies + self.undone],  # undone moves follow those played
            "played": len(self.plies),
            "declared": None if self.declared is None else self.declared.save(),
            "draw_offer": self.draw_offer,
            "clock": None if self.clock is None else self.clock.save(self.now()),
        }

    @staticmethod
    def load(saved: Any, *, now: Callable[[], int] = monotonic_ms) -> Match:
        """A saved match, its clock stopped; DamagedSave if it cannot be read.

        Every move is replayed, so an illegal one is found.
        """
        fields = Fields(saved, t("the saved match"))
        if fields.text("format") != FORMAT:
            raise fields.wrong("format", repr(FORMAT))
        variant = load_variant(fields)
        start, players = load_start(fields, variant), load_players(fields)
        match = Match(variant, start, players=players, tags=fields.texts("tags"), now=now)
        for number, ply in enumerate(fields.list("plies"), 1):
            match._play_again(Fields(ply, t("move {number}", number=number)))
        played = fields.whole("played", len(match.plies))
        if played < len(match.plies):
            match.undo(len(match.plies) - played)
        match._load_standing(fields)
        return match

    def _play_again(self, fields: Fields) -> None:
        text = fields.text("move")
        clock_ms = fields.whole("clock_ms", LONGEST_LEFT_MS) if fields.is_there("clock_ms") else None
        evaluation = fields.number("evaluation") if fields.is_there("evaluation") else None
        comment = fields.text("comment", "")
        try:
            self.play(text, comment=comment, clock_ms=clock_ms, evaluation=evaluation)
        except LudotecaError as error:
            raise DamagedSave(t("{what}: {trouble}", what=fields.what, trouble=str(error))) from error

    def _load_standing(self, fields: Fields) -> None:
        """Restore the clock, the draw offer and the declared ending, if they fit the position."""
        if fields.is_there("clock"):
            self.clock = Clock.load(fields.object("clock"))
        if fields.is_there("draw_offer"):
            self.draw_offer = fields.whole("draw_offer", 1)
        if fields.is_there("declared"):
            self.declared = Declaration.load(fields.object("declared"))
        ends = [self.position.outcome, self.declared, self.draw_offer]
        if sum(end is not None for end in ends) > 1 or (self.declared is not None and self.undone):
            raise DamagedSave(t("{what} ends in two ways, or continues after its end", what=fields.what))


# --- what saved matches and series have in common, each checked when read


def load_variant(fields: Fields) -> Variant:
    """The game and its options."""
    name, options = fields.text("game"), fields.texts("options")
    try:
        game = find_game(name)
        game.choose(options)  # its error lists the valid options
        return Variant(game, **options)
    except LudotecaError as error:
        raise DamagedSave(t("{what}: {trouble}", what=fields.what, trouble=str(error))) from error


def load_start(fields: Fields, variant: Variant) -> Position:
    """The start position, which may be omitted only if it is the usual one."""
    if not fields.is_there("start"):
        usual = usual_start(variant)
        if usual is None:
            raise fields.wrong("start", t("a position: setups of this game are random"))
        return usual
    text = fields.text("start")
    try:
        return variant.position(text)
    except LudotecaError as error:
        raise DamagedSave(t("{what}, start: {trouble}", what=fields.what, trouble=str(error))) from error


def load_players(fields: Fields) -> tuple[PlayerName, PlayerName]:
    """The two players."""
    players = [
        PlayerName.load(Fields(player, t("{what}, players", what=fields.what))) for player in fields.list("players")
    ]
    if len(players) != 2:
        raise fields.wrong("players", t("two"))
    return players[0], players[1]
