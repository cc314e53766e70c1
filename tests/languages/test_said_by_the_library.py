"""In the language for tests: what scenes, refusals, outcomes, hints, reviews, lessons and puzzles say is all marked."""

from __future__ import annotations

import pickle
import random
import re
import shutil
from pathlib import Path

import pytest
from commands import call
from marked_texts import WORD, is_marked, outside, plain_parts

import ludoteca
from ludoteca.bots.registry import bot_groups
from ludoteca.errors import LudotecaError
from ludoteca.explain import hint, review
from ludoteca.explain.review_text import review_text
from ludoteca.games import game_files
from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import speaking
from ludoteca.languages.texts import Text, in_english, in_language, t
from ludoteca.play.lessons import answer_to, find_lesson
from ludoteca.play.match.clock import TimeControl
from ludoteca.play.match.match import Match
from ludoteca.play.match.series import Series
from ludoteca.play.position import Position, Variant
from ludoteca.play.position_json import position_json
from ludoteca.play.records import read_record
from ludoteca.play.records.record import from_match
from ludoteca.play.records.writer import write_record
from ludoteca.play.rule_pages import is_for_players, rule_page
from ludoteca.puzzles.puzzle import KINDS, puzzles_of

CODE = re.compile(r"^```.*?^```$|^ {4}[^\n]*$", re.MULTILINE | re.DOTALL)
GAMES = ("gekitai", "glaisher", "greener", "mapello", "reversi", "squ")
TYPED = ("zz9", "a1", "a1a1", "d4", "d4-d5", "pass", "wall c3", "done", "b2-north:1+2", "b2-zz:1", "c3xc4", "?" * 300)


@pytest.fixture(autouse=True)
def marked():
    with speaking(MARKED):
        yield


