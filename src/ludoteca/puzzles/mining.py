"""Mining: searching games for positions with one clearly best move.

The games are recorded ones, or those that a shallow search plays against itself.  A quick search of each position
finds candidates.  Those unlike all others are verified with many more nodes and graded by the levels.  What is found in
a game depends only on the games before it, so interrupted mining resumes where it was, with the same result.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from ludoteca.arena.locked_lines import LockedLines
from ludoteca.bots.levels import LEVELS, LevelBot
from ludoteca.compiler.game_sources import game_digest
from ludoteca.errors import LudotecaError
from ludoteca.folders import data_folder, make_private_folder
from ludoteca.play.encoder import Encoder
from ludoteca.play.position import Position, Variant
from ludoteca.play.records import Record
from ludoteca.puzzles.puzzle import HARDEST, Puzzle
from ludoteca.puzzles.verification import LEAST_MOVES, Verdict, Verifier, verdict_of
from ludoteca.search.report import Report

FIRST_PLAYER = "first player"  # the plane that says who the mover is
CELLS_ALIKE = 12  # positions with this many cells may differ in one and are still nearly the same
TRIES = 3  # per level, of which most must find it
SELF_PLAY = "self-play"
OPENING = 8  # random moves at the beginning of a game, at most
BEST, SECOND = 0.7, 0.15  # how often the best move is played, and the second best; the rest are random
AHEAD, BEST_AHEAD = 0.75, 0.4  # a player with this chance of winning errs more often, so that games stay open
Looked = tuple[Position, Report | None]  # a position, and the result of a quick search, if there was one
FORMAT = 1  # of the file of what was found
ORDER = ("win", "save", "chance", "points")  # the preferred kinds come first
MOST_OF_A_GAME = 3  # puzzles; more would be much like each other
MOST_OF_A_GRADE = 0.55  # of the puzzles; more of one difficulty are skipped
MOST_AT_ONCE = 0.1  # of the puzzles win with the move itself
MOST_FOR_POINTS = 0.25  # of the puzzles; who wins matters more
BARREN = 500  # games in a row without a puzzle, after which no more are expected
FEW = 10  # puzzles of a sort, below which these shares are ignored
LONGEST_LINE = 9  # moves of a solution that are stored, if the game is not over before
REFUTING_SHARE = 10  # of the nodes of a verification are enough for what follows a wrong move
REFUTATIONS, REFUTATION_LENGTH = 3, 4  # how many wrong moves have one, and its maximum length

Source = Callable[[int], Iterator[list[Looked]]]  # the games from one of a number on


class Seen:
    """The positions that were kept."""

    def __init__(self, variant: Variant) -> None:
        self._encoder = Encoder(variant)
        self._symmetries = variant.board.symmetries  # also if the rules are not symmetric
        self._compared = [place for place, plane in enumerate(self._encoder.planes) if plane.name != FIRST_PLAYER]
        self._kept: list[npt.NDArray[np.uint8]] = []
        self.most_differing = len(variant.board.cells) // CELLS_ALIKE

    def has_like(self, position: Position) -> bool:
        """Whether a position like this one was kept."""
        if not self._kept:
            return False
        planes, kept = self._planes(position), np.stack(self._kept)
        for symmetry in self._symmetries:
            differing = (kept != self._encoder.turned_planes(planes, symmetry)).any(axis=1).sum(axis=(1, 2))
            if differing.min() <= self.most_differing:
                return True
        return False

    def keep(self, position: Position) -> None:
        """Remember a position."""
        self._kept.append(self._planes(position))

    def _planes(self, position: Position) -> npt.NDArray[np.uint8]:
        """What the mover sees, whoever that is."""
        shown: npt.NDArray[np.uint8] = self._encoder.show(position)[self._compared]
        return shown


class Grader:
    """Asks the levels, each as if the position were its first."""

    def __init__(self) -> None:
        self._bots = {level: LevelBot(f"level{level}", level, seed=1) for level in LEVELS}

    def grade(self, position: Position, answer: str) -> tuple[int, list[str]]:
        """The lowest level that finds the answer most of the time, HARDEST if none does; and the wrong moves played.

        The moves that were played most often come first.
        """
        wrong: Counter[str] = Counter()
        for level, bot in self._bots.items():
            tries = 1 if level == LEVELS[-1] else TRIES
            found = 0
            for number in range(tries):
                bot.reseed(1000 * level + number)
                chosen = bot.choose(position).text
                found += chosen == answer
                wrong[chosen] += chosen != answer
                if 2 * found > tries or 2 * (number + 1 - found) > tries:
                    break
            if 2 * found > tries:
                return level, _tempting(wrong)
        return HARDEST, _tempting(wrong)


def _tempting(wrong: Counter[str]) -> list[str]:
    return [move for move, times in wrong.most_common() if times]


def self_play(variant: Variant, verifier: Verifier, glance: int, seed: int, first: int) -> Iterator[list[Looked]]:
    """Games without end, starting with this number; the same seed and number give the same game."""
    for number in count(first):
        yield _played(variant, verifier, glance, random.Random(f"{seed} {number}"))


def _played(variant: Variant, verifier: Verifier, glance: int, chance: random.Random) -> list[Looked]:
    """One game, in which both sides err now and then: that is where puzzles are."""
    position = variant.start(chance.getrandbits(32))
    for _ in range(chance.randint(0, OPENING)):
        if position.outcome is None:
            position = position.after(chance.choice(position.codes))
    game: list[Looked] = []
    while position.outcome is None:
        report = verifier.search(position, glance)
        game.append((position, report))
        lines, luck = report.lines, chance.random()
        best = BEST if report.score < AHEAD else BEST_AHEAD
        if luck < best:
            code = lines[0].moves[0].code
        elif luck < best + SECOND and len(lines) > 1:
            code = lines[1].moves[0].code
        else:
            code = chance.choice(position.codes)
        position = position.after(code)
    return game


def recorded(variant: Variant, records: Iterable[Record], first: int) -> Iterator[list[Looked]]:
    """The main lines of records of this variant, starting with this number; others are skipped."""
    own = (record for record in records if record.variant == variant)
    for record in islice(own, first, None):
        yield [(position, None) for position in record.positions() if position.outcome is None]


class BadMiningFile(LudotecaError):
    """The file of an earlier run cannot be used; the message says why."""


class MiningFile(LockedLines):
    """A line for each game that was searched, with its puzzles."""

    holds = "puzzles of an earlier run"
    error = BadMiningFile

    def __init__(self, path: Path | None) -> None:
        self.games: list[list[Puzzle]] = []
        if path is not None:
            make_private_folder(path.parent)
        super().__init__(path)

    def take(self, line: Any) -> None:
        """The puzzles of a game."""
        self.games.append([Puzzle.from_json(one) for one in line])

    def add(self, puzzles: list[Puzzle]) -> None:
        """Store what was found in the next game."""
        self.games.append(puzzles)
        self.keep([puzzle.to_json() for puzzle in puzzles])


@dataclass(frozen=True)
class Plan:
    """How positions are searched: nodes of the quick search and of the verification, and where games come from."""

    source: str = "self-play 1"
    glance: int = 2_000
    nodes: int = 200_000


class Mining:
    """Puzzles of one variant, from the first game to as many as are wanted."""

    def __init__(self, variant: Variant, plan: Plan, kept: MiningFile) -> None:
        self.variant, self.plan, self.kept = variant, plan, kept
        self.verifier = Verifier(plan.nodes)
        self._grader = Grader()
        self._seen = Seen(variant)
        self.puzzles: list[Puzzle] = []
        for puzzle in (one for game in kept.games for one in game):
            self._take(puzzle)

    def run(self, source: Source, wanted: int) -> Iterator[None]:
        """Go through games until there are enough puzzles; yields after each game.

        It ends sooner if there are no more games, or many yielded nothing: a small game has few puzzles.
        """
        games = source(len(self.kept.games))
        while len(self.puzzles) < wanted and (len(self.kept.games) < BARREN or any(self.kept.games[-BARREN:])):
            game = next(games, None)
            if game is None:
                return
            self.kept.add(self._puzzles_of(game))
            yield

    def _puzzles_of(self, game: list[Looked]) -> list[Puzzle]:
        """The puzzles of a game: a few of its candidates, those about the result first, deeper ones preferred."""
        candidates = sorted(self._candidates(game), key=lambda one: (ORDER.index(one.kind), -len(one.best.moves)))
        found: list[Puzzle] = []
        for glance in candidates:
            position = self.variant.position(str(glance.report.position))  # without its history
            if not self._is_welcome(glance) or self._seen.has_like(position):
                continue
            is_solved = glance.report.method == "solver"  # else the solver gave up on a later position of the game
            verdict = glance if is_solved else verdict_of(self.verifier.search(position, self.plan.nodes))
            puzzle = self._puzzle(verdict) if verdict is not None and self._is_welcome(verdict) else None
            if puzzle is not None:
                self._take(puzzle)
                found.append(puzzle)
            if len(found) == MOST_OF_A_GAME:
                break
        return found

    def _candidates(self, game: list[Looked]) -> Iterator[Verdict]:
        """Positions that look like puzzles, from the end of the game on: solved if possible, else searched quickly."""
        is_solved = True
        for position, report in reversed(game):
            if len(position.codes) < LEAST_MOVES:
                continue
            solved = self.verifier.solve(self.variant.position(str(position))) if is_solved else None
            is_solved = solved is not None
            looked = solved or report or self.verifier.search(position, self.plan.glance)
            verdict = verdict_of(looked, is_rough=True)
            if verdict is not None and not self.variant.game.kinds.of(verdict.best.moves[0].code).is_pass:
                yield verdict

    def _take(self, puzzle: Puzzle) -> None:
        self.puzzles.append(puzzle)
        self._seen.keep(puzzle.opened(self.variant))

    def _puzzle(self, verdict: Verdict) -> Puzzle | None:
        """The puzzle with its grade, unless there are many of that grade."""
        position = verdict.report.position
        grade, tempting = self._grader.grade(position, verdict.best.moves[0].text)
        if self._is_full(Counter(each.grade for each in self.puzzles)[grade], MOST_OF_A_GRADE):
            return None
        return Puzzle(
            position=str(position),
            solution=tuple(move.text for move in verdict.best.moves[:LONGEST_LINE]),
            kind=verdict.kind,
            grade=grade,
            method="solver" if verdict.report.method == "solver" else "search",
            nodes=self.plan.nodes,
            options=self.variant.changed_options,
            refutations=self._refutations(position, verdict, tempting),
        )

    def _is_welcome(self, verdict: Verdict) -> bool:
        """Whether there are not too many of its sort already."""
        if len(verdict.best.moves) == 1:
            return not self._is_full(sum(len(each.solution) == 1 for each in self.puzzles), MOST_AT_ONCE)
        if verdict.kind == "points":
            return not self._is_full(sum(each.kind == "points" for each in self.puzzles), MOST_FOR_POINTS)
        return True

    def _is_full(self, alike: int, share: float) -> bool:
        return alike >= max(FEW, share * (len(self.puzzles) + 1))

    def _refutations(self, position: Position, verdict: Verdict, tempting: list[str]) -> dict[str, tuple[str, ...]]:
        """What follows tempting moves: the second best, and those that levels played."""
        second = verdict.second.moves
        found = {second[0].text: _short(second[1:])} if len(second) > 1 else {}
        for move in tempting:
            if len(found) == REFUTATIONS:
                break
            after = position.play(move)
            if move not in found and after.outcome is None:
                found[move] = _short(self.verifier.search(after, self.plan.nodes // REFUTING_SHARE).pv)
        return found


def _short(moves: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(str(move) for move in moves[:REFUTATION_LENGTH])


def mining_path(variant: Variant, plan: Plan) -> Path:
    """Where the results so far are stored: a file for each game, with its current rules, and each plan."""
    about = [FORMAT, game_digest(variant.game.source), variant.changed_options, asdict(plan)]
    digest = hashlib.blake2b(json.dumps(about, sort_keys=True).encode(), digest_size=6).hexdigest()
    return data_folder() / "puzzles" / f"{quote(variant.name)}-{digest}.jsonl"
