"""A review in words and as JSON."""

from __future__ import annotations

from typing import Any

from ludoteca.explain.reviews import Moment, Review, learning_positions
from ludoteca.explain.templates import line_words
from ludoteca.languages.texts import english, finished, joined, t, translatable
from ludoteca.play.position_interface import beside_move

ACCURACY = translatable("Accuracy: {first} {first_accuracy}, {second} {second_accuracy}.")
PHASE = translatable("{name} (moves {from_ply}–{to_ply}): {first} {first_accuracy}, {second} {second_accuracy}.")
HEADLINE = translatable(
    "Move {ply}: {player} played {move}, but {better} was better (winning chances fell from {had}% to {left}%)."
)
BETTER = translatable("{move}: {words}")
THEN = translatable("After {move}: {line}")
NO_MOMENTS = translatable("No single move decided the game.")
STOPPED = translatable("The review was stopped after move {ply}.")
PERCENT = translatable("{percent}%")
UNKNOWN = "–"  # the accuracy of a side that had no choice


def review_text(review: Review) -> str:
    """The moves that mattered, then how accurately each side played."""
    rows = []
    for moment in review.moments:
        headline, *more = moment_lines(moment)
        rows += [headline, *(joined(("", row), "  ") for row in more), ""]
    return joined([*rows, *summary_lines(review)], "\n")


def summary_lines(review: Review) -> list[str]:
    """How accurately each side played, and what else there is to know about the review."""
    names = _names(review)
    rows: list[str] = [] if review.moments or not review.is_complete else [t(NO_MOMENTS)]
    rows.append(t(ACCURACY, **names, **_accuracies(review.accuracy)))
    rows += [
        t(
            PHASE,
            name=finished(english(phase.name), str.capitalize),
            from_ply=phase.first,
            to_ply=phase.last,
            **names,
            **_accuracies(phase.accuracy),
        )
        for phase in review.phases
    ]
    if not review.is_complete:
        rows.append(t(STOPPED, ply=len(review.moves)))
    return rows


def moment_lines(moment: Moment) -> list[str]:
    """A move that mattered: what was better and why, what the played move does, and what followed."""
    before = moment.played.before
    played, *refutation = before.written_line((moment.played.move, *moment.refutation))
    better = before.written_line(moment.better_line)
    rows = [moment_headline(moment)]
    rows.append(t(BETTER, move=better[0], words=moment.better.text or line_words(better)))
    if moment.mistake.harm:
        rows.append(t(BETTER, move=played, words=moment.mistake.harm))
    if refutation:
        rows.append(t(THEN, move=played, line=line_words(refutation)))
    return rows


def moment_headline(moment: Moment) -> str:
    """The move, what was better, and the chances before and after it."""
    played = moment.played
    return t(
        HEADLINE,
        ply=played.ply,
        player=played.before.players[played.mover].name,
        move=played.before.written(played.move),
        better=played.before.written(moment.better.move),
        had=round(100 * played.had),
        left=round(100 * played.left),
    )


def review_json(review: Review) -> dict[str, Any]:
    """The review as a value for `json.dumps`; see docs/explanations.md."""
    variant = review.start.variant
    return {
        "game": variant.name,
        "options": variant.changed_options,
        "position": str(review.start),
        "players": [player.name for player in review.final.players],
        "is_complete": review.is_complete,
        "accuracy": _rounded(review.accuracy),
        "phases": [
            {"name": phase.name, "first": phase.first, "last": phase.last, "accuracy": _rounded(phase.accuracy)}
            for phase in review.phases
        ],
        "chances": [round(chance, 4) for chance in review.chances],
        "moves": [
            {
                "ply": played.ply,
                "mover": played.mover,
                "move": str(played.move),
                **beside_move(played.before, played.move),
                "best": str(played.best),
                "loss": round(played.loss, 4),
                "counts": played.counts,
                "grade": played.grade,
            }
            for played in review.moves
        ],
        "summary": summary_lines(review),
        "points": [_moment_json(moment) for moment in review.moments],
        "learn": [
            {
                "ply": each.ply,
                "position": str(each.position),
                "mover": each.position.mover,
                "played": str(each.played),
                **beside_move(each.position, each.played),
                "accepted": [str(move) for move in each.accepted],
                "explanation": each.explanation.to_json(),
            }
            for each in learning_positions(review)
        ],
    }


def _moment_json(moment: Moment) -> dict[str, Any]:
    played = moment.played
    return {
        "ply": played.ply,
        "mover": played.mover,
        "move": str(played.move),
        **beside_move(played.before, played.move),
        "words": moment_headline(moment),
        "rows": moment_lines(moment)[1:],
        "loss": round(played.loss, 4),
        "had": round(played.had, 4),
        "left": round(played.left, 4),
        "mistake": {**moment.mistake.to_json(), "text": moment.mistake.harm},
        "better": moment.better.to_json(),
        "better_line": [str(move) for move in moment.better_line],
        "refutation": [str(move) for move in moment.refutation],
    }


def _names(review: Review) -> dict[str, str]:
    first, second = review.final.players
    return {"first": first.name, "second": second.name}


def _accuracies(accuracy: tuple[float | None, float | None]) -> dict[str, str]:
    first, second = (UNKNOWN if each is None else t(PERCENT, percent=round(each)) for each in accuracy)
    return {"first_accuracy": first, "second_accuracy": second}


def _rounded(accuracy: tuple[float | None, float | None]) -> list[float | None]:
    return [None if each is None else round(each, 1) for each in accuracy]
