"""Bots of other packages, found by entry point."""

from __future__ import annotations

import sys

import pytest
from foreign_bots import install_foreign_bots

import ludoteca
from ludoteca.bots import BadBotSpec, Limits, bot_names, check_plays, explain_bot, registry
from ludoteca.errors import IllegalMove, LudotecaError

gekitai = ludoteca.game("gekitai")


@pytest.fixture(autouse=True)
def guests(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(install_foreign_bots(tmp_path))
    registry.package_bots.cache_clear()
    yield
    registry.package_bots.cache_clear()


def test_a_bot_of_another_package_is_found_by_its_entry_point():
    assert "last" in bot_names() and "last" in bot_names("gekitai")
    assert explain_bot("last") == "A bot from the package guest-bots."
    assert str(ludoteca.bot("last").choose(gekitai.start())) == "f6"


def test_its_settings_are_arguments_and_its_limits_those_of_each_move():
    bot = ludoteca.bot("nth:n=2,word=two,300ms")
    assert str(bot.choose(gekitai.start())) == "c1"
    assert (bot.inner.n, bot.inner.word) == (2, "two")
    bot.choose(gekitai.start(), Limits(nodes=5))
    assert bot.inner.limits == [Limits(time_ms=300), Limits(nodes=5)]


def test_it_gets_the_seed_if_it_wants_one():
    assert ludoteca.bot("last", seed=5).inner.seed == 5
    assert ludoteca.bot("last:seed=8", seed=5).inner.seed == 8


def test_wrong_settings_are_refused_by_name():
    with pytest.raises(BadBotSpec, match="its settings are: n, word"):
        ludoteca.bot("nth:m=3")
    with pytest.raises(BadBotSpec, match="missing a required argument: 'n'"):
        ludoteca.bot("nth")


def test_a_name_of_ours_stays_ours():
    assert bot_names().count("random") == 1
    assert not isinstance(ludoteca.bot("random"), registry.ForeignBot)


def test_a_package_that_cannot_be_loaded_is_an_error_with_a_name(tmp_path):
    with pytest.raises(LudotecaError, match="the bot broken cannot be loaded"):
        ludoteca.bot("broken")


def test_a_package_that_is_not_python_is_an_error_with_a_name():
    with pytest.raises(LudotecaError, match=r"the bot garbled cannot be loaded: .*invalid syntax"):
        ludoteca.bot("garbled")


def test_names_and_settings_may_have_capitals_and_values_keep_theirs():
    assert "upper" in bot_names("gekitai")
    for spec in ("Upper:netPath=/Models/Net.bin", "upper:netpath=/Models/Net.bin"):
        assert ludoteca.bot(spec).inner.path == "/Models/Net.bin"
    assert ludoteca.bot("nth:N=3,Word=Three").inner.word == "Three"


@pytest.mark.parametrize("name", ["fragile", "garbled", "broken", "nth:m=3"])
def test_a_check_loads_nothing_of_another_package(name, monkeypatch):
    monkeypatch.delitem(sys.modules, "guest_bots", raising=False)
    check_plays(name, "gekitai")
    assert "guest_bots" not in sys.modules


def test_an_illegal_answer_as_text_is_refused():
    with pytest.raises(IllegalMove):
        ludoteca.bot("cheats").choose(gekitai.start().play("c3"))


def test_bots_are_checked_before_a_match():
    check_plays("last", "gekitai")
    check_plays("hard", "gekitai")
    with pytest.raises(LudotecaError, match="dumb plays greener, not gekitai"):
        check_plays("dumb", "gekitai")


def test_a_class_that_takes_a_depth_gets_it(tmp_path):
    (tmp_path / "deep.py").write_text(
        "class Deep:\n"
        "    def __init__(self, depth=1, nodes=None): self.depth, self.nodes = depth, nodes\n"
        "    def choose(self, position): return position.moves()[0]\n"
    )
    bot = ludoteca.bot(f"py:{tmp_path / 'deep.py'}:Deep:depth=7,nodes=50")
    assert (bot.inner.depth, bot.inner.nodes) == (7, 50)


def test_a_chain_is_an_answer():
    position = ludoteca.game("draughts").position("bbbb/b.bb/bbwb/..../..w./ww../www./wwww b - 0")

    class Jumper:
        def choose(self, position):
            return position.whole_moves()[-1]

    assert str(ludoteca.bot(Jumper()).choose(position)) == "8x15x24"
