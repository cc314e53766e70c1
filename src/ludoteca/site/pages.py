"""The pages of the site, rendered from the server's templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from markupsafe import Markup

from ludoteca.games import find_game
from ludoteca.languages import t, translatable
from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import ENGLISH
from ludoteca.play import Position, load_game
from ludoteca.puzzles.puzzle import puzzles_json
from ludoteca.web.catalogue import (
    editor_layout,
    exercise_counts,
    game_entry,
    lesson_data,
    rules_html,
    shelf_filters,
    source_html,
)
from ludoteca.web.http.game_list_words import LIST_WORDS
from ludoteca.web.http.new_game_form import checked_form, form_description
from ludoteca.web.http.page_addresses import MODULES, SiteAddresses, pages_to_find, site_address, sitemap_of
from ludoteca.web.http.page_templates import PAGE_POLICY, page_templates, script_json, written_in
from ludoteca.web.table.words import bot_words, table_words

Entry = dict[str, Any]  # a game in the form for templates
SHARED = "data"  # the folder of what the pages of all languages share, also there
NOT_FOUND = "404.html"
CARDS = "cards"  # the folder of pictures that other sites show with a link; the same in every version
NO_SUCH_GAME = translatable("There is no such game in this browser. A game is kept in the browser it was started in.")
NOWHERE = translatable("There is nothing at this address.")


@cache
def site_templates() -> Environment:
    """The server's templates, compiled once for all languages."""
    return page_templates()


class Pages:
    """All pages of a site in one of its languages, for one version of its files.

    If the site's address is known, pages use it for their card, and the not-found page for its files: hosts serve that
    page at any depth.
    """

    def __init__(
        self,
        entries: list[Entry],
        version: str,
        language: str,
        languages: Mapping[str, str],
        address: str | None = None,
    ) -> None:
        self.entries = entries
        self.version = version
        self.address = address
        self.language = language
        self.languages = languages  # by code, in their own language
        self.shared: dict[str, str] = {}  # by name, what pages of all languages share
        self.templates = site_templates()
        self.first_scripts: set[str] = set()  # those that the first page starts
        self.scripts: set[str] = set()  # those that any page starts
        self.words = {**table_words(), "no_such_game": NO_SUCH_GAME}
        self.words |= {f"list_{name}": words for name, words in LIST_WORDS.items()}
        bots = {bot["name"]: bot_words(bot["name"]) for entry in entries for bot in entry["bots"]}
        shelf = [{key: entry[key] for key in ("name", "title", "accent")} for entry in entries]
        self.lists = {"games": shelf, "bots": bots}  # what lists of a browser's games need

    def all(self) -> Iterator[tuple[str, str]]:
        """Each page with its address, which ends with a slash and is empty for the first."""
        yield self._page("", "home.html", self.lists, mine=[], watch=[], filters=shelf_filters(self.entries))
        for kind in ("puzzles", "lessons"):
            counts = exercise_counts(self.entries, kind)
            yield self._page(f"{kind}/", "exercises.html", {}, kind=kind, counts=counts)
        yield self._page("mine/", "mine.html", self.lists, mine=[])
        yield self._page("import/", "import.html", {}, record="", trouble="")
        yield self._page(NOT_FOUND, "error.html", {}, code=404, reason=t(NOWHERE))
        for entry in self.entries:
            yield from self._of_game(entry)

    def _of_game(self, entry: Entry) -> Iterator[tuple[str, str]]:
        name = entry["name"]
        form = checked_form(entry, {})
        layout = editor_layout(find_game(name))
        rules = Markup(rules_html(name, self.language))
        yield self._page(f"new/{name}/", "new.html", {"form": form_description(entry)}, game=entry, form=form)
        yield self._page(f"game/{name}/", "game.html", {}, game=entry, may_analyse=True)
        yield self._page(f"analysis/{name}/", "analysis.html", {}, game=entry)
        yield self._page(f"editor/{name}/", "editor.html", {"layout": layout}, game=entry)
        shown: dict[str, Any] = {
            "rules": rules,
            "source": Markup(source_html(name)),
            "puzzles": exercise_counts([entry], "puzzles").get(name),
        }
        yield self._page(f"rules/{name}/", "rules.html", self.lists, game=entry, **shown)
        if entry["lesson"]:
            yield self._page(f"lessons/{name}/", "lesson.html", lesson_data(name), game=entry, shared=f"lesson-{name}")
        if entry["has_puzzles"]:
            puzzles = puzzles_json(find_game(name))
            yield self._page(f"puzzles/{name}/", "puzzles.html", puzzles, game=entry, shared=f"puzzles-{name}")

    def _page(
        self, address: str, template: str, data: Mapping[str, Any], shared: str | None = None, **context: Any
    ) -> tuple[str, str]:
        """A page; its data are in a separate file if they are `shared` under a name."""
        path = urlsplit(self.address).path if self.address is not None and address == NOT_FOUND else None
        to = SiteAddresses(address, self.language, self.version, path)
        if shared is not None:
            self.shared[f"{SHARED}/{shared}.js"] = f"globalThis.ludotecaShared = {script_json(data)};\n"
        entry = context.get("game", {"name": None, "module_files": []})
        preloaded = [f"{MODULES}/{file}" for file in entry["module_files"]]
        own = {"game": entry["name"], **({} if shared else data), "words": self.words}
        known = {
            "to": to,
            "language": self.language,
            "languages": self.languages,
            "catalogue": catalogue_in(to, self.language),
            "shared": None if shared is None else to.file(f"{SHARED}/{shared}.js"),
            "modules": to.modules,
            "policy": PAGE_POLICY,
            "games": self.entries,
            "preloaded": preloaded,
        }
        if self.address is not None and address != NOT_FOUND:
            known |= {"origin": self.address, "canonical": self.address + site_address(address, self.language)}
            known |= {"card": card_address(entry["name"] or self.entries[0]["name"])}
        with written_in(self.language):
            text = self.templates.get_template(template).render(**known, data={**data, **own}, own_data=own, **context)
        self.scripts.update(to.scripts)
        if to.is_first:
            self.first_scripts.update(to.scripts)
        return site_address(address, self.language), text


def sitemap(entries: list[Entry], languages: Iterable[str], home: str) -> str:
    """The pages that people look for, in all languages, for search engines."""
    paths = ["".join(f"{part}/" for part in path) for path in pages_to_find(entries)]
    return sitemap_of(home + site_address(path, language) for language in languages for path in paths)


def catalogue_file(language: str) -> str:
    """Where the scripts' sentences in a language are."""
    return f"languages/{language}.js"


def catalogue_in(to: SiteAddresses, language: str) -> str | None:
    """Their address; None if the scripts need none."""
    return None if language in (ENGLISH, MARKED) else to.file(catalogue_file(language))


def site_entry(name: str, bots: set[str]) -> Entry:
    """A game in the form for templates, with the bots that play in a browser."""
    entry = game_entry(name)
    playing = [bot for bot in entry["bots"] if bot["name"] in bots]
    groups = [group for group in entry["bot_groups"] if any(bot["group"] == group["title"] for bot in playing)]
    return {**entry, "bots": playing, "bot_groups": groups}


def card_address(name: str) -> str:
    """Where the card of a game is, below home."""
    return f"{CARDS}/{name}.png"


def showcase_position(entry: Entry) -> Position:
    """The position in which a game is shown."""
    shown = entry["showcase"]
    variant = load_game(entry["name"])
    position = variant.position(shown["position"]) if shown.get("position") else variant.start(0)
    for move in shown.get("moves", []):
        position = position.play(move)
    return position
