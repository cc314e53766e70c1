"""What docs/bots.md asks of a bot is enough: any such object, class or file is a bot."""

# ruff: noqa: ARG002 (bots of their own kinds)

from __future__ import annotations

import pickle
import random
import sys
from functools import partial

import pytest

import ludoteca
from ludoteca.bots import BadBotSpec, Limits, bot_names, check_plays
from ludoteca.errors import IllegalMove, LudotecaError, UnreadableMove

GEKITAI = ludoteca.game("gekitai")


class WithLimits:
    def choose(self, position, limits):
        self.limits_given = limits
        return position.moves()[-1]


class WithoutLimits:
    def choose(self, position):
        return position.moves()[-1]


class WithOptionalLimits:
    def choose(self, position, limits=None):
        self.limits_given = limits
        return str(position.moves()[-1])


class WithLimitsByName:
    def choose(self, position, *, limits):
        self.limits_given = limits
        return position.moves()[-1].text.upper()


class WithAnything:
    def choose(self, *given):
        position, self.limits_given = given
        return position.moves()[-1]


class WithSomethingElse:
    def choose(self, position, verbose=False):
        assert not verbose
        return str(position.moves()[-1])


KINDS = [WithLimits, WithoutLimits, WithOptionalLimits, WithLimitsByName, WithAnything, WithSomethingElse]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_made", [True, False])
def test_a_bot_takes_limits_or_not_and_answers_a_move_or_its_text(kind, is_made):
    bot = ludoteca.bot(kind() if is_made else kind)
    position = GEKITAI.start()
    assert bot.choose(position) == position.moves()[-1]
    assert bot.name == kind.__name__
    assert bot.choose(position, Limits(nodes=7)) == position.moves()[-1]
    assert getattr(bot.inner, "limits_given", Limits(nodes=7)) == Limits(nodes=7)
    check_plays(kind, "gekitai")


def test_the_limits_that_a_bot_has_are_those_it_gets():
    bot = WithLimits()
    bot.limits = Limits(time_ms=30)
    ludoteca.bot(bot).choose(GEKITAI.start())
    assert bot.limits_given == Limits(time_ms=30)


class Answers:
    name = "the oracle"

    def __init__(self, answer):
        self.answer = answer

    def choose(self, position):
        return self.answer


@pytest.mark.parametrize(
    ("answer", "error"),
    [(None, UnreadableMove), (17, UnreadableMove), ("pass", UnreadableMove), ("c3", IllegalMove)],
)
def test_an_answer_that_is_no_legal_move_is_refused(answer, error):
    with pytest.raises(error):
        ludoteca.bot(Answers(answer)).choose(GEKITAI.start().play("c3"))
    move = next(move for move in GEKITAI.start().moves() if str(move) == "c3")
    with pytest.raises(IllegalMove, match="'c3' is not a legal move here"):
        ludoteca.bot(Answers(move)).choose(GEKITAI.start().play("c3"))
    assert ludoteca.bot(Answers(move)).name == "the oracle"


@pytest.mark.parametrize("thing", [7, None, object(), lambda position: position.moves()[0]])
def test_what_is_no_bot_is_told_so(thing):
    for use in (ludoteca.bot, partial(check_plays, game_name="gekitai")):
        with pytest.raises(BadBotSpec, match=r"is not a bot: a bot is a spec .* choose\(position, limits\)"):
            use(thing)


class Chancy:
    def __init__(self, seed=None):
        self.chance = random.Random(seed)
        self.prepared = 0

    def prepare(self, position):
        self.prepared += 1

    def reseed(self, seed):
        self.chance.seed(seed)

    def choose(self, position):
        assert self.prepared == 1
        return self.chance.choice(position.moves())


def choices(bot):
    return [str(bot.choose(GEKITAI.start())) for _ in range(5)]


def test_a_class_is_made_with_the_seed_and_an_object_told_it():
    expected = choices(ludoteca.bot(Chancy, seed=4))
    assert choices(ludoteca.bot(Chancy, seed=4)) == expected != choices(ludoteca.bot(Chancy, seed=5))
    bot = Chancy()
    assert choices(ludoteca.bot(bot, seed=4)) == expected
    again = ludoteca.bot(bot, seed=4)
    bot.prepared = 0
    assert choices(again) == expected


@pytest.mark.parametrize("spec", ["random", "greedy", "easy", "hard", "level1", "mcts:40", "alphabeta:60"])
def test_bots_of_ours_begin_their_chance_anew_as_objects_too(spec):
    bot = ludoteca.bot(spec, seed=1)
    expected = choices(ludoteca.bot(bot, seed=9))
    assert choices(ludoteca.bot(bot, seed=9)) == expected == choices(ludoteca.bot(spec, seed=9))


