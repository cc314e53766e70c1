"""The terminal in other languages: every screen comes through the catalogue, and the choice is remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from screens import drive, gekitai_app, playing, table_after, until
from sentences import words_outside
from terminal_pictures import screen_text
from textual.app import App
from textual.widgets import Button, Input, OptionList, Static

from ludoteca.bots import bot_names
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.languages import catalogues
from ludoteca.languages.choice import LANGUAGES, current_language, speak
from ludoteca.languages.texts import in_english
from ludoteca.play import load_game
from ludoteca.play.lessons import lesson_of
from ludoteca.puzzles.progress import ProgressFile
from ludoteca.puzzles.solving import Solving
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.console.lesson import ConsoleLesson
from ludoteca.terminal.console.menu import Console
from ludoteca.terminal.console.puzzle import ConsolePuzzles
from ludoteca.terminal.dialogs import ChoiceDialog, LanguageDialog, PageDialog, PauseDialog
from ludoteca.terminal.form_rows import Chooser
from ludoteca.terminal.language import change_language, language_at_start, read_language
from ludoteca.terminal.position_sheet import fact_rows, fact_table
from ludoteca.terminal.prompts import COMMANDS, Quit, command_in, is_agreed
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.menu import MainMenu
from ludoteca.terminal.screens.puzzle import PuzzleScreen
from ludoteca.terminal.screens.setup import SetupScreen
from ludoteca.terminal.table import Table, pace_text, read_pace
from ludoteca.terminal.table_view import key_line

PORTUGUESE = {
    "Play": "Jogar", "Language: {language}": "Idioma: {language}", "Language": "Idioma", "Exit": "Sair",
    "undo": "desfazer", "redo": "refazer", "hint": "dica", "draw": "empate", "resign": "desistir", "quit": "sair",
    "exit": "sair", "y": "s", "n": "n", "yes": "sim", "no": "não", "help": "ajuda", "menu": "menu",
    "history": "histórico", "pause": "pausa", "step": "passo", "moves": "jogadas",
    "back": "voltar atrás", "again": "voltar atrás", "You": "Você",
    "Level {number}": "Nível {number}", "{game}: {first} against {second}": "{game}: {first} contra {second}",
    "{player}, your move": "{player}, a sua jogada", "Goodbye.": "Até à próxima.", "Theme: {theme}": "Tema: {theme}",
    "The language is now {language}.": "A partir de agora fala-se {language}.", "Learn a game": "Lição",
    "{label}, {count} {count:move|moves}, {day:date} {time}":
        "{label}, {count} {count:jogada|jogadas}, {day:date} {time}",
}  # fmt: skip


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Every test begins and ends in English."""
    speak("en")
    yield
    speak("en")


@pytest.fixture
def marked() -> None:
    """All that goes through the catalogue stands in brackets."""
    speak("xx")


