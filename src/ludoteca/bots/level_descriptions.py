"""What each level is like, in a sentence; apart from the levels so that listing them loads no search.

They speak of how patient and how choosy a level is, which holds in every game; how many moves it sees ahead differs.
"""

from __future__ import annotations

from ludoteca.languages.texts import later

LEVEL_DESCRIPTIONS = later(
    (
        "A first opponent: hardly thinks, and often overlooks the best move.",
        "Thinks little and lets many a move pass for good.",
        "Thinks little, but prefers the better-looking moves.",
        "Thinks a little more and is no longer content with just any move.",
        "Halfway up: thinks for a while and likes a good move, if not always the best.",
        "Thinks with some patience and is rather choosy.",
        "Patient and choosy: what it plays looks nearly best to it.",
        "More patient still, and hard to please; a strong opponent.",
        "Very patient: plays the best move it finds, or one that looks all but as good.",
        "The most thought of all, and exact endings where they can be worked out.",
    )
)
