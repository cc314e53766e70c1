"""The tutorial notebook runs from its first cell to its last, and shows pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

BOOK = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"

# of the Jupyter libraries themselves
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def book() -> Any:
    book = nbformat.read(BOOK, as_version=4)
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
    return book


def outputs(book: Any, kind: str) -> list[str]:
    return [
        "".join(output.get("data", {})[kind])
        for cell in book.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if kind in output.get("data", {})
    ]


def test_positions_show_themselves_as_pictures(book):
    pictures = outputs(book, "image/svg+xml")
    assert len(pictures) == 3
    assert all(picture.startswith("<svg ") and picture.rstrip().endswith("</svg>") for picture in pictures)


def test_records_and_analyses_show_a_picture_with_words(book):
    report, record = outputs(book, "text/html")
    assert "<svg " in report and report.count("<tr>") == 4
    assert "<strong>Greener</strong> greedy – random" in record


def test_a_board_is_there_to_click(book):
    (board,) = outputs(book, "application/vnd.jupyter.widget-view+json")
    assert "model_id" in board


def test_the_notebook_is_kept_without_outputs():
    book = nbformat.read(BOOK, as_version=4)
    assert all(not cell.outputs and cell.execution_count is None for cell in book.cells if cell.cell_type == "code")
