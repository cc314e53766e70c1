"""Translation files in the format of translation programs: each English sentence and its translation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def read_catalogue(source: bytes) -> dict[str, str]:
    """The translations in a `.po` file, without missing or doubtful ones; ValueError if it is not a `.po` file."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        found = read_po(BytesIO(source), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"line {error.lineno + 1}: {error}") from error
    return {
        message.id: message.string
        for message in found
        if isinstance(message.id, str) and message.id and isinstance(message.string, str) and message.string
        if not message.fuzzy
    }


def po_text(language: str, sentences: Iterable[tuple[str, str]], known: Mapping[str, str]) -> str:
    """A `.po` file with these sentences and where each is used; known translations are filled in."""
    from babel.messages.catalog import Catalog

    catalogue = Catalog(locale=language)
    for where, sentence in sentences:
        catalogue.add(sentence, known.get(sentence, ""), locations=[(where.replace(" ", "-"), 0)])
    return written(catalogue)


def written(catalogue: Catalog) -> str:
    """A catalogue as the text of a `.po` file, without anything that would change by itself."""
    from babel.messages.pofile import write_po

    for message in catalogue:
        message.flags.clear()  # our placeholders are not Python's
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True, include_lineno=False)
    language = f'"Language: {catalogue.locale}\\n"'
    return f'msgid ""\nmsgstr ""\n{language}\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{out.getvalue().decode()}'
