"""What each level is like, in one sentence; in a separate file so that listing levels does not load a search.

They describe how patient and how choosy a level is, which holds in every game; how far it looks ahead differs.
"""

from __future__ import annotations

from ludoteca.languages.texts import translatable

LEVEL_DESCRIPTIONS = translatable(
    (
        "A first opponent: barely thinks and often overlooks the best move.",
        "Thinks briefly and often settles for a weak move.",
        "Thinks briefly, but prefers better-looking moves.",
        "Thinks a little longer and no longer settles for just any move.",
        "Halfway up: thinks for a while and finds good moves, if not always the best.",
        "Takes its time and is fairly choosy.",
        "Patient and choosy: plays what it considers close to the best move.",
        "Even more patient and choosy: a strong opponent.",
        "Very patient: plays the best move it finds, or one almost as good.",
        "Thinks longest of all, and plays endings perfectly where they can be solved.",
    )
)
