"""Languages: every sentence that a player sees is a template in English, and a catalogue has it in other languages.

    t("{name} has {count} {count:stone|stones}", name="Red", count=3)

`templates` fills places, `texts` makes sentences that can be said again in another language, `choice` knows which
language is spoken, `catalogues` reads the translations, which are `pt.po` and `es.po` beside this file.
"""

from ludoteca.languages.choice import current_language, speaking
from ludoteca.languages.texts import Text, english, in_english, in_language, joined, t, translatable

__all__ = [
    "Text",
    "current_language",
    "english",
    "in_english",
    "in_language",
    "joined",
    "speaking",
    "t",
    "translatable",
]
