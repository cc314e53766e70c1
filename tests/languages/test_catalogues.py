"""The catalogues have every sentence, translated, with the places of its template."""

import re

import collect_sentences as collecting
import pytest
from commands import call

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


def everything(language):
    """The translations of the shared catalogue and of every game."""
    found = {}
    for game in ("", *collecting.our_games()):
        found |= collecting.translations(language, game)
    return found


@pytest.fixture(scope="module")
def sentences():
    return collecting.all_sentences()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language, sentences):
    assert list(collecting.troubles(language, sentences)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_commands_and_notation_in_translations_are_those_of_the_template(language):
    pairs = everything(language).items()
    assert [template for template, said in pairs if quoted(template) != quoted(said)] == []


def test_no_sentence_is_translated_twice_for_the_names_of_its_places(sentences):
    """Unless some language says the two differently: `Play {game}` and `Play {move}`."""
    catalogues = [everything(language) for language in OTHERS]
    alike = {}
    for sentence in {found.sentence for found in sentences if has_words(found.sentence)}:
        said = (catalogue[sentence] for catalogue in catalogues)
        alike.setdefault(tuple(map(without_names, (sentence, *said))), []).append(sentence)
    assert [sorted(same) for same in alike.values() if len(same) > 1] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", collecting.our_games())
def test_translators_are_given_a_games_catalogue_as_it_is_kept(name, language):
    path = collecting.folder_of(name) / f"{language}.po"
    assert call("words", name, "--po", language).stdout == path.read_text("utf-8")


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


Found = collecting.Found


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Catalogues of two games, and the shared one."""
    monkeypatch.setattr(collecting, "FOLDER", tmp_path)
    monkeypatch.setattr(collecting, "GAMES", tmp_path)
    monkeypatch.setattr(collecting, "our_games", lambda: ["ludo", "senet"])
    for game in ("", "ludo", "senet"):
        (tmp_path / game).mkdir(exist_ok=True)

    def keep(game, **said):
        (tmp_path / game / "pt.po").write_text(collecting.po_text("pt", (("x", each) for each in said), said))

    return keep


def test_what_is_gone_leaves_the_catalogue_and_what_is_new_comes_in(house):
    house("", Gone="Foi-se", Stays="Fica")
    collecting.write("pt", [Found("Stays", "a.py"), Found("New", "b.py")])
    assert collecting.translations("pt", "") == {"Stays": "Fica"}
    assert 'msgid "New"' in (collecting.FOLDER / "pt.po").read_text()


def test_what_one_game_says_is_in_its_folder_and_what_two_say_is_shared(house):
    house("", Dice="Dados", Red="Vermelho", Board="Tabuleiro")
    said = [Found("Board", "a.py"), Found("Dice", "fact", "ludo"), Found("Board", "fact", "ludo")]
    said += [Found("Red", "player", "ludo"), Found("Red", "player", "senet")]
    collecting.write("pt", said)
    assert collecting.translations("pt", "ludo") == {"Dice": "Dados"}
    assert collecting.translations("pt", "senet") == {}
    assert collecting.translations("pt", "") == {"Board": "Tabuleiro", "Red": "Vermelho"}
    assert list(collecting.troubles("pt", said)) == []


def test_troubles_name_the_game(house):
    house("ludo", Dice="Dados", Red="Vermelho", Gone="Foi-se")
    house("senet", Red="Encarnado")
    said = [Found("Dice", "fact", "senet"), Found("Dice", "fact", "ludo")]
    said += [Found("Red", "player", "ludo"), Found("Red", "player", "senet")]
    assert list(collecting.troubles("pt", said)) == [
        "pt: ludo: 'Gone' is said nowhere any more",
        "pt: games/senet/fact: 'Dice' is not translated",
        "pt: games/senet/player: 'Red' is 'Encarnado' here and 'Vermelho' elsewhere",
    ]
