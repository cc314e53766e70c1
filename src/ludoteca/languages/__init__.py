"""Languages: every sentence that players see is an English template, and catalogues contain its translations.

    t("{name} has {count} {count:stone|stones}", name="Red", count=3)

`templates` fills in placeholders, `texts` makes sentences that can be rendered again in another language, `choice`
knows the current language, and `catalogues` reads the translations: `pt.po` and `es.po` here and in each game's folder.
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
