"""A review of a whole game: the few moves that mattered, what was better, and how accurately both sides played.

Every position is searched briefly; those around apparent turning points are searched again and longer.  A move's loss
is the difference between the best move and the played one according to searches that end on the same side's move:
searches that end on different sides' moves may differ a good deal by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.explain.accuracy import is_decided, log_odds, scale_of
from ludoteca.explain.explanation import Explanation, explain
from ludoteca.explain.search_results import TIMED, line_of
from ludoteca.languages.texts import t, translatable
from ludoteca.play.position import Move, Position
from ludoteca.search.analysis import analyse
from ludoteca.search.report import Line, Report

EACH_MS, AGAIN_MS = 200.0, 1000.0
STAKE_NODES, STAKE_NODES_EACH = 1000, 10  # at least, and per legal move, to estimate the stake
LINES = 3  # of a position that is searched again
MOST_AGAIN = 16  # positions
MOST_MOMENTS = 5
TURN, NOISY_TURN = 0.2, 0.3  # a loss of chances that counts if it decides the game or changes who is ahead
LARGE, NOISY_LARGE = 0.35, 0.5  # one that counts whoever is ahead
STEP = 0.1  # one that counts if no other does
NO_MOVES = translatable("there are no moves to review")
PHASES = translatable(("opening", "middle", "ending"))  # each a third of the moves
AS_GOOD = 0.05  # a move whose winning chance is this close to the best one's is accepted too
GRADES = ((0.02, "good"), (0.1, "inaccuracy"), (0.2, "mistake"))  # upper bounds of the loss; anything more is a blunder

Progress = tuple[str, int, int]  # what is being done, how much of it is done, of how much
Listener = Callable[[str, int, int], None]  # it is told the same


class NothingToReview(LudotecaError):
    """A game without moves."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game and its effect on the mover's winning chance, counting a draw as half."""

    ply: int  # the first move is 1
    mover: int
    move: Move
    before: Position
    had: float  # the mover's chance before the move
    left: float  # and after it
    best: Move
    is_forced: bool  # it was the only legal move
    stake: float  # what a random move would have cost; 0 if the move does not count

    @property
    def loss(self) -> float:
        """What it gave away; nothing if it is the move considered best."""
        return 0.0 if self.move.text == self.best.text else max(0.0, self.had - self.left)

    @property
    def cost(self) -> float:
        """The same in log odds, for the accuracy of a player."""
        return 0.0 if self.loss == 0 else log_odds(self.had) - log_odds(self.left)

    @property
    def counts(self) -> bool:
        """Whether it counts for accuracy: the player had a choice, and the game was not decided."""
        return not self.is_forced and not is_decided(self.had, self.left)

    @property
    def grade(self) -> str:
        """A word for it."""
        if self.is_forced:
            return "forced"
        if self.move.text == self.best.text:
            return "best"
        return next((word for most, word in GRADES if self.loss < most), "blunder")


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that mattered: what was better and why, and what the played move allowed."""

    played: ReviewedMove
    mistake: Explanation  # of the played move
    better: Explanation  # of the best move
    report: Report  # of the position before the move
    better_line: tuple[Move, ...]
    refutation: tuple[Move, ...]  # what follows the played move; empty if the game ended with it


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the game and how accurately each side played it; None for a side that had no choice in it."""

    name: str
    first: int  # ply
    last: int
    accuracy: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Review:
    """The result of reviewing a game."""

    start: Position
    final: Position
    chances: tuple[float, ...]  # the first player's: at the start, and after each move
    moves: tuple[ReviewedMove, ...]
    moments: tuple[Moment, ...]  # in the order of the game
    is_complete: bool = True  # False if it was stopped early: then the last moves are missing

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """Of the first player and the second."""
        return accuracy_of(self.moves)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The game in three parts with equally many moves."""
        count = len(self.moves)
        bounds = [round(count * part / len(PHASES)) for part in range(len(PHASES) + 1)]
        return tuple(
            Phase(name, first + 1, last, accuracy_of(self.moves[first:last]))
            for name, first, last in zip(PHASES, bounds, bounds[1:], strict=False)
            if last > first
        )


def accuracy_of(moves: Sequence[ReviewedMove]) -> tuple[float | None, float | None]:
    """How accurately each side played; None for a side that had nothing at stake."""
    first, second = (_accuracy_of([move for move in moves if move.counts and move.mover == side]) for side in range(2))
    return first, second


def _accuracy_of(moves: Sequence[ReviewedMove]) -> float | None:
    if not moves:
        return None
    scale = scale_of(moves[0].before.variant.game)
    return scale.accuracy([move.cost for move in moves], [move.stake for move in moves])


def review(
    final: Position,
    *,
    ms: float | None = EACH_MS,
    again_ms: float | None = AGAIN_MS,
    nodes: int | None = None,
    seed: int | None = None,
    stop: Any = None,
    listener: Listener | None = None,
) -> Review:
    """Review the game that led to a position.

    A game that ended by resignation or on time is judged by its last position.  `nodes` limits each search as well;
    with a number of nodes instead of times, and a `seed`, the same game gives the same review.  Set `stop` (see
    `search.threads.StopFlag`) to end early with the moves reviewed so far.
    """
    steps = Reviewer(final, (ms, again_ms), nodes, seed, stop).steps()
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found
        if listener is not None:
            listener(*done)


class Reviewer:
    """The reports of a game's positions, and what follows from them."""

    def __init__(
        self,
        final: Position,
        times: tuple[float | None, float | None],
        nodes: int | None,
        seed: int | None,
        stop: Any,
    ) -> None:
        self.positions, self.times, self.nodes, self.seed, self.stop = [*final.line()][::-1], times, nodes, seed, stop
        if len(self.positions) < 2:
            raise NothingToReview(t(NO_MOVES))
        self.reports: list[Report | None] = [None] * len(self.positions)
        self.chances: list[float] = []  # the first player's
        self._stakes: dict[int, float] = {}  # by ply
        self._left: dict[tuple[int, int], float] = {}  # by ply and depth: the mover's chance by a search this deep

    @property
    def is_stopped(self) -> bool:
        """Whether it should end early."""
        return self.stop is not None and self.stop.is_set

    def steps(self) -> Generator[Progress, None, Review]:
        """Search, and compile the review; says on the way what is being done."""
        for ply, position in enumerate(self.positions):
            yield "moves", ply, len(self.positions) - 1
            if position.outcome is not None:
                self.chances.append(_result(position.outcome.winner))
            else:
                self.chances.append(0.5)
                self._search(ply, again=False)
            if self.is_stopped:
                break
        seen = yield from self._look_again()
        moves = self._moves()
        certain = [played for played in self._turns(moves) if seen.issuperset((played.ply - 1, played.ply))]
        worst = sorted(certain, key=lambda played: -played.loss)[:MOST_MOMENTS]
        moments = tuple(self._moment(played) for played in sorted(worst, key=lambda played: played.ply))
        is_complete = len(self.chances) == len(self.positions)
        last = self.positions[len(self.chances) - 1]
        return Review(self.positions[0], last, tuple(self.chances), tuple(moves), moments, is_complete)

    def _search(self, ply: int, *, again: bool) -> None:
        """Search a position; returns its report, and the first player's chance."""
        position, known = self.positions[ply], self.reports[ply]
        if known is not None and known.proven and len(known.lines) > 1:
            return
        report = analyse(
            position,
            ms=self.times[again],
            nodes=self.nodes,
            lines=min(LINES if again else 1, len(position.codes)),
            seed=self.seed,
            stop=self.stop,
        )
        self.reports[ply] = report
        self.chances[ply] = report.score if position.mover == 0 else 1 - report.score

    def _look_again(self) -> Generator[Progress, None, set[int]]:
        """Search longer where the game seems to turn; one result may cast doubt on the move beside it."""
        seen = {ply for ply in range(len(self.chances)) if self.reports[ply] is None}
        looked = 0
        while looked < MOST_AGAIN and not self.is_stopped:
            turns = sorted(self._turns(self._moves()), key=lambda played: -played.loss)
            doubtful = [ply for played in turns for ply in (played.ply - 1, played.ply) if ply not in seen]
            if not doubtful:
                break
            yield "turning points", looked, MOST_AGAIN
            self._search(doubtful[0], again=True)
            seen.add(doubtful[0])
            looked += 1
        return seen

    def _moves(self) -> list[ReviewedMove]:
        moves = []
        for ply, after in enumerate(self.positions[1 : len(self.chances)], 1):
            before, report, move = self.positions[ply - 1], self.reports[ply - 1], after.last_move
            assert report is not None and move is not None
            left, is_forced = self._chance_left(ply, move, report), len(before.codes) == 1
            stake = 0.0 if is_forced or is_decided(report.score, left) else self._stake(ply - 1)
            moves.append(
                ReviewedMove(ply, before.mover, move, before, report.score, left, report.best, is_forced, stake)
            )
        return moves

    def _stake(self, ply: int) -> float:
        """What a random move in a position would cost on average."""
        if ply not in self._stakes:
            position = self.positions[ply]
            count = len(position.codes)
            nodes = max(STAKE_NODES, STAKE_NODES_EACH * count)
            found = analyse(position, ms=None, nodes=nodes, lines=count, seed=self.seed, stop=self.stop)
            odds = [log_odds(found.score_of(line)) for line in found.lines]
            self._stakes[ply] = max(odds) - sum(odds) / len(odds)
        return self._stakes[ply]

    def _chance_left(self, ply: int, move: Move, report: Report) -> float:
        """The chance the move left its player: a certain one, or that of a search which ends where the report's did."""
        after, known = self.positions[ply], self.reports[ply]
        player = report.position.mover
        if known is None or known.proven:
            return self.chances[ply] if player == 0 else 1 - self.chances[ply]
        line = line_of(report, move)
        if line is not None:
            return report.score_of(line)
        if report.method != TIMED or report.depth < 2:
            return self.chances[ply] if player == 0 else 1 - self.chances[ply]
        if (ply, report.depth) not in self._left:
            found = analyse(after, ms=None, depth=report.depth - 1, seed=self.seed, stop=self.stop)
            self._left[ply, report.depth] = found.score if after.mover == player else 1 - found.score
        return self._left[ply, report.depth]

    def _turns(self, moves: Sequence[ReviewedMove]) -> list[ReviewedMove]:
        """The moves that mattered; in a game that was lost gradually, the larger steps."""
        return [each for each in moves if self._is_turn(each)] or [each for each in moves if each.loss >= STEP]

    def _is_turn(self, played: ReviewedMove) -> bool:
        """Whether a loss matters: it gives away a win, makes a loss certain, changes who is ahead, or is large."""
        before, after = self.reports[played.ply - 1], self.reports[played.ply]
        assert before is not None
        is_proven = before.proven or after is None or after.proven
        changes_leader = played.had >= 0.5 > played.left
        return (
            ((played.had == 1 or played.left == 0) and played.loss >= TURN)
            or (changes_leader and played.loss >= (TURN if is_proven else NOISY_TURN))
            or played.loss >= (LARGE if is_proven else NOISY_LARGE)
        )

    def _moment(self, played: ReviewedMove) -> Moment:
        report, reply = self.reports[played.ply - 1], self.reports[played.ply]
        assert report is not None
        return Moment(
            played,
            explain(played.before, played.move, self._with_reply(report, played, reply)),
            explain(played.before, report.best, report),
            report,
            report.pv,
            reply.pv if reply is not None else (),
        )

    def _with_reply(self, report: Report, played: ReviewedMove, reply: Report | None) -> Report | None:
        """What is known about the played move from a search of the position after it."""
        if reply is None:
            return None
        line, is_same = reply.lines[0], reply.position.mover == played.mover
        plies = line.plies_to_end
        value = line.value if plies is None else line.value - (1 if line.value > 0 else -1)
        points = None if line.points is None else (line.points if is_same else -line.points)
        seen = Line((played.move, *line.moves), value if is_same else -value, points=points, is_exact=line.is_exact)
        best = report.lines[0]
        return Report(played.before, (best, seen), reply.depth + 1, reply.nodes, reply.seconds, reply.method)


def _result(winner: int | None) -> float:
    """The first player's chance once the game is over."""
    return 0.5 if winner is None else 1.0 - winner


# --- learn from your mistakes


@dataclass(frozen=True, slots=True)
class LearningPosition:
    """A position in which to find the better move."""

    position: Position
    ply: int  # of the move played here
    played: Move
    accepted: tuple[Move, ...]  # the best one first
    explanation: Explanation  # of the best one


def learning_positions(review: Review, player: int | None = None) -> list[LearningPosition]:
    """The turning points of one player, or of both; all moves except the accepted ones are wrong."""
    found = []
    for moment in review.moments:
        if player is not None and moment.played.mover != player:
            continue
        report = moment.report
        least = report.score - AS_GOOD
        accepted = [line.moves[0] for line in report.lines if report.score_of(line) >= least]
        accepted = [move for move in accepted if move.text != moment.played.move.text]
        found.append(
            LearningPosition(
                moment.played.before, moment.played.ply, moment.played.move, tuple(accepted), moment.better
            )
        )
    return found
