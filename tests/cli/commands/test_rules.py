"""`ludoteca rules`."""

from __future__ import annotations

from commands import answer, call


def test_rules_prints_the_page_and_its_short_form():
    page = answer("rules", "squ")
    assert page["text"].startswith("# SQU")
    assert "**SQ1" in page["text"]
    assert page["how_to_play"].splitlines()[0] in page["text"]
    assert "**SQ1" not in page["how_to_play"]
    assert call("rules", "squ", "--short").stdout.strip() == page["how_to_play"]
