"""The catalogues have every sentence, translated, with the places of its template."""

import re

import collect_sentences as collecting
import pytest

from ludoteca.languages.choice import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def quoted(text):
    """What stands between backquotes."""
    return sorted(text.split("`")[1::2])


def without_names(template):
    """A template whose places are numbered in their order; those of compiled rules have numbers anyway."""
    numbers = {}
    return re.sub(r"\{([a-z_]+)", lambda place: f"{{#{numbers.setdefault(place[1], len(numbers))}", template)


def has_words(template):
    """Whether there is something to translate apart from the places."""
    return bool(re.search(r"\w", re.sub(r"\{[^{}]*\}", "", template)))


@pytest.fixture(scope="module")
def sentences():
    return collecting.all_sentences()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language, sentences):
    assert list(collecting.troubles(language, sentences)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_commands_and_notation_in_translations_are_those_of_the_template(language):
    catalogue = collecting.catalogue_of(language)
    pairs = [(str(message.id), str(message.string)) for message in catalogue if message.id]
    assert [template for template, said in pairs if quoted(template) != quoted(said)] == []


def test_no_sentence_is_translated_twice_for_the_names_of_its_places(sentences):
    """Unless some language says the two differently: `Play {game}` and `Play {move}`."""
    catalogues = [collecting.catalogue_of(language) for language in OTHERS]
    alike = {}
    for sentence in {found.sentence for found in sentences if has_words(found.sentence)}:
        said = (str(catalogue.get(sentence).string) for catalogue in catalogues)
        alike.setdefault(tuple(map(without_names, (sentence, *said))), []).append(sentence)
    assert [sorted(same) for same in alike.values() if len(same) > 1] == []


def test_sentences_are_found_where_they_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(collecting, "SOURCES", tmp_path)
    python, page, script = tmp_path / "a.py", tmp_path / "a.html", tmp_path / "a.js"
    python.write_text('t("One", x=1)\nA = translatable({"key": "Two", "other": ("Three", 4)})\nsay("No")\nt(A)\n')
    page.write_text('<p title="{{ t("One") }}">{{ t("Two {x}", x=t("Three")) }} four</p>')
    script.write_text(
        't("One", { a: "No" }); const A = translatable({ key: "Two", "quoted": ["Three"] }); // t("No")\nt(A.key)'
    )
    assert list(collecting.in_python(python)) == ["One", "Two", "Three"]
    assert sorted(collecting.in_page_template(page)) == ["One", "Three", "Two {x}"]
    assert list(collecting.in_script(script)) == ["One", "Two", "Three"]


def test_what_is_gone_leaves_the_catalogue_and_what_is_new_comes_in():
    old = collecting.Catalog(locale="pt")
    old.add("Gone", "Foi-se")
    old.add("Stays", "Fica")
    found = [collecting.Found("Stays", "a.py"), collecting.Found("New", "b.py")]
    new = {message.id: message.string for message in collecting.updated(old, found) if message.id}
    assert new == {"Stays": "Fica", "New": ""}