# --- bots in files

SOURCE = """
from helping import pick

class Centre:
    def __init__(self, n=-1, word="none", seed=None):
        self.n, self.word, self.seed = n, word, seed

    def choose(self, position, limits):
        self.limits_given = limits
        return pick(position, self.n)

class Helper:
    pass
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "helping", raising=False)
    (tmp_path / "helping.py").write_text("def pick(position, n):\n    return str(position.moves()[n])\n")
    path = tmp_path / "My Bots.py"
    path.write_text(SOURCE)
    return path


def test_a_class_in_a_file_is_a_bot(file, monkeypatch):
    bot = ludoteca.bot(f"py:{file}:Centre", seed=3)
    assert (str(bot.choose(GEKITAI.start())), bot.name, bot.inner.seed) == ("f6", f"py:{file}:Centre", 3)
    bot = ludoteca.bot(f"PY:{file}:Centre:n=0,200ms,word=Two:Three")
    assert (str(bot.choose(GEKITAI.start())), bot.inner.word) == ("a1", "Two:Three")
    assert bot.inner.limits_given == Limits(time_ms=200)
    monkeypatch.chdir(file.parent)
    assert ludoteca.bot(f"py:{file.name}:Centre").inner.n == -1
    assert "py" not in bot_names()


def test_a_file_that_has_changed_is_loaded_again(file):
    before = ludoteca.bot(f"py:{file}:Centre")
    assert type(ludoteca.bot(f"py:{file}:Centre").inner) is type(before.inner)
    file.write_text(SOURCE.replace("n=-1", "n=1"))
    assert str(ludoteca.bot(f"py:{file}:Centre").choose(GEKITAI.start())) == "b1"


def test_a_bot_from_a_file_can_be_pickled(file):
    bot = ludoteca.bot(f"py:{file}:Centre:n=2")
    content = pickle.dumps(bot)
    for name in [name for name in sys.modules if name.startswith("ludoteca_bot_file_")]:
        del sys.modules[name]  # as in another process
    again = pickle.loads(content)
    assert (again.name, str(again.choose(GEKITAI.start()))) == (bot.name, "c1")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("py", "it looks like py:centre.py:Centre"),
        ("py:", "it looks like py:centre.py:Centre"),
        ("py:{file}", "it looks like py:centre.py:Centre"),
        ("py:{file}:", "it looks like py:centre.py:Centre"),
        ("py:/nowhere/bot.py:Centre", "there is no file /nowhere/bot.py"),
        ("py:{file}:Center", "has no class Center; it has: Centre"),
        ("py:{file}:Helper", "is not a bot"),
        ("py:{file}:Centre:colour=red", "its settings are: n, word, seed"),
        ("py:{file}:Centre:n", "an argument is a time such as 200ms"),
    ],
)
def test_a_wrong_spec_of_a_file_says_what_would_be_right(file, spec, says):
    with pytest.raises(BadBotSpec, match=says):
        ludoteca.bot(spec.format(file=file))


@pytest.mark.parametrize("source", ["class Centre(:\n", "import no_such_module\n", "x = 1 / 0\n"])
def test_a_file_that_cannot_be_loaded_is_an_error_with_a_name(file, source):
    file.write_text(source)
    with pytest.raises(LudotecaError, match=r"cannot be loaded: (SyntaxError|ModuleNotFoundError|ZeroDivisionError): "):
        ludoteca.bot(f"py:{file}:Centre")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("class Centre(:\n", "SyntaxError: invalid syntax"),
        (SOURCE, ""),
        (SOURCE.replace("Centre", "Center"), r"has no class Centre; it has: Center, Helper"),
        ("import sys\nsys.exit('this was run')\nclass Centre:\n    pass\n", ""),
        ("from helping import Centre\n", ""),
        ("from helping import *\n", ""),
        ("from helping import Center\n", "has no class Centre; it has: no class of bots"),
        ("class Edge:\n    pass\n\nCentre = Edge\n", ""),
    ],
)
def test_a_file_is_checked_before_a_match_and_not_run(file, source, says):
    file.write_text(source)
    if says:
        with pytest.raises(BadBotSpec, match=says):
            check_plays(f"py:{file}:Centre", "gekitai")
    else:
        check_plays(f"py:{file}:Centre", "gekitai")
    with pytest.raises(BadBotSpec, match="there is no file"):
        check_plays("py:/nowhere/bot.py:Centre", "gekitai")
