"""Moves and games explained in words; see docs/explanations.md."""

from ludoteca.explain.explanation import Explanation, explain
from ludoteca.explain.hints import Hint, hint
from ludoteca.explain.review_text import review_json, review_text
from ludoteca.explain.reviews import LearningPosition, Moment, Review, ReviewedMove, learning_positions, review
from ludoteca.explain.templates import Claim

__all__ = [
    "Claim",
    "Explanation",
    "Hint",
    "LearningPosition",
    "Moment",
    "Review",
    "ReviewedMove",
    "explain",
    "hint",
    "learning_positions",
    "review",
    "review_json",
    "review_text",
]