@pytest.fixture
def portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small catalogue, whatever the translators do."""
    monkeypatch.setattr(catalogues, "catalogue", lambda language: PORTUGUESE if language == "pt" else {})


# --- the language to begin with


def test_the_language_is_the_variables_then_the_chosen_then_the_systems(tmp_path, monkeypatch):
    for variable in ("LUDOTECA_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "es_MX.UTF-8")
    assert language_at_start(tmp_path) == "es"
    SavedGames(tmp_path).set(language="pt")
    assert language_at_start(tmp_path) == "pt"
    monkeypatch.setenv("LUDOTECA_LANGUAGE", "en")
    assert language_at_start(tmp_path) == "en"
    monkeypatch.setenv("LUDOTECA_LANGUAGE", "tlh")
    (tmp_path / "settings.json").write_text('{"language": "tlh"}')
    assert language_at_start(tmp_path) == "es"
    (tmp_path / "settings.json").write_text("{ damaged")
    assert language_at_start(tmp_path) == "es"
    monkeypatch.setenv("LANG", "C")
    assert language_at_start(tmp_path) == "en"


def test_a_language_is_named_by_its_code_or_in_its_own_words():
    assert [read_language(said) for said in ("pt", "PT_br", "português", "Español ", "en", "latin")] == [
        "pt", "pt", "pt", "es", "en", None,
    ]  # fmt: skip


def test_a_change_is_remembered_and_an_unknown_language_is_named(tmp_path):
    saved_games = SavedGames(tmp_path)
    saved_games.set(theme="ludoteca-light")
    assert "Português" in change_language(saved_games, "pt")
    assert current_language() == "pt"
    assert saved_games.settings() == {"theme": "ludoteca-light", "language": "pt"}
    with pytest.raises(LudotecaError, match=r"'klingon'.*en, pt, es"):
        change_language(saved_games, "klingon")
    assert current_language() == "pt"
    speak("en")
    assert (
        change_language(saved_games, "")
        == "The language is English. Available: English (en), Português (pt), Español (es)."
    )


def test_a_language_that_cannot_be_remembered_is_spoken_all_the_same(tmp_path):
    (tmp_path / "file").write_text("")
    said = change_language(SavedGames(tmp_path / "file" / "folder"), "es")
    assert "could not be saved" in in_english(said)
    assert current_language() == "es"


# --- choosing


def test_the_menu_changes_the_language_at_once_and_remembers_it(tmp_path, portuguese):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.screen.choose("language")
        await pilot.pause()
        dialog = app.screen
        assert isinstance(dialog, ChoiceDialog)
        assert [words for _, words in dialog.answers] == ["English", "Português", "Español"]
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, MainMenu) and "Idioma: Português" in screen_text(app))
        assert "Jogar" in screen_text(app) and "Sair" in screen_text(app)
        assert app.saved_games.settings()["language"] == "pt"
        assert isinstance(app.focused, OptionList)
        await pilot.press("home", "enter")  # the list has the keys still
        await until(pilot, lambda: not isinstance(app.screen, MainMenu))

    drive(app, steps)
    assert current_language() == "pt"


def test_the_pause_at_a_table_changes_the_language(tmp_path, portuguese):
    app = gekitai_app(tmp_path, 2)

    async def steps(pilot):
        screen = playing(app)
        screen.say("Red played c3.")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, PauseDialog) and "Language: English" in screen_text(app))
        at = [answer for answer, _ in app.screen.answers].index("language")
        await pilot.press(*["down"] * at, "enter")
        await until(pilot, lambda: isinstance(app.screen, LanguageDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is screen)
        assert screen.message == ""  # it was said in the other language
        await pilot.press("p")
        await until(pilot, lambda: "Idioma: Português" in screen_text(app))

    drive(app, steps)
    assert current_language() == "pt"


def test_esc_leaves_the_language_as_it_is(tmp_path):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.screen.choose("language")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainMenu) and app.saved_games.settings() == {}

    drive(app, steps)
    assert current_language() == "en"


def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str) -> Iterator[str]:
    """Type lines into the console; what each line was asked with comes back at the end."""
    said = iter(lines)

    def answer(question: str = "") -> str:
        print(question)
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return said


def test_the_console_changes_its_language_and_takes_words_of_both(tmp_path, monkeypatch, capsys, portuguese):
    saved_games = SavedGames(tmp_path)
    table = Table.begin(load_game("gekitai"), ("human", "human"), saved_games)
    typed = talk(
        monkeypatch, capsys,
        "c3", "language pt", "d4", "desfazer", "redo", "histórico 1", "language klingon", "desistir", "s", "n",
    )  # fmt: skip
    Console(saved_games).run(table)
    shown = capsys.readouterr().out
    assert list(typed) == []
    assert "A partir de agora fala-se Português." in shown and "a sua jogada" in shown
    assert "klingon" in shown and shown.endswith("Até à próxima.\n")
    assert table.outcome is not None and [str(ply.move) for ply in table.match.plies] == ["c3", "d4"]
    assert saved_games.settings()["language"] == "pt"


def test_the_console_menu_offers_languages_in_their_own_words(tmp_path, monkeypatch, capsys, portuguese):
    talk(monkeypatch, capsys, "language", "português", "sair")
    Console(SavedGames(tmp_path)).run()
    shown = capsys.readouterr().out
    assert all(name in shown for name in LANGUAGES.values()) and shown.endswith("Até à próxima.\n")


def test_commands_are_read_in_both_languages_and_doubtful_words_mean_nothing(portuguese):
    speak("pt")
    assert command_in("undo", COMMANDS) == ("undo", "")
    assert command_in("Desfazer", COMMANDS) == ("undo", "")
    assert command_in("histórico 5", COMMANDS) == ("history", "5")
    assert command_in("menu", COMMANDS) == ("menu", "")
    assert command_in("voltar atrás", COMMANDS) is None  # back, or again?
    assert command_in("voltar atrás", ("back", "board")) == ("back", "")
    assert command_in("desfazermos", COMMANDS) is None
    assert read_pace("passo") is None and read_pace("0,5") == 0.5 and read_pace("step") is None
    speak("en")
    assert command_in("desfazer", COMMANDS) is None


def test_yes_is_yes_in_both_languages(monkeypatch, portuguese):
    answers = {"": False, "n": False, "não": False, "s": True, "sim": True, "yes": True, "Y": True}
    speak("pt")
    for answer, meant in answers.items():
        monkeypatch.setattr("builtins.input", lambda _, answer=answer: answer)
        assert is_agreed("?") is meant


# --- what is kept


def test_files_and_records_are_english_whatever_is_spoken(tmp_path, marked):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game("gekitai"), 5, saved_games, seats=("human", "level3"), games=3)
    table.resign()
    kept = table.path.read_text("utf-8")
    assert "⟦" not in kept and '"You"' in kept and '"Level 3"' in kept
    assert "⟦" not in table.record_text() and '"You"' in table.record_text()


def test_a_saved_game_is_told_in_the_language_of_who_reads_it(tmp_path, portuguese):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game("gekitai"), 2, saved_games, seats=("human", "level3"))
    table.keep()
    assert saved_games.all()[0].line.startswith("Gekitai: You against Level 3, 2 moves, ")
    speak("pt")
    assert saved_games.all()[0].line.startswith("Gekitai: Você contra Nível 3, 2 jogadas, ")
    again = Table.load(saved_games.read(table.path), saved_games, table.path)
    assert again.named(0).endswith("(Você)") and again.match.players[0].name == "You"


def test_a_game_that_was_saved_before_there_were_languages_keeps_its_label(tmp_path):
    saved_games = SavedGames(tmp_path)
    table = table_after(load_game("gekitai"), 2, saved_games)
    table.keep()
    old = json.loads(table.path.read_text())
    del old["game"], old["players"]
    table.path.write_text(json.dumps({**old, "label": "Gekitai: Ana against Bo"}))
    assert saved_games.all()[0].line.startswith("Gekitai: Ana against Bo, 2 moves, ")


# --- all screens


def names() -> set[str]:
    """Words that are the same in every language: games, their authors, and ids that are typed."""
    known = {"Ludoteca", *LANGUAGES.values(), *(letters.rstrip("0123456789") for letters in bot_names())}
    for name in game_names():
        game = find_game(name)
        known |= {name, *game.title.split(), *game.designer.replace(",", " ").split()}
    return known


def texts_on(app: App[None]) -> Iterator[str]:
    """Every text of the screen on top."""
    if isinstance(app.screen, PageDialog):
        yield app.screen.text
    for widget in app.screen.walk_children():
        if isinstance(widget, Static):
            yield str(getattr(widget.content, "plain", widget.content))
        elif isinstance(widget, Input):
            yield from (widget.placeholder, widget.value)
        elif isinstance(widget, OptionList):
            yield from (str(getattr(option.prompt, "plain", option.prompt)) for option in widget.options)
        elif isinstance(widget, Chooser):
            yield from (widget.label, *(title for _, title in widget.values))
        elif isinstance(widget, Button):
            yield str(widget.label)


def forgotten_on(app: App[None]) -> set[str]:
    """Words on the screen that did not go through the catalogue."""
    found: set[str] = set()
    for text in texts_on(app):
        found |= words_outside(text)
    return found - names()


def test_every_menu_and_form_comes_through_the_catalogue(tmp_path, marked):
    saved_games = SavedGames(tmp_path)
    table_after(load_game("gekitai"), 3, saved_games, seats=("human", "level3")).keep()
    app = LudotecaApp(saved_games)

    async def steps(pilot):
        assert forgotten_on(app) == set()
        for entry in ("play", "learn", "rules", "puzzles", "load", "language"):
            app.screen.choose(entry)
            await pilot.pause()
            assert not isinstance(app.screen, MainMenu)
            assert forgotten_on(app) == set(), entry
            await pilot.press("escape")
            await pilot.pause()
        app.show_keys()
        await pilot.pause()
        assert "⟦" in app.screen.text and forgotten_on(app) - {"Ctrl"} == set()

    drive(app, steps)


@pytest.mark.parametrize("name", game_names())
def test_the_form_of_a_game_comes_through_the_catalogue(tmp_path, marked, name):
    app = LudotecaApp(SavedGames(tmp_path))

    async def steps(pilot):
        app.push_screen(SetupScreen(find_game(name)))
        await pilot.pause()
        for row in app.screen.query(Chooser):
            row.focus()
            await pilot.pause()
            assert forgotten_on(app) == set(), row.id

    drive(app, steps)


def test_the_table_comes_through_the_catalogue(tmp_path, marked):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        for key in ("m", "escape", "p", "escape", "left_square_bracket", "escape", "u", "r", "plus", "question_mark",
                    "escape", "s", "escape", "e", "escape", "g", "escape", "o", "1"):  # fmt: skip
            await pilot.press(key)
            await pilot.pause()
            assert forgotten_on(app) == set(), key
        screen = playing(app)
        assert screen.table.outcome is not None
        await pilot.press("n")
        await pilot.pause()
        assert forgotten_on(app) == set()
        playing(app).action_again()
        assert "⟦" in playing(app).message

    drive(app, steps)


def test_lessons_and_puzzles_come_through_the_catalogue(tmp_path, marked):
    app = LudotecaApp(SavedGames(tmp_path), lesson=lesson_of(find_game("gekitai")))
    solving = Solving(load_game("gekitai"), ProgressFile(tmp_path / "puzzles.json"))

    async def steps(pilot):
        for key in ("t", "enter", "right_square_bracket", "question_mark", "escape"):
            await pilot.press(key)
            await pilot.pause()
            assert forgotten_on(app) == set(), key
        app.screen.visit.begin(len(app.screen.visit.lesson.steps))
        app.screen.settle()
        await pilot.pause()
        assert forgotten_on(app) == set()
        app.push_screen(screen := PuzzleScreen(solving))
        await pilot.pause()
        assert forgotten_on(app) == set()
        await pilot.press("s")
        await until(pilot, lambda: screen.answer is not None)
        await pilot.pause()
        assert forgotten_on(app) == set()

    drive(app, steps)


TYPED = ("help", "moves", "undo", "c3", "undo", "redo", "back", "history", "history 9", "pace", "pace 1", "zz9",
         "save mine", "save mine", "n", "export", "language", "draw", "y")  # fmt: skip


def test_the_console_comes_through_the_catalogue(tmp_path, monkeypatch, capsys, marked):
    saved_games = SavedGames(tmp_path)
    table = Table.begin(load_game("gekitai"), ("human", "human"), saved_games)
    monkeypatch.setattr("ludoteca.terminal.language.LANGUAGES", {**LANGUAGES, "xx": "Marked"})
    talk(monkeypatch, capsys, *TYPED, "n")
    Console(saved_games).run(table)
    shown = capsys.readouterr().out.replace(str(tmp_path), "")
    board_and_files = {"mine", "json", "records", "saved", "gekitai", "pgn"}
    assert words_outside(shown) - names() - board_and_files == set()
    assert shown.count("⟦") > 50


def test_console_menus_lessons_and_puzzles_come_through_the_catalogue(tmp_path, monkeypatch, capsys, marked):
    saved_games = SavedGames(tmp_path)
    talk(monkeypatch, capsys, "nothing", "play", "gekitai", "4", "zz", "", "", "n", "0", "2", "nope", "")
    Console(saved_games).run()
    lesson = lesson_of(find_game("gekitai"))
    talk(monkeypatch, capsys, "help", "show", "what", "", "skip", "back")
    with pytest.raises(Quit):
        ConsoleLesson(lesson, saved_games).run()
    talk(monkeypatch, capsys, "help", "solution", "", "back")
    solving = Solving(load_game("gekitai"), ProgressFile(tmp_path / "puzzles.json"))
    with pytest.raises(Quit):
        ConsolePuzzles(solving).run()
    shown = capsys.readouterr().out
    assert words_outside(shown) - names() == set()
    assert shown.count("⟦") > 50


# --- room


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_long_words_leave_keys_and_choices_whole(tmp_path, marked, size):
    app = gekitai_app(tmp_path, 4)

    async def steps(pilot):
        keys = str(app.screen.query_one("#keys", Static).content)
        assert len(keys) <= size[0] - 2 and keys.endswith("⟦q menu⟧") and keys.count("⟦") == keys.count("⟧")
        app.to_menu()
        await pilot.pause()
        for key in ("home", "enter"):
            await pilot.press(key)
        await pilot.pause()
        keys = str(app.screen.query_one("#keys", Static).content)
        assert len(keys) <= size[0] - 2 and keys.endswith("⟦q back⟧")
        assert all(len(line) <= size[0] for line in screen_text(app).splitlines())

    drive(app, steps, size=size)


def test_the_least_important_keys_are_dropped_first():
    keys = ["Enter escolher", "m escrever", "t dica", "? teclas", "q menu"]
    assert key_line(keys, 30) == "? teclas  q menu"
    assert key_line(keys, 45) == "Enter escolher  m escrever  ? teclas  q menu"


def test_accents_are_dropped_where_a_terminal_has_ascii_alone(tmp_path, portuguese):
    speak("pt")
    app = LudotecaApp(SavedGames(tmp_path), ascii_only=True)

    async def steps(pilot):
        shown = screen_text(app)
        assert shown.isascii() and "Licao" in shown and "Idioma: Portugues" in shown

    drive(app, steps)


def test_numbers_are_written_as_the_language_does():
    assert (pace_text(0.5), pace_text(1.0)) == ("0.5 s per move", "1 s per move")
    speak("pt")
    assert pace_text(0.5).startswith("0,5 s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_beside_the_board_keep_apart_in_every_language(language):
    speak(language)
    scene = load_game("squ").start().scene()  # nobody has a square yet, which is a word for each
    for row, line in zip(fact_rows(scene), fact_table(scene, 60), strict=True):
        assert row.both is None or line.split()[-2:] == list(row.both)
