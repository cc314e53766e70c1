"""Who can sit at a table, by what was typed."""

from __future__ import annotations

import pytest

from ludoteca.bots import BadBotSpec
from ludoteca.terminal.seats import check_seat


def test_a_seat_has_its_usual_spelling_and_a_command_keeps_its_capitals():
    assert check_seat(" Level3 ", "gekitai") == "level3"
    assert check_seat("ME", "gekitai") == "human"
    assert check_seat("ugi:./My-Engine --Flag", "gekitai") == "ugi:./My-Engine --Flag"


def test_what_a_bot_does_not_take_is_refused_before_it_sits_down():
    with pytest.raises(BadBotSpec, match="greedy takes no arguments"):
        check_seat("greedy:2s", "gekitai")
