"""Moves and games explained in words; see docs/explanations.md."""

from ludoteca.explain.claims import Claim
from ludoteca.explain.explanation import Explanation, explain
from ludoteca.explain.hints import Hint, hint
from ludoteca.explain.learning_positions import LearningPosition, learning_positions
from ludoteca.explain.review_text import review_json, review_text
from ludoteca.explain.reviews import Moment, Review, ReviewedMove, review

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
