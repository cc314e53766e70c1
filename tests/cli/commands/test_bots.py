"""`ludoteca bots`."""

from __future__ import annotations

import pytest
from commands import answer, call

from ludoteca.bots import bot_names, explain_bot
from ludoteca.games import game_names


@pytest.mark.parametrize("game", [None, *game_names()])
def test_bots_lists_those_that_play_a_game_with_a_sentence_each(game):
    words = ["bots"] if game is None else ["bots", game]
    expected = [{"name": name, "explain": explain_bot(name)} for name in bot_names(game)]
    assert answer(*words) == expected
    lines = call(*words).stdout.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [[bot["name"], bot["explain"]] for bot in expected]


def test_a_game_that_there_is_not_has_no_bots():
    result = call("bots", "gekitay")
    assert result.exit_code == 2 and "did you mean gekitai?" in result.stderr
