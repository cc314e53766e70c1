"""The site of the documentation: python tools/build_docs.py [FOLDER], or `make docs`, builds it into build/site.

The pages are those of docs/, the README as the front page, and the rule page of every game with its diagrams drawn.
They are gathered in one folder first, with their links set right; zensical.toml says how they are shown.  A warning,
such as a link that leads nowhere, ends it with exit code 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from ludoteca.games import game_names
from ludoteca.play.rule_pages import as_text, with_diagrams

ROOT = Path(__file__).resolve().parents[1]
GAMES = "src/ludoteca/games"
PROJECT = "https://github.com/ludoteca/ludoteca/blob/main"  # where files are that are no pages
FRONT = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}


def gather(folder: Path) -> None:
    """All pages and pictures in one folder, each file where its links expect it."""
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.md", "*.ipynb"))
    for page in (ROOT / "docs").glob("*.md"):
        (folder / page.name).write_text(with_links(page.read_text(), "docs"))
    for page, name in FRONT.items():
        (folder / name).write_text(with_links((ROOT / page).read_text(), ""))
    (folder / "rules").mkdir()
    for name in game_names():
        rules = ROOT / GAMES / name / "rules.md"
        if rules.is_file():
            (folder / "rules" / f"{name}.md").write_text(with_diagrams(rules.read_text(), as_text(name)))


def with_links(text: str, folder: str) -> str:
    """A page that lay in this folder of the project, with its links as they are on the site."""

    def moved(link: re.Match[str]) -> str:
        path, mark, place = link[1].partition("#")
        if not path or "://" in path:
            return link[0]
        target = (ROOT / folder / path).resolve().relative_to(ROOT).as_posix()
        return f"]({on_the_site(target)}{mark}{place})"

    # which file an excerpt comes from is for tests alone
    plain = re.sub(r"^(```+)(\w+)-(?:from \S+|check)$", r"\1\2", text, flags=re.M)
    return re.sub(r"\]\(([^)\s]+)\)", moved, plain)


def on_the_site(target: str) -> str:
    """Where a file of the project is found from the top folder of the site."""
    if rules := re.fullmatch(rf"{GAMES}/(\w+)/rules\.md", target):
        return f"rules/{rules[1]}.md"
    if target.startswith("docs/") and not target.endswith(".ipynb"):
        return target.removeprefix("docs/")
    return FRONT.get(target, f"{PROJECT}/{target}")


def build(site: Path) -> int:
    """Gather the pages beside the site and build it; the exit code."""
    pages = site.with_name(f"{site.name}-pages")
    for old in (site, pages):
        shutil.rmtree(old, ignore_errors=True)
    site.parent.mkdir(parents=True, exist_ok=True)
    gather(pages)
    settings = (ROOT / "zensical.toml").read_text()
    config = site.with_name(f"{site.name}.toml")
    config.write_text(settings.replace("build/site-pages", pages.name).replace("build/site", site.name))
    return subprocess.run([sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", config]).returncode


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()))
