"""An explanation of a move: the claims that can be made about it, and their wording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.explain.board_changes import board_changes
from ludoteca.explain.connections import connections
from ludoteca.explain.immediate_wins import allowed, defence, is_won, threat
from ludoteca.explain.search_results import certain_results, chances
from ludoteca.explain.templates import TEMPLATES, Claim, sentence
from ludoteca.explain.term_changes import term_changes
from ludoteca.languages.texts import Text, joined
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import beside_move
from ludoteca.search.report import Report

MOST_TOLD = 4  # claims in the short form, in addition to the numbers
FEW = 2  # legal moves: this few are worth mentioning
NUMBERS = ("chances",)
HARM = ("loses_at_once", "completes_theirs", "lets_win", "loses_by_force", "gives_up")
IMPLIED = {  # by kind of claim: what need not be said beside it
    "wins_at_once": {
        "only_move_not_losing", "otherwise_loses", "terms", "chances", "gains_points", "final_lead",
        "only_winning_move",
    },
    "loses_at_once": {"terms", "chances", "gains_points", "loses_by_force", "final_lead"},
    "wins_by_force": {"terms", "sets_up", "sets_up_by_push", "wins_surely", "gains_points"},
    "wins_surely": {"terms", "sets_up", "sets_up_by_push", "gains_points"},
    "lets_win": {"loses_by_force", "terms", "sets_up", "sets_up_by_push"},
    "loses_by_force": {"terms", "sets_up", "sets_up_by_push"},
    "only_move": {"terms", "only_move_not_losing", "only_winning_move"},
    "only_move_not_losing": {"otherwise_loses", "only_winning_move"},
    "all_lose": {"only_move_not_losing", "otherwise_loses"},
    "threatens": {"sets_up", "sets_up_by_push"},
    "flips": {"gains_points"},
    "captures": {"gains_points"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explanation:
    """What can be said about a move of a position, most important first."""

    position: Position
    move: Move
    claims: tuple[Claim, ...]

    @property
    def told(self) -> tuple[Claim, ...]:
        """The few claims for a player during a game, then the numbers."""
        said = {claim.kind for claim in self.claims}
        needless = {kind for each in said for kind in IMPLIED.get(each, ())}
        wanted = [claim for claim in self.claims if claim.kind not in needless]
        words = [claim for claim in wanted if claim.kind not in NUMBERS][:MOST_TOLD]
        return (*words, *(claim for claim in wanted if claim.kind in NUMBERS))

    @property
    def text(self) -> str:
        """Those in words, one sentence each; "" if there is nothing to say."""
        return joined((self.sentence(claim) for claim in self.told), " ")

    @property
    def harm(self) -> str:
        """What speaks against the move, in words; "" if nothing is known."""
        return joined((self.sentence(claim) for claim in self.told if claim.kind in HARM), " ")

    def sentence(self, claim: Claim) -> Text:
        """A claim in words."""
        return sentence(claim, self.position.variant.game, self.position.players)

    def to_json(self) -> dict[str, Any]:
        """The move, every claim with its sentence, and the short form."""
        claims = [{**claim.to_json(), "sentence": self.sentence(claim)} for claim in self.claims]
        told = {"move": str(self.move), "text": self.text, "claims": claims}
        return {**told, **beside_move(self.position, self.move)}


def explain(position: Position, move: Move | str, report: Report | None = None) -> Explanation:
    """What a legal move does and why: according to the rules, and to a search of the position.

    A report with two or more lines also says what other moves lead to.
    """
    after = position.play(move)
    played = after.last_move
    assert played is not None
    player = position.mover
    claims: list[Claim] = []
    if len(position.codes) == 1:
        claims.append(Claim("only_move"))
    if is_won(after, player):
        assert after.outcome is not None
        claims.append(Claim("wins_at_once", {"player": player, "reason": after.outcome.reason}))
    elif after.outcome is not None and is_won(after, 1 - player):
        claims.append(Claim("loses_at_once", {"player": player, "reason": after.outcome.reason}))
    elif after.outcome is None and after.mover != player:
        lost = allowed(after, player)
        claims += lost or [*defence(position, after, played), *threat(after, player)]
    if report is not None:
        claims += certain_results(position, report, played)
        claims += chances(position, report, played)
    claims += board_changes(position, after)
    claims += connections(position, after)
    claims += _moves_again(position, after)
    claims += _few_moves(after, 1 - player)
    claims += term_changes(position, after, played)
    order = list(TEMPLATES)
    first = {claim.kind: claim for claim in reversed(claims)}  # the rules' claims come before the search's
    return Explanation(position, played, tuple(sorted(first.values(), key=lambda claim: order.index(claim.kind))))


def _moves_again(before: Position, after: Position) -> list[Claim]:
    """Whether the mover moves again, if other moves of this kind end the turn: so not in a turn of several steps."""
    if after.outcome is not None or after.mover != before.mover or after.code is None:
        return []
    kind = before.variant.game.kinds.of(after.code)
    others = (before.after(code) for code in before.codes if kind.has(code))
    is_extra = any(other.outcome is None and other.mover != before.mover for other in others)
    return [Claim("moves_again", {"player": before.mover})] if is_extra else []


def _few_moves(after: Position, player: int) -> list[Claim]:
    """How few moves the player to move has left."""
    count = len(after.codes) if after.mover == player else 0
    return [Claim("leaves_few_moves", {"player": player, "count": count})] if 0 < count <= FEW else []
