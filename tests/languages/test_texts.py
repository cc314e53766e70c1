"""Sentences: filled, translated, said again in another language."""

import json
import pickle
from datetime import date

import pytest

from ludoteca.languages import Text, current_language, in_language, joined, speaking, t
from ludoteca.languages.catalogues import catalogue, read_catalogue, translated
from ludoteca.languages.choice import known_language, language_of_browser, language_of_system
from ludoteca.languages.markdown import blocks_of, page_in_language
from ludoteca.languages.templates import fill, shape_of
from ludoteca.languages.texts import finished, in_english


@pytest.mark.parametrize(
    ("template", "places", "said"),
    [
        ("{count} {count:move|moves}", {"count": 1}, "1 move"),
        ("{count} {count:move|moves}", {"count": 0}, "0 moves"),
        ("to the {way:[north, south]}", {"way": 1}, "to the south"),
        ("{0:player} wins", {"0": 1, "0:player": "Black"}, "Black wins"),
        ("{a} and {b}", {"a": 1}, "1 and {b}"),
        ("{size:number}", {"size": 12345.5}, "12,345.5"),
        ("{day:date}", {"day": date(2026, 11, 3)}, "3 Nov 2026"),
    ],
)
def test_places_are_filled(template, places, said):
    assert fill(template, places) == said


def test_numbers_and_dates_follow_the_language():
    assert fill("{size:number}", {"size": 12345.5}, "pt") == "12.345,5"
    assert fill("{size:number}", {"size": 12345.5}, "xx") == "12,345.5"
    assert fill("{size:number}", {"size": 12345.5}, "es") == "12.345,5"
    assert "nov" in fill("{day:date}", {"day": date(2026, 11, 3)}, "es")


def test_a_text_is_said_again_in_another_language():
    said = t("{name} wins", name=t("Red"))
    assert said == "Red wins"
    assert in_language(said, "xx") == "⟦⟦Red⟧ wins⟧"
    with speaking("xx"):
        assert current_language() == "xx"
        assert t("{name} wins", name=t("Red")) == "⟦⟦Red⟧ wins⟧"
        assert in_english(t("Red")) == "Red"
    assert current_language() == "en"


def test_texts_inside_other_values_are_found():
    value = {"a": [t("Red"), 3], "b": (t("Black"), "c3")}
    assert in_language(value, "xx") == {"a": ["⟦Red⟧", 3], "b": ("⟦Black⟧", "c3")}


def test_a_text_is_ordinary_text():
    said = t("{count} {count:stone|stones}", count=3)
    assert json.loads(json.dumps(said)) == "3 stones"
    back = pickle.loads(pickle.dumps(said))
    assert back == said
    assert in_language(back, "xx") == "⟦3 stones⟧"


def test_joined_and_finished_texts_can_still_be_translated():
    listed = joined([t("Red"), "c3"])
    assert listed == "Red, c3"
    assert "⟦Red⟧" in in_language(listed, "xx")
    assert joined(["a", "b"]) == "a, b"
    assert not isinstance(joined(["a", "b"]), Text)
    loud = finished(t("red"), str.upper)
    assert loud == "RED"
    assert "⟦RED⟧" in in_language(loud, "xx")


def test_a_sentence_without_translation_stays_english():
    assert translated("Nobody has translated this sentence.", "pt") == "Nobody has translated this sentence."
    assert translated("Red", "pt") == "Vermelho"
    assert translated("Red", "es") == "Rojo"


def test_a_catalogue_is_kept_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path))
    catalogue.cache_clear()
    first = catalogue("es")
    (kept,) = (tmp_path / "languages").iterdir()
    kept.write_text(json.dumps({**first, "Red": "Encarnado"}), "utf-8")
    catalogue.cache_clear()
    assert catalogue("es")["Red"] == "Encarnado"
    kept.write_text("spoilt", "utf-8")
    catalogue.cache_clear()
    assert catalogue("es") == first
    catalogue.cache_clear()


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "file"))
    catalogue.cache_clear()
    assert catalogue("pt")["Red"] == "Vermelho"
    catalogue.cache_clear()


def test_doubtful_translations_are_left_out():
    source = 'msgid "a"\nmsgstr "um"\n\n#, fuzzy\nmsgid "b"\nmsgstr "dois"\n\nmsgid "c"\nmsgstr ""\n'
    assert read_catalogue(source.encode()) == {"a": "um"}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("pt-PT,pt;q=0.9,en;q=0.5", "pt"),
        ("de, es;q=0.4, en;q=0.8", "en"),
        ("es-419", "es"),
        ("fr", "en"),
        ("pt;q=0, es;q=0.1", "es"),
        ("*;q=x,,;;", "en"),
        ("", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_it_likes_best(accepted, language):
    assert language_of_browser(accepted) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_PT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:es"}, "es"),
        ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ({"LANG": "pt_PT.UTF-8", "LUDOTECA_LANGUAGE": "es"}, "es"),
        ({}, "en"),
    ],
)
def test_the_system_is_followed(monkeypatch, environment, language):
    for variable in ("LUDOTECA_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert language_of_system() == language


def test_known_languages_are_found_by_their_tags():
    assert known_language(["fr", "pt-BR"]) == "pt"
    assert known_language(["fr"]) is None


PAGE = """# Heading

A paragraph over
two lines.

- an item
  that goes on
- another

| a | b |
|---|---|
| c | `d` |

```diagram
The caption.
position: x
```

```text
code
```

    more code
"""


def test_pages_are_translated_block_by_block():
    blocks = ["Heading", "A paragraph over two lines.", "an item that goes on", "another", "a", "b", "c", "`d`"]
    assert list(blocks_of(PAGE)) == [*blocks, "The caption."]
    assert page_in_language(PAGE, "en") == PAGE
    marked = page_in_language(PAGE, "xx")
    assert "# ⟦Heading⟧\n" in marked
    assert "- ⟦an item that goes on⟧\n- ⟦another⟧\n" in marked
    assert "| ⟦c⟧ | ⟦`d`⟧ |" in marked
    assert "```diagram\n⟦The caption.⟧\nposition: x\n```" in marked
    assert "\ncode\n" in marked and "\n    more code\n" in marked


def test_the_shape_of_a_translation_is_that_of_its_template():
    assert shape_of("{count} {count:pedra|pedras}") == shape_of("{count} {count:stone|stones}")
    assert shape_of("{0:[a,b]}") == shape_of("{0:[c,d]}") != shape_of("{0:[c,d,e]}")
    assert shape_of("{a}") != shape_of("{b}")
