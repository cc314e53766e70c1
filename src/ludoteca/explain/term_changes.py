"""Which named terms of the game's evaluation a move improves more than other moves do."""

from __future__ import annotations

import numpy as np

from ludoteca.explain.templates import Claim
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game
from ludoteca.play.position import Move, Position

MOST_OTHERS = 200  # moves to compare with; of more, an evenly spaced sample
MOST_TERMS = 2
LEAST_CHANGE = 0.1  # in units of the evaluation: 0.1 is 2.5 % of the winning chance in an even position


def term_changes(position: Position, after: Position, move: Move) -> list[Claim]:
    """The terms that count most for the move, each compared with its average after the other moves.

    Either all of these moves end the turn or none does, so that the value of a term to the player to move plays no
    part.
    """
    game, player = position.variant.game, position.mover
    if not has_terms(game) or after.outcome is not None:
        return []
    codes = [code for code in position.codes if code != move.code]
    others = [position.after(code) for code in codes[:: 1 + len(codes) // MOST_OTHERS]]
    others = [other for other in others if other.outcome is None and other.mover == after.mover]
    if not others:
        return []
    now, each = contributions(after, player), [contributions(other, player) for other in others]
    by_words: dict[tuple[str, str], float] = {}
    for place, name in enumerate(game.term_names):
        change = now[place] - sum(other[place] for other in each) / len(each)
        if (words := words_of_term(game, name, is_again=after.mover == player)) is not None:
            by_words[words] = by_words.get(words, 0.0) + change
    best = sorted(by_words.items(), key=lambda pair: -pair[1])[:MOST_TERMS]
    told = [
        {"words": words, "term": term, "player": player, "change": round(change, 2)}
        for (words, term), change in best
        if change >= LEAST_CHANGE
    ]
    return [Claim("terms", {"terms": told})] if told else []


def words_of_term(game: Game, name: str, *, is_again: bool) -> tuple[str, str] | None:
    """The phrase for a term, or its name if it has none; None if it is not worth mentioning.

    `is_again` says that the player who has moved is to move again.
    """
    if name not in game.term_words:
        return "", name
    again, other = game.term_words[name]
    words = again if is_again else other
    return (words, "") if words else None


def has_terms(game: Game) -> bool:
    """Whether the evaluation is a sum of named terms."""
    return game.own(verbs.terms) is not None and game.weights is not None


def contributions(position: Position, player: int) -> list[float]:
    """What each term of the evaluation contributes for a player."""
    game = position.variant.game
    assert game.weights is not None
    weights = game.weights if game.own(verbs.stage) is None else game.weights[verbs.stage(position.state)]
    worth = np.asarray(verbs.terms(position.state), np.float64) * np.asarray(weights)
    return [float(each) for each in (worth if position.mover == player else -worth)]