def some_positions(name: str) -> list[Position]:
    """A start, a middle and an end of a game played at random."""
    variant, chance = ludoteca.game(name), random.Random(7)
    position = variant.start(7)
    line = [position]
    while position.outcome is None:
        position = position.after(chance.choice(position.codes))
        line.append(position)
    return [line[0], line[1], line[len(line) // 2], line[-2], line[-1]]


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_and_an_outcome(name):
    for position in some_positions(name):
        scene = position.scene()
        assert all(is_marked(fact.name) and is_marked(fact.value) for fact in scene.facts)
        assert all(is_marked(t(player.name)) and is_marked(t(player.colour_word)) for player in scene.players)
        assert all(is_marked(t(mark)) for look in scene.cells.values() for mark in look.marks)
        assert is_marked(scene.turn_of("Al"))
        if position.outcome is not None:
            assert isinstance(position.outcome.reason, Text) and is_marked(position.outcome.reason)
    game = position.variant.game
    assert all(is_marked(t(words)) for words in (game.title, game.goal, game.summary))
    for option in game.options:
        assert is_marked(t(option.title)) and is_marked(option.accepts)


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal(name):
    refused = []
    for position in some_positions(name):
        for typed in TYPED:
            try:
                position.play(typed)
            except LudotecaError as error:
                refused.append(error.text)
    assert len(refused) > 10
    assert [text for text in refused if not is_marked(text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_cannot_be_read(name):
    variant, text = ludoteca.game(name), str(some_positions(name)[2])
    words = text.split()
    texts = [text[:40], f"{text} x", text.replace("/", "", 1), " ".join([words[0], "?", *words[2:]]), "a" * 5000]
    texts += [" ".join([*words[:place], "?", *words[place + 1 :]]) for place in range(1, len(words))]
    texts += [text.replace(letter, "%", 1) for letter in ".#"] + [f"{words[0]}9 {' '.join(words[1:])}"]
    for wrong in texts:
        try:
            variant.position(wrong)
        except LudotecaError as error:
            assert is_marked(error.text), error.text


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_cannot_be_chosen(name):
    for option in ("nonsense", *(option.name for option in ludoteca.game(name).game.options)):
        with pytest.raises(LudotecaError) as caught:
            ludoteca.game(name, **{option: "zz"})
        assert is_marked(caught.value.text), caught.value.text


def test_a_hint_and_a_review():
    for name in ("reversi", "greener", "gekitai"):
        position = some_positions(name)[2]
        found = hint(position, 30)
        assert is_marked(found.text), found.text
        assert is_marked(found.report.words_of(found.report.lines[0]))
        assert is_marked(found.report.brief_words_of(found.report.lines[0]))
        assert "⟦" not in in_english(found.text)
    played = some_positions("gekitai")[-1]
    assert is_marked(review_text(review(played, ms=None, again_ms=None, nodes=60, seed=1)))


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson(name):
    lesson, chance = find_lesson(name), random.Random(3)
    assert is_marked(lesson.title)
    for step in lesson.steps:
        moves = step.start.moves()
        for move in chance.sample(moves, min(4, len(moves))):
            answer = answer_to(step, [move])
            assert is_marked(answer.words), answer.words


def test_the_lesson_for_pages_is_english_with_what_its_words_are_made_of():
    from ludoteca.play.lessons.answers import lesson_json

    found = lesson_json(find_lesson("gekitai"))
    assert "⟦" not in str(found)
    answers = [answer for step in found["steps"] for answer in step["answers"]]
    made = [answer["said"] for answer in answers if "said" in answer]
    assert made and all("template" in each for each in made)


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_page(name):
    page = rule_page(name)
    for section in page.sections:
        words = CODE.sub("", section)
        assert not WORD.search(outside(words)), section
    assert sum(map(is_for_players, page.sections)) == 1
    assert page.how_to_play.startswith("⟦") and page.how_to_play in page.drawn


def test_puzzles():
    puzzle = puzzles_of(ludoteca.game("gekitai").game).puzzles[0]
    assert is_marked(puzzle.task)
    assert is_marked(puzzle.told("a1", is_right=True)) and is_marked(puzzle.told("a1", is_right=False))
    assert all(is_marked(t(words)) for kind in KINDS.values() for words in (kind.task, kind.right, kind.wrong))


def test_bots():
    for group in bot_groups():
        assert is_marked(t(group.title)) and is_marked(t(group.note))
        assert all(is_marked(t(bot.label)) and is_marked(t(bot.explain)) for bot in group.bots)
    for spec in ("nobody", "level3:200ms", "mcts:zz", "mcts:threads=zz", "greedy:1", "mcts:1ms,2ms", "x" * 300):
        with pytest.raises(LudotecaError) as caught:
            ludoteca.bot(spec)
        assert is_marked(caught.value.text), caught.value.text


def test_a_match_and_a_series():
    variant = ludoteca.game("gekitai")
    series = Series(variant, 2)
    match = series.next_match(random.Random(1))
    for wrong in (match.undo, match.redo, lambda: match.accept_draw(0), match.claim_time, match.start_clock):
        with pytest.raises(LudotecaError) as caught:
            wrong()
        assert is_marked(caught.value.text)
    with pytest.raises(LudotecaError) as caught:
        TimeControl.parse("soon")
    assert is_marked(caught.value.text)
    match.resign(0)
    assert match.outcome is not None and is_marked(match.outcome.reason)
    assert is_marked(series.score_text().replace("Player 1", "").replace("Player 2", ""))


def test_what_programs_read_is_english():
    ended = some_positions("gekitai")[-1]
    assert "⟦" not in str(position_json(ended))
    match = Match(ended.variant)
    for move in [position.last_move for position in reversed(list(ended.line())) if position.last_move]:
        match.play(move)
    written = write_record(from_match(match))
    assert "⟦" not in written and "Termination" in written
    assert write_record(read_record(written)) == written
    assert ended.players[0].colour == "red"


def test_an_error_is_said_to_somebody_else_in_their_language():
    with pytest.raises(LudotecaError) as caught:
        ludoteca.game("gekitai").start().play("z9")
    assert caught.value.text == "⟦z9 is not on the board⟧"
    assert in_language(caught.value.text, "en") == "z9 is not on the board"
    assert in_language(str(caught.value), "en") == "z9 is not on the board"
    sent = pickle.loads(pickle.dumps(caught.value))
    assert in_language(sent.text, "en") == "z9 is not on the board"


def test_a_record_that_cannot_be_read_says_where_in_the_readers_language():
    with pytest.raises(LudotecaError) as caught:
        read_record('[Game "gekitai"]\n\n1. a1 a1 *')
    assert is_marked(caught.value.text), plain_parts(caught.value.text)
    assert in_english(caught.value.text) == "line 3, column 7: a1 is taken"


def test_a_fact_of_a_lesson_is_found_whatever_is_spoken():
    step = next(step for step in find_lesson("squ").steps if "fact" in str(step.right) or step.accept)
    assert is_marked(answer_to(step, [step.start.moves()[0]]).words)


HEXAPAWN = Path(__file__).parents[2] / "examples" / "hexapawn.py"
TRANSLATED = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Hexapawn"
msgstr "Hexapeões"
"""


@pytest.fixture
def foreign(tmp_path, monkeypatch) -> Path:
    """A game that is not ours, alone in a folder."""
    from ludoteca.languages import catalogues

    monkeypatch.setattr(game_files, "opened_games", {})
    monkeypatch.setenv(game_files.FILES, "")
    monkeypatch.setattr(catalogues, "game_catalogues", [])
    catalogues.catalogue_of_games.cache_clear()
    yield Path(shutil.copy(HEXAPAWN, tmp_path / "hexapawn.py"))
    catalogues.catalogue_of_games.cache_clear()


def test_a_game_of_somebody_else_brings_its_translations(foreign):
    foreign.with_name("hexapawn.pt.po").write_text(TRANSLATED, "utf-8")
    variant = Variant(game_files.open_game_file(foreign))
    assert in_language(variant.title, "pt") == "Hexapeões"
    assert in_language(variant.title, "es") == "Hexapawn"


def test_a_damaged_file_of_translations_is_named(foreign):
    foreign.with_name("hexapawn.pt.po").write_bytes(TRANSLATED.encode("latin-1"))
    variant = Variant(game_files.open_game_file(foreign))
    with pytest.raises(LudotecaError, match=r"hexapawn\.pt\.po is not a file of translations"):
        in_language(variant.title, "pt")


def test_the_sentences_of_a_game_are_written_for_translators(foreign):
    from ludoteca.languages.catalogues import read_catalogue

    with speaking("en"):
        result = call("words", str(foreign), "--po", "pt")
        assert result.exit_code == 0, result.stderr
        assert 'msgid "Hexapawn"\nmsgstr ""' in result.stdout
        foreign.with_name("hexapawn.pt.po").write_text(TRANSLATED, "utf-8")
        again = call("words", str(foreign), "--po", "pt")
    assert read_catalogue(again.stdout.encode()) == {"Hexapawn": "Hexapeões"}
