"""The picture of a package's imports: importers above what they import, and cycles named."""

from __future__ import annotations

from xml.etree import ElementTree

import import_graph

ONE_WAY = {"app": {"screens", "words"}, "screens": {"words"}, "words": set(), "alone": set()}
ROUND = {"app": {"screens"}, "screens": {"table"}, "table": {"app", "words"}, "words": set(), "start": {"app"}}


def test_importers_stand_above_what_they_import():
    assert import_graph.cycles(ONE_WAY) == []
    assert import_graph.rows_of(ONE_WAY) == [["app"], ["screens"], ["alone", "words"]]


def test_a_cycle_is_found_and_shares_a_row():
    assert import_graph.cycles(ROUND) == [["app", "screens", "table"]]
    rows = import_graph.rows_of(ROUND)
    assert rows[0] == ["start"] and rows[-1] == ["words"] and ["app", "screens", "table"] in rows


def test_the_picture_has_a_box_for_each_module_and_a_line_for_each_import():
    picture = ElementTree.fromstring(import_graph.svg(ROUND, "a <package>"))
    tags = [element.tag.rpartition("}")[2] for element in picture.iter()]
    assert tags.count("rect") == 1 + len(ROUND) and tags.count("path") == 5
