"""Bots that search: alpha-beta and Monte Carlo trees, with the settings of their specs."""

from __future__ import annotations

from pathlib import Path

from ludoteca.bots.bot import Bot
from ludoteca.bots.reweighted_games import with_plain_weights
from ludoteca.bots.specs import EVALUATIONS, Limits, Spec
from ludoteca.compiler import layouts
from ludoteca.languages.texts import t
from ludoteca.play import Move, Position, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.auto_search import AutoSearch
from ludoteca.search.learned_evaluation import judged_by
from ludoteca.search.report import Report
from ludoteca.search.searcher import Searcher
from ludoteca.search.threads import StopFlag
from ludoteca.search.tree_search import USUAL_RAVE, TreeSearch

DEFAULT_LIMITS = Limits(time_ms=200)
MOST_THREADS = 64
MOST_MEGABYTES = 16_384


class SearchBot(Bot):
    """Plays the best move that its searcher finds within the limits."""

    def __init__(
        self,
        name: str,
        searcher: Searcher,
        limits: Limits,
        *,
        evaluation: str | None = None,  # "plain", "own", or the file of a learned one; None: the game's usual one
    ) -> None:
        self.name = name
        self.limits = limits or DEFAULT_LIMITS
        self.searcher = searcher
        self.is_plain = evaluation == "plain"
        self._evaluation = None if evaluation == "plain" else evaluation
        self._stop = StopFlag()

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """The best move found; a forced one at once."""
        legal = position.moves()
        self._remember_loss(position, None)
        if len(legal) == 1:
            return legal[0]
        best = self.think(position, limits).lines[0]
        self._remember_loss(position, best)
        return next(move for move in legal if move.code == best.moves[0].code)

    def think(self, position: Position, limits: Limits | None = None) -> Report:
        """The whole report behind a choice."""
        seen = plain_position(position) if self.is_plain else position
        self._stop = StopFlag()
        with judged_by(position.variant.game, self._evaluation):
            return self.searcher.search(seen, limits or self.limits, stop=self._stop)

    def prepare(self, position: Position) -> None:
        """Compile everything it needs for this game."""
        seen = plain_position(position) if self.is_plain else position
        with judged_by(position.variant.game, self._evaluation):
            self.searcher.prepare(seen)

    def reseed(self, seed: int) -> None:
        """Restart its random choices with this seed, and remember nothing."""
        self.searcher.forget(seed)

    def interrupt(self) -> None:
        """Stop the search and answer with what it has found; may be called from any thread."""
        self._stop.set()


def plain_position(position: Position) -> Position:
    """The position and its predecessors, in the game with the hand-set weights."""
    variant = Variant(with_plain_weights(position.variant.game), **position.variant.changed_options)
    twin: Position | None = None
    for earlier in reversed(list(position.line())):
        state = layouts.new_state(variant.game.state)
        state.setfield(earlier.state.tobytes(), f"V{state.nbytes}")
        twin = Position(variant, state, twin)
    assert twin is not None
    return twin


def _evaluation_of(spec: Spec) -> str | None:
    """The evaluation to use: `eval=own`, `eval=plain`, or the file of a learned one; None for the usual one."""
    chosen = spec.settings.get("eval", "usual")
    if chosen.lower() in EVALUATIONS:
        return None if chosen.lower() == "usual" else chosen.lower()
    if not Path(chosen).is_file():
        raise spec.wrong(t("eval must be usual, own, plain or a file, not {chosen}", chosen=repr(chosen)))
    return chosen


def _bot_with(kind: type[AutoSearch | AlphaBeta], megabytes: int, spec: Spec, seed: int | None) -> SearchBot:
    spec.only("threads", "memory", "eval", limits=("time_ms", "nodes", "depth"))
    searcher = kind(
        megabytes=spec.whole("memory", megabytes, least=1, most=MOST_MEGABYTES),
        threads=spec.whole("threads", 1, least=1, most=MOST_THREADS),
        seed=seed,
    )
    return SearchBot(spec.text, searcher, spec.limits, evaluation=_evaluation_of(spec))


def search(spec: Spec, seed: int | None) -> SearchBot:
    """`search:200ms`: alpha-beta or a tree, whichever suits the game; settings: threads, memory (MiB), eval."""
    return _bot_with(AutoSearch, 64, spec, seed)


def alphabeta(spec: Spec, seed: int | None) -> SearchBot:
    """`alphabeta:200ms`, `alphabeta:depth=6`, `alphabeta:50000`; settings: threads, memory (MiB), eval.

    `eval=own` ignores a learned evaluation, `eval=plain` uses the weights before fitting, `eval=FILE` another file.
    """
    return _bot_with(AlphaBeta, 32, spec, seed)


def mcts(spec: Spec, seed: int | None) -> SearchBot:
    """`mcts:1000`, `mcts:2s,threads=2`; settings: threads, memory, exploration, threshold, cutoff, priors, rave, eval.

    Playouts are evaluated after `cutoff` plies (0: never, they go to the end); `priors=no` ignores what looks
    promising. Instead, `trust=30` counts the evaluation of a move as this many visits, and `share=0.5` mixes the
    evaluation of a leaf into the result of its playout.  Games without an evaluation have priors only if they have a
    function `move_prior`.
    """
    settings = ("threads", "memory", "exploration", "cutoff", "priors", "rave", "threshold", "trust", "share", "eval")
    spec.only(*settings, limits=("time_ms", "nodes"))
    searcher = TreeSearch(
        megabytes=spec.whole("memory", 64, least=1, most=MOST_MEGABYTES),
        threads=spec.whole("threads", 1, least=1, most=MOST_THREADS),
        exploration=spec.number("exploration", 0, least=0, most=100) if "exploration" in spec.settings else None,
        cutoff=spec.whole("cutoff", 0, least=0, most=100_000) if "cutoff" in spec.settings else None,
        priors=spec.word("priors", "yes", "no") == "yes" if "priors" in spec.settings else None,
        rave=spec.number("rave", USUAL_RAVE, least=0, most=1_000_000),
        threshold=spec.whole("threshold", 0, least=0, most=1_000_000) if "threshold" in spec.settings else None,
        trust=spec.number("trust", 0, least=0, most=1_000_000) if "trust" in spec.settings else None,
        share=spec.number("share", 0, least=0, most=1) if "share" in spec.settings else None,
        seed=seed,
    )
    return SearchBot(spec.text, searcher, spec.limits, evaluation=_evaluation_of(spec))
