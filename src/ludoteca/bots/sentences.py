"""What each level is like, in a sentence; apart from the levels so that listing them loads no search."""

from __future__ import annotations

SENTENCES = (
    "Sees one move ahead and is easily pleased.",
    "Sees one move ahead and prefers what looks good.",
    "Looks for your answer, not always closely.",
    "Rarely overlooks a simple threat.",
    "Plans a little; a fair match for someone who knows the rules well.",
    "Sees short combinations.",
    "Looks several moves ahead and seldom errs.",
    "Plays the best move it finds; hard to beat.",
    "Looks far ahead; for experienced players.",
    "Everything there is: deep search, and exact endings where they can be worked out.",
)
