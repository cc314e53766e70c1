"""Translation files in the format of translation programs: each English sentence and its translation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Message


def read_catalogue(source: bytes) -> dict[str, str]:
    """The translations in a `.po` file, without missing or doubtful ones; ValueError if it is not a `.po` file."""
    return {str(message.id): str(message.string) for message in read_messages(source)}


def read_messages(source: bytes) -> Iterator[Message]:
    """The same translations, with the places where each sentence is used."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        found = read_po(BytesIO(source), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"line {error.lineno + 1}: {error}") from error
    for message in found:
        is_text = isinstance(message.id, str) and isinstance(message.string, str)
        if is_text and message.id and message.string and not message.fuzzy:
            yield message


def po_text(language: str, sentences: Iterable[tuple[str, str]], known: Mapping[str, str]) -> str:
    """A `.po` file with these sentences and where each is used; known translations are filled in."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog(locale=language)
    for where, sentence in sentences:
        catalogue.add(sentence, known.get(sentence, ""), locations=[(where.replace(" ", "-"), 0)])
    for message in catalogue:
        message.flags.clear()  # our placeholders are not Python's
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True, include_lineno=False)
    header = f'"Language: {language}\\n"'
    return f'msgid ""\nmsgstr ""\n{header}\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{out.getvalue().decode()}'
