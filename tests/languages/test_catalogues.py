"""The catalogues have every sentence, translated, with the places of its template."""

import collect_sentences as collecting
import pytest

from ludoteca.languages.choice import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def quoted(text):
    """What stands between backquotes."""
    return sorted(text.split("`")[1::2])


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
