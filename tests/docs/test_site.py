"""The site of the docs is built without a warning, with the rule page of every game; a dead link is one."""

from __future__ import annotations

import build_docs
import python_page

GAMES = sorted(page.parent.name for page in (build_docs.ROOT / build_docs.GAMES).glob("*/rules.md"))


def test_the_site_is_built_without_warnings(tmp_path):
    assert build_docs.build(tmp_path / "site") == 0
    assert len(GAMES) >= 6
    for name in GAMES:
        page = tmp_path / "site" / "rules" / name / "index.html"
        assert page.is_file() and "language-diagram" not in page.read_text(), name
    assert (tmp_path / "site" / "pictures" / "web" / "greener.png").is_file()


def test_every_page_is_in_the_table_of_contents():
    contents = (build_docs.ROOT / "zensical.toml").read_text()
    pages = [*(page.name for page in (build_docs.ROOT / "docs").glob("*.md")), *(f"rules/{name}.md" for name in GAMES)]
    assert [page for page in [*pages, *build_docs.FRONT.values()] if f'"{page}"' not in contents] == []


def test_a_dead_link_is_noticed(tmp_path, monkeypatch):
    def gather(folder):
        folder.mkdir()
        (folder / "index.md").write_text("# Nothing\n\n[nowhere](nowhere.md)\n")

    monkeypatch.setattr(build_docs, "gather", gather)
    assert build_docs.build(tmp_path / "site") != 0


def test_links_lead_where_the_pages_are():
    page = "[a](../src/ludoteca/games/squ/rules.md#notation) [b](web.md) [c](#here) [d](https://a.org) [e](../Makefile)"
    assert build_docs.with_links(page, "docs") == (
        f"[a](rules/squ.md#notation) [b](web.md) [c](#here) [d](https://a.org) [e]({build_docs.PROJECT}/Makefile)"
    )
    front = "![a](docs/pictures/menu.svg) [b](docs/web.md#names) [c](README.md)"
    assert build_docs.with_links(front, "") == "![a](pictures/menu.svg) [b](web.md#names) [c](index.md)"


def test_the_python_page_is_what_the_docstrings_say():
    assert python_page.page() == python_page.PAGE.read_text(encoding="utf-8"), "run: python tools/python_page.py"
